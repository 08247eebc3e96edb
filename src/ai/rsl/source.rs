//! The bytes of a document and their text.
//!
//! The text begins after a byte order mark. Spans of the text lead back to bytes that count from the first byte of the
//! document, through the map of `page::offsets` where the encoding is not UTF-8.

use std::borrow::Cow;

use crate::decode::{Encoding, UTF_8};

use crate::decode::decode;
use crate::diagnostic::{Diagnostic, DiagnosticCode};
use crate::page::offsets::OffsetMap;
use crate::page::xml::declared_encoding;
use crate::provenance::{Provenance, Source, Span};

/// A document that was decoded.
pub(super) struct Decoded<'a> {
    /// The characters after a byte order mark.
    pub(super) text: Cow<'a, str>,
    /// The length of the mark.
    origin: usize,
    /// The number of bytes after it.
    len: usize,
    /// `None` where the text is the bytes themselves.
    map: Option<OffsetMap>,
}

impl<'a> Decoded<'a> {
    /// Decodes a document. The error is about the first octets or the first character that XML does not have (XML §2.2).
    pub(super) fn new(bytes: &'a [u8]) -> Result<Decoded<'a>, Diagnostic> {
        let declared = || (declared_encoding(bytes).unwrap_or(UTF_8), 0);
        let (encoding, origin) = Encoding::for_bom(bytes).unwrap_or_else(declared);
        let bytes = bytes.get(origin..).unwrap_or_default();
        let (text, has_errors) = decode(encoding, bytes);
        let map = match &text {
            Cow::Borrowed(_) => None,
            Cow::Owned(_) => Some(OffsetMap::of_encoding(bytes, encoding)),
        };
        let decoded = Decoded {
            text,
            origin,
            len: bytes.len(),
            map,
        };
        let is_foreign =
            |c: char| !is_character(c) || has_errors && c == char::REPLACEMENT_CHARACTER;
        let mut found = decoded.text.char_indices().filter(|(_, c)| is_foreign(*c));
        match found.next() {
            Some((at, c)) => {
                let at = decoded.cut(Span::new(at, at + c.len_utf8()));
                Err(Diagnostic::new(DiagnosticCode::RslNotWellFormed, at))
            }
            None => Ok(decoded),
        }
    }

    /// The place of a span of the text.
    pub(super) fn cut(&self, span: Span) -> Provenance {
        let raw = self.map.as_ref().map_or(span, |map| map.raw(span));
        // Half a character at the end is a longer one in the text.
        let end = raw.end.min(self.len);
        let raw = Span::new(raw.start.min(end), end).shifted(self.origin);
        Provenance::new(Source::Rsl, None, raw, span.text_in(&self.text))
    }
}

/// Whether XML has this character (XML §2.2).
pub(super) fn is_character(c: char) -> bool {
    !matches!(c, '\0'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}')
}
