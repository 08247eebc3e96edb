//! Whether a body is still coded, by `Content-Encoding` and by its first bytes (RFC 9110 §8.4).

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use http::HeaderMap;
use http::header::CONTENT_ENCODING;

use crate::coded::{coding_by_mark, may_become_marked};

use crate::meta::encoding::{self, Decided};

/// The codings that fields name, in the order in which they were applied; `identity` is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Coding(Option<Box<str>>);

impl Coding {
    /// Reads the value of a field, or the lines of several joined by commas.
    pub(crate) fn parse(value: &str) -> Coding {
        let names = value.split(',').map(str::trim_ascii);
        let is_coding = |name: &&str| !name.is_empty() && !name.eq_ignore_ascii_case("identity");
        let names: Vec<&str> = names.filter(is_coding).collect();
        Coding((!names.is_empty()).then(|| names.join(", ").into()))
    }

    pub(crate) fn of_headers(headers: &HeaderMap) -> Coding {
        let mut lines = headers.get_all(CONTENT_ENCODING).iter().peekable();
        if lines.peek().is_none() {
            return Coding::default();
        }
        let lines: Vec<_> = lines
            .map(|line| String::from_utf8_lossy(line.as_bytes()))
            .collect();
        Coding::parse(&lines.join(","))
    }

    /// The name of the coding of a body that begins with `first`; empty if it is not coded. `None` if more bytes are
    /// needed.
    ///
    /// No text begins as gzip and zstd do, whatever the fields say. The other codings have no mark: a field that names one
    /// counts unless the body begins as text does. Many clients undo a coding and keep the field.
    pub(crate) fn of_body(
        &self,
        first: &[u8],
        charset: Option<&'static Encoding>,
        complete: bool,
    ) -> Option<&str> {
        if let Some(name) = coding_by_mark(first) {
            return Some(name);
        }
        if may_become_marked(first) && !complete {
            return None;
        }
        let Some(named) = &self.0 else {
            return Some("");
        };
        let first = first.get(..LOOKED_AT).unwrap_or(first);
        if first.len() < LOOKED_AT && !complete {
            return None;
        }
        Some(if begins_text(first, charset) {
            ""
        } else {
            named
        })
    }
}

/// Whether a document may begin like this: no control character, and a tag, or at least characters of its encoding.
fn begins_text(first: &[u8], charset: Option<&'static Encoding>) -> bool {
    let (bytes, wide) = match encoding::mark(first) {
        Some(Decided { encoding, mark }) => (first.get(mark..).unwrap_or_default(), encoding),
        None => (
            first,
            wide_by(first).or(charset).unwrap_or(encoding_rs::UTF_8),
        ),
    };
    let is_wide = wide == UTF_16LE || wide == UTF_16BE;
    let text = if is_wide {
        // Half a code unit at the end is not a character yet.
        let whole = bytes.get(..bytes.len() & !1).unwrap_or_default();
        wide.decode_without_bom_handling(whole).0
    } else {
        String::from_utf8_lossy(bytes)
    };
    // Escapes switch character sets in ISO-2022-JP.
    let is_odd = |c: char| c.is_ascii_control() && !c.is_ascii_whitespace() && c != '\u{1B}';
    // Nearly any bytes are characters of UTF-16; few are of UTF-8, in which the last may be cut.
    let is_whole = |error: std::str::Utf8Error| error.error_len().is_none();
    let is_text = || !is_wide && str::from_utf8(bytes).map_or_else(is_whole, |_| true);
    !text.contains(is_odd) && (text.trim_ascii_start().starts_with('<') || is_text())
}

/// The UTF-16 that a document without a mark is in, if it begins with a tag.
fn wide_by(first: &[u8]) -> Option<&'static Encoding> {
    match first {
        [b'<', 0, ..] => Some(UTF_16LE),
        [0, b'<', ..] => Some(UTF_16BE),
        _ => None,
    }
}

/// The first bytes of a body, by which it is recognised as text.
const LOOKED_AT: usize = 256;
