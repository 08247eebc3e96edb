//! A document that was not read never gets a yes.

use http::HeaderMap;
use robots_policy::ledger::{Assumed, Document};
use robots_policy::meta::{Metas, Placement};
use robots_policy::report::{self, Text};
use robots_policy::robots_txt::{Cause, Fetched};
use robots_policy::{
    Client, DiagnosticCode, Limits, MetaExtractor, Parsed, Policy, RobotsTxt, Source, Why, ledger,
};

use crate::common::{answers, headers, now};
use crate::meta_harness::codes;
use crate::robots_txt_answers::ended;
use crate::{octets, rows};

const GZIP: &[u8] = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03<meta";

fn me() -> Client {
    Client::new("ExampleBot").unwrap()
}

/// The diagnostics of a body, which are the same whole and byte by byte.
fn read(headers: &HeaderMap, body: &[u8]) -> Parsed<Metas> {
    let mut whole = MetaExtractor::from_headers(headers);
    let _ = whole.feed(body);
    let mut pieces = MetaExtractor::from_headers(headers);
    for byte in body.chunks(1) {
        let _ = pieces.feed(byte);
    }
    let whole = whole.finish();
    assert_eq!(whole, pieces.finish());
    whole
}

/// Why the document is not known.
fn unread(policy: &Policy) -> Vec<Why> {
    let verdict = policy.verdict(&me(), "/", now());
    let document = verdict
        .unread()
        .filter(|unread| unread.source() == ledger::Input::Document);
    document.map(|unread| unread.why()).collect()
}

#[test]
fn a_body_that_is_still_coded_is_not_read() {
    for (fields, body) in rows::<(Vec<(String, String)>, String)>(include_str!("rows/coded.jsonl"))
    {
        let headers = headers(&fields);
        let read = read(&headers, &octets(&body));
        assert_eq!(codes(&read), [DiagnosticCode::ContentCoding], "{fields:?}");
        assert!(read.value.is_empty());
        let policy = Policy::new().with_headers(&headers).with_document(read);
        assert_eq!(unread(&policy), [Why::ContentCoding]);
        assert!(!policy.verdict(&me(), "/", now()).may_index());
    }
}

/// A body that a client decoded as text before its coding was undone: as UTF-8, as ISO-8859-1, as windows-1252.
#[test]
fn a_coded_body_that_was_taken_for_text_is_not_read() {
    let html = headers(&[("content-type", "text/html")]);
    for (text, is_coded) in rows::<(String, bool)>(include_str!("rows/taken_for_text.jsonl")) {
        let found = codes(&read(&html, text.as_bytes()));
        let coded = is_coded.then_some(DiagnosticCode::ContentCoding);
        assert_eq!(found, coded.as_slice(), "{text:?}");
        let cause = ended(Fetched::of(200, text.as_bytes()))
            .outcome(now())
            .cause();
        assert_eq!(cause, is_coded.then_some(Cause::Undecodable), "{text:?}");
    }
}

#[test]
fn a_coding_that_was_undone_hides_nothing() {
    for (kind, body) in rows::<(String, String)>(include_str!("rows/undone.jsonl")) {
        let headers = headers(&[("content-type", &*kind), ("content-encoding", "br")]);
        let read = read(&headers, &octets(&body));
        assert_eq!(read.value.len(), 1, "{kind}");
        assert_eq!(codes(&read), [], "{kind}");
    }
}

#[test]
fn a_case_without_metas_does_not_apply() {
    let pdf = headers(&[
        ("content-type", "application/pdf"),
        ("content-encoding", "gzip"),
    ]);
    assert_eq!(codes(&read(&pdf, GZIP)), [DiagnosticCode::NotHtml]);
    // A body that is empty was read; so was a text without a tag.
    for body in [&b""[..], b"Not found", "Größe".as_bytes()] {
        let named = headers(&[("content-type", "text/html"), ("content-encoding", "gzip")]);
        assert_eq!(codes(&read(&named, body)), []);
    }
}

/// Types, bodies whose characters are octets, and whether they are incomplete.
fn bodies(lines: &str) -> Vec<(String, Vec<u8>, bool)> {
    let rows = rows::<(String, String, bool)>(lines).into_iter();
    rows.map(|(kind, text, is_incomplete)| (kind, octets(&text), is_incomplete))
        .collect()
}

/// The codes of a body that ends so, the same in pieces of any size.
fn codes_at_end(
    kind: &str,
    body: &[u8],
    end: fn(MetaExtractor) -> Parsed<Metas>,
) -> Vec<DiagnosticCode> {
    let [bytewise, whole] = [1, 1000].map(|size| {
        let mut metas = MetaExtractor::new().with_content_type(kind);
        for chunk in body.chunks(size) {
            let _ = metas.feed(chunk);
        }
        codes(&end(metas))
    });
    assert_eq!(bytewise, whole, "{kind} {}", body.escape_ascii());
    whole
}

#[test]
fn a_document_that_is_cut_before_its_head_is_over_is_incomplete() {
    for (kind, body, is_incomplete) in bodies(include_str!("rows/cut.jsonl")) {
        let codes = codes_at_end(&kind, &body, MetaExtractor::finish_cut);
        let shown = body.escape_ascii();
        let found = codes.contains(&DiagnosticCode::IncompleteDocument);
        assert_eq!(found, is_incomplete, "{kind} {shown} {codes:?}");
        let doubled = [DiagnosticCode::IllFormedXml, DiagnosticCode::NotHtml];
        let is_doubled = codes.iter().any(|code| doubled.contains(code));
        assert!(!found || !is_doubled, "{shown} {codes:?}");
    }
}

/// A document whose length is not known is whole, unless it ends where none does.
#[test]
fn a_document_that_ends_inside_markup_was_cut() {
    for (kind, body, is_incomplete) in bodies(include_str!("rows/unmeasured.jsonl")) {
        let codes = codes_at_end(&kind, &body, MetaExtractor::finish_unmeasured);
        let found = codes.contains(&DiagnosticCode::IncompleteDocument);
        assert_eq!(found, is_incomplete, "{kind} {}", body.escape_ascii());
    }
}

#[test]
fn statements_of_a_cut_document_count() {
    let mut metas = MetaExtractor::new();
    let _ = metas.feed(b"<meta name=robots content='noindex, max-snippet:20'><title>");
    let policy = Policy::new().with_document(metas.finish_cut());
    let verdict = policy.verdict(&me(), "/", now());
    assert_eq!(answers(&verdict), [Some(false), None, None, None]);
    assert_eq!(verdict.snippet().max_chars, Some(20));
    assert!(!verdict.may_index() && !verdict.may_follow() && !verdict.may_archive());
}

#[test]
fn our_own_limit_leaves_it_incomplete() {
    let limits = Limits::default().with_document(1024);
    let head = [
        b"<html xmlns='http://www.w3.org/1999/xhtml'><head><style>",
        &[b'a'; 2000][..],
    ]
    .concat();
    for kind in ["text/html", "application/xhtml+xml"] {
        let mut metas = MetaExtractor::new()
            .with_content_type(kind)
            .with_limits(limits);
        let _ = metas.feed(&head);
        let read = metas.finish();
        assert_eq!(codes(&read), [DiagnosticCode::HeadTruncated], "{kind}");
        let policy = Policy::new().with_document(read);
        assert_eq!(unread(&policy), [Why::Incomplete]);
        assert_eq!(
            policy
                .verdict(&me(), "/", now())
                .truncated()
                .collect::<Vec<_>>(),
            [Source::Meta(Placement::Head)]
        );
    }
}

#[test]
fn every_reason_has_its_code_and_its_answers() {
    for why in Why::ALL {
        let policy = Policy::new()
            .with_document(Document::unread(*why))
            .with_assumed(Assumed::new().with(ledger::Input::Fields));
        // Of other reasons a caller knows.
        let codes = policy.diagnostics().map(|found| found.code().unread());
        assert!(codes.eq(CODED.contains(why).then_some(Some(*why))), "{why}");
        assert_eq!(unread(&policy), [*why]);
        let first = why.sentence().chars().next().unwrap();
        assert!(
            first.is_lowercase() && !why.sentence().ends_with('.'),
            "{why}"
        );
        let verdict = policy.verdict(&me(), "/", now());
        assert_eq!(answers(&verdict), [None; 4]);
        assert_eq!(verdict.page_restricted(), None);
        assert!(verdict.is_obtainable(), "robots.txt was read");
        let text = Text::new(&verdict).to_string();
        assert!(text.contains("index    ?\n"), "{text}");
        assert!(
            text.contains(&format!("unread   document: {why}\n")),
            "{text}"
        );
        let error = report::robots_tag_of(&verdict).unwrap_err().to_string();
        assert!(error.contains(why.name()), "{error}");
    }
    // A restriction still forbids; each reason is reported once.
    let policy = Policy::new()
        .with_robots(RobotsTxt::parse(b"User-agent: *\nDisallow: /"))
        .with_document(Document::unread(Why::Encoding))
        .union(Policy::new().with_document(Document::unread(Why::ContentCoding)))
        .with_document(Document::unread(Why::Encoding));
    assert_eq!(
        policy.verdict(&me(), "/", now()).page_restricted(),
        Some(true)
    );
    assert_eq!(
        unread(&policy),
        [Why::ContentCoding],
        "the first in the order of the table"
    );
}

#[test]
fn the_record_says_null_and_why() {
    let reported = |policy: &Policy| {
        let verdict = policy.verdict(&me(), "/", now());
        serde_json::to_string(&report::Json::new(0, &verdict)).unwrap()
    };
    let unread = reported(&Policy::new().with_document(Document::unread(Why::ContentCoding)));
    assert!(unread.contains(
        r#""index":null,"follow":null,"archive":null,"snippet":{"allowed":null,"max_chars":null}"#
    ));
    assert!(
        unread.contains(r#"{"source":"document","why":"content-coding","keeps":["index","follow","archive","snippet","#),
        "{unread}"
    );
    let nothing = reported(&Policy::new().with_assumed(Assumed::rest()));
    assert!(!nothing.contains("unread"), "{nothing}");
}

/// The reasons that a reader reports by a diagnostic.
const CODED: [Why; 4] = [
    Why::ContentCoding,
    Why::Incomplete,
    Why::Encoding,
    Why::NotRequested,
];
