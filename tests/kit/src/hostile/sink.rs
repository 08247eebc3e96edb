//! A sink that builds nothing, to measure `MetaSink` without a tree.

use std::borrow::Cow;
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute, ExpandedName, LocalName, QualName, ns, parse_document};
use robots_policy::Parsed;
use robots_policy::meta::{MetaRules, MetaSink, Metas};

/// The signals of a document in a pipeline that parses it anyway.
pub(super) fn read(html: &str) -> Parsed<Metas> {
    let mut options = html5ever::ParseOpts::default();
    options.tree_builder.scripting_enabled = true;
    let sink = MetaSink::new(Nowhere, MetaRules::new());
    parse_document(sink, options).one(html).1
}

struct Nowhere;

fn nameless() -> Rc<QualName> {
    Rc::new(QualName::new(None, ns!(), LocalName::from("")))
}

impl TreeSink for Nowhere {
    type Handle = Rc<QualName>;
    type Output = ();
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) {}

    fn create_element(&self, name: QualName, _: Vec<Attribute>, _: ElementFlags) -> Self::Handle {
        Rc::new(name)
    }

    fn elem_name<'a>(&'a self, target: &'a Self::Handle) -> ExpandedName<'a> {
        target.expanded()
    }

    fn same_node(&self, one: &Self::Handle, other: &Self::Handle) -> bool {
        Rc::ptr_eq(one, other)
    }

    fn get_document(&self) -> Self::Handle {
        nameless()
    }

    fn get_template_contents(&self, _: &Self::Handle) -> Self::Handle {
        nameless()
    }

    fn create_comment(&self, _: StrTendril) -> Self::Handle {
        nameless()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Self::Handle {
        nameless()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}
    fn set_quirks_mode(&self, _: QuirksMode) {}
    fn append(&self, _: &Self::Handle, _: NodeOrText<Self::Handle>) {}
    fn append_before_sibling(&self, _: &Self::Handle, _: NodeOrText<Self::Handle>) {}
    fn append_based_on_parent_node(
        &self,
        _: &Self::Handle,
        _: &Self::Handle,
        _: NodeOrText<Self::Handle>,
    ) {
    }
    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}
    fn add_attrs_if_missing(&self, _: &Self::Handle, _: Vec<Attribute>) {}
    fn remove_from_parent(&self, _: &Self::Handle) {}
    fn reparent_children(&self, _: &Self::Handle, _: &Self::Handle) {}
}
