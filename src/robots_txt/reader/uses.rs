//! Questions about AI use.

use crate::robots_txt::file::matching::access::Access;
use crate::robots_txt::reader::RobotsTxt;
use crate::robots_txt::uses::FileUses;
use crate::robots_txt::uses::question;
use crate::token::Client;

impl RobotsTxt {
    /// Reads off the statements about AI use for `client` and `target`: `Content-Usage`, `Content-Signal`, `License`, and
    /// the rules for training.
    ///
    /// Groups and paths are selected as in [`RobotsTxt::access`], by the rules of each vocabulary; `docs/reading.md` has
    /// them. A path that must not be fetched has no preferences of `Content-Usage`. A client with several purposes gets
    /// the statements for all of them. The statements change nothing about access.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Client, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nContent-Signal: ai-train=no\nAllow: /").value;
    /// let uses = robots.uses(&Client::anonymous(), "https://example.com/page");
    /// let because: Vec<String> = uses.preferences().iter().map(|said| said.to_string()).collect();
    /// assert_eq!(because, ["robots.txt line 2, bytes 16-27: «ai-train=no» to every client"]);
    /// ```
    pub fn uses(&self, client: &Client, target: &str) -> FileUses<'_> {
        question::uses(&self.0, client, target, None)
    }

    /// Reads off the statements as [`RobotsTxt::uses`] does, for a caller that has the answer about access for this client and
    /// target: it is not found twice.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::uses::{Activity, Answer};
    /// use robots_policy::{Client, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /private\nContent-Usage: train-ai=y").value;
    /// let me = Client::anonymous();
    /// let train = |path| {
    ///     let access = robots.access(&me, path);
    ///     robots.uses_after(&access, &me, path).of(Activity::Train)
    /// };
    /// assert_eq!((train("/page"), train("/private")), (Answer::Allow, Answer::Unstated));
    /// ```
    pub fn uses_after(&self, access: &Access<'_>, client: &Client, target: &str) -> FileUses<'_> {
        question::uses_after(&self.0, access, client, target)
    }
}
