//! The bytes of a document that were not read for good, and when it is worth reading them again.
//!
//! **What it is.** Two readers cannot stop in the middle of a construct: the XML reader in a tag or
//! a comment, and the tree builder in a template. They try, and if the end of the construct has not
//! arrived, they try again later from its start. With a try for each chunk, a comment of a megabyte
//! in chunks of one byte would take a time that grows with the square. This buffer decides when a
//! try is worth it.
//!
//! **Invariants.** A try needs news: a `>` since the last one and, if the construct ends only with
//! a certain end tag, that tag. [`PATIENCE`] failed readings are allowed, then the bytes must have
//! doubled since the last one. So all tries after the first few read at most twice the bytes of the
//! construct, and time stays in proportion. Whether a try is made never changes the result, only
//! when it is known.
//!
//! **What breaks if touched.** The time for hostile documents, or the moment at which the extractor
//! reports that it is done: a head would be over with a later chunk than before.
//!
//! **Which test notices.** `r_105_readings_of_the_unfinished_are_few` counts the bytes that are
//! read; `r_105_an_unfinished_thing_is_not_read_again_and_again` reads whole documents; `fuzz/work`
//! has unclosed templates and comments.

/// Collects a document for a reader that cannot stop in the middle of a construct.
#[derive(Debug)]
pub(crate) struct RetryBuffer {
    /// The bytes from the start of the construct that was not whole.
    bytes: Vec<u8>,
    /// Their offset in the document.
    at: usize,
    /// The number of bytes pending after the last reading.
    tried: usize,
    /// The number of failed readings since one that used something up.
    failed_tries: usize,
    /// The number of bytes that were pending when it was last asked: only those after them are
    /// searched.
    known: usize,
    /// Whether a tag or a comment may have ended since the last reading.
    ended: bool,
    /// The start of a tag without which nothing can end.
    awaited: Option<&'static str>,
    /// Whether it has come since the last reading.
    has_come: bool,
}

impl RetryBuffer {
    /// An empty buffer for the bytes that begin at the byte `origin` of a document.
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

    /// A buffer for a construct that cannot end before the tag that starts like this. The tag
    /// begins with `<` and is found in upper and lower case.
    pub(crate) fn awaiting(origin: usize, tag: &'static str) -> RetryBuffer {
        RetryBuffer {
            awaited: Some(tag),
            ..RetryBuffer::new(origin)
        }
    }

    /// Adds a chunk.
    pub(crate) fn push(&mut self, chunk: &[u8]) {
        self.bytes.extend_from_slice(chunk);
    }

    /// The bytes that are pending.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Where in the document the pending bytes begin.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Whether a reading now can use something up. Each byte is searched once.
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

    /// Records a reading that used the first `done` bytes up, which are dropped. With 0 it was in
    /// vain.
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

/// The number of failed readings that are allowed whenever a `>` has come. They let a document
/// that arrives in small chunks be done as early as it can be; any number keeps the time in
/// proportion.
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
    fn an_awaited_text_is_found_across_chunks() {
        let mut pending = RetryBuffer::awaiting(0, "</script");
        for byte in b"<script> > </SCRIPT" {
            pending.push(&[*byte]);
            assert!(!pending.is_worth_reading());
        }
        pending.push(b">");
        assert!(pending.is_worth_reading());
    }
}
