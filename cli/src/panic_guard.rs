//! A store that panics over damaged pages does not end a run, and the panic is not printed.

use std::panic;
use std::sync::Once;

pub(crate) use robots_policy_archives::guarded;
use robots_policy_archives::is_guarded;

/// Installs a panic hook that does not print the panics of guarded work.
pub(crate) fn install() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let former = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !is_guarded() {
                former(info);
            }
        }));
    });
}
