//! The links of a page, with the words of `rel`.

use std::ops::Range;

use html5ever::{LocalName, local_name};
use url::Url;

use super::arena::NodeId;
use super::marks::NONE;
use crate::page::html::tag::{self, Attribute};
use crate::page::html::tokenizer::Tag;
use crate::page::html::value;
use crate::part_mark::{LinkElement, Rel};
use crate::provenance::Span;

/// A link, with what is stated about following it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub(super) address: Result<Box<str>, Box<str>>,
    pub(super) element: LinkElement,
    pub(super) rel: Vec<Rel>,
    pub(super) span: Span,
}

impl Link {
    /// The URL, resolved.
    ///
    /// # Errors
    /// The text of the attribute, which is no URL.
    pub fn address(&self) -> Result<&str, &str> {
        self.address.as_deref().map_err(|text| &**text)
    }

    /// The element that it is.
    pub fn element(&self) -> LinkElement {
        self.element
    }

    /// The words of `rel` about following it, each once.
    pub fn rel(&self) -> &[Rel] {
        &self.rel
    }

    /// The bytes of its tag.
    pub fn span(&self) -> Span {
        self.span
    }
}

/// A link or a `base` as it was found.
#[derive(Clone, Debug)]
pub(super) struct RawLink {
    pub(super) tag: Range<usize>,
    /// `None` for a `base`.
    pub(super) element: Option<LinkElement>,
    pub(super) node: NodeId,
}

impl RawLink {
    /// The link of a start tag.
    pub(super) fn of(tag: &Tag, name: &LocalName, node: NodeId) -> Option<RawLink> {
        let element = match *name {
            local_name!("a") => Some(LinkElement::A),
            local_name!("area") => Some(LinkElement::Area),
            local_name!("form") => Some(LinkElement::Form),
            local_name!("base") => None,
            _ => return None,
        };
        let tag = tag.place.clone();
        Some(RawLink { tag, element, node })
    }

    /// The link of a tag of XHTML.
    pub(super) fn of_xml(tag: Range<usize>, name: &str) -> Option<RawLink> {
        let element = match name {
            "base" => None,
            name => Some(name.parse().ok()?),
        };
        let node = NONE;
        Some(RawLink { tag, element, node })
    }

    pub(super) fn is_base(&self) -> bool {
        self.element.is_none()
    }

    /// The address as it is written, and the words of `rel`.
    pub(super) fn read(&self, tag: &str) -> (Option<String>, Vec<Rel>) {
        let wanted = match self.element {
            Some(LinkElement::Form) => "action",
            _ => "href",
        };
        let (mut address, mut linked, mut rel) = (None, None, None);
        let text = |range: Range<usize>| tag.get(range).unwrap_or_default();
        let decoded = |range| value::decode(text(range)).0.into_owned();
        tag::attributes(tag.as_bytes(), tag::name_end(tag.as_bytes()), |attribute| {
            let Attribute { name, value, .. } = attribute;
            let slot = match text(name).to_ascii_lowercase().as_str() {
                "rel" => &mut rel,
                "xlink:href" => &mut linked,
                name if name == wanted => &mut address,
                _ => return,
            };
            slot.get_or_insert_with(|| decoded(value));
        });
        (address.or(linked), words(&rel.unwrap_or_default()))
    }
}

/// The words of `rel` that are about following. Google documents that commas part them too.
fn words(rel: &str) -> Vec<Rel> {
    let mut found = Vec::new();
    for word in rel.split(|c: char| c.is_ascii_whitespace() || c == ',') {
        let word = word.to_ascii_lowercase().parse();
        found.extend(word.ok().filter(|rel| !found.contains(rel)));
    }
    found
}

/// A link from its page, and from the `base` of that.
pub(super) struct Origin(Option<Url>);

impl Origin {
    pub(super) fn new(address: &str, base: Option<&str>) -> Origin {
        let page = Url::parse(address).ok();
        let based = base.and_then(|base| match &page {
            Some(page) => page.join(base).ok(),
            None => Url::parse(base).ok(),
        });
        // A `base` of another scheme counts for nothing (HTML §4.2.3).
        let based = based.filter(|url| !matches!(url.scheme(), "data" | "javascript"));
        Origin(based.or(page))
    }

    /// The address that a text leads to.
    pub(super) fn resolve(&self, text: String) -> Result<Box<str>, Box<str>> {
        let url = match &self.0 {
            Some(origin) => origin.join(&text),
            None => Url::parse(&text),
        };
        match url {
            Ok(url) => Ok(url.as_str().into()),
            Err(_) => Err(text.into()),
        }
    }
}
