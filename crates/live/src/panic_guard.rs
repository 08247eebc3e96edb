//! A reader that panics over damaged bytes does not end a run, and the panic is not printed.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// Runs `work`; a panic in it is an error, and nothing that `work` touched may be used after it.
///
/// redb verifies its pages only when it repairs a store, and then trusts them: one that was damaged at rest makes it index
/// past an end.
///
/// # Errors
/// A panic of `work`.
#[allow(clippy::result_unit_err)] // the panic is reported by no one
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, ()> {
    IS_GUARDED.set(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    IS_GUARDED.set(false);
    done.map_err(drop)
}

/// Installs a panic hook that does not print the panics of guarded work.
pub fn install() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let former = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_GUARDED.get() {
                former(info);
            }
        }));
    });
}

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}
