//! Metas for robots after the head of a document, where they count for nobody who asks: their owner hears of them.
//!
//! They change no answer, so that nothing but a document that is in memory is searched, and only one with such a tag is read again.

use memchr::{memchr, memchr_iter, memchr3};
use robots_policy::meta::{Metas, Placement};
use robots_policy::{
    Client, Diagnostic, DiagnosticCode, DirectiveKind, MetaExtractor, Parsed, Signal,
};

use crate::document::head::{DocumentHead, Readers};
use crate::message::ending::Ending;

/// The diagnostics about the restrictions in the body of a document, of which the reading `head` of its head has these metas.
pub(crate) fn left_out(
    octets: &[u8],
    head: &Parsed<Metas>,
    readers: &Readers,
    askers: &[Client],
    document: impl Fn() -> MetaExtractor,
) -> Vec<Diagnostic> {
    if readers.metas.counts(Placement::Body) {
        return Vec::new();
    }
    if readers.whole {
        return notices(head);
    }
    let of_head = head.value.iter().map(Signal::provenance);
    let of_head = of_head.chain(head.diagnostics.iter().map(Diagnostic::provenance));
    let known = of_head.map(|at| at.span().end).max().unwrap_or_default();
    let Some(last) = last_meta(octets.get(known..).unwrap_or_default()) else {
        return Vec::new();
    };
    let before = octets.get(..known + last).unwrap_or_default();
    // The first octets may all be kept until they show the encoding.
    let is_short = before.len() <= SHORT;
    if !is_short && !DocumentHead::new(readers, askers, &document).feed(before) {
        return Vec::new();
    }
    let whole = Readers {
        whole: true,
        ..readers.clone()
    };
    let mut whole = DocumentHead::new(&whole, askers, document);
    let _ = whole.feed(octets);
    notices(&whole.finish(Ending::Whole, true))
}

/// The notices of a document that was read whole.
fn notices(read: &Parsed<Metas>) -> Vec<Diagnostic> {
    let body = read.value.iter().filter(|signal| {
        signal.provenance().source().placement() == Some(Placement::Body) && restricts(signal)
    });
    let body = body.map(|signal| signal.provenance().clone());
    body.map(|at| Diagnostic::new(DiagnosticCode::NotCounted, at))
        .take(MOST)
        .collect()
}

fn restricts(signal: &Signal) -> bool {
    signal.directive().is_some_and(|(directive, value)| {
        directive.kind() != DirectiveKind::Permissive && directive.permissive_value() != Some(value)
    })
}

/// Whether a part of a document may hold a meta for robots.
///
/// Where a tag ends depends on what it is in, such as a comment, so each `<meta` is looked at, and one without an end nearby may be one.
pub fn holds_robots_meta(part: &[u8]) -> bool {
    last_meta(part).is_some()
}

/// The last tag that may be a meta for robots: if that is in the head, so are all.
fn last_meta(part: &[u8]) -> Option<usize> {
    let tags = memchr_iter(b'<', part).map(|at| (at, part.get(at..).unwrap_or_default()));
    let metas = tags.filter(|(_, tag)| starts_with(tag, b"<meta"));
    let mut of_robots = metas.filter(|(_, meta)| may_be_for_robots(meta));
    of_robots.next_back().map(|(at, _)| at)
}

fn may_be_for_robots(tag: &[u8]) -> bool {
    let near = tag.get(..tag.len().min(LONGEST_META)).unwrap_or_default();
    let own = near.get(..end_of_tag(near).unwrap_or_default());
    let own = own.unwrap_or_default();
    // `bot` is also the end of the names of many crawlers. A reference may stand for one of its letters.
    let mut rests = (0..own.len()).filter_map(|at| own.get(at..));
    own.is_empty() || rests.any(|rest| starts_with(rest, b"bot") || rest.starts_with(b"&#"))
}

fn starts_with(text: &[u8], word: &[u8]) -> bool {
    let start = text.get(..word.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// The end of a tag, with `>` in quotes left out.
pub fn end_of_tag(tag: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr3(b'>', b'"', b'\'', tag.get(at..)?)?;
        let quote = *tag.get(at)?;
        at += 1;
        if quote == b'>' {
            return Some(at);
        }
        at += memchr(quote, tag.get(at..)?)? + 1;
    }
}

/// The octets in which the end of a meta is searched.
const LONGEST_META: usize = 1024;

/// The octets that are read again whatever they are.
const SHORT: usize = 4096;

/// The most restrictions of a body that are reported.
const MOST: usize = 8;

#[cfg(test)]
mod tests {
    use super::holds_robots_meta;

    #[test]
    fn a_part_without_a_meta_for_robots_is_known_to_have_none() {
        for row in include_str!("body/parts.jsonl").lines() {
            let (part, expected): (String, bool) = serde_json::from_str(row).expect("a row");
            assert_eq!(holds_robots_meta(part.as_bytes()), expected, "{part}");
        }
    }
}
