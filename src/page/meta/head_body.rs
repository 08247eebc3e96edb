//! A response body that is read for metas while it streams by.

mod reading;
mod replay;

use std::fmt;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

use self::reading::BodyReading;
pub use self::replay::{ReplayBody, read_head};
use crate::diagnostic::Parsed;
use crate::page::meta::MetaExtractor;
use crate::signal::Metas;

/// A body that hands its frames on untouched and reads the head of the document on the way.
///
/// It suits a proxy, which holds nothing back. If you want to decide by the head and then go on,
/// [`read_head`] needs no closure.
///
/// | | [`HeadBody`] | [`read_head`] |
/// |---|---|---|
/// | frames of the head | are handed on at once | are held, and come again |
/// | the signals | go to a closure | are returned |
/// | the body ends early | if the closure breaks | if you drop the [`ReplayBody`] |
///
/// As soon as the head has been read, or the body ends, `on_head` gets the signals, once, before
/// the frame that completed the head is handed on. [`ControlFlow::Break`] ends the body there: no
/// further frame comes, not even that one, and dropping the body stops the download.
///
/// # Errors
///
/// A body that breaks off, with an error or with fewer bytes than its size hint promised, was cut
/// ([`MetaExtractor::finish_cut`]): `on_head` gets the signals that were read, with a diagnostic unless
/// the head was over. The error is passed on whatever `on_head` returns. If the body is dropped
/// before its head has been read, `on_head` is not called.
///
/// # Encoded bodies
///
/// Put it after the layer that undoes a `Content-Encoding`: it reads the document, not its
/// compressed form, which [`MetaExtractor::from_headers`] detects. The inner body must be
/// [`Unpin`]; pin another in a box.
///
/// # Examples
///
/// ```
/// use std::ops::ControlFlow;
/// use robots_policy::{Client, MetaExtractor, Policy, Timestamp};
/// use robots_policy::meta::HeadBody;
///
/// # fn download() -> impl http_body::Body<Data = bytes::Bytes> + Unpin { http_body_util_stub() }
/// # fn http_body_util_stub() -> String { String::new() }
/// # fn main() {
/// let headers = http::HeaderMap::new();
/// let (me, now) = (Client::new("ExampleBot").unwrap(), Timestamp::from_unix(1_790_000_000));
/// let policy = Policy::new().with_headers(&headers);
/// let metas = MetaExtractor::from_headers(&headers).with_client(&me);
/// let body = HeadBody::new(download(), metas, move |metas| {
///     let policy = policy.with_document(metas);
///     match policy.verdict(&me, "/page", now).may_index() {
///         true => ControlFlow::Continue(()),
///         false => ControlFlow::Break(()), // the download ends here, and `is_stopped` is true
///     }
/// });
/// assert!(!body.is_stopped());
/// # }
/// ```
pub struct HeadBody<B, F> {
    /// Every frame comes from it, and none is copied.
    inner: B,
    /// The reading of the head and `on_head`, until that was called.
    reading: Option<(BodyReading, F)>,
    stopped: bool,
}

impl<B, F> HeadBody<B, F> {
    /// The inner body, with the frames that were not polled yet. `on_head` is not called any more.
    pub fn into_inner(self) -> B {
        self.inner
    }

    /// Whether `on_head` ended the body, so that only a part of it came through. To a reader of
    /// frames such a body looks like one that ended; a cache must not store it.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }
}

impl<B, F> HeadBody<B, F>
where
    B: Body<Data = Bytes> + Unpin,
    F: FnOnce(Parsed<Metas>) -> ControlFlow<()>,
{
    /// Reads `inner` through `metas` and calls `on_head` when the head has been read. Nothing is
    /// polled before the body is.
    pub fn new(inner: B, metas: MetaExtractor, on_head: F) -> HeadBody<B, F> {
        HeadBody {
            reading: Some((BodyReading::new(&inner, metas), on_head)),
            inner,
            stopped: false,
        }
    }

    /// Reads a frame and calls `on_head` if the head is over.
    fn read(&mut self, frame: &Frame<Bytes>) {
        let reading = self.reading.as_mut();
        if reading.is_some_and(|(reading, _)| reading.read(frame)) {
            self.conclude(BodyReading::finish);
        }
    }

    /// Calls `on_head`, unless it was called before.
    fn conclude(&mut self, finish: fn(BodyReading) -> Parsed<Metas>) {
        if let Some((reading, on_head)) = self.reading.take() {
            self.stopped = on_head(finish(reading)).is_break();
        }
    }
}

impl<B, F> Body for HeadBody<B, F>
where
    B: Body<Data = Bytes> + Unpin,
    F: FnOnce(Parsed<Metas>) -> ControlFlow<()> + Unpin,
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
            Poll::Ready(Some(Ok(frame))) => this.read(frame),
            Poll::Ready(None) => this.conclude(BodyReading::end),
            Poll::Ready(Some(Err(_))) => {
                this.conclude(BodyReading::break_off);
                return polled;
            }
            Poll::Pending => {}
        }
        if this.stopped {
            Poll::Ready(None)
        } else {
            polled
        }
    }

    /// The end is reported only after `on_head` was called.
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
