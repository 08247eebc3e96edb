//! The encoding of a document: byte order mark, then the field, then the document's own declaration
//! (HTML §13.2.3.2).
//!
//! **What it is.** The standard's "encoding sniffing algorithm" without its guesses: a byte order
//! mark wins over the `charset` of `Content-Type`, which wins over a declaration in the first 1,024
//! bytes, and without any of them HTML is windows-1252 and XML is UTF-8. The declaration of HTML is
//! a `meta`, found by the standard's *prescan*: a reader that knows comments and tags but no
//! elements, so a `<meta charset>` in a script or a title counts here. The declaration of XML is
//! `<?xml … encoding=…?>`.
//!
//! **Invariants.** An answer that is given early stays: `prescan` and [`declared_encoding`] answer only by
//! constructs that are complete, so more bytes cannot change it. A declaration cannot name UTF-16,
//! because it would not be readable as ASCII then; UTF-16 comes from a mark, a field, or the bytes
//! of `<?x`. The result may be `REPLACEMENT`, for encodings that are a risk (`iso-2022-kr`): the
//! caller does not read such a document.
//!
//! **What breaks if touched.** Most pages are read the same in any ASCII-compatible encoding, so a
//! mistake here is silent: only text and spans of statements that are not ASCII differ. UTF-16,
//! ISO-2022-JP and the replacement encoding do change the answer.
//!
//! **Which test notices.** The `r_101` and `r_103` tests below and in `tests/all/meta.rs`, and the
//! fixtures in `fixtures/encoding`.

use crate::decode::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

use crate::decode::decode;
use crate::page::html::{swar::is_space, tag, tag_end};
use crate::page::xml::declared_encoding;

/// How many bytes of a document are searched for a declaration. The standard recommends 1,024, and
/// requires authors to declare the encoding within them (HTML §4.2.5.4).
pub(crate) const PRESCAN: usize = 1024;

/// Whether more bytes could make a byte order mark of this; true for no bytes at all.
pub(crate) fn may_become_mark(start: &[u8]) -> bool {
    MARKS.iter().any(|mark| mark.starts_with(start))
}

/// Whether more bytes could make UTF-16 or a byte order mark of this, so that the bytes mean something else: they are the
/// beginning of a mark, or of a declaration in UTF-16. True for no bytes at all.
pub(crate) fn may_become_wide(start: &[u8]) -> bool {
    may_become_mark(start)
        || WIDE
            .iter()
            .any(|(declaration, _)| declaration.starts_with(start))
}

/// The encoding of an HTML document that begins with `start`, and the length of its byte order mark, which is not part of the text;
/// `None` if more of it is needed.
///
/// `declared` is the charset of its `Content-Type`. `complete` says that no bytes follow `start`.
/// At most [`PRESCAN`] bytes are needed.
pub(crate) fn of_html(
    start: &[u8],
    declared: Option<&'static Encoding>,
    complete: bool,
) -> Option<(&'static Encoding, usize)> {
    decide(start, declared, complete, prescan, WINDOWS_1252)
}

/// The encoding of an XML document that begins with `start`, in the same way (XML, appendix F; RFC 7303 §3).
pub(crate) fn of_xml(
    start: &[u8],
    declared: Option<&'static Encoding>,
    complete: bool,
) -> Option<(&'static Encoding, usize)> {
    decide(start, declared, complete, declared_encoding, UTF_8)
}

/// The precedence of both forms of document: mark, field, document, default. `look` finds the
/// declaration in the document, and `otherwise` is the default.
fn decide(
    start: &[u8],
    declared: Option<&'static Encoding>,
    complete: bool,
    look: fn(&[u8]) -> Option<&'static Encoding>,
    otherwise: &'static Encoding,
) -> Option<(&'static Encoding, usize)> {
    let plain = |encoding| (encoding, 0);
    if let Some(decided) = Encoding::for_bom(start) {
        return Some(decided);
    }
    if may_become_mark(start) && !complete {
        return None;
    }
    if declared.is_some() {
        return declared.map(plain);
    }
    let complete = complete || start.len() >= PRESCAN;
    let first = start.get(..PRESCAN).unwrap_or(start);
    let found = look(first).or(complete.then_some(otherwise));
    found.map(plain)
}

/// Whether octets are not text in the encoding that was decided, so that nothing can be said of them: UTF-16 of which no mark and no
/// field says it, or another encoding that a field calls UTF-16. `None` if more of them are needed, [`PRESCAN`] at most.
///
/// The first is seen by zeros: at least nine in ten of the octets at every second place are. The second by `<`: the
/// octets have one, and the text has none.
pub(crate) fn is_doubtful(
    start: &[u8],
    (encoding, mark): (&'static Encoding, usize),
    complete: bool,
) -> Option<bool> {
    let first = start.get(..PRESCAN).unwrap_or(start);
    let is_wide = encoding == UTF_16LE || encoding == UTF_16BE;
    if mark > 0 {
        return Some(false);
    }
    let is_all = complete || start.len() >= PRESCAN;
    if is_wide {
        if !is_all {
            return None;
        }
        let (text, _) = decode(encoding, first);
        return Some(memchr::memchr(b'<', first).is_some() && !text.contains('<'));
    }
    match first {
        [0, ..] | [_, 0, ..] if is_all => Some(has_zeros(first, 0) || has_zeros(first, 1)),
        [0, ..] | [_, 0, ..] => None,
        [] | [_] if !complete => None,
        _ => Some(false),
    }
}

/// Whether nearly all octets at every second place are 0.
fn has_zeros(octets: &[u8], from: usize) -> bool {
    let places = octets.iter().skip(from).step_by(2);
    let all = places.clone().count();
    let zeros = places.filter(|octet| **octet == 0).count();
    all > 0 && zeros * 10 >= all * 9
}

/// "Prescan a byte stream to determine its encoding" (HTML §13.2.3.2). An answer for the start of the bytes is one
/// for all of them.
fn prescan(bytes: &[u8]) -> Option<&'static Encoding> {
    if let Some((_, encoding)) = WIDE.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Some(encoding);
    }
    let mut rest = bytes;
    while let Some(at) = memchr::memchr(b'<', rest) {
        rest = rest.get(at..)?;
        let len = if rest.starts_with(b"<!--") {
            memchr::memmem::find(rest.get(2..)?, b"-->")? + 2 + 3
        } else if is_meta(rest) {
            let (values, len) = declaration(rest)?;
            if let Some(encoding) = of_values(values) {
                return Some(encoding);
            }
            len
        } else if matches!(rest, [b'<', b'/', letter, ..] | [b'<', letter, ..] if letter.is_ascii_alphabetic())
        {
            // The name of an end tag begins one byte later, which does not change where it ends.
            end_of_tag(rest)?
        } else if matches!(rest, [b'<', b'!' | b'/' | b'?', ..]) {
            memchr::memchr(b'>', rest)? + 1
        } else {
            1
        };
        rest = rest.get(len..)?;
    }
    None
}

/// The length of a tag, by the grammar of tags; `None` if it is incomplete.
fn end_of_tag(tag: &[u8]) -> Option<usize> {
    tag_end::of(tag, tag::name_end(tag))
}

/// Whether `<meta` and white space or `/` come next. A `<meta>` without attributes is a tag like
/// any other.
fn is_meta(rest: &[u8]) -> bool {
    rest.split_at_checked(5).is_some_and(|(tag, after)| {
        let delimiter = after.first();
        tag.eq_ignore_ascii_case(b"<meta") && delimiter.is_some_and(|b| is_space(*b) || *b == b'/')
    })
}

/// The raw values of [`KEYS`] in the meta that `bytes` begin with, and the length of its tag; `None` if it is incomplete.
fn declaration(bytes: &[u8]) -> Option<([Option<&[u8]>; KEYS.len()], usize)> {
    let mut values = [None; KEYS.len()];
    let len = tag::attributes(bytes, tag::name_end(bytes), |attribute| {
        let name = bytes.get(attribute.name).unwrap_or_default();
        let known = KEYS.iter().position(|key| name.eq_ignore_ascii_case(key));
        if let Some(value) = known.and_then(|i| values.get_mut(i)) {
            value.get_or_insert(bytes.get(attribute.value).unwrap_or_default());
        }
    })?;
    Some((values, len))
}

/// The encoding that a meta declares: `charset`, or else `content` of a `http-equiv=content-type`.
///
/// Two labels are replaced as the standard demands: UTF-16 by UTF-8, and `x-user-defined` by
/// windows-1252.
fn of_values(
    [charset, http_equiv, content]: [Option<&[u8]>; KEYS.len()],
) -> Option<&'static Encoding> {
    let pragma = || {
        let is_pragma = http_equiv?.eq_ignore_ascii_case(b"content-type");
        is_pragma.then(|| charset_of(content?)).flatten()
    };
    let label = charset.or_else(pragma)?;
    if label.eq_ignore_ascii_case(b"utf-8") {
        return Some(UTF_8); // as nearly all documents have it
    }
    let encoding = Encoding::for_label(label)?;
    Some(match encoding {
        _ if encoding == UTF_16LE || encoding == UTF_16BE => UTF_8,
        _ if encoding == X_USER_DEFINED => WINDOWS_1252,
        _ => encoding,
    })
}

/// The label in `text/html; charset=utf-8`: "extracting a character encoding from a meta element"
/// (HTML §2.6.5). A word `charset` without `=` is passed.
fn charset_of(content: &[u8]) -> Option<&[u8]> {
    let mut rest = content;
    loop {
        let mut places = rest.windows(CHARSET.len());
        let at = places.position(|place| place.eq_ignore_ascii_case(CHARSET))?;
        rest = rest.get(at + CHARSET.len()..)?.trim_ascii_start();
        if let Some(value) = rest.strip_prefix(b"=") {
            let value = value.trim_ascii_start();
            return match value {
                [quote @ (b'"' | b'\''), label @ ..] => label.get(..memchr::memchr(*quote, label)?),
                [_, ..] => value.split(|b| is_space(*b) || *b == b';').next(),
                [] => None,
            };
        }
    }
}

const CHARSET: &[u8] = b"charset";

/// The attributes of a meta that may declare an encoding.
const KEYS: [&[u8]; 3] = [CHARSET, b"http-equiv", b"content"];

/// The beginnings of a declaration in UTF-16, `<?x`, and the encodings that they mean.
static WIDE: [(&[u8], &Encoding); 2] = [(b"<\0?\0x\0", UTF_16LE), (b"\0<\0?\0x", UTF_16BE)];

/// U+FEFF in UTF-8, UTF-16LE and UTF-16BE.
const MARKS: [&[u8]; 3] = [b"\xEF\xBB\xBF", b"\xFF\xFE", b"\xFE\xFF"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    type Decide = fn(&[u8], Option<&'static Encoding>, bool) -> Option<(&'static Encoding, usize)>;

    fn assert_decided(decide: Decide, lines: &str) {
        for (start, expected) in rows::<(String, String)>(lines) {
            let (encoding, _) = decide(start.as_bytes(), None, true).unwrap();
            assert_eq!(encoding.name(), expected, "{start}");
        }
    }

    #[test]
    fn r_101_the_prescan_follows_the_standard() {
        assert_decided(of_html, include_str!("encoding/prescan.jsonl"));
    }

    #[test]
    fn r_101_an_early_answer_stays() {
        let page = b"<!-- <meta charset=a> --><meta charset='koi8-r' x='>'><meta charset=gbk>";
        let all = of_html(page, None, true);
        for len in 0..page.len() {
            let early = of_html(&page[..len], None, false);
            assert!(early.is_none() || early == all, "{len}");
        }
    }

    #[test]
    fn r_101_mark_field_document() {
        let gbk = Encoding::for_label(b"gbk");
        let name = |start: &[u8], declared| of_html(start, declared, true).unwrap().0.name();
        assert_eq!(name(b"\xEF\xBB\xBF<meta charset=big5>", gbk), "UTF-8");
        assert_eq!(name(b"\xFE\xFF\0<", gbk), "UTF-16BE");
        assert_eq!(name(b"<meta charset=big5>", gbk), "GBK");
        assert_eq!(of_html(b"\xEF\xBB", gbk, false), None);
        assert_eq!(name(b"\xEF\xBB", None), "windows-1252");
    }

    #[test]
    fn r_103_the_declaration_of_xml() {
        assert_decided(of_xml, include_str!("encoding/xml.jsonl"));
        assert_eq!(of_xml(b"<?xm", None, false), None);
        assert_eq!(of_xml(b"<?xml version", None, false), None);
    }
}
