//! The end of a member that is not decoded further.

use robots_policy_input::Damage;

use super::{Codec, Stream, Way, gzip};

impl Stream {
    /// Leaves the member without decoding its rest, if its end can be known: where the next member begins, or the source
    /// ends, and the size in the trailer before it is one of `sizes` modulo 2^32.
    pub(in crate::warc) fn leap(&mut self, sizes: &[u32]) -> Result<bool, Damage> {
        if !self.is_open || !matches!(self.codec, Some(Codec::Gzip(_))) {
            return Ok(false);
        }
        if let Way::Start(start) = &self.way
            && let Some(end) = start.found.and_then(|found| found.end_of(sizes))
        {
            return Ok(self.land(end));
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
