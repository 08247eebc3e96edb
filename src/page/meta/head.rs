//! The engine for the heads of HTML documents: one walk over the bytes.
//!
//! **What it is.** It knows the states of the tokenizer that decide where a tag ends (HTML
//! §13.2.5), and of the tree builder only the stage that the head has reached: nothing else matters
//! before the body, as long as no template is opened. The raw text of scripts and styles, which is
//! most of a head, is searched and not walked over.
//!
//! **How bytes flow.** `feed` gives a chunk to `scan`, which calls `step` until the chunk is used
//! up. In the data state `whole_tag` (`whole`) reads every tag that the chunk holds whole, without any state.
//! A tag that a chunk cuts is read so when its rest has come (`cut`). Only unusual tags, and markup that is not a tag, go through the states. `build` decides
//! after each tag about the stage and the next state.
//!
//! **Invariants.** A document gives the same result in any chunks: a tag that a chunk cuts is
//! carried over (`carry`). The stage never goes back. Where the
//! stage is not enough (`template`), the bytes go to html5ever's tree builder, and after the
//! template's end tag the scanner continues.
//!
//! **What breaks if touched.** A head that ends too early loses metas without a diagnostic; one
//! that ends too late reads metas of the body, which a browser does not put into the head.
//!
//! **Which test notices.** `tests/all/meta_oracle.rs` compares with a full parse,
//! `tests/all/meta_chunks.rs` compares chunks of nine sizes from one byte on, and the fuzz target
//! `head` does both. `benches/head.rs` compares the speed with `lol_html`, and
//! `tests/counting/meta_allocations.rs` counts the allocations.

mod build;
pub(crate) mod carry;
mod cut;
mod template;
mod whole;

use crate::decode::Encoding;

use crate::diagnostic::Parsed;
use crate::page::html::markup::Markup;
use crate::page::html::name::{Element, Name};
use crate::page::html::raw_text::RawText;
use crate::page::html::reference::{Reference, Step};
use crate::page::html::seek;
use crate::page::html::tag::TagMachine;
use crate::page::meta::element::rules::MetaRules;
use crate::page::meta::engine::Engine;
use crate::page::meta::head::carry::Carry;
use crate::page::meta::retry_buffer::RetryBuffer;
use crate::page::meta::tree::Stage;
use crate::provenance::Provenance;
use crate::signal::Signal;

/// Reads a document as it comes, up to the end of its head. It can stop and go on at any byte.
///
/// It holds no part of the document, except a tag, a `noscript` or a licence that a chunk cuts
/// (`carry`) and a template that is not closed (`template`).
#[derive(Debug)]
pub(crate) struct HeadReader {
    /// ASCII-compatible; only tags that may matter are decoded by it.
    encoding: &'static Encoding,
    rules: MetaRules,
    /// The tree builder's knowledge, see `build`.
    stage: Stage,
    state: HeadState,
    /// The offset in the document at which the next chunk begins.
    origin: usize,
    /// The offset in the document of the `<` of the tag that is being read.
    tag: usize,
    /// The tag, the noscript or the licence that is being read, if it may go on in the next chunk.
    carry: Carry,
    /// The tag of the script that is open, if it holds a licence: its text is kept. Boxed because few
    /// heads have one.
    license: Option<Box<Provenance>>,
    output: Parsed<Vec<Signal>>,
    /// The bytes so far of a template that is open. Boxed because few heads have one, and the
    /// reader is held by value.
    template: Option<Box<RetryBuffer>>,
}

/// The state of the tokenizer, by the standard's names. It is all that is known between two chunks
/// about the construct that was cut.
#[derive(Clone, Copy, Debug)]
enum HeadState {
    /// Data state (§13.2.5.1).
    Data,
    /// In a tag whose bytes are in `carry`: no `>` has come yet, see `cut`.
    Cut,
    /// Tag open state (§13.2.5.6).
    TagOpen,
    /// End tag open state (§13.2.5.7).
    EndTagOpen,
    /// Tag name state (§13.2.5.8), with the name so far.
    TagName(TagKind, Name),
    /// After the name of a tag, up to its `>`.
    Tag(TagKind, Element, TagMachine),
    /// In a comment or a doctype.
    Markup(Markup),
    /// In the raw text of this element.
    RawText(Element, RawText),
    /// After a `&` (§13.2.5.72): white space may be spelled by a reference.
    Reference(Reference),
    /// In a template, whose bytes are collected until the tree builder has seen its end.
    Template,
    /// The head is over.
    Over,
}

/// Whether a tag opens or closes an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TagKind {
    Start,
    End,
}

impl HeadReader {
    /// A reader of the bytes that begin at the byte `origin` of a document in an encoding that is
    /// ASCII-compatible.
    ///
    /// In some of these encodings a byte of ASCII may be the second byte of a character, but only a
    /// letter, a digit or one of a few signs, and none of these decides between a tag and a text.
    pub(crate) fn new(encoding: &'static Encoding, origin: usize, rules: MetaRules) -> HeadReader {
        HeadReader {
            encoding,
            rules,
            stage: Stage::Start,
            state: HeadState::Data,
            origin,
            tag: origin,
            carry: Carry::default(),
            license: None,
            output: Parsed::begun(),
            template: None,
        }
    }

    /// Takes an allocation that nothing else needs, for bytes that must be kept.
    pub(crate) fn take_room(&mut self, room: Vec<u8>) {
        self.carry.take_room(room);
    }
}

impl Engine for HeadReader {
    fn is_over(&self) -> bool {
        matches!(self.state, HeadState::Over)
    }

    fn feed(&mut self, chunk: &[u8]) {
        let at = match self.state {
            HeadState::Cut => self.rest_of_cut(chunk),
            HeadState::RawText(..) => self.raw_text(chunk, 0),
            _ => 0,
        };
        if let Some(mut template) = self.template.take() {
            template.push(chunk);
            self.go_on(template);
        } else {
            self.scan(chunk, at);
        }
    }

    fn is_inside_markup(&self) -> bool {
        !matches!(
            self.state,
            HeadState::Data | HeadState::Reference(_) | HeadState::Over
        )
    }

    fn end(&mut self) {
        while let Some(template) = self.template.take() {
            self.end_in(&template);
        }
        if let HeadState::RawText(Element::Noscript, _) = self.state {
            self.read_noscript(&[], 0, 0);
        }
        if let HeadState::RawText(Element::Script, _) = self.state {
            self.read_license(&[], 0, 0);
        }
    }

    fn take_output(&mut self) -> Parsed<Vec<Signal>> {
        std::mem::replace(&mut self.output, Parsed::begun())
    }
}

/// The tokenizer. Each method reads the chunk from the byte `at` on, and returns how far it came.
impl HeadReader {
    /// Reads a chunk from the byte `at` on to its end, or to the end of the head.
    fn scan(&mut self, chunk: &[u8], at: usize) {
        self.steps(chunk, at);
        self.carry.chunk_ends(chunk, self.origin);
        self.origin += chunk.len();
    }

    /// Reads on from the byte `at`, state by state.
    fn steps(&mut self, chunk: &[u8], mut at: usize) {
        while at < chunk.len() && !matches!(self.state, HeadState::Over) {
            at = self.step(chunk, at);
        }
    }

    /// Reads on in the current state.
    fn step(&mut self, chunk: &[u8], at: usize) -> usize {
        let rest = chunk.get(at..).unwrap_or_default();
        let byte = rest.first().copied().unwrap_or_default();
        match self.state {
            HeadState::Data => self.data(chunk, at),
            HeadState::TagOpen => self.tag_open(byte, chunk, at),
            HeadState::EndTagOpen => self.end_tag_open(byte, at),
            HeadState::TagName(kind, name) => self.tag_name(kind, name, chunk, at),
            HeadState::Tag(kind, element, machine) => {
                self.rest_of_tag(kind, element, machine, chunk, at)
            }
            HeadState::Markup(mut markup) => {
                let skipped = markup.skip(rest);
                self.state = match skipped {
                    Some(_) => HeadState::Data,
                    None => HeadState::Markup(markup),
                };
                skipped.map_or(chunk.len(), |len| at + len)
            }
            HeadState::RawText(..) => self.raw_text(chunk, at),
            HeadState::Reference(reference) => self.reference(reference, byte, at),
            HeadState::Cut | HeadState::Template | HeadState::Over => chunk.len(),
        }
    }

    /// White space stays in the head, and any other character ends it. Tags are read here as long
    /// as the chunk holds them whole; everything else is read one state after the other.
    fn data(&mut self, chunk: &[u8], mut at: usize) -> usize {
        while let HeadState::Data = self.state {
            let Some(begin) = seek::skip_space(chunk, at) else {
                return chunk.len();
            };
            at = begin;
            let Some(end) = self.whole_tag::<true>(chunk, at) else {
                return self.less_than(chunk, at);
            };
            at = end;
        }
        at
    }

    /// Leaves the data state at a byte that is not white space.
    fn less_than(&mut self, chunk: &[u8], at: usize) -> usize {
        let byte = chunk.get(at).copied().unwrap_or_default();
        if byte != b'<' {
            return self.text(byte, at);
        }
        self.tag = self.origin + at;
        if cut::is_cut(chunk.get(at + 1..).unwrap_or_default()) {
            self.carry.begin(self.tag);
            self.state = HeadState::Cut;
            return chunk.len();
        }
        self.state = HeadState::TagOpen;
        at + 1
    }

    /// Any other character than white space ends the head; a reference may be white space.
    fn text(&mut self, byte: u8, at: usize) -> usize {
        if byte == b'&' {
            self.state = HeadState::Reference(Reference::Begun);
            return at + 1;
        }
        self.state = HeadState::Over;
        at
    }

    /// Reads one byte of a reference.
    fn reference(&mut self, reference: Reference, byte: u8, at: usize) -> usize {
        let (state, used) = match reference.step(byte) {
            Step::More(reference) => (HeadState::Reference(reference), 1),
            Step::White(_, is_own) => (HeadState::Data, usize::from(is_own)),
            Step::Text => (HeadState::Over, 0),
        };
        self.state = state;
        at + used
    }

    /// Tag open state (§13.2.5.6). A `<` before anything that begins no markup is text, and ends
    /// the head.
    fn tag_open(&mut self, byte: u8, chunk: &[u8], at: usize) -> usize {
        self.state = match byte {
            b'!' => HeadState::Markup(Markup::DeclarationOpen),
            b'/' => HeadState::EndTagOpen,
            b'?' => HeadState::Markup(Markup::Bogus),
            _ if byte.is_ascii_alphabetic() => {
                return self.tag_name(TagKind::Start, Name::default(), chunk, at);
            }
            _ => HeadState::Over,
        };
        at + 1
    }

    /// End tag open state (§13.2.5.7). `</>` is dropped; `</` without a letter begins a bogus
    /// comment.
    fn end_tag_open(&mut self, byte: u8, at: usize) -> usize {
        let (state, used) = match byte {
            b'>' => (HeadState::Data, 1),
            _ if byte.is_ascii_alphabetic() => {
                (HeadState::TagName(TagKind::End, Name::default()), 0)
            }
            _ => (HeadState::Markup(Markup::Bogus), 0),
        };
        self.state = state;
        at + used
    }

    /// Reads the name of a tag to its end, and begins a template or a meta there.
    fn tag_name(&mut self, kind: TagKind, mut name: Name, chunk: &[u8], at: usize) -> usize {
        let rest = chunk.get(at..).unwrap_or_default();
        let (len, ended) = name.read(rest);
        let at = at + len;
        if !ended {
            self.state = HeadState::TagName(kind, name);
            return at;
        }
        let element = name.element();
        match (kind, element) {
            (TagKind::Start, Element::Template) => return self.begin_template(chunk, at),
            (TagKind::Start, Element::Meta | Element::Link | Element::Script) => {
                self.keep_tag(name);
            }
            _ => {}
        }
        self.rest_of_tag(kind, element, TagMachine::new(), chunk, at)
    }

    /// Keeps a tag from its `<` on, of which the last byte read was that of its name. If an
    /// earlier chunk had the first bytes, they are put together from the name, because that chunk
    /// cannot be read again.
    fn keep_tag(&mut self, name: Name) {
        match self.origin.checked_sub(self.tag) {
            None | Some(0) => self.carry.begin(self.tag),
            Some(came) => {
                let before = std::iter::once(b'<').chain(name.bytes()).take(came);
                self.carry.begin_after(self.tag, before);
            }
        }
    }

    /// Reads a tag to its end, or to the end of the chunk.
    fn rest_of_tag(
        &mut self,
        kind: TagKind,
        element: Element,
        mut machine: TagMachine,
        chunk: &[u8],
        at: usize,
    ) -> usize {
        let rest = chunk.get(at..).unwrap_or_default();
        let Some(len) = machine.skip(rest) else {
            self.state = HeadState::Tag(kind, element, machine);
            return chunk.len();
        };
        let end = at + len;
        match (kind, element) {
            (TagKind::Start, Element::Meta) => self.read_kept_meta(chunk, end),
            (TagKind::Start, Element::Link | Element::Script) => {
                self.read_kept_link(element, chunk, end);
            }
            _ => {}
        }
        self.tag_ended(kind, element, end);
        end
    }

    /// Decides the state after a tag. The text of a noscript is kept from here on, because it is read
    /// again as markup.
    fn tag_ended(&mut self, kind: TagKind, element: Element, end: usize) {
        self.state = HeadState::Data;
        if (kind, element) == (TagKind::Start, Element::Noscript) {
            self.carry.begin(self.origin + end);
        }
        self.build(kind, element);
    }

    /// Reads raw text and the end tag after it. That tag closes only its own element,
    /// so it counts as [`Element::Other`].
    fn raw_text(&mut self, chunk: &[u8], at: usize) -> usize {
        let HeadState::RawText(element, raw) = &mut self.state else {
            return at;
        };
        let (element, end_tag_len) = (*element, raw.end_tag_len());
        let Some(len) = raw.skip(chunk.get(at..).unwrap_or_default()) else {
            return chunk.len();
        };
        let end = at + len;
        if element == Element::Noscript {
            self.read_noscript(chunk, end, end_tag_len);
        } else if self.license.is_some() {
            self.read_license(chunk, end, end_tag_len);
        }
        self.rest_of_tag(TagKind::End, Element::Other, TagMachine::new(), chunk, end)
    }
}
