//! Questions about AI use.

use crate::robots_file::reader::RobotsTxt;
use crate::robots_file::uses::stated::FileUses;
use crate::token::Accessor;

impl RobotsTxt {
    /// Reads off the statements about AI use for `accessor` and `target`: `Content-Usage`, `Content-Signal`, `License`, and
    /// the rules for training.
    ///
    /// Groups and paths are selected as in [`RobotsTxt::access`], by the rules of each vocabulary; `docs/reading.md` has
    /// them. A path that must not be fetched has no preferences of `Content-Usage`. An accessor with several purposes gets
    /// the statements for all of them. The statements change nothing about access.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Accessor, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nContent-Signal: ai-train=no\nAllow: /").value;
    /// let uses = robots.uses(&Accessor::anonymous(), "https://example.com/page");
    /// let because: Vec<String> = uses.preferences().iter().map(|said| said.to_string()).collect();
    /// assert_eq!(because, ["robots.txt line 2, bytes 16-27: «ai-train=no» to every client"]);
    /// ```
    pub fn uses(&self, accessor: &Accessor, target: &str) -> FileUses {
        self.uses_given(accessor, target, None)
    }

    /// [`RobotsTxt::uses`] for a caller that may know the answer of [`RobotsTxt::access`], which need not be found twice.
    pub(crate) fn uses_given(
        &self,
        accessor: &Accessor,
        target: &str,
        is_allowed: Option<bool>,
    ) -> FileUses {
        self.0.uses(accessor, target, is_allowed)
    }
}
