//! The reader for documents of which the body counts: it reads them at their end, all at once.
//!
//! The head reader stops where the body begins, because its stage says nothing about the places
//! after that: tables move elements, and formatting is opened again. So a document whose body
//! counts goes to `html5ever`'s tree builder whole. The builder cannot be kept between two chunks
//! (it is not `Send`), and reading again from the start for each chunk would take a time that grows
//! with the square of the document.

use crate::decode::Encoding;

use crate::diagnostic::Parsed;
use crate::page::meta::element::rules::MetaRules;
use crate::page::meta::engine::{Engine, end_inside_tag};
use crate::page::meta::head::HeadReader;
use crate::page::meta::signals;
use crate::page::meta::tree::Stretch;
use crate::signal::Signal;

/// Collects a document, up to the extractor's limit, and reads it when it ends.
///
/// There is nothing to gain by reading earlier: a `frameset` at the end of the document may still
/// replace the body with all its metas (HTML §13.2.6.4.7), so no signal of the body is certain
/// before.
#[derive(Debug)]
pub(crate) struct BodyReader {
    encoding: &'static Encoding,
    bytes: Vec<u8>,
    /// Where in the document they begin.
    origin: usize,
    rules: MetaRules,
    /// Whether the tree builder's work exceeded its allowance, so that the rest of the document was
    /// not read. It keeps a cut document from a second diagnostic.
    is_over: bool,
    output: Parsed<Vec<Signal>>,
}

impl BodyReader {
    /// A reader of the bytes that begin at the byte `origin` of a document.
    pub(crate) fn new(encoding: &'static Encoding, origin: usize, rules: MetaRules) -> BodyReader {
        BodyReader {
            encoding,
            bytes: Vec::new(),
            origin,
            rules,
            is_over: false,
            output: Parsed::begun(),
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

    fn is_inside_markup(&self) -> bool {
        // A head that is still open may end inside a title, a script or a comment.
        let mut head = HeadReader::new(self.encoding, 0, self.rules.clone());
        head.feed(&self.bytes);
        head.is_inside_markup() || end_inside_tag(&self.bytes)
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
        std::mem::replace(&mut self.output, Parsed::begun())
    }
}
