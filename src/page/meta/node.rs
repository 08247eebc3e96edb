//! The knowledge of a tree sink about a node: enough to find the place of a meta.
//!
//! A sink around another one sees the calls of the tree builder, but not the tree. Five facts about
//! the nodes are enough: the head, the body, the open templates, the open noscripts, and the attributes
//! of a meta. All other nodes have no [`Node`] at all, and cost
//! nothing.
//!
//! The place of a meta is certain when the builder inserts it: a child of the head is in the head,
//! and anything that is inserted while a template is open belongs to that template. Parents are of
//! no use for the second question, because the adoption agency builds subtrees from below, and an
//! element may be inserted into a parent that is not in the document yet. So open templates are
//! *counted* by [`OpenCounts`], as html5ever creates and drops their handles.
//! `r_90_a_template_never_counts` and the fixtures `html/r-90-*` have such documents;
//! `tests/all/meta_oracle.rs` compares with a real tree.

use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;

use html5ever::{Attribute, LocalName, QualName, local_name, ns};

use crate::page::meta::element::values::{LinkElement, MetaElement, is_stray};
use crate::provenance::Placement;

/// A note of the sink, in document order.
#[derive(Clone, Debug)]
pub(crate) enum Noted {
    /// A meta was inserted.
    Meta(MetaElement<'static>),
    /// A link of the type of a licence was inserted.
    Link(LinkElement<'static>),
    /// A script of the type of a licence was inserted. Its text is complete only later.
    Script(Rc<TextElement>),
    /// A noscript was inserted. Its text, if it gets one, is complete only later.
    Noscript(Rc<TextElement>),
    /// A `body` or a `frameset` was created.
    Body,
    /// A `frameset` replaced the body, and the metas in it.
    BodyGone,
}

/// The facts about a node while the tree builder holds it.
#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    /// The note about a meta, a link or a script until it has its place. It is taken then: a node that
    /// is moved later is not noted twice.
    held: RefCell<Option<Noted>>,
    /// A noscript, or a script that holds a licence. Shared with its note, because the text arrives after the note.
    text: Option<Rc<TextElement>>,
    /// Counts the node as open until it is dropped.
    _counted: Option<Counted>,
}

/// The elements that decide about the place of a meta.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum NodeKind {
    #[default]
    Other,
    Head,
    /// `body` or `frameset`: the head is over.
    Body,
    Noscript,
    Template,
}

impl NodeKind {
    /// The kind of an element with this name. An SVG element called `template` is none.
    fn of(name: &QualName) -> NodeKind {
        if name.ns != ns!(html) {
            return NodeKind::Other;
        }
        match name.local {
            local_name!("head") => NodeKind::Head,
            local_name!("body") | local_name!("frameset") => NodeKind::Body,
            local_name!("noscript") => NodeKind::Noscript,
            local_name!("template") => NodeKind::Template,
            _ => NodeKind::Other,
        }
    }
}

/// The number of templates and of noscripts that are open.
///
/// Everything that is inserted while a template is open belongs to it, whatever its parent is: the
/// adoption agency builds trees from below, and an element may get its place before its parent has
/// one. The same holds for a noscript.
#[derive(Debug, Default)]
pub(crate) struct OpenCounts {
    templates: Rc<Cell<usize>>,
    noscripts: Rc<Cell<usize>>,
}

impl OpenCounts {
    /// Whether at least one template is open.
    pub(crate) fn is_in_template(&self) -> bool {
        self.templates.get() > 0
    }

    /// Counts a template or a noscript as open as long as the result lives.
    fn counted(&self, kind: NodeKind) -> Option<Counted> {
        let count = match kind {
            NodeKind::Template => &self.templates,
            NodeKind::Noscript => &self.noscripts,
            NodeKind::Other | NodeKind::Head | NodeKind::Body => return None,
        };
        count.set(count.get() + 1);
        Some(Counted(Rc::clone(count)))
    }

    /// The placement of a meta that is inserted now. A template is decisive, then a noscript;
    /// `in_head` is the parent's word.
    fn placement(&self, in_head: bool) -> Placement {
        match (self.templates.get(), self.noscripts.get()) {
            (1.., _) => Placement::Template,
            (0, 1..) => Placement::Noscript,
            (0, 0) if in_head => Placement::Head,
            (0, 0) => Placement::Body,
        }
    }
}

/// Counts one open element. Only the tree builder holds a node, and drops it where the element is
/// closed.
#[derive(Debug)]
struct Counted(Rc<Cell<usize>>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.set(self.0.get().saturating_sub(1));
    }
}

impl Node {
    /// The facts about an element of this name; `None` for nearly all.
    pub(crate) fn new(
        name: &QualName,
        attributes: &[Attribute],
        open: &OpenCounts,
    ) -> Option<Rc<Node>> {
        let kind = NodeKind::of(name);
        let held = held_of(name, attributes);
        if kind == NodeKind::Other && held.is_none() {
            return None;
        }
        let text = match &held {
            Some(Noted::Script(script)) => Some(Rc::clone(script)),
            _ => (kind == NodeKind::Noscript).then(Rc::default),
        };
        Some(Rc::new(Node {
            kind,
            held: RefCell::new(held),
            text,
            _counted: open.counted(kind),
        }))
    }

    /// The note about a node that has just got its place; `None` if it needs none, or was noted
    /// before.
    pub(crate) fn placed(&self, open: &OpenCounts, in_head: bool) -> Option<Noted> {
        if let Some(noscript) = self
            .text
            .as_ref()
            .filter(|_| self.kind == NodeKind::Noscript)
        {
            let placement = if open.is_in_template() {
                Placement::Template
            } else {
                Placement::Noscript
            };
            noscript.placement.set(placement);
            return Some(Noted::Noscript(Rc::clone(noscript)));
        }
        let mut held = self.held.take()?;
        let placement = open.placement(in_head);
        match &mut held {
            Noted::Meta(meta) => meta.placement = placement,
            Noted::Link(link) => link.placement = placement,
            Noted::Script(script) => script.placement.set(placement),
            Noted::Noscript(_) | Noted::Body | Noted::BodyGone => {}
        }
        Some(held)
    }

    /// Keeps the text of a noscript or of a licence, and ignores that of any other element.
    pub(crate) fn add_text(&self, text: &str) {
        if let Some(element) = &self.text {
            element.text.borrow_mut().push_str(text);
        }
    }
}

/// An element whose text is read: a noscript, whose content is text because the tree builder runs with scripting, or a script that
/// holds a licence.
#[derive(Debug)]
pub(crate) struct TextElement {
    /// Of a noscript that of the metas in its text.
    placement: Cell<Placement>,
    text: RefCell<String>,
}

impl TextElement {
    pub(crate) fn new(placement: Placement) -> TextElement {
        TextElement {
            placement: Cell::new(placement),
            text: RefCell::default(),
        }
    }

    pub(crate) fn placement(&self) -> Placement {
        self.placement.get()
    }

    /// Its text so far; empty if its content is elements.
    pub(crate) fn text(&self) -> Ref<'_, String> {
        self.text.borrow()
    }
}

/// A noscript.
impl Default for TextElement {
    fn default() -> TextElement {
        TextElement::new(Placement::Noscript)
    }
}

/// The note about a `meta` of HTML, or about a `link` or a `script` of a licence. Its placement is set when it gets its
/// place.
fn held_of(name: &QualName, attributes: &[Attribute]) -> Option<Noted> {
    if name.ns != ns!(html) {
        return None;
    }
    let value = |name: LocalName| {
        let found = attributes
            .iter()
            .find(|a| a.name.ns == ns!() && a.name.local == name)?;
        Some(found.value.to_string().into())
    };
    match name.local {
        local_name!("meta") => Some(Noted::Meta(MetaElement {
            name: value(local_name!("name")),
            property: value(local_name!("property")).or_else(|| value(LocalName::from("names"))),
            http_equiv: value(local_name!("http-equiv")),
            content: value(local_name!("content")),
            has_stray: attributes.iter().any(|a| is_stray(&a.name.local)),
            placement: Placement::Body,
        })),
        local_name!("link") | local_name!("script") => {
            let link = LinkElement {
                rel: value(local_name!("rel")),
                kind: value(local_name!("type")),
                href: value(local_name!("href")),
                placement: Placement::Body,
            };
            link.has_license_type().then(|| match name.local {
                local_name!("link") => Noted::Link(link),
                _ => Noted::Script(Rc::new(TextElement::new(Placement::Body))),
            })
        }
        _ => None,
    }
}
