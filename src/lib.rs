//! What may I do with this response?
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::indexing_slicing))]
#![forbid(unsafe_code)]

// words
mod date;
mod limits;
mod provenance;
mod token;
// tables
mod diagnostic;
mod directive;
mod signal;
// sources
mod list;
mod robots_txt;

pub use crate::date::Timestamp;
pub use crate::diagnostic::{Code, Diagnostic, Parsed, Severity};
pub use crate::directive::{Directive, DirectiveSet, Kind, Value};
pub use crate::limits::Limits;
pub use crate::provenance::{Placement, Provenance, Source, Span};
pub use crate::robots_txt::{
    Access, Age, Cause, Dialect, Fetched, GoogleDifference, Group, MobileAgentServer, Next, Reason,
    Record, RecordKey, Robots, RobotsFetch, RobotsFetchSettings, RobotsTxt, RobotsTxtReader, Rule,
    Subject,
};
pub use crate::signal::{Signal, Statement};
pub use crate::token::{
    Accessor, InvalidProductToken, InvalidSignatureAgent, ProductToken, Scope, SignatureAgent,
};
