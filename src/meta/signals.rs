//! The signals of metas in HTML: of a tag, of a noscript, and of all that a tree builder was needed for.

use encoding_rs::Encoding;

use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::html::null_sink::NullSink;
use crate::html::tag::ends_name;
use crate::meta::element::located::{Encoded, FoundMeta, raw_values};
use crate::meta::element::rules::MetaRules;
use crate::meta::sink::MetaSink;
use crate::meta::tree::{self, Found, Reading, Stretch};
use crate::provenance::{Placement, Provenance, Source, Span};
use crate::signal::Signal;

/// Adds the signals of the meta of this tag, which begins at the byte `at` of the document.
pub(crate) fn add_meta(
    tag: &[u8],
    at: usize,
    encoding: &'static Encoding,
    placement: Placement,
    rules: &MetaRules,
    output: &mut Parsed<Vec<Signal>>,
) {
    let source = Encoded::new(tag, at, encoding);
    let mut meta = FoundMeta::of_tag(&source);
    meta.element.placement = placement;
    rules.read(&meta.element, &meta, output);
}

/// Adds the signals of the metas in the text of a noscript in the head, which begins at the byte `at` of the document.
pub(crate) fn add_noscript(
    text: &[u8],
    at: usize,
    encoding: &'static Encoding,
    rules: &MetaRules,
    output: &mut Parsed<Vec<Signal>>,
) {
    if may_hold(text, rules) {
        let stretch = Stretch::of_document(text, encoding).in_noscript(Placement::Noscript);
        add_found(&read(stretch, rules).found, stretch, at, rules, output);
    }
}

/// Reads a stretch for what may matter by these rules.
pub(crate) fn read(stretch: Stretch<'_>, rules: &MetaRules) -> Reading {
    let may_matter = |tag: &[u8]| rules.may_matter(&raw_values(tag, META.len()).0);
    let may_hold = |text: &[u8]| may_hold(text, rules);
    tree::read::<MetaSink<NullSink>>(stretch, &may_matter, &may_hold)
}

/// Adds the signals of the metas that were found in a stretch, which begins at the byte `at` of the document.
pub(crate) fn add_found(
    found: &[Found],
    stretch: Stretch<'_>,
    at: usize,
    rules: &MetaRules,
    output: &mut Parsed<Vec<Signal>>,
) {
    for found in found {
        match found {
            Found::Meta(tag, placement) => {
                let bytes = stretch.bytes.get(tag.clone()).unwrap_or_default();
                let at = at + tag.start;
                add_meta(bytes, at, stretch.encoding, *placement, rules, output);
            }
            Found::TooCostly(end, placement) => {
                let span = Span::new(at + end, at + end);
                let place = Provenance::new(Source::Meta(*placement), None, span, "");
                output
                    .diagnostics
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
            is_meta(tag) && rules.may_matter(&raw_values(tag, META.len()).0)
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
