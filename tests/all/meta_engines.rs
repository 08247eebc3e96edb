//! The scanner and `html5ever` say the same of every document, in every chunking: signals, remarks, spans.

use std::path::{Path, PathBuf};

use crate::meta_harness::{PIECES, feed};
use proptest::prelude::*;
use robots_policy::{
    HeadEngine, Limits, MetaExtractor, MetaRules, Parsed, Placement, ProductToken, Signal,
};

fn read(
    new: &impl Fn() -> MetaExtractor,
    engine: HeadEngine,
    html: &[u8],
    chunk: usize,
) -> Parsed<Vec<Signal>> {
    feed(new().with_engine(engine), html.chunks(chunk))
}

/// Compares the two on a document that comes in chunks of these sizes.
fn compare(
    new: impl Fn() -> MetaExtractor,
    html: &[u8],
    chunks: &[usize],
) -> Result<(), TestCaseError> {
    let expected = read(&new, HeadEngine::Html5ever, html, html.len().max(1));
    for chunk in chunks {
        let found = read(&new, HeadEngine::Scanner, html, *chunk);
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
        _ => rules.with_placements(Placement::ALL),
    }
}

const RULES: usize = 7;

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
    fn r_98_random_soup_reads_the_same(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 1..16),
        which in 0..RULES,
    ) {
        let html = pieces.concat();
        let new = || MetaExtractor::new()
            .with_content_type("text/html; charset=utf-8")
            .with_rules(rules(which));
        // A tag of a chunk is read as a whole where some more bytes follow its name: longer chunks cut those too.
        compare(new, html.as_bytes(), &[1, 2, 3, 5, 8, 13, 21, 34, 55, html.len().max(1)])?;
    }

    #[test]
    fn r_101_bytes_of_other_encodings_read_the_same(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 1..10),
        noise in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(BYTES)), 0..6),
        encoding in prop::sample::select(ENCODINGS),
        chunk in 1..9_usize,
    ) {
        let mut html = pieces.concat().into_bytes();
        for (at, byte) in noise {
            html.insert(at.index(html.len() + 1), byte);
        }
        let content_type = format!("text/html; charset={encoding}");
        compare(|| MetaExtractor::new().with_content_type(&content_type), &html, &[chunk, html.len()])?;
    }

    #[test]
    fn r_100_the_limit_cuts_the_same(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 1..10),
        cut in 0..64_usize,
        chunk in 1..9_usize,
    ) {
        let soup = pieces.concat();
        let floor = Limits::DOCUMENT_FLOOR;
        let html = format!("{}{soup} and so on", " ".repeat(floor - cut.min(soup.len())));
        let limits = Limits::default().with_document(floor);
        let new = || MetaExtractor::new().with_limits(&limits);
        compare(new, html.as_bytes(), &[chunk, 512, html.len()])?;
    }
}

/// Lead and trail bytes, and those that are neither.
const BYTES: &[u8] =
    b"\x80\x81\x85\x8E\x8F\xA0\xA1\xC3\xE2\xEF\xF0\xFE\xFF\0\x0B\x1B$@AZaz0<>\"'=-";

const ENCODINGS: &[&str] = &[
    "utf-8",
    "windows-1252",
    "shift_jis",
    "gbk",
    "gb18030",
    "big5",
    "euc-jp",
    "euc-kr",
    "iso-2022-jp",
    "utf-16le",
    "x-user-defined",
    "koi8-r",
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
    found.sort();
}

fn pages(folder: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    paths.retain(|path| path.extension().is_some_and(|e| e == "html"));
    if paths.is_empty() {
        println!("skipped: no pages at {}", folder.display());
    }
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).unwrap();
        (path, bytes)
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn r_98_real_pages_read_the_same() {
    for folder in ["fixtures", "../shared/corpus/html"] {
        for (path, html) in pages(folder) {
            let chunks = [512, 1460, 4096, 16_384, html.len().max(1)];
            for content_type in ["text/html", "text/html; charset=utf-8"] {
                let new = || MetaExtractor::new().with_content_type(content_type);
                if let Err(error) = compare(new, &html, &chunks) {
                    panic!("{}: {error}", path.display());
                }
            }
        }
    }
}

#[test]
fn r_86_a_meta_anywhere_in_a_fixture_reads_the_same() {
    let meta = b"<meta name=robots content=noarchive>";
    for (path, html) in pages("fixtures") {
        if html.len() > SMALL {
            continue;
        }
        for at in 0..=html.len() {
            let mut html = html.clone();
            html.splice(at..at, meta.iter().copied());
            if let Err(error) = compare(MetaExtractor::new, &html, &[7, html.len()]) {
                panic!("{}: {error}", path.display());
            }
        }
    }
}

/// Bytes of a fixture into which a meta is put everywhere.
const SMALL: usize = 2048;
