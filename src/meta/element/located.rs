//! A meta in the bytes of its document.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use encoding_rs::Encoding;

use crate::html::offsets::OffsetMap;
use crate::html::swar;
use crate::html::tag;
use crate::html::value;
use crate::meta::element::values::{MetaElement, Place, RawValues};
use crate::provenance::{Placement, Provenance, Source, Span};

/// A meta that was read from its tag, and knows the place of each of its words.
pub(crate) struct FoundMeta<'a> {
    pub(crate) element: MetaElement<'a>,
    source: &'a Encoded<'a>,
    /// The tag, and the raw value of `content`, in the decoded text.
    tag: Range<usize>,
    content: Range<usize>,
    /// From the decoded value to the raw one.
    value_map: OffsetMap,
}

impl<'a> FoundMeta<'a> {
    /// The meta that is all of `source`.
    pub(crate) fn of_tag(source: &'a Encoded<'a>) -> FoundMeta<'a> {
        FoundMeta::new(source, 0..source.text.len(), str::eq_ignore_ascii_case)
    }

    /// The meta of this tag; XML distinguishes upper and lower case.
    pub(crate) fn of_xml(source: &'a Encoded<'a>, tag: Range<usize>) -> FoundMeta<'a> {
        FoundMeta::new(source, tag, |a, b| a == b)
    }

    fn new(
        source: &'a Encoded<'a>,
        tag: Range<usize>,
        is_same: fn(&str, &str) -> bool,
    ) -> FoundMeta<'a> {
        let text = source.text.get(tag.clone()).unwrap_or_default();
        let mut values: [Option<Range<usize>>; NAMES.len()] = [const { None }; NAMES.len()];
        let at = tag::name_end(text.as_bytes());
        tag::attributes(text.as_bytes(), at, |attribute| {
            let name = text.get(attribute.name).unwrap_or_default();
            let known = NAMES.iter().position(|known| is_same(known, name));
            if let Some(slot) = known.and_then(|i| values.get_mut(i)) {
                slot.get_or_insert(attribute.value);
            }
        });
        let [name, property, http_equiv, content] = values;
        let decoded = |range: &Option<Range<usize>>| {
            let (text, map) = value::decode(text.get(range.clone()?)?);
            Some((text, map))
        };
        let (value, value_map) = decoded(&content).unzip();
        let start = tag.start;
        FoundMeta {
            element: MetaElement {
                name: decoded(&name).map(|(name, _)| name),
                property: decoded(&property).map(|(property, _)| property),
                http_equiv: decoded(&http_equiv).map(|(keyword, _)| keyword),
                content: value,
                placement: Placement::Head,
            },
            source,
            tag,
            content: content.map_or(0..0, |c| c.start + start..c.end + start),
            value_map: value_map.unwrap_or_default(),
        }
    }

    fn source(&self) -> Source {
        Source::Meta(self.element.placement)
    }
}

impl Place for FoundMeta<'_> {
    fn word(&self, span: Span) -> Provenance {
        let span = self.value_map.raw(span).shifted(self.content.start);
        self.source.cut(self.source(), span)
    }

    fn element(&self) -> Provenance {
        self.source.cut(self.source(), self.tag.clone().into())
    }
}

/// A stretch of the document, decoded, that finds back to its bytes.
pub(crate) struct Encoded<'a> {
    bytes: &'a [u8],
    at: usize,
    encoding: &'static Encoding,
    pub(crate) text: Cow<'a, str>,
    map: OnceCell<OffsetMap>,
}

impl<'a> Encoded<'a> {
    /// The part of a document from the byte `at` on.
    pub(crate) fn new(bytes: &'a [u8], at: usize, encoding: &'static Encoding) -> Encoded<'a> {
        Encoded {
            bytes,
            at,
            encoding,
            text: encoding.decode_without_bom_handling(bytes).0,
            map: OnceCell::new(),
        }
    }

    /// The bytes of a span of the text, counted from the first.
    pub(crate) fn raw(&self, span: Span) -> Span {
        if let Cow::Borrowed(_) = &self.text {
            return span;
        }
        let map = || OffsetMap::of_encoding(self.bytes, self.encoding);
        self.map.get_or_init(map).raw(span)
    }

    /// The place of a span of the text.
    pub(crate) fn cut(&self, source: Source, span: Span) -> Provenance {
        let raw = self.raw(span);
        let (text, _) = self
            .encoding
            .decode_without_bom_handling(raw.of(self.bytes));
        Provenance::new(source, None, raw.shifted(self.at), &text)
    }
}

/// The values that may matter among the attributes of a tag whose name ends before the byte `at`, and where the
/// tag ends. The first of equal names wins (§13.2.5.33).
#[inline]
pub(crate) fn raw_values(bytes: &[u8], at: usize) -> (RawValues<'_>, Option<usize>) {
    let mut values = RawValues::default();
    let end = tag::attributes(bytes, at, |attribute| {
        let name = bytes.get(attribute.name.clone()).unwrap_or_default();
        let slot = match swar::lower_word(bytes, &attribute.name) {
            Some(NAME) => &mut values.name,
            Some(CONTENT) => &mut values.content,
            Some(PROPERTY) => &mut values.property,
            None if name.eq_ignore_ascii_case(b"http-equiv") => &mut values.http_equiv,
            _ => return,
        };
        slot.get_or_insert(bytes.get(attribute.value).unwrap_or_default());
    });
    (values, end)
}

const NAME: u64 = swar::packed(b"name");
const CONTENT: u64 = swar::packed(b"content");
const PROPERTY: u64 = swar::packed(b"property");

/// The attributes that may matter.
const NAMES: [&str; 4] = ["name", "property", "http-equiv", "content"];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn encoded(text: &str) -> Encoded<'_> {
        Encoded::new(text.as_bytes(), 10, encoding_rs::UTF_8)
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
            pieces in prop::collection::vec(prop::sample::select(PIECES), 0..12),
        ) {
            let html = format!("<meta {}'\">'>\">", pieces.concat());
            let (first, len) = value::first_tag(&html);
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

    const PIECES: &[&str] = &[
        "name",
        "NAME=",
        "content",
        "content=",
        "http-equiv=",
        "property=",
        "=",
        "'",
        "\"",
        " ",
        "\t",
        "\r",
        "\n",
        "\x0c",
        "/",
        "\0",
        "&",
        "&amp",
        "&amp;",
        "&#105;",
        "&#x69",
        "&#",
        "&#0;",
        "&#x80;",
        "&notit;",
        "&not",
        "&comma;",
        "&semi;",
        "&#x3B;",
        "&#59;",
        "&#x30",
        "&#x39;",
        "&#57",
        "&num;",
        "#",
        "0",
        ";",
        "a",
        "Z",
        "\u{e9}",
        "\u{1f600}",
        "<",
        "x=y",
    ];
}
