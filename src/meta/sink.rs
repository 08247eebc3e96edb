//! A tree sink that notes metas on the way to another sink.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use encoding_rs::UTF_8;
use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, QualName};

use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::html::cost::Cost;
use crate::html::null_sink::NullSink;
use crate::meta::element::located::{Encoded, FoundMeta};
use crate::meta::element::rules::MetaRules;
use crate::meta::element::values::MetaElement;
use crate::meta::node::{Kind, Node, Noscript, Noted, Open};
use crate::meta::tree::{self, Found, Notes, Stretch};
use crate::provenance::{Provenance, Source, Span};
use crate::signal::Signal;

/// A [`TreeSink`] around any other: for pipelines that parse with `html5ever` anyway and want the metas of that pass.
///
/// Everything is handed on to the inner sink untouched. The output is the inner sink's, and the signals of the metas
/// that count. Spans count in the `content` value, because the tree builder knows no others; `Provenance::line` is the
/// 0-based index among all metas of the document, in the order in which the tree builder inserts them, those in the text
/// of a noscript included. Metas of a body that a `frameset` replaces are left out.
///
/// The tree builder decides where a `meta` is. If it runs with scripting enabled, the text of a `noscript` is
/// read for metas as [`MetaExtractor`](crate::MetaExtractor) does.
///
/// # Versions
///
/// The sink implements the traits of `html5ever` 0.40, which this module re-exports: `markup5ever_rcdom` 0.40 and
/// `scraper` 0.29 build their trees with it. With a tree of another version the compiler reports several versions of
/// `markup5ever`; then hand the metas of that tree to [`signals_from_metas`](crate::meta::signals_from_metas).
///
/// # Examples
///
/// A tree and the metas of one parse:
///
/// ```
/// use markup5ever_rcdom::RcDom;
/// use robots_policy::meta::html5ever::{parse_document, tendril::TendrilSink};
/// use robots_policy::meta::{MetaRules, MetaSink};
///
/// let sink = MetaSink::new(RcDom::default(), MetaRules::new());
/// let page = "<meta name=robots content=noindex><p>Text";
/// let (tree, metas) = parse_document(sink, Default::default()).one(page);
/// assert_eq!(metas.value[0].provenance().text(), "noindex");
/// assert_eq!(tree.document.children.borrow().len(), 1);
/// ```
///
/// If only the head is wanted, stop there:
///
/// ```
/// # use markup5ever_rcdom::RcDom;
/// # use robots_policy::meta::{MetaRules, MetaSink};
/// use robots_policy::meta::html5ever::{parse_document, tendril::TendrilSink};
///
/// let mut chunks = ["<title>A page</title><meta name=rob", "ots content=noindex><p>", "Text"].into_iter();
/// let sink = MetaSink::new(RcDom::default(), MetaRules::new());
/// let mut parser = parse_document(sink, Default::default());
/// while let Some(chunk) = chunks.next() {
///     parser.process(chunk.into());
///     if parser.tokenizer.sink.sink.is_head_over() {
///         break; // the tokenizer, its tree builder, and the sink of that
///     }
/// }
/// let (_tree, metas) = parser.finish();
/// assert_eq!((metas.value.len(), chunks.next()), (1, Some("Text")));
/// ```
///
/// # Limits
///
/// The text of a noscript is read within the bounds of [`MetaExtractor`](crate::MetaExtractor), with the same diagnostic
/// at each. The cost of the caller's own parser is not changed, and not bounded: for a tag its tokenizer
/// takes a time that grows with the square of the attributes, and its tree builder takes such a time for elements that
/// are nested or misnested. Two megabytes of `<applet>` and then of `<b></b>` in a template take tens of seconds. Parse
/// untrusted pages within a limit of their length, or read their metas with the extractor.
#[derive(Debug)]
pub struct MetaSink<S> {
    inner: S,
    rules: MetaRules,
    head_over: Cell<bool>,
    noted: RefCell<Vec<Noted>>,
    open: Open,
}

/// The handle of a [`MetaSink`]: the inner sink's, and what the placement of a `meta` needs to know.
#[derive(Clone, Debug)]
pub struct MetaHandle<H> {
    inner: H,
    node: Option<Rc<Node>>,
}

impl<H> MetaHandle<H> {
    fn is(&self, kind: Kind) -> bool {
        self.node.as_ref().is_some_and(|node| node.kind == kind)
    }
}

impl<S> MetaSink<S> {
    /// A sink that hands everything on to `inner` and notes what counts by `rules`.
    pub fn new(inner: S, rules: MetaRules) -> MetaSink<S> {
        MetaSink {
            inner,
            rules,
            head_over: Cell::new(false),
            noted: RefCell::default(),
            open: Open::default(),
        }
    }

    /// The sink that everything is handed on to.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    /// Whether a `body` or a `frameset` was opened: no more metas come into the head.
    pub fn is_head_over(&self) -> bool {
        self.head_over.get()
    }

    /// Follows the head as elements are created.
    fn follow(&self, kind: Kind) {
        if kind == Kind::Body {
            self.head_over.set(true);
            self.noted.borrow_mut().push(Noted::Body);
        }
    }

    /// Notes a find whose place is known.
    fn place(&self, child: &Node, in_head: bool) {
        self.noted
            .borrow_mut()
            .extend(child.placed(&self.open, in_head));
    }

    /// The signals of all that was noted; the text of noscripts is read for metas.
    fn signals(&self) -> Parsed<Vec<Signal>> {
        let mut elements = Vec::new();
        let mut diagnostics = Vec::new();
        let mut before_body = (0, 0);
        for noted in self.noted.take() {
            match noted {
                Noted::Meta(meta) => elements.push(meta),
                Noted::Noscript(noscript) => {
                    read_noscript(&noscript, &mut elements, &mut diagnostics);
                }
                Noted::Body => before_body = (elements.len(), diagnostics.len()),
                Noted::BodyGone => {
                    elements.truncate(before_body.0);
                    diagnostics.truncate(before_body.1);
                }
            }
        }
        let mut signals = self.rules.signals(&elements);
        signals.diagnostics.append(&mut diagnostics);
        signals
    }
}

/// Adds the metas in the text of a noscript, which are read as from the bytes of a document.
fn read_noscript(
    noscript: &Noscript,
    elements: &mut Vec<MetaElement<'static>>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let text = noscript.text();
    let stretch = Stretch::of_document(text.as_bytes(), UTF_8).in_noscript(noscript.within());
    let reading = tree::read::<MetaSink<NullSink>>(stretch, &|_| true, &|_| true);
    for found in reading.found {
        match found {
            Found::Meta(tag, placement) => {
                let source = Encoded::new(Span::from(tag).of(text.as_bytes()), 0, UTF_8);
                let mut element = FoundMeta::of_tag(&source).element.into_owned();
                element.placement = placement;
                elements.push(element);
            }
            Found::TooCostly(_, placement) => {
                let place = Source::Meta(placement);
                let nowhere = Provenance::new(place, None, Span::default(), "");
                diagnostics.push(Diagnostic::new(DiagnosticCode::TreeTooCostly, nowhere));
            }
        }
    }
}

/// What reads documents listens with the same sink, around one that keeps no tree.
impl Notes for MetaSink<NullSink> {
    fn for_reading() -> MetaSink<NullSink> {
        MetaSink::new(NullSink::default(), MetaRules::new())
    }

    fn take_noted(&self) -> Vec<Noted> {
        self.noted.take()
    }

    fn is_in_template(&self) -> bool {
        self.open.is_in_template()
    }

    fn cost(&self) -> &Cost {
        self.inner.cost()
    }
}

fn unwrapped<H>(child: NodeOrText<MetaHandle<H>>) -> (NodeOrText<H>, Option<Rc<Node>>) {
    match child {
        NodeOrText::AppendNode(handle) => (NodeOrText::AppendNode(handle.inner), handle.node),
        NodeOrText::AppendText(text) => (NodeOrText::AppendText(text), None),
    }
}

impl<S: TreeSink> MetaSink<S> {
    fn handle(inner: S::Handle) -> MetaHandle<S::Handle> {
        MetaHandle { inner, node: None }
    }
}

impl<S: TreeSink> TreeSink for MetaSink<S> {
    type Handle = MetaHandle<S::Handle>;
    type Output = (S::Output, Parsed<Vec<Signal>>);
    type ElemName<'a>
        = S::ElemName<'a>
    where
        S: 'a;

    fn finish(self) -> Self::Output {
        let signals = self.signals();
        (self.inner.finish(), signals)
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
            self.place(&node, parent.is(Kind::Head));
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
        if target.is(Kind::Body) {
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

#[cfg(test)]
mod tests;
