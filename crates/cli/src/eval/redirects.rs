//! The redirects that a saved response has before it, as `curl -iL` writes them.

use robots_policy::HeaderReader;
use robots_policy_input::saved;

use crate::on_redirect::stated;
use crate::say::warn;

/// Reports the statements of the redirects in the bytes before a response, the last one first.
pub(super) fn report(name: &str, before: &[u8], reader: &HeaderReader) {
    saved::before(before, |message| {
        let status = message.status().unwrap_or_default();
        let read = reader.read_lines(message.fields()).value;
        if let (300..=399, Some(stated)) = (status, stated(&read)) {
            warn(&format_args!(
                "{name}: the answer {status} before it has {stated}"
            ));
        }
    });
}
