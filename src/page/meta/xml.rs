//! The engine for XHTML: XML as `quick-xml` reads it (HTML §14).
//!
//! **What it is.** quick-xml reads a text into events, but it cannot stop in the middle of one and
//! resume with the next chunk. So the engine collects chunks (`retry_buffer`), reads all events
//! that are whole, and reads the unfinished rest again when more has arrived. Which elements are
//! open, in which namespaces, is known to `XmlTree` and not to quick-xml, whose reader begins anew
//! each time.
//!
//! **Invariants.** Only bytes up to the last `>` are read before the end, because half a reference
//! or half a character may follow it. An event is used once: `done` moves only after whole tags,
//! comments and the like, never after a text, which may go on. Spans count in the document:
//! [`Encoded`] finds back from the decoded text.
//!
//! **Faults.** XML has no error recovery. At the first thing that is not well-formed the reading
//! ends with a diagnostic that quotes it, and what came before stays. A syntax error before
//! the end of the document may only be an event that is not whole, so it is not reported before
//! then.
//!
//! **What breaks if touched.** quick-xml's own checks for matching end tags and duplicate
//! attributes are off, because the first does not know the open elements and the second takes a
//! time that grows with the square; `XmlTree` does both.
//!
//! **Which test notices.** `tests/all/meta_xhtml.rs`: a table of documents
//! (`r_103_every_row_holds`), each read whole, byte by byte and split at every place; spans,
//! encodings with a state, and hostile documents.

mod tree;

use std::ops::Range;

use crate::decode::Encoding;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Error, Reader};

use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::page::meta::element::license::FoundLink;
use crate::page::meta::element::place::{Encoded, FoundMeta};
use crate::page::meta::element::rules::MetaRules;
use crate::page::meta::engine::{Engine, end_inside_tag};
use crate::page::meta::retry_buffer::RetryBuffer;
use crate::page::meta::xml::tree::Opened;
pub(crate) use crate::page::meta::xml::tree::XmlTree;
use crate::provenance::{Placement, Source, Span};
use crate::signal::Signal;

/// Reads an XHTML document as it comes, up to the first thing that is not well-formed.
///
/// It reads an unfinished rest again and decodes it anew each time. So it is given only encodings
/// without a state, in which a `>` is a byte of its own; the others come through the transcoder as
/// UTF-8.
#[derive(Debug)]
pub(crate) struct XmlEngine {
    encoding: &'static Encoding,
    rules: MetaRules,
    /// The open elements, which outlive a reading.
    tree: XmlTree,
    /// The bytes from the first event that was not whole.
    pending: RetryBuffer,
    output: Parsed<Vec<Signal>>,
}

impl XmlEngine {
    /// An engine for the bytes that begin at the byte `origin` of a document.
    pub(crate) fn new(encoding: &'static Encoding, origin: usize, rules: MetaRules) -> XmlEngine {
        XmlEngine {
            encoding,
            tree: XmlTree::new(rules.counts(Placement::Body)),
            rules,
            pending: RetryBuffer::new(origin),
            output: Parsed::begun(),
        }
    }
}

impl Engine for XmlEngine {
    fn is_over(&self) -> bool {
        self.tree.is_over()
    }

    fn feed(&mut self, chunk: &[u8]) {
        self.pending.push(chunk);
        if self.pending.is_worth_reading() {
            self.read(false);
        }
    }

    fn is_inside_markup(&self) -> bool {
        end_inside_tag(self.pending.bytes())
    }

    fn end(&mut self) {
        if !self.is_over() {
            self.read(true);
        }
    }

    fn cut(&mut self) {
        // The bytes end before the document does, so their end is not a fault of the document.
        if !self.is_over() {
            self.read(false);
        }
    }

    fn take_output(&mut self) -> Parsed<Vec<Signal>> {
        std::mem::replace(&mut self.output, Parsed::begun())
    }
}

impl XmlEngine {
    /// Reads the pending bytes and keeps those that were not used.
    fn read(&mut self, at_end: bool) {
        let bytes = self.pending.bytes();
        let end = if at_end {
            bytes.len()
        } else {
            // After the last `>` half a reference, or half a character, may come.
            memchr::memrchr(b'>', bytes).map_or(0, |at| at + 1)
        };
        let bytes = bytes.get(..end).unwrap_or_default();
        let stretch = XmlStretch {
            source: Encoded::new(bytes, self.pending.at(), self.encoding),
            at_end,
            rules: &self.rules,
        };
        let done = stretch.read(&mut self.tree, &mut self.output);
        let done = stretch.source.raw(Span::new(0, done)).end;
        self.pending.was_read(done);
    }
}

/// The text of one reading, decoded.
struct XmlStretch<'a> {
    source: Encoded<'a>,
    /// Whether the document ends with it.
    at_end: bool,
    rules: &'a MetaRules,
}

impl XmlStretch<'_> {
    /// Reads whole events and returns the length of the text that they had.
    fn read(&self, tree: &mut XmlTree, output: &mut Parsed<Vec<Signal>>) -> usize {
        let mut reader = Reader::from_str(&self.source.text);
        let config = reader.config_mut();
        // The open elements are known to `tree`, not to this reader, which may begin in the middle.
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        config.check_comments = true;
        let (mut done, mut end) = (0, 0);
        loop {
            let begin = end;
            let event = reader.read_event();
            end = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
            let is_well_formed = match event {
                Ok(Event::Eof) if self.at_end && !tree.is_closed() => false,
                Ok(Event::Eof) => return done,
                // Text may go on in the next stretch.
                Ok(Event::Text(_) | Event::GeneralRef(_)) => continue,
                Ok(Event::Start(start)) => self.open(&start, begin..end, tree, output),
                Ok(Event::Empty(start)) => {
                    self.open(&start, begin..end, tree, output)
                        && tree.close(start.name().into_inner())
                }
                // Its entities and default attributes count for every reader of XML (XML §5.1), and are not read.
                Ok(Event::DocType(text)) if declares(&text) => {
                    let span = Span::new(begin, end);
                    let place = self.source.cut(Source::Meta(Placement::Head), span);
                    let code = DiagnosticCode::XmlDeclarations;
                    output.diagnostics.push(Diagnostic::new(code, place));
                    true
                }
                Ok(Event::End(tag)) => tree.close(tag.name().into_inner()),
                Ok(_) => true,
                Err(Error::Syntax(_)) if !self.at_end => return done,
                Err(_) => false,
            };
            if !is_well_formed {
                output.diagnostics.push(self.ill_formed(begin));
                tree.abandon();
                return done;
            }
            done = end;
            if tree.is_over() {
                return done;
            }
        }
    }

    /// Opens an element, and reads it if it is a meta or a link. False if its tag is not well-formed.
    fn open(
        &self,
        start: &BytesStart<'_>,
        tag: Range<usize>,
        tree: &mut XmlTree,
        output: &mut Parsed<Vec<Signal>>,
    ) -> bool {
        let opened = tree.open(start);
        if matches!(opened, Some(Opened::Meta(_) | Opened::Other)) && is_named_meta(start) {
            self.look_loosely(opened, tag.clone(), output);
        }
        match opened {
            Some(Opened::Meta(placement)) => {
                let mut meta = FoundMeta::of_xml(&self.source, tag);
                meta.element.placement = placement;
                self.rules.read_found(&meta, output);
            }
            Some(Opened::Link(placement)) => {
                let mut link = FoundLink::of_xml(&self.source, tag);
                link.element.placement = placement;
                self.rules.read_link(&link, output);
            }
            Some(Opened::Script(_)) => {
                // A licence here is elements of the document, not a text.
                let script = FoundLink::of_xml(&self.source, tag);
                if script.element.has_license_type() {
                    let code = DiagnosticCode::LicenseNotCounted;
                    let diagnostic = Diagnostic::new(code, script.of_script());
                    output.diagnostics.push(diagnostic);
                }
            }
            Some(Opened::Other) | None => {}
        }
        opened.is_some()
    }

    /// Reports an element that is a robots meta for readers that do not read XML, and none by its rules: its name or that of
    /// `name` has capitals, or it is not in the namespace. What its owner wants is not known.
    fn look_loosely(
        &self,
        opened: Option<Opened>,
        tag: Range<usize>,
        output: &mut Parsed<Vec<Signal>>,
    ) {
        let strict = FoundMeta::of_xml(&self.source, tag.clone());
        if matches!(opened, Some(Opened::Meta(_))) && strict.element.name.is_some() {
            return;
        }
        let loose = FoundMeta::in_any_case(&self.source, tag.clone());
        let mut read = Parsed::begun();
        self.rules.read(&loose.element, &loose, &mut read);
        let restricts = |signal: &Signal| {
            let directive = signal.directive();
            directive.is_some_and(|(directive, value)| directive.kind().restricts(value))
        };
        if read.value.iter().any(restricts) {
            let at = Source::Meta(Placement::Head);
            let place = self.source.cut(at, tag.into());
            let diagnostic = Diagnostic::new(DiagnosticCode::LooseMeta, place);
            output.diagnostics.push(diagnostic);
        }
    }

    /// The diagnostic for the thing that begins at `at`. It quotes up to the next `>`.
    fn ill_formed(&self, at: usize) -> Diagnostic {
        let rest = self.source.text.get(at..).unwrap_or_default();
        let len = rest.find('>').map_or(rest.len(), |end| end + 1);
        let place = self
            .source
            .cut(Source::Meta(Placement::Head), Span::new(at, at + len));
        Diagnostic::new(DiagnosticCode::IllFormedXml, place)
    }
}

/// Whether a document type declares anything that changes what the document says: entities, default attributes.
pub(crate) fn declares(text: &str) -> bool {
    let (_, subset) = text.split_once('[').unwrap_or_default();
    let marks = ["<!ENTITY", "<!ATTLIST", "%"];
    marks.iter().any(|mark| subset.contains(mark))
}

/// Whether an element is called `meta` in any case, with any prefix.
fn is_named_meta(start: &BytesStart<'_>) -> bool {
    let name = start.name();
    name.local_name().into_inner().eq_ignore_ascii_case("meta")
}
