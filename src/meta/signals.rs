//! What the metas of HTML say: those of a tag, of a noscript, and of all that a tree builder was needed for.

use encoding_rs::Encoding;

use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::html::null_sink::NullSink;
use crate::html::tag::ends_name;
use crate::meta::element::located::{Encoded, FoundMeta, raw_values};
use crate::meta::element::rules::MetaRules;
use crate::meta::sink::MetaSink;
use crate::meta::tree::{self, Met, Reading, Stretch};
use crate::provenance::{Placement, Provenance, Source, Span};
use crate::signal::Signal;

/// Adds what the meta of this tag says, which stands at the byte `at` of the document.
pub(crate) fn hear_meta(
    tag: &[u8],
    at: usize,
    encoding: &'static Encoding,
    placement: Placement,
    rules: &MetaRules,
    said: &mut Parsed<Vec<Signal>>,
) {
    let source = Encoded::new(tag, at, encoding);
    let mut meta = FoundMeta::of_tag(&source);
    meta.element.placement = placement;
    rules.read(&meta.element, &meta, said);
}

/// Adds what the metas in the text of a noscript in the head say, which stands at the byte `at` of the document.
pub(crate) fn hear_noscript(
    text: &[u8],
    at: usize,
    encoding: &'static Encoding,
    rules: &MetaRules,
    said: &mut Parsed<Vec<Signal>>,
) {
    if may_hold(text, rules) {
        let stretch = Stretch::of_noscript(text, encoding, Placement::Noscript);
        hear(&read(stretch, rules).met, stretch, at, rules, said);
    }
}

/// Reads a stretch for what may matter by these rules.
pub(crate) fn read(stretch: Stretch<'_>, rules: &MetaRules) -> Reading {
    let may_say = |tag: &[u8]| rules.may_heed(&raw_values(tag, META.len()).0);
    let may_hold = |text: &[u8]| may_hold(text, rules);
    tree::read::<MetaSink<NullSink>>(stretch, &may_say, &may_hold)
}

/// Adds what was met in a stretch that stands at the byte `at` of the document.
pub(crate) fn hear(
    met: &[Met],
    stretch: Stretch<'_>,
    at: usize,
    rules: &MetaRules,
    said: &mut Parsed<Vec<Signal>>,
) {
    for met in met {
        match met {
            Met::Meta(tag, placement) => {
                let bytes = stretch.bytes.get(tag.clone()).unwrap_or_default();
                let at = at + tag.start;
                hear_meta(bytes, at, stretch.encoding, *placement, rules, said);
            }
            Met::TooCostly(end, placement) => {
                let span = Span::new(at + end, at + end);
                let place = Provenance::new(Source::Meta(*placement), None, span, "");
                said.diagnostics
                    .push(Diagnostic::new(DiagnosticCode::TreeTooCostly, place));
            }
        }
    }
}

/// Whether a reading of the text of a noscript can bring anything. Where it is in doubt it says yes.
///
/// Whatever a tree builder makes of the text, a meta in it is a tag that begins with `<meta`. A short text, or one of
/// few tags, cannot cost more than the tree builder is allowed, which would leave a diagnostic.
fn may_hold(text: &[u8], rules: &MetaRules) -> bool {
    let tags = || memchr::memchr_iter(b'<', text);
    let is_short = text.len() <= SHORT || (text.len() <= LONG && tags().count() <= FEW);
    !is_short
        || tags().any(|at| {
            let tag = text.get(at..).unwrap_or_default();
            is_meta(tag) && rules.may_heed(&raw_values(tag, META.len()).0)
        })
}

fn is_meta(tag: &[u8]) -> bool {
    tag.split_at_checked(META.len())
        .is_some_and(|(name, after)| {
            let delimiter = after.first();
            name.eq_ignore_ascii_case(META) && delimiter.is_some_and(|b| ends_name(*b))
        })
}

const META: &[u8] = b"<meta";

/// Bytes of a text that are read again for each tag in it, and of one that has few.
const SHORT: usize = 256;
const LONG: usize = 4096;
const FEW: usize = 8;
