//! AI-use preferences in fields: `Content-Usage`, `Content-Signal`, and `noimageai` of an image.

use robots_policy::header::Fields;
use robots_policy::ledger::{self, Assumed};
use robots_policy::uses::{Answer, Label};
use robots_policy::{
    Diagnostic, DiagnosticCode, HeaderReader, Limits, Parsed, Policy, Scope, Severity, Signal,
    Source, Span, Statement,
};

use crate::common::{fields, headers, heard};
use crate::meta_harness::code_names;
use crate::rows;

fn usage(value: &str) -> Parsed<Fields> {
    fields(&[("Content-Usage", value)])
}

fn signal(value: &str) -> Parsed<Fields> {
    fields(&[("Content-Signal", value)])
}

/// The statements, each with its text.
fn said(read: &Parsed<Fields>) -> Vec<String> {
    let signals = read.value.iter();
    signals
        .map(|signal| format!("{} «{}»", signal.statement(), signal.provenance().text()))
        .collect()
}

#[test]
fn r_200_r_204_a_valid_dictionary() {
    for (value, expected) in rows::<(String, String)>(include_str!("rows/usage.jsonl")) {
        assert_eq!(said(&usage(&value)).join(", "), expected, "{value}");
    }
}

#[test]
fn r_201_an_invalid_dictionary_states_nothing_and_lists_what_is_lost() {
    for (value, lost) in rows::<(String, String)>(include_str!("rows/usage_faults.jsonl")) {
        let read = usage(&value);
        assert!(read.value.is_empty(), "{value}");
        let texts = |code: &str| {
            let found = read
                .diagnostics
                .iter()
                .filter(|found| found.code().name() == code);
            found
                .map(|found| found.provenance().text().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(texts("usage-unreadable").len(), 1, "{value}");
        assert_eq!(texts("usage-unheard").join("|"), lost, "{value}");
    }
}

#[test]
fn r_202_lines_are_one_dictionary_and_the_last_member_counts() {
    let read = fields(&[
        ("Content-Usage", "train-ai=n"),
        ("content-usage", " train-ai=y"),
    ]);
    assert_eq!(said(&read), ["aipref:train-ai: allow «train-ai=y»"]);
    assert_eq!(read.value[0].provenance().line(), Some(2));
    assert_eq!(read.value[0].provenance().span(), Span::new(1, 11));
    assert_eq!(code_names(&read), ["usage-duplicate"]);
    assert_eq!(read.diagnostics[0].provenance().line(), Some(1));
    let same = usage("train-ai=n, train-ai=n;x");
    assert_eq!(said(&same), ["aipref:train-ai: disallow «train-ai=n;x»"]);
    assert!(code_names(&same).is_empty());
    let silent = usage("train-ai=n, train-ai=x");
    assert!(silent.value.is_empty());
    assert_eq!(
        code_names(&silent),
        ["usage-duplicate", "usage-unknown-value"]
    );
}

#[test]
fn r_203_other_labels_have_no_effect_and_a_reason() {
    let read = usage("genai=n, ai-input=n, trian-ai=n, foo=?1;x");
    assert!(read.value.is_empty());
    let messages: Vec<_> = read.diagnostics.iter().map(ToString::to_string).collect();
    let expected: Vec<String> = rows(include_str!("rows/other_labels.jsonl"));
    assert_eq!(messages, expected);
}

#[test]
fn r_225_r_226_signals_are_read_leniently() {
    type Row = (String, String, String);
    for (value, expected, found) in rows::<Row>(include_str!("rows/signals.jsonl")) {
        let read = signal(&value);
        let heard: Vec<_> = read
            .value
            .iter()
            .map(|signal| signal.statement().to_string())
            .collect();
        let heard = heard.join(", ").replace("content-signal:", "");
        assert_eq!(heard, expected, "{value}");
        assert_eq!(code_names(&read).join(" "), found, "{value}");
    }
    assert_eq!(
        signal("ai_train=no").diagnostics[0].meant(),
        Some("ai-train")
    );
}

#[test]
fn r_237_names_that_are_near_are_reported() {
    for (name, meant) in rows::<(String, Option<String>)>(include_str!("rows/near_fields.jsonl")) {
        let read = fields(&[(name.as_str(), "ai-train=no")]);
        assert!(read.value.is_empty());
        let found = read.diagnostics.first().and_then(Diagnostic::meant);
        assert_eq!(found, meant.as_deref(), "{name}");
    }
}

/// Of a field over the limit only the restrictions before it count, whatever its kind.
#[test]
fn r_298_a_field_over_the_limit_permits_nothing() {
    let long = "x=y, ".repeat(Limits::FIELD_FLOOR / 5);
    for (name, start) in [
        ("Content-Usage", "train-ai=n, search=y, "),
        ("Content-Signal", "ai-train=no, search=yes, use=full, "),
    ] {
        let value = format!("{start}{long}ai-train=yes, train-ai=y");
        let read = fields(&[(name, &value)]);
        assert_eq!(read.value.len(), 1, "{name}");
        let source = read.value[0].provenance().source();
        let cut = read
            .diagnostics
            .iter()
            .filter(|found| found.code() == DiagnosticCode::FieldTruncated);
        assert_eq!(cut.count(), 1);
        assert!(read.diagnostics.len() <= 258);
        let policy = Policy::new().with_fields(read);
        let verdict = heard(&policy);
        assert_eq!(verdict.truncated().collect::<Vec<_>>(), [source]);
    }
}

#[test]
fn r_275_noimageai_is_a_preference_where_the_response_is_an_image() {
    let robots = ("X-Robots-Tag", "ExampleBot: noimageai, noindex");
    for (media, is_image) in [
        ("image/png", true),
        (" IMAGE/svg+xml; a=b", true),
        ("text/html", false),
    ] {
        let read = fields(&[robots, ("content-type", media)]);
        assert_eq!(read.value.len(), if is_image { 3 } else { 2 }, "{media}");
        if is_image {
            let [directive, preference] = &read.value[..2] else {
                unreachable!()
            };
            let expected = Statement::Preference(Label::NoImageAi, Answer::Disallow);
            assert_eq!(preference.statement(), &expected);
            assert_eq!(preference.scope(), &"ExampleBot".parse::<Scope>().unwrap());
            assert_eq!(preference.provenance(), directive.provenance());
        }
    }
    assert_eq!(fields(&[robots]).value.len(), 2);
}

/// each member is at its bytes, in its own line.
#[test]
fn every_member_is_at_its_bytes() {
    let lines = [
        ("Content-Usage", "  x=\"train-ai=n\", train-ai=n;a=\":\""),
        ("Content-Usage", "\tsearch=y"),
        ("Content-Signal", " ai-train = no ;use=full"),
        ("Content-Signal", "search=\"yes\""),
    ];
    let read = fields(&lines);
    assert_eq!(read.value.len(), 5, "{read:?}");
    let diagnostics = read.diagnostics.iter().map(Diagnostic::provenance);
    for at in read.value.iter().map(Signal::provenance).chain(diagnostics) {
        let own = lines
            .iter()
            .filter(|(name, _)| name.eq_ignore_ascii_case(at.source().name()));
        let (_, line) = own.clone().nth(at.line().unwrap() - 1).unwrap();
        assert_eq!(at.span().of(line.as_bytes()), at.text().as_bytes());
    }
}

/// A map of fields gives the result of their lines, except the order of different fields.
#[test]
fn a_map_and_lines_agree() {
    let lines = [
        ("content-signal", "ai-train=no; x=y"),
        ("content-type", "image/png"),
        ("x-robots-tag", "noimageai"),
        ("x-robots-tag", "b: nofollow"),
        ("robots-tag", "*;noarchive"),
        ("content-usage", "train-ai=n, train-ai=y"),
        ("content-signal", "use=full, use=reference"),
        ("content-usage", "Search=n"),
        ("content-signals", "a=b"),
    ];
    let [of_lines, of_map] =
        [fields(&lines), HeaderReader::new().read(&headers(&lines))].map(|read| {
            let (mut signals, mut found) = (read.value.to_vec(), read.diagnostics);
            signals.sort();
            found.sort();
            (signals, found)
        });
    assert_eq!(of_lines, of_map);
    assert_eq!(of_lines.0.len(), 7, "{of_lines:?}");
}

/// The fields change no answer about the page.
#[test]
fn r_223_r_293_preferences_change_no_other_answer() {
    let read = fields(&[
        ("Content-Usage", "search=n, train-ai=n"),
        ("Content-Signal", "search=no"),
    ]);
    assert!(read.value.iter().all(|signal| signal.directive().is_none()));
    assert!(
        read.value
            .iter()
            .all(|signal| signal.scope() == &Scope::Global)
    );
    assert_eq!(read.value[0].provenance().source(), Source::ContentUsage);
    let policy = Policy::new()
        .with_fields(read)
        .with_assumed(Assumed::new().with(ledger::Input::Document));
    let verdict = heard(&policy);
    assert!(verdict.may_index() && verdict.may_follow() && verdict.may_archive());
    assert!(
        usage("search=n,")
            .diagnostics
            .iter()
            .all(|found| found.severity() > Severity::Notice)
    );
}

/// CR, LF and NUL in a value are blanks (RFC 9110 §5.5), and no part of a name.
#[test]
fn r_12_octets_that_no_value_may_have_are_blanks() {
    let lines: Vec<(String, String)> = rows(include_str!("rows/octets_in_fields.jsonl"));
    for (name, value) in lines {
        let read = fields(&[(&name, &value)]);
        let mut texts = read.value.iter().map(|signal| signal.provenance().text());
        assert!(texts.any(|text| text == "noindex"), "{name}: {value:?}");
    }
    let read = fields(&[("Content-Usage", "train-ai=n\0")]);
    assert!(read.diagnostics.is_empty() && read.value.len() == 1);
}
