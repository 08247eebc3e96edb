//! Encodings in which a byte of ASCII may be part of another character: UTF-16 and ISO-2022-JP are
//! read as UTF-8.
//!
//! **What it is.** The readers search bytes for `<` and quotes. In two kinds of encoding these
//! bytes appear in other characters: in UTF-16 `3C` is half of many, and in ISO-2022-JP an escape
//! sequence gives all printable ASCII another meaning. A [`Transcoder`] decodes such a document
//! chunk by chunk, gives the reader UTF-8, and at the end replaces the offsets in its output by
//! those of the document.
//!
//! **Invariants.** The decoder sees each byte once and in order, in whatever chunks, so half a
//! character at the end of a chunk waits for the next. The reader's text begins with the first
//! character after the byte order mark. A span that is put back covers whole characters, and its
//! text stays as the reader had it.
//!
//! **Why the bytes are kept.** Only the places of signals and diagnostics need their bytes, and
//! most pages have none. A map of all places would need a checkpoint for each character of UTF-16,
//! more than the bytes themselves. So the bytes are kept, and decoded a second time if there is
//! anything to put back: `OffsetMap::of_spans` stops after the last place.
//!
//! **What breaks if touched.** Spans in these encodings only; a decoder that is finished too early
//! turns half a character into U+FFFD, which is text and ends the head.
//!
//! **Which test notices.** The cases of `fixtures/encoding` in UTF-16, and
//! `r_103_the_state_of_an_encoding_lasts_beyond_a_chunk`;
//! `r_101_bytes_of_other_encodings_read_the_same` reads such documents in random chunks and the
//! bytes of each span again.

use crate::decode::Encoding;

use crate::decode::Decoder;
use crate::diagnostic::{Diagnostic, Parsed};
use crate::page::meta::engine::Engine;
use crate::page::offsets::OffsetMap;
use crate::provenance::Provenance;
use crate::signal::Signal;

/// Between a document and its reader: decodes the chunks, and finds back to their bytes at the end.
#[derive(Debug)]
pub(crate) struct Transcoder {
    encoding: &'static Encoding,
    decoder: Decoder,
    /// The decoded text of the piece that is being read; its allocation is used again for the next.
    text: String,
    /// All bytes so far, in pieces of [`PIECE`] bytes. One vector would be moved each time it
    /// grows.
    pieces: Vec<Vec<u8>>,
    /// The offset in the document at which they begin: the length of the byte order mark.
    origin: usize,
    /// A reader of UTF-8 that counts from 0.
    reader: Box<dyn Engine>,
}

impl Transcoder {
    /// Decodes the bytes that begin at the byte `origin` of a document for a reader of UTF-8, which
    /// begins at 0.
    pub(crate) fn new(
        encoding: &'static Encoding,
        origin: usize,
        reader: Box<dyn Engine>,
    ) -> Transcoder {
        Transcoder {
            encoding,
            decoder: Decoder::new(encoding),
            text: String::new(),
            pieces: Vec::new(),
            origin,
            reader,
        }
    }

    /// Keeps the first bytes of `rest`, as many as there is room for in the last piece, and returns
    /// them. `rest` is the remainder then.
    fn keep<'r>(&mut self, rest: &mut &'r [u8]) -> &'r [u8] {
        let has_room = self.pieces.last().is_some_and(|last| last.len() < PIECE);
        if !has_room {
            self.pieces.push(Vec::with_capacity(PIECE));
        }
        let room = self.pieces.last().map_or(0, |last| PIECE - last.len());
        let (taken, after) = rest.split_at(room.min(rest.len()));
        if let Some(last) = self.pieces.last_mut() {
            last.extend_from_slice(taken);
        }
        *rest = after;
        taken
    }

    /// Replaces the offsets in the text by those in the document.
    fn put_back(&self, output: &mut Parsed<Vec<Signal>>) {
        let signals = output.value.iter().map(Signal::provenance);
        let diagnostics = output.diagnostics.iter().map(Diagnostic::provenance);
        let spans = signals.chain(diagnostics).map(Provenance::span);
        let bytes = self.pieces.iter().flatten().copied();
        let map = OffsetMap::of_spans(bytes, self.encoding, spans);
        let moved = |place: &Provenance| {
            let span = map.raw(place.span()).shifted(self.origin);
            Provenance::new(place.source(), place.line(), span, place.text())
        };
        for signal in &mut output.value {
            let (scope, statement) = (signal.scope().clone(), signal.statement().clone());
            *signal = Signal::new(scope, statement, moved(signal.provenance()));
        }
        for diagnostic in &mut output.diagnostics {
            *diagnostic = Diagnostic::new(diagnostic.code(), moved(diagnostic.provenance()));
        }
    }
}

impl Engine for Transcoder {
    fn is_over(&self) -> bool {
        self.reader.is_over()
    }

    fn feed(&mut self, chunk: &[u8]) {
        let mut rest = chunk;
        while !rest.is_empty() && !self.reader.is_over() {
            let piece = self.keep(&mut rest);
            self.text.clear();
            self.decoder.feed(piece, &mut self.text);
            self.reader.feed(self.text.as_bytes());
        }
    }

    fn is_inside_markup(&self) -> bool {
        self.reader.is_inside_markup()
    }

    fn end(&mut self) {
        self.reader.end();
    }

    fn cut(&mut self) {
        self.reader.cut();
    }

    fn take_output(&mut self) -> Parsed<Vec<Signal>> {
        let mut output = self.reader.take_output();
        if !output.value.is_empty() || !output.diagnostics.is_empty() {
            self.put_back(&mut output);
        }
        output
    }
}

/// The number of bytes that are decoded at once and kept together. A document wastes at most one
/// piece.
const PIECE: usize = 4096;
