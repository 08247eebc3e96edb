//! The redirects that a saved response has before it, as `curl -iL` writes them.

use robots_policy::HeaderReader;
use robots_policy_http::saved;

use crate::on_redirect::stated;
use crate::say::warn;

/// Reports the statements of the redirects in the bytes before a response, the last one first.
pub(super) fn report(name: &str, before: &[u8], reader: &HeaderReader) {
    let mut end = before.len();
    for _ in 0..MOST {
        let mut rest = before.get(..end).unwrap_or_default();
        let mut memory = Vec::new();
        let Ok(message) = saved::response(&mut rest, &mut memory) else {
            return;
        };
        let status = message.status().unwrap_or_default();
        let read = reader.read_lines(message.fields()).value;
        if let (300..=399, Some(stated)) = (status, stated(&read)) {
            warn(&format_args!(
                "{name}: the answer {status} before it has {stated}"
            ));
        }
        match message.block_at() {
            at if at < end && at > 0 => end = at,
            _ => return,
        }
    }
}

/// The most redirects that are looked at.
const MOST: usize = 16;
