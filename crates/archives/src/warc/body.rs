//! The record that is being read: how much of its body is left, and how it ends.

use std::mem;

use robots_policy_input::{Damage, DamageCode};

use super::Skip;
use super::proof::Proof;
use super::stream::{Stream, StreamPlace};

/// A record whose header block has been read.
pub(super) struct Open {
    /// Where its member begins, or in plain data the record.
    pub(super) offset: u64,
    /// Its body.
    pub(super) body: StreamPlace,
    /// Bytes of the header block, where its member begins with it.
    pub(super) alone: Option<u64>,
    /// `Content-Length`.
    pub(super) length: u64,
    /// Bytes of the body that were not consumed.
    pub(super) left: u64,
    /// All of the body will be read if some more of it is.
    pub(super) is_all_or_no_more: bool,
    /// The damage that ended the body early.
    pub(super) damage: Option<Damage>,
    /// The digest that it states, where nothing else proves its bytes.
    pub(super) proof: Option<Box<Proof>>,
}

/// Where to search for the next record.
#[derive(Clone, Copy)]
pub(super) enum Search {
    /// The decoded bytes from this place on, or from where the stream is.
    Text(Option<StreamPlace>),
    /// The members that begin at this byte of the source or after it.
    Member(u64),
}

impl Open {
    /// The bytes in view that belong to the body; none at its end, be that early or not.
    pub(super) fn fill<'s>(&mut self, stream: &'s mut Stream) -> &'s [u8] {
        if self.left == 0 || self.damage.is_some() {
            return &[];
        }
        if mem::take(&mut self.is_all_or_no_more) {
            self.need_all(stream);
            if self.damage.is_some() {
                return &[];
            }
        }
        match stream.fill_record() {
            Ok(0) => self.damage = Some(Damage::new(DamageCode::CutRecord, self.offset)),
            Ok(_) => {}
            // The rubbish after the member is reported on its own.
            Err(damage) if damage.code() == DamageCode::NoRecord => {
                self.damage = Some(Damage::new(DamageCode::CutRecord, self.offset));
            }
            Err(damage) => self.damage = Some(damage),
        }
        if self.damage.is_some() {
            return &[];
        }
        let view = stream.view();
        let left = usize::try_from(self.left).unwrap_or(usize::MAX);
        view.get(..left).unwrap_or(view)
    }

    pub(super) fn consume(&mut self, stream: &mut Stream, count: usize) {
        let count = usize::try_from(self.left).map_or(count, |left| left.min(count));
        if let Some(proof) = &mut self.proof {
            proof.add(stream.view().get(..count).unwrap_or_default());
        }
        stream.consume(count);
        self.left -= count as u64;
    }

    /// All of the body will be read.
    pub(super) fn need_all(&mut self, stream: &mut Stream) {
        if self.damage.is_none() {
            self.damage = stream.need_all().err();
        }
    }

    /// Skips what is left of the record and the empty lines after it. `tail` is how many bytes those had in the record
    /// before, and is set to how many they have here.
    ///
    /// # Errors
    /// The damage of the record, and where to search for the next.
    pub(super) fn close(
        mut self,
        stream: &mut Stream,
        skip: Skip,
        tail: &mut u64,
    ) -> Result<(), (Damage, Search)> {
        let result = match self.skip(stream, skip, *tail) {
            Ok(true) => return Ok(()),
            Ok(false) => self.end(stream).and_then(|count| self.proven(count)),
            Err(damage) => Err(damage),
        };
        match result {
            Ok(count) => {
                *tail = count;
                Ok(())
            }
            Err(damage) => {
                let search = match damage.code() {
                    DamageCode::CutRecord | DamageCode::WrongLength => {
                        Search::Text(Some(self.body))
                    }
                    // It is as long as it should be.
                    DamageCode::WrongDigest => Search::Text(None),
                    _ => Search::after(&damage),
                };
                Err((damage.of_record(self.offset), search))
            }
        }
    }

    /// Skips the body; returns whether that skipped the rest of the member.
    fn skip(&mut self, stream: &mut Stream, skip: Skip, tail: u64) -> Result<bool, Damage> {
        match skip {
            Skip::Fast if self.leap(stream, tail)? => return Ok(true),
            Skip::Fast => {}
            Skip::Verified => self.need_all(stream),
        }
        self.skip_to(stream, u64::MAX);
        match self.damage.take() {
            Some(damage) => Err(damage),
            None => Ok(false),
        }
    }

    /// Skips the body until the source has been consumed up to `position`.
    fn skip_to(&mut self, stream: &mut Stream, position: u64) {
        while stream.position() < position {
            let count = self.fill(stream).len();
            if count == 0 {
                break;
            }
            self.consume(stream, count);
        }
    }

    /// Leaves the member without decoding the rest of the body, if its end can be determined.
    fn leap(&mut self, stream: &mut Stream, tail: u64) -> Result<bool, Damage> {
        let Some(head) = self.alone else {
            return Ok(false);
        };
        let size = head.wrapping_add(self.length);
        let sizes = [TAIL, tail].map(|tail| modulo(size.wrapping_add(tail)));
        while self.left > 0 && self.damage.is_none() {
            if stream.leap(&sizes)? {
                return Ok(true);
            }
            self.skip_to(stream, stream.position() + STRIDE);
        }
        Ok(false)
    }

    /// `count`, if the record has the digest that it states.
    fn proven(&mut self, count: u64) -> Result<u64, Damage> {
        if self.proof.take().is_none_or(|proof| proof.holds()) {
            return Ok(count);
        }
        Err(Damage::new(DamageCode::WrongDigest, self.offset))
    }

    /// Reads the empty lines after the body, and returns their length in bytes.
    fn end(&mut self, stream: &mut Stream) -> Result<u64, Damage> {
        let (mut count, mut lines) = (0, 0);
        while stream.peek(1)? > 0 {
            let view = stream.view();
            let taken = blank(view);
            lines += memchr::memchr_iter(b'\n', view.get(..taken).unwrap_or_default()).count();
            if taken == 0 {
                break;
            }
            count += taken as u64;
            stream.consume(taken);
        }
        let is_right = lines >= 2 || stream.view().is_empty() || stream.begins_record()?;
        if is_right {
            Ok(count)
        } else {
            Err(Damage::new(DamageCode::WrongLength, self.offset))
        }
    }
}

impl Search {
    /// Where to continue after bytes that do not decompress.
    pub(super) fn after(damage: &Damage) -> Search {
        let is_member = damage.code() != DamageCode::NoRecord;
        Search::Member(damage.offset() + u64::from(is_member))
    }

    /// Advances to the next record; `false` if there is none.
    pub(super) fn run(self, stream: &mut Stream) -> Result<bool, Damage> {
        match self {
            Search::Member(from) => stream.search_member(from),
            Search::Text(None) => stream.search_text(),
            Search::Text(Some(place)) => {
                stream.rewind(place)?;
                stream.search_text()
            }
        }
    }
}

/// The bytes of line ends that `bytes` begin with.
pub(super) fn blank(bytes: &[u8]) -> usize {
    let is_text = |b: &u8| !matches!(b, b'\r' | b'\n');
    bytes.iter().position(is_text).unwrap_or(bytes.len())
}

/// The size as a gzip trailer holds it.
fn modulo(size: u64) -> u32 {
    let [a, b, c, d, ..] = size.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// The bytes of the two empty lines that end a record.
pub(super) const TAIL: u64 = 4;
/// Bytes of the source that are read in full before the end of a member is looked for again.
const STRIDE: u64 = 512 * 1024;
