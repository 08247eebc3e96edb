//! The text of a noscript in the head, which a client without scripts reads as markup.

use encoding_rs::Encoding;

use super::raw_values;
use crate::diagnostic::Parsed;
use crate::meta::html_reader;
use crate::meta::rules::MetaRules;
use crate::meta::tag::ends_name;
use crate::meta::window::Window;
use crate::provenance::Placement;
use crate::signal::Signal;

/// Whether a reading of the text can bring anything. Where it is in doubt it says yes.
///
/// Whatever a tree builder makes of the text, a meta in it is a tag that begins with `<meta`. A short text, or one of
/// few tags, cannot cost more than the tree builder is allowed, which would be remarked upon.
pub(super) fn may_say(text: &[u8], rules: &MetaRules) -> bool {
    let tags = || memchr::memchr_iter(b'<', text);
    let is_short = text.len() <= SHORT || (text.len() <= LONG && tags().count() <= FEW);
    !is_short
        || tags().any(|at| {
            let tag = text.get(at..).unwrap_or_default();
            is_meta(tag) && rules.may_heed(&raw_values(tag, META.len()).0)
        })
}

/// What the metas in the text, which stands at the byte `at` of the document, say.
pub(super) fn read(
    text: &[u8],
    at: usize,
    encoding: &'static Encoding,
    rules: &MetaRules,
) -> Parsed<Vec<Signal>> {
    let window = Window::new(text, at, encoding);
    html_reader::noscript_said(window, rules, Placement::Noscript)
}

fn is_meta(tag: &[u8]) -> bool {
    tag.split_at_checked(META.len())
        .is_some_and(|(name, behind)| {
            let delimiter = behind.first();
            name.eq_ignore_ascii_case(META) && delimiter.is_some_and(|b| ends_name(*b))
        })
}

const META: &[u8] = b"<meta";

/// Bytes of a text that are read again for each tag in it, and of one that has few.
const SHORT: usize = 256;
const LONG: usize = 4096;
const FEW: usize = 8;
