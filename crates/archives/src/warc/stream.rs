//! The bytes of an archive without its compression, member by member.

mod leap;
mod rest;
mod search;

use robots_policy_input::{Damage, DamageCode};

use super::Skip;
use super::codec::Codec;
use super::format;
use super::gzip;
use super::member::{Member, Whole, WholeMembers};
use super::readahead::Readahead;
use super::source::StoredBytes;
use super::start::{More, Start};
use crate::block::RECORD;
use crate::memory::{Memory, Room};

/// Decoded bytes. Those in view are always of one member; a member is left only by [`Stream::cross`].
pub(super) struct Stream {
    source: StoredBytes,
    /// `None` before the first byte was looked at.
    codec: Option<Codec>,
    whole: Whole,
    /// Threads that decompress members before they are reached.
    ahead: Option<Box<Readahead>>,
    /// How the member is decoded.
    way: Way,
    /// For buffers that are larger than most.
    memory: Memory,
    text: Room,
    /// Where the member begins in `text`.
    start: usize,
    at: usize,
    end: usize,
    /// Decoded bytes of the member before those in `text`.
    before: u64,
    /// Where the member begins in the source.
    member: u64,
    /// Inside a member that has not ended.
    is_open: bool,
    /// The most bytes of a member that are decoded at once in pieces.
    piece: usize,
    /// How the rest of a record is skipped.
    skip: Skip,
}

/// How a member is decoded.
enum Way {
    /// The bytes in view, from the codec.
    Pieces,
    /// At once: all of it is in `text`.
    Whole,
    /// As far as it is needed: its first bytes are in `text`, and the source is at its start.
    Start(Box<Start>),
}

/// A place that a stream can go back to.
#[derive(Clone, Copy)]
pub(super) struct StreamPlace {
    /// Where the member begins in the source; in plain data, the place itself.
    pub(super) member: u64,
    /// Decoded bytes of the member before the place.
    pub(super) inside: u64,
}

impl Stream {
    pub(super) fn new(source: StoredBytes, skip: Skip) -> Stream {
        let memory = Memory::unbounded();
        let mut text = Room::new(TEXT_SET_ASIDE, &memory);
        // Small values are not refused.
        let _ = text.at_least(TEXT);
        Stream {
            source,
            codec: None,
            whole: Whole::new(WholeMembers::default()),
            ahead: None,
            way: Way::Pieces,
            memory,
            text,
            start: 0,
            at: 0,
            end: 0,
            before: 0,
            member: 0,
            is_open: false,
            piece: match skip {
                Skip::Verified => PIECE,
                Skip::Fast => FAST_PIECE,
            },
            skip,
        }
    }

    /// Sets which members may be decompressed at once.
    pub(super) fn take_at_once(&mut self, members: WholeMembers) {
        self.whole.limits = members;
        if let Some(ahead) = &mut self.ahead {
            ahead.forget();
        }
    }

    /// Sets the memory, before anything is read.
    pub(super) fn use_memory(&mut self, memory: Memory) {
        let threads = self.ahead.as_ref().map(|ahead| ahead.threads());
        self.source.use_memory(&memory);
        self.text.use_memory(&memory);
        self.memory = memory;
        if let Some(threads) = threads {
            self.work_ahead(threads);
        }
    }

    /// Sets how many threads decompress members before they are reached: none, if each member is decompressed when it is.
    pub(super) fn work_ahead(&mut self, threads: usize) {
        let is_possible = threads > 0 && self.source.is_file() && self.skip == Skip::Verified;
        self.ahead = is_possible.then(|| Box::new(Readahead::new(threads, &self.memory)));
    }

    /// Bytes of the source consumed.
    pub(super) fn position(&self) -> u64 {
        self.source.position()
    }

    /// Where the last byte that was read of the source ends.
    pub(super) fn read_to(&self) -> u64 {
        self.source.read_to()
    }

    /// The place of the next byte.
    pub(super) fn place(&self) -> StreamPlace {
        if self.is_plain() {
            return StreamPlace {
                member: self.source.position(),
                inside: 0,
            };
        }
        StreamPlace {
            member: self.member,
            inside: self.before + self.at.saturating_sub(self.start) as u64,
        }
    }

    /// The place `count` bytes after `place`, where the member does not end before.
    pub(super) fn ahead(&self, place: StreamPlace, count: usize) -> StreamPlace {
        let count = count as u64;
        if self.is_plain() {
            return StreamPlace {
                member: place.member + count,
                ..place
            };
        }
        StreamPlace {
            inside: place.inside + count,
            ..place
        }
    }

    /// Whether no byte is left of the member; plain data has no members.
    pub(super) fn is_between_members(&self) -> bool {
        self.is_plain() || (self.at == self.end && !self.is_open)
    }

    /// Whether all of the member was decompressed at once.
    #[cfg(test)]
    pub(super) fn is_whole(&self) -> bool {
        matches!(self.way, Way::Whole)
    }

    /// The members that are decompressed before they are reached.
    #[cfg(test)]
    pub(super) fn ahead_of_it(&mut self) -> Option<&mut Readahead> {
        self.ahead.as_deref_mut()
    }

    pub(super) fn is_plain(&self) -> bool {
        matches!(self.codec, Some(Codec::Plain))
    }

    /// Whether no checksum shows that the bytes are what they should be.
    pub(super) fn is_unproven(&self) -> bool {
        match &self.codec {
            Some(Codec::Zstandard(zstandard)) => zstandard.is_unproven(),
            codec => matches!(codec, Some(Codec::Plain)),
        }
    }

    /// The bytes in view, as many as the last call of [`Stream::peek`] found.
    pub(super) fn view(&self) -> &[u8] {
        if self.is_plain() {
            self.source.unread()
        } else {
            self.text.get(self.at..self.end).unwrap_or_default()
        }
    }

    pub(super) fn consume(&mut self, count: usize) {
        if self.is_plain() {
            self.source.consume(count);
        } else {
            self.at = (self.at + count).min(self.end);
        }
    }

    /// Brings at least `count` bytes into view, or all that are left of the member; returns their number.
    pub(super) fn peek(&mut self, count: usize) -> Result<usize, Damage> {
        if self.is_plain() {
            return Ok(self.source.peek(count)?.len());
        }
        while self.is_open && self.end - self.at < count {
            self.decode()?;
        }
        Ok(self.end - self.at)
    }

    fn decode(&mut self) -> Result<(), Damage> {
        if let Way::Start(start) = &mut self.way {
            match start.more(&mut self.source, &mut self.text, self.end) {
                More::Bytes(made) => self.end += made,
                More::Last(made) => {
                    self.end += made;
                    (self.way, self.is_open) = (Way::Whole, false);
                }
                More::Otherwise => return self.leave_start(),
            }
            return Ok(());
        }
        self.text.copy_within(self.at..self.end, 0);
        self.before += self.at as u64;
        self.end -= self.at;
        self.at = 0;
        let end = self.end + self.piece;
        if !self.text.at_least(end) {
            let here = self.source.position();
            return Err(Damage::new(DamageCode::NoMemory, here));
        }
        let room = self.text.get_mut(self.end..end).unwrap_or_default();
        let Some(codec) = &mut self.codec else {
            return Ok(());
        };
        match codec.step(&mut self.source, room) {
            Ok((written, is_end)) => {
                self.end += written;
                self.is_open = !is_end;
                Ok(())
            }
            Err(damage) => Err(self.damaged(damage)),
        }
    }

    /// Ends the member, unless it is the source that cannot be read.
    fn damaged(&mut self, damage: Damage) -> Damage {
        if damage.is_of_source() {
            return damage;
        }
        self.is_open = false;
        damage.of_record(self.member)
    }

    /// Advances to the next member when the last has been consumed; `false` at the end of the source.
    pub(super) fn cross(&mut self) -> Result<bool, Damage> {
        let codec = match &mut self.codec {
            Some(codec) => codec,
            none => {
                let start = self.source.peek(LOOKED_AT)?;
                if let Some(what) = format::of_file(start) {
                    let here = self.source.position();
                    return Err(Damage::new(DamageCode::OtherFormat, here).because(what));
                }
                none.insert(Codec::of(start, &self.memory))
            }
        };
        if matches!(codec, Codec::Plain) {
            return Ok(!self.source.peek(1)?.is_empty());
        }
        self.source.release();
        if let Some(ahead) = &mut self.ahead {
            ahead.reclaim(&mut self.text);
        }
        (self.start, self.at, self.end) = (0, 0, 0);
        (self.before, self.way) = (0, Way::Pieces);
        let is_gzip = matches!(codec, Codec::Gzip(_));
        if is_gzip && self.piece > TRIED && self.begin_known() {
            return Ok(true);
        }
        let codec = self.codec.as_mut();
        let begun = codec.map_or(Ok(None), |codec| codec.begin(&mut self.source));
        self.is_open = matches!(begun, Ok(Some(_)));
        if let Some(member) = begun? {
            self.member = member;
        }
        Ok(self.is_open)
    }

    /// Begins a gzip member that need not be decoded in pieces; `false` if this one must be.
    fn begin_known(&mut self) -> bool {
        let member = self.source.position();
        let result = self.ahead.as_mut();
        let result =
            result.and_then(|ahead| ahead.take(&self.whole, &mut self.source, &mut self.text));
        if let Some(text) = result {
            (self.way, self.member, self.is_open) = (Way::Whole, member, false);
            (self.start, self.at, self.end) = (text.start, text.start, text.end);
            return true;
        }
        let found = self.whole.find(&mut self.source, 0);
        let is_small = |found: &Member| self.skip == Skip::Verified || found.size <= FAST_PIECE;
        if let Some(found) = found.filter(is_small)
            && self.whole.take(found, &mut self.source, &mut self.text)
        {
            (self.way, self.member, self.end) = (Way::Whole, member, found.size);
            self.is_open = false;
            return true;
        }
        let start = if self.skip == Skip::Fast {
            Start::begin(&self.source, found)
        } else {
            None
        };
        let Some(start) = start else {
            return false;
        };
        (self.way, self.member) = (Way::Start(Box::new(start)), member);
        self.is_open = true;
        true
    }

    /// Whether the bytes in view begin a record.
    pub(super) fn begins_record(&mut self) -> Result<bool, Damage> {
        self.peek(RECORD.len())?;
        Ok(self.view().starts_with(RECORD))
    }

    /// Brings further bytes of the current record into view, even from the next member; none if that begins a record of
    /// its own, or if the source ends.
    pub(super) fn fill_record(&mut self) -> Result<usize, Damage> {
        loop {
            let count = self.peek(1)?;
            if count > 0 {
                return Ok(count);
            }
            if !self.cross()? || (!self.is_plain() && self.begins_record()?) {
                return Ok(0);
            }
        }
    }

    /// Goes back to `place`; returns `false` and stays if it is too far back.
    pub(super) fn rewind(&mut self, place: StreamPlace) -> Result<bool, Damage> {
        if !matches!(self.way, Way::Pieces) && place.member == self.member {
            let inside = usize::try_from(place.inside).unwrap_or(usize::MAX);
            let inside = self.start.saturating_add(inside).min(self.end);
            let is_cheap = self.source.rereads(self.at.saturating_sub(inside));
            self.at = if is_cheap { inside } else { self.at };
            return Ok(is_cheap);
        }
        if !self.source.rewind(place.member)? {
            return Ok(false);
        }
        if self.is_plain() {
            return Ok(true);
        }
        self.cross()?;
        let mut left = place.inside;
        while left > 0 {
            let count = self.peek(1)?;
            if count == 0 {
                break;
            }
            let taken = usize::try_from(left).map_or(count, |left| left.min(count));
            self.consume(taken);
            left -= taken as u64;
        }
        Ok(true)
    }
}

/// Bytes that are decompressed at once.
const PIECE: usize = 128 * 1024;
/// Bytes that are decompressed at once if most of a body is not read; also the largest member that is taken at once then.
const FAST_PIECE: usize = 16 * 1024;
/// Decoded bytes in memory.
const TEXT: usize = 128 * 1024;
/// The most decoded bytes in memory of a member that is not taken at once.
const TEXT_SET_ASIDE: usize = 2 << 20;
/// The number of bytes in which the compression is searched for.
const LOOKED_AT: usize = 64 * 1024;
/// Bytes that are decoded to see whether a member begins with a record.
const TRIED: usize = 64;
