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
//! for a tag that may matter before a tree builder is made. It must never say no where a
//! reading would find something or would report that it costs too much; `tests/all/meta_oracle.rs`
//! and `tests/all/meta_chunks.rs` have noscripts in their alphabets.

use std::ops::Range;

use crate::decode::Encoding;

use crate::decode::decode;
use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::page::html::null_sink::NullSink;
use crate::page::html::tag::ends_name;
use crate::page::meta::element::license::{FoundLink, LONGEST_LICENSE, license_type};
use crate::page::meta::element::place::{Encoded, FoundMeta};
use crate::page::meta::element::raw::raw_values;
use crate::page::meta::element::rules::MetaRules;
use crate::page::meta::sink::MetaSink;
use crate::page::meta::tree::{self, Find, Stretch, TreeReading};
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
    rules.read_found(&meta, output);
}

/// Adds the licence that the link with this tag points at, which begins at the byte `at` of the document.
pub(crate) fn add_link(
    tag: &[u8],
    at: usize,
    encoding: &'static Encoding,
    placement: Placement,
    rules: &MetaRules,
    output: &mut Parsed<Vec<Signal>>,
) {
    let source = Encoded::new(tag, at, encoding);
    let mut link = FoundLink::of_tag(&source);
    link.element.placement = placement;
    rules.read_link(&link, output);
}

/// The place of the tag of a script, which begins at the byte `at`, if the script holds a licence.
pub(crate) fn license_script(
    tag: &[u8],
    at: usize,
    encoding: &'static Encoding,
) -> Option<Provenance> {
    let source = Encoded::new(tag, at, encoding);
    let script = FoundLink::of_tag(&source);
    let is_license = script.element.has_license_type();
    is_license.then(|| script.of_script())
}

/// The text of a script that holds a licence, which begins at the byte `at`, with its place. A text that is too long to
/// be read is not decoded.
pub(crate) fn license_text(text: &[u8], at: usize, encoding: &'static Encoding) -> Provenance {
    let span = Span::new(at, at + text.len());
    let read = if text.len() > LONGEST_LICENSE {
        &[]
    } else {
        text
    };
    let (read, _) = decode(encoding, read);
    Provenance::new(Source::Rsl, None, span, &read)
}

/// Adds the licence of the script with this tag and this text, in a stretch that begins at the byte `at`.
fn add_script(
    [tag, text]: [&Range<usize>; 2],
    placement: Placement,
    (stretch, at): (Stretch<'_>, usize),
    rules: &MetaRules,
    output: &mut Parsed<Vec<Signal>>,
) {
    let bytes = |range: &Range<usize>| stretch.bytes.get(range.clone()).unwrap_or_default();
    if let Some(place) = license_script(bytes(tag), at + tag.start, stretch.encoding) {
        let text = license_text(bytes(text), at + text.start, stretch.encoding);
        rules.read_script(placement, &place, text, output);
    }
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
pub(crate) fn read(stretch: Stretch<'_>, rules: &MetaRules) -> TreeReading {
    let may_matter = |tag: &[u8]| rules.may_matter(&raw_values(tag, META.len()).0);
    let may_hold = |text: &[u8]| may_hold(text, rules);
    tree::read::<MetaSink<NullSink>>(stretch, &may_matter, &may_hold)
}

/// Adds the signals of the metas that were found in a stretch, which begins at the byte `at` of the
/// document. A reading that was given up leaves the diagnostic [`DiagnosticCode::TreeTooCostly`] at
/// its last byte.
pub(crate) fn add_found(
    found: &[Find],
    stretch: Stretch<'_>,
    at: usize,
    rules: &MetaRules,
    output: &mut Parsed<Vec<Signal>>,
) {
    for found in found {
        match found {
            Find::Meta(tag, placement) => {
                let bytes = stretch.bytes.get(tag.clone()).unwrap_or_default();
                let at = at + tag.start;
                add_meta(bytes, at, stretch.encoding, *placement, rules, output);
            }
            Find::Link(tag, placement) => {
                let bytes = stretch.bytes.get(tag.clone()).unwrap_or_default();
                let at = at + tag.start;
                add_link(bytes, at, stretch.encoding, *placement, rules, output);
            }
            Find::Script(tag, text, placement) => {
                add_script([tag, text], *placement, (stretch, at), rules, output);
            }
            Find::TooCostly(end, placement) => {
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
/// Whatever a tree builder makes of the text, a meta in it is a tag that begins with `<meta`, and a licence one that
/// begins with `<link` or `<script`. A
/// short text, or one of few tags, cannot exceed the base of the tree builder's allowance, so it
/// cannot leave the diagnostic for that either.
fn may_hold(text: &[u8], rules: &MetaRules) -> bool {
    let tags = || memchr::memchr_iter(b'<', text);
    let is_short = text.len() <= SHORT || (text.len() <= LONG && tags().count() <= FEW);
    !is_short
        || tags().any(|at| {
            let tag = text.get(at..).unwrap_or_default();
            is_tag(META, tag) && rules.may_matter(&raw_values(tag, META.len()).0)
                || [LINK, SCRIPT]
                    .iter()
                    .any(|name| is_tag(name, tag) && license_type(tag, name.len()).0)
        })
}

/// Whether the tag of this name begins here.
fn is_tag(name: &[u8], tag: &[u8]) -> bool {
    tag.split_at_checked(name.len())
        .is_some_and(|(own, after)| {
            let delimiter = after.first();
            own.eq_ignore_ascii_case(name) && delimiter.is_some_and(|b| ends_name(*b))
        })
}

const META: &[u8] = b"<meta";
const LINK: &[u8] = b"<link";
const SCRIPT: &[u8] = b"<script";

/// A text of at most this many bytes is searched, whatever is in it. Each `<meta` in it is read up
/// to its end, which may be the end of the text: for long texts that time would grow with the
/// square.
const SHORT: usize = 256;
/// A text of at most this many bytes is searched if it has at most [`FEW`] tags.
const LONG: usize = 4096;
/// With so few tags a [`LONG`] text is cheap to search, although each of them may be read up to the
/// end of the text.
const FEW: usize = 8;
