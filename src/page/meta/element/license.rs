//! Licences in RSL that a document points at or holds: `<link rel=license type=application/rsl+xml href=…>` and
//! `<script type="application/rsl+xml">` (RSL 1.0 §4.6).
//!
//! **What it is.** Nearly all heads have links and scripts, and nearly none is about a licence. So the readers ask
//! [`license_type`] first, which looks at the length of a name and of a value and decodes nothing. Only a tag that
//! passes is cut again and decoded.
//!
//! **Invariant.** [`license_type`] never says no where the full reading would find the type: a reference may spell any
//! letter of it, and is longer than what it spells.
//!
//! **What breaks if touched.** Licences are lost without a diagnostic, for one spelling; or every head becomes slower.
//!
//! **Which test notices.** `a_type_is_never_overlooked` below; `tests/all/uses_links.rs`; the rows `scanner` of
//! `benches/instructions.sh`.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::page::html::tag;
use crate::page::html::value;
use crate::page::meta::element::place::{Encoded, cut};
use crate::page::meta::element::prefilter::is_doubtful;
use crate::page::meta::element::rules::MetaRules;
use crate::page::meta::element::values::{LICENSE_TYPE, LinkElement};
use crate::page::offsets::OffsetMap;
use crate::provenance::{Placement, Provenance, Source, Span};
use crate::signal::{Signal, Statement};
use crate::token::Scope;

/// Whether a tag may spell the type of a licence anywhere, by the bytes that each spelling has and few other tags have: the letters
/// before the `+` are as they are read, or there is a reference.
pub(crate) fn may_have_type(tag: &[u8]) -> bool {
    memchr::memchr2_iter(b'+', b'&', tag).any(|at| {
        let (before, rest) = tag.split_at(at);
        let ends = |letters: &[u8; 3]| letters.eq_ignore_ascii_case(b"rsl");
        rest.first() == Some(&b'&') || before.last_chunk().is_some_and(ends)
    })
}

/// Whether the tag whose name ends at the offset `at` may have the type of a licence, and the offset after the tag;
/// `None` if it is incomplete.
#[inline]
pub(crate) fn license_type(tag: &[u8], at: usize) -> (bool, Option<usize>) {
    let mut may = false;
    let end = tag::attributes(tag, at, |attribute| {
        // Of the attributes of most links only `href` is as long, and begins with another letter.
        if attribute.value.len() >= LICENSE_TYPE.len()
            && attribute.name.len() == TYPE.len()
            && tag
                .get(attribute.name.start)
                .is_some_and(|b| b | 0x20 == b't')
        {
            may |= is_raw_license_type(tag, &attribute);
        }
    });
    (may, end)
}

/// Whether an attribute is a `type` that may be that of a licence.
#[cold]
fn is_raw_license_type(tag: &[u8], attribute: &tag::Attribute) -> bool {
    let name = tag.get(attribute.name.clone()).unwrap_or_default();
    let value = tag.get(attribute.value.clone()).unwrap_or_default();
    // Other types that are as long begin alike, and nothing else has to be looked at.
    if let Some((b"application/", rest)) = value.split_at_checked("application/".len())
        && let [first, second, third, ..] = rest
        && ![first, second, third].iter().any(|b| is_doubtful(**b))
    {
        return [*first, *second, *third].eq_ignore_ascii_case(b"rsl") && is_type(name);
    }
    let start = value.trim_ascii_start();
    let start = start.get(..LICENSE_TYPE.len()).unwrap_or_default();
    is_type(name)
        && (start.eq_ignore_ascii_case(LICENSE_TYPE.as_bytes())
            || value.iter().any(|b| is_doubtful(*b)))
}

fn is_type(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(TYPE)
}

/// A `link` or a `script` that was read from its tag.
pub(crate) struct FoundLink<'a> {
    pub(crate) element: LinkElement<'a>,
    source: &'a Encoded<'a>,
    tag: Range<usize>,
    /// The raw value of `href` in the decoded text, and the way from the decoded value to it.
    href: Range<usize>,
    href_map: OffsetMap,
    /// Whether `href` has a reference by a name that this build may not have.
    lacks_name: bool,
}

impl<'a> FoundLink<'a> {
    /// The element of HTML whose tag is all of `source`.
    pub(crate) fn of_tag(source: &'a Encoded<'a>) -> FoundLink<'a> {
        FoundLink::new(source, 0..source.text.len(), str::eq_ignore_ascii_case)
    }

    /// The element of XHTML with this tag.
    pub(crate) fn of_xml(source: &'a Encoded<'a>, tag: Range<usize>) -> FoundLink<'a> {
        FoundLink::new(source, tag, |a, b| a == b)
    }

    fn new(
        source: &'a Encoded<'a>,
        tag: Range<usize>,
        is_same: fn(&str, &str) -> bool,
    ) -> FoundLink<'a> {
        let text = source.text.get(tag.clone()).unwrap_or_default();
        let [rel, kind, href] = cut(text, ["rel", "type", "href"], is_same, &mut |_| {});
        let decoded = |range: &Option<Range<usize>>| Some(value::decode(text.get(range.clone()?)?));
        let (value, href_map) = decoded(&href).unzip();
        let raw = href.clone().and_then(|range| text.get(range));
        let lacks_name = raw.is_some_and(value::lacks_name);
        let start = tag.start;
        FoundLink {
            element: LinkElement {
                rel: decoded(&rel).map(|(rel, _)| rel),
                kind: decoded(&kind).map(|(kind, _)| kind),
                href: value,
                placement: Placement::Head,
            },
            source,
            tag,
            href: href.map_or(0..0, |href| href.start + start..href.end + start),
            href_map: href_map.unwrap_or_default(),
            lacks_name,
        }
    }

    /// The provenance of a span of the decoded `href`.
    fn word(&self, span: Span) -> Provenance {
        let span = self.href_map.raw(span).shifted(self.href.start);
        self.source.cut(self.of_link(), span)
    }

    /// The provenance of the tag, as that of a link.
    fn whole(&self) -> Provenance {
        self.source.cut(self.of_link(), self.tag.clone().into())
    }

    fn of_link(&self) -> Source {
        Source::LinkElement(self.element.placement)
    }

    /// The provenance of the tag, as that of a licence that the document holds.
    pub(crate) fn of_script(&self) -> Provenance {
        self.source.cut(Source::Rsl, self.tag.clone().into())
    }
}

/// Licences. A link in the body is about its parent element, not about the page (RSL 1.0 §4.6.1); a script counts wherever it
/// is (§4.6.2), where the body is read.
impl MetaRules {
    /// Adds the licence that a link points at, or the diagnostic that it does not count.
    pub(crate) fn read_link(&self, link: &FoundLink<'_>, into: &mut Parsed<Vec<Signal>>) {
        let at = |span: Option<Span>| span.map_or_else(|| link.whole(), |span| link.word(span));
        let before = into.value.len();
        self.read_link_at(&link.element, at, into);
        if link.lacks_name && into.value.len() > before {
            let diagnostic = Diagnostic::new(DiagnosticCode::UnknownReference, link.whole());
            into.diagnostics.push(diagnostic);
        }
    }

    /// [`MetaRules::read_link`] for a link of which only the values are known, with its number.
    pub(crate) fn read_link_values(
        &self,
        link: &LinkElement<'_>,
        number: usize,
        into: &mut Parsed<Vec<Signal>>,
    ) {
        let href = link.href.as_deref().unwrap_or_default();
        let source = Source::LinkElement(link.placement);
        let at = |span: Option<Span>| {
            let span = span.unwrap_or(Span::new(0, href.len()));
            Provenance::from_bytes(source, Some(number), span, href.as_bytes())
        };
        self.read_link_at(link, at, into);
    }

    fn read_link_at(
        &self,
        link: &LinkElement<'_>,
        at: impl Fn(Option<Span>) -> Provenance,
        into: &mut Parsed<Vec<Signal>>,
    ) {
        if !link.is_license() {
            return;
        }
        let href = link.href.as_deref().unwrap_or_default();
        let span = Span::new(0, href.len()).trimmed_in(href);
        if span.is_empty() || !self.counts_license(link.placement) {
            let diagnostic = Diagnostic::new(DiagnosticCode::LicenseNotCounted, at(None));
            return into.diagnostics.push(diagnostic);
        }
        let license = Statement::License(span.text_in(href).into());
        into.value
            .push(Signal::new(Scope::Global, license, at(Some(span))));
    }

    /// Adds the licence that a script holds: `text` is its text with its place, `tag` the place of its tag.
    pub(crate) fn read_script(
        &self,
        placement: Placement,
        tag: &Provenance,
        text: Provenance,
        into: &mut Parsed<Vec<Signal>>,
    ) {
        let license = text.text();
        let fault = if placement != Placement::Body && !self.counts(placement) {
            DiagnosticCode::LicenseNotCounted
        } else if text.span().len() > LONGEST_LICENSE {
            DiagnosticCode::InlineLicenseTooLong
        } else if license.trim_ascii().is_empty() {
            DiagnosticCode::LicenseNotCounted
        } else {
            let license = Statement::InlineLicense(license.into());
            return into.value.push(Signal::new(Scope::Global, license, text));
        };
        into.diagnostics.push(Diagnostic::new(fault, tag.clone()));
    }

    fn counts_license(&self, placement: Placement) -> bool {
        placement != Placement::Body && self.counts(placement)
    }
}

const TYPE: &[u8] = b"type";

/// The most bytes of a licence in a document that are read.
pub(crate) const LONGEST_LICENSE: usize = 64 * 1024;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::page::html::tests::piece;

    proptest! {
        /// Where a tag has the type of a licence, the quick look at its bytes has said that it may.
        #[test]
        fn a_type_is_never_overlooked(
            pieces in prop::collection::vec(piece(include_str!("license/pieces.jsonl")), 0..12),
        ) {
            let tag = format!("<link {}'\">'>\">", pieces.concat());
            let source = Encoded::new(tag.as_bytes(), 0, crate::decode::UTF_8);
            let (may, end) = license_type(tag.as_bytes(), "<link".len());
            let found = FoundLink::new(&source, 0..end.unwrap_or_default(), str::eq_ignore_ascii_case);
            let may = may && may_have_type(tag.as_bytes());
            prop_assert!(may || !found.element.has_license_type(), "{}", tag);
        }
    }
}
