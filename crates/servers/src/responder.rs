//! What every reader of configurations has.

use std::fmt::Debug;

use crate::kind::ServerKind;
use crate::prediction::{Field, Prediction, Request, Unknown};
use crate::refusal::Refusal;
use crate::source::ConfigText;
use crate::trap::Trap;

/// A configuration as one server or service reads it.
pub(crate) trait Responder: Debug + Send + Sync {
    /// Reads the main file, then those that it includes and that are at hand.
    fn read(kind: ServerKind, sources: &[ConfigText<'_>]) -> Result<Self, Refusal>
    where
        Self: Sized;

    /// The answer to a request.
    fn answer(&self, request: &Request<'_>) -> Result<Prediction, Unknown>;

    /// Whether there is a field about robots, or one that may be.
    fn names_fields(&self) -> bool {
        true
    }

    /// All statements that set fields, wherever they count, with their values as they are written.
    fn stated(&self) -> Vec<Field>;

    /// The statements that take no effect, or not everywhere.
    fn traps(&self) -> Vec<Trap>;
}
