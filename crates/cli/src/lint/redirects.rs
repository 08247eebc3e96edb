//! The redirects that a saved response has before it, as `curl -iL` writes them.

use robots_policy_input::saved;
use robots_policy_lint::{FieldLine, Linter, Page, Redirect, Source};

/// Looks at the redirects in the bytes before a response, the last one first.
pub(super) fn look_at(source: &Source<'_>, end: usize, page: &Page<'_>, linter: &mut Linter) {
    let before = source.bytes().get(..end).unwrap_or_default();
    saved::before(before, |message| {
        if let Some(status @ 300..=399) = message.status() {
            let fields = FieldLine::of_message(message, source, 0);
            linter.redirect(&Redirect { status, fields }, page);
        }
    });
}
