//! From the events of XML to contents and licences.
//!
//! **What it is.** One pass over the events that `quick-xml` reads from the text. `open` holds the elements that are open;
//! an element of another namespace is ignored with all that is in it. The model grows at the end of its vectors: the licence
//! that is being read is the last one of the last content.
//!
//! | file | job |
//! |---|---|
//! | `elements` | the table of elements, and the attributes that matter |
//! | `build` | elements and lists into the model, and diagnostics |
//!
//! **Invariants.** The first fault ends the reading, and nothing of the document counts: a prohibition after the
//! fault cannot be lost, because no permission before it was given. No entity is resolved except the five of XML. Work and
//! memory are in proportion to the bytes: the depth is bounded, prefixes are looked up in a map, lists keep each use once.
//!
//! **What breaks if touched.** quick-xml's own check for matching end tags is off, because `open` is needed anyway; without
//! the comparison in `close` a document could end in the middle of a list.
//!
//! **Which test notices.** `r_264_*` in `tests/all/rsl.rs`; the rows about RSL of `tests/kit/src/hostile/rows.jsonl`.

mod build;
mod elements;

use std::ops::Range;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::ai::rsl::Rsl;
use crate::ai::rsl::document::build::Builder;
use crate::ai::rsl::document::elements::{Attributes, RslElement};
use crate::ai::rsl::list::referred;
use crate::ai::rsl::source::Decoded;
use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::page::xml::Bindings;
use crate::provenance::{Provenance, Source, Span};

/// The reason why a document states nothing: the code, and the part that it is about.
type Fault = (DiagnosticCode, Span);

/// Reads a document. The error is the one diagnostic of a document that states nothing.
pub(super) fn read(bytes: &[u8]) -> Result<Parsed<Rsl>, Diagnostic> {
    if bytes.len() > Rsl::MOST_BYTES {
        let end = Span::new(Rsl::MOST_BYTES, Rsl::MOST_BYTES);
        let at = Provenance::from_bytes(Source::Rsl, None, end, bytes);
        return Err(Diagnostic::new(DiagnosticCode::RslTruncated, at));
    }
    let source = Decoded::new(bytes)?;
    let reading = RslReading {
        source: &source,
        bindings: Bindings::new(NAMESPACE),
        open: Vec::new(),
        was_opened: false,
        builder: Builder::new(&source),
    };
    let read = reading.read();
    read.map_err(|(code, span)| Diagnostic::new(code, source.cut(span)))
}

/// A document of which a part was read.
struct RslReading<'d> {
    source: &'d Decoded<'d>,
    bindings: Bindings,
    open: Vec<OpenTag>,
    /// Whether the root has been opened.
    was_opened: bool,
    builder: Builder<'d>,
}

/// An open element.
struct OpenTag {
    /// Its name with its prefix, in the text.
    name: Span,
    /// `None` for one of another namespace, and for all that is in one.
    element: Option<RslElement>,
    /// The prefixes that its tag bound.
    bound: Vec<String>,
}

impl RslReading<'_> {
    /// Reads all events.
    fn read(mut self) -> Result<Parsed<Rsl>, Fault> {
        let mut reader = Reader::from_str(&self.source.text);
        let config = reader.config_mut();
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        config.check_comments = true;
        let mut end = 0;
        loop {
            let begin = end;
            let event = reader.read_event().map_err(|_| self.ill_formed(begin))?;
            end = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
            match event {
                Event::Eof if self.was_opened && self.open.is_empty() => {
                    return Ok(self.builder.finish());
                }
                Event::Eof => return Err(self.ill_formed(begin)),
                Event::Start(start) => self.open(&start, begin..end)?,
                Event::Empty(start) => {
                    self.open(&start, begin..end)?;
                    self.close(start.name().into_inner(), begin..end)?;
                }
                Event::End(tag) => self.close(tag.name().into_inner(), begin..end)?,
                Event::Text(_) | Event::CData(_) | Event::GeneralRef(_) => {
                    self.text(&event, begin..end)?;
                }
                Event::DocType(_) => {
                    return Err((DiagnosticCode::RslNotConforming, (begin..end).into()));
                }
                Event::Decl(_) if begin > 0 => return Err(self.ill_formed(begin)),
                Event::Decl(_) | Event::Comment(_) | Event::PI(_) => {}
            }
        }
    }

    /// Opens an element.
    fn open(&mut self, start: &BytesStart<'_>, tag: Range<usize>) -> Result<(), Fault> {
        let ill_formed = (DiagnosticCode::RslNotWellFormed, tag.clone().into());
        let not_conforming = (DiagnosticCode::RslNotConforming, tag.clone().into());
        if self.open.len() >= DEEPEST {
            return Err((DiagnosticCode::RslTruncated, tag.into()));
        }
        let attributes = Attributes::of(start).ok_or(ill_formed)?;
        let bound = self.bindings.bind(start).ok_or(ill_formed)?;
        let name = start.name();
        let is_own = self.bindings.is_inside(&name);
        // A prefix that is not bound is a fault (Namespaces in XML §5).
        if is_own.is_none() && name.prefix().is_some() {
            return Err(ill_formed);
        }
        let parent = self.open.last().map(|open| open.element);
        let element = match parent {
            None if self.was_opened => return Err(ill_formed),
            Some(None) => None,
            _ if is_own == Some(true) => {
                let element = RslElement::of(name.local_name().into_inner(), parent.flatten());
                Some(element.ok_or(not_conforming)?)
            }
            None => return Err(not_conforming),
            Some(_) => None,
        };
        self.was_opened = true;
        let from = tag.start + 1;
        let name = Span::new(from, from + name.into_inner().len());
        self.open.push(OpenTag {
            name,
            element,
            bound,
        });
        match element {
            Some(element) => self.builder.open(element, &attributes, tag),
            None => Ok(()),
        }
    }

    /// Closes an element.
    fn close(&mut self, name: &str, tag: Range<usize>) -> Result<(), Fault> {
        let ill_formed = (DiagnosticCode::RslNotWellFormed, tag.clone().into());
        let open = self.open.pop().ok_or(ill_formed)?;
        if open.name.text_in(&self.source.text) != name {
            return Err(ill_formed);
        }
        self.bindings.unbind(open.bound);
        match open.element {
            Some(RslElement::Permits | RslElement::Prohibits) => self.builder.end_list(tag.end),
            _ => Ok(()),
        }
    }

    /// Reads text, a section of it, or a reference.
    fn text(&mut self, event: &Event<'_>, at: Range<usize>) -> Result<(), Fault> {
        let ill_formed = (DiagnosticCode::RslNotWellFormed, at.clone().into());
        let written = Span::from(at.clone()).text_in(&self.source.text);
        let character = match event {
            Event::GeneralRef(_) => Some(referred(written).ok_or(ill_formed)?),
            Event::Text(_) if written.contains("]]>") => return Err(ill_formed),
            _ => None,
        };
        let Some(open) = self.open.last() else {
            let is_blank = written.bytes().all(|b| b.is_ascii_whitespace());
            return if is_blank { Ok(()) } else { Err(ill_formed) };
        };
        if !matches!(
            open.element,
            Some(RslElement::Permits | RslElement::Prohibits)
        ) {
            return Ok(());
        }
        match (event, character) {
            (_, Some(character)) => self.builder.refer(character, at),
            (Event::CData(_), _) => {
                let inside = at.start + CDATA.len()..at.end - CDATA_END.len();
                let text = Span::from(inside.clone()).text_in(&self.source.text);
                self.builder.copy(text, inside);
            }
            _ => self.builder.copy(written, at),
        }
        Ok(())
    }

    /// The fault of the thing that begins at `at`, up to the next `>`.
    fn ill_formed(&self, at: usize) -> Fault {
        let rest = self.source.text.get(at..).unwrap_or_default();
        let len = rest.find('>').map_or(rest.len(), |end| end + 1);
        let span = Span::new(at, at + len);
        (DiagnosticCode::RslNotWellFormed, span)
    }
}

/// The namespace of RSL (RSL 1.0 §2.2).
const NAMESPACE: &str = "https://rslstandard.org/rsl";

/// The most elements one in another.
const DEEPEST: usize = 64;

const CDATA: &str = "<![CDATA[";
const CDATA_END: &str = "]]>";
