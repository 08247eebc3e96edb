//! The lines of a response that was not kept, as far as statements and diagnostics point at them.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memrchr};
use robots_policy::{Diagnostic, Policy, Provenance, Signal, Source};

use super::answers::field_name;
use super::line::{Located, decoded, located, located_after};

/// The lines that a verdict keeps of its response, so that it can show the bytes that decided.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// Name and value of each field line whose name a statement or a diagnostic has.
    fields: Vec<(String, Vec<u8>)>,
    page: Option<KeptPart>,
}

/// The part of a document from its first statement to its last.
#[derive(Clone, Debug)]
struct KeptPart {
    bytes: Vec<u8>,
    /// The place of the part in the document: its first byte, the number of its first line, and the characters of that line
    /// before it.
    start: usize,
    line: usize,
    column: usize,
}

impl Kept {
    /// The lines of these fields and of this document at which the policy points.
    pub fn new<'f>(
        policy: &Policy,
        fields: impl Iterator<Item = (&'f [u8], &'f [u8])>,
        document: Option<&[u8]>,
    ) -> Kept {
        let diagnostics = policy.diagnostics().map(Diagnostic::provenance);
        let signals = policy.signals().iter().map(Signal::provenance);
        let all: Vec<&Provenance> = signals.chain(diagnostics).collect();
        Kept {
            fields: kept_fields(&all, fields),
            page: document.and_then(|document| KeptPart::new(&all, document)),
        }
    }

    /// The place in the value of a field.
    pub(super) fn locate_field(&self, at: &Provenance) -> Option<Located> {
        let name = at.source().name();
        let number = at.line()?;
        let mut lines = self.fields.iter().filter(|(own, _)| own == name);
        let (_, value) = lines.nth(number.checked_sub(1)?)?;
        let span = at.span().start..at.span().end;
        Some(located(field_name(at.source()), value, span, number))
    }

    /// The place of these bytes of the document.
    pub(super) fn locate_in_page(&self, span: Range<usize>) -> Option<Located> {
        let part = self.page.as_ref()?;
        let start = span.start.checked_sub(part.start)?;
        let end = span.end.checked_sub(part.start)?;
        let is_kept = end <= part.bytes.len();
        is_kept.then(|| located_after(PAGE, &part.bytes, start..end, (part.line, part.column)))
    }
}

fn kept_fields<'f>(
    all: &[&Provenance],
    fields: impl Iterator<Item = (&'f [u8], &'f [u8])>,
) -> Vec<(String, Vec<u8>)> {
    let mut names: Vec<&str> = all.iter().map(|at| at.source().name()).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return Vec::new();
    }
    let mut room = MOST_KEPT;
    let pairs = fields.filter_map(|(name, value)| {
        let name = str::from_utf8(name).ok()?.to_ascii_lowercase();
        names.contains(&name.as_str()).then_some((name, value))
    });
    let kept = pairs.take_while(|(_, value)| {
        let is_short = value.len() <= room;
        room = room.saturating_sub(value.len());
        is_short
    });
    kept.map(|(name, value)| (name, value.to_vec())).collect()
}

impl KeptPart {
    fn new(all: &[&Provenance], document: &[u8]) -> Option<KeptPart> {
        let is_of_page = |at: &&&Provenance| {
            let source = at.source();
            matches!(source, Source::Meta(_) | Source::LinkElement(_))
        };
        let mut spans: Vec<_> = all.iter().filter(is_of_page).map(|at| at.span()).collect();
        spans.sort_unstable();
        let first = spans.first()?.start.min(document.len());
        let near = spans.iter().map(|span| span.end.min(document.len()));
        let last = near.take_while(|end| end.saturating_sub(first) <= MOST_KEPT);
        let range = around(document, first..last.max().unwrap_or(first).max(first));
        // Its bytes are not characters.
        if decoded(document, &(0..0)).is_some() {
            return None;
        }
        let before = document.get(..range.start).unwrap_or_default();
        let line_start = memrchr(b'\n', before).map_or(0, |end| end + 1);
        let missing = before.get(line_start..).unwrap_or_default();
        Some(KeptPart {
            bytes: document.get(range.clone()).unwrap_or_default().to_vec(),
            start: range.start,
            line: 1 + memchr_iter(b'\n', before).count(),
            column: String::from_utf8_lossy(missing).chars().count(),
        })
    }
}

/// These bytes, with the rest of their lines as far as it is near. It begins and ends between characters.
fn around(document: &[u8], range: Range<usize>) -> Range<usize> {
    let from = range.start.saturating_sub(NEAR);
    let before = document.get(from..range.start).unwrap_or_default();
    let mut start = from + memrchr(b'\n', before).map_or(0, |end| end + 1);
    let after = document.get(range.end..).unwrap_or_default();
    let mut end = range.end + memchr(b'\n', after).unwrap_or(after.len()).min(NEAR);
    let is_inside = |at: usize| document.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    while is_inside(start) && start < range.start {
        start += 1;
    }
    while is_inside(end) && end > range.end {
        end -= 1;
    }
    start..end
}

/// The name of the document.
const PAGE: &str = "html";
/// The most bytes of a document and of field lines that are kept.
const MOST_KEPT: usize = 16 * 1024;
/// The most bytes of a line before the first statement and after the last.
const NEAR: usize = 512;
