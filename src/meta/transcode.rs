//! Encodings in which a byte of ASCII may be part of another character: UTF-16 and ISO-2022-JP are read as UTF-8.

use encoding_rs::{Decoder, Encoding};

use crate::diagnostic::{Diagnostic, Parsed};
use crate::html::offsets::OffsetMap;
use crate::meta::Engine;
use crate::provenance::Provenance;
use crate::signal::Signal;

/// Stands between a document and its reader: decodes what comes, and finds back to its bytes at the end.
///
/// The reader counts in the decoded text. Which bytes a place of that text stands for is asked only for what was said,
/// in one more walk of a decoder over the bytes, which are kept for that, piece by piece, so that none is moved. A map
/// of all places would hold more: a page in UTF-16 has a checkpoint at each character, and few are ever asked for.
#[derive(Debug)]
pub(crate) struct Transcoder {
    encoding: &'static Encoding,
    decoder: Opaque,
    /// The piece that is being read.
    text: String,
    pieces: Vec<Vec<u8>>,
    /// Where in the document they begin.
    origin: usize,
    reader: Box<dyn Engine>,
}

/// A decoder prints nothing of itself.
struct Opaque(Decoder);

impl std::fmt::Debug for Opaque {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Decoder").finish_non_exhaustive()
    }
}

impl Transcoder {
    /// Reads what begins at the byte `origin` of a document with a reader of UTF-8, which begins at 0.
    pub(crate) fn new(
        encoding: &'static Encoding,
        origin: usize,
        reader: Box<dyn Engine>,
    ) -> Transcoder {
        Transcoder {
            encoding,
            decoder: Opaque(encoding.new_decoder_without_bom_handling()),
            text: String::new(),
            pieces: Vec::new(),
            origin,
            reader,
        }
    }

    /// Keeps the first bytes of `rest`, as many as there is room for in the last piece, and takes them from it.
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

    /// Puts the places of the document in the place of those of the text.
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
            let decoder = &mut self.decoder.0;
            self.text.clear();
            self.text
                .reserve(decoder.max_utf8_buffer_length(piece.len()).unwrap_or(0));
            let _ = decoder.decode_to_string(piece, &mut self.text, false);
            self.reader.feed(self.text.as_bytes());
        }
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

/// Bytes that are decoded at once, and kept together.
const PIECE: usize = 4096;
