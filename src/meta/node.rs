//! The knowledge of a tree sink about a node: enough to find the place of a meta.

use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;

use html5ever::{Attribute, LocalName, QualName, expanded_name, local_name, ns};

use crate::meta::element::values::MetaElement;
use crate::provenance::Placement;

/// The finds, in document order.
#[derive(Clone, Debug)]
pub(crate) enum Noted {
    Meta(MetaElement<'static>),
    Noscript(Rc<Noscript>),
    /// A body, or what stands for one, was opened.
    Body,
    /// A `frameset` took the place of the body, and of the metas in it.
    BodyGone,
}

/// A node while the tree builder holds it.
#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// The attributes of a meta until it has its place.
    meta: RefCell<Option<MetaElement<'static>>>,
    noscript: Option<Rc<Noscript>>,
    _counted: Option<Counted>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    #[default]
    Other,
    Head,
    Body,
    Noscript,
    Template,
}

impl Kind {
    fn of(name: &QualName) -> Kind {
        if name.ns != ns!(html) {
            return Kind::Other;
        }
        match name.local {
            local_name!("head") => Kind::Head,
            local_name!("body") | local_name!("frameset") => Kind::Body,
            local_name!("noscript") => Kind::Noscript,
            local_name!("template") => Kind::Template,
            _ => Kind::Other,
        }
    }
}

/// How many templates and noscripts are open.
///
/// All that is inserted while a template is open belongs to it, whatever its parent is: the adoption agency builds
/// trees from below, and an element may get its place before its parent has one. The same holds for a noscript.
#[derive(Debug, Default)]
pub(crate) struct Open {
    templates: Rc<Cell<usize>>,
    noscripts: Rc<Cell<usize>>,
}

impl Open {
    pub(crate) fn is_in_template(&self) -> bool {
        self.templates.get() > 0
    }

    fn counted(&self, kind: Kind) -> Option<Counted> {
        let count = match kind {
            Kind::Template => &self.templates,
            Kind::Noscript => &self.noscripts,
            Kind::Other | Kind::Head | Kind::Body => return None,
        };
        count.set(count.get() + 1);
        Some(Counted(Rc::clone(count)))
    }

    fn placement(&self, in_head: bool) -> Placement {
        match (self.templates.get(), self.noscripts.get()) {
            (1.., _) => Placement::Template,
            (0, 1..) => Placement::Noscript,
            (0, 0) if in_head => Placement::Head,
            (0, 0) => Placement::Body,
        }
    }
}

/// One that is open. Only the tree builder holds a node, and lets it go where the element is closed.
#[derive(Debug)]
struct Counted(Rc<Cell<usize>>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.set(self.0.get().saturating_sub(1));
    }
}

impl Node {
    /// What is to be known about an element of this name; nothing, of nearly all.
    pub(crate) fn new(name: &QualName, attributes: &[Attribute], open: &Open) -> Option<Rc<Node>> {
        let kind = Kind::of(name);
        let meta = meta_of(name, attributes);
        if kind == Kind::Other && meta.is_none() {
            return None;
        }
        Some(Rc::new(Node {
            kind,
            meta: RefCell::new(meta),
            noscript: (kind == Kind::Noscript).then(Rc::default),
            _counted: open.counted(kind),
        }))
    }

    /// The find to note, now that the node has its place.
    pub(crate) fn placed(&self, open: &Open, in_head: bool) -> Option<Noted> {
        if let Some(noscript) = &self.noscript {
            noscript.inert.set(open.templates.get() > 0);
            return Some(Noted::Noscript(Rc::clone(noscript)));
        }
        let mut meta = self.meta.take()?;
        meta.placement = open.placement(in_head);
        Some(Noted::Meta(meta))
    }

    /// Keeps the text of a noscript.
    pub(crate) fn add_text(&self, text: &str) {
        if let Some(noscript) = &self.noscript {
            noscript.text.borrow_mut().push_str(text);
        }
    }
}

/// A noscript, and its content as text.
#[derive(Debug, Default)]
pub(crate) struct Noscript {
    inert: Cell<bool>,
    text: RefCell<String>,
}

impl Noscript {
    /// Whether it belongs to a template.
    pub(crate) fn is_inert(&self) -> bool {
        self.inert.get()
    }

    /// Its text, where the tree builder was given one.
    pub(crate) fn text(&self) -> Ref<'_, String> {
        self.text.borrow()
    }

    /// The place of the metas in its text.
    pub(crate) fn within(&self) -> Placement {
        if self.is_inert() {
            Placement::Template
        } else {
            Placement::Noscript
        }
    }
}

fn meta_of(name: &QualName, attributes: &[Attribute]) -> Option<MetaElement<'static>> {
    let is_meta = name.expanded() == expanded_name!(html "meta");
    let value = |name: LocalName| {
        let found = attributes
            .iter()
            .find(|a| a.name.ns == ns!() && a.name.local == name)?;
        Some(found.value.to_string().into())
    };
    is_meta.then(|| MetaElement {
        name: value(local_name!("name")),
        property: value(local_name!("property")),
        http_equiv: value(local_name!("http-equiv")),
        content: value(local_name!("content")),
        placement: Placement::Body,
    })
}
