//! The members of a `Robots-Tag` text: the text between commas outside strings.

use crate::header::lines::Joined;
use crate::provenance::Span;
use crate::quoted::string_end;

/// Where the last member ends that is complete within the first `limit` octets.
pub(super) fn complete_within(joined: &Joined<'_>, limit: usize) -> usize {
    let mut complete = 0;
    for member in Members::new(joined, limit) {
        match member {
            Member::Whole(span) if span.end < limit => complete = span.end,
            _ => break,
        }
    }
    complete
}

/// A stretch of text between two commas.
pub(super) enum Member {
    Whole(Span),
    /// A string in it has no end; it reaches to the end of its line.
    Unterminated(Span),
}

/// Splits a text at the commas outside strings.
pub(super) struct Members<'j, 'l> {
    joined: &'j Joined<'l>,
    text: &'j [u8],
    at: Option<usize>,
    /// False once a string was found to have no end: then no later one has.
    strings_end: bool,
}

impl<'j, 'l> Members<'j, 'l> {
    pub(super) fn new(joined: &'j Joined<'l>, end: usize) -> Members<'j, 'l> {
        Members {
            joined,
            text: joined.text().as_bytes().get(..end).unwrap_or_default(),
            at: Some(0),
            strings_end: true,
        }
    }
}

/// The length of the member that `text` begins with: up to the first comma outside strings; `None` where a string in it
/// has no end.
pub(super) fn first_len(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let Some(found) = memchr::memchr2(b',', b'"', rest) else {
            return Some(text.len());
        };
        at += found;
        if text.get(at) == Some(&b',') {
            return Some(at);
        }
        at = string_end(text, at)?;
    }
}

impl Iterator for Members<'_, '_> {
    type Item = Member;

    fn next(&mut self) -> Option<Member> {
        let start = self.at?;
        let mut at = start;
        loop {
            let rest = self.text.get(at..).unwrap_or_default();
            let Some(found) = memchr::memchr2(b',', b'"', rest) else {
                self.at = None;
                return Some(Member::Whole(Span::new(start, self.text.len())));
            };
            at += found;
            if self.text.get(at) == Some(&b',') {
                self.at = Some(at + 1);
                return Some(Member::Whole(Span::new(start, at)));
            }
            let string_end = self.strings_end.then(|| string_end(self.text, at));
            if let Some(end) = string_end.flatten() {
                at = end;
                continue;
            }
            self.strings_end = false;
            let end = self.joined.line_end(at).min(self.text.len());
            self.at = (end < self.text.len()).then_some(end + 1);
            return Some(Member::Unterminated(Span::new(start, end)));
        }
    }
}
