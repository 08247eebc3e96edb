//! A store that panics over damaged pages does not end a run.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};

/// Runs `work`; a panic in it is an error. The process's panic hook decides whether to print it, and may ask
/// [`is_guarded`]; this sets no hook.
///
/// redb verifies its pages only when it repairs a store, and then trusts them: one that was damaged at rest makes it index
/// past an end. Nothing that `work` touched may be used after an error.
///
/// # Errors
/// A panic of `work`.
#[allow(clippy::result_unit_err)] // the payload of a panic does not help a user
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, ()> {
    IS_GUARDED.set(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    IS_GUARDED.set(false);
    done.map_err(drop)
}

/// Whether this thread is running work for [`guarded`], so that a panic hook need not print the panic.
pub fn is_guarded() -> bool {
    IS_GUARDED.get()
}

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}
