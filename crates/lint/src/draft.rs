//! A finding before anybody is asked.

use crate::code::Code;
use crate::finding::Finding;
use crate::place::Place;

/// A finding before anybody is asked.
pub(crate) struct Draft<S> {
    pub(crate) finding: Finding,
    /// The second reading, which shows the effect.
    pub(crate) second: Option<S>,
}

impl<S> Draft<S> {
    pub(crate) fn new(finding: Finding) -> Draft<S> {
        Draft {
            finding,
            second: None,
        }
    }

    pub(crate) fn of(code: Code, place: Place, message: String) -> Draft<S> {
        Draft::new(Finding::new(code, place, message))
    }
}
