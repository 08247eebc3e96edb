//! The sources that the type of a response rules out.

use super::{KnownState, State};
use crate::why::Why;

/// The states of the document and of embedded metadata for an essence such as `text/html`, in any case; empty for no type.
///
/// HTML and XHTML speak as documents and hold no other metadata. Of XML and of no type neither is known until the root was
/// seen. PDF, EPUB, images, audio, video and feeds have no metas, and may hold rights in metadata, which is not read. Scripts,
/// styles, JSON and fonts have neither. Any other type has no metas; whether it is a file of such a format its first octets say.
/// Parts of a page (RFC 9110 §14.6) are not all of it.
pub(crate) fn of_content_type(essence: &str) -> (KnownState, KnownState) {
    let essence = unprefixed(essence);
    let is = |other: &str| essence.eq_ignore_ascii_case(other);
    let begins = |kind: &str| {
        let start = essence.as_bytes().get(..kind.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(kind.as_bytes()))
    };
    let ends = |end: &str| {
        let at = essence.len().checked_sub(end.len());
        let last = at.and_then(|at| essence.as_bytes().get(at..));
        last.is_some_and(|last| last.eq_ignore_ascii_case(end.as_bytes()))
    };
    let unknown = KnownState::new(State::NotGiven);
    let none = KnownState::new(State::NotApplicable);
    if DOCUMENTS.iter().any(|one| is(one)) {
        (unknown, none)
    } else if essence.is_empty() || is_xml(&essence) {
        (unknown, unknown)
    } else if is(BYTERANGES) {
        (
            KnownState::unread(Why::Incomplete),
            KnownState::unread(Why::Embedded),
        )
    } else if FILES.iter().any(|one| is(one))
        || KINDS.iter().any(|kind| begins(kind))
        || begins("application/vnd.") && ends("+zip")
    {
        (none, KnownState::unread(Why::Embedded))
    } else if SILENT.iter().any(|one| is(one)) || begins("font/") || ends("+json") {
        (none, none)
    } else {
        (none, unknown)
    }
}

/// Whether a type that has no metas says nothing about metadata of another kind, so that the first octets tell.
#[cfg(feature = "html")]
pub(crate) fn is_told_by_octets(essence: &str) -> bool {
    of_content_type(essence).1.state == State::NotGiven
}

/// Whether an essence is that of XML of which the root decides what it is.
pub(super) fn is_xml(essence: &str) -> bool {
    XML.iter().any(|one| essence.eq_ignore_ascii_case(one))
}

/// Whether octets begin as a file whose format may hold rights in metadata.
pub(crate) fn is_file(octets: &[u8]) -> bool {
    let start = octets.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(octets);
    let text = start.trim_ascii_start();
    let text = if text.starts_with(b"<?xml") {
        let end = memchr::memchr(b'>', text).map_or(text.len(), |at| at + 1);
        text.get(end..).unwrap_or_default().trim_ascii_start()
    } else {
        text
    };
    MAGIC.iter().any(|magic| start.starts_with(magic))
        || FEEDS.iter().any(|root| text.starts_with(root))
        // ISO base media: MP4, AVIF, HEIC.
        || start.get(4..8) == Some(b"ftyp")
}

/// The first octets of such files: PDF, PostScript, archives (EPUB), PNG, GIF, JPEG, TIFF, RIFF (WebP, WAV), Ogg, FLAC, ID3,
/// Matroska.
const MAGIC: &[&[u8]] = &[
    b"%PDF-",
    b"%!PS",
    b"PK\x03\x04",
    b"\x89PNG\r\n",
    b"GIF8",
    b"\xFF\xD8\xFF",
    b"II*\0",
    b"MM\0*",
    b"RIFF",
    b"OggS",
    b"fLaC",
    b"ID3",
    b"\x1A\x45\xDF\xA3",
];
/// The roots of feeds.
const FEEDS: &[&[u8]] = &[b"<rss", b"<feed", b"<rdf:RDF"];

/// A type without the `x-` that its name had before it was registered: `application/x-pdf`.
fn unprefixed(essence: &str) -> std::borrow::Cow<'_, str> {
    match essence.split_once('/') {
        Some((kind, name)) if name.get(..2).is_some_and(|x| x.eq_ignore_ascii_case("x-")) => {
            format!("{kind}/{}", name.get(2..).unwrap_or_default()).into()
        }
        _ => essence.into(),
    }
}

/// Types whose metas count.
const DOCUMENTS: &[&str] = &["text/html", "application/xhtml+xml"];
/// Types of which the root decides.
const XML: &[&str] = &["application/xml", "text/xml", "image/svg+xml"];
/// Types that may hold rights in metadata of their own.
const FILES: &[&str] = &[
    "application/pdf",
    "application/epub+zip",
    "application/rss+xml",
    "application/atom+xml",
    "application/feed+json",
    "application/rdf+xml",
    "application/ogg",
    "application/mp4",
    "application/postscript",
];
/// Types that hold no such metadata, whatever their octets are: scripts, styles, JSON, fonts.
const SILENT: &[&str] = &[
    "text/javascript",
    "application/javascript",
    "application/ecmascript",
    "text/ecmascript",
    "text/css",
    "application/json",
    "text/json",
    "application/font-woff",
    "application/font-sfnt",
    "application/vnd.ms-fontobject",
];
const BYTERANGES: &str = "multipart/byteranges";
/// A message of several parts may hold any of these.
const KINDS: &[&str] = &["image/", "audio/", "video/", "multipart/"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn a_type_rules_out_the_document_or_other_metadata() {
        for (essence, document, embedded) in
            rows::<(String, String, String)>(include_str!("media/types.jsonl"))
        {
            let (own, other) = of_content_type(&essence);
            let states = [own.state, other.state].map(|state| format!("{state:?}"));
            assert_eq!(states, [document, embedded], "{essence}");
        }
    }
}
