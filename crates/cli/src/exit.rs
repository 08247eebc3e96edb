//! How a run ends: exit codes, those after the failures that end the program, and Ctrl-C.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(crate) use robots_policy_input::Failure;
use robots_policy_live::Interrupt;

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
            Exit::Interrupted => INTERRUPTED,
        }
    }

    fn after(failure: &Failure) -> Exit {
        match failure {
            Failure::Input(..) | Failure::Output(_) | Failure::File(..) => Exit::Unreadable,
            Failure::Usage(_) => Exit::Usage,
        }
    }
}

/// Watches for Ctrl-C and the signal to terminate, from now on. The first signal is for the run to end in order, the second ends the program at once.
pub(crate) fn watch() -> io::Result<Interrupt> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(
            signal,
            INTERRUPTED.into(),
            Arc::clone(&flag),
        )?;
        signal_hook::flag::register(signal, Arc::clone(&flag))?;
    }
    Ok(Interrupt::of_flag(flag))
}

/// The status of a program that was ended by Ctrl-C, as shells know it.
const INTERRUPTED: u8 = 130;
