//! A store that panics over damaged pages ends no run, and nothing is printed about it.

use std::panic;
use std::sync::Once;

pub(crate) use robots_policy_archives::guarded;
use robots_policy_archives::is_guarded;

/// Lets the panics of guarded work be silent.
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
