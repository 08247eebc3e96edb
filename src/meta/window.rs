//! A stretch of the document, cut into segments and decoded.

use encoding_rs::{Decoder, Encoding, UTF_16BE, UTF_16LE};

/// Cuts a stretch of a document into segments that end right behind a `>`.
///
/// Where a tag or a comment ends, a segment does. What stands behind the last `>` ends nothing and is no segment yet.
pub(crate) struct Window<'a> {
    bytes: &'a [u8],
    at: usize,
    encoding: &'static Encoding,
    decoder: Decoder,
    /// The end of the last segment, and where the kept ones begin.
    read: usize,
    kept: usize,
}

impl<'a> Window<'a> {
    /// A window on `bytes`, which stand at the byte `at` of the document.
    pub(crate) fn new(bytes: &'a [u8], at: usize, encoding: &'static Encoding) -> Window<'a> {
        Window {
            bytes,
            at,
            encoding,
            decoder: encoding.new_decoder_without_bom_handling(),
            read: 0,
            kept: 0,
        }
    }

    /// Decodes the next segment into `text`; false when there is none.
    pub(crate) fn next(&mut self, text: &mut String) -> bool {
        let Some(end) = self.close() else {
            return false;
        };
        self.decode_to(end, text);
        true
    }

    /// Decodes what is left, for a document that ends without a `>`.
    pub(crate) fn rest(&mut self, text: &mut String) {
        self.decode_to(self.bytes.len(), text);
    }

    fn decode_to(&mut self, end: usize, text: &mut String) {
        let bytes = self.bytes.get(self.read..end).unwrap_or_default();
        text.clear();
        text.reserve(
            self.decoder
                .max_utf8_buffer_length(bytes.len())
                .unwrap_or(0),
        );
        let _ = self.decoder.decode_to_string(bytes, text, false);
        self.read = end;
    }

    /// Where the next `>` ends.
    fn close(&self) -> Option<usize> {
        let rest = self.bytes.get(self.read..)?;
        let len = match self.encoding {
            encoding if encoding == UTF_16LE => 2 * unit(rest, *b">\0")?,
            encoding if encoding == UTF_16BE => 2 * unit(rest, *b"\0>")?,
            _ => 1 + memchr::memchr(b'>', rest)?,
        };
        Some(self.read + len)
    }

    pub(crate) fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// How many bytes the segments so far were.
    pub(crate) fn consumed(&self) -> usize {
        self.read
    }

    /// Where in the document the last segment ended.
    pub(crate) fn position(&self) -> usize {
        self.at + self.read
    }

    /// The bytes since the last [`Window::forget`], and where in the document they begin.
    pub(crate) fn kept(&self) -> (&'a [u8], usize) {
        let bytes = self.bytes.get(self.kept..self.read).unwrap_or_default();
        (bytes, self.at + self.kept)
    }

    /// Lets the kept bytes begin anew.
    pub(crate) fn forget(&mut self) {
        self.kept = self.read;
    }
}

/// How many code units there are up to the first one like this, with it.
fn unit(bytes: &[u8], unit: [u8; 2]) -> Option<usize> {
    let mut units = bytes.chunks_exact(2);
    units.position(|pair| pair == unit).map(|at| at + 1)
}
