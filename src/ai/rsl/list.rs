//! The text of `permits` and `prohibits`: names between blanks, each with its bytes.
//!
//! Text comes in pieces, since references, comments and CDATA sections may be in it. A map leads from the joined text back
//! to the document, so that a name that is written `ai&#45;train` is quoted as it is written.

use std::borrow::Cow;
use std::ops::Range;

use quick_xml::escape::unescape;

use crate::ai::rsl::source::is_character;
use crate::page::offsets::OffsetMap;
use crate::provenance::Span;

/// The kind of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListKind {
    Usage,
    User,
    Geo,
    /// A type that is not known.
    Unknown,
}

/// The text of an element so far.
#[derive(Debug)]
pub(super) struct List {
    pub(super) is_permitting: bool,
    pub(super) kind: ListKind,
    /// The offset of its start tag in the text of the document.
    pub(super) start: usize,
    text: String,
    map: OffsetMap,
}

impl List {
    pub(super) fn new(is_permitting: bool, kind: ListKind, start: usize) -> List {
        List {
            is_permitting,
            kind,
            start,
            text: String::new(),
            map: OffsetMap::default(),
        }
    }

    /// Adds text that is copied from these offsets of the document.
    pub(super) fn copy(&mut self, text: &str, at: Range<usize>) {
        self.map.check(self.text.len(), at.start);
        self.text.push_str(text);
        self.map.check(self.text.len(), at.end);
    }

    /// Adds the character of a reference.
    pub(super) fn refer(&mut self, character: char, at: Range<usize>) {
        self.map.check(self.text.len(), at.start);
        self.text.push(character);
        self.map.check(self.text.len(), at.end);
    }

    /// The names and their spans in the document.
    pub(super) fn names(&self) -> impl Iterator<Item = (&str, Span)> {
        let mut at = 0;
        let pieces = self.text.split_inclusive(is_separator).map(move |piece| {
            let name = piece.trim_end_matches(is_separator);
            let span = Span::new(at, at + name.len());
            at += piece.len();
            (name, span)
        });
        pieces
            .filter(|(name, _)| !name.is_empty())
            .map(|(name, span)| (name, self.map.raw(span)))
    }

    /// The span from the first name to the last, if there is a comma in the list.
    pub(super) fn comma(&self) -> Option<Span> {
        let has_comma = memchr::memchr(b',', self.text.as_bytes()).is_some();
        let whole = Span::new(0, self.text.len()).trimmed_in(&self.text);
        has_comma.then(|| self.map.raw(whole))
    }
}

/// Blanks of XML, and the comma of drafts of RSL.
fn is_separator(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | ',')
}

/// The character of a reference as it is written, `&amp;` or `&#32;`; `None` if it is none of XML's own (XML §4.6).
pub(super) fn referred(written: &str) -> Option<char> {
    let text = unescape(written).ok()?;
    let mut characters = text.chars();
    let character = characters.next()?;
    (characters.next().is_none() && is_character(character)).then_some(character)
}

/// The value of an attribute; `None` if it is not well-formed.
pub(super) fn value(written: &str) -> Option<Cow<'_, str>> {
    let text = unescape(written).ok()?;
    let is_well_formed = !written.contains('<') && text.chars().all(is_character);
    is_well_formed.then_some(text)
}
