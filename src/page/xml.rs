//! The parts of XML that two readers share: the encoding of a document, and the namespaces of its names.
//!
//! `quick-xml` splits a text into events. It has no view of the encoding here, since spans count in the bytes as they came,
//! and its own look-up of a prefix walks all that are bound.
//!
//! **Invariant.** Each prefix has one stack of bindings, whose top is in force. A tag that binds a prefix pushes to it, and
//! its end pops as often as it pushed; so a look-up costs the same however many prefixes are bound.
//!
//! **Which test notices.** `r_103_every_row_holds` in `tests/all/meta_xhtml.rs` and `r_264_names_are_in_the_namespace` in
//! `tests/all/rsl.rs`.

use std::collections::{BTreeMap, BTreeSet};

use crate::decode::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use quick_xml::events::BytesStart;
use quick_xml::name::QName;

/// The prefixes that are bound, and whether to the one namespace that a reader knows.
#[derive(Debug)]
pub(crate) struct Bindings {
    namespace: &'static str,
    /// For each prefix, whether its bindings are that namespace, the one in force last. The empty prefix is the default.
    stacks: BTreeMap<String, Vec<bool>>,
}

impl Bindings {
    /// No prefix is bound.
    pub(crate) fn new(namespace: &'static str) -> Bindings {
        Bindings {
            namespace,
            stacks: BTreeMap::new(),
        }
    }

    /// Binds the prefixes that a tag declares, and returns them, with duplicates if it could have any. `None` if an
    /// attribute is not well-formed or comes twice.
    pub(crate) fn bind(&mut self, start: &BytesStart<'_>) -> Option<Vec<String>> {
        let mut names = BTreeSet::new();
        let mut bound = Vec::new();
        // The reader's own check for duplicates takes a time that grows with their square.
        for attribute in start.attributes().with_checks(false) {
            let attribute = attribute.ok()?;
            let name = attribute.key.into_inner();
            if !names.insert(name) {
                return None;
            }
            let prefix = match name.split_once(':') {
                Some(("xmlns", prefix)) => prefix,
                None if name == "xmlns" => "",
                _ => continue,
            };
            bound.push(prefix.to_owned());
            let stack = self.stacks.entry(prefix.to_owned()).or_default();
            stack.push(attribute.value.trim_ascii() == self.namespace);
        }
        Some(bound)
    }

    /// Takes back the bindings of a tag.
    pub(crate) fn unbind(&mut self, bound: Vec<String>) {
        for prefix in bound {
            self.stacks.entry(prefix).and_modify(|stack| {
                stack.pop();
            });
        }
    }

    /// Whether the name of an element is in the namespace; `None` if its prefix is not bound, and of a name without a
    /// prefix if there is no default.
    pub(crate) fn is_inside(&self, name: &QName<'_>) -> Option<bool> {
        let prefix = name.prefix();
        let prefix = prefix.as_ref().map_or("", |prefix| prefix.into_inner());
        self.stacks.get(prefix)?.last().copied()
    }
}

/// The encoding of an XML document by its declaration, or by the bytes of its first characters in
/// UTF-16 (XML, appendix F). UTF-8 if there is no declaration; `None` while one may still come.
pub(crate) fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [b'<', 0, b'?', 0, ..] => return Some(UTF_16LE),
        [0, b'<', 0, b'?', ..] => return Some(UTF_16BE),
        _ => {}
    }
    if !bytes.starts_with(b"<?xml") {
        let may_become =
            b"<?xml".starts_with(bytes) || bytes.starts_with(b"\0") || bytes.starts_with(b"<\0");
        return (!may_become).then_some(UTF_8);
    }
    let end = memchr::memmem::find(bytes, b"?>")?;
    let text = String::from_utf8_lossy(bytes.get(..end)?);
    let label = text.split_once("encoding").and_then(|(_, rest)| {
        let rest = rest
            .trim_ascii_start()
            .strip_prefix('=')?
            .trim_ascii_start();
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        rest.get(1..)?.split_once(quote).map(|(label, _)| label)
    });
    let encoding = label.and_then(|label| Encoding::for_label(label.as_bytes()));
    // A declaration that could be read is not in UTF-16, whatever it says.
    Some(
        encoding
            .filter(|e| *e != UTF_16LE && *e != UTF_16BE)
            .unwrap_or(UTF_8),
    )
}
