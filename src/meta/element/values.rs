//! The values of a `meta` element, and where their bytes are.

use std::borrow::Cow;

use crate::provenance::{Placement, Provenance, Source, Span};

/// The values of a `meta` that may matter, as its tag spells them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RawValues<'a> {
    pub(crate) name: Option<&'a [u8]>,
    pub(crate) property: Option<&'a [u8]>,
    pub(crate) http_equiv: Option<&'a [u8]>,
    pub(crate) content: Option<&'a [u8]>,
}

/// A `meta` element: its attributes that may matter, decoded, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MetaElement<'a> {
    pub(crate) name: Option<Cow<'a, str>>,
    /// Which some write where `name` belongs, as the metas of the Open Graph have it.
    pub(crate) property: Option<Cow<'a, str>>,
    pub(crate) http_equiv: Option<Cow<'a, str>>,
    pub(crate) content: Option<Cow<'a, str>>,
    pub(crate) placement: Placement,
}

impl MetaElement<'_> {
    /// The same, kept beyond the text that it was read from.
    pub(crate) fn into_owned(self) -> MetaElement<'static> {
        let owned = |value: Option<Cow<'_, str>>| value.map(|value| value.into_owned().into());
        MetaElement {
            name: owned(self.name),
            property: owned(self.property),
            http_equiv: owned(self.http_equiv),
            content: owned(self.content),
            placement: self.placement,
        }
    }
}

/// Where the bytes of a meta are.
pub(crate) trait Place {
    /// The bytes of a span of the decoded content.
    fn word(&self, span: Span) -> Provenance;
    /// The bytes of the element.
    fn element(&self) -> Provenance;
}

/// For metas of which only the values are known: spans count in the content.
pub(super) struct InContent<'a> {
    pub(super) element: &'a MetaElement<'a>,
    /// Which of the metas it is.
    pub(super) index: usize,
}

impl Place for InContent<'_> {
    fn word(&self, span: Span) -> Provenance {
        let content = self.element.content.as_deref().unwrap_or_default();
        Provenance::from_bytes(
            Source::Meta(self.element.placement),
            Some(self.index),
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
        Provenance::new(source, Some(self.index), Span::default(), name)
    }
}
