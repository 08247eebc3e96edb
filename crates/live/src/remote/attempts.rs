//! When to try again, and when to stop.

use std::io;
use std::time::Duration;

use super::Web;
use crate::Interrupt;
use crate::pipe::pause;

/// The reason why an attempt failed.
#[derive(Debug)]
pub(super) enum Fault {
    /// Another attempt may succeed.
    Passing {
        why: String,
        /// The time that the server asks to be left alone.
        after: Option<Duration>,
    },
    /// No other attempt can succeed.
    Final(String),
    /// The file has fewer bytes than were requested.
    PastEnd(String),
}

impl Fault {
    pub(super) fn passing(why: impl Into<String>) -> Fault {
        Fault::Passing {
            why: why.into(),
            after: None,
        }
    }
}

/// The attempts in a row that gave nothing new.
#[derive(Debug)]
pub(super) struct Attempts {
    failed: u32,
    first_pause: Duration,
    interrupt: Interrupt,
}

impl Attempts {
    pub(super) fn new(web: &Web, interrupt: &Interrupt) -> Attempts {
        Attempts {
            failed: 0,
            first_pause: web.first_pause,
            interrupt: interrupt.clone(),
        }
    }

    /// An attempt gave something new: the next ones are counted anew.
    pub(super) fn renew(&mut self) {
        self.failed = 0;
    }

    /// Waits before the next attempt.
    ///
    /// # Errors
    /// There is none, or the run ends.
    pub(super) fn after(&mut self, fault: Fault) -> io::Result<()> {
        let (why, after) = match fault {
            Fault::Passing { why, after } => (why, after),
            Fault::Final(why) => return Err(io::Error::other(why)),
            Fault::PastEnd(why) => return Err(io::Error::new(io::ErrorKind::UnexpectedEof, why)),
        };
        let doubled = self.first_pause.saturating_mul(1 << self.failed);
        self.failed += 1;
        if self.failed >= MOST {
            return Err(io::Error::other(format!("{why}; tried {MOST} times")));
        }
        // A server that names no time, or one that is over, is not to be flooded either.
        let time = after.unwrap_or_default().max(doubled);
        pause(time.min(LONGEST_PAUSE), &self.interrupt)
    }
}

/// Attempts in a row without a new byte before a file counts as unreadable.
const MOST: u32 = 6;
/// The longest pause, whatever a server requests.
const LONGEST_PAUSE: Duration = Duration::from_mins(1);
