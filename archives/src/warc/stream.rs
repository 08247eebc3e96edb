//! The bytes of an archive without its compression, member by member.

use memchr::memmem;

use super::codec::Codec;
use super::format;
use super::gzip;
use super::source::StoredBytes;
use super::whole::{Whole, WholeMembers};
use crate::block::RECORD;
use crate::damage::{Damage, DamageCode};

/// Decoded bytes. Those in view are always of one member; a member is left only by [`Stream::cross`].
pub(super) struct Stream {
    source: StoredBytes,
    /// `None` before the first byte was looked at.
    codec: Option<Codec>,
    whole: Whole,
    text: Vec<u8>,
    at: usize,
    end: usize,
    /// Decoded bytes of the member before the first of `text`.
    before: u64,
    /// Where the member begins in the source.
    member: u64,
    /// Inside a member that has not ended.
    is_open: bool,
    /// All of the member is in `text`.
    is_whole: bool,
    /// The most bytes that are decoded at once.
    piece: usize,
}

/// A place that a stream can go back to.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Where the member begins in the source; in plain data, the place itself.
    pub(super) member: u64,
    /// Decoded bytes of the member before the place.
    pub(super) inside: u64,
}

impl Stream {
    pub(super) fn new(source: StoredBytes, piece: usize, at_once: WholeMembers) -> Stream {
        Stream {
            source,
            codec: None,
            whole: Whole::new(at_once),
            text: vec![0; TEXT],
            at: 0,
            end: 0,
            before: 0,
            member: 0,
            is_open: false,
            is_whole: false,
            piece,
        }
    }

    /// Sets which members are decompressed at once.
    pub(super) fn take_at_once(&mut self, at_once: WholeMembers) {
        self.whole = Whole::new(at_once);
    }

    /// Bytes of the source consumed.
    pub(super) fn position(&self) -> u64 {
        self.source.position()
    }

    /// The place of the next byte.
    pub(super) fn place(&self) -> Place {
        if self.is_plain() {
            return Place {
                member: self.source.position(),
                inside: 0,
            };
        }
        Place {
            member: self.member,
            inside: self.before + self.at as u64,
        }
    }

    /// The place `count` bytes after `place`, where the member does not end before.
    pub(super) fn ahead(&self, place: Place, count: usize) -> Place {
        let count = count as u64;
        if self.is_plain() {
            return Place {
                member: place.member + count,
                ..place
            };
        }
        Place {
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
        self.is_whole
    }

    pub(super) fn is_plain(&self) -> bool {
        matches!(self.codec, Some(Codec::Plain))
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
        self.text.copy_within(self.at..self.end, 0);
        self.before += self.at as u64;
        self.end -= self.at;
        self.at = 0;
        let end = self.text.len().min(self.end + self.piece);
        let room = self.text.get_mut(self.end..end).unwrap_or_default();
        let Some(codec) = &mut self.codec else {
            return Ok(());
        };
        match codec.step(&mut self.source, room) {
            Ok(step) => {
                self.end += step.written;
                self.is_open = !step.is_end;
                Ok(())
            }
            Err(damage) if damage.is_of_source() => Err(damage),
            Err(damage) => {
                self.is_open = false;
                Err(damage.of_record(self.member))
            }
        }
    }

    /// Advances to the next member when the last has been consumed; `false` at the end of the source.
    pub(super) fn cross(&mut self) -> Result<bool, Damage> {
        let codec = match &mut self.codec {
            Some(codec) => codec,
            none => {
                let start = self.source.peek(LOOKED_AT)?;
                if let Some(what) = format::of_file(start) {
                    return Err(Damage::new(DamageCode::OtherFormat, 0).because(what));
                }
                none.insert(Codec::of(start))
            }
        };
        if matches!(codec, Codec::Plain) {
            return Ok(!self.source.peek(1)?.is_empty());
        }
        self.source.release();
        (self.at, self.end, self.before, self.is_whole) = (0, 0, 0, false);
        if matches!(codec, Codec::Gzip(_)) && self.piece > TRIED {
            let member = self.source.position();
            if let Some(size) = self.whole.take(&mut self.source, &mut self.text) {
                (self.end, self.member) = (size, member);
                (self.is_open, self.is_whole) = (false, true);
                return Ok(true);
            }
        }
        let begun = codec.begin(&mut self.source);
        self.is_open = matches!(begun, Ok(Some(_)));
        if let Some(member) = begun? {
            self.member = member;
        }
        Ok(self.is_open)
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
    pub(super) fn rewind(&mut self, place: Place) -> Result<bool, Damage> {
        if self.is_whole && place.member == self.member {
            let inside = usize::try_from(place.inside).map_or(self.end, |at| at.min(self.end));
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

    /// Searches for the version line that begins a record, from the start of a line on; `false` at the end of the source.
    /// A record may follow one that was cut inside a line; then more of its header is checked.
    pub(super) fn search_text(&mut self) -> Result<bool, Damage> {
        let mut before = b'\n';
        loop {
            if self.peek(CANDIDATE)? == 0 {
                if !self.cross()? {
                    return Ok(false);
                }
                before = b'\n';
                continue;
            }
            let view = self.view();
            let taken = match memmem::find(view, RECORD) {
                Some(0) if begins_version(view, before == b'\n') => return Ok(true),
                Some(at) => at.max(1),
                None => view.len().saturating_sub(RECORD.len() - 1).max(1),
            };
            before = view.get(taken - 1).copied().unwrap_or_default();
            self.consume(taken);
        }
    }

    /// Searches the compressed bytes, from `from` on as far as it is kept, for a member that begins with a record;
    /// `false` at the end of the source.
    pub(super) fn search_member(&mut self, from: u64) -> Result<bool, Damage> {
        let Some(magic) = self.codec.as_ref().and_then(Codec::magic) else {
            return self.search_text();
        };
        if !self.source.unread().starts_with(magic) {
            self.source.rewind_towards(from)?;
        }
        loop {
            let unread = self.source.unread();
            let Some(at) = memmem::find(unread, magic) else {
                self.source
                    .consume((unread.len() + 1).saturating_sub(magic.len()));
                if self.source.more()? {
                    continue;
                }
                return Ok(false);
            };
            self.source.consume(at);
            if self.is_record_member()? {
                return Ok(true);
            }
        }
    }

    /// Begins the member that may be here. Advances by a byte if it does not begin with a record.
    fn is_record_member(&mut self) -> Result<bool, Damage> {
        let here = self.source.position();
        let piece = std::mem::replace(&mut self.piece, TRIED);
        let result = self.cross().and_then(|_| self.begins_record());
        self.piece = piece;
        match result {
            Ok(true) => return Ok(true),
            Err(damage) if damage.is_of_source() => return Err(damage),
            _ => {}
        }
        (self.at, self.end, self.is_open) = (0, 0, false);
        self.source.rewind_towards(here)?;
        self.source.consume(1);
        Ok(false)
    }

    /// Leaves the member without decoding its rest, if its end can be known: where the next member begins, or the source
    /// ends, and the size in the trailer before it is one of `sizes` modulo 2^32.
    pub(super) fn leap(&mut self, sizes: &[u32]) -> Result<bool, Damage> {
        if !self.is_open || !matches!(self.codec, Some(Codec::Gzip(_))) {
            return Ok(false);
        }
        let mut from = gzip::TRAILER;
        loop {
            let unread = self.source.unread();
            if let Some(end) = gzip::next_member(unread, from) {
                // A member that does not fit may be one that is stored in this, or the next of a damaged archive.
                return Ok(gzip::ends_as(unread.get(..end), sizes) && self.land(end));
            }
            from = from.max(unread.len().saturating_sub(gzip::LOOKED_AT));
            if self.source.more()? {
                continue;
            }
            let unread = self.source.unread();
            let is_end = self.source.is_read() && gzip::ends_as(Some(unread), sizes);
            return Ok(is_end && self.land(unread.len()));
        }
    }

    fn land(&mut self, end: usize) -> bool {
        self.source.consume(end);
        (self.at, self.end, self.is_open) = (0, 0, false);
        true
    }
}

/// Whether bytes are a version line, and if no line begins with them, also the name of a field of a record.
fn begins_version(bytes: &[u8], is_line: bool) -> bool {
    let Some((line, rest)) =
        memchr::memchr(b'\n', bytes).and_then(|at| bytes.split_at_checked(at + 1))
    else {
        return false;
    };
    let version = line
        .strip_prefix(RECORD)
        .unwrap_or_default()
        .trim_ascii_end();
    let is_version = version.len() >= 3 && version.iter().all(|b| b.is_ascii_digit() || *b == b'.');
    let begins = |name: &[u8]| {
        let start = rest.get(..name.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    is_version && (is_line || begins(b"WARC-") || begins(b"Content-"))
}

/// Decoded bytes in memory.
const TEXT: usize = 128 * 1024;
/// The number of bytes in which the compression is searched for.
const LOOKED_AT: usize = 64 * 1024;
/// The number of bytes that identify the start of a record.
const CANDIDATE: usize = 24;
/// Bytes that are decoded to see whether a member begins with a record.
const TRIED: usize = 64;
