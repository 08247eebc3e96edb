//! The reading of a document: its texts with the marks that close each, its marks, and its links.

use std::ops::Range;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::TagToken;
use html5ever::{Attribute, LocalName, QualName, local_name, ns};

use super::arena::{NONE, NodeId, PartsSink};
use super::links::RawLink;
use super::marks::{KINDS, Marks, PartMark, states_no_content};
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
        self.texts.sort_unstable_by_key(|text| text.place.start);
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

/// A text in the source, before its place in the tree is known.
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
    while let Some((own, token)) = feed.next() {
        if feed.sink().cost().exceeds(&token, own.end()) {
            return Reading::unread(DiagnosticCode::TreeTooCostly);
        }
        let TagToken(tag) = &token else {
            reader.other(&own, bytes, feed.sink());
            feed.process(token);
            continue;
        };
        let Token::Tag(place) = &own else { continue };
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
            Token::Text(place, has_references) => {
                let text = bytes.get(place.clone()).unwrap_or_default();
                if text.iter().all(u8::is_ascii_whitespace) {
                    self.breaks = true;
                } else {
                    self.found(place.clone(), *has_references);
                }
            }
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
        let mut placed = sink.texts();
        placed.sort_unstable();
        let mut placed = placed.into_iter().peekable();
        let closing = |of: &[u32]| {
            let mut closing = [NONE; KINDS];
            closing.iter_mut().zip(of).for_each(|(to, of)| *to = *of);
            closing
        };
        let mut breaks = false;
        for found in self.found {
            breaks |= found.breaks;
            while placed.next_if(|(at, _)| *at < found.place.start).is_some() {}
            let Some((_, node)) = placed.next_if(|(at, _)| *at == found.place.start) else {
                continue;
            };
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
    let bytes = tokenizer.bytes();
    let mut has_class = false;
    let is_root = matches!(*name, local_name!("html") | local_name!("body"));
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
            let may_be = memchr::memchr2(b'&', b'-', raw).is_some();
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
    const NAMES: &str = " a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr noindex q s samp small \
        span strike strong sub sup time tt u var wbr ";
    NAMES.split(' ').any(|own| own == &**name)
}
