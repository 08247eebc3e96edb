//! A full parse into a tree gives the same metas as the extractor: on real pages, on fixtures with a meta anywhere, on
//! random soup, and on bytes of other encodings, decoded first.

use crate::meta_harness::{
    EVERYWHERE, check_spans, config, encoded, encodings, feed, is_license, octets, pages, piece,
    statements,
};
use proptest::prelude::*;
use robots_policy::meta::{MetaRules, Metas, Placement, signals_from_metas};
use robots_policy::{MetaExtractor, Parsed, Statement};
use robots_policy_checks::tree::{licenses, metas};

/// Compares the result of the oracle on a text with that of the extractor on the bytes of the text, which come in chunks
/// of these sizes.
fn compare(
    text: &str,
    bytes: &[u8],
    encoding: &str,
    chunks: &[usize],
) -> Result<(), TestCaseError> {
    let metas = metas(text);
    let pairs = || {
        metas
            .iter()
            .map(|(name, content, place)| (&**name, &**content, *place))
    };
    let rules = MetaRules::new().with_placements([Placement::Head]);
    let head = pairs().filter(|(_, _, place)| *place == Placement::Head);
    let expected = signals_from_metas(head, &rules);
    for chunk in chunks {
        let mut found = read(&rules, bytes, encoding, *chunk);
        check_spans(&found, bytes);
        found.value.retain(|signal| !is_license(signal));
        prop_assert_eq!(
            statements(&found),
            statements(&expected),
            "by {}: {}",
            chunk,
            bytes.escape_ascii()
        );
    }
    compare_licenses(text, bytes, encoding, chunks)?;
    // A NUL in a noscript is U+FFFD in the tree's text, which keeps the body; a client without scripts drops the NUL.
    let rules = if text.contains('\0') && text.contains("<frameset") {
        rules.with_placements([Placement::Head, Placement::Body])
    } else {
        rules.with_placements(EVERYWHERE)
    };
    let expected = signals_from_metas(pairs(), &rules);
    let mut found = read(&rules, bytes, encoding, bytes.len().max(1));
    check_spans(&found, bytes);
    found.value.retain(|signal| !is_license(signal));
    // The tree has the content that a table moves out before the table.
    prop_assert_eq!(
        sorted(&found),
        sorted(&expected),
        "with the body: {}",
        bytes.escape_ascii()
    );
    Ok(())
}

/// Compares the licences of the head, and of a document that is read whole by the tree builder.
fn compare_licenses(
    text: &str,
    bytes: &[u8],
    encoding: &str,
    chunks: &[usize],
) -> Result<(), TestCaseError> {
    // The tree builder normalises, and half a character before a tag depends on the next byte.
    let shown = |text: &str| match encoding {
        "utf-8" => text
            .replace("\r\n", "\n")
            .replace('\r', "\n")
            .replace('\0', "\u{FFFD}"),
        _ => String::new(),
    };
    let found = |rules: &MetaRules, chunk: usize| -> Vec<String> {
        let found = read(rules, bytes, encoding, chunk);
        let licenses = found.value.iter().filter(|signal| is_license(signal));
        let texts = licenses.map(|signal| match signal.statement() {
            Statement::License(license) | Statement::InlineLicense(license) => shown(license),
            _ => String::new(),
        });
        texts.collect()
    };
    let expected = |reads_body: bool| -> Vec<String> {
        let licenses = licenses(text, reads_body);
        licenses.iter().map(|license| shown(license)).collect()
    };
    let rules = MetaRules::new().with_placements([Placement::Head]);
    for chunk in chunks {
        prop_assert_eq!(
            found(&rules, *chunk),
            expected(false),
            "by {}: {}",
            chunk,
            bytes.escape_ascii()
        );
    }
    if !(text.contains('\0') && text.contains("<frameset")) {
        let rules = rules.with_placements(EVERYWHERE);
        let [mut found, mut page] = [found(&rules, bytes.len().max(1)), expected(true)];
        found.sort();
        page.sort();
        prop_assert_eq!(found, page, "with the body: {}", bytes.escape_ascii());
    }
    Ok(())
}

fn compare_text(html: &str, chunks: &[usize]) -> Result<(), TestCaseError> {
    compare(html, html.as_bytes(), "utf-8", chunks)
}

fn read(rules: &MetaRules, html: &[u8], encoding: &str, chunk: usize) -> Parsed<Metas> {
    let content_type = format!("text/html; charset={encoding}");
    let metas = MetaExtractor::new().with_content_type(&content_type);
    feed(metas.with_rules(rules.clone()), html.chunks(chunk))
}

fn sorted(parsed: &Parsed<Metas>) -> Vec<String> {
    let mut all: Vec<String> = statements(parsed)
        .iter()
        .map(|s| format!("{s:?}"))
        .collect();
    all.sort();
    all
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn r_98_random_soup_reads_as_the_tree_says(
        pieces in prop::collection::vec(piece(), 1..16),
        chunk in prop::sample::select(&[1_usize, 2, 3, 5, 8, 13, 1460][..]),
    ) {
        let html = pieces.concat();
        compare_text(&html, &[chunk])?;
        let rules = MetaRules::new().with_placements(EVERYWHERE);
        let [cut, whole] = [chunk, 1000].map(|chunk| read(&rules, html.as_bytes(), "utf-8", chunk));
        prop_assert_eq!(cut, whole, "{:?}", html);
    }

    /// The oracle reads the decoded text, and knows of no encoding.
    #[test]
    fn r_101_bytes_of_other_encodings_read_as_the_tree_says(
        pieces in prop::collection::vec(piece(), 1..10),
        noise in prop::collection::vec((any::<prop::sample::Index>(), octets()), 0..6),
        encoding in prop::sample::select(encodings()),
        chunk in 1..9_usize,
    ) {
        let html = encoded(&pieces.concat(), &encoding, &noise);
        let decoder = encoding_rs::Encoding::for_label(encoding.as_bytes()).unwrap();
        // A byte order mark would override the label.
        if encoding_rs::Encoding::for_bom(&html).is_none() {
            let (text, _) = decoder.decode_without_bom_handling(&html);
            compare(&text, &html, &encoding, &[chunk])?;
        }
    }
}

#[test]
fn r_98_real_pages_read_as_the_tree_says() {
    for (path, bytes) in pages("../shared/corpus/html") {
        let html = String::from_utf8_lossy(&bytes);
        if let Err(error) = compare_text(&html, &[1460, html.len().max(1)]) {
            panic!("{}: {error}", path.display());
        }
    }
}

#[test]
fn r_86_a_meta_anywhere_in_a_fixture_reads_as_the_tree_says() {
    let meta = "<meta name=robots content=noarchive>";
    for (path, html) in pages("fixtures") {
        let Ok(html) = String::from_utf8(html) else {
            continue;
        };
        if html.len() > SMALL || html.starts_with('\u{feff}') {
            continue;
        }
        for at in (0..=html.len()).filter(|at| html.is_char_boundary(*at)) {
            let mut html = html.clone();
            html.insert_str(at, meta);
            if let Err(error) = compare_text(&html, &[7]) {
                panic!("{}: {error}", path.display());
            }
        }
    }
}

/// Bytes of a fixture, at each of which a meta is inserted.
const SMALL: usize = 2048;
