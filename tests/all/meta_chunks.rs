//! A document gives the same signals, diagnostics and spans in every chunking.

use crate::common;
use crate::meta_harness::{check_spans, config, encoded, encodings, feed, octets, pages, piece};
use proptest::prelude::*;
use robots_policy::meta::{MetaRules, Placement};
use robots_policy::{Limits, MetaExtractor, ProductToken};

/// Compares the readings of a document as a whole and in chunks of these sizes.
fn compare(
    new: impl Fn() -> MetaExtractor,
    html: &[u8],
    chunks: &[usize],
) -> Result<(), TestCaseError> {
    let expected = feed(new(), [html]);
    for chunk in chunks {
        let found = feed(new(), html.chunks(*chunk));
        prop_assert_eq!(&found, &expected, "by {}: {}", chunk, html.escape_ascii());
    }
    Ok(())
}

fn rules(which: usize) -> MetaRules {
    let rules = MetaRules::new();
    match which {
        0 => rules,
        1 => rules.with_placements([Placement::Head]),
        2 => rules.with_placements([Placement::Noscript]),
        3 => rules.with_http_equiv(true),
        4 => rules.with_token(ProductToken::new("OtherBot").unwrap()),
        5 => rules.with_placements([]),
        _ => rules.with_placements(Placement::ALL.iter().copied()),
    }
}

const RULES: usize = 7;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn r_98_random_soup_reads_the_same(
        pieces in prop::collection::vec(piece(), 1..16),
        which in 0..RULES,
    ) {
        let html = pieces.concat();
        let new = || common::html().with_rules(rules(which));
        // A tag of a chunk is read as a whole if a few more bytes follow its name: longer chunks cut such tags too.
        compare(new, html.as_bytes(), &[1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144])?;
        check_spans(&feed(new(), [html.as_bytes()]), html.as_bytes());
    }

    #[test]
    fn r_101_bytes_of_other_encodings_read_the_same(
        pieces in prop::collection::vec(piece(), 1..10),
        noise in prop::collection::vec((any::<prop::sample::Index>(), octets()), 0..6),
        encoding in prop::sample::select(encodings()),
        chunk in 1..9_usize,
        which in 0..RULES,
    ) {
        let html = encoded(&pieces.concat(), &encoding, &noise);
        let content_type = format!("text/html; charset={encoding}");
        let new = || MetaExtractor::new().with_content_type(&content_type).with_rules(rules(which));
        compare(new, &html, &[chunk, 2 * chunk + 7])?;
        check_spans(&feed(new(), [&*html]), &html);
    }

    #[test]
    fn r_100_the_limit_cuts_the_same(
        pieces in prop::collection::vec(piece(), 1..10),
        cut in 0..64_usize,
        chunk in 1..9_usize,
    ) {
        let soup = pieces.concat();
        let floor = Limits::DOCUMENT_FLOOR;
        let html = format!("{}{soup} and so on", " ".repeat(floor - cut.min(soup.len())));
        let limits = Limits::default().with_document(floor);
        let new = || MetaExtractor::new().with_limits(limits);
        compare(new, html.as_bytes(), &[chunk, 512])?;
    }
}

/// A tag may be longer than the bytes of one that are kept, and have a `>` in a value.
#[test]
fn r_92_long_tags_read_the_same() {
    for len in [60, 3900, 4030, 4096, 4097, 9000] {
        for filler in ["a", "a > b ", "= ", "'", "é"] {
            let long = filler.repeat(len / filler.len());
            let html = format!(
                "<!doctype html><link title=\"{long}\" rel=license type=application/rsl+xml href=/l>\
                 <meta name=robots data-a=\"{long}\" content=noindex><script async a=\"{long}\">'<p>'</script>\
                 <meta content=nofollow lang=\"{long}\" name=robots></head><p>"
            );
            let new = || common::html();
            let whole = feed(new(), [html.as_bytes()]);
            assert_eq!(whole.value.len(), 3, "{whole:?}");
            if let Err(error) = compare(new, html.as_bytes(), &[1, 61, 512, 1460, 4095, 4096]) {
                panic!("{len} of {filler}: {error}");
            }
        }
    }
}

#[test]
fn r_98_real_pages_read_the_same() {
    for folder in ["fixtures", "../shared/corpus/html"] {
        for (path, html) in pages(folder) {
            for content_type in ["text/html", "text/html; charset=utf-8"] {
                let new = || MetaExtractor::new().with_content_type(content_type);
                if let Err(error) = compare(new, &html, &[512, 1460, 4096, 16_384]) {
                    panic!("{}: {error}", path.display());
                }
            }
        }
    }
}
