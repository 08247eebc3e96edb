//! robots.txt: RFC 9309, the drafts that extend it, and how a fetch of it ends.
//!
//! - [`RobotsTxt`] answers who may fetch what ([`Access`]); [`RobotsTxtReader`] sets how the file is read.
//! - [`RobotsFetch`] is the robots.txt of one authority over time: what each answer of the server means ([`Robots`]), and
//!   when to ask again.
//! - [`robots_txt_url`] is where the file of a URL is, [`authority`] the key of a cache.

pub use crate::record_key::RecordKey;
pub use crate::robots_fetch::{
    AccessResult, Age, Ask, Cause, Fetched, Next, Robots, RobotsFetch, RobotsFetchSettings,
    authority, robots_txt_url,
};
pub use crate::robots_file::{
    Access, Dialect, GoogleDifference, Group, GroupSelection, LeadingStar, MobileAgentServer,
    Precedence, QueryDelimiters, Reason, Record, RobotsTxt, RobotsTxtReader, Rule,
    SignatureAgentLine, Subject,
};
