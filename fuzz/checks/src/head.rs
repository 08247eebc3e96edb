//! A document: scanner and html5ever say the same, whole and in chunks, and what a full parse into a tree says.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use robots_policy::{
    Code, HeadEngine, MetaExtractor, MetaRules, Parsed, Placement, Scope, Signal, Statement,
    signals_from_metas,
};

use crate::tree;

/// A document and, behind it, four bytes that tell the sizes of chunks.
pub(crate) fn check(data: &[u8]) {
    let (document, sizes) = data.split_at(data.len().saturating_sub(4));
    let new = MetaExtractor::new;
    let whole = extracted(new(), document, HeadEngine::Scanner, &[]);
    let ways: [(HeadEngine, &[u8]); 3] = [
        (HeadEngine::Scanner, sizes),
        (HeadEngine::Html5ever, &[]),
        (HeadEngine::Html5ever, sizes),
    ];
    for (engine, sizes) in ways {
        let read = extracted(new(), document, engine, sizes);
        assert_eq!(read, whole, "{engine:?} in chunks of {sizes:?}");
    }
    if let Ok(text) = str::from_utf8(document) {
        is_what_the_tree_says(text, sizes);
    }
}

fn extracted(
    metas: MetaExtractor,
    mut document: &[u8],
    engine: HeadEngine,
    sizes: &[u8],
) -> Parsed<Vec<Signal>> {
    let mut metas = metas.with_engine(engine);
    let mut sizes = sizes.iter().map(|size| usize::from(*size) + 1).cycle();
    while !document.is_empty() {
        let len = sizes.next().unwrap_or(document.len()).min(document.len());
        let (chunk, rest) = document.split_at(len);
        if metas.feed(chunk).is_done() {
            break;
        }
        document = rest;
    }
    metas.finish()
}

fn is_what_the_tree_says(text: &str, sizes: &[u8]) {
    let Some(metas) = tree_of(text) else { return };
    let metas = metas.iter();
    let in_head = metas.filter(|(_, _, place)| *place == Placement::Head);
    let in_head = in_head.map(|(name, content, place)| (&**name, &**content, *place));
    let rules = MetaRules::new().with_placements([Placement::Head]);
    let expected = signals_from_metas(in_head, &rules);
    let metas = MetaExtractor::new().with_content_type("text/html; charset=utf-8");
    let metas = metas.with_rules(rules);
    let read = extracted(metas, text.as_bytes(), HeadEngine::Scanner, sizes);
    if !gives_up(&read) {
        assert_eq!(statements(&read), statements(&expected), "{text:?}");
    }
}

/// Whether it is told that what stands further behind was not read.
fn gives_up(read: &Parsed<Vec<Signal>>) -> bool {
    let mut remarks = read.diagnostics.iter();
    remarks.any(|remark| remark.code() == Code::TreeTooCostly)
}

fn statements(read: &Parsed<Vec<Signal>>) -> Vec<(&Scope, &Statement)> {
    let signals = read.value.iter();
    signals
        .map(|signal| (signal.scope(), signal.statement()))
        .collect()
}

thread_local! {
    static IS_IN_TREE: Cell<bool> = const { Cell::new(false) };
}

/// `None` where the tree builder of the oracle panics. A fuzzer's hook would take that for a finding.
fn tree_of(text: &str) -> Option<tree::Metas> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let outer = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_IN_TREE.get() {
                outer(info);
            }
        }));
    });
    IS_IN_TREE.set(true);
    let read = panic::catch_unwind(AssertUnwindSafe(|| tree::metas(text)));
    IS_IN_TREE.set(false);
    read.ok()
}
