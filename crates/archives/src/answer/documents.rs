//! Documents about AI use in a crawl: which responses hold them, and their keys in a store.

use std::io::Read as _;

use robots_policy::uses::{Rsl, TdmRep};
use url::Url;

use crate::warc::RecordHeader;
use robots_policy_http::Message;

/// The most bytes that are kept of each kind. One more than the parsing limit shows that there were more.
pub(super) const MOST_TDMREP: usize = TdmRep::MOST_BYTES + 1;
pub(super) const MOST_LICENSE: usize = Rsl::MOST_BYTES + 1;

/// The key of a document in a store: its address in normal form, without user and fragment. `None` for an address that is not
/// of the web.
pub fn document_at(url: Url) -> Option<String> {
    matches!(url.scheme(), "http" | "https").then(|| normal(url).into())
}

/// An address without user and fragment.
pub(super) fn normal(mut url: Url) -> Url {
    url.set_fragment(None);
    // A URL that cannot have a user has no user to remove.
    let _ = (url.set_username(""), url.set_password(None));
    url
}

/// The key of the address of a record.
pub(super) fn key(head: RecordHeader<'_>) -> Option<String> {
    document_at(target(head)?)
}

/// The key of the `tdmrep.json` that a record holds.
pub(super) fn tdmrep(head: RecordHeader<'_>) -> Option<String> {
    // Most URLs are those of pages, and need not be parsed.
    memchr::memmem::find(head.target_uri()?, TdmRep::PATH.as_bytes())?;
    let url = target(head)?;
    let is_it = url.path() == TdmRep::PATH && url.query().is_none();
    is_it.then(|| document_at(url)).flatten()
}

/// Whether a response is a licence. What must be read of its body for that is put into `start`.
pub(super) fn is_license(message: &mut Message<'_>, start: &mut Vec<u8>) -> bool {
    if !matches!(message.status(), Some(200..=299)) {
        return false;
    }
    let types: Vec<_> = message.content_types().map(essence).collect();
    if types.iter().any(|own| own == TYPE) {
        return true;
    }
    if !types.iter().any(|own| is_xml(own)) {
        return false;
    }
    // A body that cannot be read has no namespace.
    let _ = message.body().take(START).read_to_end(start);
    let characters: Vec<u8> = start.iter().copied().filter(|byte| *byte != 0).collect();
    memchr::memmem::find(&characters, NAMESPACE).is_some()
}

fn target(head: RecordHeader<'_>) -> Option<Url> {
    Url::parse(str::from_utf8(head.target_uri()?).ok()?).ok()
}

/// A type without its parameters, in lower case.
fn essence(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(line);
    let essence = line.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

fn is_xml(essence: &str) -> bool {
    matches!(essence, "text/xml" | "application/xml") || essence.ends_with("+xml")
}

/// The type of a licence in RSL.
const TYPE: &str = "application/rsl+xml";
/// The namespace of RSL. In UTF-16 it has bytes of 0 between its characters.
const NAMESPACE: &[u8] = b"https://rslstandard.org/rsl";
/// The bytes of a document in which its namespace is looked for.
const START: u64 = 1024;
