//! Templates in the head of a document.

use std::borrow::Cow;

use crate::html::name::Element;
use crate::meta::head::{HeadReader, State, TagKind};
use crate::meta::retry_buffer::{self, RetryBuffer};
use crate::meta::signals;
use crate::meta::tree::Stretch;

/// Templates. In one the place in the head is not enough: elements nest, foreign ones have other rules, and only its
/// own end tag ends it. So the tree builder reads it, from its first byte to its last. After that nothing of it is left but
/// the place in the head, and the scanner goes on: `r_98_random_soup_reads_as_the_tree_says` holds the two together.
impl HeadReader {
    /// Reads the template whose name has been read up to the byte `at`, if the chunk holds it whole.
    pub(super) fn begin_template(&mut self, chunk: &[u8], at: usize) -> usize {
        let bytes = match self.tag.checked_sub(self.origin) {
            Some(start) => Cow::Borrowed(chunk.get(start..).unwrap_or_default()),
            None => Cow::Owned([TEMPLATE, chunk.get(at..).unwrap_or_default()].concat()),
        };
        let may_end = retry_buffer::contains(&bytes, TEMPLATE_END);
        if may_end && let Some(len) = self.read_template(&bytes, self.tag, false) {
            return self.tag + len - self.origin;
        }
        let mut template = Box::new(RetryBuffer::awaiting(self.tag, TEMPLATE_END));
        template.push(&bytes);
        template.was_read(0);
        self.template = Some(template);
        self.state = State::Template;
        chunk.len()
    }

    /// Reads a template of which more has come, if that can bring anything.
    pub(super) fn go_on(&mut self, mut template: Box<RetryBuffer>) {
        if template.is_worth_reading() {
            let len = self.read_template(template.bytes(), template.at(), false);
            if let Some(len) = len {
                return self.scan_after(&template, len);
            }
            template.was_read(0);
        }
        self.template = Some(template);
    }

    /// Reads a template at the end of the document, closed or not.
    pub(super) fn end_in(&mut self, template: &RetryBuffer) {
        if let Some(len) = self.read_template(template.bytes(), template.at(), true) {
            self.scan_after(template, len);
        }
    }

    /// Goes on after a template, in what came before the last chunk or in it.
    fn scan_after(&mut self, template: &RetryBuffer, len: usize) {
        if matches!(self.state, State::Over) {
            return;
        }
        self.origin = template.at() + len;
        self.scan(template.bytes().get(len..).unwrap_or_default());
    }

    /// Reads the template that these bytes begin with, which begin at the byte `at` of the document. Returns where it
    /// ends. One that is not closed is left alone, unless the document ends here.
    fn read_template(&mut self, bytes: &[u8], at: usize, at_end: bool) -> Option<usize> {
        let stretch = Stretch::of_document(bytes, self.encoding).as_template(self.stage);
        let reading = signals::read(stretch, &self.rules);
        let end = match reading.closed {
            _ if reading.is_abandoned => {
                self.state = State::Over;
                Some(bytes.len())
            }
            Some(end) => {
                self.state = State::Data;
                self.build(TagKind::Start, Element::Template);
                Some(end)
            }
            None => None,
        };
        if end.is_some() || at_end {
            signals::add_found(&reading.found, stretch, at, &self.rules, &mut self.output);
        }
        end
    }
}

const TEMPLATE: &[u8] = b"<template";
const TEMPLATE_END: &str = "</template";
