//! Formats that are not read, and the tools that convert them.

/// Formats by the bytes that begin their files, with the fix for a file in each.
const FILES: &[(&[u8], &str)] = &[
    (
        b"BZh",
        "it is compressed with bzip2; `bzip2 -dc` decompresses it",
    ),
    (
        b"\xFD7zXZ\0",
        "it is compressed with xz; `xz -dc` decompresses it",
    ),
    (
        b"\x04\x22\x4D\x18",
        "it is compressed with lz4; `lz4 -dc` decompresses it",
    ),
    (
        b"7z\xBC\xAF\x27\x1C",
        "it is a 7z archive of files; unpack it",
    ),
    (b"PK\x03\x04", "it is a ZIP archive of files; unpack it"),
    ARC,
];

/// The format in which crawlers wrote before WARC, plain or in gzip members.
const ARC: (&[u8], &str) = (
    b"filedesc://",
    "it is ARC; `warcio recompress` writes it as WARC",
);

/// Bytes that show the format.
pub(super) const LOOKED_AT: usize = 16;

/// The format of a file that begins with these bytes.
pub(super) fn of_file(start: &[u8]) -> Option<&'static str> {
    let found = FILES.iter().find(|(magic, _)| start.starts_with(magic));
    found.map(|(_, what)| *what)
}

/// The format of a file that is decompressed to these bytes.
pub(super) fn of_text(start: &[u8]) -> Option<&'static str> {
    let (magic, what) = ARC;
    start.starts_with(magic).then_some(what)
}
