//! The marks of a document: where they are stated, and up to where those reach that are pairs in the source.

use html5ever::{LocalName, QualName, local_name, ns};

use crate::part_mark::PartMarkKind;
use crate::provenance::Span;

/// The kinds that the tree decides about come first.
pub(super) const TREE_KINDS: usize = PartMarkKind::NoContent as usize + 1;
/// No mark, and no node.
pub(super) const NONE: u32 = u32::MAX;
/// All kinds.
pub(super) const KINDS: usize = PartMarkKind::ALL.len();

/// Something that closes text: an attribute, an element or a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartMark {
    kind: PartMarkKind,
    element: Option<Box<str>>,
    span: Span,
    pub(super) covers: Vec<Span>,
    is_closed: bool,
}

impl PartMark {
    /// How it is stated.
    pub fn kind(&self) -> PartMarkKind {
        self.kind
    }

    /// The element that has the attribute, or the element `noindex`; `None` for a comment.
    pub fn element(&self) -> Option<&str> {
        self.element.as_deref()
    }

    /// The tag or the comment that states it.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The texts that it closes, those left out that a mark of its kind around it closes.
    pub fn covers(&self) -> &[Span] {
        &self.covers
    }

    /// Whether it ends before the document does.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Moves its places from what was read to the document.
    pub(super) fn place(&mut self, place: impl Fn(Span) -> Span) {
        self.span = place(self.span);
        for covered in &mut self.covers {
            *covered = place(*covered);
        }
    }
}

/// A stretch of the source that a pair of tags or comments closes.
pub(super) struct Pair {
    pub(super) kind: PartMarkKind,
    pub(super) mark: u32,
    pub(super) span: Span,
}

/// The marks while a document is read.
#[derive(Default)]
pub(super) struct Marks {
    pub(super) all: Vec<PartMark>,
    /// Pairs whose end has come, in the order of their ends.
    pub(super) pairs: Vec<Pair>,
    open: Vec<OpenPair>,
}

struct OpenPair {
    kind: PartMarkKind,
    /// The word of a `googleoff`.
    word: Box<str>,
    mark: u32,
    start: usize,
}

impl Marks {
    /// Adds a mark, and returns its number; a tag has one of each kind.
    pub(super) fn add(
        &mut self,
        kind: PartMarkKind,
        span: Span,
        element: Option<&LocalName>,
    ) -> u32 {
        let number = |at: usize| u32::try_from(at).unwrap_or(NONE);
        let last = self.all.iter().rev().take_while(|mark| mark.span == span);
        if let Some(at) = last.map(PartMark::kind).position(|own| own == kind) {
            return number(self.all.len() - 1 - at);
        }
        self.all.push(PartMark {
            kind,
            element: element.map(|name| Box::from(&**name)),
            span,
            covers: Vec::new(),
            is_closed: true,
        });
        number(self.all.len() - 1)
    }

    /// Notes that a mark does not end before the document.
    pub(super) fn leave_open(&mut self, mark: u32) {
        if let Some(mark) = self.all.get_mut(mark as usize) {
            mark.is_closed = false;
        }
    }

    /// A start tag or an end tag `noindex`.
    pub(super) fn tag(&mut self, name: &LocalName, span: Span, is_end: bool) {
        if is_end {
            self.end(|open| open.kind == PartMarkKind::NoIndex, span.start);
        } else {
            self.begin(PartMarkKind::NoIndex, "", span, Some(name));
        }
    }

    /// A comment, with the text in it.
    pub(super) fn comment(&mut self, text: &str, span: Span) {
        let word = text.trim_ascii();
        match word.to_ascii_lowercase().as_str() {
            "noindex" if text == "noindex" => {
                self.begin(PartMarkKind::NoIndexComment, "", span, None);
            }
            "noindex" => self.begin(PartMarkKind::NoIndexLoose, "", span, None),
            "/noindex" => {
                // What is not spelled as documented may end nothing for who documented it.
                let is_strict = text == "/noindex";
                let ends = |open: &OpenPair| {
                    open.kind == PartMarkKind::NoIndexLoose
                        || is_strict && open.kind == PartMarkKind::NoIndexComment
                };
                self.end(ends, span.start);
            }
            word => self.google(word, span),
        }
    }

    /// A comment `googleoff: WORD` or `googleon: WORD`, in lower case.
    fn google(&mut self, text: &str, span: Span) {
        let Some((verb, word)) = text.split_once(':') else {
            return;
        };
        let word = word.trim_ascii();
        match verb.trim_ascii() {
            "googleoff" if matches!(word, "index" | "snippet" | "all") => {
                self.begin(PartMarkKind::GoogleOff, word, span, None);
            }
            "googleon" => {
                let ends = |open: &OpenPair| {
                    open.kind == PartMarkKind::GoogleOff && (*open.word == *word || word == "all")
                };
                self.end(ends, span.start);
            }
            _ => {}
        }
    }

    fn begin(&mut self, kind: PartMarkKind, word: &str, span: Span, element: Option<&LocalName>) {
        let mark = self.add(kind, span, element);
        let is_open = |open: &OpenPair| open.kind == kind && *open.word == *word;
        if !self.open.iter().any(is_open) {
            self.open.push(OpenPair {
                kind,
                word: word.into(),
                mark,
                start: span.end,
            });
        }
    }

    /// Ends the open pairs of which this holds.
    fn end(&mut self, ends: impl Fn(&OpenPair) -> bool, at: usize) {
        let (ended, open) = std::mem::take(&mut self.open).into_iter().partition(ends);
        self.open = open;
        for open in ended {
            self.close(&open, open.start, at);
        }
    }

    fn close(&mut self, open: &OpenPair, start: usize, end: usize) {
        self.pairs.push(Pair {
            kind: open.kind,
            mark: open.mark,
            span: Span::new(start, end),
        });
    }

    /// Ends what is open at the end of the document: without an end a `noindex` closes the whole page (Yandex), a `googleoff` the
    /// rest.
    pub(super) fn finish(&mut self, end: usize) {
        for open in std::mem::take(&mut self.open) {
            self.leave_open(open.mark);
            let is_google = open.kind == PartMarkKind::GoogleOff;
            self.close(&open, if is_google { open.start } else { 0 }, end);
        }
    }
}

/// Whether Google documents `data-nosnippet` on an element of this name.
pub(super) fn is_block(name: &QualName) -> bool {
    let is_one = matches!(
        name.local,
        local_name!("span") | local_name!("div") | local_name!("section")
    );
    is_one && name.ns == ns!(html)
}

/// Whether a value of `class` has `robots-nocontent`.
pub(super) fn states_no_content(class: &str) -> bool {
    let mut words = class.split_ascii_whitespace();
    words.any(|word| word.eq_ignore_ascii_case("robots-nocontent"))
}
