//! The bytes of something that is needed as a whole, and may come in several chunks.

/// Keeps bytes only when a chunk ends in the middle of what is needed.
#[derive(Debug, Default)]
pub(super) struct Carry {
    bytes: Vec<u8>,
    /// Where in the document it begins, while something is needed.
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

    /// Needs what begins at the byte `from` of the document, in this chunk or a later one.
    pub(super) fn begin(&mut self, from: usize) {
        self.from = Some(from);
    }

    /// Needs what begins at the byte `from` of the document; `came` of it came before this chunk.
    pub(super) fn begin_after(&mut self, from: usize, came: impl Iterator<Item = u8>) {
        self.begin(from);
        self.make_room(0);
        self.bytes.extend(came);
    }

    /// Needs nothing any more.
    pub(super) fn end(&mut self) {
        self.from = None;
        self.bytes.clear();
    }

    /// Keeps what the chunk that begins at `origin` has of it.
    pub(super) fn chunk_ends(&mut self, chunk: &[u8], origin: usize) {
        let Some(from) = self.from else { return };
        let own = chunk.get(from.saturating_sub(origin)..).unwrap_or_default();
        self.make_room(own.len());
        self.bytes.extend_from_slice(own);
    }

    /// All of it, up to the byte `end` of the chunk that begins at `origin`, and where in the document that begins.
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

    fn make_room(&mut self, len: usize) {
        if self.bytes.capacity() == 0 {
            self.bytes.reserve(ROOM.max(2 * len));
        }
    }
}

/// Room for nearly every tag and every noscript, so that one allocation does.
pub(crate) const ROOM: usize = 4096;
