//! The open elements of an XHTML document, and the namespaces of their names.
//!
//! In XML there are no insertion modes: a meta is where its tags put it. Its element must be in the
//! namespace of XHTML, by whatever prefix (`<h:meta xmlns:h="http://www.w3.org/1999/xhtml">` is
//! one). The head is a `head` that is a child of the root `html`; it is over when it is closed or a
//! `body` is opened. Template and noscript keep everything that is in them.
//!
//! Invariants: `open` mirrors the tags that were read, and the bindings of an element end with it. Work
//! is in proportion to the tags: no look-up walks the open elements.
//! `r_103_every_row_holds` in `tests/all/meta_xhtml.rs` has documents for each of these rules.

use quick_xml::events::BytesStart;

use crate::page::xml::Bindings;
use crate::provenance::Placement;

/// The open elements. They decide whether a meta is in the head.
#[derive(Debug)]
pub(crate) struct XmlTree {
    open: Vec<OpenXmlElement>,
    /// The prefixes of the namespace of XHTML.
    bindings: Bindings,
    /// Whether the document is read past its head, because metas in the body count.
    past_head: bool,
    head_over: bool,
    /// Whether the root element has been opened.
    was_opened: bool,
}

/// An open element.
#[derive(Debug)]
struct OpenXmlElement {
    /// Its name with its prefix, to be compared with that of the end tag.
    name: String,
    inside: Inside,
    /// The prefixes that its tag bound, with duplicates if it could have any.
    bound: Vec<String>,
}

/// The part of the document that the children of an element belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inside {
    /// Children of the root `html`: a head or a body may come.
    Root,
    /// The head.
    Head,
    /// A noscript, in the head or elsewhere. XML has no special case for it: its content is
    /// elements.
    Noscript,
    /// A template.
    Template,
    /// The body, or anything else.
    Other,
}

/// The element that a tag opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opened {
    Meta(Placement),
    Link(Placement),
    Script(Placement),
    Other,
}

impl XmlTree {
    /// A document of which nothing was read; `past_head` if its body is to be read as well.
    pub(crate) fn new(past_head: bool) -> XmlTree {
        XmlTree {
            open: Vec::new(),
            bindings: Bindings::new(XHTML),
            past_head,
            head_over: false,
            was_opened: false,
        }
    }

    /// Whether the rest of the document can be ignored.
    pub(crate) fn is_over(&self) -> bool {
        (self.head_over && !self.past_head) || self.is_closed()
    }

    /// Ends the reading here, as if the document had ended.
    pub(crate) fn abandon(&mut self) {
        self.head_over = true;
        self.past_head = false;
    }

    /// Whether the root element has ended.
    pub(crate) fn is_closed(&self) -> bool {
        self.was_opened && self.open.is_empty()
    }

    /// Opens an element; `None` if its tag is not well-formed.
    pub(crate) fn open(&mut self, start: &BytesStart<'_>) -> Option<Opened> {
        let bound = self.bindings.bind(start)?;
        let name = start.name();
        let is_xhtml = self.bindings.is_inside(&name).unwrap_or(false);
        let local = name.local_name();
        let local = if is_xhtml { local.into_inner() } else { "" };
        let parent = self.open.last().map(|open| open.inside);
        let inside = inside(parent, local);
        if parent == Some(Inside::Root) && matches!(local, "body" | "frameset") {
            self.head_over = true;
        }
        self.was_opened = true;
        self.open.push(OpenXmlElement {
            name: name.into_inner().to_owned(),
            inside,
            bound,
        });
        Some(match local {
            "meta" => Opened::Meta(placement(parent)),
            "link" => Opened::Link(placement(parent)),
            "script" => Opened::Script(placement(parent)),
            _ => Opened::Other,
        })
    }

    /// Whether the element of this tag, which was opened, is one of XHTML.
    #[cfg(feature = "parts")]
    pub(crate) fn is_xhtml(&self, start: &BytesStart<'_>) -> bool {
        self.bindings.is_inside(&start.name()).unwrap_or(false)
    }

    /// Closes an element; false if it is not the one that is open.
    pub(crate) fn close(&mut self, name: &str) -> bool {
        let Some(open) = self.open.pop() else {
            return false;
        };
        self.bindings.unbind(open.bound);
        let parent = self.open.last().map(|open| open.inside);
        self.head_over |= open.inside == Inside::Head && parent == Some(Inside::Root);
        open.name == name
    }
}

/// The part that the children of a new element belong to. The first `html` holds head and body;
/// template and noscript keep all that is in them.
fn inside(parent: Option<Inside>, local: &str) -> Inside {
    match (parent, local) {
        (Some(Inside::Template), _) | (Some(_), "template") => Inside::Template,
        (Some(Inside::Noscript), _) | (Some(_), "noscript") => Inside::Noscript,
        (Some(Inside::Head), _) | (Some(Inside::Root), "head") => Inside::Head,
        (None, "html") => Inside::Root,
        _ => Inside::Other,
    }
}

/// The placement of a meta whose parent's children belong to this part.
fn placement(parent: Option<Inside>) -> Placement {
    match parent {
        Some(Inside::Head) => Placement::Head,
        Some(Inside::Noscript) => Placement::Noscript,
        Some(Inside::Template) => Placement::Template,
        Some(Inside::Root | Inside::Other) | None => Placement::Body,
    }
}

/// The namespace of XHTML; a prefix that is bound to anything else hides the element.
const XHTML: &str = "http://www.w3.org/1999/xhtml";
