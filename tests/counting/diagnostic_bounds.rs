//! However unusual a text is, its diagnostics are few, and the signals read from it take little memory. No signal and no
//! diagnostic about a restriction that was lost is left out.

use robots_policy::{Diagnostic, DiagnosticCode, HeaderReader, MetaExtractor};
use robots_policy_kit::counting::{Taken, counted};

fn codes(found: &[Diagnostic], code: DiagnosticCode) -> usize {
    found.iter().filter(|found| found.code() == code).count()
}

/// How many statements a field has, and the diagnostics.
fn field(name: &str, value: &str) -> (usize, Vec<Diagnostic>) {
    let read = HeaderReader::new().read_lines([(name, value)]);
    (read.value.len(), read.diagnostics)
}

fn content(value: &str) -> (usize, Vec<Diagnostic>) {
    let mut metas = MetaExtractor::new();
    let _ = metas.feed(format!("<meta name=robots content='{value}'>").as_bytes());
    let read = metas.finish();
    (read.value.len(), read.diagnostics)
}

#[test]
fn a_long_content_of_unknown_prefixes_takes_little_room() {
    // A character reference also takes an entry in a map; no other part of the text is kept more than a few times.
    for (piece, room, most) in [
        ("x: ", 4, 257),
        ("x y: ", 4, 1),
        ("<>,", 4, 257),
        ("&#120;: ", 16, 257),
    ] {
        let page = format!(
            "<meta name=robots content='{}noindex'>",
            piece.repeat(1_500_000 / piece.len())
        );
        let (read, taken) = counted(|| {
            let mut metas = MetaExtractor::new();
            let _ = metas.feed(page.as_bytes());
            metas.finish()
        });
        let omitted = usize::from(most > 1);
        assert_eq!(
            codes(&read.diagnostics, DiagnosticCode::DiagnosticsOmitted),
            omitted,
            "{piece}"
        );
        assert_eq!(read.diagnostics.len(), most, "{piece}");
        assert!(taken.peak < page.len() * room, "{piece}: {taken:?}");
    }
}

#[test]
fn diagnostics_about_one_text_are_few() {
    for piece in ["x: ", "a=1, ", "<>, ", "a0 b, ", "b;a; ,"] {
        let text = piece.repeat(8_000 / piece.len());
        for (_, found) in [
            field("X-Robots-Tag", &text),
            field("Robots-Tag", &text),
            content(&text),
        ] {
            assert!(found.len() <= 257, "{piece}");
            let marks = codes(&found, DiagnosticCode::DiagnosticsOmitted);
            assert!(marks == usize::from(found.len() == 257), "{piece}");
        }
    }
}

#[test]
fn a_lost_restriction_is_reported_however_late() {
    let many = "a=1, ".repeat(400);
    let late = format!("{many}max-snippet:x, noindex, unavailable_after: soon");
    for (signals, found) in [field("X-Robots-Tag", &late), content(&late)] {
        assert_eq!(signals, 401);
        assert_eq!(codes(&found, DiagnosticCode::DiagnosticsOmitted), 1);
        let lost: Vec<_> = found[257..].iter().map(|r| r.provenance().text()).collect();
        assert_eq!(lost, ["max-snippet:x", "unavailable_after: soon"]);
    }
    let late = format!("{many}*;max-snippet=(, *;noindex, *;max-snippet");
    let (signals, found) = field("Robots-Tag", &late);
    assert_eq!(signals, 1);
    let lost: Vec<_> = found[257..].iter().map(Diagnostic::code).collect();
    assert_eq!(
        lost,
        [DiagnosticCode::InvalidRule, DiagnosticCode::MissingValue]
    );
}

#[test]
fn a_signal_takes_one_allocation_at_most() {
    for line in include_str!("values.jsonl").lines() {
        let (name, value): (String, String) = serde_json::from_str(line).unwrap();
        let name = http::HeaderName::from_bytes(name.as_bytes()).unwrap();
        let headers = http::HeaderMap::from_iter([(name, value.parse().unwrap())]);
        let reader = HeaderReader::new();
        let (read, taken) = counted(|| reader.read(&headers));
        assert!(taken.allocations <= read.value.len(), "{value}: {taken:?}");
    }
    let (read, taken) = counted(|| HeaderReader::new().read(&http::HeaderMap::new()));
    assert!(read.value.is_empty());
    assert_eq!(taken, Taken::default());
}
