//! The tags that a chunk holds whole, which nearly all do: they are read without any state.
//!
//! **What it is.** A head consists mostly of metas, links and scripts, so these are known by their first word
//! ([`HeadReader::whole_tag`]), and a script is read up to the end of its end tag at once. All other tags, comments and doctypes are read
//! out of line ([`HeadReader::other_tag`]).
//!
//! **Invariants.** What is read here leaves the state and the stage as the state machine in `head` would. Where anything
//! is missing or unusual the answer is `None`, or the state of a raw text that has begun: the state machine resumes there.
//!
//! **What breaks if touched.** A document reads differently where a chunk ends in another place.
//!
//! **Which test notices.** `tests/all/meta_chunks.rs`, which reads each document whole and in chunks of nine sizes.

use crate::page::html::markup::Markup;
use crate::page::html::name::{Element, Name};
use crate::page::html::raw_text::RawText;
use crate::page::html::swar::{self, Start};
use crate::page::html::tag;
use crate::page::html::tag_end::{self, End};
use crate::page::meta::element::license::{license_type, may_have_type};
use crate::page::meta::element::values::RawValues;
use crate::page::meta::head::{HeadReader, HeadState, TagKind};
use crate::page::meta::tree::Stage;

/// Whole tags. Each method returns the offset after the tag; `None` if the chunk does not hold it whole.
impl HeadReader {
    /// Reads the tag that begins at the byte `at` and returns the offset after it, and after its raw text. `None` if the
    /// chunk does not hold it whole, if its name is not a short one of letters, or if it opens a
    /// template.
    ///
    /// `OFTEN` gives the scanner an instance of its own, which the compiler puts into its loop.
    #[inline]
    pub(super) fn whole_tag<const OFTEN: bool>(
        &mut self,
        chunk: &[u8],
        at: usize,
    ) -> Option<usize> {
        let word = swar::load8(chunk.get(at..)?)?;
        let end = if META.begins(word) {
            self.whole_meta(chunk, at, at + META.len - 1)?
        } else if LINK.begins(word) {
            self.whole_link(Element::Link, chunk, at, at + LINK.len - 1)?
        } else if SCRIPT.begins(word) {
            return self.whole_script(chunk, at);
        } else {
            return self.other_tag(chunk, at);
        };
        self.enter_head();
        Some(end)
    }

    /// Moves the stage on after metadata, as `build` does.
    #[inline]
    fn enter_head(&mut self) {
        if self.stage == Stage::Start {
            self.stage = Stage::InHead;
        }
    }

    /// Reads the script that begins at the byte `at`, if its name ends where that of a script does.
    #[inline]
    fn whole_script(&mut self, chunk: &[u8], at: usize) -> Option<usize> {
        let after = at + SCRIPT.len;
        if !tag::ends_name(*chunk.get(after)?) {
            return self.other_tag(chunk, at);
        }
        let text = self.whole_link(Element::Script, chunk, at, after)?;
        if self.license.is_some() {
            self.build(TagKind::Start, Element::Script);
            return Some(text);
        }
        let passed = RawText::SCRIPT.pass(chunk, text);
        if passed.is_err() {
            self.build(TagKind::Start, Element::Script);
        } else {
            self.enter_head();
        }
        Some(passed.unwrap_or_else(|at| at))
    }

    /// Reads any tag, comment or doctype.
    #[inline(never)]
    fn other_tag(&mut self, chunk: &[u8], at: usize) -> Option<usize> {
        let (kind, name_at) = match chunk.get(at..)? {
            [b'<', b'/', ..] => (TagKind::End, at + 2),
            [b'<', b'!', rest @ ..] => return Some(at + 2 + Markup::whole(rest)?),
            [b'<', ..] => (TagKind::Start, at + 1),
            _ => return None,
        };
        let (element, len) = Name::whole(chunk.get(name_at..)?)?;
        let after = name_at + len;
        let end = match (kind, element) {
            (TagKind::Start, Element::Template) => return None,
            (TagKind::Start, Element::Meta) => self.whole_meta(chunk, at, after)?,
            (TagKind::Start, Element::Link | Element::Script) => {
                self.whole_link(element, chunk, at, after)?
            }
            _ => tag_end::of(chunk, after)?,
        };
        self.build(kind, element);
        Some(self.whole_text(chunk, end))
    }

    /// Passes the text that begins at the byte `at`, if a raw text begins there of which nothing is kept.
    fn whole_text(&mut self, chunk: &[u8], at: usize) -> usize {
        let HeadState::RawText(element, raw) = self.state else {
            return at;
        };
        if element == Element::Noscript || self.license.is_some() {
            return at;
        }
        let passed = raw.pass(chunk, at);
        if passed.is_ok() {
            self.state = HeadState::Data;
        }
        passed.unwrap_or_else(|at| at)
    }

    /// Reads the meta that begins at the byte `at` and whose name ends before the byte `after`. One
    /// pass cuts the attributes, and the rules look at their raw values; only a meta that may
    /// matter is decoded and cut again.
    #[inline]
    fn whole_meta(&mut self, chunk: &[u8], at: usize, after: usize) -> Option<usize> {
        let mut values = RawValues::default();
        let end = values.cut::<true>(chunk, after)?;
        if self.rules.may_matter(&values) {
            self.read_meta(chunk.get(at..end)?, self.origin + at);
        }
        Some(end)
    }

    /// Reads the link or script that begins at the byte `at`. Only one that may be about a licence is
    /// decoded.
    #[inline]
    fn whole_link(
        &mut self,
        element: Element,
        chunk: &[u8],
        at: usize,
        after: usize,
    ) -> Option<usize> {
        match tag_end::quick(chunk, after) {
            End::Plain(end) => return Some(end),
            End::Marked(end) if !may_have_type(chunk.get(after..end)?) => return Some(end),
            End::Later => return None,
            End::Marked(_) | End::Unknown => {}
        }
        let (may, end) = license_type(chunk, after);
        let end = end?;
        if may {
            self.read_link(element, chunk.get(at..end)?, self.origin + at);
        }
        Some(end)
    }
}

const META: Start = Start::new(b"<meta ");
const LINK: Start = Start::new(b"<link ");
const SCRIPT: Start = Start::new(b"<script");
