//! `TDMRep` in fields and metas: values, several of them, places, and which place has the last word.

use proptest::prelude::*;
use robots_policy::header::Fields;
use robots_policy::ledger::{Assumed, Document, Extent};
use robots_policy::meta::{MetaRules, Metas, Placement, signals_from_metas};
use robots_policy::uses::{Activity, Answer, Label, Uses};
use robots_policy::{Client, HeaderReader, MetaExtractor, Parsed, Policy, Source, Timestamp};

use crate::common::headers;
use crate::meta_harness::{code_names, read, texts};
use crate::rows;

fn fields(lines: &[(&str, &str)]) -> Parsed<Fields> {
    let read = HeaderReader::new().read_lines(lines.iter().copied());
    let mapped = HeaderReader::new().read(&headers(lines));
    let sorted = |read: &Parsed<Fields>| {
        let mut all: Vec<String> = read
            .value
            .iter()
            .map(|signal| format!("{signal:?}"))
            .collect();
        all.extend(read.diagnostics.iter().map(|found| format!("{found:?}")));
        all.sort();
        all
    };
    assert_eq!(sorted(&read), sorted(&mapped), "{lines:?}");
    read
}

fn page(head: &str) -> Parsed<Metas> {
    let html = format!("<!DOCTYPE html><title>t</title>{head}<body>");
    read(MetaExtractor::new, html.as_bytes())
}

fn mine(sources: impl FnOnce(Policy) -> Policy) -> (Answer, Option<String>) {
    let policy = sources(Policy::new());
    let me = Client::new("ExampleBot").unwrap();
    let uses = policy
        .verdict(&me, "https://example.com/a", Timestamp::from_unix(0))
        .uses();
    let policy = uses.tdm_policy().map(str::to_owned);
    (uses.preference(Label::TdmMine), policy)
}

#[test]
fn r_242_r_243_r_248_values_in_a_field_and_in_a_meta_mean_the_same() {
    type Row = (String, String, Vec<String>);
    // A value, the answer that it gives, and the codes of its diagnostics.
    for (value, answer, expected) in rows::<Row>(include_str!("rows/reservations.jsonl")) {
        let field = fields(&[("TDM-Reservation", value.as_str())]);
        assert_eq!(code_names(&field), expected, "{value}");
        assert_eq!(mine(|p| p.with_fields(field)).0.name(), answer, "{value}");
        let value = value.replace('"', "&quot;");
        let meta = page(&format!(
            "<META NAME=\"TDM-Reservation\" CONTENT=\"{value}\">"
        ));
        assert_eq!(code_names(&meta)[..expected.len()], *expected, "{value}");
        assert_eq!(mine(|p| p.with_document(meta)).0.name(), answer, "{value}");
    }
}

#[test]
fn r_243_several_lines_and_several_metas() {
    let lines = fields(&[("tdm-reservation", "0"), ("TDM-RESERVATION", "1")]);
    assert_eq!(texts(&lines), ["0", "1"]);
    assert_eq!(code_names(&lines), ["tdm-conflict"]);
    assert_eq!(lines.diagnostics[0].provenance().line(), Some(1));
    assert_eq!(mine(|p| p.with_fields(lines)).0, Answer::Disallow);
    let metas = page("<meta name=tdm-reservation content=1><meta name=tdm-reservation content=0>");
    assert!(code_names(&metas).contains(&"tdm-conflict"));
    assert_eq!(mine(|p| p.with_document(metas)).0, Answer::Disallow);
    let pairs = [
        ("tdm-reservation", "0", Placement::Head),
        ("TDM-reservation", "1", Placement::Noscript),
    ];
    let pairs = signals_from_metas(pairs, &MetaRules::new());
    assert_eq!(
        (code_names(&pairs), texts(&pairs)),
        (vec!["tdm-conflict"], vec!["0", "1"])
    );
}

#[test]
fn r_248_metas_count_where_robots_metas_do() {
    let meta = "<meta name=tdm-reservation content=1>";
    for (head, answer) in rows::<(String, String)>(include_str!("rows/tdm_metas.jsonl")) {
        let page = page(&head);
        assert_eq!(mine(|p| p.with_document(page)).0.name(), answer, "{head}");
    }
    let everywhere = MetaRules::new().with_placements([Placement::Head, Placement::Body]);
    let html = format!("<title>t</title><p>{meta}");
    let body = read(
        || MetaExtractor::new().with_rules(everywhere.clone()),
        html.as_bytes(),
    );
    assert_eq!(mine(|p| p.with_document(body)).0, Answer::Disallow);
    let only_body_read = MetaRules::new().with_placements([Placement::Body]);
    let head = page(meta);
    assert!(!code_names(&head).contains(&"not-counted"));
    let head = read(
        || MetaExtractor::new().with_rules(only_body_read.clone()),
        meta.as_bytes(),
    );
    assert!(
        code_names(&head).contains(&"not-counted"),
        "{:?}",
        code_names(&head)
    );
}

#[test]
fn r_249_a_meta_has_the_last_word_over_a_field_each_property_by_itself() {
    let field = || {
        fields(&[
            ("tdm-reservation", "0"),
            ("tdm-policy", "https://example.com/f"),
        ])
    };
    let meta = page("<meta name=tdm-reservation content=1>");
    let expected = (Answer::Disallow, Some("https://example.com/f".to_owned()));
    let meta_last = mine(|p| p.with_fields(field()).with_document(meta.clone()));
    assert_eq!(meta_last, expected);
    let field_last = mine(|p| p.with_document(meta).with_fields(field()));
    assert_eq!(field_last, expected);
    let unset = page("<meta name=tdm-reservation content=yes>");
    assert_eq!(
        mine(|p| p.with_fields(field()).with_document(unset)).0,
        Answer::Allow,
        "unset leaves earlier carriers alone"
    );
}

#[test]
fn r_250_r_251_a_policy_is_an_address_and_no_answer() {
    let alone = fields(&[("TDM-Policy", "https://example.com/a,b")]);
    assert_eq!(texts(&alone), ["https://example.com/a,b"]);
    assert_eq!(alone.value[0].provenance().source(), Source::TdmPolicy);
    assert_eq!(mine(|p| p.with_fields(alone)), (Answer::Unstated, None));
    let joined = fields(&[("TDM-Policy", "/a, /b")]);
    assert_eq!(
        texts(&joined),
        texts(&fields(&[("TDM-Policy", "/a"), ("TDM-Policy", "/b")]))
    );
    for value in ["", "a b", "\u{e9}\u{80}"] {
        assert_eq!(
            code_names(&fields(&[("TDM-Policy", value)])),
            ["tdm-unset"],
            "{value:?}"
        );
    }
    let free = fields(&[("tdm-reservation", "0"), ("tdm-policy", "/p")]);
    assert_eq!(mine(|p| p.with_fields(free)), (Answer::Allow, None));
    let meta = page("<meta name=tdm-policy content=' /p '><meta name=tdm-reservation content=1>");
    let mined = mine(|p| p.with_document(meta));
    assert_eq!(mined, (Answer::Disallow, Some(String::from("/p"))));
    assert!(code_names(&page("<meta name=tdm-policy content=' '>")).contains(&"tdm-unset"));
}

#[test]
fn r_221_r_236_fields_of_other_vocabularies_are_no_metas() {
    for head in rows::<String>(include_str!("rows/no_metas.jsonl")) {
        let read = page(&head);
        assert!(read.value.is_empty(), "{head}");
        assert!(code_names(&read).contains(&"use-not-counted"), "{head}");
    }
}

#[test]
fn r_298_a_field_over_its_limit_keeps_what_is_whole() {
    for (last, answer) in [("1", Answer::Disallow), ("0", Answer::Allow)] {
        let long = format!("{last}, {}", "0,".repeat(5000));
        let read = fields(&[("tdm-reservation", &long)]);
        assert!(code_names(&read).contains(&"field-truncated"));
        assert_eq!(mine(|p| p.with_fields(read)).0, answer);
    }
    let many = fields(&[("tdm-reservation", &"1,0,x,".repeat(1000))]);
    assert_eq!(
        many.value.len(),
        2,
        "a value that is repeated is one statement"
    );
    assert!(many.diagnostics.len() <= 260);
}

/// A statement of `TDMRep`: whether it is a meta, and its value.
fn tdm_statement() -> impl Strategy<Value = (bool, &'static str)> {
    (
        any::<bool>(),
        prop::sample::select(&["1", "0", "1,0", "x", ""][..]),
    )
}

fn uses_of(statements: &[(bool, &'static str)]) -> Uses {
    let of = |is_meta: bool| {
        let own = statements.iter().filter(move |(meta, _)| *meta == is_meta);
        own.map(|(_, value)| *value)
    };
    let lines = of(false).map(|value| ("TDM-Reservation", value));
    let metas = of(true).map(|value| ("tdm-reservation", value, Placement::Head));
    let policy = Policy::new()
        .with_fields(HeaderReader::new().read_lines(lines))
        .with_document(Document::read(
            signals_from_metas(metas, &MetaRules::new()),
            Extent::Searched,
        ))
        .with_assumed(Assumed::rest());
    let me = Client::new("ExampleBot").unwrap();
    policy.verdict(&me, "/", Timestamp::from_unix(0)).uses()
}

proptest! {
    /// The one exception is the rule of the vocabulary itself, and it is shown.
    #[test]
    fn r_249_one_more_statement_never_loosens_unless_it_supersedes(
        statements in prop::collection::vec(tdm_statement(), 0..5),
        more in tdm_statement(),
        at in any::<prop::sample::Index>(),
    ) {
        let before = uses_of(&statements);
        let mut longer = statements.clone();
        longer.insert(at.index(statements.len() + 1), more);
        let after = uses_of(&longer);
        for activity in Activity::ALL {
            let [was, is] = [&before, &after].map(|uses| uses.of(*activity).unwrap());
            let is_looser = was.restricts() && is < was;
            let superseded = after.preferences().iter().any(|stated| {
                stated.is_superseded() && stated.answer() == was
            });
            prop_assert!(!is_looser || more.0 && superseded, "{:?} and {:?}", statements, more);
        }
        longer.reverse();
        let reversed = uses_of(&longer);
        prop_assert_eq!(after.preference(Label::TdmMine), reversed.preference(Label::TdmMine));
    }
}
