//! The verdict in a build without profiles: none is that of an engine.

use super::Verdict;
use crate::policy::Uses;

/// The part of a verdict that only an engine has: there is none.
pub(super) type EngineReading<'p> = &'p std::convert::Infallible;

impl Verdict<'_> {
    /// The verdict by the general reading: itself.
    pub(crate) fn general(&self) -> &Self {
        self
    }

    /// The statements that reach the client.
    pub(in crate::policy) fn gathered(&self) -> Uses {
        Uses::new(self)
    }
}
