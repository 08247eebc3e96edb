//! What the first octets of a body show, whatever the fields say: the mark of a coding (RFC 1952 §2.3.1, RFC 8878 §3.1.1),
//! or text.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// The content coding that the first octets of a body show: `gzip` or `zstd`. No text begins with their marks; the other
/// codings have none. Two octets are enough for gzip, four for zstd.
///
/// ```
/// use robots_policy::header::coding_by_mark;
///
/// assert_eq!(coding_by_mark(b"\x1f\x8b\x08\x00"), Some("gzip"));
/// assert_eq!(coding_by_mark(b"User-agent: *"), None);
/// ```
pub fn coding_by_mark(body: &[u8]) -> Option<&'static str> {
    let row = MARKS.iter().find(|(mark, _)| body.starts_with(mark));
    row.map(|(_, name)| *name)
}

/// Whether a body that begins with `start` and further octets may begin with a mark; true for an empty `start`.
pub(crate) fn may_become_marked(start: &[u8]) -> bool {
    MARKS.iter().any(|(mark, _)| mark.starts_with(start))
}

/// The marks, and the names of their codings.
const MARKS: [(&[u8], &str); 2] = [(b"\x1F\x8B", "gzip"), (b"\x28\xB5\x2F\xFD", "zstd")];

/// The encoding that the first octets of text have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextStart {
    /// UTF-8. Few octets of another kind are.
    Utf8,
    /// UTF-16, because a mark or a tag shows it, or the given charset says so. Nearly any octets are characters of it.
    Utf16,
    /// Another one.
    Other,
}

impl TextStart {
    /// How many octets of a body are looked at.
    pub const OCTETS: usize = 256;

    /// Looks at the first octets of a body. `None` where they are not text: no text has control characters, except white
    /// space, and the escapes that switch character sets in ISO-2022-JP.
    pub fn of(body: &[u8]) -> Option<TextStart> {
        Characters::of(body, None).text_start()
    }
}

/// The first octets of a body as characters.
pub(crate) struct Characters<'b> {
    octets: &'b [u8],
    text: Cow<'b, str>,
    is_wide: bool,
}

impl<'b> Characters<'b> {
    /// The characters of a body, in `charset` if neither a mark nor a tag shows another UTF-16.
    pub(crate) fn of(body: &'b [u8], charset: Option<&'static Encoding>) -> Characters<'b> {
        let first = body.get(..TextStart::OCTETS).unwrap_or(body);
        let (encoding, mark) = Encoding::for_bom(first)
            .unwrap_or_else(|| (wide_by_tag(first).or(charset).unwrap_or(UTF_8), 0));
        let octets = first.get(mark..).unwrap_or_default();
        let is_wide = encoding == UTF_16LE || encoding == UTF_16BE;
        let text = if is_wide {
            // Half a code unit at the end is not a character yet.
            let whole = octets.get(..octets.len() & !1).unwrap_or_default();
            encoding.decode_without_bom_handling(whole).0
        } else {
            String::from_utf8_lossy(octets)
        };
        Characters {
            octets,
            text,
            is_wide,
        }
    }

    /// Whether a tag is the first of them.
    pub(crate) fn begin_tag(&self) -> bool {
        self.text.trim_ascii_start().starts_with('<')
    }

    pub(crate) fn text_start(&self) -> Option<TextStart> {
        let is_control =
            |c: char| c.is_ascii_control() && !c.is_ascii_whitespace() && c != '\u{1B}';
        if self.text.contains(is_control) {
            return None;
        }
        Some(match str::from_utf8(self.octets) {
            _ if self.is_wide => TextStart::Utf16,
            // The last character may be cut.
            Err(error) if error.error_len().is_some() => TextStart::Other,
            _ => TextStart::Utf8,
        })
    }
}

/// The UTF-16 of a document without a mark, if a tag begins it.
fn wide_by_tag(first: &[u8]) -> Option<&'static Encoding> {
    match first {
        [b'<', 0, ..] => Some(UTF_16LE),
        [0, b'<', ..] => Some(UTF_16BE),
        _ => None,
    }
}
