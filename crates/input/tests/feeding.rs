//! A document gives one answer, in whatever pieces it comes and whichever door ends it.
#![allow(clippy::unwrap_used)] // a test fails by panicking

use robots_policy::ledger::{Assumed, Document, Input};
use robots_policy::uses::Activity;
use robots_policy::{
    Client, Diagnostic, DiagnosticCode, Limits, MetaExtractor, Policy, Span, Timestamp, Why,
};
use robots_policy_input::{Ending, FedDocument, Readers, Room};

const HEAD: &str = "<!DOCTYPE html><title>A page</title><meta name=robots content=noarchive>";
const SCRIPT: &str = r#"<script type="application/rsl+xml"><rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license><prohibits type="usage">ai-train</prohibits></license></content></rsl></script>"#;
const ENDINGS: [Ending; 4] = [
    Ending::Whole,
    Ending::Open,
    Ending::Cut(Why::Incomplete),
    Ending::WithoutStart,
];

fn extractor() -> MetaExtractor {
    MetaExtractor::new().with_content_type("text/html; charset=utf-8")
}

#[test]
fn a_restriction_in_the_body_is_reported_in_every_encoding() {
    let page: &[u8] = b"<title>A page</title><body><meta name=robots content=noindex>";
    let (readers, askers) = (Readers::default(), [Client::anonymous()]);
    let document = || MetaExtractor::new().with_content_type("text/html");
    let fed = FedDocument::new(&readers, &askers, document);
    let read = fed.read(page, None, &readers, &askers, document, Ending::Open);
    let policy = Policy::new().with_document(read.document);
    let mut codes = policy.diagnostics().map(Diagnostic::code);
    assert_eq!(codes.next(), Some(DiagnosticCode::NotCounted));
}

/// The document as each way of reading it has it.
fn ways(octets: &[u8], pieces: &[usize], ending: Ending) -> Vec<(String, Document)> {
    let (readers, askers) = (Readers::default(), [Client::anonymous()]);
    let begin = || FedDocument::new(&readers, &askers, extractor);
    let mut ways = Vec::new();
    for size in pieces {
        let mut fed = begin();
        octets.chunks(*size).for_each(|piece| {
            let _ = fed.feed(piece);
        });
        let read = fed.finish(&readers, &askers, extractor, ending, true);
        ways.push((format!("fed by {size}"), read.document));
        let read = begin().read(octets, Some(*size), &readers, &askers, extractor, ending);
        ways.push((format!("read by {size}"), read.document));
    }
    let mut fed = begin();
    fed.take(octets);
    let read = fed.finish_held(Some(octets), &readers, &askers, extractor, ending);
    ways.push((String::from("taken"), read.document));
    let (mut fed, mut room) = (begin(), Room::default());
    fed.drain(&mut &*octets, &mut room);
    let read = fed.finish_held(room.document(), &readers, &askers, extractor, ending);
    ways.push((String::from("drained"), read.document));
    ways
}

#[test]
fn each_way_of_reading_gives_the_same_document() {
    let documents = [
        String::new(),
        HEAD.to_owned(),
        format!("{HEAD}<body><p>Text</p></body></html>"),
        format!("{HEAD}<body><p>Text</p>{SCRIPT}<p>Text</p>"),
        format!("{HEAD}{SCRIPT}<body><p>Text"),
        format!("{HEAD}<body><p cl"),
        String::from("<!DOCTYPE html><title>A pa"),
        String::from("%PDF-1.7"),
    ];
    for document in documents {
        for ending in ENDINGS {
            let ways = ways(document.as_bytes(), &[1, 7, 4096], ending);
            let (_, first) = ways.first().unwrap();
            for (way, read) in &ways {
                assert_eq!(read, first, "{way}, {ending:?}: {document}");
            }
        }
    }
}

#[test]
fn a_licence_beyond_the_limit_of_a_document_leaves_its_head_read() {
    let padding = "x".repeat(Limits::default().document());
    let document = format!("{HEAD}<body><p>{padding}</p>{SCRIPT}</body></html>");
    for (way, read) in ways(document.as_bytes(), &[65_536], Ending::Whole) {
        let policy = Policy::new()
            .with_document(read)
            .with_assumed(Assumed::rest());
        let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
        let page = (verdict.index(), verdict.archive());
        assert_eq!(page, (Some(true), Some(false)), "{way}");
        assert_eq!(verdict.uses().of(Activity::Train), None, "{way}");
    }
}

#[test]
fn a_restriction_in_the_body_is_reported_and_changes_no_answer() {
    let place = |found: &Diagnostic| (found.code(), found.provenance().span());
    let noindex = "<meta name=robots content=noindex>";
    for (page, has_one) in [
        (format!("<title>A page</title><body>{noindex}"), true),
        (
            format!("<title>A page</title>{}<p>{noindex}", "<link>".repeat(999)),
            true,
        ),
        (
            format!("{HEAD}{}<link title=bot>", "<link>".repeat(999)),
            false,
        ),
        (format!("{HEAD}<p>Text</p>{}", noindex.to_uppercase()), true),
        (format!("{HEAD}<body>{SCRIPT}{noindex}"), true),
        (format!("{HEAD}<body><!-- {noindex} -->"), false),
        (
            format!("{HEAD}<body><meta name=robots content=index>"),
            false,
        ),
        (
            format!("{HEAD}<meta name=description content=bottle><body>"),
            false,
        ),
    ] {
        for (way, read) in ways(page.as_bytes(), &[1, 7, page.len()], Ending::Whole) {
            let absent = Assumed::new().with(Input::Fields);
            let policy = Policy::new().with_document(read).with_assumed(absent);
            let found: Vec<_> = policy.diagnostics().map(place).collect();
            let at = page.to_lowercase().rfind("noindex").unwrap_or_default();
            let expected = has_one.then(|| (DiagnosticCode::NotCounted, Span::new(at, at + 7)));
            assert_eq!(found, Vec::from_iter(expected), "{way}: {page}");
            let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
            assert_eq!(verdict.index(), Some(true), "{way}: {page}");
        }
    }
}
