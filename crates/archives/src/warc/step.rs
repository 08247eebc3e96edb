//! The result of each step of a decoder.

/// The result of one step of a decoder.
pub(super) struct Step {
    pub(super) written: usize,
    /// The member ended, and was what it should be.
    pub(super) is_end: bool,
}

impl Step {
    pub(super) const END: Step = Step {
        written: 0,
        is_end: true,
    };

    pub(super) fn of(written: usize) -> Step {
        Step {
            written,
            is_end: false,
        }
    }
}
