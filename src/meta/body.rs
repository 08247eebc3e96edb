//! The reader for documents of which the body counts: it reads them at their end, all at once.

use encoding_rs::Encoding;

use crate::diagnostic::Parsed;
use crate::meta::Engine;
use crate::meta::element::rules::MetaRules;
use crate::meta::signals;
use crate::meta::tree::Stretch;
use crate::signal::Signal;

/// Collects a document. A frameset at its end may still take the body away, so nothing can be said before.
#[derive(Debug)]
pub(crate) struct BodyReader {
    encoding: &'static Encoding,
    bytes: Vec<u8>,
    /// Where in the document they begin.
    origin: usize,
    rules: MetaRules,
    is_over: bool,
    output: Parsed<Vec<Signal>>,
}

impl BodyReader {
    /// A reader of what begins at the byte `origin` of a document.
    pub(crate) fn new(encoding: &'static Encoding, origin: usize, rules: MetaRules) -> BodyReader {
        BodyReader {
            encoding,
            bytes: Vec::new(),
            origin,
            rules,
            is_over: false,
            output: Parsed::default(),
        }
    }
}

impl Engine for BodyReader {
    fn is_over(&self) -> bool {
        self.is_over
    }

    fn feed(&mut self, chunk: &[u8]) {
        self.bytes.extend_from_slice(chunk);
    }

    fn end(&mut self) {
        let stretch = Stretch::of_document(&self.bytes, self.encoding);
        let reading = signals::read(stretch, &self.rules);
        self.is_over = reading.is_abandoned;
        signals::add_found(
            &reading.found,
            stretch,
            self.origin,
            &self.rules,
            &mut self.output,
        );
    }

    fn take_output(&mut self) -> Parsed<Vec<Signal>> {
        std::mem::take(&mut self.output)
    }
}
