//! Decompresses files of gzip members with libdeflate, each member at once, and does nothing else: the limit of a reader of
//! archives that holds whole files in memory.

use libdeflater::{DecompressionError, Decompressor};
use memchr::memmem;

fn main() -> std::io::Result<()> {
    let mut decompressor = Decompressor::new();
    let mut text = Vec::new();
    let mut unpacked = 0_u64;
    for name in std::env::args().skip(1) {
        let file = std::fs::read(&name)?;
        let mut at = 0;
        while at < file.len() {
            let (end, size) = member(&mut decompressor, &file[at..], &mut text)
                .unwrap_or_else(|| panic!("{name}: no member at {at}"));
            at += end;
            unpacked += size as u64;
        }
    }
    println!("{unpacked}");
    Ok(())
}

/// The packed and the unpacked size of the first member.
fn member(
    decompressor: &mut Decompressor,
    bytes: &[u8],
    text: &mut Vec<u8>,
) -> Option<(usize, usize)> {
    let next = memmem::find_iter(&bytes[18..], b"\x1F\x8B\x08").map(|at| at + 18);
    for end in next.chain([bytes.len()]) {
        let size = u32::from_le_bytes(*bytes[..end].last_chunk()?) as usize;
        if text.len() < size.min(MOST) {
            text.resize(size.min(MOST), 0);
        }
        match decompressor.gzip_decompress(&bytes[..end], text) {
            Ok(unpacked) if unpacked == size => return Some((end, size)),
            Ok(_) | Err(DecompressionError::BadData | DecompressionError::InsufficientSpace) => {}
        }
    }
    None
}

/// More than a member of the benchmark has.
const MOST: usize = 1 << 28;
