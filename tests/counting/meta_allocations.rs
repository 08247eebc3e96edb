//! A page without robots metas is read with one allocation at most; making an extractor takes none.

use robots_policy::MetaExtractor;
use robots_policy_kit::counting::{Taken, counted};

/// How many allocations a reading takes that ends with the head and finds nothing.
fn allocations(document: &[u8], chunk: usize) -> usize {
    let ((is_done, parsed), taken) = counted(|| {
        let mut metas = MetaExtractor::new();
        let is_done = document
            .chunks(chunk)
            .any(|chunk| metas.feed(chunk).is_done());
        (is_done, metas.finish())
    });
    assert!(is_done && parsed.value.is_empty() && parsed.diagnostics.is_empty());
    taken.allocations
}

#[test]
fn r_105_a_page_without_robots_metas_takes_one_allocation_at_most() {
    let head = HEAD.repeat(20);
    for document in [
        format!("<!doctype html><html><head><meta charset=utf-8>{head}</head><body>"),
        format!("<html><head>{head}<meta charset=utf-8></head><body>"),
    ] {
        let whole = allocations(document.as_bytes(), document.len());
        assert_eq!(whole, 0);
        for chunk in [64, 512, 1460, 4096, 16_384] {
            let cut = allocations(document.as_bytes(), chunk);
            assert!(cut <= 2, "{cut} by {chunk}");
            assert!(
                cut <= 1 || !document.starts_with("<!doctype"),
                "{cut} by {chunk}"
            );
        }
    }
}

#[test]
fn an_extractor_takes_no_allocation() {
    let (_, taken) = counted(MetaExtractor::new);
    assert_eq!(taken, Taken::default());
}

const HEAD: &str = "\
<!-- a comment --><title>Nothing &amp; nothing</title>
<meta name=description content='There is nothing, no, not such &#39;index&#39; here &amp; there'>
<meta name='twitter:card' content=\"max\"><meta property=og:title content=noindex>
<link rel='stylesheet' href='/a?b=c>d'><script>if (a<b) { '<!-- <script> --></' }</script>
<style>a > b { }</style><noscript><img src='/pixel?noscript=1'></noscript>
";
