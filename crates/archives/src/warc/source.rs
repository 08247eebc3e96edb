//! The bytes of an archive as they are stored: read in large pieces, counted, the last of them kept.

use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

use robots_policy_input::Damage;

use crate::memory::{Memory, Room};

/// A source that can be read again from any place: a file.
pub trait ReadSeek: Read + Seek + Send {}

impl<T: Read + Seek + Send> ReadSeek for T {}

enum Inner {
    Once(Box<dyn Read + Send>),
    Again(Box<dyn ReadSeek>),
}

/// A source that can step back over the last bytes, or to any place if its input can.
pub(super) struct StoredBytes {
    inner: Inner,
    buffer: Room,
    /// The first byte that was not consumed.
    at: usize,
    /// The place after the last byte that was read.
    end: usize,
    /// Where the first byte of the buffer is in the source.
    offset: u64,
    /// Where the first byte that the input gives is in the source.
    base: u64,
    ended: bool,
    /// The failure to read ahead, which is reported where the bytes before it are not enough.
    failure: Option<Damage>,
    /// The place in the buffer before which [`HISTORY`] is kept, if that is not the first byte that was not consumed.
    kept: Option<usize>,
    /// Bytes that were stepped back over.
    rewound: u64,
    /// The place after the last byte that had been consumed before a step back.
    furthest: u64,
    /// How often it was sought.
    seeks: u64,
}

impl StoredBytes {
    pub(super) fn once(inner: Box<dyn Read + Send>) -> StoredBytes {
        StoredBytes::new(Inner::Once(inner), 0..u64::MAX)
    }

    pub(super) fn again(inner: Box<dyn ReadSeek>) -> StoredBytes {
        StoredBytes::new(Inner::Again(inner), 0..u64::MAX)
    }

    /// These bytes of a source, of which the first is the first that `inner` gives.
    pub(super) fn range(inner: Box<dyn ReadSeek>, range: Range<u64>) -> StoredBytes {
        StoredBytes::new(Inner::Again(inner), range)
    }

    fn new(inner: Inner, range: Range<u64>) -> StoredBytes {
        // One more, so that the end is seen.
        let length = range.end.saturating_sub(range.start).saturating_add(1);
        let capacity = usize::try_from(length).map_or(CAPACITY, |length| length.min(CAPACITY));
        StoredBytes {
            inner,
            buffer: Room::with(vec![0; capacity], &Memory::unbounded()),
            at: 0,
            end: 0,
            offset: range.start,
            base: range.start,
            ended: false,
            failure: None,
            kept: None,
            rewound: 0,
            furthest: range.start,
            seeks: 0,
        }
    }

    /// Whether any place of it can be read again.
    pub(super) fn is_file(&self) -> bool {
        matches!(self.inner, Inner::Again(_))
    }

    /// How often it was sought. What was read before may not be what is read now.
    pub(super) fn seeks(&self) -> u64 {
        self.seeks
    }

    /// The memory for bytes beyond the first ones.
    pub(super) fn use_memory(&mut self, memory: &Memory) {
        self.buffer.use_memory(memory);
    }

    /// Makes room for `unread` bytes that are read and not consumed, and as many that have been, if there is memory for it.
    pub(super) fn make_room(&mut self, unread: usize) {
        let _ = self
            .buffer
            .at_least(unread.saturating_mul(2).saturating_add(CAPACITY));
    }

    /// Bytes consumed.
    pub(super) fn position(&self) -> u64 {
        self.offset + self.at as u64
    }

    /// The bytes that were read and not consumed.
    pub(super) fn unread(&self) -> &[u8] {
        self.buffer.get(self.at..self.end).unwrap_or_default()
    }

    /// The bytes that were read and not consumed, at least `count` unless the source has ended.
    pub(super) fn peek(&mut self, count: usize) -> Result<&[u8], Damage> {
        while self.unread().len() < count && self.more()? {}
        Ok(self.unread())
    }

    pub(super) fn consume(&mut self, count: usize) {
        self.at = (self.at + count).min(self.end);
    }

    /// Reads once, after the unread bytes; `false` if the source has ended or the buffer is full.
    pub(super) fn more(&mut self) -> Result<bool, Damage> {
        if let Some(damage) = self.failure.take() {
            return Err(damage);
        }
        if self.ended {
            return Ok(false);
        }
        if self.buffer.len() - self.end < READ {
            self.compact();
        }
        let end = self.buffer.len().min(self.end + READ);
        let room = self.buffer.get_mut(self.end..end).unwrap_or_default();
        if room.is_empty() {
            return Ok(false);
        }
        match read(&mut self.inner, room) {
            Ok(read) => {
                self.ended = read == 0;
                self.end += read;
                Ok(read > 0)
            }
            Err(error) => {
                self.ended = true;
                Err(Damage::unreadable(&error, self.offset + self.end as u64))
            }
        }
    }

    /// Reads once, after the unread bytes, unless those are `most` or more; `false` if there are no further ones. The buffer
    /// grows, if there is memory for it. A failure is reported by the call that needs the bytes.
    pub(super) fn ahead(&mut self, most: usize) -> bool {
        if self.unread().len() >= most || self.failure.is_some() {
            return false;
        }
        if self.buffer.len() - self.end < READ {
            self.compact();
        }
        if self.buffer.len() == self.end && !self.buffer.at_least(self.buffer.len() * 2) {
            return false;
        }
        match self.more() {
            Ok(is_more) => is_more,
            Err(damage) => {
                self.failure = Some(damage);
                false
            }
        }
    }

    /// Where the last byte that was read ends.
    pub(super) fn read_to(&self) -> u64 {
        self.offset + self.end as u64
    }

    /// Whether all of it was read, though not consumed.
    pub(super) fn is_read(&self) -> bool {
        self.ended && self.failure.is_none()
    }

    /// Consumes a member at once. It can be stepped back over like one that is consumed in pieces, until [`StoredBytes::release`].
    pub(super) fn consume_at_once(&mut self, count: usize) {
        self.kept = Some(self.at);
        self.consume(count);
    }

    /// The last member is not needed further.
    pub(super) fn release(&mut self) {
        self.kept = None;
    }

    fn compact(&mut self) {
        let dropped = self.kept.unwrap_or(self.at).saturating_sub(HISTORY);
        self.buffer.copy_within(dropped..self.end, 0);
        self.at -= dropped;
        self.end -= dropped;
        self.kept = self.kept.map(|kept| kept.saturating_sub(dropped));
        self.offset += dropped as u64;
    }

    /// Steps back to `position`; `false` if that is further back than the kept bytes, or too costly.
    pub(super) fn rewind(&mut self, position: u64) -> Result<bool, Damage> {
        self.furthest = self.furthest.max(self.position());
        let distance = self.position().saturating_sub(position);
        let Some(rewound) = self.rewound_after(distance) else {
            return Ok(false);
        };
        let at = position.checked_sub(self.offset).map(usize::try_from);
        match (at, &mut self.inner) {
            (Some(Ok(at)), _) if at <= self.end => (self.at, self.kept) = (at, None),
            (None, Inner::Again(inner)) => {
                inner
                    .seek(SeekFrom::Start(position.saturating_sub(self.base)))
                    .map_err(|error| Damage::unreadable(&error, position))?;
                (self.at, self.end, self.offset) = (0, 0, position);
                (self.ended, self.failure, self.kept) = (false, None, None);
                self.seeks += 1;
            }
            _ => return Ok(false),
        }
        self.rewound = rewound;
        Ok(true)
    }

    /// Counts bytes that are read again without this source; `false` if that is too costly.
    pub(super) fn rereads(&mut self, count: usize) -> bool {
        self.furthest = self.furthest.max(self.position());
        let rewound = self.rewound_after(count as u64);
        self.rewound = rewound.unwrap_or(self.rewound);
        rewound.is_some()
    }

    /// The bytes that were stepped back over after a step of `distance`; `None` if they are too many.
    fn rewound_after(&self, distance: u64) -> Option<u64> {
        let seen = self.furthest - self.base;
        let most = MOST_REWOUND.saturating_add(seen.saturating_mul(TIMES_REWOUND));
        let rewound = self.rewound.saturating_add(distance);
        (rewound <= most).then_some(rewound)
    }

    /// Steps back to `position` or as far as possible, but never ahead.
    pub(super) fn rewind_towards(&mut self, position: u64) -> Result<(), Damage> {
        let position = position.min(self.position());
        if !self.rewind(position)? {
            self.rewind(position.max(self.offset))?;
        }
        Ok(())
    }
}

fn read(inner: &mut Inner, room: &mut [u8]) -> io::Result<usize> {
    loop {
        let result = match inner {
            Inner::Once(inner) => inner.read(room),
            Inner::Again(inner) => inner.read(room),
        };
        match result {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// Bytes kept in memory.
const CAPACITY: usize = 2 << 20;
/// Bytes read at once: inflating from pieces of 8 KiB costs 15 % more than from 64 KiB.
const READ: usize = 128 * 1024;
/// Consumed bytes that can be stepped back over: a damaged member is noticed late, a wrong length at its end.
const HISTORY: usize = 256 * 1024;
/// How many times the length of a source, plus this many bytes, may be read again in all: damages that are each noticed
/// late must not make reading quadratic.
const TIMES_REWOUND: u64 = 8;
const MOST_REWOUND: u64 = 64 << 20;
