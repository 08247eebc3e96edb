//! A document: it gives the same signals whole, in chunks, and from a full parse into a tree, licences included.

use robots_policy::meta::{MetaRules, Metas, Placement, signals_from_metas};
use robots_policy::{DiagnosticCode, MetaExtractor, Parsed, Scope, Statement};

use crate::tree;

/// A document, followed by four bytes that give the sizes of chunks.
pub(crate) fn check(data: &[u8]) {
    let (document, sizes) = data.split_at(data.len().saturating_sub(4));
    let head = MetaRules::new();
    let everywhere = MetaRules::new().with_placements(Placement::ALL.iter().copied());
    for content_type in TYPES {
        for rules in [&head, &everywhere] {
            let [whole, cut] = [&[], sizes].map(|sizes| {
                let metas = MetaExtractor::new().with_content_type(content_type);
                extracted(metas.with_rules(rules.clone()), document, sizes)
            });
            assert_eq!(cut, whole, "{content_type} in chunks of {sizes:?}");
        }
    }
    if let Ok(text) = str::from_utf8(document) {
        is_what_the_tree_says(text, sizes);
    }
}

fn extracted(mut metas: MetaExtractor, mut document: &[u8], sizes: &[u8]) -> Parsed<Metas> {
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

/// The metas and the licences.
fn is_what_the_tree_says(text: &str, sizes: &[u8]) {
    let metas = tree::metas(text);
    let licenses_of_tree = |reads_body: bool| -> Vec<String> {
        let licenses = tree::licenses(text, reads_body);
        licenses.iter().map(|text| plain(text)).collect()
    };
    let expected = |rules: &MetaRules, is_wanted: fn(Placement) -> bool| {
        let wanted = metas.iter().filter(|(_, _, place)| is_wanted(*place));
        let wanted = wanted.map(|(name, content, place)| (&**name, &**content, *place));
        signals_from_metas(wanted, rules)
    };
    let read = |rules: &MetaRules| {
        let metas = MetaExtractor::new().with_content_type(TYPES[1]);
        extracted(metas.with_rules(rules.clone()), text.as_bytes(), sizes)
    };
    let rules = MetaRules::new().with_placements([Placement::Head]);
    let found = read(&rules);
    if !gives_up(&found) {
        let in_head = expected(&rules, |place| place == Placement::Head);
        assert_eq!(statements(&found), statements(&in_head), "{text:?}");
        assert_eq!(
            licenses(&found),
            licenses_of_tree(false),
            "licences: {text:?}"
        );
    }
    // A NUL in a noscript is U+FFFD in the tree's text, which keeps the body; a client without scripts drops the NUL.
    let lower = text.to_ascii_lowercase();
    let hides_noscripts = lower.contains('\0') && lower.contains("<frameset");
    let rules = if hides_noscripts {
        MetaRules::new().with_placements([Placement::Head, Placement::Body])
    } else {
        MetaRules::new().with_placements(Placement::ALL.iter().copied())
    };
    let found = read(&rules);
    if !gives_up(&found) {
        let expected = expected(&rules, |_| true);
        // The tree has the content that a table moves out before the table.
        assert_eq!(sorted(&found), sorted(&expected), "with the body: {text:?}");
        let mut found = licenses(&found);
        let mut wanted = licenses_of_tree(true);
        found.sort();
        wanted.sort();
        assert!(
            hides_noscripts || found == wanted,
            "licences: {found:?} and {wanted:?} in {text:?}"
        );
    }
}

fn licenses(read: &Parsed<Metas>) -> Vec<String> {
    let signals = read.value.iter();
    let licenses = signals.filter_map(|signal| match signal.statement() {
        Statement::License(text) | Statement::InlineLicense(text) => Some(plain(text)),
        _ => None,
    });
    licenses.collect()
}

/// A text as the tree builder normalises it.
fn plain(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.replace('\0', "\u{FFFD}")
}

/// Whether a diagnostic says that the document, or its rest, was not read: it costs too much, or is still coded.
fn gives_up(read: &Parsed<Metas>) -> bool {
    let unread = [DiagnosticCode::TreeTooCostly, DiagnosticCode::ContentCoding];
    let mut diagnostics = read.diagnostics.iter();
    diagnostics.any(|diagnostic| unread.contains(&diagnostic.code()))
}

fn statements(read: &Parsed<Metas>) -> Vec<(&Scope, &Statement)> {
    let signals = read.value.iter();
    let statements = signals.map(|signal| (signal.scope(), signal.statement()));
    statements
        .filter(|(_, statement)| {
            !matches!(
                statement,
                Statement::License(_) | Statement::InlineLicense(_)
            )
        })
        .collect()
}

fn sorted(read: &Parsed<Metas>) -> Vec<String> {
    let mut all: Vec<String> = statements(read)
        .iter()
        .map(|statement| format!("{statement:?}"))
        .collect();
    all.sort();
    all
}

/// How a document may be labelled: not at all, and with encodings of each kind.
const TYPES: [&str; 5] = [
    "text/html",
    "text/html; charset=utf-8",
    "text/html; charset=shift_jis",
    "text/html; charset=utf-16le",
    "text/html; charset=iso-2022-jp",
];
