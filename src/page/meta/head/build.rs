//! The insertion modes of a head: the part of the tree builder that the scanner needs.
//!
//! **What it is.** From "initial" to "after head" the standard has six insertion modes (HTML
//! §13.2.6.4.1 to §13.2.6.4.6). With scripting on the mode "in head noscript" is never entered, and
//! "initial", "before html" and "before head" treat a tag alike, as far as the place of a meta is
//! concerned. Three stages are left:
//!
//! | tag | [`Stage::Start`] | [`Stage::InHead`] | [`Stage::AfterHead`] |
//! |---|---|---|---|
//! | start tag of metadata, `script`, `style`, `template` and so on | in head | stays | stays: it is put into the head |
//! | `<noscript>` | in head | stays | the head is over |
//! | `<head>` | in head | dropped | dropped |
//! | `</head>` | after head | after head | dropped |
//! | `<html>` | stays | stays | stays |
//! | `</body>`, `</html>`, `</br>`, any other start tag | over | over | over |
//! | any other end tag | dropped | dropped | dropped |
//!
//! **Invariants.** The stage only moves to the right. A meta before the end of the head is always a
//! child of `head`, so its placement needs no tree.
//!
//! **What breaks if touched.** A row that ends the head too early loses metas silently, and one
//! that ends it too late invents them. Two rows surprise: a meta after `</head>` is still in the
//! head, and a `<noscript>` there is not.
//!
//! **Which test notices.** `r_86_every_row_of_the_placement_table_holds`,
//! `r_87_after_the_end_of_the_head_is_still_head` and
//! `r_88_a_pixel_in_a_noscript_does_not_end_the_head` in `tests/all/meta.rs`;
//! `r_86_a_meta_anywhere_in_a_fixture_reads_as_the_tree_says` puts a meta at every place of every
//! fixture and compares with html5ever.

use crate::page::html::name::Element;
use crate::page::html::raw_text::RawText;
use crate::page::html::tag;
use crate::page::meta::element::license::{license_type, may_have_type};
use crate::page::meta::element::raw::raw_values;
use crate::page::meta::head::{HeadReader, HeadState, TagKind};
use crate::page::meta::signals;
use crate::page::meta::tree::Stage;
use crate::provenance::Placement;

/// The tree builder's part, and the reading of metas and noscripts.
impl HeadReader {
    /// Moves the stage on after a tag, ends the head, or begins raw text.
    #[inline]
    pub(super) fn build(&mut self, kind: TagKind, element: Element) {
        match (kind, element, self.stage) {
            (TagKind::End, Element::Head, _) => self.stage = Stage::AfterHead,
            (TagKind::End, Element::Body | Element::Html | Element::Br, _)
            | (TagKind::Start, Element::Body | Element::Br | Element::Other, _)
            | (TagKind::Start, Element::Noscript, Stage::AfterHead) => self.state = HeadState::Over,
            (TagKind::End, ..) | (TagKind::Start, Element::Html, _) => {}
            (TagKind::Start, _, stage) => {
                if stage == Stage::Start {
                    self.stage = Stage::InHead;
                }
                if let Some(raw) = RawText::of(element) {
                    self.state = HeadState::RawText(element, raw);
                }
            }
        }
    }

    /// Reads the meta of which a part was kept, and which ends before the byte `end` of the chunk.
    pub(super) fn read_kept_meta(&mut self, chunk: &[u8], end: usize) {
        let mut carry = std::mem::take(&mut self.carry);
        let (tag, at) = carry.whole(chunk, self.origin, end);
        let (values, _) = raw_values(tag, tag::name_end(tag));
        if self.rules.may_matter(&values) {
            self.read_meta(tag, at);
        }
        self.carry = carry;
        self.carry.end();
    }

    /// Reads the meta of this tag, which begins at the byte `at` of the document.
    pub(super) fn read_meta(&mut self, tag: &[u8], at: usize) {
        let head = Placement::Head;
        signals::add_meta(tag, at, self.encoding, head, &self.rules, &mut self.output);
    }

    /// Reads the link or script of which a part was kept, and which ends before the byte `end` of the
    /// chunk. The text of a licence is kept from there on.
    #[inline(never)]
    pub(super) fn read_kept_link(&mut self, element: Element, chunk: &[u8], end: usize) {
        let mut carry = std::mem::take(&mut self.carry);
        let (tag, at) = carry.whole(chunk, self.origin, end);
        if may_have_type(tag) && license_type(tag, tag::name_end(tag)).0 {
            self.read_link(element, tag, at);
        }
        carry.end();
        let text = self.license.as_ref().map(|_| self.origin + end);
        self.carry = carry;
        if let Some(text) = text {
            self.carry.begin(text);
        }
    }

    /// Reads the link of this tag, which begins at the byte `at` of the document, or keeps the text of
    /// a script that holds a licence.
    #[cold]
    pub(super) fn read_link(&mut self, element: Element, tag: &[u8], at: usize) {
        let (encoding, head) = (self.encoding, Placement::Head);
        if element == Element::Link {
            signals::add_link(tag, at, encoding, head, &self.rules, &mut self.output);
        } else if let Some(license) = signals::license_script(tag, at, encoding) {
            self.license = Some(Box::new(license));
            self.carry.begin(at + tag.len());
        }
    }

    /// Reads the text of the licence that is open, as [`HeadReader::read_noscript`] does with its own.
    pub(super) fn read_license(&mut self, chunk: &[u8], end: usize, end_tag: usize) {
        let Some(license) = self.license.take() else {
            return;
        };
        let (text, at) = self.carry.whole(chunk, self.origin, end);
        let (text, _) = text.split_at(text.len().saturating_sub(end_tag));
        let text = signals::license_text(text, at, self.encoding);
        let (head, output) = (Placement::Head, &mut self.output);
        self.rules.read_script(head, &license, text, output);
        self.carry.end();
    }

    /// Reads the text of the noscript that is open, as far as it has come up to the byte `end` of
    /// the chunk. The last `end_tag` bytes are those of its end tag. Without a chunk and an end tag
    /// it reads a noscript that the document never closes.
    pub(super) fn read_noscript(&mut self, chunk: &[u8], end: usize, end_tag: usize) {
        let (text, at) = self.carry.whole(chunk, self.origin, end);
        let (text, _) = text.split_at(text.len().saturating_sub(end_tag));
        signals::add_noscript(text, at, self.encoding, &self.rules, &mut self.output);
        self.carry.end();
    }
}
