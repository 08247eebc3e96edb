//! The `content` of a meta: every place cuts its text, and a statement that names one crawler addresses no other client.

use robots_policy::meta::{MetaRules, Metas, Placement, signals_from_metas};
use robots_policy::{Diagnostic, Parsed, Scope, Signal};

pub(crate) fn read(name: &str, content: &str) -> Parsed<Metas> {
    signals_from_metas([(name, content, Placement::Head)], &MetaRules::new())
}

/// The content, to every client and to a crawler.
pub(crate) fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let read_by_all = read("robots", &text);
    assert_eq!(read("robots", &text), read_by_all, "the second time");
    let places = read_by_all.value.iter().map(Signal::provenance);
    let diagnostics = read_by_all.diagnostics.iter().map(Diagnostic::provenance);
    for place in places.chain(diagnostics) {
        let cut = place.span().of(text.as_bytes());
        assert_eq!(place.text().as_bytes(), cut, "{place:?}");
    }
    // Without a prefix in it, it addresses only the crawler of its name.
    let other = read("OtherBot", &text).value;
    let addresses_all = other.iter().any(|signal| *signal.scope() == Scope::Global);
    assert!(text.contains(':') || !addresses_all);
}
