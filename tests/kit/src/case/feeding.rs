//! Documents fed whole, in pieces, and in every way.

use robots_policy::meta::Metas;
use robots_policy::{MetaExtractor, Parsed};

/// The metas that an extractor reads of a document whose end is missing.
pub fn fed_and_cut(mut extractor: MetaExtractor, document: &[u8]) -> Parsed<Metas> {
    let _ = extractor.feed(document);
    extractor.finish_cut()
}

/// The signals that an extractor reads from these chunks.
pub fn fed<'c>(
    mut extractor: MetaExtractor,
    chunks: impl IntoIterator<Item = &'c [u8]>,
) -> Parsed<Metas> {
    for chunk in chunks {
        if extractor.feed(chunk).is_done() {
            break;
        }
    }
    extractor.finish()
}

/// Reads a document whole, byte by byte, and cut in two at every point; every way must give the same signals.
pub fn fed_in_every_way(
    make: impl Fn() -> MetaExtractor,
    document: &[u8],
    name: &str,
) -> Parsed<Metas> {
    let whole = fed(make(), [document]);
    assert_eq!(
        whole,
        fed(make(), document.chunks(1)),
        "{name}: byte by byte"
    );
    for cut in 0..=document.len() {
        let (left, right) = document.split_at(cut);
        assert_eq!(whole, fed(make(), [left, right]), "{name}: cut at {cut}");
    }
    whole
}
