//! A response body that is read for metas while it streams by.

use std::fmt;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

use crate::diagnostic::Parsed;
use crate::meta::MetaExtractor;
use crate::signal::Signal;

/// A body that hands its frames on untouched and reads the head of the document on the way.
///
/// As soon as the head has been read, or the body ends, `on_head` gets the signals, once, before the frame that
/// completed the head is handed on. [`ControlFlow::Break`] ends the body there: no further frame comes, not even that
/// one, and dropping the body stops the download.
///
/// It must sit behind whatever undoes a `Content-Encoding`: it reads the document, not its compressed form. The inner
/// body must be [`Unpin`]; pin another in a box.
///
/// ```
/// use std::ops::ControlFlow;
/// use robots_policy::{HeadBody, MetaExtractor};
///
/// # fn download() -> impl http_body::Body<Data = bytes::Bytes> + Unpin { http_body_util_stub() }
/// # fn http_body_util_stub() -> String { String::new() }
/// # fn main() {
/// let body = HeadBody::new(download(), MetaExtractor::new(), |metas| match metas.value.is_empty() {
///     true => ControlFlow::Continue(()),
///     false => ControlFlow::Break(()), // somebody does not want this page kept
/// });
/// # let _ = body;
/// # }
/// ```
pub struct HeadBody<B, F> {
    inner: B,
    reading: Option<(MetaExtractor, F)>,
    stopped: bool,
}

impl<B, F> HeadBody<B, F>
where
    F: FnOnce(Parsed<Vec<Signal>>) -> ControlFlow<()>,
{
    /// Reads `inner` through `metas` and calls `on_head` when the head has been read.
    pub fn new(inner: B, metas: MetaExtractor, on_head: F) -> HeadBody<B, F> {
        HeadBody {
            inner,
            reading: Some((metas, on_head)),
            stopped: false,
        }
    }

    /// The inner body, with what it has left.
    pub fn into_inner(self) -> B {
        self.inner
    }

    /// Shows data to the extractor.
    fn read(&mut self, data: &[u8]) {
        let done = self
            .reading
            .as_mut()
            .is_some_and(|(metas, _)| metas.feed(data).is_done());
        if done {
            self.conclude();
        }
    }

    fn conclude(&mut self) {
        if let Some((metas, on_head)) = self.reading.take() {
            self.stopped = on_head(metas.finish()).is_break();
        }
    }
}

impl<B, F> Body for HeadBody<B, F>
where
    B: Body<Data = Bytes> + Unpin,
    F: FnOnce(Parsed<Vec<Signal>>) -> ControlFlow<()> + Unpin,
{
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        let this = self.get_mut();
        if this.stopped {
            return Poll::Ready(None);
        }
        let polled = Pin::new(&mut this.inner).poll_frame(cx);
        match &polled {
            Poll::Ready(Some(Ok(frame))) => {
                if let Some(data) = frame.data_ref() {
                    this.read(data);
                }
            }
            Poll::Ready(None) => this.conclude(),
            Poll::Ready(Some(Err(_))) | Poll::Pending => {}
        }
        if this.stopped {
            Poll::Ready(None)
        } else {
            polled
        }
    }

    /// The end is told only after `on_head` was called.
    fn is_end_stream(&self) -> bool {
        self.stopped || (self.reading.is_none() && self.inner.is_end_stream())
    }

    fn size_hint(&self) -> SizeHint {
        match (self.stopped, &self.reading) {
            (true, _) => SizeHint::with_exact(0),
            (false, None) => self.inner.size_hint(),
            // It may be stopped before all has come.
            (false, Some(_)) => {
                let mut hint = SizeHint::new();
                if let Some(upper) = self.inner.size_hint().upper() {
                    hint.set_upper(upper);
                }
                hint
            }
        }
    }
}

impl<B: fmt::Debug, F> fmt::Debug for HeadBody<B, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HeadBody")
            .field("inner", &self.inner)
            .field("stopped", &self.stopped)
            .finish_non_exhaustive()
    }
}
