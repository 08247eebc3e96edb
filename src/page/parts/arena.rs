//! A tree sink that keeps parents only: where each text of a document is in its tree.
//!
//! **What it is.** The tree builder moves elements: out of tables, and where formatting is misnested. So the marks of a text are
//! known at the end alone, by its ancestors then. A node has its parent, and its children in a list that is changed in one step. A
//! text has a number, which `Feed` spells by characters of private planes, so that whatever the builder joins, delays or moves still
//! says which it is.
//!
//! **Invariants.** A text is of the page only if the builder has placed it below the document, and in nothing that hides it.
//! The answer for an element that could not be followed is closed. Each step is charged to the account of `null_sink`.
//!
//! **What breaks if touched.** A text that is reported beside its element can be quoted although its owner closed it.
//!
//! **Which test notices.** `tests` beside this file, which compare with html5ever's own tokenizer and tree.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, ExpandedName, LocalName, QualName, local_name, ns};

use super::marks::{Marks, NONE, TREE_KINDS, is_block, states_no_content};
use crate::page::html::cost::Cost;
use crate::page::html::feed::placed_texts;
use crate::page::html::null_sink::{BuilderElement, NullSink};
use crate::part_mark::PartMarkKind;
use crate::provenance::Span;

/// The number of a node; the document is 0.
pub(super) type NodeId = u32;

/// The marks of a node or a text by kind: for each of [`TREE_KINDS`] the number of the outermost, or [`NONE`].
pub(super) type Closing = [u32; TREE_KINDS];
const OPEN: Closing = [NONE; TREE_KINDS];

#[derive(Clone, Copy)]
struct TreeNode {
    parent: NodeId,
    first: NodeId,
    last: NodeId,
    before: NodeId,
    after: NodeId,
    /// The row or table that it was moved out of.
    from: NodeId,
    /// The place of its own marks in [`Arena::own`].
    own: u32,
    /// Whether what is in it is no text of the page.
    hides: bool,
}

/// The nodes of a document.
#[derive(Default)]
struct Arena {
    nodes: Vec<TreeNode>,
    own: Vec<Closing>,
    /// The number of each text, and its node.
    texts: Vec<(u32, NodeId)>,
}

impl Arena {
    fn add(&mut self, own: Closing, hides: bool) -> NodeId {
        let own = if own == OPEN {
            NONE
        } else {
            self.own.push(own);
            count(self.own.len()) - 1
        };
        self.nodes.push(TreeNode {
            parent: NONE,
            first: NONE,
            last: NONE,
            before: NONE,
            after: NONE,
            from: NONE,
            own,
            hides,
        });
        count(self.nodes.len()) - 1
    }

    fn node(&self, id: NodeId) -> Option<&TreeNode> {
        self.nodes.get(id as usize)
    }

    fn change(&mut self, id: NodeId, change: impl FnOnce(&mut TreeNode)) {
        if let Some(node) = self.nodes.get_mut(id as usize) {
            change(node);
        }
    }

    /// Takes a node from its parent.
    fn unlink(&mut self, id: NodeId) {
        let Some(node) = self.node(id).copied() else {
            return;
        };
        self.change(node.before, |it| it.after = node.after);
        self.change(node.after, |it| it.before = node.before);
        self.change(node.parent, |it| {
            if it.first == id {
                it.first = node.after;
            }
            if it.last == id {
                it.last = node.before;
            }
        });
        self.change(id, |it| {
            (it.parent, it.before, it.after) = (NONE, NONE, NONE);
        });
    }

    /// Makes a node a child of another; the order of children says nothing about marks.
    fn link(&mut self, parent: NodeId, id: NodeId) {
        self.unlink(id);
        let last = self.node(parent).map_or(NONE, |it| it.last);
        self.change(last, |it| it.after = id);
        self.change(parent, |it| {
            it.last = id;
            if it.first == NONE {
                it.first = id;
            }
        });
        self.change(id, |it| (it.parent, it.before) = (parent, last));
    }
}

/// A length as a number of nodes or marks. A document has fewer than four billion.
fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(NONE)
}

/// The handle of a node.
#[derive(Clone)]
pub(super) struct PartHandle {
    element: Rc<BuilderElement>,
    id: NodeId,
}

/// See the head of this file.
#[derive(Default)]
pub(super) struct PartsSink {
    inner: NullSink,
    arena: RefCell<Arena>,
    pub(super) marks: RefCell<Marks>,
    /// The start tag with marks that is being processed.
    pub(super) tag: RefCell<Option<(LocalName, Span)>>,
    /// The mark that the last tag of a name stated, for an element that the builder opens again.
    stated: RefCell<BTreeMap<(LocalName, usize), u32>>,
    /// The tables, their parts and rows that are open: the last is where a text stands that is moved out.
    rows: RefCell<Vec<(NodeId, Weak<BuilderElement>)>>,
    /// The elements with marks, while they are open.
    marked: RefCell<Vec<(u32, Weak<BuilderElement>)>>,
    /// The elements around all with a class, to which a later tag adds none.
    classed: RefCell<Vec<NodeId>>,
    last: Cell<NodeId>,
}

impl PartsSink {
    pub(super) fn cost(&self) -> &Cost {
        self.inner.cost()
    }

    /// The element that was created last.
    pub(super) fn last(&self) -> NodeId {
        self.last.get()
    }

    fn handle(&self, element: Rc<BuilderElement>, own: Closing, hides: bool) -> PartHandle {
        let id = self.arena.borrow_mut().add(own, hides);
        PartHandle { element, id }
    }

    fn nameless(&self, element: Rc<BuilderElement>) -> PartHandle {
        self.handle(element, OPEN, false)
    }

    /// The marks that attributes state on an element of this name.
    fn own(&self, name: &QualName, attributes: &[Attribute]) -> Closing {
        let mut own = OPEN;
        for attribute in attributes.iter().filter(|a| a.name.ns == ns!()) {
            let kind = match &*attribute.name.local {
                "data-nosnippet" if is_block(name) => PartMarkKind::NoSnippet,
                "data-nosnippet" => PartMarkKind::NoSnippetElsewhere,
                "class" if states_no_content(&attribute.value) => PartMarkKind::NoContent,
                _ => continue,
            };
            if let Some(slot) = own.get_mut(kind as usize) {
                *slot = self.mark(&name.local, kind);
            }
        }
        own
    }

    /// The mark of the tag that is being processed, else of the last tag that stated it on this name.
    fn mark(&self, name: &LocalName, kind: PartMarkKind) -> u32 {
        let key = (name.clone(), kind as usize);
        let tag = self.tag.borrow();
        let own = tag.as_ref().filter(|(own, _)| own == name);
        let mut stated = self.stated.borrow_mut();
        match own {
            Some((_, span)) => {
                let mark = self.marks.borrow_mut().add(kind, *span, Some(name));
                stated.insert(key, mark);
                mark
            }
            None => stated.get(&key).copied().unwrap_or(NONE),
        }
    }

    fn put(&self, parent: NodeId, from: NodeId, child: NodeOrText<PartHandle>) {
        let arena = &mut *self.arena.borrow_mut();
        match child {
            NodeOrText::AppendNode(node) => {
                arena.link(parent, node.id);
                if from != NONE {
                    arena.change(node.id, |it| it.from = from);
                }
            }
            NodeOrText::AppendText(text) => {
                for number in placed_texts(&text) {
                    // A node of its own, since it may be moved.
                    let id = arena.add(OPEN, false);
                    arena.link(parent, id);
                    arena.change(id, |it| it.from = from);
                    arena.texts.push((number, id));
                }
            }
        }
    }

    /// The open row or table in which a text stands that is moved out.
    fn standing(&self) -> NodeId {
        let rows = &mut *self.rows.borrow_mut();
        while rows.pop_if(|(_, row)| row.strong_count() == 0).is_some() {}
        rows.last().map_or(NONE, |(id, _)| *id)
    }

    /// Notes which marks are on elements that no tag has closed.
    pub(super) fn note_open(&self) {
        let marked = self.marked.borrow();
        let open = marked.iter().filter(|(_, it)| it.strong_count() > 0);
        open.for_each(|(mark, _)| self.marks.borrow_mut().leave_open(*mark));
    }

    /// The number of each text that has a place, and its node.
    pub(super) fn texts(&self) -> Vec<(u32, NodeId)> {
        std::mem::take(&mut self.arena.borrow_mut().texts)
    }

    /// What each node is in.
    pub(super) fn places(&self) -> Places {
        let arena = self.arena.borrow();
        let nodes = arena.nodes.len();
        let mut places = Places(vec![Place::UNKNOWN; nodes]);
        let mut path = Vec::new();
        for id in 0..count(nodes) {
            path.push(id);
            while let Some(&id) = path.last() {
                if places.settle(&arena, id, &mut path) {
                    path.pop();
                }
            }
        }
        places
    }
}

/// What the nodes of a document are in.
pub(super) struct Places(Vec<Place>);

/// What a node is in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) closing: Closing,
    /// Whether it is below the document, and what is in it is text of the page.
    pub(super) is_page: bool,
    step: Step,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Unknown,
    Begun,
    Known,
}

impl Place {
    const UNKNOWN: Place = Place {
        closing: OPEN,
        is_page: false,
        step: Step::Unknown,
    };
}

impl Places {
    /// The place of a node. One that is not known is not of the page.
    pub(super) fn of(&self, id: NodeId) -> Place {
        self.0.get(id as usize).copied().unwrap_or(Place::UNKNOWN)
    }

    /// Whether the place of a node is known now; else what it depends on is put on the path first. In a circle, which no
    /// document should make, nothing is of the page.
    fn settle(&mut self, arena: &Arena, id: NodeId, path: &mut Vec<NodeId>) -> bool {
        let place = self.of(id);
        let Some(node) = arena.node(id).filter(|_| place.step != Step::Known) else {
            return true;
        };
        let (parent, from) = (self.of(node.parent), self.of(node.from));
        if place.step == Step::Unknown {
            self.set(id, |it| it.step = Step::Begun);
            let needed = [(node.parent, parent), (node.from, from)];
            let needed = needed.into_iter();
            let needed = needed.filter(|(id, place)| *id != NONE && place.step == Step::Unknown);
            let len = path.len();
            path.extend(needed.map(|(id, _)| id));
            if path.len() > len {
                return false;
            }
        }
        let own = arena.own.get(node.own as usize).copied().unwrap_or(OPEN);
        let is_known = |id, place: Place| id == NONE || place.step == Step::Known;
        let is_known = is_known(node.parent, parent) && is_known(node.from, from);
        let first = |kind: usize| {
            let closing = [parent.closing, from.closing, own];
            let mut marks = closing.iter().filter_map(|by| by.get(kind).copied());
            marks.find(|mark| *mark != NONE).unwrap_or(NONE)
        };
        let is_below = id == 0 || parent.is_page;
        self.set(id, |it| {
            it.closing = std::array::from_fn(first);
            it.is_page = is_below && is_known && !node.hides;
            it.step = Step::Known;
        });
        true
    }

    fn set(&mut self, id: NodeId, set: impl FnOnce(&mut Place)) {
        if let Some(place) = self.0.get_mut(id as usize) {
            set(place);
        }
    }
}

/// Whether what is in an element is no text of the page. Other elements of that kind have raw text, which is no token.
fn hides(name: &QualName) -> bool {
    let is_svg = name.ns == ns!(svg);
    matches!(name.local, local_name!("head") | local_name!("template")) && name.ns == ns!(html)
        || is_svg && matches!(name.local, local_name!("script") | local_name!("style"))
}

fn is_class(attribute: &Attribute) -> bool {
    attribute.name.local == local_name!("class")
}

fn is_of_table(name: &QualName) -> bool {
    let is_part = matches!(
        name.local,
        local_name!("table")
            | local_name!("tbody")
            | local_name!("thead")
            | local_name!("tfoot")
            | local_name!("tr")
    );
    is_part && name.ns == ns!(html)
}

impl TreeSink for PartsSink {
    type Handle = PartHandle;
    type Output = ();
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) {}

    fn create_element(
        &self,
        name: QualName,
        attrs: Vec<Attribute>,
        flags: ElementFlags,
    ) -> PartHandle {
        let own = self.own(&name, &attrs);
        let (hides, is_of_table) = (hides(&name), is_of_table(&name));
        let is_root = matches!(name.local, local_name!("html") | local_name!("body"));
        let is_classed = is_root && attrs.iter().any(is_class);
        let element = self.inner.create_element(name, attrs, flags);
        let handle = self.handle(element, own, hides);
        for mark in own.into_iter().filter(|mark| *mark != NONE) {
            let marked = (mark, Rc::downgrade(&handle.element));
            self.marked.borrow_mut().push(marked);
        }
        if is_classed {
            self.classed.borrow_mut().push(handle.id);
        }
        if is_of_table {
            let row = (handle.id, Rc::downgrade(&handle.element));
            self.rows.borrow_mut().push(row);
        }
        self.last.set(handle.id);
        handle
    }

    fn append(&self, parent: &PartHandle, child: NodeOrText<PartHandle>) {
        self.put(parent.id, NONE, child);
    }

    fn append_before_sibling(&self, sibling: &PartHandle, child: NodeOrText<PartHandle>) {
        let parent = self.arena.borrow().node(sibling.id).map(|it| it.parent);
        self.put(parent.unwrap_or(NONE), NONE, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &PartHandle,
        prev_element: &PartHandle,
        child: NodeOrText<PartHandle>,
    ) {
        let parent = self.arena.borrow().node(element.id).map(|it| it.parent);
        let parent = parent.filter(|id| *id != NONE).unwrap_or(prev_element.id);
        self.put(parent, self.standing(), child);
    }

    fn remove_from_parent(&self, target: &PartHandle) {
        self.inner.remove_from_parent(&target.element);
        self.arena.borrow_mut().unlink(target.id);
    }

    fn reparent_children(&self, node: &PartHandle, new_parent: &PartHandle) {
        let (of, to) = (&node.element, &new_parent.element);
        self.inner.reparent_children(of, to);
        let arena = &mut *self.arena.borrow_mut();
        let first = |arena: &Arena| arena.node(node.id).map(|it| it.first);
        while let Some(child) = first(arena).filter(|id| *id != NONE) {
            self.cost().charge(1);
            arena.link(new_parent.id, child);
        }
    }

    fn add_attrs_if_missing(&self, target: &PartHandle, mut attrs: Vec<Attribute>) {
        let classed = &mut *self.classed.borrow_mut();
        if classed.contains(&target.id) {
            attrs.retain(|attribute| !is_class(attribute));
        } else if attrs.iter().any(is_class) {
            classed.push(target.id);
        }
        let own = self.own(target.element.name(), &attrs);
        let arena = &mut *self.arena.borrow_mut();
        if own == OPEN {
            return;
        }
        let id = target.id;
        let known = arena.node(id).map_or(NONE, |it| it.own);
        if let Some(known) = arena.own.get_mut(known as usize) {
            for (known, own) in known.iter_mut().zip(own) {
                *known = (*known).min(own);
            }
        } else {
            arena.own.push(own);
            let own = count(arena.own.len()) - 1;
            arena.change(id, |it| it.own = own);
        }
    }

    fn get_document(&self) -> PartHandle {
        if self.arena.borrow().nodes.is_empty() {
            return self.nameless(self.inner.get_document());
        }
        let element = self.inner.get_document();
        PartHandle { element, id: 0 }
    }

    fn get_template_contents(&self, target: &PartHandle) -> PartHandle {
        let inner = self.inner.get_template_contents(&target.element);
        let contents = self.nameless(inner);
        let parent = target.id;
        let arena = &mut *self.arena.borrow_mut();
        arena.change(contents.id, |it| it.parent = parent);
        contents
    }

    fn create_comment(&self, text: StrTendril) -> PartHandle {
        self.nameless(self.inner.create_comment(text))
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> PartHandle {
        self.nameless(self.inner.create_pi(target, data))
    }

    fn elem_name<'a>(&'a self, target: &'a PartHandle) -> ExpandedName<'a> {
        self.inner.elem_name(&target.element)
    }

    fn same_node(&self, x: &PartHandle, y: &PartHandle) -> bool {
        self.inner.same_node(&x.element, &y.element)
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &PartHandle) -> bool {
        let element = &handle.element;
        self.inner
            .is_mathml_annotation_xml_integration_point(element)
    }

    fn parse_error(&self, _msg: Cow<'static, str>) {}
    fn set_quirks_mode(&self, _mode: QuirksMode) {}
    fn append_doctype_to_document(
        &self,
        _name: StrTendril,
        _public: StrTendril,
        _system: StrTendril,
    ) {
    }
}
