//! A full parse into a tree says the same as the extractor: on real pages, and on random soup.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use crate::meta_harness::{EVERYWHERE, PIECES, check_spans, feed, statements};
use proptest::prelude::*;
use robots_policy::{MetaExtractor, MetaRules, Parsed, Placement, Signal, signals_from_metas};
use robots_policy_checks::tree::{Metas, metas};

/// `None` where the oracle itself panics.
fn oracle(html: &str) -> Option<Metas> {
    catch_unwind(AssertUnwindSafe(|| metas(html))).ok()
}

/// Compares what the oracle and the extractor say about a page that comes in chunks of these sizes.
fn compare(html: &str, chunks: &[usize]) -> Result<(), TestCaseError> {
    let Some(metas) = oracle(html) else {
        return Ok(());
    };
    let pairs = || {
        metas
            .iter()
            .map(|(name, content, place)| (&**name, &**content, *place))
    };
    let rules = MetaRules::new().with_placements([Placement::Head]);
    let head = pairs().filter(|(_, _, place)| *place == Placement::Head);
    let expected = signals_from_metas(head, &rules);
    for chunk in chunks {
        let found = read(&rules, html, *chunk);
        prop_assert_eq!(
            statements(&found),
            statements(&expected),
            "by {}: {:?}",
            chunk,
            html
        );
        check_spans(&found, html.as_bytes());
    }
    // A frameset replaces the body. A noscript that was in the body counts before that is known.
    let rules = if html.contains("<frameset") {
        rules.with_placements([Placement::Head, Placement::Body])
    } else {
        rules.with_placements(EVERYWHERE)
    };
    let expected = signals_from_metas(pairs(), &rules);
    let found = read(&rules, html, html.len().max(1));
    // The tree has what a table throws out in front of the table.
    prop_assert_eq!(
        sorted(&found),
        sorted(&expected),
        "with the body: {:?}",
        html
    );
    Ok(())
}

fn read(rules: &MetaRules, html: &str, chunk: usize) -> Parsed<Vec<Signal>> {
    let metas = MetaExtractor::new().with_content_type("text/html; charset=utf-8");
    feed(
        metas.with_rules(rules.clone()),
        html.as_bytes().chunks(chunk),
    )
}

fn sorted(parsed: &Parsed<Vec<Signal>>) -> Vec<String> {
    let mut all: Vec<String> = statements(parsed)
        .iter()
        .map(|s| format!("{s:?}"))
        .collect();
    all.sort();
    all
}

/// Thousands of documents, and as many more as `PROPTEST_CASES` asks for.
fn config() -> ProptestConfig {
    let config = ProptestConfig::default();
    ProptestConfig {
        cases: config.cases.max(4096),
        failure_persistence: None,
        ..config
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn r_98_random_soup_reads_as_the_tree_says(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 1..16),
        chunk in prop::sample::select(&[1_usize, 2, 3, 5, 8, 13, 1460][..]),
    ) {
        let html = pieces.concat();
        compare(&html, &[chunk])?;
        let rules = MetaRules::new().with_placements(EVERYWHERE);
        prop_assert_eq!(read(&rules, &html, chunk), read(&rules, &html, 1000), "{:?}", html);
    }
}

#[test]
fn r_98_real_pages_read_as_the_tree_says() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/html");
    let Ok(entries) = std::fs::read_dir(&corpus) else {
        println!("skipped: no pages at ../shared/corpus/html");
        return;
    };
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    for path in paths {
        let bytes = std::fs::read(&path).unwrap();
        let html = String::from_utf8_lossy(&bytes);
        if let Err(error) = compare(&html, &[1460, html.len().max(1)]) {
            panic!("{}: {error}", path.display());
        }
    }
}
