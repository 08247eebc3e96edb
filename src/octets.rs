//! The first octets of a body, whatever its fields say: the mark of a content coding (RFC 1952
//! §2.3.1, RFC 8878 §3.1.1), or text.
//!
//! `Content-Encoding` is wrong in both directions on the web. Many clients undo a coding and keep
//! the field, and archives store bodies that are still compressed without it. So the field is never
//! trusted alone: `meta::coding` combines it with the answers of this module, and the readers of
//! archives and of robots.txt use the same answers.
//!
//! The module looks at no more than [`TextStart::OCTETS`] octets and keeps nothing.

use std::borrow::Cow;

use crate::decode::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::decode::decode;
use crate::why::Why;

/// The content coding that the first octets of a body show: `gzip` or `zstd`, as `Content-Encoding`
/// names them.
///
/// No text begins with their marks: `1F` is a control character, and `28 B5 2F FD` is not UTF-8.
/// The other codings have no mark: `br` and `deflate` give `None`, as does text. Two octets are
/// enough for gzip, four for zstd. A client that takes such a body for text gives the mark as the
/// UTF-8 of its characters, up to eight octets.
///
/// # Examples
///
/// ```
/// use robots_policy::header::coding_by_mark;
///
/// assert_eq!(coding_by_mark(b"\x1f\x8b\x08\x00"), Some("gzip"));
/// assert_eq!(coding_by_mark(b"\x28\xb5\x2f\xfd"), Some("zstd"));
/// assert_eq!(coding_by_mark("\u{1f}\u{fffd}\u{8}\0".as_bytes()), Some("gzip")); // decoded as UTF-8
/// assert_eq!(coding_by_mark(b"User-agent: *"), None);
/// assert_eq!(coding_by_mark(b"\x1f"), None); // too few octets to know
/// ```
pub fn coding_by_mark(body: &[u8]) -> Option<&'static str> {
    let row = MARKS.iter().find(|(mark, _)| body.starts_with(mark));
    row.map(|(_, name)| *name)
}

/// Whether a body for which a field names content codings is still coded: it does not begin as text does. Clients that undo a
/// coding often keep the field. Archives and robots.txt have this one test; a document may also begin with a tag.
///
/// # Examples
///
/// ```
/// use robots_policy::header::is_named_coded;
///
/// assert!(is_named_coded(b"\x8b\x02\x80"));
/// assert!(!is_named_coded(b"User-agent: *"));
/// ```
pub fn is_named_coded(body: &[u8]) -> bool {
    !matches!(
        TextStart::of(body),
        Some(TextStart::Utf8 | TextStart::Utf16)
    )
}

/// Whether a body that begins with `start` and further octets may begin with a mark. True for an
/// empty `start`; false as soon as an octet differs, or `start` is longer than a mark.
#[cfg(feature = "html")]
pub(crate) fn may_become_marked(start: &[u8]) -> bool {
    MARKS.iter().any(|(mark, _)| mark.starts_with(start))
}

/// Why octets are no text that hold no group of robots.txt and do not begin with a tag: they begin as those of a content coding do
/// ([`Why::ContentCoding`]), or are of another kind or in another encoding ([`Why::Encoding`]). `None` for text of any kind: an error
/// sentence, a script, JSON. `charset` is the encoding that is declared for them; without one it is UTF-8.
///
/// Control characters show it, and octets that are no characters of the encoding: more than three, and more than one in eight. A
/// text in Latin-1 has fewer, and compressed octets have as many as random ones. Markup among them says that they are text, if
/// `may_have_markup`. This is the one test for files and documents.
pub(crate) fn not_text(
    octets: &[u8],
    charset: Option<&'static Encoding>,
    may_have_markup: bool,
) -> Option<Why> {
    if coding_by_mark(octets).is_some() {
        return Some(Why::ContentCoding);
    }
    if octets.starts_with(PDF) {
        return Some(Why::Encoding);
    }
    let characters = Characters::of_all(octets, charset);
    if characters.are_text() {
        None
    } else if CODED.iter().any(|mark| octets.starts_with(mark)) {
        Some(Why::ContentCoding)
    } else if may_have_markup && has_tag(&characters.text) {
        None
    } else {
        Some(Why::Encoding)
    }
}

/// The same of a file that does not conform: it is looked for in its first octets.
pub(crate) fn not_text_at_start(file: &[u8], may_have_markup: bool) -> Option<Why> {
    let start = file.get(..START).unwrap_or(file);
    not_text(start, None, may_have_markup)
}

/// Whether a tag with its whole name, or a comment, is in a text. Random octets hardly ever have one.
fn has_tag(text: &str) -> bool {
    let mut tags = text.split('<').skip(1);
    tags.any(|tag| {
        let name = tag.trim_start_matches(['/', '!']);
        let after = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic());
        tag.starts_with("!--") || is_name && after.starts_with(['>', '/', ' ', '\n', '\t', '\r'])
    })
}

/// The octets of a file that does not conform in which the reason is looked for.
const START: usize = 8 * 1024;

/// The first octets of a PDF, which are text.
const PDF: &[u8] = b"%PDF-";

/// The first octets of zlib (RFC 1950 §2.2), xz and bzip2. A text may begin with some of them.
const CODED: [&[u8]; 6] = [
    b"x\x01",
    b"x\x5E",
    b"x\x9C",
    b"x\xDA",
    b"\xFD7zXZ\0",
    b"BZh",
];

/// The marks, and the names of their codings: the octets, then the characters that a client makes
/// of them when it decodes them as UTF-8, ISO-8859-1 or windows-1252. No reader can undo the first
/// of these, and all of them would otherwise be texts that restrict nothing.
const MARKS: [(&[u8], &str); 7] = [
    (b"\x1F\x8B", "gzip"),
    ("\u{1F}\u{FFFD}".as_bytes(), "gzip"),
    ("\u{1F}\u{8B}".as_bytes(), "gzip"),
    ("\u{1F}\u{2039}".as_bytes(), "gzip"),
    (b"\x28\xB5\x2F\xFD", "zstd"),
    ("(\u{FFFD}/\u{FFFD}".as_bytes(), "zstd"),
    ("(\u{B5}/\u{FD}".as_bytes(), "zstd"),
];

/// The kind of encoding that the first octets of a text show.
///
/// It distinguishes only the cases that a reader of robots.txt or of a document needs: whether the text can
/// be read as UTF-8, must be read as UTF-16, or is in some other encoding.
///
/// # Examples
///
/// ```
/// use robots_policy::header::TextStart;
///
/// assert_eq!(TextStart::of(b"User-agent: *\n"), Some(TextStart::Utf8));
/// assert_eq!(TextStart::of(b"\xFF\xFE<\0h\0"), Some(TextStart::Utf16));
/// assert_eq!(TextStart::of(b"<title>caf\xE9</title>"), Some(TextStart::Other));
/// assert_eq!(TextStart::of(b"\x1f\x8b\x08\x00"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextStart {
    /// UTF-8, of which ASCII is a part. A character that is cut at the end of the octets does not
    /// count against it. Octets that are not text are rarely valid UTF-8.
    Utf8,
    /// UTF-16, because a byte order mark or a tag shows it, or the given charset says so. Nearly
    /// any octets are characters of it, so without one of these signs it is never guessed.
    Utf16,
    /// Another encoding: text, but not UTF-8.
    Other,
}

impl TextStart {
    /// The number of octets of a body that are examined.
    ///
    /// In compressed data, which resembles random octets, one octet in nine is a control character
    /// that text does not have. That 256 of them have none happens once in about 10¹³ bodies.
    pub const OCTETS: usize = 256;

    /// Examines the first octets of a body, without knowledge of its charset.
    ///
    /// `None` if they are not text: no text has control characters except white space and the
    /// escape character, which switches character sets in ISO-2022-JP. An empty body is text.
    pub fn of(body: &[u8]) -> Option<TextStart> {
        Characters::of(body, None).text_start()
    }
}

/// The first octets of a body as characters, decoded once for both questions: whether they are
/// text, and whether they begin with a tag.
pub(crate) struct Characters<'b> {
    /// The octets after the byte order mark.
    octets: &'b [u8],
    /// The same, decoded as UTF-16 or, with replacements, as UTF-8.
    text: Cow<'b, str>,
    /// Whether they are read as UTF-16.
    is_wide: bool,
}

impl<'b> Characters<'b> {
    /// The characters of a body. A byte order mark decides first, then a tag in UTF-16, then
    /// `charset`.
    pub(crate) fn of(body: &'b [u8], charset: Option<&'static Encoding>) -> Characters<'b> {
        let wide = charset.filter(|charset| is_wide(charset));
        Characters::of_all(body.get(..TextStart::OCTETS).unwrap_or(body), wide)
    }

    /// The characters of all these octets.
    fn of_all(first: &'b [u8], charset: Option<&'static Encoding>) -> Characters<'b> {
        let (encoding, mark) = Encoding::for_bom(first)
            .unwrap_or_else(|| (wide_by_tag(first).or(charset).unwrap_or(UTF_8), 0));
        let octets = first.get(mark..).unwrap_or_default();
        let is_wide = is_wide(encoding);
        let text = if is_wide {
            // Half a code unit at the end is not a character yet.
            let whole = octets.get(..octets.len() & !1).unwrap_or_default();
            decode(encoding, whole).0
        } else if encoding == UTF_8 {
            String::from_utf8_lossy(octets)
        } else {
            decode(encoding, octets).0
        };
        Characters {
            octets,
            text,
            is_wide,
        }
    }

    /// Whether the first character that is not white space is a `<`.
    #[cfg(feature = "html")]
    pub(crate) fn begin_tag(&self) -> bool {
        self.text.trim_ascii_start().starts_with('<')
    }

    /// Whether they are text: no control character but white space, and few octets that are no characters. UTF-16 without any
    /// character of ASCII, not even a blank, is octets of another kind behind a mark.
    fn are_text(&self) -> bool {
        let is_control = |c: char| c < ' ' && !matches!(c, '\t'..='\r');
        let is_none = |c: &char| *c == char::REPLACEMENT_CHARACTER;
        let none = self.text.chars().filter(is_none).count();
        !self.text.contains(is_control)
            && (none <= 3 || none * 8 <= self.text.chars().count())
            && !(self.is_wide && !self.octets.is_empty() && !self.octets.contains(&0))
    }

    /// The kind of text, or `None` if a control character shows that it is none.
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

fn is_wide(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

/// The UTF-16 of a document without a mark, if a tag begins it: the encoding of a `<` of two
/// octets.
fn wide_by_tag(first: &[u8]) -> Option<&'static Encoding> {
    match first {
        [b'<', 0, ..] => Some(UTF_16LE),
        [0, b'<', ..] => Some(UTF_16BE),
        _ => None,
    }
}
