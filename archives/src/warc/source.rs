//! The bytes of an archive as they are stored: read in large pieces, counted, the last of them kept.

use std::io::{self, Read, Seek, SeekFrom};

use crate::damage::Damage;

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
    buffer: Vec<u8>,
    /// The first byte that was not consumed.
    at: usize,
    /// The place after the last byte that was read.
    end: usize,
    /// Where the first byte of the buffer is in the source.
    offset: u64,
    ended: bool,
    /// Bytes that were stepped back over.
    rewound: u64,
    /// The place after the last byte that was ever read.
    furthest: u64,
}

impl StoredBytes {
    pub(super) fn once(inner: Box<dyn Read + Send>) -> StoredBytes {
        StoredBytes::new(Inner::Once(inner))
    }

    pub(super) fn again(inner: Box<dyn ReadSeek>) -> StoredBytes {
        StoredBytes::new(Inner::Again(inner))
    }

    fn new(inner: Inner) -> StoredBytes {
        StoredBytes {
            inner,
            buffer: vec![0; CAPACITY],
            at: 0,
            end: 0,
            offset: 0,
            ended: false,
            rewound: 0,
            furthest: 0,
        }
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
                self.furthest = self.furthest.max(self.offset + self.end as u64);
                Ok(read > 0)
            }
            Err(error) => {
                self.ended = true;
                Err(Damage::unreadable(&error, self.offset + self.end as u64))
            }
        }
    }

    /// Whether all of it was read, though not consumed.
    pub(super) fn is_read(&self) -> bool {
        self.ended
    }

    fn compact(&mut self) {
        let dropped = self.at.saturating_sub(HISTORY);
        self.buffer.copy_within(dropped..self.end, 0);
        self.at -= dropped;
        self.end -= dropped;
        self.offset += dropped as u64;
    }

    /// Steps back to `position`; `false` if that is further back than the kept bytes, or too costly.
    pub(super) fn rewind(&mut self, position: u64) -> Result<bool, Damage> {
        let distance = self.position().saturating_sub(position);
        let rewound = self.rewound.saturating_add(distance);
        if rewound > MOST_REWOUND.saturating_add(self.furthest.saturating_mul(TIMES_REWOUND)) {
            return Ok(false);
        }
        let at = position.checked_sub(self.offset).map(usize::try_from);
        match (at, &mut self.inner) {
            (Some(Ok(at)), _) if at <= self.end => self.at = at,
            (None, Inner::Again(inner)) => {
                inner
                    .seek(SeekFrom::Start(position))
                    .map_err(|error| Damage::unreadable(&error, position))?;
                (self.at, self.end, self.offset) = (0, 0, position);
                self.ended = false;
            }
            _ => return Ok(false),
        }
        self.rewound = rewound;
        Ok(true)
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
const CAPACITY: usize = 1 << 20;
/// Bytes read at once: inflating from pieces of 8 KiB costs 15 % more than from 64 KiB.
const READ: usize = 128 * 1024;
/// Consumed bytes that can be stepped back over: a damaged member is noticed late, a wrong length at its end.
const HISTORY: usize = 256 * 1024;
/// How many times the length of a source, plus this many bytes, may be read again in all: damages that are each noticed
/// late must not make reading quadratic.
const TIMES_REWOUND: u64 = 8;
const MOST_REWOUND: u64 = 64 << 20;
