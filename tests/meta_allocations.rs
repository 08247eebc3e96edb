//! A page without robots metas is read with one allocation at most; making an extractor takes none.
#![allow(unsafe_code)] // an allocator that counts cannot be written without
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a test fails by panicking

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use robots_policy::MetaExtractor;

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    ALLOCATIONS.set(ALLOCATIONS.get() + 1);
}

// SAFETY: every call is handed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How many allocations a reading takes that ends with the head and finds nothing.
fn allocations(document: &[u8], chunk: usize) -> usize {
    let before = ALLOCATIONS.get();
    let mut metas = MetaExtractor::new();
    let is_done = document
        .chunks(chunk)
        .any(|chunk| metas.feed(chunk).is_done());
    let parsed = metas.finish();
    let allocations = ALLOCATIONS.get() - before;
    assert!(is_done && parsed.value.is_empty() && parsed.diagnostics.is_empty());
    allocations
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
    let before = ALLOCATIONS.get();
    let metas = MetaExtractor::new();
    assert_eq!(ALLOCATIONS.get(), before);
    drop(metas);
}

const HEAD: &str = "\
<!-- a comment --><title>Nothing &amp; nobody</title>
<meta name=description content='There is nothing, no, not such &#39;index&#39; here &amp; there'>
<meta name='twitter:card' content=\"max\"><meta property=og:title content=noindex>
<link rel='stylesheet' href='/a?b=c>d'><script>if (a<b) { '<!-- <script> --></' }</script>
<style>a > b { }</style><noscript><img src='/pixel?noscript=1'></noscript>
";
