//! The redirects that a saved response has before it, as `curl -iL` writes them.

use robots_policy_http::saved;
use robots_policy_lint::{FieldLine, Linter, Page, Redirect, Source};

/// Looks at the redirects in the bytes before a response, the last one first.
pub(super) fn look_at(source: &Source<'_>, end: usize, page: &Page<'_>, linter: &mut Linter) {
    let mut end = end;
    for _ in 0..MOST {
        let mut rest = source.bytes().get(..end).unwrap_or_default();
        let mut memory = Vec::new();
        let Ok(message) = saved::response(&mut rest, &mut memory) else {
            return;
        };
        if let Some(status @ 300..=399) = message.status() {
            let fields = FieldLine::of_message(&message, source, 0);
            linter.redirect(&Redirect { status, fields }, page);
        }
        match message.block_at() {
            at if at < end && at > 0 => end = at,
            _ => return,
        }
    }
}

/// The most redirects that are looked at.
const MOST: usize = 16;
