//! The bytes of an archive as they are stored: read in large pieces, counted, the last of them kept.

use std::io::{self, Read};

use super::damage::Damage;

/// A source that can step back over what it has just given.
pub(super) struct Source {
    inner: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    /// The first byte that was not consumed.
    at: usize,
    /// Behind the last byte that was read.
    end: usize,
    /// Where the first byte of the buffer is in the source.
    offset: u64,
    ended: bool,
}

impl Source {
    pub(super) fn new(inner: Box<dyn Read + Send>) -> Source {
        Source {
            inner,
            buffer: vec![0; CAPACITY],
            at: 0,
            end: 0,
            offset: 0,
            ended: false,
        }
    }

    /// Bytes consumed.
    pub(super) fn position(&self) -> u64 {
        self.offset + self.at as u64
    }

    /// What was read and not consumed.
    pub(super) fn unread(&self) -> &[u8] {
        self.buffer.get(self.at..self.end).unwrap_or_default()
    }

    /// What was read and not consumed, at least `count` bytes unless the source has ended.
    pub(super) fn peek(&mut self, count: usize) -> Result<&[u8], Damage> {
        while self.unread().len() < count && self.more()? {}
        Ok(self.unread())
    }

    pub(super) fn consume(&mut self, count: usize) {
        self.at = (self.at + count).min(self.end);
    }

    /// Reads once behind what is unread; `false` where the source has ended or the buffer is full.
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
        loop {
            match self.inner.read(room) {
                Ok(read) => {
                    self.ended = read == 0;
                    self.end += read;
                    return Ok(read > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    return Err(Damage::unreadable(&error, self.offset + self.end as u64));
                }
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

    /// Steps back to `position`, or says that it is too far back.
    pub(super) fn rewind(&mut self, position: u64) -> bool {
        let at = position
            .checked_sub(self.offset)
            .and_then(|at| usize::try_from(at).ok());
        match at {
            Some(at) if at <= self.end => {
                self.at = at;
                true
            }
            _ => false,
        }
    }

    /// Steps back to `position` or as far as the kept bytes go, but never ahead.
    pub(super) fn rewind_towards(&mut self, position: u64) {
        let _ = self.rewind(position.clamp(self.offset, self.position()));
    }
}

/// Bytes kept in memory.
const CAPACITY: usize = 1 << 20;
/// Bytes read at once: inflating from pieces of 8 KiB costs 15 % more than from 64 KiB.
const READ: usize = 128 * 1024;
/// Consumed bytes that can be stepped back over: a damaged member is noticed late, a wrong length at its end.
const HISTORY: usize = 256 * 1024;
