//! Whether a body is still coded, by `Content-Encoding` and by its first bytes (RFC 9110 §8.4).

use encoding_rs::Encoding;
use http::HeaderMap;
use http::header::CONTENT_ENCODING;

use crate::coded::{Characters, TextStart, coding_by_mark, may_become_marked};

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
        if first.len() < TextStart::OCTETS && !complete {
            return None;
        }
        Some(if begins_document(first, charset) {
            ""
        } else {
            named
        })
    }
}

/// Whether a document may begin like this: text, and a tag, or at least characters of UTF-8.
fn begins_document(body: &[u8], charset: Option<&'static Encoding>) -> bool {
    let characters = Characters::of(body, charset);
    let start = characters.text_start();
    start == Some(TextStart::Utf8) || start.is_some() && characters.begin_tag()
}
