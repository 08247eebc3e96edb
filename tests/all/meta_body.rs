//! A body that is read while it streams by.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use robots_policy::meta::{HeadBody, Metas, ReplayBody, read_head};
use robots_policy::{DiagnosticCode, Limits, MetaExtractor, Parsed};

use crate::common::html;
use crate::meta_harness::codes;

/// Chunks, then trailers.
#[derive(Debug)]
struct Chunks(VecDeque<Result<Frame<Bytes>, &'static str>>, u64);

impl Chunks {
    fn new(chunks: &[&'static str]) -> Chunks {
        let data = chunks
            .iter()
            .map(|chunk| Ok(Frame::data(Bytes::from(*chunk))));
        let trailers = [Ok(Frame::trailers(http::HeaderMap::new()))];
        Chunks(data.chain(trailers).collect(), 0)
    }
}

impl Body for Chunks {
    type Data = Bytes;
    type Error = &'static str;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, &'static str>>> {
        Poll::Ready(self.0.pop_front())
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_empty()
    }

    /// The least length that it promises.
    fn size_hint(&self) -> SizeHint {
        let mut hint = SizeHint::new();
        hint.set_lower(self.1);
        hint
    }
}

/// Everything that passes through: data, `trailers`, or an error.
fn drain(mut body: impl Body<Data = Bytes, Error = &'static str> + Unpin) -> Vec<String> {
    let mut context = Context::from_waker(Waker::noop());
    let mut seen = Vec::new();
    while let Poll::Ready(Some(frame)) = Pin::new(&mut body).poll_frame(&mut context) {
        seen.push(match frame.map(Frame::into_data) {
            Ok(Ok(data)) => String::from_utf8(data.to_vec()).unwrap(),
            Ok(Err(_)) => "trailers".to_owned(),
            Err(error) => error.to_owned(),
        });
    }
    assert!(body.is_end_stream());
    seen
}

const PAGE: [&str; 4] = [
    "<meta name=robots con",
    "tent=noindex><title>",
    "x</title><p>",
    "text",
];

#[test]
fn frames_go_through_untouched() {
    let mut heard = 0;
    let on_head = |metas: Parsed<Metas>| {
        heard = metas.value.len();
        ControlFlow::Continue(())
    };
    let metas = html();
    let seen = drain(HeadBody::new(Chunks::new(&PAGE), metas, on_head));
    assert_eq!(seen, [PAGE[0], PAGE[1], PAGE[2], PAGE[3], "trailers"]);
    assert_eq!(heard, 1);
}

#[test]
fn a_break_ends_the_body_before_the_frame_that_ended_the_head() {
    let metas = html();
    let body = HeadBody::new(Chunks::new(&PAGE), metas, |_| ControlFlow::Break(()));
    assert_eq!(drain(body), [PAGE[0], PAGE[1]]);
}

#[test]
fn the_end_of_the_body_ends_the_head() {
    let mut calls = 0;
    let on_head = |_| {
        calls += 1;
        ControlFlow::Continue(())
    };
    let body = HeadBody::new(Chunks::new(&PAGE[..2]), MetaExtractor::new(), on_head);
    assert_eq!(body.size_hint().lower(), 0);
    assert_eq!(drain(body).len(), 3);
    assert_eq!(calls, 1);
}

#[test]
fn an_error_is_handed_on() {
    let mut chunks = Chunks::new(&PAGE[..1]);
    chunks.0.insert(1, Err("reset"));
    let body = HeadBody::new(chunks, MetaExtractor::new(), |_| ControlFlow::Continue(()));
    assert_eq!(drain(body), [PAGE[0], "reset", "trailers"]);
}

/// The codes that `on_head` receives, and the bytes that pass through if it then ends the body.
fn cut(chunks: Chunks) -> (Vec<DiagnosticCode>, Vec<String>) {
    let mut codes = None;
    let on_head = |metas: Parsed<Metas>| {
        assert_eq!(codes.replace(crate::meta_harness::codes(&metas)), None);
        ControlFlow::Break(())
    };
    let seen = drain(HeadBody::new(chunks, MetaExtractor::new(), on_head));
    (codes.unwrap(), seen)
}

#[test]
fn a_body_that_breaks_off_was_cut() {
    let mut broken = Chunks::new(&PAGE[..2]);
    broken.0.insert(2, Err("reset"));
    let (codes, seen) = cut(broken);
    assert_eq!(codes, [DiagnosticCode::IncompleteDocument]);
    // An error is not an end: it is passed on even though the body was to end here.
    assert_eq!(seen, [PAGE[0], PAGE[1], "reset"]);

    let mut short = Chunks::new(&PAGE[..2]);
    short.1 = 1000;
    assert_eq!(cut(short).0, [DiagnosticCode::IncompleteDocument]);
    let mut whole = Chunks::new(&PAGE[..2]);
    whole.1 = PAGE[0].len() as u64 + PAGE[1].len() as u64;
    assert_eq!(cut(whole).0, []);
}

#[test]
fn it_says_that_it_was_stopped() {
    let metas = MetaExtractor::new().with_content_type("image/png");
    let mut body = HeadBody::new(Chunks::new(&PAGE), metas, |_| ControlFlow::Break(()));
    assert!(!body.is_stopped());
    assert_eq!(drain(&mut body), [""; 0]);
    assert!(body.is_stopped());
}

#[test]
fn it_can_travel_between_threads() {
    fn travels<T: Send + Sync + 'static>(_: &T) {}
    let on_head = |_: Parsed<Metas>| ControlFlow::Continue(());
    travels(&HeadBody::new(String::new(), MetaExtractor::new(), on_head));
}

/// Waits for the head of a body that may have to be polled several times, and returns how often it was.
fn wait<B>(body: B, metas: MetaExtractor) -> (Parsed<Metas>, ReplayBody<B>, usize)
where
    B: Body<Data = Bytes, Error = &'static str> + Unpin,
{
    let mut reading = pin!(read_head(body, metas));
    let mut context = Context::from_waker(Waker::noop());
    for asked in 1.. {
        if let Poll::Ready((metas, body)) = reading.as_mut().poll(&mut context) {
            return (metas, body, asked);
        }
    }
    unreachable!()
}

#[test]
fn after_its_head_a_body_is_as_if_nothing_had_been_read() {
    let page = PAGE.concat();
    let whole: &'static str = page.clone().leak();
    let splits = (0..=whole.len()).map(|at| vec![&whole[..at], &whole[at..]]);
    let bytewise = whole.split_inclusive(|_: char| true).collect();
    for chunks in splits.chain([vec![whole], PAGE.to_vec(), bytewise]) {
        let (metas, body, _) = wait(Chunks::new(&chunks), html());
        assert_eq!(
            (metas.value.len(), codes(&metas)),
            (1, vec![]),
            "{chunks:?}"
        );
        assert!(!body.is_end_stream());
        let mut seen = drain(body);
        assert_eq!(seen.pop().as_deref(), Some("trailers"));
        assert_eq!(seen, chunks);
    }
}

#[test]
fn no_more_is_asked_for_than_the_head_needs() {
    let counted = |chunks: Chunks, metas| {
        let before = chunks.0.len();
        let (_, body, _) = wait(chunks, metas);
        let held = format!("{body:?}");
        (before, held, drain(body).len())
    };
    let held = |chunks, metas| {
        let (before, held, after) = counted(chunks, metas);
        assert_eq!(after, before);
        held.split_once("held: ").unwrap().1[..1].to_owned()
    };
    assert_eq!(held(Chunks::new(&PAGE), html()), "3");
    let pdf = MetaExtractor::new().with_content_type("application/pdf");
    assert_eq!(held(Chunks::new(&PAGE), pdf), "0");
    let few = html().with_limits(Limits::default().with_document(1024));
    let blanks: &'static str = " ".repeat(600).leak();
    assert_eq!(held(Chunks::new(&[blanks; 4]), few), "2");
    assert_eq!(held(Chunks::new(&PAGE[..1]), html()), "2");
}

#[test]
fn an_error_comes_again_where_it_came() {
    for at in 0..=PAGE.len() {
        let mut chunks = Chunks::new(&PAGE);
        chunks.0.insert(at, Err("reset"));
        let (metas, body, _) = wait(chunks, html());
        let (signals, expected) = match at {
            0 | 1 => (0, vec![DiagnosticCode::IncompleteDocument]),
            2 => (1, vec![DiagnosticCode::IncompleteDocument]),
            _ => (1, vec![]),
        };
        assert_eq!(
            (metas.value.len(), codes(&metas)),
            (signals, expected),
            "{at}"
        );
        let mut expected = [&PAGE[..], &["trailers"]].concat();
        expected.insert(at, "reset");
        assert_eq!(drain(body), expected);
    }
}

#[test]
fn a_body_that_ends_in_its_head_was_cut_or_is_whole() {
    let (metas, body, _) = wait(Chunks::new(&PAGE[..2]), html());
    assert_eq!((metas.value.len(), codes(&metas)), (1, vec![]));
    assert_eq!(body.size_hint().exact(), Some(41));
    assert_eq!(drain(body), [PAGE[0], PAGE[1], "trailers"]);

    let mut short = Chunks::new(&PAGE[..2]);
    short.1 = 1000;
    let (metas, body, _) = wait(short, html());
    assert_eq!(codes(&metas), [DiagnosticCode::IncompleteDocument]);
    assert_eq!(drain(body), [PAGE[0], PAGE[1], "trailers"]);

    let (metas, body, _) = wait(Chunks(VecDeque::new(), 0), html());
    assert_eq!((metas.value.len(), codes(&metas)), (0, vec![]));
    assert!(body.is_end_stream());
    assert_eq!(drain(body), [""; 0]);
}

/// A body with these bytes and a hint of the bytes left, which is pending at every other poll.
struct Slow(VecDeque<&'static str>, bool);

impl Body for Slow {
    type Data = Bytes;
    type Error = &'static str;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, &'static str>>> {
        self.1 = !self.1;
        if self.1 {
            return Poll::Pending;
        }
        let next = self.0.pop_front();
        Poll::Ready(next.map(|chunk| Ok(Frame::data(Bytes::from(chunk)))))
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.0.iter().map(|chunk| chunk.len() as u64).sum())
    }
}

#[test]
fn a_body_may_have_to_be_waited_for() {
    let (metas, mut body, asked) = wait(Slow(PAGE.into(), false), html());
    assert_eq!((metas.value.len(), codes(&metas), asked), (1, vec![], 4));
    let mut left = PAGE.concat().len() as u64;
    let mut context = Context::from_waker(Waker::noop());
    let mut waited = 0;
    while !body.is_end_stream() {
        assert_eq!(body.size_hint().exact(), Some(left));
        match Pin::new(&mut body).poll_frame(&mut context) {
            Poll::Ready(Some(Ok(frame))) => left -= frame.data_ref().unwrap().len() as u64,
            Poll::Ready(Some(Err(error))) => panic!("{error}"),
            Poll::Ready(None) => break,
            Poll::Pending => waited += 1,
        }
    }
    assert_eq!((left, waited), (0, 2));
}

#[test]
fn signals_of_a_head_can_travel_between_threads() {
    fn travels<T: Send + 'static>(it: T) -> T {
        it
    }
    drop(travels(read_head(String::new(), MetaExtractor::new())));
    let (_, body, _) = wait(Chunks::new(&PAGE), html());
    travels(body);
}
