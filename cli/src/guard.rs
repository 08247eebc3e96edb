//! A store that panics over damaged pages ends no run.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// Runs `work`; a panic in it is an error, and nothing is printed about it.
///
/// redb verifies its pages only when it repairs a store, and then trusts them: one that was damaged at rest makes it index
/// past an end. Nothing that `work` touched may be used after an error.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, ()> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let told = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_GUARDED.get() {
                told(info);
            }
        }));
    });
    IS_GUARDED.set(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    IS_GUARDED.set(false);
    done.map_err(drop)
}

thread_local! {
    /// Whether this thread is at work for [`guarded`].
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}
