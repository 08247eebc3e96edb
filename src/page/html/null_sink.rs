//! A tree sink that keeps no tree, and counts the operations of the tree builder on it.
//!
//! html5ever's tree builder keeps the elements that it still needs, on its stack and in its list of
//! formatting elements, by handles of the sink. The tree itself is the sink's, and a reader of
//! metas needs none: it wants to know only where each `meta` goes. So the memory of a reading is
//! that of the open elements, whatever the length of the document.

use std::borrow::Cow;
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, ExpandedName, QualName, local_name, ns};

use crate::page::html::cost::{Cost, ListEffect};

/// A sink whose elements live as long as the tree builder holds their handles.
///
/// It answers the builder's questions about names, identities and integration points, charges them
/// to a [`Cost`], and ignores everything that builds a tree. `meta::sink::MetaSink` wraps it and
/// notes the metas.
#[derive(Debug, Default)]
pub(crate) struct NullSink {
    cost: Rc<Cost>,
}

impl NullSink {
    /// The account of the tree builder.
    pub(crate) fn cost(&self) -> &Cost {
        &self.cost
    }

    /// Creates an element and counts it.
    fn element(&self, name: QualName, is_integration_point: bool) -> Rc<BuilderElement> {
        let kind = ListEffect::of(&name);
        self.cost.born(kind);
        Rc::new(BuilderElement {
            name,
            is_integration_point,
            kind,
            cost: Rc::clone(&self.cost),
        })
    }

    /// A node that has no name: the document, the content of a template, a comment. It counts as an
    /// element, which keeps [`BuilderElement`] simple and costs nothing.
    fn nameless(&self) -> Rc<BuilderElement> {
        self.element(QualName::new(None, ns!(), local_name!("")), false)
    }
}

/// An element while the tree builder holds a handle to it. Its drop is the only sign that the
/// builder has closed it: html5ever does not report every removal from its stack (`TreeSink::pop`
/// is not called for all).
#[derive(Debug)]
pub(crate) struct BuilderElement {
    name: QualName,
    /// Whether HTML may be inside: an `annotation-xml` of `MathML` with the `encoding` of HTML or
    /// XHTML.
    is_integration_point: bool,
    kind: ListEffect,
    cost: Rc<Cost>,
}

impl BuilderElement {
    #[cfg(feature = "parts")]
    pub(crate) fn name(&self) -> &QualName {
        &self.name
    }
}

impl Drop for BuilderElement {
    fn drop(&mut self) {
        self.cost.died(self.kind, &self.name.local);
    }
}

impl TreeSink for NullSink {
    type Handle = Rc<BuilderElement>;
    type Output = ();
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) {}

    fn create_element(
        &self,
        name: QualName,
        _attrs: Vec<Attribute>,
        flags: ElementFlags,
    ) -> Rc<BuilderElement> {
        self.cost.charge(1);
        self.element(name, flags.mathml_annotation_xml_integration_point)
    }

    fn elem_name<'a>(&'a self, target: &'a Rc<BuilderElement>) -> ExpandedName<'a> {
        self.cost.charge(1);
        target.name.expanded()
    }

    fn same_node(&self, x: &Rc<BuilderElement>, y: &Rc<BuilderElement>) -> bool {
        self.cost.charge(1);
        Rc::ptr_eq(x, y)
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Rc<BuilderElement>) -> bool {
        handle.is_integration_point
    }

    fn get_document(&self) -> Rc<BuilderElement> {
        self.nameless()
    }

    fn get_template_contents(&self, _target: &Rc<BuilderElement>) -> Rc<BuilderElement> {
        self.nameless()
    }

    fn create_comment(&self, _text: StrTendril) -> Rc<BuilderElement> {
        self.nameless()
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Rc<BuilderElement> {
        self.nameless()
    }

    fn parse_error(&self, _msg: Cow<'static, str>) {}
    fn set_quirks_mode(&self, _mode: QuirksMode) {}
    fn append(&self, _parent: &Rc<BuilderElement>, _child: NodeOrText<Rc<BuilderElement>>) {}
    fn append_before_sibling(
        &self,
        _sibling: &Rc<BuilderElement>,
        _new: NodeOrText<Rc<BuilderElement>>,
    ) {
    }
    fn append_doctype_to_document(
        &self,
        _name: StrTendril,
        _public: StrTendril,
        _system: StrTendril,
    ) {
    }
    fn add_attrs_if_missing(&self, _target: &Rc<BuilderElement>, _attrs: Vec<Attribute>) {}

    fn remove_from_parent(&self, _target: &Rc<BuilderElement>) {
        self.cost.moved();
    }

    fn reparent_children(&self, _node: &Rc<BuilderElement>, _new_parent: &Rc<BuilderElement>) {
        self.cost.adopted();
    }

    fn append_based_on_parent_node(
        &self,
        _element: &Rc<BuilderElement>,
        _prev_element: &Rc<BuilderElement>,
        _child: NodeOrText<Rc<BuilderElement>>,
    ) {
    }
}
