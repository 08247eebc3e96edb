//! Gzip members that are decompressed at once.
//!
//! libdeflate decompresses a member in half the time of an inflater that takes its input in pieces, but it needs the whole
//! member and does not report how many bytes that had.
//!
//! **W1.** A member that is taken at once ends where the other way ends it, so no record is skipped, and no damage after
//! a member is hidden. The input reaches from the start of the member to a place before which four bytes look like the
//! size in its trailer: where the next signature is, or the end of the source. If libdeflate accepts the input, the member
//! ends in it, perhaps early, and the four bytes before its true end are its size, because libdeflate has compared them. So
//! where the four bytes before the place are that size, and no other four bytes of the input are, the place is the true
//! end. In every other case (no signature within the limits, a signature inside the compressed data, bytes after the
//! member, a wrong checksum, no memory for its text) nothing is taken, and the member is decompressed in pieces, which finds the same and reports the
//! damage. libdeflate accepts a few streams that others refuse (more than 286 codes of literals); their checksums are right,
//! and their records are read. A check left out would skip the records between the true end and the place. `whole_members.rs` has members that
//! are built to deceive, and the fuzz target `archive` compares both ways.

use libdeflater::{Crc, Decompressor};
use memchr::memmem;

use super::gzip;
use super::source::StoredBytes;
use crate::memory::Room;

/// Which gzip members are decompressed at once: those within both limits. Others are decompressed in pieces, which takes twice
/// the time and less memory; the same records, bodies and damages come out of both.
///
/// ```
/// use robots_policy_archives::{Archive, Skip, WholeMembers};
///
/// let source: &[u8] = b"";
/// let small = WholeMembers { packed: 1 << 20, unpacked: 4 << 20 };
/// let archive = Archive::new(Box::new(source), Skip::Verified).with_whole_members(small);
/// # drop(archive);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WholeMembers {
    /// The most compressed bytes of a member, from its signature to the end of its trailer.
    pub packed: usize,
    /// The most bytes that a member decompresses to.
    pub unpacked: usize,
}

impl WholeMembers {
    /// All members are decompressed in pieces.
    pub const NONE: WholeMembers = WholeMembers {
        packed: 0,
        unpacked: 0,
    };
}

impl Default for WholeMembers {
    /// 4 MiB compressed, 16 MiB decompressed: a reader keeps as many in memory.
    fn default() -> WholeMembers {
        WholeMembers {
            packed: 4 << 20,
            unpacked: 16 << 20,
        }
    }
}

/// Decompresses members at once.
pub(super) struct Whole {
    decompressor: Decompressor,
    pub(super) limits: WholeMembers,
}

/// The member that begins here, as the bytes after it suggest.
#[derive(Clone, Copy)]
pub(super) struct Member {
    /// Its compressed bytes, with header and trailer.
    pub(super) end: usize,
    /// Bytes that it decompresses to.
    pub(super) size: usize,
}

impl Member {
    /// Where the member ends, if its size is one of these.
    pub(super) fn end_of(self, sizes: &[u32]) -> Option<usize> {
        let size = u32::try_from(self.size).ok()?;
        sizes.contains(&size).then_some(self.end)
    }

    /// Whether the trailer in `packed` is that of this text.
    pub(super) fn holds(self, packed: &[u8], text: &[u8]) -> bool {
        let trailer = packed.get(..self.end).and_then(<[u8]>::last_chunk::<8>);
        let mut crc = Crc::new();
        crc.update(text);
        let is_checksum =
            |[a, b, c, d, ..]: &[u8; 8]| crc.sum() == u32::from_le_bytes([*a, *b, *c, *d]);
        text.len() == self.size && trailer.is_some_and(is_checksum)
    }
}

impl Whole {
    pub(super) fn new(limits: WholeMembers) -> Whole {
        Whole {
            decompressor: Decompressor::new(),
            limits,
        }
    }

    /// The member that begins `start` bytes after this place; `None` if it must be decompressed in pieces.
    pub(super) fn find(&self, source: &mut StoredBytes, start: usize) -> Option<Member> {
        let mut from = start + LEAST;
        loop {
            let unread = source.unread();
            while let Some(end) = gzip::next_member(unread, from) {
                if let Some(found) = self.ending(unread.get(start..end)?) {
                    return Some(found);
                }
                from = end + 1;
            }
            from = from.max((unread.len() + 1).saturating_sub(gzip::LOOKED_AT));
            if source.ahead(start.saturating_add(self.limits.packed)) {
                continue;
            }
            let rest = source.unread().get(start..)?;
            let is_end = source.is_read() && rest.len() >= LEAST;
            return is_end.then(|| self.ending(rest)).flatten();
        }
    }

    /// Decompresses a member into `text`; `false`, with nothing consumed, if it must be decompressed in pieces.
    pub(super) fn take(
        &mut self,
        found: Member,
        source: &mut StoredBytes,
        text: &mut Room,
    ) -> bool {
        let Member { end, size } = found;
        if !text.at_least(size) {
            return false;
        }
        let (Some(packed), Some(room)) = (source.unread().get(..end), text.get_mut(..size)) else {
            return false;
        };
        let is_taken = self.unpack(packed, room);
        if is_taken {
            source.consume_at_once(end);
        }
        is_taken
    }

    /// Decompresses a member into exactly this room; `false` if it must be decompressed in pieces.
    pub(super) fn unpack(&mut self, packed: &[u8], room: &mut [u8]) -> bool {
        let size = room.len();
        self.decompressor.gzip_decompress(packed, room) == Ok(size) && ends_once(packed, size)
    }

    /// The member of these bytes, by its trailer, if it may be one within the limits.
    fn ending(&self, packed: &[u8]) -> Option<Member> {
        let size = usize::try_from(u32::from_le_bytes(*packed.last_chunk()?)).ok()?;
        let end = packed.len();
        let is_possible =
            end <= self.limits.packed && size <= self.limits.unpacked && size / MOST_RATIO <= end;
        is_possible.then_some(Member { end, size })
    }
}

/// Whether the last four bytes of a member are `size`, and no other four bytes of it are.
fn ends_once(packed: &[u8], size: usize) -> bool {
    let Ok(size) = u32::try_from(size) else {
        return false;
    };
    let found = memmem::find(packed, &size.to_le_bytes());
    found.is_some_and(|at| at + size_of::<u32>() == packed.len())
}

/// The bytes of a header and a trailer.
const LEAST: usize = 18;
/// Deflate makes at most 258 bytes of 2 bits.
const MOST_RATIO: usize = 1032;
