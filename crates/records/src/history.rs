//! The time before a fetch of robots.txt, as a record or a command line states it.

use std::borrow::Cow;
use std::time::Duration;

use crate::response::RobotsPast;

/// The past of a record, or of a command line.
#[derive(Clone, Debug, Default)]
pub struct StatedPast<'p> {
    /// For how long the fetch has been ending as it did.
    pub lasting: Option<Duration>,
    /// The body of the last good answer before that.
    pub copy: Option<Cow<'p, [u8]>>,
    /// Whether the site answers other requests.
    pub site_up: Option<bool>,
}

impl<'p> StatedPast<'p> {
    /// This past, with the values of `others` for those that it does not state.
    #[must_use]
    pub fn or(self, others: StatedPast<'p>) -> StatedPast<'p> {
        StatedPast {
            lasting: self.lasting.or(others.lasting),
            copy: self.copy.or(others.copy),
            site_up: self.site_up.or(others.site_up),
        }
    }

    /// Whether it may change the outcome of a fetch.
    pub fn has_answers(&self) -> bool {
        self.lasting.is_some() || self.copy.is_some()
    }

    /// A past that borrows the copy of this one.
    pub fn borrowed(&self) -> StatedPast<'_> {
        StatedPast {
            lasting: self.lasting,
            copy: self.copy.as_deref().map(Cow::Borrowed),
            site_up: self.site_up,
        }
    }

    /// The part that a [`RobotsGiven`](crate::RobotsGiven) takes.
    pub fn given(&self) -> RobotsPast<'_> {
        RobotsPast {
            lasting: self.lasting.unwrap_or_default(),
            copy: self.copy.as_deref(),
        }
    }
}
