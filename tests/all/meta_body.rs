//! A body that is read while it streams by.
#![cfg(feature = "http-body")]

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use robots_policy::meta::HeadBody;
use robots_policy::{DiagnosticCode, MetaExtractor};

/// Chunks, then trailers.
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

    /// The length that it promises at least.
    fn size_hint(&self) -> SizeHint {
        let mut hint = SizeHint::new();
        hint.set_lower(self.1);
        hint
    }
}

/// All that comes through: data, `trailers`, or an error.
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
    let mut heard = Vec::new();
    let on_head = |metas: robots_policy::Parsed<Vec<robots_policy::Signal>>| {
        heard = metas.value;
        ControlFlow::Continue(())
    };
    let metas = MetaExtractor::new().with_content_type("text/html; charset=utf-8");
    let seen = drain(HeadBody::new(Chunks::new(&PAGE), metas, on_head));
    assert_eq!(seen, [PAGE[0], PAGE[1], PAGE[2], PAGE[3], "trailers"]);
    assert_eq!(heard.len(), 1);
}

#[test]
fn a_break_ends_the_body_before_the_frame_that_ended_the_head() {
    let metas = MetaExtractor::new().with_content_type("text/html; charset=utf-8");
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

/// The codes that `on_head` gets, and the bytes that come through if it then ends the body.
fn cut(chunks: Chunks) -> (Vec<DiagnosticCode>, Vec<String>) {
    let mut codes = None;
    let on_head = |metas: robots_policy::Parsed<Vec<robots_policy::Signal>>| {
        let found = metas
            .diagnostics
            .iter()
            .map(robots_policy::Diagnostic::code);
        assert_eq!(codes.replace(found.collect()), None);
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
    // The error is not an end: it is passed on although the body was to end here.
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
fn a_body_of_another_type_is_not_waited_for() {
    let metas = MetaExtractor::new().with_content_type("image/png");
    let body = HeadBody::new(Chunks::new(&PAGE), metas, |_| ControlFlow::Break(()));
    assert_eq!(drain(body), [""; 0]);
}

#[test]
fn it_can_travel_between_threads() {
    fn travels<T: Send + Sync + 'static>(_: &T) {}
    let on_head = |_: robots_policy::Parsed<Vec<robots_policy::Signal>>| ControlFlow::Continue(());
    travels(&HeadBody::new(String::new(), MetaExtractor::new(), on_head));
}
