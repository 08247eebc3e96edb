//! The work that both ways to read the head of a body do with its frames.
//!
//! It owns two decisions. Trailers are not part of the document, so only data frames are read. And
//! a body that ends is whole only if it gave as many bytes as its size hint promised: a connection
//! that broke may look like the end of the body.

use bytes::Bytes;
use http_body::{Body, Frame};

use crate::diagnostic::Parsed;
use crate::page::meta::MetaExtractor;
use crate::signal::Metas;

/// A body whose head is being read.
#[derive(Debug)]
pub(crate) struct BodyReading {
    metas: MetaExtractor,
    /// The lower bound of the bytes that are still to come, by the size hint at the start.
    promised: u64,
}

impl BodyReading {
    /// A reading of a body of which no frame was taken yet.
    pub(crate) fn new(body: &impl Body, metas: MetaExtractor) -> BodyReading {
        BodyReading {
            metas,
            promised: body.size_hint().lower(),
        }
    }

    /// Reads the next frame and reports whether the head is over.
    pub(crate) fn read(&mut self, frame: &Frame<Bytes>) -> bool {
        if let Some(data) = frame.data_ref() {
            let len = u64::try_from(data.len()).unwrap_or(u64::MAX);
            self.promised = self.promised.saturating_sub(len);
            return self.metas.feed(data).is_done();
        }
        self.is_over()
    }

    /// Whether the head is over, or nothing of the body is to be read.
    pub(crate) fn is_over(&self) -> bool {
        self.metas.progress().is_done()
    }

    /// The signals of a head that is over.
    pub(crate) fn finish(self) -> Parsed<Metas> {
        self.metas.finish()
    }

    /// The signals of a body that has ended: it was cut if it is shorter than its size hint
    /// promised.
    pub(crate) fn end(self) -> Parsed<Metas> {
        if self.promised == 0 {
            self.metas.finish()
        } else {
            self.metas.finish_cut()
        }
    }

    /// The signals of a body that broke off with an error.
    pub(crate) fn break_off(self) -> Parsed<Metas> {
        self.metas.finish_cut()
    }
}
