//! Whether a body is still coded, by `Content-Encoding` and by its first bytes (RFC 9110 §8.4).
//!
//! A coded body looks like text that ends the head at its first byte, so a reader that trusts it
//! finds no metas and no fault. Neither sign is enough alone: the field is often kept by clients
//! that undid the coding, and only gzip and zstd have marks. This module combines both. Decoding is
//! the caller's; a body that is coded is refused with a diagnostic.

use crate::decode::Encoding;
use http::HeaderMap;
use http::header::CONTENT_ENCODING;

use crate::octets::{Characters, TextStart, coding_by_mark, may_become_marked};

/// The codings that fields name, joined by commas in the order in which they were applied.
/// `identity` is left out, and `None` is the common case of no coding.
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

    /// Reads all `Content-Encoding` lines of a response.
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

    /// The name of the coding of a body that begins with `first`; empty if it is not coded. `None`
    /// if more bytes are needed, at most [`TextStart::OCTETS`].
    ///
    /// A body that begins with the mark of gzip or zstd is coded, whatever the fields say. The
    /// other codings have no mark: a field that names one counts unless the body begins as text
    /// does, because many clients undo a coding and keep the field.
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
        if first.len() < TextStart::OCTETS && !complete {
            return None;
        }
        // The first octet of zlib alone is a letter too.
        let may_be_zlib = named.ends_with("deflate") && matches!(first, [one] if one & 0x0F == 8);
        Some(if !may_be_zlib && begins_document(first, charset) {
            ""
        } else {
            named
        })
    }
}

/// Whether a document may begin like this: text that is valid UTF-8, or text in any encoding that
/// begins with a tag.
fn begins_document(body: &[u8], charset: Option<&'static Encoding>) -> bool {
    let characters = Characters::of(body, charset);
    let start = characters.text_start();
    start == Some(TextStart::Utf8) || start.is_some() && characters.begin_tag()
}
