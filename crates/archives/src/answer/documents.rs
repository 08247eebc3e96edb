//! Documents about AI use in a crawl: which responses hold them, and their keys in a store.

use std::io::Read as _;

use robots_policy::uses::{Rsl, TdmRep};
use robots_policy_input::Message;
use url::Url;

use super::authority_at;
use crate::warc::RecordHeader;

/// The most bytes that are kept of each kind. One more than the parsing limit shows that there were more.
pub(super) const MOST_TDMREP: usize = TdmRep::MOST_BYTES + 1;
pub(super) const MOST_LICENSE: usize = Rsl::MOST_BYTES + 1;

/// The key of a document in a store: its address in normal form, without user and fragment. `None` for an address that is not
/// of the web.
pub fn document_at(url: Url) -> Option<String> {
    matches!(url.scheme(), "http" | "https").then(|| normal(url).into())
}

/// The key of the answer for a robots.txt at this address: the authority, if it is the address of its robots.txt, else the address,
/// to which a redirect may lead, after a word that no other key begins with.
pub fn robots_at(url: Url) -> Option<String> {
    authority_at(url.clone()).or_else(|| document_at(url).map(|address| of_robots(&address)))
}

/// The key of an answer for a robots.txt that is not at the address of one.
pub(super) fn of_robots(address: &str) -> String {
    format!("{OF_ROBOTS}{address}")
}

/// The address in the key of an answer to which a redirect of a robots.txt may lead; `None` for every other key.
pub fn led_to(key: &str) -> Option<&str> {
    key.strip_prefix(OF_ROBOTS)
}

/// Whether a key is the address of a document about AI use: that of an authority has no path.
pub(crate) fn is_document(key: &str) -> bool {
    let rest = key.split_once("://").map_or(key, |(_, rest)| rest);
    rest.contains('/') && led_to(key).is_none()
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

/// Whether a redirect of a robots.txt may lead to a response. What must be read of its body for that is put into `start`.
pub(super) fn may_be_robots_txt(
    head: RecordHeader<'_>,
    message: &mut Message<'_>,
    start: &mut Vec<u8>,
) -> bool {
    if head.target_uri().is_some_and(names_it) {
        return true;
    }
    match message.status() {
        Some(300..=399) => {
            let mut fields = message.fields();
            fields.any(|(name, value)| name.eq_ignore_ascii_case(b"Location") && names_it(value))
        }
        Some(200..=299) => {
            let is_text = message
                .content_types()
                .map(essence)
                .all(|own| own == "text/plain");
            // A body that cannot be read has no lines.
            let missing = START_OF_RULES.saturating_sub(start.len() as u64);
            is_text && {
                let _ = message.body().take(missing).read_to_end(start);
                let mut lines = start.split(|byte| matches!(byte, b'\n' | b'\r'));
                lines.any(names_asker)
            }
        }
        _ => false,
    }
}

/// Whether an address names a robots.txt.
fn names_it(address: &[u8]) -> bool {
    let mut parts = address.windows(NAME.len());
    parts.any(|part| part.eq_ignore_ascii_case(NAME))
}

/// Whether a line names an asker.
fn names_asker(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    let start = line.trim_ascii_start().get(..USER_AGENT.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(USER_AGENT))
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

/// The beginning of a key that is neither an authority nor an address.
const OF_ROBOTS: &str = "robots.txt ";
/// The part of an address that shows where the rules of a site are.
const NAME: &[u8] = b"robots.txt";
/// The beginning of a line of rules.
const USER_AGENT: &[u8] = b"user-agent";
/// The bytes of a text in which it is looked for. Some files begin with long comments.
const START_OF_RULES: u64 = 8 * 1024;
/// The type of a licence in RSL.
const TYPE: &str = "application/rsl+xml";
/// The namespace of RSL. In UTF-16 it has bytes of 0 between its characters.
const NAMESPACE: &[u8] = b"https://rslstandard.org/rsl";
/// The bytes of a document in which its namespace is looked for.
const START: u64 = 1024;
