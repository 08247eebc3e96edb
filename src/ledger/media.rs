//! The sources that the type of a response rules out.

use super::{Known, State};
use crate::unread::Why;

/// The states of the document and of embedded metadata for an essence such as `text/html`, in any case; empty for no type.
///
/// HTML and XHTML speak as documents and hold no other metadata. Of XML and of no type neither is known until the root was
/// seen. PDF, EPUB, images, audio, video and feeds have no metas, and may hold rights in metadata, which is not read.
pub(crate) fn of_content_type(essence: &str) -> (Known, Known) {
    let essence = unprefixed(essence);
    let is = |other: &str| essence.eq_ignore_ascii_case(other);
    let begins = |kind: &str| {
        let start = essence.as_bytes().get(..kind.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(kind.as_bytes()))
    };
    let unknown = Known::new(State::NotGiven);
    let none = Known::new(State::NotApplicable);
    if DOCUMENTS.iter().any(|one| is(one)) {
        (unknown, none)
    } else if essence.is_empty() || is_xml(&essence) {
        (unknown, unknown)
    } else if FILES.iter().any(|one| is(one)) || KINDS.iter().any(|kind| begins(kind)) {
        (none, Known::unread(Why::Embedded))
    } else {
        (none, none)
    }
}

/// Whether an essence is that of XML of which the root decides what it is.
pub(super) fn is_xml(essence: &str) -> bool {
    XML.iter().any(|one| essence.eq_ignore_ascii_case(one))
}

/// Whether octets begin as a file whose format may hold rights in metadata.
pub(super) fn is_file(octets: &[u8]) -> bool {
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
}

/// The first octets of such files: PDF, archives (EPUB), PNG, GIF, JPEG, RIFF (WebP, WAV), Ogg, FLAC, ID3.
const MAGIC: &[&[u8]] = &[
    b"%PDF-",
    b"PK\x03\x04",
    b"\x89PNG\r\n",
    b"GIF8",
    b"\xFF\xD8\xFF",
    b"RIFF",
    b"OggS",
    b"fLaC",
    b"ID3",
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
];
/// A message of several parts may hold any of these.
const KINDS: &[&str] = &["image/", "audio/", "video/", "multipart/"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_rules_out_the_document_or_other_metadata() {
        use State::{NotApplicable, NotGiven, Unread};
        for (essence, document, embedded) in [
            ("text/html", NotGiven, NotApplicable),
            ("Application/XHTML+XML", NotGiven, NotApplicable),
            ("", NotGiven, NotGiven),
            ("text/xml", NotGiven, NotGiven),
            ("image/svg+xml", NotGiven, NotGiven),
            ("application/pdf", NotApplicable, Unread),
            ("IMAGE/png", NotApplicable, Unread),
            ("video/mp4", NotApplicable, Unread),
            ("application/rss+xml", NotApplicable, Unread),
            ("application/x-pdf", NotApplicable, Unread),
            ("application/X-rss+xml", NotApplicable, Unread),
            ("multipart/x-mixed-replace", NotApplicable, Unread),
            ("text/plain", NotApplicable, NotApplicable),
            ("imag", NotApplicable, NotApplicable),
        ] {
            let (own, other) = of_content_type(essence);
            assert_eq!((own.state, other.state), (document, embedded), "{essence}");
        }
    }
}
