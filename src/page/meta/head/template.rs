//! Templates in the head of a document.
//!
//! **What it is.** In a template the stage of the head is not enough: elements nest, SVG and `MathML`
//! have other rules, and only the template's own end tag ends it. So the tree builder reads a
//! template, from its first byte to its last. After that nothing of it is left but the stage, and
//! the scanner continues. Metas in a template never count, so all this is for the place where
//! the template ends, and for the diagnostic about a meta that does not count.
//!
//! **Invariants.** The tree builder begins each reading at the `<template`, with the stage that the
//! head had there, and its tokens depend on the bytes alone. So it does not matter how often a
//! template that has not ended is read again. Readings are rare: none before a `</template` has
//! arrived, and then only as `RetryBuffer` allows.
//!
//! **What breaks if touched.** A template that ends too early puts its metas into the head: a
//! restriction is invented. One that ends too late swallows the metas after it.
//!
//! **Which test notices.** `r_98_random_soup_reads_as_the_tree_says` holds the tree builder and the
//! scanner together, `r_90_a_template_never_counts` lists cases, and
//! `r_105_deep_nesting_ends_the_reading` has a template that costs too much.

use std::borrow::Cow;

use crate::page::html::name::Element;
use crate::page::meta::head::{HeadReader, HeadState, TagKind};
use crate::page::meta::retry_buffer::{self, RetryBuffer};
use crate::page::meta::signals;
use crate::page::meta::tree::Stretch;

/// Templates: the states between `<template` and the tree builder's word that it has ended.
impl HeadReader {
    /// Begins the template whose name has been read up to the byte `at`. If the chunk holds it
    /// whole, it is read from the chunk without a copy.
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
        self.state = HeadState::Template;
        chunk.len()
    }

    /// Reads a template of which more has come, if that can find its end.
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

    /// Scans the bytes after a template, which are at the end of the buffer.
    fn scan_after(&mut self, template: &RetryBuffer, len: usize) {
        if matches!(self.state, HeadState::Over) {
            return;
        }
        self.origin = template.at() + len;
        self.scan(template.bytes().get(len..).unwrap_or_default(), 0);
    }

    /// Reads the template that begins with `bytes`, at the byte `at` of the document, and returns
    /// its length.
    ///
    /// `None` if it is not closed: nothing of it is reported then, unless the document ends here. A
    /// template that costs too much ends the head, because the place after it is not known.
    fn read_template(&mut self, bytes: &[u8], at: usize, at_end: bool) -> Option<usize> {
        let stretch = Stretch::of_document(bytes, self.encoding).as_template(self.stage);
        let reading = signals::read(stretch, &self.rules);
        let end = match reading.closed {
            _ if reading.is_abandoned => {
                self.state = HeadState::Over;
                Some(bytes.len())
            }
            Some(end) => {
                self.state = HeadState::Data;
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
