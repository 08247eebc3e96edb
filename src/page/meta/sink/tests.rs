//! The sink beside the extractor.

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use proptest::prelude::*;

use super::*;
use crate::diagnostic::{Diagnostic, DiagnosticCode};
use crate::page::html::tests::piece;
use crate::page::meta::MetaExtractor;
use crate::provenance::Placement;
use crate::signal::Metas;

fn by_sink(html: &str, scripting_enabled: bool, rules: &MetaRules) -> Parsed<Metas> {
    let mut options = ParseOpts::default();
    options.tokenizer.discard_bom = false;
    options.tree_builder.scripting_enabled = scripting_enabled;
    let sink = MetaSink::new(NullSink::default(), rules.clone());
    parse_document(sink, options).one(html).1
}

fn words(parsed: &Parsed<Metas>) -> Vec<(Option<Placement>, &str)> {
    let place = |signal: &Signal| signal.provenance().source().placement();
    let signals = parsed.value.iter();
    signals.map(|s| (place(s), s.provenance().text())).collect()
}

#[test]
fn r_89_a_noscript_is_read_with_scripting_on_and_off() {
    let html = "<noscript><meta name=robots content=noindex></noscript><p>";
    for scripting_enabled in [true, false] {
        let parsed = by_sink(html, scripting_enabled, &MetaRules::new());
        assert_eq!(words(&parsed), [(Some(Placement::Noscript), "noindex")]);
    }
}

#[test]
fn a_line_is_the_number_among_all_metas() {
    let html = "<meta charset=utf-8><noscript><meta name=a content=b><meta name=robots content=none></noscript>\
                <meta name=c content=d><meta name=robots content=noindex>";
    for scripting_enabled in [true, false] {
        let parsed = by_sink(html, scripting_enabled, &MetaRules::new());
        let place = |signal: &Signal| {
            let provenance = signal.provenance();
            (provenance.line(), provenance.text().to_owned())
        };
        let places: Vec<_> = parsed.value.iter().map(place).collect();
        let expected = [
            (Some(3), "none".to_owned()),
            (Some(5), "noindex".to_owned()),
        ];
        assert_eq!(places, expected, "scripting: {scripting_enabled}");
    }
}

#[test]
fn r_105_a_noscript_of_many_attributes_is_read_to_its_end() {
    let many: Vec<String> = (0..200_000).map(|at| format!("a{at}")).collect();
    let attributes = format!("{} name=robots content=noindex", many.join(" "));
    let html = format!("<noscript><meta {attributes}></noscript>");
    let parsed = by_sink(&html, true, &MetaRules::new());
    assert_eq!(words(&parsed), [(Some(Placement::Noscript), "noindex")]);
}

#[test]
fn r_105_a_noscript_that_costs_too_much_is_reported_upon() {
    let html = format!("<noscript>{}</noscript>", "<div>".repeat(60_000));
    let parsed = by_sink(&html, true, &MetaRules::new());
    let codes: Vec<DiagnosticCode> = parsed.diagnostics.iter().map(Diagnostic::code).collect();
    assert_eq!(codes, [DiagnosticCode::TreeTooCostly]);
}

#[test]
fn r_90_a_noscript_in_a_template_is_in_the_template() {
    let html = "<template><noscript><meta name=robots content=noindex></noscript></template>";
    for scripting_enabled in [true, false] {
        let parsed = by_sink(html, scripting_enabled, &MetaRules::new());
        assert_eq!(words(&parsed), []);
        assert_eq!(parsed.diagnostics.len(), 1);
    }
}

proptest! {
    #[test]
    fn the_sink_and_the_bytes_say_the_same(
        pieces in prop::collection::vec(piece(include_str!("pieces.jsonl")), 1..12),
        body in any::<bool>(),
    ) {
        let html = pieces.concat();
        let mut rules = MetaRules::new();
        if body {
            rules = rules.with_placements(Placement::ALL.iter().copied());
        }
        let by_sink = by_sink(&html, true, &rules);
        let mut metas = MetaExtractor::new().with_rules(rules);
        let _ = metas.feed(html.as_bytes());
        let by_bytes = metas.finish();
        let in_head = |parsed: &Parsed<Metas>| -> Vec<(Option<Placement>, String)> {
            let words = words(parsed).into_iter();
            // A head-only reading does not see the noscripts of the body.
            let seen = words.filter(|(p, _)| body || *p == Some(Placement::Head));
            seen.map(|(place, word)| (place, word.to_owned())).collect()
        };
        prop_assert_eq!(in_head(&by_sink), in_head(&by_bytes), "{:?}", html);
    }
}
