//! The bytes of a document that were not read for good, and when it is worth reading them again.

/// Collects a document for a reader that cannot stop in the middle of a tag, a comment or a script.
///
/// What stays unfinished is read again a fixed number of times, and then whenever it has doubled: all readings
/// together take a time in proportion to the document.
#[derive(Debug)]
pub(crate) struct RetryBuffer {
    bytes: Vec<u8>,
    at: usize,
    /// How much was pending at the last reading, and how many have come to nothing since one did not.
    tried: usize,
    failed_tries: usize,
    /// How much had come when it was last asked about.
    known: usize,
    /// Whether a tag or a comment may have ended since the last reading.
    ended: bool,
    /// The start of a tag without which nothing can end, and whether it has come since the last reading.
    awaited: Option<&'static str>,
    has_come: bool,
}

impl RetryBuffer {
    /// Nothing yet of what begins at the byte `origin` of a document.
    pub(crate) fn new(origin: usize) -> RetryBuffer {
        RetryBuffer {
            bytes: Vec::new(),
            at: origin,
            tried: 0,
            failed_tries: 0,
            known: 0,
            ended: false,
            awaited: None,
            has_come: false,
        }
    }

    /// The same for something that cannot end before the tag that starts like this.
    pub(crate) fn awaiting(origin: usize, tag: &'static str) -> RetryBuffer {
        RetryBuffer {
            awaited: Some(tag),
            ..RetryBuffer::new(origin)
        }
    }

    pub(crate) fn push(&mut self, chunk: &[u8]) {
        self.bytes.extend_from_slice(chunk);
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Where in the document the pending bytes begin.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Whether reading can bring anything.
    pub(crate) fn is_worth_reading(&mut self) -> bool {
        let known = std::mem::replace(&mut self.known, self.bytes.len());
        if let Some(tag) = self.awaited
            && !self.has_come
        {
            let from = known.saturating_sub(tag.len());
            self.has_come = contains(self.bytes.get(from..).unwrap_or_default(), tag);
            if !self.has_come {
                return false;
            }
        }
        let fresh = self.bytes.get(known..).unwrap_or_default();
        self.ended |= memchr::memchr(b'>', fresh).is_some();
        self.ended && (self.failed_tries < PATIENCE || self.bytes.len() >= 2 * self.tried)
    }

    /// Says that the pending bytes were read, and that the first `len` of them need not be read again.
    pub(crate) fn was_read(&mut self, done: usize) {
        self.failed_tries = if done > 0 { 0 } else { self.failed_tries + 1 };
        self.bytes.drain(..done.min(self.bytes.len()));
        self.at += done;
        self.tried = self.bytes.len();
        self.known = self.bytes.len();
        self.ended = false;
        self.has_come = false;
    }
}

/// Whether `bytes` holds `needle`, which begins with `<`, in upper or lower case.
pub(crate) fn contains(bytes: &[u8], needle: &str) -> bool {
    let needle = needle.as_bytes();
    memchr::memchr_iter(b'<', bytes)
        .filter_map(|at| bytes.get(at..at + needle.len()))
        .any(|found| found.eq_ignore_ascii_case(needle))
}

/// Readings of something unfinished that are allowed whenever a `>` has come.
const PATIENCE: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r_105_readings_of_the_unfinished_are_few() {
        let mut pending = RetryBuffer::new(0);
        let mut bytes_read = 0;
        for _ in 0..10_000 {
            pending.push(b">");
            if pending.is_worth_reading() {
                bytes_read += pending.bytes().len();
                pending.was_read(0);
            }
        }
        assert!(bytes_read < 30_000, "{bytes_read}");
    }

    #[test]
    fn what_is_awaited_is_found_across_chunks() {
        let mut pending = RetryBuffer::awaiting(0, "</script");
        for byte in b"<script> > </SCRIPT" {
            pending.push(&[*byte]);
            assert!(!pending.is_worth_reading());
        }
        pending.push(b">");
        assert!(pending.is_worth_reading());
    }
}
