//! How a response was saved: as it came, as a page alone, as a copy of a browser, or with the marks of a client.

use std::borrow::Cow;

use super::{Undone, marks, mhtml};

/// A file of a saved response.
pub enum SavedAs {
    /// As `curl -i` writes it, or in an unknown form.
    Response(Vec<u8>),
    /// A page without fields.
    Page(Vec<u8>),
    /// The page of a copy that a browser made, without fields and without parts of the document.
    Copy(Vec<u8>),
    /// A response whose marks or encoding were undone, and the note about that.
    Undone(Undone, String),
}

impl SavedAs {
    /// Looks at the beginning of a file.
    ///
    /// # Errors
    /// Why it is not certain what the response is, in a file with the marks of a client; why a copy of a browser has no page.
    pub fn of(file: Vec<u8>) -> Result<SavedAs, String> {
        if let Some((undone, notice)) = marks::undo(&file)? {
            return Ok(SavedAs::Undone(undone, notice));
        }
        if is_page(&file) {
            return Ok(SavedAs::Page(file));
        }
        if mhtml::is_of(&file) {
            return mhtml::root(&file).map(SavedAs::Copy);
        }
        Ok(SavedAs::Response(file))
    }

    /// The bytes of the response, or of the page.
    pub fn bytes(&self) -> &[u8] {
        match self {
            SavedAs::Response(bytes) | SavedAs::Page(bytes) | SavedAs::Copy(bytes) => bytes,
            SavedAs::Undone(undone, _) => &undone.bytes,
        }
    }

    /// The response that was changed to read it.
    pub fn undone(&self) -> Option<&Undone> {
        match self {
            SavedAs::Response(_) | SavedAs::Page(_) | SavedAs::Copy(_) => None,
            SavedAs::Undone(undone, _) => Some(undone),
        }
    }

    /// The note about the reading; `None` for a response as it came.
    pub fn notice(&self) -> Option<&str> {
        match self {
            SavedAs::Response(_) => None,
            SavedAs::Page(_) => Some(
                "it is a page without a status line, so its fields, among them X-Robots-Tag, were not given; save both with `curl -si URL > page.http`",
            ),
            SavedAs::Copy(_) => Some(
                "it is a page in MHTML, in which a browser leaves fields, scripts and `noscript` out, so only what it forbids counts; save the response with `curl -si URL > page.http`",
            ),
            SavedAs::Undone(_, notice) => Some(notice),
        }
    }
}

/// Whether a file is the copy of a page that a browser made: MHTML.
pub fn is_copy(file: &[u8]) -> bool {
    mhtml::is_of(file)
}

/// Whether a file begins as HTML does: after blanks, a byte order mark and an XML declaration with one of the tags of the
/// MIME Sniffing standard, or with one of those that heads hold.
pub fn is_page(file: &[u8]) -> bool {
    let start = file.get(..file.len().min(LOOKED_AT)).unwrap_or_default();
    let is_wide = start.starts_with(b"\xFF\xFE") || start.starts_with(b"\xFE\xFF");
    let text: Cow<'_, [u8]> = if is_wide {
        let bytes = start.iter().skip(2).copied();
        bytes.filter(|b| *b != 0).collect()
    } else {
        start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start).into()
    };
    let mut text = text.trim_ascii_start();
    if text.starts_with(b"<?xml") {
        let end = memchr::memmem::find(text, b"?>").map_or(text.len(), |at| at + 2);
        text = text.get(end..).unwrap_or_default().trim_ascii_start();
    }
    if text.starts_with(b"<!--") {
        return true;
    }
    let Some(tag) = text.strip_prefix(b"<") else {
        return false;
    };
    let is_end = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'>' | b'/');
    let name = tag.split(is_end).next().unwrap_or_default();
    TAGS.iter()
        .any(|own| name.eq_ignore_ascii_case(own.as_bytes()))
}

const TAGS: &[&str] = &[
    "!doctype", "html", "head", "script", "iframe", "h1", "div", "font", "table", "a", "style",
    "title", "b", "body", "br", "p", "meta", "link", "base", "noscript",
];
/// The number of bytes in which a page must begin.
const LOOKED_AT: usize = 4096;
