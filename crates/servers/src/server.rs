//! What every reader of configurations has.

use std::fmt::Debug;

use crate::kind::Kind;
use crate::predicted::{Field, Predicted, Request, Unknown};
use crate::source::Source;
use crate::trap::Trap;
use crate::wrong::Wrong;

/// A configuration as one server or service reads it.
pub(crate) trait Server: Debug + Send + Sync {
    /// Reads the main file, then those that it includes and that are at hand.
    fn read(kind: Kind, sources: &[Source<'_>]) -> Result<Self, Wrong>
    where
        Self: Sized;

    /// The answer to a request.
    fn answer(&self, request: &Request<'_>) -> Result<Predicted, Unknown>;

    /// Whether there is a field about robots, or one that may be.
    fn names_fields(&self) -> bool {
        true
    }

    /// All statements that set fields, wherever they count, with their values as they are written.
    fn stated(&self) -> Vec<Field>;

    /// The statements that take no effect, or not everywhere.
    fn traps(&self) -> Vec<Trap>;
}
