//! Metas that are the text of an attribute, as a template writes one that puts a whole meta where its content belongs.

use super::{Draft, PageReading, PageVariant, tags};
use crate::code::Code;
use crate::effect::Compared;
use crate::excerpt::shown;
use crate::finding::Finding;
use crate::rule::rules;

rules! {
    MetaNested: Error, [Page], "HTML §4.2.5",
        title: "a meta inside an attribute",
        consequence: "The inner meta is text, so that no reader hears it.",
        advice: "Write the meta by itself, and only its directives as its content.";
}

/// A draft for each meta whose content is another one with a restriction.
pub(super) fn drafts(read: &PageReading<'_>) -> Vec<Draft<PageVariant>> {
    let Some(document) = &read.page.document else {
        return Vec::new();
    };
    let octets = document.octets;
    let nested = read.tags.metas.iter().filter_map(|meta| {
        let tag = str::from_utf8(octets.get(meta.clone())?).ok()?;
        let (_, value) = tags::attribute(tag, "content")?;
        let inner = unescaped(tag.get(value.clone())?);
        if !is_restricting_meta(&inner) {
            return None;
        }
        let bytes = meta.start + value.start..meta.start + value.end;
        let place = read.place_in_document(bytes, &inner);
        let message = format!(
            "`{}` is the text of an attribute, and not a meta",
            shown(&inner)
        );
        let finding = Finding::new(Code::MetaNested, place, message);
        Some(Draft::new(finding).second(Compared::AsMeant, PageVariant::Document(0..0, inner)))
    });
    nested.take(MOST).collect()
}

/// Whether a text is a whole meta for robots that restricts.
fn is_restricting_meta(text: &str) -> bool {
    let text = text.trim().to_ascii_lowercase();
    let words = ["noindex", "nofollow", "none", "noarchive", "nosnippet"];
    text.starts_with("<meta")
        && text.ends_with('>')
        && text.contains("robots")
        && words.iter().any(|word| text.contains(word))
}

/// A value without the references that templates write.
fn unescaped(value: &str) -> String {
    let pairs = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    pairs
        .iter()
        .fold(value.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// The metas that are reported.
const MOST: usize = 4;
