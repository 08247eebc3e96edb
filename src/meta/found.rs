//! A meta in the bytes of its document.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use encoding_rs::Encoding;

use super::map::OffsetMap;
use super::rules::{MetaElement, Place};
use super::tag::{self, is_space};
use super::value;
use crate::provenance::{Placement, Provenance, Source, Span};

/// A meta that was read from its tag, and knows where each of its words stands.
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
    /// The meta at the end of `source`, in front of which is nothing but text.
    pub(crate) fn last(source: &'a Encoded<'a>) -> Option<FoundMeta<'a>> {
        let tag = start_of_meta(&source.text)?..source.text.len();
        Some(FoundMeta::new(source, tag, str::eq_ignore_ascii_case))
    }

    /// The meta of this tag; XML tells upper from lower case.
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
        let [name, http_equiv, content] = values;
        let decoded = |range: &Option<Range<usize>>| {
            let (text, map) = value::decode(text.get(range.clone()?)?);
            Some((text, map))
        };
        let (value, value_map) = decoded(&content).unzip();
        let start = tag.start;
        FoundMeta {
            element: MetaElement {
                name: decoded(&name).map(|(name, _)| name),
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
    /// What stands from the byte `at` of the document on.
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

/// The bytes in front of the end tag that ends the raw text of the element `name`; all, where there is none.
pub(crate) fn before_end_tag<'a>(
    bytes: &'a [u8],
    name: &str,
    encoding: &'static Encoding,
) -> &'a [u8] {
    let source = Encoded::new(bytes, 0, encoding);
    let end = tags(&source.text).find(|at| {
        let behind = source.text.get(at + 1..).unwrap_or_default();
        behind
            .strip_prefix('/')
            .is_some_and(|behind| is_named(behind, name))
    });
    match end {
        Some(end) => source.raw(Span::new(0, end)).of(bytes),
        None => bytes,
    }
}

/// Where the tag of a meta begins in text that is data, not raw text.
fn start_of_meta(text: &str) -> Option<usize> {
    let mut behind_section = 0;
    tags(text).find(|at| {
        let rest = text.get(*at..).unwrap_or_default();
        if *at >= behind_section && rest.starts_with(SECTION) {
            behind_section = rest.find("]]>").map_or(text.len(), |end| at + end);
        }
        *at >= behind_section && rest.get(1..).is_some_and(|rest| is_named(rest, "meta"))
    })
}

fn tags(text: &str) -> impl Iterator<Item = usize> + '_ {
    memchr::memchr_iter(b'<', text.as_bytes())
}

fn is_named(tag: &str, name: &str) -> bool {
    let (prefix, delimiter) = match tag.as_bytes().split_at_checked(name.len()) {
        Some((prefix, rest)) => (prefix, rest.first()),
        None => return false,
    };
    prefix.eq_ignore_ascii_case(name.as_bytes())
        && delimiter.is_some_and(|b| is_space(*b) || matches!(b, b'/' | b'>'))
}

/// The attributes that may matter.
const NAMES: [&str; 3] = ["name", "http-equiv", "content"];

/// Among text of foreign elements, the start of a section in which nothing is a tag.
const SECTION: &str = "<![CDATA[";

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn encoded(text: &str) -> Encoded<'_> {
        Encoded::new(text.as_bytes(), 10, encoding_rs::UTF_8)
    }

    #[test]
    fn the_tag_is_found_behind_text() {
        for text in [
            "x < <meta-x <meta name=robots content=noindex>",
            "<![CDATA[<meta x=\"]]><META name=robots content='noindex'>",
        ] {
            let source = encoded(text);
            let meta = FoundMeta::last(&source).unwrap();
            assert_eq!(meta.element.name.as_deref(), Some("robots"));
            assert_eq!(meta.word(Span::new(0, 7)).text(), "noindex");
            assert_eq!(
                meta.word(Span::new(0, 7)).span().start,
                10 + text.find("noindex").unwrap()
            );
            assert!(
                meta.element()
                    .text()
                    .to_ascii_lowercase()
                    .starts_with("<meta name")
            );
        }
    }

    #[test]
    fn r_92_the_first_of_equal_names_wins() {
        let source = encoded("<meta content=a NAME=b Content=c name=d>");
        let meta = FoundMeta::last(&source).unwrap();
        assert_eq!(meta.element.name.as_deref(), Some("b"));
        assert_eq!(meta.element.content.as_deref(), Some("a"));
    }

    #[test]
    fn raw_text_ends_at_its_own_end_tag() {
        let cut = |text| before_end_tag(text, "noscript", encoding_rs::UTF_8);
        assert_eq!(cut(b"a</noscripts></NoScript \n>"), b"a</noscripts>");
        assert_eq!(cut(b"a</noscript"), b"a</noscript");
        let wide: Vec<u8> = "a</noscript>".bytes().flat_map(|b| [b, 0]).collect();
        assert_eq!(
            before_end_tag(&wide, "noscript", encoding_rs::UTF_16LE),
            b"a\0"
        );
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
            let meta = FoundMeta::last(&source).unwrap();
            let of = |name: &str| {
                let found = first.iter().find(|(n, _)| n == name);
                found.map(|(_, value)| value.as_str())
            };
            prop_assert_eq!(meta.element.name.as_deref(), of("name"), "{:?}", tag);
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
