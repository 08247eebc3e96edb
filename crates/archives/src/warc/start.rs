//! The start of a gzip member whose rest may not be needed.
//!
//! The inflater of `fdeflate` continues in the memory in which the bytes before are, and has no window to copy: the starts of
//! pages cost three quarters of what they cost with zlib-rs. It does not report how many bytes it made before an error, nor
//! where exactly the data end, so a member that is damaged, or whose trailer is not where it should be, is decompressed
//! again in another way. A few bytes between the data and the trailer go unnoticed.

use fdeflate::Decompressor;

use super::gzip;
use super::member::Member;
use super::source::StoredBytes;
use crate::memory::Room;

/// A member of which the first bytes are in memory. Nothing of it has been consumed.
pub(super) struct Start {
    decompressor: Decompressor,
    /// The whole member, if its end is in sight.
    pub(super) found: Option<Member>,
    /// Bytes of the member that the inflater has taken.
    used: usize,
}

/// The result of one step.
pub(super) enum More {
    /// The number of further bytes, which is not 0.
    Bytes(usize),
    /// The last bytes. The member has been consumed.
    Last(usize),
    /// The member must be decompressed in another way.
    Otherwise,
}

impl Start {
    /// Begins the member that is here; `None` if its header has optional parts.
    pub(super) fn begin(source: &StoredBytes, found: Option<Member>) -> Option<Start> {
        // The search for the member's end has read ahead. Where bytes are missing all the same, the other way reads them, and
        // reports a source that cannot be read.
        let is_plain = gzip::is_plain_header(source.unread());
        let mut decompressor = Decompressor::new();
        // The checksum after the data is that of a gzip member.
        decompressor.ignore_adler32();
        let begun = decompressor.read(ZLIB, &mut [], 0, false);
        let is_begun = is_plain && begun.is_ok_and(|(taken, _)| taken == ZLIB.len());
        is_begun.then_some(Start {
            decompressor,
            found,
            used: gzip::FIXED,
        })
    }

    /// Decompresses further bytes into `text`, from `end` on.
    pub(super) fn more(&mut self, source: &mut StoredBytes, text: &mut Room, end: usize) -> More {
        let is_short = text.len() < end + PIECE;
        if end + PIECE > MOST || (is_short && !text.at_least(text.len() * 2)) {
            return More::Otherwise;
        }
        let made = self.made(source, text, end).unwrap_or_default();
        if !self.decompressor.is_done() {
            return match made {
                0 => More::Otherwise,
                made => More::Bytes(made),
            };
        }
        let whole = text.get(..end + made).unwrap_or_default();
        match self
            .found
            .filter(|found| found.holds(source.unread(), whole))
        {
            Some(found) => {
                source.consume_at_once(found.end);
                More::Last(made)
            }
            None => More::Otherwise,
        }
    }

    /// The number of further bytes; `None` if there are none, or an error.
    fn made(&mut self, source: &mut StoredBytes, text: &mut [u8], end: usize) -> Option<usize> {
        loop {
            let input = source.unread().get(self.used..)?;
            let output = text.get_mut(..end + PIECE)?;
            let (taken, made) = self.decompressor.read(input, output, end, false).ok()?;
            self.used += taken;
            if made > 0 || self.decompressor.is_done() {
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
const PIECE: usize = 2 * 1024;
/// The most bytes of a member that are kept, packed and unpacked.
const MOST: usize = 1 << 20;
