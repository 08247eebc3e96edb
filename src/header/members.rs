//! The members of a `Robots-Tag` text: the text between commas outside strings.
//!
//! Members are cut where a strict reader cuts them, at the commas of RFC 9651, and everything else is read inside of
//! one member. A broken member therefore never reaches into its neighbours, except where a string has no end: then the
//! rest of its line is lost with it (`unterminated-string`), because no comma in it is known to separate. Lines are a
//! border that even such a string does not cross.

use crate::header::lines::Joined;
use crate::provenance::Span;
use crate::quoted::string_end;

/// The end of the last member that is complete within the first `limit` octets. A member that ends exactly at the limit
/// is not known to be complete.
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

/// The text between two commas, blanks included.
pub(super) enum Member {
    /// It may be empty.
    Whole(Span),
    /// A string in it has no end; it reaches to the end of its line.
    Unterminated(Span),
}

/// Splits a text at the commas outside strings.
pub(super) struct Members<'j, 'l> {
    joined: &'j Joined<'l>,
    text: &'j [u8],
    /// The start of the next member; `None` after the last one.
    at: Option<usize>,
    /// False once a string was found to have no end: then no later one has, and looking again would make the time
    /// quadratic.
    strings_end: bool,
}

impl<'j, 'l> Members<'j, 'l> {
    /// The members of the first `end` octets of a field.
    pub(super) fn new(joined: &'j Joined<'l>, end: usize) -> Members<'j, 'l> {
        Members {
            joined,
            text: joined.text().as_bytes().get(..end).unwrap_or_default(),
            at: Some(0),
            strings_end: true,
        }
    }
}

/// The length of the member that `text` begins with: up to the first comma outside strings, or to the end. `None` where
/// a string in it has no end. For `X-Robots-Tag`, whose lines hold members among other statements.
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
