//! A robots.txt that was read, and the questions that are asked of it.
//!
//! | room | what it does |
//! |---|---|
//! | `parse` | octets to lines of a known key, with all that is unusual about them |
//! | `matching` | lines to groups and rules that are sorted; who may fetch what |
//!
//! `reader` is the entrance to both. Each room names only those above it, and `options` and `normal`.

mod matching;
mod normal;
mod options;
mod parse;
mod reader;

pub use self::matching::access::{Access, Reason};
pub(crate) use self::matching::target::asks_for_robots_txt;
pub use self::options::{
    Dialect, GoogleDifference, GroupSelection, LeadingStar, Precedence, QueryDelimiters,
    SignatureAgentLine,
};
pub use self::parse::group::Group;
pub use self::parse::mobile::MobileAgentServer;
pub use self::parse::record::{Record, Rule};
pub use self::parse::starter::Subject;
pub use self::reader::{RobotsTxt, RobotsTxtReader};
