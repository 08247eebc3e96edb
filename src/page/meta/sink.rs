//! A tree sink that notes metas on the way to another sink.
//!
//! **What it is.** [`MetaSink`] has two users. Callers that parse with html5ever anyway wrap their
//! own sink in it and get the metas of that parse. The reader of documents (`meta::tree`) wraps a
//! sink that keeps no tree, and takes the notes after each tag.
//!
//! **Invariants.** The inner sink gets every call, in order and unchanged (`forwarding`). Metas are
//! noted when they are inserted, not when they are created: the place is known only then. The text
//! of a noscript is read at the end, because the builder gives it in pieces.
//!
//! **What breaks if touched.** A call that is not forwarded gives the caller a tree that is
//! silently different. A way of insertion that leaves no note loses metas: html5ever has three, and
//! the two for tables were once forgotten for noscripts.
//!
//! **Which test notices.** `the_sink_and_the_bytes_say_the_same` compares with the extractor on
//! random documents, `r_89_a_noscript_is_read_with_scripting_on_and_off` with both settings of the
//! parser.

mod forwarding;

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;

use crate::decode::UTF_8;

use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::page::html::cost::Cost;
use crate::page::html::null_sink::NullSink;
use crate::page::meta::element::license::FoundLink;
use crate::page::meta::element::place::{Encoded, FoundMeta};
use crate::page::meta::element::rules::MetaRules;
use crate::page::meta::element::values::PageElement;
use crate::page::meta::node::{Node, NodeKind, Noted, OpenCounts, TextElement};
use crate::page::meta::tree::{self, Find, Notes, Stretch};
use crate::provenance::{Provenance, Source, Span};
use crate::signal::Signal;

/// A [`TreeSink`](html5ever::tree_builder::TreeSink) around any other: for pipelines that parse with `html5ever` anyway and want the metas of that pass.
///
/// Everything is handed on to the inner sink untouched. The output is the inner sink's, and the signals of the metas
/// that count. Spans count in the `content` value, because the tree builder knows no others; `Provenance::line` is the
/// number among all metas of the document, from 1 on, in the order in which the tree builder inserts them, those in the text
/// of a noscript included. Metas of a body that a `frameset` replaces are left out. Links and scripts of licences are
/// numbered likewise, each among those of its kind.
///
/// The tree builder decides where a `meta` is. If it runs with scripting enabled, the text of a `noscript` is
/// read for metas as [`MetaExtractor`](crate::MetaExtractor) does.
///
/// # Versions
///
/// The sink implements the traits of `html5ever` 0.40, which this module re-exports: `markup5ever_rcdom` 0.40 and
/// `scraper` 0.29 build their trees with it. With a tree of another version the compiler reports several versions of
/// `markup5ever`; then hand the metas of that tree to [`signals_from_metas`](crate::page::meta::signals_from_metas).
///
/// # Examples
///
/// A tree and the metas of one parse:
///
/// ```
/// # #[cfg(feature = "html5ever")] {
/// use markup5ever_rcdom::RcDom;
/// use robots_policy::meta::html5ever::{parse_document, tendril::TendrilSink};
/// use robots_policy::meta::{MetaRules, MetaSink};
///
/// let sink = MetaSink::new(RcDom::default(), MetaRules::new());
/// let page = "<meta name=robots content=noindex><p>Text";
/// let (tree, metas) = parse_document(sink, Default::default()).one(page);
/// assert_eq!(metas.value[0].provenance().text(), "noindex");
/// assert_eq!(tree.document.children.borrow().len(), 1);
/// # }
/// ```
///
/// If only the head is wanted, stop there:
///
/// ```
/// # #[cfg(feature = "html5ever")] {
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
/// # }
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
    /// Whether a `body` or a `frameset` was created. Cells, because html5ever calls its sink
    /// through a shared reference.
    head_over: Cell<bool>,
    /// The notes that were not taken yet, in document order.
    noted: RefCell<Vec<Noted>>,
    open: OpenCounts,
}

/// The handle of a [`MetaSink`]: the inner sink's, with the facts that the placement of a `meta`
/// needs. Cheap to clone: nearly all nodes have no such facts.
#[derive(Clone, Debug)]
pub struct MetaHandle<H> {
    inner: H,
    node: Option<Rc<Node>>,
}

impl<H> MetaHandle<H> {
    /// Whether the node is of this kind.
    fn is(&self, kind: NodeKind) -> bool {
        self.node.as_ref().is_some_and(|node| node.kind == kind)
    }
}

impl<S> MetaSink<S> {
    /// A sink that hands everything on to `inner` and notes the metas that count by `rules`.
    pub fn new(inner: S, rules: MetaRules) -> MetaSink<S> {
        MetaSink {
            inner,
            rules,
            head_over: Cell::new(false),
            noted: RefCell::default(),
            open: OpenCounts::default(),
        }
    }

    /// The sink that everything is handed on to, for a look at the tree while it is built.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    /// Whether a `body` or a `frameset` was opened: no more metas come into the head. If the rules
    /// count metas in the head only, the parse may end here.
    pub fn is_head_over(&self) -> bool {
        self.head_over.get()
    }

    /// Notes the end of the head as elements are created.
    fn follow(&self, kind: NodeKind) {
        if kind == NodeKind::Body {
            self.head_over.set(true);
            self.noted.borrow_mut().push(Noted::Body);
        }
    }

    /// Notes a node that has just got its place.
    fn place(&self, child: &Node, in_head: bool) {
        self.noted
            .borrow_mut()
            .extend(child.placed(&self.open, in_head));
    }

    /// The signals of all notes. The text of noscripts is read for metas here, and a body that was
    /// replaced is dropped with everything noted in it.
    fn signals(&self) -> Parsed<Vec<Signal>> {
        let mut elements = Vec::new();
        let mut diagnostics = Vec::new();
        let mut before_body = (0, 0);
        for noted in self.noted.take() {
            match noted {
                Noted::Meta(meta) => elements.push(PageElement::Meta(meta)),
                Noted::Link(link) => elements.push(PageElement::Link(link)),
                Noted::Script(script) => {
                    let text = script.text().clone();
                    elements.push(PageElement::Script(script.placement(), text));
                }
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

/// Adds the metas in the text of a noscript, which are read as from the bytes of a document. A
/// diagnostic about the cost has no place, because the tree builder knows no offsets in the
/// caller's document.
fn read_noscript(
    noscript: &TextElement,
    elements: &mut Vec<PageElement<'static>>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let text = noscript.text();
    let stretch = Stretch::of_document(text.as_bytes(), UTF_8).in_noscript(noscript.placement());
    let reading = tree::read::<MetaSink<NullSink>>(stretch, &|_| true, &|_| true);
    for found in reading.found {
        let bytes = |range: Range<usize>| Span::from(range).of(text.as_bytes());
        match found {
            Find::Meta(tag, placement) => {
                let source = Encoded::new(bytes(tag), 0, UTF_8);
                let mut element = FoundMeta::of_tag(&source).element.into_owned();
                element.placement = placement;
                elements.push(PageElement::Meta(element));
            }
            Find::Link(tag, placement) => {
                let source = Encoded::new(bytes(tag), 0, UTF_8);
                let mut link = FoundLink::of_tag(&source).element.into_owned();
                link.placement = placement;
                elements.push(PageElement::Link(link));
            }
            Find::Script(_, script, placement) => {
                let text = String::from_utf8_lossy(bytes(script)).into_owned();
                elements.push(PageElement::Script(placement, text));
            }
            Find::TooCostly(_, placement) => {
                let place = Source::Meta(placement);
                let nowhere = Provenance::new(place, None, Span::default(), "");
                diagnostics.push(Diagnostic::new(DiagnosticCode::TreeTooCostly, nowhere));
            }
        }
    }
}

/// The reader of documents listens with the same sink, around one that keeps no tree. The rules are
/// not used then: the reader applies its own to the tags it finds.
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

#[cfg(test)]
mod tests;
