//! A document that was not read never gets a yes.

use http::HeaderMap;
use robots_policy::ledger::{Assumed, Document};
use robots_policy::meta::Placement;
use robots_policy::report::{self, Text};
use robots_policy::robots_txt::{Cause, Fetched, Next, Robots, RobotsFetch};
use robots_policy::{
    Client, DiagnosticCode, Limits, MetaExtractor, Parsed, Policy, RobotsTxt, Signal, Source,
    Timestamp, Why, ledger,
};

use crate::{octets, rows};

const PAGE: &[u8] = b"<!doctype html><title>A</title><meta name=robots content=noindex><p>Text";
const GZIP: &[u8] = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03<meta";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd\x04\x58<meta";
/// A page as brotli packs it.
const BROTLI: &[u8] = b"\x1b\x3d\x00\xf8\x25\x14\x42\xac\xa2\xd0\x60\x9c\x64\x3d\x41\x7e";

fn now() -> Timestamp {
    Timestamp::from_unix(1_790_000_000)
}

fn me() -> Client {
    Client::new("ExampleBot").unwrap()
}

fn headers(fields: &[(&'static str, &str)]) -> HeaderMap {
    let fields = fields
        .iter()
        .map(|(n, v)| ((*n).parse().unwrap(), v.parse().unwrap()));
    fields.collect()
}

/// The diagnostics of a body, which are the same whole and byte by byte.
fn read(headers: &HeaderMap, body: &[u8]) -> Parsed<Vec<Signal>> {
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

fn codes(read: &Parsed<Vec<Signal>>) -> Vec<DiagnosticCode> {
    read.diagnostics
        .iter()
        .map(robots_policy::Diagnostic::code)
        .collect()
}

/// Why the document is not known.
fn unread(policy: &Policy) -> Vec<Why> {
    let verdict = policy.verdict(&me(), "/", now());
    let document = verdict
        .unread()
        .filter(|unread| unread.source() == ledger::Source::Document);
    document.map(|unread| unread.why()).collect()
}

#[test]
fn a_body_that_is_still_coded_is_not_read() {
    let html = ("content-type", "text/html");
    for (fields, body) in [
        (vec![html, ("content-encoding", "gzip")], GZIP),
        (vec![html], GZIP),
        (vec![], GZIP),
        (vec![html], ZSTD),
        (vec![html, ("content-encoding", "identity")], ZSTD),
        (vec![html, ("content-encoding", "br")], BROTLI),
        (vec![html, ("content-encoding", "nonsense")], BROTLI),
        (
            vec![html, ("content-encoding", "deflate")],
            b"\x78\x9c\xb3\xc9\x4d\x2d\x49\x54",
        ),
        (vec![html, ("content-encoding", "br")], b"\xb1\xe9\xe8"),
        (
            vec![
                ("content-type", "text/html;charset=utf-16le"),
                ("content-encoding", "br"),
            ],
            BROTLI,
        ),
        (
            vec![
                ("content-type", "application/xhtml+xml"),
                ("content-encoding", "br"),
            ],
            BROTLI,
        ),
    ] {
        let headers = headers(&fields);
        let read = read(&headers, body);
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
    let tail = "\u{8}\0\0<meta name=robots content=all><body>";
    for start in [
        "\u{1f}\u{fffd}",
        "\u{1f}\u{8b}",
        "\u{1f}\u{2039}",
        "(\u{fffd}/\u{fffd}",
        "(\u{b5}/\u{fd}",
    ] {
        let text = format!("{start}{tail}");
        let signals = read(&html, text.as_bytes());
        assert_eq!(codes(&signals), [DiagnosticCode::ContentCoding], "{text:?}");
        let robots = fetched(text.as_bytes());
        assert_eq!(robots.cause(), Some(Cause::Undecodable), "{text:?}");
    }
    // Texts that share the beginning of a mark.
    for text in [
        "(",
        "(\u{b5}/",
        "(\u{fffd}",
        "(\u{fffd}/",
        "(\u{fffd}/a\u{fffd}",
    ] {
        assert_eq!(codes(&read(&html, text.as_bytes())), [], "{text:?}");
        assert_eq!(fetched(text.as_bytes()).cause(), None, "{text:?}");
    }
}

/// The outcome of a fetch of robots.txt whose answer has this body.
fn fetched(body: &[u8]) -> Robots {
    let mut robots = RobotsFetch::default();
    let headers = HeaderMap::new();
    let answer = Fetched::from_response(200, &headers, body);
    let next = robots.answered(&mut robots.begin(), answer, now());
    assert_eq!(next, Next::Done);
    robots.outcome(now())
}

#[test]
fn a_coding_that_was_undone_hides_nothing() {
    let wide = |text: &str, order: fn(u16) -> [u8; 2]| -> Vec<u8> {
        text.encode_utf16().flat_map(order).collect()
    };
    let page = str::from_utf8(PAGE).unwrap();
    for (kind, body) in [
        ("text/html", PAGE.to_vec()),
        ("text/html", [b"\xef\xbb\xbf\r\n \t", PAGE].concat()),
        ("text/html;charset=utf-16le", wide(page, u16::to_le_bytes)),
        ("text/html;charset=utf-16be", wide(page, u16::to_be_bytes)),
        (
            "text/html",
            wide(&format!("\u{feff}{page}"), u16::to_le_bytes),
        ),
        (
            "text/html;charset=iso-2022-jp",
            [b"<title>\x1b$B%F%9%H\x1b(B</title>", PAGE].concat(),
        ),
        (
            "text/html;charset=windows-1252",
            [b"<title>\xe9t\xe9</title>", PAGE].concat(),
        ),
    ] {
        let headers = headers(&[("content-type", kind), ("content-encoding", "br")]);
        let read = read(&headers, &body);
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

#[test]
fn a_document_that_is_cut_before_its_head_is_over_is_incomplete() {
    for (kind, body, is_incomplete) in bodies(include_str!("rows/cut.jsonl")) {
        for size in [1, 1000] {
            let mut metas = MetaExtractor::new().with_content_type(&kind);
            for chunk in body.chunks(size) {
                let _ = metas.feed(chunk);
            }
            let codes = codes(&metas.finish_cut());
            let shown = String::from_utf8_lossy(&body);
            let found = codes.contains(&DiagnosticCode::IncompleteDocument);
            assert_eq!(found, is_incomplete, "{kind} {shown} {codes:?}");
            let doubled = [DiagnosticCode::IllFormedXml, DiagnosticCode::NotHtml];
            assert!(
                !found || !codes.iter().any(|code| doubled.contains(code)),
                "{shown} {codes:?}"
            );
        }
    }
}

/// A document whose length is not known is whole, unless it ends where none does.
#[test]
fn a_document_that_ends_inside_markup_was_cut() {
    for (kind, body, is_incomplete) in bodies(include_str!("rows/unmeasured.jsonl")) {
        for size in [1, 1000] {
            let mut metas = MetaExtractor::new().with_content_type(&kind);
            for chunk in body.chunks(size) {
                let _ = metas.feed(chunk);
            }
            let found = codes(&metas.finish_unmeasured());
            let found = found.contains(&DiagnosticCode::IncompleteDocument);
            assert_eq!(found, is_incomplete, "{kind} {}", body.escape_ascii());
        }
    }
}

#[test]
fn statements_of_a_cut_document_count() {
    let mut metas = MetaExtractor::new();
    let _ = metas.feed(b"<meta name=robots content='noindex, max-snippet:20'><title>");
    let policy = Policy::new().with_document(metas.finish_cut());
    let verdict = policy.verdict(&me(), "/", now());
    let answers = [
        verdict.index(),
        verdict.follow(),
        verdict.archive(),
        verdict.snippet().allowed,
    ];
    assert_eq!(answers, [Some(false), None, None, None]);
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
            .with_assumed(Assumed::new().with(ledger::Source::Fields));
        // Of other reasons a caller knows.
        let codes = policy
            .diagnostics()
            .iter()
            .map(|found| found.code().unread());
        assert!(codes.eq(CODED.contains(why).then_some(Some(*why))), "{why}");
        assert_eq!(unread(&policy), [*why]);
        let verdict = policy.verdict(&me(), "/", now());
        let answers = [
            verdict.index(),
            verdict.follow(),
            verdict.archive(),
            verdict.snippet().allowed,
        ];
        assert_eq!(answers, [None; 4]);
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
        .with_robots_txt(RobotsTxt::parse(b"User-agent: *\nDisallow: /"))
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
        serde_json::to_string(&report::Record::new(0, &verdict)).unwrap()
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
