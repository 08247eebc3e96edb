//! A tag that a chunk cuts, read whole when its rest has come.
//!
//! **What it is.** A tag that may be needed and of which a chunk has no `>` is kept in `carry`, and nothing of it is read. The
//! next chunk that has a `>` completes it, and it is read with the bytes after it as if they had come together
//! ([`HeadReader::rest_of_cut`]).
//!
//! **Invariants.** The first `>` need not end the tag: where it does not, or where the name is unusual, or where the tag
//! is very long, the bytes that came go through the states of `head` one by one, and those that are to come after them. So each byte is
//! read twice at most, whatever the document is, and a tag of more than [`ROOM`](super::carry::ROOM) bytes waits for no further chunk.
//!
//! **What breaks if touched.** A document reads differently where a chunk ends in a tag; spans of a tag that was cut
//! point elsewhere.
//!
//! **Which test notices.** `tests/all/meta_chunks.rs`, which reads each document whole and in chunks of nine sizes.

use crate::page::meta::head::{HeadReader, HeadState};

/// Whether these bytes after a `<` begin a tag that has no `>` among them, and that may be a meta, a link or a script. What
/// other tags hold is not needed, and the states read it without a copy.
pub(super) fn is_cut(after: &[u8]) -> bool {
    let begins = matches!(after, [b'm' | b'M' | b'l' | b'L' | b's' | b'S', ..]);
    begins && memchr::memchr(b'>', after).is_none()
}

impl HeadReader {
    /// Reads the tag that was cut, if the chunk has a `>`, and returns how much of the chunk was read.
    pub(super) fn rest_of_cut(&mut self, chunk: &[u8]) -> usize {
        let end = memchr::memchr(b'>', chunk);
        let needed = end.map_or(chunk.len(), |end| chunk.len().min(end + AHEAD));
        let may_be_usual = self.carry.has_room(needed);
        if end.is_none() && may_be_usual {
            return chunk.len(); // which `carry` keeps
        }
        let mut bytes = self.carry.take();
        let came = bytes.len();
        self.state = HeadState::Data;
        let mut read = None;
        if may_be_usual {
            bytes.extend_from_slice(chunk.get(..needed).unwrap_or_default());
            let origin = std::mem::replace(&mut self.origin, self.tag);
            read = self.whole_tag::<false>(&bytes, 0);
            self.origin = origin;
        }
        if let Some(end) = read {
            self.carry.take_room(bytes);
            return end.saturating_sub(came);
        }
        bytes.truncate(came);
        self.replay(bytes);
        0
    }

    /// Reads the bytes of the tag that came before this chunk by the states; none of them was read. They end no tag, so all of them
    /// are needed, from the first, or none.
    fn replay(&mut self, bytes: Vec<u8>) {
        let chunk = std::mem::replace(&mut self.origin, self.tag);
        self.state = HeadState::TagOpen;
        self.steps(&bytes, 1);
        self.origin = chunk;
        self.carry.take_kept(bytes);
    }
}

/// How many bytes from the first `>` on are copied with a tag: enough for what is read in windows of 64 bytes, and for the start of
/// a text.
const AHEAD: usize = 128;
