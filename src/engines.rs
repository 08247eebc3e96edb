//! Named crawlers as data: what each does with a response, by which document, known since when.
//!
//! [`Policy::verdict`](crate::Policy::verdict) answers what a client may do. A profile answers another question: what this
//! crawler does with these bytes. [`Policy::engine_verdict`](crate::Policy::engine_verdict) puts the second answer beside the first
//! and never changes the first.

pub use crate::policy::verdict::engine::{Mark, MarkKind, NotHonoured};
#[cfg(feature = "documents")]
pub use crate::profile::Known;
pub use crate::profile::{
    Binding, Conflict, Day, Delay, Evidence, Grade, Grouping, Honour, Kind, Obeys, Profile,
    Reference, UnknownProfile, UseAnswer,
};
