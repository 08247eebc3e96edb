//! The marks that begin coded octets, whatever the fields say (RFC 1952 §2.3.1, RFC 8878 §3.1.1).

/// The first octets of a coded body, and the name of the coding. No text begins with them.
pub(crate) const MARKS: [(&[u8], &str); 2] = [(b"\x1F\x8B", "gzip"), (b"\x28\xB5\x2F\xFD", "zstd")];

/// Whether a whole body is coded by its mark.
pub(crate) fn is_marked(body: &[u8]) -> bool {
    MARKS.iter().any(|(mark, _)| body.starts_with(mark))
}
