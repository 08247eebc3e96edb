//! Exit codes, and those after the failures that end the program.

pub(crate) use robots_policy_input::Failure;

use crate::interrupt;

/// The exit status of a command; each command maps its failures to its own statuses.
pub(crate) trait CommandExit {
    /// The status as the shell has it.
    fn code(self) -> u8;

    /// The status after this failure.
    fn after(failure: &Failure) -> Self;
}

/// The exit status of a command that reads files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Every question was answered.
    Answered,
    /// At least one input was unreadable, or an answer unwritable.
    Unreadable,
    /// The command line is invalid.
    Usage,
    /// The user ended the run.
    Interrupted,
}

impl CommandExit for Exit {
    fn code(self) -> u8 {
        match self {
            Exit::Answered => 0,
            Exit::Unreadable => 1,
            Exit::Usage => 2,
            Exit::Interrupted => interrupt::CODE,
        }
    }

    fn after(failure: &Failure) -> Exit {
        match failure {
            Failure::Input(..) | Failure::Output(_) | Failure::File(..) => Exit::Unreadable,
            Failure::Usage(_) => Exit::Usage,
        }
    }
}
