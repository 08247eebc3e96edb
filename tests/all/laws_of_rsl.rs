//! Laws of licences in RSL: a prohibition never loosens, order decides nothing, a document that was cut states nothing.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use robots_policy::uses::{Answer, Rsl};

use crate::rows;
use crate::rsl::{URL, answers};

fn document(contents: &[String]) -> Rsl {
    let root = format!(
        "<rsl xmlns='https://rslstandard.org/rsl'>{}</rsl>",
        contents.concat()
    );
    let rsl = Rsl::parse(root.as_bytes()).value;
    assert!(rsl.is_conforming(), "{root}");
    rsl
}

const USES: [&str; 8] = [
    "all", "ai-all", "ai-train", "ai-input", "ai-index", "search", "train-ai", "unknown",
];
fn urls() -> Vec<String> {
    rows(include_str!("rows/rsl_urls.jsonl"))
}
fn targets() -> Vec<String> {
    rows(include_str!("rows/rsl_targets.jsonl"))
}

fn list(name: &'static str) -> impl Strategy<Value = String> {
    vec(select(&USES[..]), 0..3)
        .prop_map(move |uses| format!("<{name} type='usage'>{}</{name}>", uses.join(" ")))
}

fn license() -> impl Strategy<Value = String> {
    let permits = prop::option::of(list("permits")).prop_map(Option::unwrap_or_default);
    (
        permits,
        prop::option::of(list("prohibits")),
        select(rows::<String>(include_str!("rows/rsl_conditions.jsonl"))),
    )
        .prop_map(|(permits, prohibits, condition)| {
            let prohibits = prohibits.unwrap_or_default();
            format!("<license>{permits}{prohibits}{condition}</license>")
        })
}

fn content() -> impl Strategy<Value = (String, Vec<String>)> {
    (select(urls()), vec(license(), 0..3))
}

fn written((url, licenses): &(String, Vec<String>)) -> String {
    format!("<content url='{url}'>{}</content>", licenses.concat())
}

proptest! {
    /// A content, or a licence of a content, that only prohibits: what was disallowed stays so, and what it prohibits is.
    #[test]
    fn r_267_a_prohibition_never_loosens(
        contents in vec(content(), 1..4),
        url in select(urls()),
        prohibition in list("prohibits"),
        place in 0_usize..5,
    ) {
        let before = document(&contents.iter().map(written).collect::<Vec<_>>());
        let licence = format!("<license>{prohibition}</license>");
        let mut after = contents.clone();
        match after.get_mut(place) {
            Some((_, licenses)) => licenses.push(licence),
            None => after.push((url, vec![licence])),
        }
        let after = document(&after.iter().map(written).collect::<Vec<_>>());
        for target in targets() {
            let after = answers(&after, &target);
            for (label, answer) in answers(&before, &target) {
                let now = after.get(&label).copied();
                prop_assert!(now.is_some(), "{label} is not stated any more");
                prop_assert!(answer != Answer::Disallow || now == Some(answer), "{label}");
            }
        }
    }

    #[test]
    fn r_267_order_is_irrelevant(contents in vec(content(), 1..4)) {
        let forward: Vec<String> = contents.iter().map(written).collect();
        let mut backward = contents.clone();
        backward.reverse();
        for (_, licenses) in &mut backward {
            licenses.reverse();
        }
        let backward: Vec<String> = backward.iter().map(written).collect();
        for target in targets() {
            prop_assert_eq!(
                answers(&document(&forward), &target),
                answers(&document(&backward), &target)
            );
        }
    }

    /// A document that is cut anywhere states nothing.
    #[test]
    fn r_264_a_cut_document_states_nothing(contents in vec(content(), 1..3)) {
        let contents: String = contents.iter().map(written).collect();
        let whole = format!("<rsl xmlns='https://rslstandard.org/rsl'>{contents}</rsl>");
        for len in 0..whole.len() {
            let read = Rsl::parse(&whole.as_bytes()[..len]);
            prop_assert!(!read.value.is_conforming());
            prop_assert_eq!(read.diagnostics.len(), 1);
            prop_assert!(read.value.stated(URL, "/").is_empty());
        }
    }
}
