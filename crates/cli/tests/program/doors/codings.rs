//! Codings, and bytes that only look like one.

use robots_policy_kit::bytes::gzip;

pub(crate) fn two_members(bytes: &[u8]) -> Vec<u8> {
    let (left, right) = bytes.split_at(bytes.len() / 2);
    [gzip(left), gzip(right)].concat()
}

pub(crate) fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(bytes, 1).unwrap()
}

/// Stored blocks of RFC 7932, at most 64 KiB each, in a window of 64 KiB.
pub(crate) fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut coded = Vec::new();
    for (index, block) in bytes.chunks(1 << 16).enumerate() {
        // From the lowest bit: WBITS in the first block (0), ISLAST (0), MNIBBLES (00), MLEN - 1 (16), ISUNCOMPRESSED (1).
        let begin = u32::from(index == 0);
        let bits = ((u32::try_from(block.len()).unwrap() - 1) << (3 + begin)) | (1 << (19 + begin));
        coded.extend_from_slice(&bits.to_le_bytes()[..3]);
        coded.extend_from_slice(block);
    }
    // An empty last block; alone it needs the bit of the window before it.
    coded.push(if bytes.is_empty() { 0b110 } else { 0b11 });
    coded
}

/// Bytes that no reader knows.
pub(crate) fn scrambled(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().map(|byte| byte ^ 0xA5).collect()
}

/// A block of an unknown kind, at the start: a reader that stops after the head does not meet a wrong checksum at the end.
pub(crate) fn broken(bytes: &[u8]) -> Vec<u8> {
    let mut coded = gzip(bytes);
    coded[10] = 0xFF;
    coded
}
