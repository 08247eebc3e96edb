//! Reading a head without a closure: the frames of the head are kept, and come again.

use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

use crate::diagnostic::Parsed;
use crate::page::meta::MetaExtractor;
use crate::page::meta::head_body::reading::BodyReading;
use crate::signal::Metas;

/// Reads the head of a response body, and returns its signals and a body that is the same as if nothing had been read.
///
/// The frames of the head are held, no more than [`Limits::document`](crate::Limits::document) bytes and the rest of
/// the frame that reaches them; the returned [`ReplayBody`] gives them again and then streams the rest. If you drop
/// it, the download stops. For a document that is not read, such as a PDF, no frame is asked for.
///
/// A body that breaks off before its head is over, with an error or with fewer bytes than its size hint promised, was
/// cut: the signals are those of [`MetaExtractor::finish_cut`], with a diagnostic unless the head was over. The error is
/// not lost: the returned body gives it where it came, after the frames before it.
///
/// Read the body after the layer that undoes a `Content-Encoding`: [`MetaExtractor::from_headers`] detects a body that is
/// still coded and reads nothing of it. The body must be [`Unpin`]; pin another in a box. A proxy that must not hold a
/// head uses [`HeadBody`](crate::page::meta::HeadBody).
///
/// # Examples
///
/// ```
/// use bytes::Bytes;
/// use http_body::Body;
/// use robots_policy::meta::{ReplayBody, read_head};
/// use robots_policy::{Client, MetaExtractor, Policy, Timestamp};
///
/// /// The page, unless it must not be indexed: then the rest of it is not downloaded.
/// async fn page<B>(
///     me: &Client,
///     url: &str,
///     now: Timestamp,
///     response: http::Response<B>,
/// ) -> Option<ReplayBody<B>>
/// where
///     B: Body<Data = Bytes> + Unpin,
/// {
///     let (parts, body) = response.into_parts();
///     let metas = MetaExtractor::from_headers(&parts.headers).with_client(me);
///     let (metas, body) = read_head(body, metas).await;
///     let policy = Policy::new().with_headers(&parts.headers).with_document(metas);
///     policy.verdict(me, url, now).may_index().then_some(body)
/// }
/// # let me = Client::new("ExampleBot").unwrap();
/// # let now = Timestamp::from_unix(1_790_000_000);
/// # let ask = |html: &str| {
/// #     let response = http::Response::builder().header("content-type", "text/html");
/// #     let response = response.body(html.to_owned()).unwrap();
/// #     let mut asked = std::pin::pin!(page(&me, "/page", now, response));
/// #     match asked.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop())) {
/// #         std::task::Poll::Ready(page) => page.is_some(),
/// #         std::task::Poll::Pending => unreachable!(),
/// #     }
/// # };
/// # assert!(ask("<title>A page</title><p>Text"));
/// # assert!(!ask("<meta name=robots content=noindex><p>Text"));
/// ```
pub async fn read_head<B>(mut body: B, metas: MetaExtractor) -> (Parsed<Metas>, ReplayBody<B>)
where
    B: Body<Data = Bytes> + Unpin,
{
    let mut reading = BodyReading::new(&body, metas);
    let mut held = VecDeque::new();
    let mut is_ended = false;
    let signals = loop {
        if reading.is_over() {
            break reading.finish();
        }
        match poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
            Some(Ok(frame)) => {
                reading.read(&frame);
                held.push_back(Ok(frame));
            }
            Some(Err(error)) => {
                held.push_back(Err(error));
                break reading.break_off();
            }
            None => {
                is_ended = true;
                break reading.end();
            }
        }
    };
    let body = ReplayBody {
        held,
        inner: body,
        is_ended,
    };
    (signals, body)
}

/// The body that [`read_head`] returns: all frames of the original from the first on, then its
/// errors and its end, as they came.
///
/// Held frames are given without a copy, and its size hint counts them. If it is dropped, so is the
/// original, and the download stops.
pub struct ReplayBody<B: Body> {
    /// The frames of the inner body, or its error, that were not given yet.
    held: VecDeque<Result<Frame<B::Data>, B::Error>>,
    inner: B,
    /// Whether the inner body has ended, so that it must not be polled again.
    is_ended: bool,
}

impl<B: Body<Data = Bytes> + Unpin> Body for ReplayBody<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        let this = self.get_mut();
        match this.held.pop_front() {
            Some(held) => Poll::Ready(Some(held)),
            None if this.is_ended => Poll::Ready(None),
            None => Pin::new(&mut this.inner).poll_frame(cx),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.held.is_empty() && (self.is_ended || self.inner.is_end_stream())
    }

    fn size_hint(&self) -> SizeHint {
        let data = self.held.iter().flatten().filter_map(Frame::data_ref);
        let held = data.fold(0_u64, |sum, data| {
            sum.saturating_add(u64::try_from(data.len()).unwrap_or(u64::MAX))
        });
        if self.is_ended {
            return SizeHint::with_exact(held);
        }
        let rest = self.inner.size_hint();
        let mut hint = SizeHint::new();
        hint.set_lower(rest.lower().saturating_add(held));
        if let Some(upper) = rest.upper().and_then(|upper| upper.checked_add(held)) {
            hint.set_upper(upper);
        }
        hint
    }
}

// Frames wait in a queue and are never pinned, so the errors among them need not be `Unpin`.
impl<B: Body + Unpin> Unpin for ReplayBody<B> {}

impl<B: Body + fmt::Debug> fmt::Debug for ReplayBody<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReplayBody")
            .field("held", &self.held.len())
            .field("inner", &self.inner)
            .finish_non_exhaustive()
    }
}
