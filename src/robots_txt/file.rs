//! A robots.txt file: how it is read, and how questions about access are answered.
//!
//! | module | from | to |
//! |---|---|---|
//! | `parse` | the octets of a file | its lines of a known key, and diagnostics |
//! | `matching` | those lines | sorted groups and rules; who may fetch what |
//!
//! `robots_reader` is the entrance, and `robots_uses` answers about AI use from the same lines. `parse` does not use `matching`;
//! both use `options`, the ways to read a file, and `normal`, the form in which octets are compared.
//!
//! **How data flows.** `robots_reader` hands the octets to `parse::lines`, which applies the limit and the encoding. One pass over
//! the lines gives a `parse::file::File`: the octets, 12 bytes for each line of a known key, and the diagnostics. Nothing
//! is sorted yet. The first question builds the index (`matching::indexing`), and later ones share it. A question takes a
//! target to its normal path (`matching::target`), selects the groups of the client (`matching::select`), and asks the
//! index of each group for the rule that decides (`matching::rules`).
//!
//! **Who owns what.** A `File` owns the octets. Lines and rows of the index are numbers that point into them; groups,
//! records and rules that callers see borrow from the file. So a file that was asked costs about a third of its length
//! besides its octets, and every answer can quote the line that decided.

pub(crate) mod matching;
pub(crate) mod normal;
pub(crate) mod options;
pub(crate) mod parse;

pub use self::matching::access::{Access, Reason};
pub(crate) use self::matching::request_path::RequestPath;
pub(crate) use self::matching::target::{is_robots_txt, normal_path};
pub use self::options::{
    Dialect, GoogleDifference, GroupSelection, LeadingStar, OpenPoints, Precedence,
    QueryDelimiters, RequestTarget, SignatureAgentLine,
};
pub use self::parse::group::Group;
pub use self::parse::mobile::MobileAgentServer;
pub use self::parse::record::{Record, Rule};
pub use self::parse::starter::Subject;
