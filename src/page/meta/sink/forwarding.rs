//! The `TreeSink` of a `MetaSink`: each call goes to the inner sink, and some leave a note on the
//! way.
//!
//! The trait has defaults for several methods, which would hide a call from the inner sink. So
//! every method is here, and a new version of html5ever must be compared with this list. Of three
//! ways to insert a node each one notes the place: `append` knows the parent; the other two insert
//! before a table or into its parent, which is never the head.

use std::borrow::Cow;
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, QualName};

use crate::diagnostic::Parsed;
use crate::page::meta::node::{Node, NodeKind, Noted};
use crate::page::meta::sink::{MetaHandle, MetaSink};
use crate::signal::Metas;

/// The child as the inner sink knows it, and the facts about it.
fn unwrapped<H>(child: NodeOrText<MetaHandle<H>>) -> (NodeOrText<H>, Option<Rc<Node>>) {
    match child {
        NodeOrText::AppendNode(handle) => (NodeOrText::AppendNode(handle.inner), handle.node),
        NodeOrText::AppendText(text) => (NodeOrText::AppendText(text), None),
    }
}

impl<S: TreeSink> MetaSink<S> {
    /// The handle of a node without facts.
    fn handle(inner: S::Handle) -> MetaHandle<S::Handle> {
        MetaHandle { inner, node: None }
    }
}

impl<S: TreeSink> TreeSink for MetaSink<S> {
    type Handle = MetaHandle<S::Handle>;
    type Output = (S::Output, Parsed<Metas>);
    type ElemName<'a>
        = S::ElemName<'a>
    where
        S: 'a;

    fn finish(self) -> Self::Output {
        let signals = self.signals();
        (self.inner.finish(), signals.map(Metas))
    }

    fn create_element(
        &self,
        name: QualName,
        attrs: Vec<Attribute>,
        flags: ElementFlags,
    ) -> Self::Handle {
        let node = Node::new(&name, &attrs, &self.open);
        if let Some(node) = &node {
            self.follow(node.kind);
        }
        let inner = self.inner.create_element(name, attrs, flags);
        MetaHandle { inner, node }
    }

    fn append(&self, parent: &Self::Handle, child: NodeOrText<Self::Handle>) {
        if let (NodeOrText::AppendText(text), Some(node)) = (&child, &parent.node) {
            node.add_text(text);
        }
        let (child, node) = unwrapped(child);
        if let Some(node) = node {
            self.place(&node, parent.is(NodeKind::Head));
        }
        self.inner.append(&parent.inner, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &Self::Handle,
        prev_element: &Self::Handle,
        child: NodeOrText<Self::Handle>,
    ) {
        let (child, node) = unwrapped(child);
        if let Some(node) = node {
            // Beside a table, or in it: never in the head.
            self.place(&node, false);
        }
        self.inner
            .append_based_on_parent_node(&element.inner, &prev_element.inner, child);
    }

    fn append_before_sibling(&self, sibling: &Self::Handle, new_node: NodeOrText<Self::Handle>) {
        let (child, node) = unwrapped(new_node);
        if let Some(node) = node {
            self.place(&node, false);
        }
        self.inner.append_before_sibling(&sibling.inner, child);
    }

    fn get_template_contents(&self, target: &Self::Handle) -> Self::Handle {
        Self::handle(self.inner.get_template_contents(&target.inner))
    }

    fn remove_from_parent(&self, target: &Self::Handle) {
        if target.is(NodeKind::Body) {
            self.noted.borrow_mut().push(Noted::BodyGone);
        }
        self.inner.remove_from_parent(&target.inner);
    }

    fn get_document(&self) -> Self::Handle {
        Self::handle(self.inner.get_document())
    }

    fn elem_name<'a>(&'a self, target: &'a Self::Handle) -> Self::ElemName<'a> {
        self.inner.elem_name(&target.inner)
    }

    fn create_comment(&self, text: StrTendril) -> Self::Handle {
        Self::handle(self.inner.create_comment(text))
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> Self::Handle {
        Self::handle(self.inner.create_pi(target, data))
    }

    fn append_doctype_to_document(
        &self,
        name: StrTendril,
        public_id: StrTendril,
        system_id: StrTendril,
    ) {
        self.inner
            .append_doctype_to_document(name, public_id, system_id);
    }

    fn same_node(&self, x: &Self::Handle, y: &Self::Handle) -> bool {
        self.inner.same_node(&x.inner, &y.inner)
    }

    fn reparent_children(&self, node: &Self::Handle, new_parent: &Self::Handle) {
        self.inner.reparent_children(&node.inner, &new_parent.inner);
    }

    fn add_attrs_if_missing(&self, target: &Self::Handle, attrs: Vec<Attribute>) {
        self.inner.add_attrs_if_missing(&target.inner, attrs);
    }

    fn parse_error(&self, msg: Cow<'static, str>) {
        self.inner.parse_error(msg);
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.inner.set_quirks_mode(mode);
    }

    fn mark_script_already_started(&self, node: &Self::Handle) {
        self.inner.mark_script_already_started(&node.inner);
    }

    fn pop(&self, node: &Self::Handle) {
        self.inner.pop(&node.inner);
    }

    fn associate_with_form(
        &self,
        target: &Self::Handle,
        form: &Self::Handle,
        nodes: (&Self::Handle, Option<&Self::Handle>),
    ) {
        let nodes = (&nodes.0.inner, nodes.1.map(|node| &node.inner));
        self.inner
            .associate_with_form(&target.inner, &form.inner, nodes);
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Self::Handle) -> bool {
        self.inner
            .is_mathml_annotation_xml_integration_point(&handle.inner)
    }

    fn set_current_line(&self, line_number: u64) {
        self.inner.set_current_line(line_number);
    }

    fn allow_declarative_shadow_roots(&self, intended_parent: &Self::Handle) -> bool {
        self.inner
            .allow_declarative_shadow_roots(&intended_parent.inner)
    }

    fn attach_declarative_shadow(
        &self,
        location: &Self::Handle,
        template: &Self::Handle,
        attrs: &[Attribute],
    ) -> bool {
        self.inner
            .attach_declarative_shadow(&location.inner, &template.inner, attrs)
    }

    fn maybe_clone_an_option_into_selectedcontent(&self, option: &Self::Handle) {
        self.inner
            .maybe_clone_an_option_into_selectedcontent(&option.inner);
    }
}
