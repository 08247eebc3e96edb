//! A meta in the bytes of its document.
//!
//! **What it is.** A diagnostic quotes bytes, but the words of a `content` are read from text that
//! was decoded twice: from the encoding of the document, and then from references such as `&#105;`.
//! Two maps lead back. [`FoundMeta`] has one from the decoded value to its spelling in the tag, and
//! [`Encoded`] one from the decoded tag to the bytes of the document. [`MetaPlace::word`] applies them
//! one after the other.
//!
//! ```text
//! bytes   <meta name=robots content="no&#105;ndex">     in any encoding, at byte `at` of the document
//! text    the same characters, in UTF-8                 Encoded::raw: text to bytes
//! value   noindex                                       value_map: value to text
//! ```
//!
//! **Invariants.** A span covers whole characters and whole references, so the quoted text can be
//! read again with the same result. Both maps are made only when needed: the first is empty for a
//! value without references, the second is made for the first word of a tag that is not ASCII. The
//! quoted text is decoded from the bytes of the span, never taken from the value.
//!
//! **What breaks if touched.** Spans that point a few bytes beside their word, and only in
//! documents with references or in multi-byte encodings.
//!
//! **Which test notices.** `check_spans` in `tests/all/meta_harness.rs`, which every comparison of
//! documents calls, reads the bytes of each span again; `tests/cases.rs` compares the text of every
//! statement of the fixtures with its bytes; the property below compares values with those of
//! html5ever's tokenizer.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use crate::decode::Encoding;

use crate::decode::decode;
use crate::page::html::tag;
use crate::page::html::value;
use crate::page::meta::element::values::{MetaElement, MetaPlace, is_stray};
use crate::page::offsets::OffsetMap;
use crate::provenance::{Placement, Provenance, Source, Span};

/// A meta that was read from its tag, and knows the place of each of its words.
pub(crate) struct FoundMeta<'a> {
    /// The values, decoded. The placement is that of a head until the caller sets another.
    pub(crate) element: MetaElement<'a>,
    /// The text that the ranges below count in.
    source: &'a Encoded<'a>,
    /// The tag in the decoded text.
    tag: Range<usize>,
    /// The raw value of `content` in the decoded text.
    content: Range<usize>,
    /// From the decoded value to the raw one.
    value_map: OffsetMap,
    /// Whether the name has a reference by a name that this build may not have.
    name_lacks: bool,
    /// Whether the content has one.
    content_lacks: bool,
}

impl<'a> FoundMeta<'a> {
    /// The meta of HTML whose tag is all of `source`.
    pub(crate) fn of_tag(source: &'a Encoded<'a>) -> FoundMeta<'a> {
        FoundMeta::new(source, 0..source.text.len(), str::eq_ignore_ascii_case)
    }

    /// The meta of XHTML with this tag. XML distinguishes upper and lower case in the names of
    /// attributes.
    pub(crate) fn of_xml(source: &'a Encoded<'a>, tag: Range<usize>) -> FoundMeta<'a> {
        FoundMeta::new(source, tag, |a, b| a == b)
    }

    /// The meta with this tag as a reader that does not know XML has it.
    pub(crate) fn in_any_case(source: &'a Encoded<'a>, tag: Range<usize>) -> FoundMeta<'a> {
        FoundMeta::new(source, tag, str::eq_ignore_ascii_case)
    }

    /// Cuts the tag and decodes the values that may matter.
    fn new(
        source: &'a Encoded<'a>,
        tag: Range<usize>,
        is_same: fn(&str, &str) -> bool,
    ) -> FoundMeta<'a> {
        let text = source.text.get(tag.clone()).unwrap_or_default();
        let mut has_stray = false;
        let other = &mut |name: &str| has_stray |= is_stray(name);
        let values = cut(text, NAMES, is_same, other);
        let [name, property, names, http_equiv, content] = values;
        let decoded = |range: &Option<Range<usize>>| {
            let (text, map) = value::decode(text.get(range.clone()?)?);
            Some((text, map))
        };
        let lacks = |range: &Option<Range<usize>>| {
            let raw = range.clone().and_then(|range| text.get(range));
            raw.is_some_and(value::lacks_name)
        };
        let (name_lacks, content_lacks) = (lacks(&name), lacks(&content));
        let (value, value_map) = decoded(&content).unzip();
        let start = tag.start;
        FoundMeta {
            name_lacks,
            content_lacks,
            element: MetaElement {
                name: decoded(&name).map(|(name, _)| name),
                property: decoded(&property.or(names)).map(|(property, _)| property),
                http_equiv: decoded(&http_equiv).map(|(keyword, _)| keyword),
                content: value,
                has_stray,
                placement: Placement::Head,
            },
            source,
            tag,
            content: content.map_or(0..0, |c| c.start + start..c.end + start),
            value_map: value_map.unwrap_or_default(),
        }
    }

    /// Whether what it states depends on a name that this build may not have. A character beyond ASCII decides which client a meta
    /// addresses; in a content it matters only if the meta states anything (`matters`), which no such character decides.
    pub(crate) fn lacks_name(&self, matters: bool) -> bool {
        self.name_lacks || matters && self.content_lacks
    }

    fn source(&self) -> Source {
        Source::Meta(self.element.placement)
    }
}

impl MetaPlace for FoundMeta<'_> {
    fn word(&self, span: Span) -> Provenance {
        let span = self.value_map.raw(span).shifted(self.content.start);
        self.source.cut(self.source(), span)
    }

    fn element(&self) -> Provenance {
        self.source.cut(self.source(), self.tag.clone().into())
    }
}

/// The values of these attributes in a tag, raw. The first of equal names wins (§13.2.5.33, R-92). `other` gets all other names.
pub(super) fn cut<const N: usize>(
    tag: &str,
    names: [&str; N],
    is_same: fn(&str, &str) -> bool,
    other: &mut dyn FnMut(&str),
) -> [Option<Range<usize>>; N] {
    let mut values = [const { None }; N];
    let at = tag::name_end(tag.as_bytes());
    tag::attributes(tag.as_bytes(), at, |attribute| {
        let name = tag.get(attribute.name).unwrap_or_default();
        let known = names.iter().position(|known| is_same(known, name));
        match known.and_then(|i| values.get_mut(i)) {
            Some(slot) => _ = slot.get_or_insert(attribute.value),
            None => other(name),
        }
    });
    values
}

/// A part of the document, decoded, that finds back to its bytes.
pub(crate) struct Encoded<'a> {
    bytes: &'a [u8],
    /// The offset of the first of the bytes in the document.
    at: usize,
    encoding: &'static Encoding,
    /// Borrowed exactly if the bytes are UTF-8 or ASCII already: then every offset is its own raw
    /// offset.
    pub(crate) text: Cow<'a, str>,
    /// Made for the first span that needs it.
    map: OnceCell<OffsetMap>,
}

impl<'a> Encoded<'a> {
    /// Decodes the bytes that begin at offset `at` of the document. A byte order mark is not
    /// removed.
    pub(crate) fn new(bytes: &'a [u8], at: usize, encoding: &'static Encoding) -> Encoded<'a> {
        Encoded {
            bytes,
            at,
            encoding,
            text: decode(encoding, bytes).0,
            map: OnceCell::new(),
        }
    }

    /// The bytes of a span of the text, counted from the first of these bytes.
    pub(crate) fn raw(&self, span: Span) -> Span {
        if let Cow::Borrowed(_) = &self.text {
            return span;
        }
        let map = || OffsetMap::of_encoding(self.bytes, self.encoding);
        self.map.get_or_init(map).raw(span)
    }

    /// The provenance of a span of the text: its bytes counted in the document, and their text.
    pub(crate) fn cut(&self, source: Source, span: Span) -> Provenance {
        let raw = self.raw(span);
        let (text, _) = decode(self.encoding, raw.of(self.bytes));
        Provenance::new(source, None, raw.shifted(self.at), &text)
    }
}

/// The attributes that may matter, in the order in which [`FoundMeta::new`] takes them apart.
const NAMES: [&str; 5] = ["name", "property", "names", "http-equiv", "content"];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::page::html::oracle::first_tag;
    use crate::page::html::tests::piece;

    fn encoded(text: &str) -> Encoded<'_> {
        Encoded::new(text.as_bytes(), 10, crate::decode::UTF_8)
    }

    #[test]
    fn r_92_the_first_of_equal_names_wins() {
        let source = encoded("<meta content=a NAME=b Content=c name=d>");
        let meta = FoundMeta::of_tag(&source);
        assert_eq!(meta.element.name.as_deref(), Some("b"));
        assert_eq!(meta.element.content.as_deref(), Some("a"));
    }

    proptest! {
        #[test]
        fn r_92_the_values_are_those_of_the_tokenizer(
            pieces in prop::collection::vec(piece(include_str!("place/pieces.jsonl")), 0..12),
        ) {
            let html = format!("<meta {}'\">'>\">", pieces.concat());
            // A build without all names does not know the value.
            if value::lacks_name(&html) {
                return Ok(());
            }
            let (first, len) = first_tag(&html);
            let tag = html.get(..len).unwrap_or_default();
            let source = encoded(tag);
            let meta = FoundMeta::of_tag(&source);
            let of = |name: &str| {
                let found = first.iter().find(|(n, _)| n == name);
                found.map(|(_, value)| value.as_str())
            };
            prop_assert_eq!(meta.element.name.as_deref(), of("name"), "{:?}", tag);
            prop_assert_eq!(meta.element.property.as_deref(), of("property"), "{:?}", tag);
            prop_assert_eq!(meta.element.content.as_deref(), of("content"), "{:?}", tag);
            prop_assert_eq!(meta.element.http_equiv.as_deref(), of("http-equiv"), "{:?}", tag);
        }
    }
}
