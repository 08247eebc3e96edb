//! The weight of a rule, and what it needs.

use robots_policy_servers::named;
use serde::Serialize;

named! {
    /// The weight of a finding.
    #[derive(Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Level {
        /// Not reported, unless a configuration requests it.
        Off = "off";
        /// Worth knowing; nothing has to be done.
        Info = "info";
        /// Readers differ, or more is closed than was probably meant.
        Warning = "warning";
        /// A statement of the owner is not heard, or the site is closed against what it says elsewhere.
        Error = "error";
    }
}

named! {
    /// An input that a rule needs.
    pub enum Need {
        /// The text of a robots.txt.
        RobotsTxt = "robots.txt";
        /// The answer to a request of a robots.txt.
        Answer = "answer with robots.txt";
        /// The fields of a response.
        Fields = "fields";
        /// The document.
        Page = "page";
        /// A file of the site beside its pages.
        Site = "site";
    }
}
