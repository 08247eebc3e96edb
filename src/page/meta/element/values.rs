//! The values of a `meta` element, and the place of their bytes.

use std::borrow::Cow;

use crate::directive::Directive;
use crate::provenance::{Placement, Provenance, Source, Span};

/// The values of a `meta` that may matter, as its tag spells them: undecoded bytes without quotes.
/// `None` if the attribute is missing, empty if it has no value.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RawValues<'a> {
    pub(crate) name: Option<&'a [u8]>,
    pub(crate) property: Option<&'a [u8]>,
    pub(crate) names: Option<&'a [u8]>,
    pub(crate) http_equiv: Option<&'a [u8]>,
    pub(crate) content: Option<&'a [u8]>,
}

/// A `meta` element: its attributes that may matter, decoded, and its placement. All readers give
/// the rules this type, so a meta means the same whether it came from bytes, from a tree or from
/// XML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MetaElement<'a> {
    pub(crate) name: Option<Cow<'a, str>>,
    /// Some authors write it where `name` belongs, as the metas of the Open Graph have it, or else
    /// `names`. Neither counts; a diagnostic says so.
    pub(crate) property: Option<Cow<'a, str>>,
    pub(crate) http_equiv: Option<Cow<'a, str>>,
    pub(crate) content: Option<Cow<'a, str>>,
    /// Whether an attribute has the name of a directive that restricts: a value without quotes ends before it.
    pub(crate) has_stray: bool,
    /// Decided by the reader that found the element.
    pub(crate) placement: Placement,
}

impl MetaElement<'_> {
    /// This element without borrows, to be kept beyond the text that it was read from.
    pub(crate) fn into_owned(self) -> MetaElement<'static> {
        let owned = |value: Option<Cow<'_, str>>| value.map(|value| value.into_owned().into());
        MetaElement {
            name: owned(self.name),
            property: owned(self.property),
            http_equiv: owned(self.http_equiv),
            content: owned(self.content),
            has_stray: self.has_stray,
            placement: self.placement,
        }
    }
}

/// Whether the name of an attribute is a directive that restricts, with marks around it.
pub(crate) fn is_stray(name: &str) -> bool {
    let word = name.trim_matches(['"', '\'', ',', ';']);
    Directive::may_restrict(word.as_bytes()) && Directive::from_name(word).is_some()
}

/// A `link` or a `script`: its attributes that may matter, decoded, and its placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LinkElement<'a> {
    pub(crate) rel: Option<Cow<'a, str>>,
    /// The attribute `type`.
    pub(crate) kind: Option<Cow<'a, str>>,
    pub(crate) href: Option<Cow<'a, str>>,
    pub(crate) placement: Placement,
}

impl LinkElement<'_> {
    /// This element without borrows.
    pub(crate) fn into_owned(self) -> LinkElement<'static> {
        let owned = |value: Option<Cow<'_, str>>| value.map(|value| value.into_owned().into());
        LinkElement {
            rel: owned(self.rel),
            kind: owned(self.kind),
            href: owned(self.href),
            placement: self.placement,
        }
    }

    /// Whether its type is that of a licence, whatever its parameters.
    pub(crate) fn has_license_type(&self) -> bool {
        self.kind.as_deref().is_some_and(is_license_type)
    }

    /// Whether it is a link to a licence. Relations are a set of words in any case (HTML §4.2.4).
    pub(super) fn is_license(&self) -> bool {
        let rel = self.rel.as_deref().unwrap_or_default();
        let mut relations = rel.split(HTML_SPACE);
        relations.any(|relation| relation.eq_ignore_ascii_case("license"))
            && self.has_license_type()
    }
}

/// Whether a decoded type is that of a licence.
fn is_license_type(kind: &str) -> bool {
    let essence = kind.split_once(';').map_or(kind, |(essence, _)| essence);
    essence
        .trim_matches(HTML_SPACE)
        .eq_ignore_ascii_case(LICENSE_TYPE)
}

/// The type of a licence document (RSL 1.0 §4.6).
pub(super) const LICENSE_TYPE: &str = "application/rsl+xml";

/// ASCII white space of HTML, without the vertical tab.
pub(super) const HTML_SPACE: &[char] = &['\t', '\n', '\x0C', '\r', ' '];

/// An element that may state something, of which only the values are known.
#[derive(Clone, Debug)]
pub(crate) enum PageElement<'a> {
    Meta(MetaElement<'a>),
    /// A link of the type of a licence.
    Link(LinkElement<'a>),
    /// A script that holds a licence, with its text.
    Script(Placement, String),
}

/// The bytes of a meta, for the provenance of its signals and diagnostics.
///
/// A meta from the bytes of a document knows them
/// ([`FoundMeta`](crate::page::meta::element::place::FoundMeta)). For a meta of which only the values
/// are known, the content takes their place ([`InContent`]).
pub(crate) trait MetaPlace {
    /// The provenance of a span of the decoded content.
    fn word(&self, span: Span) -> Provenance;
    /// The provenance of the element as a whole.
    fn element(&self) -> Provenance;
}

/// The place of a meta of which only the values are known: spans count in the content.
pub(super) struct InContent<'a> {
    pub(super) element: &'a MetaElement<'a>,
    /// Its number among all metas from 1 on, which takes the place of the line.
    pub(super) number: usize,
}

impl MetaPlace for InContent<'_> {
    fn word(&self, span: Span) -> Provenance {
        let content = self.element.content.as_deref().unwrap_or_default();
        Provenance::from_bytes(
            Source::Meta(self.element.placement),
            Some(self.number),
            span,
            content.as_bytes(),
        )
    }

    fn element(&self) -> Provenance {
        if let Some(content) = &self.element.content {
            return self.word(Span::new(0, content.len()));
        }
        // There are no bytes to point at, but a name to show.
        let name = self.element.name.as_deref().unwrap_or_default();
        let source = Source::Meta(self.element.placement);
        Provenance::new(source, Some(self.number), Span::default(), name)
    }
}
