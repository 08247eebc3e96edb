//! The clock of questions, which the caller has.

use robots_policy::Timestamp;

/// Where a question without a clock of its own has its moment from. This package never reads the clock of the system.
///
/// ```
/// use robots_policy::Timestamp;
/// use robots_policy_input::Clock;
///
/// let system = Clock::Read(|| std::time::SystemTime::now().into());
/// assert!(system.now() > Clock::At(Timestamp::from_unix(0)).now());
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Clock {
    /// One moment for all questions.
    At(Timestamp),
    /// A clock that is read for each question.
    Read(fn() -> Timestamp),
}

impl Clock {
    /// The present moment.
    pub fn now(self) -> Timestamp {
        match self {
            Clock::At(moment) => moment,
            Clock::Read(clock) => clock(),
        }
    }
}
