//! The marks that begin coded octets, whatever the fields say (RFC 1952 §2.3.1, RFC 8878 §3.1.1).

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
