//! Reads documents whole, byte by byte and split at every point, and checks the properties of every reading.
#![allow(dead_code)] // each test file uses what it needs

use std::ops::Deref;
use std::path::PathBuf;

use proptest::prelude::*;
use robots_policy::meta::{Metas, Placement};
use robots_policy::{DiagnosticCode, MetaExtractor, Parsed, Scope, Signal, Statement};
use robots_policy_kit::files::{below, root};

use crate::common::{html, wide};

/// Thousands of documents, and as many more as `PROPTEST_CASES` requires.
pub(crate) fn config() -> ProptestConfig {
    let config = ProptestConfig::default();
    ProptestConfig {
        cases: config.cases.max(4096),
        failure_persistence: None,
        ..config
    }
}

/// The pages below a folder of the repository.
pub(crate) fn pages(folder: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = root().join(folder);
    if !folder.is_dir() {
        println!("skipped: no pages at {}", folder.display());
        return Vec::new();
    }
    let paths = below(&folder).into_iter();
    let paths = paths.filter(|path| path.extension().is_some_and(|end| end == "html"));
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).unwrap();
        (path, bytes)
    };
    paths.map(read).collect()
}

/// A document in an encoding, with some bytes inserted that may be invalid in it.
pub(crate) fn encoded(
    html: &str,
    encoding: &str,
    noise: &[(prop::sample::Index, Vec<u8>)],
) -> Vec<u8> {
    let mut bytes: Vec<u8> = match encoding {
        "utf-16le" => wide(html),
        "utf-16be" => html.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        _ => html.as_bytes().to_vec(),
    };
    for (at, more) in noise {
        let at = at.index(bytes.len() + 1);
        bytes.splice(at..at, more.iter().copied());
    }
    bytes
}

/// Each encoding in which a byte of ASCII may be part of a character, and some in which it never is.
pub(crate) fn encodings() -> Vec<String> {
    crate::rows(include_str!("rows/encodings.jsonl"))
}

/// Reads `document` in every chunking and returns the one answer.
#[track_caller]
pub(crate) fn read(new: impl Fn() -> MetaExtractor, document: &[u8]) -> Parsed<Metas> {
    let whole = feed(new(), [document]);
    let bytewise = feed(new(), document.chunks(1));
    assert_eq!(bytewise, whole, "byte by byte: {}", document.escape_ascii());
    let step = document.len() / 512 + 1;
    for at in (0..document.len()).step_by(step) {
        let (head, tail) = document.split_at(at);
        let split = feed(new(), [head, tail]);
        assert_eq!(split, whole, "split at {at}: {}", document.escape_ascii());
    }
    check_spans(&whole, document);
    whole
}

/// Feeds chunks until the extractor has enough.
pub(crate) fn feed<'a>(
    mut metas: MetaExtractor,
    chunks: impl IntoIterator<Item = &'a [u8]>,
) -> Parsed<Metas> {
    for chunk in chunks {
        if metas.feed(chunk).is_done() {
            break;
        }
    }
    metas.finish()
}

/// Every signal points at bytes of the document that state it.
#[track_caller]
pub(crate) fn check_spans(parsed: &Parsed<Metas>, document: &[u8]) {
    for signal in &parsed.value {
        let place = signal.provenance();
        let bytes = place.span().of(document);
        // ISO-2022-JP may switch back to ASCII within a word.
        if place.text().is_ascii() && !bytes.contains(&0x1B) {
            // UTF-16 has a NUL beside each character of ASCII.
            let narrow = |bytes: &[u8]| -> Vec<u8> {
                bytes.iter().copied().filter(|byte| *byte != 0).collect()
            };
            assert_eq!(
                narrow(bytes),
                narrow(place.text().as_bytes()),
                "{}",
                document.escape_ascii()
            );
        }
        // The replacement of a broken character is one piece with the character after it, even with a closing quote.
        if place.text().contains('\u{fffd}') {
            continue;
        }
        match signal.statement() {
            // A pointer and a text are quoted as they are; a reference in an address is spelled there.
            Statement::License(address) | Statement::TdmPolicy(address) => {
                assert!(place.text() == &**address || place.text().contains(['&', '\r', '\0']));
                continue;
            }
            Statement::InlineLicense(text) => {
                assert_eq!(place.text(), &**text);
                continue;
            }
            Statement::Preference(..) => continue,
            _ => {}
        }
        let quote = if place.text().contains('"') {
            '\''
        } else {
            '"'
        };
        let again = format!("<meta name=robots content={quote}{}{quote}>", place.text());
        let metas = html();
        let again = feed(metas, [again.as_bytes()]).value;
        let statements: Vec<&Statement> = again.iter().map(Signal::statement).collect();
        assert_eq!(statements, [signal.statement()], "{}", place.text());
    }
    for diagnostic in &parsed.diagnostics {
        assert!(
            diagnostic.provenance().span().end <= document.len(),
            "{diagnostic}"
        );
    }
}

/// Whether a signal is a licence, that a link points at or a script holds.
pub(crate) fn is_license(signal: &Signal) -> bool {
    matches!(
        signal.statement(),
        Statement::License(_) | Statement::InlineLicense(_)
    )
}

/// Placements and texts of the signals.
pub(crate) fn places(parsed: &Parsed<Metas>) -> Vec<(Placement, &str)> {
    let place = |signal: &Signal| signal.provenance().source().placement();
    let signals = parsed.value.iter();
    signals.filter_map(|s| Some((place(s)?, text(s)))).collect()
}

/// Where the signals are, in their order.
pub(crate) fn placements(parsed: &Parsed<Metas>) -> Vec<Placement> {
    places(parsed).into_iter().map(|(place, _)| place).collect()
}

pub(crate) fn text(signal: &Signal) -> &str {
    signal.provenance().text()
}

pub(crate) fn texts<T: Deref<Target = [Signal]>>(parsed: &Parsed<T>) -> Vec<&str> {
    parsed.value.iter().map(text).collect()
}

pub(crate) fn codes<T>(parsed: &Parsed<T>) -> Vec<DiagnosticCode> {
    let found = parsed.diagnostics.iter();
    found.map(robots_policy::Diagnostic::code).collect()
}

pub(crate) fn code_names<T>(parsed: &Parsed<T>) -> Vec<&'static str> {
    let codes = codes(parsed).into_iter();
    codes.map(DiagnosticCode::name).collect()
}

/// The statements with their placements and scopes, without their bytes.
pub(crate) fn statements(parsed: &Parsed<Metas>) -> Vec<(Option<Placement>, Scope, Statement)> {
    let statement = |s: &Signal| {
        let placement = s.provenance().source().placement();
        (placement, s.scope().clone(), s.statement().clone())
    };
    parsed.value.iter().map(statement).collect()
}

/// All placements that can count.
pub(crate) const EVERYWHERE: [Placement; 3] =
    [Placement::Head, Placement::Noscript, Placement::Body];

/// One of the pieces of a head, whole or a half.
pub(crate) fn piece() -> impl Strategy<Value = String> {
    prop::sample::select(crate::rows::<String>(include_str!("rows/pieces.jsonl")))
}

/// Lead bytes, trail bytes that are ASCII, whole characters, halves of UTF-16, switches of ISO-2022-JP, and invalid
/// bytes; each a text whose characters are octets.
pub(crate) fn octets() -> impl Strategy<Value = Vec<u8>> {
    let lines = include_str!("../../src/page/html/tests/octets.jsonl");
    prop::sample::select(crate::rows::<String>(lines)).prop_map(|text| crate::octets(&text))
}
