//! The digest of a record whose container proves nothing: plain data, and a frame of zstd without a checksum.
//!
//! **V1.** A record that states a digest and does not have it is damaged, so that its bytes decide nothing. `WARC-Block-Digest` is
//! that of all bytes of the record but its header block. Where a record states `WARC-Payload-Digest` alone, it is compared as
//! [`StoredRecord::compare`](crate::StoredRecord::compare) does: writers differ in whether the payload has its chunks, and
//! in whether the header block of the response counts. That of a revisit is of another record, and that of a cut record of all that there was.

use robots_policy_input::Unchunking;

use super::header::{RecordHeader, RecordKind};
use crate::digest::{Hash, StatedDigest, head_end};

/// The digests of a record, as far as it was read.
pub(super) struct Proof {
    stated: Vec<u8>,
    block: Hash,
    payload: Option<Payload>,
}

/// The part of a response after its header block.
struct Payload {
    /// The block up to the payload, while that has not begun.
    head: Vec<u8>,
    has_begun: bool,
    stored: Hash,
    unchunked: Hash,
    chunks: Unchunking,
}

impl Proof {
    /// `None` for a record that decides nothing, and for one without a digest that can be computed.
    pub(super) fn of(head: &RecordHeader<'_>) -> Option<Proof> {
        let kind = head.kind();
        let kinds = [
            RecordKind::Response,
            RecordKind::Resource,
            RecordKind::Revisit,
        ];
        if !kinds.contains(&kind) {
            return None;
        }
        let stated = |value| StatedDigest::of(str::from_utf8(value).ok()?);
        let block = head.field("WARC-Block-Digest").and_then(stated);
        let is_of_block = block.is_some();
        let payload = || {
            let has_it = kind != RecordKind::Revisit && !head.is_truncated();
            head.payload_digest().filter(|_| has_it).and_then(stated)
        };
        let stated = block.or_else(payload)?;
        let has_head = !is_of_block && kind == RecordKind::Response;
        Some(Proof {
            payload: has_head.then(|| Payload::new(&stated)),
            block: stated.empty(),
            stated: stated.octets().to_vec(),
        })
    }

    /// Adds the next bytes of the block.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.block.add(bytes);
        if let Some(payload) = &mut self.payload {
            payload.add(bytes);
        }
    }

    /// Whether the bytes have the digest.
    pub(super) fn holds(self) -> bool {
        let payload = self
            .payload
            .map(|payload| [payload.stored, payload.unchunked]);
        let mut all = [self.block]
            .into_iter()
            .chain(payload.into_iter().flatten());
        all.any(|hash| hash.finish() == self.stated)
    }
}

impl Payload {
    fn new(stated: &StatedDigest<'_>) -> Payload {
        Payload {
            head: Vec::new(),
            has_begun: false,
            stored: stated.empty(),
            unchunked: stated.empty(),
            chunks: Unchunking::default(),
        }
    }

    fn add(&mut self, bytes: &[u8]) {
        if self.has_begun {
            return self.body(bytes);
        }
        // An end may have begun in the bytes before.
        let from = self.head.len().saturating_sub(LONGEST_END - 1);
        self.head.extend_from_slice(bytes);
        let end = head_end(self.head.get(from..).unwrap_or_default());
        if let Some((_, begin)) = end {
            let head = std::mem::take(&mut self.head);
            self.has_begun = true;
            self.body(head.get(from + begin..).unwrap_or_default());
        } else if self.head.len() > MOST_HEAD {
            (self.head, self.has_begun) = (Vec::new(), true);
        }
    }

    fn body(&mut self, mut bytes: &[u8]) {
        self.stored.add(bytes);
        while let piece @ [_, ..] = self.chunks.next(&mut bytes) {
            self.unchunked.add(piece);
        }
    }
}

/// The bytes of an empty line, and of the end of the line before it.
const LONGEST_END: usize = 4;
/// The most bytes of a header block, of which no reader takes as many.
const MOST_HEAD: usize = 1 << 20;
