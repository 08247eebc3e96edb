//! The engine for XHTML: XML as `quick-xml` reads it (HTML §14).

mod tree;

use std::ops::Range;

use encoding_rs::Encoding;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Error, Reader};

use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::meta::Engine;
use crate::meta::element::located::{Encoded, FoundMeta};
use crate::meta::element::rules::MetaRules;
use crate::meta::retry_buffer::RetryBuffer;
use crate::meta::xml::tree::{Opened, XmlTree};
use crate::provenance::{Placement, Source, Span};
use crate::signal::Signal;

/// Reads an XHTML document as it comes, up to the first thing that is not well-formed.
///
/// It reads again what was unfinished and decodes it anew each time. So it is given only encodings without a state, in
/// which a `>` is a byte of its own.
#[derive(Debug)]
pub(crate) struct XmlEngine {
    encoding: &'static Encoding,
    rules: MetaRules,
    tree: XmlTree,
    pending: RetryBuffer,
    output: Parsed<Vec<Signal>>,
}

impl XmlEngine {
    /// An engine for what begins at the byte `origin` of a document.
    pub(crate) fn new(encoding: &'static Encoding, origin: usize, rules: MetaRules) -> XmlEngine {
        XmlEngine {
            encoding,
            tree: XmlTree::new(rules.counts(Placement::Body)),
            rules,
            pending: RetryBuffer::new(origin),
            output: Parsed::default(),
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
        std::mem::take(&mut self.output)
    }
}

impl XmlEngine {
    fn read(&mut self, at_end: bool) {
        let bytes = self.pending.bytes();
        let end = if at_end {
            bytes.len()
        } else {
            // After the last `>` half a reference, or half a character, may come.
            memchr::memrchr(b'>', bytes).map_or(0, |at| at + 1)
        };
        let bytes = bytes.get(..end).unwrap_or_default();
        let stretch = Stretch {
            source: Encoded::new(bytes, self.pending.at(), self.encoding),
            at_end,
            rules: &self.rules,
        };
        let done = stretch.read(&mut self.tree, &mut self.output);
        let done = stretch.source.raw(Span::new(0, done)).end;
        self.pending.was_read(done);
    }
}

/// What is being read at once.
struct Stretch<'a> {
    source: Encoded<'a>,
    at_end: bool,
    rules: &'a MetaRules,
}

impl Stretch<'_> {
    /// Reads whole events and returns the length of their text.
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

    /// Opens an element; false if its tag is not well-formed.
    fn open(
        &self,
        start: &BytesStart<'_>,
        tag: Range<usize>,
        tree: &mut XmlTree,
        output: &mut Parsed<Vec<Signal>>,
    ) -> bool {
        let opened = tree.open(start);
        if let Some(Opened::Meta(placement)) = opened {
            let mut meta = FoundMeta::of_xml(&self.source, tag);
            meta.element.placement = placement;
            self.rules.read(&meta.element, &meta, output);
        }
        opened.is_some()
    }

    fn ill_formed(&self, at: usize) -> Diagnostic {
        let rest = self.source.text.get(at..).unwrap_or_default();
        let len = rest.find('>').map_or(rest.len(), |end| end + 1);
        let place = self
            .source
            .cut(Source::Meta(Placement::Head), Span::new(at, at + len));
        Diagnostic::new(DiagnosticCode::IllFormedXml, place)
    }
}
