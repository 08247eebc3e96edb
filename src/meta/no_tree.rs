//! A tree sink that keeps no tree, and counts what the tree builder does to it.

use std::borrow::Cow;
use std::cell::Cell;
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, ExpandedName, LocalName, QualName, local_name, ns};

/// Keeps nothing but the names of the elements that the tree builder itself holds.
#[derive(Debug, Default)]
pub(crate) struct NoTree {
    work: Cell<u64>,
    formatting: Rc<Cell<u64>>,
}

impl NoTree {
    /// How many elements the tree builder has made or looked at.
    pub(crate) fn work(&self) -> u64 {
        self.work.get()
    }

    /// Formatting elements that the tree builder holds: its list of them is no longer than this.
    pub(crate) fn formatting(&self) -> u64 {
        self.formatting.get()
    }

    pub(crate) fn charge(&self, work: u64) {
        self.work.set(self.work.get().saturating_add(work));
    }

    fn element(name: QualName) -> Rc<Element> {
        Rc::new(Element {
            name,
            is_integration_point: false,
            _counted: None,
        })
    }
}

#[derive(Debug)]
pub(crate) struct Element {
    name: QualName,
    is_integration_point: bool,
    _counted: Option<Counted>,
}

/// One of the formatting elements that are alive.
#[derive(Debug)]
struct Counted(Rc<Cell<u64>>);

impl Counted {
    fn new(count: &Rc<Cell<u64>>) -> Counted {
        count.set(count.get() + 1);
        Counted(Rc::clone(count))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.set(self.0.get().saturating_sub(1));
    }
}

/// The elements that the tree builder opens again where they were left open (HTML §13.2.4.3).
pub(crate) fn is_formatting(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("a")
            | local_name!("b")
            | local_name!("big")
            | local_name!("code")
            | local_name!("em")
            | local_name!("font")
            | local_name!("i")
            | local_name!("nobr")
            | local_name!("s")
            | local_name!("small")
            | local_name!("strike")
            | local_name!("strong")
            | local_name!("tt")
            | local_name!("u")
    )
}

fn nameless() -> QualName {
    QualName::new(None, ns!(), local_name!(""))
}

impl TreeSink for NoTree {
    type Handle = Rc<Element>;
    type Output = ();
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) {}

    fn create_element(
        &self,
        name: QualName,
        _attrs: Vec<Attribute>,
        flags: ElementFlags,
    ) -> Rc<Element> {
        self.charge(1);
        Rc::new(Element {
            _counted: is_formatting(&name.local).then(|| Counted::new(&self.formatting)),
            is_integration_point: flags.mathml_annotation_xml_integration_point,
            name,
        })
    }

    fn elem_name<'a>(&'a self, target: &'a Rc<Element>) -> ExpandedName<'a> {
        self.charge(1);
        target.name.expanded()
    }

    fn same_node(&self, x: &Rc<Element>, y: &Rc<Element>) -> bool {
        self.charge(1);
        Rc::ptr_eq(x, y)
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Rc<Element>) -> bool {
        handle.is_integration_point
    }

    fn get_document(&self) -> Rc<Element> {
        NoTree::element(nameless())
    }

    fn get_template_contents(&self, _target: &Rc<Element>) -> Rc<Element> {
        NoTree::element(nameless())
    }

    fn create_comment(&self, _text: StrTendril) -> Rc<Element> {
        NoTree::element(nameless())
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Rc<Element> {
        NoTree::element(nameless())
    }

    fn parse_error(&self, _msg: Cow<'static, str>) {}
    fn set_quirks_mode(&self, _mode: QuirksMode) {}
    fn append(&self, _parent: &Rc<Element>, _child: NodeOrText<Rc<Element>>) {}
    fn append_before_sibling(&self, _sibling: &Rc<Element>, _new: NodeOrText<Rc<Element>>) {}
    fn append_doctype_to_document(
        &self,
        _name: StrTendril,
        _public: StrTendril,
        _system: StrTendril,
    ) {
    }
    fn add_attrs_if_missing(&self, _target: &Rc<Element>, _attrs: Vec<Attribute>) {}
    fn remove_from_parent(&self, _target: &Rc<Element>) {}
    fn reparent_children(&self, _node: &Rc<Element>, _new_parent: &Rc<Element>) {}

    fn append_based_on_parent_node(
        &self,
        _element: &Rc<Element>,
        _prev_element: &Rc<Element>,
        _child: NodeOrText<Rc<Element>>,
    ) {
    }
}
