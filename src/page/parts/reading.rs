//! The reading of a document: its texts with the marks that close each, its marks, and its links.

use std::ops::Range;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::TagToken;
use html5ever::{Attribute, LocalName, QualName, local_name, ns};

use super::arena::{NodeId, PartsSink};
use super::links::RawLink;
use super::marks::{KINDS, Marks, NONE, PartMark, states_no_content};
use super::search;
use crate::decode::Encoding;
use crate::diagnostic::DiagnosticCode;
use crate::page::html::feed::{Feed, attribute_of, that_matter};
use crate::page::html::tag;
use crate::page::html::tokenizer::{Tag, Token, Tokenizer};
use crate::provenance::Span;
use crate::why::Why;

/// What is known of a document. Places count in the bytes that were read.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading {
    /// In the order of the source.
    pub(super) texts: Vec<Text>,
    pub(super) marks: Vec<PartMark>,
    pub(super) links: Vec<RawLink>,
    /// The bytes at the end that are neither text nor markup that was complete.
    pub(super) tail: Range<usize>,
    /// Why nothing is known of it.
    pub(super) unread: Option<Why>,
}

/// A text that has more than white space.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) place: Range<usize>,
    /// For each kind of mark the one that closes it, by its number, or [`NONE`].
    pub(super) closing: [u32; KINDS],
    /// Whether it is a text of the page: not in a template or an element with raw text.
    pub(super) is_page: bool,
    /// Whether white space, or an element that is no part of a line, is before it.
    pub(super) breaks: bool,
    pub(super) has_references: bool,
}

impl Reading {
    pub(super) fn unread(code: DiagnosticCode) -> Reading {
        Reading {
            unread: code.leaves(),
            ..Reading::default()
        }
    }

    /// All places in it.
    pub(super) fn places(&self) -> impl Iterator<Item = Span> {
        let texts = self.texts.iter().map(|text| text.place.clone().into());
        let marks = self.marks.iter().map(PartMark::span);
        let links = self.links.iter().map(|link| link.tag.clone().into());
        texts
            .chain(marks)
            .chain(links)
            .chain([self.tail.clone().into()])
    }

    /// Adds the marks that are pairs in the source, and gives each mark the texts that it closes.
    pub(super) fn settle(mut self, mut marks: Marks, len: usize) -> Reading {
        marks.finish(len);
        // Two runs that are in order.
        self.texts.sort_by_key(|text| text.place.start);
        for pair in &marks.pairs {
            let from = self
                .texts
                .partition_point(|text| text.place.start < pair.span.start);
            let texts = self.texts.iter_mut().skip(from);
            for text in texts.take_while(|text| text.place.start < pair.span.end) {
                if let Some(slot) = text.closing.get_mut(pair.kind as usize)
                    && *slot == NONE
                {
                    *slot = pair.mark;
                }
            }
        }
        for text in self.texts.iter().filter(|text| text.is_page) {
            for mark in text.closing {
                if let Some(mark) = marks.all.get_mut(mark as usize) {
                    mark.covers.push(text.place.clone().into());
                }
            }
        }
        self.marks = marks.all;
        self
    }
}

/// A text in the source, by its number, before its place in the tree is known. One of white space alone never gets one.
struct Found {
    place: Range<usize>,
    breaks: bool,
    has_references: bool,
}

/// Reads HTML. The tree builder is given all of it: a later tag may close an earlier text.
pub(super) fn of_html(bytes: &[u8], encoding: &'static Encoding) -> Reading {
    let tokenizer = Tokenizer::new(bytes, encoding);
    let mut feed = Feed::with_places(tokenizer, PartsSink::default(), attributes);
    let mut reader = HtmlReader::default();
    while let Some(own) = &feed.next() {
        let token = feed.token(own);
        if feed.sink().cost().exceeds(&token, own.end()) {
            return Reading::unread(DiagnosticCode::TreeTooCostly);
        }
        let TagToken(tag) = &token else {
            reader.other(own, bytes, feed.sink());
            feed.process(token);
            continue;
        };
        let Token::Tag(place) = own else { continue };
        let name = tag.name.clone();
        let has_marks = tag
            .attrs
            .iter()
            .any(|attribute| is_mark(&attribute.name.local));
        *feed.sink().tag.borrow_mut() =
            has_marks.then(|| (name.clone(), place.place.clone().into()));
        reader.end_raw(place.place.start);
        let is_raw = feed.process(token);
        feed.sink().cost().end();
        reader.tag(place, &name, is_raw, feed.sink());
    }
    if let Some(raw) = feed.tokenizer().open_raw_text() {
        reader.end_raw(raw.end);
    }
    feed.sink().note_open();
    let mut at = feed.tokenizer().at();
    if let Some((place, has_references)) = feed.end() {
        at = place.end;
        reader.found(place, has_references);
    }
    reader.reading.tail = at..bytes.len();
    reader.finish(feed.sink(), bytes.len())
}

#[derive(Default)]
struct HtmlReader {
    reading: Reading,
    found: Vec<Found>,
    /// The texts of elements with raw text, and those elements.
    raw: Vec<(Range<usize>, NodeId)>,
    /// Where an open raw text began.
    begun: Option<(usize, NodeId)>,
    breaks: bool,
}

impl HtmlReader {
    fn found(&mut self, place: Range<usize>, has_references: bool) {
        self.found.push(Found {
            place,
            breaks: std::mem::take(&mut self.breaks),
            has_references,
        });
    }

    /// Takes a token that is no tag.
    fn other(&mut self, own: &Token, bytes: &[u8], sink: &PartsSink) {
        match own {
            Token::Text(place, has_references) => self.found(place.clone(), *has_references),
            Token::Comment(place) => {
                let comment = bytes.get(place.clone()).unwrap_or_default();
                if let Some(text) = comment.strip_prefix(b"<!--")
                    && let Some(text) = text.strip_suffix(b"-->").or(text.strip_suffix(b"--!>"))
                    && let Ok(text) = str::from_utf8(text)
                {
                    sink.marks.borrow_mut().comment(text, place.clone().into());
                }
            }
            _ => {}
        }
    }

    /// Takes a tag that was processed.
    fn tag(&mut self, tag: &Tag, name: &LocalName, is_raw: bool, sink: &PartsSink) {
        self.breaks |= !is_of_line(name);
        let span = Span::from(tag.place.clone());
        if &**name == "noindex" {
            sink.marks.borrow_mut().tag(name, span, tag.is_end);
        }
        if tag.is_end {
            return;
        }
        if is_raw {
            self.begun = Some((tag.place.end, sink.last()));
        }
        if let Some(link) = RawLink::of(tag, name, sink.last()) {
            self.reading.links.push(link);
        }
    }

    fn end_raw(&mut self, end: usize) {
        if let Some((start, node)) = self.begun.take() {
            self.raw.push((start..end, node));
        }
    }

    /// Puts together what the source and the tree say.
    fn finish(mut self, sink: &PartsSink, len: usize) -> Reading {
        let places = sink.places();
        let closing = |of: &[u32]| {
            let mut closing = [NONE; KINDS];
            closing.iter_mut().zip(of).for_each(|(to, of)| *to = *of);
            closing
        };
        let mut nodes = vec![NONE; self.found.len()];
        for (number, node) in sink.texts() {
            if let Some(slot) = nodes.get_mut(number as usize) {
                *slot = node;
            }
        }
        let mut breaks = false;
        for (found, node) in self.found.into_iter().zip(nodes) {
            breaks |= found.breaks;
            if node == NONE {
                breaks = true;
                continue;
            }
            let place = places.of(node);
            self.reading.texts.push(Text {
                place: found.place,
                closing: closing(&place.closing),
                is_page: place.is_page,
                breaks: std::mem::take(&mut breaks),
                has_references: found.has_references,
            });
        }
        for (raw, node) in self.raw.into_iter().filter(|(raw, _)| !raw.is_empty()) {
            self.reading.texts.push(Text {
                place: raw,
                closing: closing(&places.of(node).closing),
                is_page: false,
                breaks: true,
                has_references: false,
            });
        }
        self.reading
            .links
            .retain(|link| places.of(link.node).is_page || link.is_base());
        let marks = std::mem::take(&mut *sink.marks.borrow_mut());
        self.reading.settle(marks, len)
    }
}

fn is_mark(name: &LocalName) -> bool {
    matches!(&**name, "data-nosnippet" | "class")
}

/// The attributes that the tree builder looks at, and those that are marks, which it gives to the elements that it opens again.
fn attributes(tokenizer: &Tokenizer<'_>, tag: &Tag, name: &LocalName) -> Vec<Attribute> {
    let mut found = that_matter(tokenizer, tag, name);
    let is_root = matches!(*name, local_name!("html") | local_name!("body"));
    if !tag.may_be_mark && !is_root {
        return found;
    }
    let bytes = tokenizer.bytes();
    let mut has_class = false;
    let mut add = |name: LocalName, value: &str| {
        if found.iter().all(|known| known.name.local != name) {
            found.push(Attribute {
                name: QualName::new(None, ns!(), name),
                value: StrTendril::from_slice(value),
            });
        }
    };
    tag::attributes(bytes, tag.name.end, |attribute| {
        let name = bytes.get(attribute.name).unwrap_or_default();
        if name.eq_ignore_ascii_case(b"data-nosnippet") {
            add(LocalName::from("data-nosnippet"), "");
        } else if name.eq_ignore_ascii_case(b"class") && !has_class {
            has_class = true;
            let raw = bytes.get(attribute.value.clone()).unwrap_or_default();
            let may_be = memchr::memchr(b'&', raw).is_some() || search::has_no_content(raw);
            let value = || attribute_of(local_name!("class"), &attribute.value, tokenizer).value;
            if may_be && states_no_content(&value()) {
                add(local_name!("class"), "robots-nocontent");
            } else if is_root {
                // A later tag adds what this one lacks.
                add(local_name!("class"), "");
            }
        }
    });
    found
}

/// Whether an element is a part of a line, so that the texts around its tags are one.
fn is_of_line(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("a")
            | local_name!("abbr")
            | local_name!("acronym")
            | local_name!("b")
            | local_name!("bdi")
            | local_name!("bdo")
            | local_name!("big")
            | local_name!("cite")
            | local_name!("code")
            | local_name!("data")
            | local_name!("del")
            | local_name!("dfn")
            | local_name!("em")
            | local_name!("font")
            | local_name!("i")
            | local_name!("ins")
            | local_name!("kbd")
            | local_name!("label")
            | local_name!("mark")
            | local_name!("nobr")
            | local_name!("q")
            | local_name!("s")
            | local_name!("samp")
            | local_name!("small")
            | local_name!("span")
            | local_name!("strike")
            | local_name!("strong")
            | local_name!("sub")
            | local_name!("sup")
            | local_name!("time")
            | local_name!("tt")
            | local_name!("u")
            | local_name!("var")
            | local_name!("wbr")
    ) || &**name == "noindex"
}
