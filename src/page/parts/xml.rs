//! The parts of XHTML: elements are where their tags are.

use std::ops::Range;

use html5ever::LocalName;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::links::RawLink;
use super::marks::{KINDS, Marks, NONE, states_no_content};
use super::reading::{Reading, Text};
use crate::diagnostic::DiagnosticCode;
use crate::page::html::tag;
use crate::page::html::value::decode_text;
use crate::page::meta::{XmlTree, declares};
use crate::part_mark::PartMarkKind;
use crate::provenance::Span;

/// Reads XHTML up to its end; one that is not well-formed, or declares entities, is not read.
pub(super) fn of_xml(text: &str) -> Reading {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.check_comments = true;
    let mut xml = XmlParts {
        text,
        tree: XmlTree::new(true),
        open: Vec::new(),
        marks: Marks::default(),
        reading: Reading::default(),
        begun: None,
        breaks: false,
    };
    let mut end = 0;
    loop {
        let begin = end;
        let event = reader.read_event();
        end = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        let is_well_formed = match event {
            Ok(Event::Eof) if xml.tree.is_closed() => break,
            Ok(Event::Eof) | Err(_) => false,
            Ok(Event::DocType(doctype)) if declares(&doctype) => {
                return Reading::unread(DiagnosticCode::XmlDeclarations);
            }
            Ok(event) => xml.take(&event, begin..end),
        };
        if !is_well_formed {
            return Reading::unread(DiagnosticCode::IllFormedXml);
        }
    }
    xml.reading.settle(xml.marks, text.len())
}

struct XmlParts<'t> {
    text: &'t str,
    tree: XmlTree,
    /// The marks of the open elements, and whether what is in them is text of the page.
    open: Vec<([u32; KINDS], bool)>,
    marks: Marks,
    reading: Reading,
    /// A text that goes on with references.
    begun: Option<Range<usize>>,
    breaks: bool,
}

impl XmlParts<'_> {
    /// Takes an event; false if it is not well-formed.
    fn take(&mut self, event: &Event<'_>, place: Range<usize>) -> bool {
        if let Event::Text(_) | Event::GeneralRef(_) = event {
            let start = self.begun.take().map_or(place.start, |begun| begun.start);
            self.begun = Some(start..place.end);
            return true;
        }
        if let Some(text) = self.begun.take() {
            self.text(text, true);
        }
        match event {
            Event::Start(start) => self.open(start, place),
            Event::Empty(start) => {
                let (name, end) = (start.name().into_inner(), place.end);
                self.open(start, place) && {
                    self.tag(name, end..end, true);
                    self.open.pop();
                    self.tree.close(name)
                }
            }
            Event::End(tag) => {
                let name = tag.name().into_inner();
                self.tag(name, place, true);
                self.open.pop();
                self.tree.close(name)
            }
            Event::CData(_) => {
                let ends = ("<![CDATA[".len(), "]]>".len());
                self.text(place.start + ends.0..place.end - ends.1, false);
                true
            }
            Event::Comment(text) => {
                self.marks.comment(text, place.into());
                true
            }
            _ => true,
        }
    }

    fn text(&mut self, place: Range<usize>, has_references: bool) {
        let text = self.text.get(place.clone()).unwrap_or_default();
        if text.trim().is_empty() {
            self.breaks = true;
            return;
        }
        let (closing, is_page) = self.open.last().copied().unwrap_or(([NONE; KINDS], false));
        self.reading.texts.push(Text {
            place,
            closing,
            is_page,
            breaks: std::mem::take(&mut self.breaks),
            has_references,
        });
    }

    fn tag(&mut self, name: &str, place: Range<usize>, is_end: bool) {
        self.breaks = true;
        if name == "noindex" {
            let name = LocalName::from(name);
            self.marks.tag(&name, place.into(), is_end);
        }
    }

    fn open(&mut self, start: &BytesStart<'_>, place: Range<usize>) -> bool {
        if self.tree.open(start).is_none() {
            return false;
        }
        let name = start.name();
        let is_xhtml = self.tree.is_xhtml(start);
        let local = name.local_name().into_inner();
        self.tag(name.into_inner(), place.clone(), false);
        let (mut closing, mut is_page) = self.open.last().copied().unwrap_or(([NONE; KINDS], true));
        let is_hidden = [
            "head", "template", "script", "style", "textarea", "iframe", "noscript",
        ];
        is_page &= !is_hidden.contains(&local);
        for kind in self.stated(local, is_xhtml, place.clone()) {
            let element = LocalName::from(local);
            let mark = self
                .marks
                .add(kind, Span::from(place.clone()), Some(&element));
            if let Some(slot) = closing.get_mut(kind as usize).filter(|slot| **slot == NONE) {
                *slot = mark;
            }
        }
        self.open.push((closing, is_page));
        let link = RawLink::of_xml(place, local).filter(|_| is_page || local == "base");
        self.reading.links.extend(link);
        true
    }

    /// The marks among the attributes of a tag.
    fn stated(&self, local: &str, is_xhtml: bool, place: Range<usize>) -> Vec<PartMarkKind> {
        let text = self.text.get(place).unwrap_or_default();
        let is_block = is_xhtml && matches!(local, "span" | "div" | "section");
        let mut kinds = Vec::new();
        tag::attributes(
            text.as_bytes(),
            tag::name_end(text.as_bytes()),
            |attribute| match text.get(attribute.name).unwrap_or_default() {
                "data-nosnippet" if is_block => kinds.push(PartMarkKind::NoSnippet),
                "data-nosnippet" => kinds.push(PartMarkKind::NoSnippetElsewhere),
                "class" => {
                    let value = text.get(attribute.value).unwrap_or_default();
                    if states_no_content(&decode_text(value)) {
                        kinds.push(PartMarkKind::NoContent);
                    }
                }
                _ => {}
            },
        );
        kinds
    }
}
