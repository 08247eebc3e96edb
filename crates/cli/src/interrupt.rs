//! Ctrl-C, and the signal to terminate.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use robots_policy_live::Interrupt;

/// Watches from now on. The first signal is for the run to end in order, the second ends the program at once.
pub(crate) fn watch() -> io::Result<Interrupt> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, CODE.into(), Arc::clone(&flag))?;
        signal_hook::flag::register(signal, Arc::clone(&flag))?;
    }
    Ok(Interrupt::of_flag(flag))
}

/// The status of a program that was ended by Ctrl-C, as shells know it.
pub(crate) const CODE: u8 = 130;
