//! One file in the readings of several dialects.

use crate::robots_txt::file::options::{Dialect, GoogleDifference, Options};
use crate::robots_txt::reader::RobotsTxt;

impl RobotsTxt {
    /// The file as a reader understands it that knows RFC 9309 and none of its extensions: [`Dialect::Rfc9309`].
    ///
    /// To such a reader `User-agent-purpose` and `Signature-agent` are unknown records, so it adds the rules after them to
    /// the group before. Compare both readings to see whether an extension restricts more clients than its author meant;
    /// the diagnostic `rfc9309-view-differs` reports such a line.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Client, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nAllow: /a\n\nUser-agent-purpose: training\nDisallow: /").value;
    /// let anyone = Client::anonymous();
    /// assert!(robots.access(&anyone, "/b").is_allowed());
    /// assert!(!robots.plain_rfc9309().access(&anyone, "/b").is_allowed());
    /// ```
    #[must_use]
    pub fn plain_rfc9309(&self) -> RobotsTxt {
        let options = Options {
            dialect: Dialect::Rfc9309,
            ..self.0.file.options
        };
        let text = &self.0.file.text;
        let text = if self.0.file.options.has(GoogleDifference::Utf8Alone) {
            text.clone().decoded(options)
        } else {
            text.clone()
        };
        RobotsTxt::from_text(text, options).value
    }
}
