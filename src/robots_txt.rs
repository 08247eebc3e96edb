//! robots.txt: RFC 9309, the drafts that extend it, and how a fetch of it ends.
//!
//! - [`RobotsTxt`] answers who may fetch what ([`Access`]); [`RobotsTxtReader`] sets how the file is read.
//! - [`RobotsFetch`] is the robots.txt of one authority over time: what each answer of the server means ([`Robots`]), and
//!   when to ask again.
//! - [`robots_txt_url`] is where the file of a URL is, [`authority`] the key of a cache.

// | room | what it does |
// |---|---|
// | `parse` | octets to lines of a known key, with all that is unusual about them |
// | `matching` | lines to groups and rules that are sorted; who may fetch what |
// | `fetch` | how a fetch of the file ends, and how long its result holds |
//
// `reader` is the entrance to the first two. Each room names only those above it, and `options` and `normal`.

mod fetch;
mod matching;
mod normal;
mod options;
mod parse;
mod reader;

pub use self::fetch::{
    AccessResult, Age, Ask, Cause, Fetched, Next, Robots, RobotsFetch, RobotsFetchSettings,
    authority, robots_txt_url,
};
pub use self::matching::access::{Access, Reason};
pub use self::options::{
    Dialect, GoogleDifference, GroupSelection, LeadingStar, Precedence, QueryDelimiters,
    SignatureAgentLine,
};
pub use self::parse::group::Group;
pub use self::parse::mobile::MobileAgentServer;
pub use self::parse::record::{Record, Rule};
pub use self::parse::starter::Subject;
pub use self::reader::{RobotsTxt, RobotsTxtReader};
pub use crate::record_key::RecordKey;
