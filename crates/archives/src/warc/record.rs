//! One record: its header block at once, its body in pieces.

use std::io::{self, BufRead, Read};

use robots_policy_input::Damage;

use super::body::Open;
use super::header::RecordHeader;
use super::stream::Stream;

/// One record. Its body is read from it, never past its end; what is left unread is skipped by the next call of
/// [`super::Archive::next`].
///
/// A body that is damaged ends early: reading it never fails, and the archive reports the damage next.
pub struct Record<'a> {
    pub(crate) head: RecordHeader<'a>,
    pub(crate) body: Rest<'a>,
    /// Memory for the header block of a message.
    pub(crate) block: &'a mut Vec<u8>,
}

impl<'a> Record<'a> {
    /// The header block; it outlives the borrow of the record, not the next call of the archive.
    pub fn head(&self) -> RecordHeader<'a> {
        self.head
    }

    /// The damage that ended the body early, so far; the archive reports it too, before the next record.
    pub fn damage(&self) -> Option<&Damage> {
        self.body.damage()
    }
}

impl BufRead for Record<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.body.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.body.consume(count);
    }
}

impl Read for Record<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.body.read(buffer)
    }
}

/// The unread part of the body of a record.
pub(crate) struct Rest<'a> {
    pub(super) stream: &'a mut Stream,
    pub(super) open: &'a mut Open,
}

impl Rest<'_> {
    pub(crate) fn damage(&self) -> Option<&Damage> {
        self.open.damage.as_ref()
    }

    /// All of it will be read, so that its member is not decompressed twice, first in pieces and then at once.
    pub(crate) fn need_all(&mut self) {
        self.open.need_all(self.stream);
    }

    /// All of it will be read if some more of it is: so far its reader has seen what it needs to leave it.
    pub(crate) fn need_all_or_no_more(&mut self) {
        self.open.is_all_or_no_more = true;
    }

    /// Bytes, if the record is not cut.
    pub(crate) fn left(&self) -> u64 {
        self.open.left
    }
}

impl BufRead for Rest<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(self.open.fill(self.stream))
    }

    fn consume(&mut self, count: usize) {
        self.open.consume(self.stream, count);
    }
}

impl Read for Rest<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.open.fill(self.stream).read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}
