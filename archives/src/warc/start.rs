//! The start of a gzip member whose rest may not be needed.
//!
//! The inflater of `fdeflate` continues in the memory in which the bytes before are, and has no window to copy: the starts of
//! pages cost three quarters of what they cost with zlib-rs. It does not report how many bytes it made before an error, so a
//! member that is damaged, or that is needed to its end, is decompressed again in another way.

use fdeflate::Decompressor;

use super::gzip;
use super::source::StoredBytes;

/// A member of which the first bytes are in memory. Nothing of it has been consumed.
pub(super) struct Start {
    decompressor: Decompressor,
    /// Bytes of the member that the inflater has taken.
    used: usize,
}

impl Start {
    /// Begins the member that is here; `None` if its header has optional parts, or if nothing of it can be decompressed.
    pub(super) fn begin(source: &mut StoredBytes) -> Option<Start> {
        let is_plain = gzip::is_plain_header(source.peek(gzip::FIXED).ok()?);
        let mut decompressor = Decompressor::new();
        // The checksum after the data is that of a gzip member.
        decompressor.ignore_adler32();
        let begun = decompressor.read(ZLIB, &mut [], 0, false);
        let is_begun = is_plain && begun.is_ok_and(|(taken, _)| taken == ZLIB.len());
        is_begun.then_some(Start {
            decompressor,
            used: gzip::FIXED,
        })
    }

    /// Decompresses further bytes into `text` from `end` on, and returns their number, which is not 0; `None` if the member
    /// must be decompressed in another way.
    pub(super) fn more(
        &mut self,
        source: &mut StoredBytes,
        text: &mut Vec<u8>,
        end: usize,
    ) -> Option<usize> {
        let room = end + PIECE;
        if room > MOST {
            return None;
        }
        if text.len() < room {
            text.resize(text.len() * 2, 0);
        }
        loop {
            let (input, output) = (source.unread().get(self.used..)?, text.get_mut(..room)?);
            let (taken, made) = self.decompressor.read(input, output, end, false).ok()?;
            self.used += taken;
            if self.decompressor.is_done() {
                return None;
            }
            if made > 0 {
                return Some(made);
            }
            if taken == 0 && !source.ahead(MOST) {
                return None;
            }
        }
    }
}

/// A header of zlib, which this inflater requires.
const ZLIB: &[u8] = b"\x78\x01";
/// Bytes that are decompressed at once.
const PIECE: usize = 4 * 1024;
/// The most bytes of a member that are kept, packed and unpacked.
const MOST: usize = 1 << 20;
