//! One gzip member after the other (RFC 1952), with one inflater for all.

use flate2::{Decompress, FlushDecompress, Status};
use libdeflater::Crc;
use memchr::memmem;
use robots_policy_input::{Damage, DamageCode};

use super::source::StoredBytes;
use crate::block;

pub(super) struct Gzip {
    inflate: Decompress,
    /// That of libdeflate takes a twentieth of the time of the one in flate2.
    crc: Crc,
    /// The deflated data have ended; the trailer is next.
    at_trailer: bool,
    /// The damage to report after the bytes before it.
    failure: Option<String>,
}

impl Gzip {
    pub(super) fn new() -> Gzip {
        Gzip {
            inflate: Decompress::new(false),
            crc: Crc::new(),
            at_trailer: false,
            failure: None,
        }
    }

    /// Reads the header of a member, and returns its offset; `None` at the end of the source.
    pub(super) fn begin(&mut self, source: &mut StoredBytes) -> Result<Option<u64>, Damage> {
        let position = source.position();
        if source.peek(1)?.is_empty() {
            return Ok(None);
        }
        let Some((start, _)) = source.peek(FIXED)?.split_first_chunk::<FIXED>() else {
            let is_member = block::agrees(source.unread(), MAGIC);
            return Err(damage(is_member, source));
        };
        let [_, _, _, flags, ..] = *start;
        if !start.starts_with(MAGIC) || flags & RESERVED != 0 {
            return Err(Damage::new(DamageCode::NoRecord, source.position()));
        }
        source.consume(FIXED);
        skip_optional(source, flags)?;
        self.inflate.reset(false);
        self.crc = Crc::new();
        self.at_trailer = false;
        self.failure = None;
        Ok(Some(position))
    }

    /// Inflates some of the member into `output`, which has space.
    pub(super) fn step(
        &mut self,
        source: &mut StoredBytes,
        output: &mut [u8],
    ) -> Result<(usize, bool), Damage> {
        if let Some(why) = self.failure.take() {
            return Err(Damage::new(DamageCode::CorruptMember, source.position()).because(why));
        }
        if self.at_trailer {
            self.trailer(source)?;
            return Ok((0, true));
        }
        let input = source.peek(1)?;
        if input.is_empty() {
            return Err(Damage::new(DamageCode::TruncatedMember, source.position()));
        }
        let before = (self.inflate.total_in(), self.inflate.total_out());
        let result = self
            .inflate
            .decompress(input, output, FlushDecompress::None);
        let read = count(before.0, self.inflate.total_in());
        let written = count(before.1, self.inflate.total_out());
        source.consume(read);
        self.crc.update(output.get(..written).unwrap_or_default());
        match result {
            Ok(Status::StreamEnd) => self.at_trailer = true,
            Ok(_) if read == 0 && written == 0 => self.failure = Some(String::from("it is stuck")),
            Ok(_) => {}
            Err(error) => self.failure = Some(error.to_string()),
        }
        Ok((written, false))
    }

    fn trailer(&mut self, source: &mut StoredBytes) -> Result<(), Damage> {
        let trailer = source.peek(TRAILER)?.split_first_chunk();
        let Some((crc, Some(size))) = trailer.map(|(crc, rest)| (*crc, rest.first_chunk())) else {
            return Err(Damage::new(DamageCode::TruncatedMember, source.position()));
        };
        let is_right = u32::from_le_bytes(crc) == self.crc.sum()
            && u64::from(u32::from_le_bytes(*size)) == self.inflate.total_out() % (1 << 32);
        source.consume(TRAILER);
        if is_right {
            Ok(())
        } else {
            let why = "its checksum or its size is wrong";
            Err(Damage::new(DamageCode::CorruptMember, source.position()).because(why))
        }
    }
}

/// Skips what the flags of the header announce.
fn skip_optional(source: &mut StoredBytes, flags: u8) -> Result<(), Damage> {
    if flags & EXTRA != 0 {
        let Some((size, _)) = source.peek(2)?.split_first_chunk::<2>() else {
            return Err(damage(true, source));
        };
        let size = u16::from_le_bytes(*size);
        source.consume(2);
        skip(source, usize::from(size))?;
    }
    for _ in 0..(flags & (NAME | COMMENT)).count_ones() {
        skip_text(source)?;
    }
    if flags & HEADER_CRC != 0 {
        skip(source, 2)?;
    }
    Ok(())
}

fn skip(source: &mut StoredBytes, mut size: usize) -> Result<(), Damage> {
    while size > 0 {
        let taken = source.peek(1)?.len().min(size);
        if taken == 0 {
            return Err(damage(true, source));
        }
        source.consume(taken);
        size -= taken;
    }
    Ok(())
}

/// Skips text and the NUL that ends it.
fn skip_text(source: &mut StoredBytes) -> Result<(), Damage> {
    loop {
        let input = source.peek(1)?;
        if input.is_empty() {
            return Err(damage(true, source));
        }
        let (taken, is_end) = match memchr::memchr(0, input) {
            Some(at) => (at + 1, true),
            None => (input.len(), false),
        };
        source.consume(taken);
        if is_end {
            return Ok(());
        }
    }
}

fn damage(is_member: bool, source: &StoredBytes) -> Damage {
    let code = if is_member {
        DamageCode::TruncatedMember
    } else {
        DamageCode::NoRecord
    };
    Damage::new(code, source.position())
}

fn count(before: u64, after: u64) -> usize {
    usize::try_from(after - before).unwrap_or(usize::MAX)
}

/// Whether these bytes are the header of a member, without optional parts.
pub(super) fn is_plain_header(bytes: &[u8]) -> bool {
    bytes.len() >= FIXED && bytes.starts_with(MAGIC) && bytes.get(MAGIC.len()) == Some(&0)
}

/// Where a member may begin in these bytes, from `from` on.
pub(super) fn next_member(bytes: &[u8], mut from: usize) -> Option<usize> {
    loop {
        let at = from + memmem::find(bytes.get(from..)?, MAGIC)?;
        if bytes.get(at + MAGIC.len())? & RESERVED == 0 {
            return Some(at);
        }
        from = at + 1;
    }
}

/// Whether these bytes end in the trailer of a member of one of these sizes.
pub(super) fn ends_as(bytes: Option<&[u8]>, sizes: &[u32]) -> bool {
    let size = bytes
        .and_then(<[u8]>::last_chunk)
        .map(|size| u32::from_le_bytes(*size));
    size.is_some_and(|size| sizes.contains(&size))
}

/// The beginning of a member: its two magic bytes, and deflate, the only method.
pub(super) const MAGIC: &[u8] = b"\x1F\x8B\x08";
/// Bytes of a header that identify it: the magic and the flags.
pub(super) const LOOKED_AT: usize = 4;
/// The number of bytes that every header has.
pub(super) const FIXED: usize = 10;
/// Bytes after the deflated data: the checksum, and the size modulo 2^32.
pub(super) const TRAILER: usize = 8;

const HEADER_CRC: u8 = 1 << 1;
const EXTRA: u8 = 1 << 2;
const NAME: u8 = 1 << 3;
const COMMENT: u8 = 1 << 4;
const RESERVED: u8 = 0b1110_0000;
