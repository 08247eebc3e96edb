//! The signals of metas in HTML: of a tag, of a noscript, and of everything that a tree builder was
//! needed for.
//!
//! Readers find tags (`head`, `tree`), and the rules read elements (`element`). This file is
//! between them: it decodes a tag, applies the rules, and adds the output. The scanner, templates
//! and bodies share its functions, so a meta reads the same whichever way found it.
//!
//! **Noscript.** With scripting on, the content of a `noscript` is text, and Google and browsers
//! see no metas there. A client without scripts sees elements. Both readings count, so the
//! text is read a second time, as markup, with scripting off. The second reading cannot disturb the
//! first: the head continues after the `</noscript>` as if there were only text, and a tracking pixel
//! in it does not end the head. Most noscripts hold just such a pixel, so [`may_hold`] looks
//! for a `<meta` that may matter before a tree builder is made. It must never say no where a
//! reading would find something or would report that it costs too much; `tests/all/meta_oracle.rs`
//! and `tests/all/meta_chunks.rs` have noscripts in their alphabets.

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

/// Adds the signals of the meta with this tag, which begins at the byte `at` of the document.
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

/// Reads a stretch for the metas that may matter by these rules.
pub(crate) fn read(stretch: Stretch<'_>, rules: &MetaRules) -> Reading {
    let may_matter = |tag: &[u8]| rules.may_matter(&raw_values(tag, META.len()).0);
    let may_hold = |text: &[u8]| may_hold(text, rules);
    tree::read::<MetaSink<NullSink>>(stretch, &may_matter, &may_hold)
}

/// Adds the signals of the metas that were found in a stretch, which begins at the byte `at` of the
/// document. A reading that was given up leaves the diagnostic [`DiagnosticCode::TreeTooCostly`] at
/// its last byte.
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

/// Whether a reading of the text of a noscript can bring anything. Where it is in doubt it says
/// yes.
///
/// Whatever a tree builder makes of the text, a meta in it is a tag that begins with `<meta`. A
/// short text, or one of few tags, cannot exceed the base of the tree builder's allowance, so it
/// cannot leave the diagnostic for that either.
fn may_hold(text: &[u8], rules: &MetaRules) -> bool {
    let tags = || memchr::memchr_iter(b'<', text);
    let is_short = text.len() <= SHORT || (text.len() <= LONG && tags().count() <= FEW);
    !is_short
        || tags().any(|at| {
            let tag = text.get(at..).unwrap_or_default();
            is_meta(tag) && rules.may_matter(&raw_values(tag, META.len()).0)
        })
}

/// Whether `<meta` and the end of a name come next.
fn is_meta(tag: &[u8]) -> bool {
    tag.split_at_checked(META.len())
        .is_some_and(|(name, after)| {
            let delimiter = after.first();
            name.eq_ignore_ascii_case(META) && delimiter.is_some_and(|b| ends_name(*b))
        })
}

const META: &[u8] = b"<meta";

/// A text of at most this many bytes is searched, whatever is in it. Each `<meta` in it is read up
/// to its end, which may be the end of the text: for long texts that time would grow with the
/// square.
const SHORT: usize = 256;
/// A text of at most this many bytes is searched if it has at most [`FEW`] tags.
const LONG: usize = 4096;
/// With so few tags a [`LONG`] text is cheap to search, although each of them may be read up to the
/// end of the text.
const FEW: usize = 8;
