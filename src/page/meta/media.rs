//! The `Content-Type` of a document: which reader it needs, and which encoding it declares.

use std::borrow::Cow;

use crate::decode::Encoding;
use http::HeaderMap;
use http::header::{CONTENT_TYPE, HeaderValue};

use crate::decode::decode;
use crate::media_type::{is_type, split};
use crate::page::html::swar;
use crate::page::meta::encoding;

/// The statement of the type about the document. The default is HTML without a charset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MediaType {
    pub(crate) form: Form,
    /// The encoding of the `charset` parameter, if it names one.
    pub(crate) charset: Option<&'static Encoding>,
}

/// The reader that a document needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Form {
    /// `text/html`, or a document that the caller declared to be HTML.
    #[default]
    Html,
    /// `application/xhtml+xml`. SVG is [`Form::Other`].
    Xhtml,
    /// `application/xml` or `text/xml`. It is not searched for metas, and its root says whether it may have some.
    Xml(&'static str),
    /// There is no valid type. A document that begins with `<` is read as HTML.
    Unknown,
    /// Another type, in lower case: such a document is not searched for metas.
    Other(Box<str>),
}

impl MediaType {
    /// Reads the value of one field line, or of several that were joined by commas. The last valid
    /// type counts, and a charset stays until another type comes (Fetch, "extract a MIME type").
    /// `*/*` is not a valid type.
    pub(crate) fn parse(value: &str) -> MediaType {
        let mut essence = "";
        let mut charset = None;
        for part in split(value, b',') {
            let mut params = split(part, b';');
            let this = params.next().unwrap_or_default().trim_ascii();
            if !is_type(this) {
                continue;
            }
            if !this.eq_ignore_ascii_case(essence) {
                charset = None;
                essence = this;
            }
            charset = params.find_map(label).or(charset);
        }
        MediaType {
            form: Form::of(&essence.to_ascii_lowercase()),
            charset: charset.and_then(|label| Encoding::for_label(label.as_bytes())),
        }
    }

    /// Reads all `Content-Type` lines of a response.
    pub(crate) fn of_headers(headers: &HeaderMap) -> MediaType {
        let lines = headers.get_all(CONTENT_TYPE).iter();
        MediaType::of_lines(lines.map(HeaderValue::as_bytes))
    }

    /// Reads the lines of the field; it skips a line that is not visible ASCII.
    pub(crate) fn of_lines<'l>(lines: impl IntoIterator<Item = &'l [u8]>) -> MediaType {
        let is_visible = |b: &u8| matches!(b, b'\t' | b' '..=b'~');
        let lines = lines.into_iter().filter(|line| line.iter().all(is_visible));
        let lines: Vec<&str> = lines.filter_map(|line| str::from_utf8(line).ok()).collect();
        MediaType::parse(&lines.join(","))
    }
}

#[cfg(feature = "parts")]
impl MediaType {
    /// Whether there is a valid type.
    pub(crate) fn is_stated(&self) -> bool {
        self.form != Form::Unknown
    }

    /// HTML in the same charset.
    pub(crate) fn as_html(&self) -> MediaType {
        MediaType {
            form: Form::Html,
            charset: self.charset,
        }
    }
}

impl Form {
    /// The form of a type in lower case without parameters; empty for no valid type.
    fn of(essence: &str) -> Form {
        match essence {
            "" => Form::Unknown,
            "text/html" => Form::Html,
            "application/xhtml+xml" => Form::Xhtml,
            "application/xml" => Form::Xml("application/xml"),
            "text/xml" => Form::Xml("text/xml"),
            other => Form::Other(other.into()),
        }
    }
}

/// The value of a parameter if that is `charset`, without quotes and backslashes.
fn label(param: &str) -> Option<String> {
    let (name, value) = param.split_once('=')?;
    let value = match value.strip_prefix('"') {
        Some(quoted) => quoted
            .split('"')
            .next()
            .unwrap_or_default()
            .replace('\\', ""),
        None => value.trim_ascii().to_owned(),
    };
    name.trim_ascii()
        .eq_ignore_ascii_case("charset")
        .then_some(value)
}

/// Whether the first character that is not white space is a `<`. `None` if it has not come yet;
/// `complete` says that no more bytes follow.
///
/// The MIME Sniffing standard compares with a list of tags. This test is wider, and a document that
/// passes it is reported ([`SniffedHtml`](crate::DiagnosticCode::SniffedHtml)).
pub(crate) fn begins_like_html(start: &[u8], complete: bool) -> Option<bool> {
    if encoding::may_become_mark(start) && !complete {
        return None;
    }
    match sniffed(start).iter().find(|b| !swar::is_space(**b)) {
        Some(byte) => Some(*byte == b'<'),
        None => (complete || start.len() >= SNIFFED).then_some(false),
    }
}

/// Whether the root of an XML document is `html`, with any prefix and in any case: then readers may take it for a page. `None` if
/// it has not come yet; `complete` says that no more bytes follow. A root that comes too late may be `html`.
pub(crate) fn may_be_page(start: &[u8], complete: bool) -> Option<bool> {
    // UTF-16 without a mark is not looked into.
    if start.iter().take(2).any(|byte| *byte == 0) {
        return Some(true);
    }
    if !begins_like_html(start, complete)? {
        return Some(false);
    }
    let root = root(&String::from_utf8_lossy(&sniffed(start)));
    root.or_else(|| (complete || start.len() >= SNIFFED).then_some(true))
}

/// Whether the root after the prolog of this text is `html`; a document type names the root, too.
fn root(text: &str) -> Option<bool> {
    let mut rest = text.trim_ascii_start();
    while let Some((opens, closes)) = PROLOG.iter().find(|(opens, _)| rest.starts_with(opens)) {
        let (_, after) = rest.get(opens.len()..)?.split_once(closes)?;
        rest = after.trim_ascii_start();
    }
    let name = match rest.get(..DOCTYPE.len()) {
        Some(start) if start.eq_ignore_ascii_case(DOCTYPE) => {
            rest.get(DOCTYPE.len()..)?.trim_ascii_start()
        }
        _ => rest.strip_prefix('<')?,
    };
    if name.starts_with('!') {
        return None;
    }
    let (name, _) =
        name.split_once(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/' | '['))?;
    let local = name.rsplit(':').next().unwrap_or_default();
    Some(local.eq_ignore_ascii_case("html"))
}

/// The parts that may stand before a root, by how they begin and end: instructions and comments.
const PROLOG: [(&str, &str); 2] = [("<?", "?>"), ("<!--", "-->")];
const DOCTYPE: &str = "<!doctype";

/// The first bytes; as UTF-8 where a mark names their encoding. Every page is asked, so that what has no mark is not copied.
fn sniffed(start: &[u8]) -> Cow<'_, [u8]> {
    let first = start.get(..SNIFFED).unwrap_or(start);
    match Encoding::for_bom(first) {
        Some((encoding, mark)) => {
            // Half a code unit at the end is not a character yet.
            let whole = if mark == 2 {
                first.len() & !1
            } else {
                first.len()
            };
            let text = first.get(mark..whole).unwrap_or_default();
            Cow::Owned(decode(encoding, text).0.into_owned().into_bytes())
        }
        None => Cow::Borrowed(first),
    }
}

/// The number of bytes that a type is guessed from: the resource header of MIME Sniffing §5.2. A
/// document without a type that begins with more white space than that is not read.
pub(crate) const SNIFFED: usize = 1445;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn r_104_the_type_picks_the_reader() {
        for (value, form, charset) in
            rows::<(String, String, Option<String>)>(include_str!("media/types.jsonl"))
        {
            let media = MediaType::parse(&value);
            assert_eq!(format!("{:?}", media.form), form, "{value}");
            assert_eq!(
                media.charset.map(Encoding::name),
                charset.as_deref(),
                "{value}"
            );
        }
    }

    #[test]
    fn the_root_says_whether_xml_may_be_a_page() {
        let long = format!("<!--{}--><rss>", "x".repeat(SNIFFED));
        let mut roots = rows::<(String, bool)>(include_str!("media/roots.jsonl"));
        roots.push((long, true));
        for (text, is_page) in roots {
            assert_eq!(may_be_page(text.as_bytes(), true), Some(is_page), "{text}");
            for end in 0..text.len() {
                let early = may_be_page(text.as_bytes().get(..end).unwrap(), false);
                assert!(
                    early.is_none_or(|early| early == is_page),
                    "{text} at {end}"
                );
            }
        }
    }
}
