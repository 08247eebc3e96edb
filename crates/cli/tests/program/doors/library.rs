//! The doors of the library: a map of fields, lines as they came, a body that streams by.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderName, HeaderValue};
use http_body::{Body, Frame};
use robots_policy::header::Validity;
use robots_policy::ledger::{Document, Extent};
use robots_policy::meta::{HeadBody, LicenseSearch, Metas};
use robots_policy::report::Json;
use robots_policy::{MetaExtractor, Parsed, Policy};

use super::DoorAnswer;
use super::question::Question;
use super::wire::Wire;

/// The fields as HTTP clients give them.
fn headers(wire: &Wire) -> Result<HeaderMap, &'static str> {
    let mut headers = HeaderMap::new();
    for (name, value) in &wire.lines {
        let name = HeaderName::from_bytes(name).map_err(|_| "a client gives no such name")?;
        let value = HeaderValue::from_bytes(value).map_err(|_| "a client gives no such value")?;
        headers.append(name, value);
    }
    Ok(headers)
}

/// A policy with the document, if there is one.
fn with_document(
    policy: Policy,
    question: &Question<'_>,
    headers: &HeaderMap,
    read: impl FnOnce(MetaExtractor, &Wire) -> Parsed<Metas>,
) -> Policy {
    let types = headers.get_all(CONTENT_TYPE).iter();
    let policy = policy.with_content_type(types.map(HeaderValue::as_bytes));
    let has_document = |wire: &&Wire| wire.is_cut || question.case.document.is_some();
    let Some(wire) = question.wire.as_ref().filter(has_document) else {
        return policy;
    };
    let metas = question.typed().asked(MetaExtractor::from_headers(headers));
    let mut search = LicenseSearch::new();
    search.feed(&wire.body);
    let extent = if wire.is_cut || search.finds() {
        Extent::Head
    } else {
        Extent::Searched
    };
    policy.with_document(Document::read(read(metas, wire), extent))
}

fn answer(question: &Question<'_>, policy: &Policy) -> DoorAnswer {
    let ask = question.typed();
    let verdict = policy.verdict(&ask.client(), ask.url(), ask.now());
    DoorAnswer::Said(serde_json::to_value(Json::new(0, &verdict)).unwrap())
}

/// The result of `read` on chunks of this size.
fn fed(mut metas: MetaExtractor, wire: &Wire, size: usize) -> Parsed<Metas> {
    for chunk in wire.body.chunks(size) {
        if metas.feed(chunk).is_done() {
            break;
        }
    }
    if wire.is_cut {
        metas.finish_cut()
    } else {
        metas.finish()
    }
}

fn through(
    question: &Question<'_>,
    read: impl FnOnce(MetaExtractor, &Wire) -> Parsed<Metas>,
) -> DoorAnswer {
    let fields = match question.wire.as_ref().map(headers).transpose() {
        Ok(fields) => fields.unwrap_or_default(),
        Err(why) => return DoorAnswer::Cannot(why),
    };
    let ask = question.typed();
    let policy = ask
        .robots(question.case)
        .with_validity(Validity::from_headers(&fields))
        .with_fields(ask.reader().read(&fields));
    answer(question, &with_document(policy, question, &fields, read))
}

/// A `HeaderMap`, and the document whole.
pub(crate) fn map(questions: &[Question<'_>]) -> Vec<DoorAnswer> {
    let one = |question| {
        through(question, |metas, wire| {
            fed(metas, wire, wire.body.len().max(1))
        })
    };
    questions.iter().map(one).collect()
}

/// A `HeaderMap`, and a body that streams by in frames.
pub(crate) fn body(questions: &[Question<'_>]) -> Vec<DoorAnswer> {
    let one = |question: &Question<'_>| {
        through(question, |metas, wire| {
            let frames = wire.body.chunks(97).map(Bytes::copy_from_slice).collect();
            let mut heard = None;
            let frames = Frames(frames, wire.is_cut);
            let mut body = HeadBody::new(frames, metas, |said| {
                heard = Some(said);
                ControlFlow::Continue(())
            });
            let mut context = Context::from_waker(Waker::noop());
            while let Poll::Ready(Some(_)) = Pin::new(&mut body).poll_frame(&mut context) {}
            drop(body);
            heard.expect("a head that was read, or not")
        })
    };
    questions.iter().map(one).collect()
}

/// Lines as they came, and the document in chunks.
pub(crate) fn lines(questions: &[Question<'_>]) -> Vec<DoorAnswer> {
    let one = |question: &Question<'_>| {
        let ask = question.typed();
        let wire = question.wire.clone().unwrap_or_else(Wire::empty);
        let lines = || wire.lines.iter().map(|(name, value)| (name, value));
        // The document needs a map; fields that a map cannot hold do not describe it.
        let known = wire.lines.iter().filter(|(name, value)| {
            HeaderName::from_bytes(name).is_ok() && HeaderValue::from_bytes(value).is_ok()
        });
        let known = Wire {
            lines: known.cloned().collect(),
            ..Wire::empty()
        };
        let policy = ask
            .robots(question.case)
            .with_validity(Validity::from_lines(lines()))
            .with_fields(ask.reader().read_lines(lines()));
        let map = headers(&known).unwrap();
        let policy = with_document(policy, question, &map, |metas, wire| fed(metas, wire, 7));
        answer(question, &policy)
    };
    questions.iter().map(one).collect()
}

/// A body of these frames, and whether it breaks off after them.
struct Frames(VecDeque<Bytes>, bool);

impl Body for Frames {
    type Data = Bytes;
    type Error = ();

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, ()>>> {
        let frame = self.0.pop_front().map(|bytes| Ok(Frame::data(bytes)));
        Poll::Ready(frame.or_else(|| std::mem::take(&mut self.1).then_some(Err(()))))
    }
}
