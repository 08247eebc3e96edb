//! The bytes of a construct that is needed as a whole, and may arrive in several chunks.
//!
//! The scanner copies nothing as long as a chunk holds a tag whole. At the end of a chunk it must
//! keep two things: a tag that has begun, because its attributes are read together, and the text
//! of a `noscript`, because it is read a second time as markup. Both are never open at once, so one
//! buffer is enough; it keeps its allocation for the next one.
//!
//! Invariant: [`Carry::whole`] returns the bytes as the document has them, and the offset of the
//! first. If a byte is lost or doubled at a chunk's end, values and spans are wrong for some chunks
//! only, which `tests/all/meta_chunks.rs` finds: it reads each document whole and in chunks
//! from one byte on.

/// Keeps bytes only when a chunk ends in the middle of the construct that is needed.
#[derive(Debug, Default)]
pub(super) struct Carry {
    /// The part of the construct that earlier chunks had. Empty as long as all of it is in the
    /// current one.
    bytes: Vec<u8>,
    /// The offset in the document at which the construct begins; `None` if nothing is needed.
    from: Option<usize>,
}

impl Carry {
    /// Takes an allocation that is needed for nothing else, if it has none of its own.
    pub(super) fn take_room(&mut self, mut room: Vec<u8>) {
        if self.bytes.capacity() == 0 {
            room.clear();
            self.bytes = room;
        }
    }

    /// Takes bytes that came before, from the first on that is needed, or their room if none is.
    pub(super) fn take_kept(&mut self, bytes: Vec<u8>) {
        match self.from {
            Some(_) => self.bytes = bytes,
            None => self.take_room(bytes),
        }
    }

    /// Begins to need the bytes from offset `from` of the document on, in this chunk or a later
    /// one.
    pub(super) fn begin(&mut self, from: usize) {
        self.from = Some(from);
    }

    /// Begins to need the bytes from offset `from` of the document on, of which `came` arrived
    /// before this chunk.
    pub(super) fn begin_after(&mut self, from: usize, came: impl Iterator<Item = u8>) {
        self.begin(from);
        self.make_room(0);
        self.bytes.extend(came);
    }

    /// Needs nothing any more, and keeps the allocation.
    pub(super) fn end(&mut self) {
        self.from = None;
        self.bytes.clear();
    }

    /// Keeps the part of the construct that is in the chunk, which begins at offset `origin`.
    pub(super) fn chunk_ends(&mut self, chunk: &[u8], origin: usize) {
        let Some(from) = self.from else { return };
        let own = chunk.get(from.saturating_sub(origin)..).unwrap_or_default();
        self.make_room(own.len());
        self.bytes.extend_from_slice(own);
    }

    /// The whole construct, up to the byte `end` of the chunk that begins at offset `origin`, and
    /// its offset in the document. Nothing is copied if all of it is in the chunk.
    pub(super) fn whole<'a>(
        &'a mut self,
        chunk: &'a [u8],
        origin: usize,
        end: usize,
    ) -> (&'a [u8], usize) {
        let from = self.from.unwrap_or(origin);
        let start = from.saturating_sub(origin);
        let own = chunk.get(start..end).unwrap_or_default();
        if self.bytes.is_empty() {
            return (own, from);
        }
        self.bytes.extend_from_slice(own);
        (&self.bytes, from)
    }

    /// Whether what was kept and this many bytes more are no longer than nearly all tags are.
    pub(super) fn has_room(&self, more: usize) -> bool {
        self.bytes.len() + more <= ROOM
    }

    /// The bytes that were kept, which are not needed any more.
    pub(super) fn take(&mut self) -> Vec<u8> {
        self.from = None;
        std::mem::take(&mut self.bytes)
    }

    /// Makes one allocation that is likely to be the only one.
    fn make_room(&mut self, len: usize) {
        if self.bytes.capacity() == 0 {
            self.bytes.reserve(ROOM.max(2 * len));
        }
    }
}

/// Room for nearly every tag and every noscript, so that one allocation is enough for a document.
/// `tests/counting/meta_allocations.rs` holds a page without robots metas to one.
pub(crate) const ROOM: usize = 4096;
