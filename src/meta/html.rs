//! The engine for HTML: the tree builder of `html5ever` over a sink that keeps no tree.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::Engine;
use super::html_reader::{HtmlReader, Stage};
use super::pending::Pending;
use super::rules::MetaRules;
use crate::diagnostic::Parsed;
use crate::provenance::Placement;
use crate::signal::Signal;

/// Reads a document as it comes.
///
/// The tree builder cannot be kept from chunk to chunk: it is bound to its thread, and a document is not. It need not
/// be. Behind a tag in the head it knows no more than a [`Stage`], so a new one goes on from there, and only what is
/// unfinished, a script or a comment, is read again.
#[derive(Debug)]
pub(crate) struct HtmlEngine {
    encoding: &'static Encoding,
    rules: MetaRules,
    stage: Stage,
    pending: Pending,
    /// The end tag of the raw text that is being read; nothing can happen before it.
    awaited: Option<String>,
    over: bool,
    said: Parsed<Vec<Signal>>,
}

impl HtmlEngine {
    /// An engine for what begins at the byte `origin` of a document.
    pub(crate) fn new(encoding: &'static Encoding, origin: usize, rules: MetaRules) -> HtmlEngine {
        HtmlEngine::in_stage(Stage::Start, encoding, origin, rules)
    }

    /// An engine for what begins at the byte `origin` of a document, where this stage has been reached.
    pub(crate) fn in_stage(
        stage: Stage,
        encoding: &'static Encoding,
        origin: usize,
        rules: MetaRules,
    ) -> HtmlEngine {
        HtmlEngine {
            encoding,
            rules,
            stage,
            pending: Pending::new(origin),
            awaited: None,
            over: false,
            said: Parsed::default(),
        }
    }
}

impl Engine for HtmlEngine {
    fn is_over(&self) -> bool {
        self.over
    }

    fn feed(&mut self, chunk: &[u8]) {
        self.pending.push(chunk);
        // Past the head there is nothing to stop for.
        let stops = !self.rules.counts(Placement::Body);
        if stops && self.pending.is_worth_reading(&mut self.awaited) {
            self.read(false);
        }
    }

    fn end(&mut self) {
        if !self.over {
            self.read(true);
        }
    }

    fn take_said(&mut self) -> Parsed<Vec<Signal>> {
        std::mem::take(&mut self.said)
    }
}

impl HtmlEngine {
    fn read(&mut self, at_end: bool) {
        let (bytes, at) = (self.pending.bytes(), self.pending.at());
        let reader = HtmlReader::new(bytes, at, self.encoding, &self.rules);
        let mut reading = reader.resume(self.stage, at_end);
        self.said.value.append(&mut reading.said.value);
        self.said.diagnostics.append(&mut reading.said.diagnostics);
        self.over = reading.over;
        self.stage = reading.stage;
        self.pending.was_read(reading.done);
        let is_wide = self.encoding == UTF_16LE || self.encoding == UTF_16BE;
        let raw = reading.raw.filter(|_| !is_wide);
        self.awaited = raw.map(|name| format!("</{name}"));
    }
}
