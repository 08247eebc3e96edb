//! The members of a `Robots-Tag` text: the text between commas outside strings.
//!
//! Members are cut where a strict reader cuts them, at the commas of RFC 9651, and everything else is read inside of
//! one member. A broken member therefore never reaches into its neighbours, except where a string has no end: then the
//! rest of its line is lost with it (`unterminated-string`), because no comma in it is known to separate. Lines are a
//! border that even such a string does not cross.

use crate::header::lines::Joined;
use crate::provenance::Span;
use crate::quotes::string_end;

/// The end of the last member that is complete within the first `limit` octets. A member that ends exactly at the limit
/// is not known to be complete.
pub(super) fn complete_within(joined: &Joined<'_>, limit: usize) -> usize {
    let whole = members(joined, limit).take_while(|(span, is_whole)| *is_whole && span.end < limit);
    whole.last().map_or(0, |(span, _)| span.end)
}

/// The members of the first `end` octets of a field: the text between two commas outside strings, blanks included, which may be
/// empty, and whether it is whole. If not, a string in it has no end, and it reaches to the end of its line.
pub(super) fn members(joined: &Joined<'_>, end: usize) -> impl Iterator<Item = (Span, bool)> {
    let text = joined.text().as_bytes().get(..end).unwrap_or_default();
    let mut next = Some(0);
    // False once a string was found to have no end: then no later one has, and looking again would make the time quadratic.
    let mut may_close = true;
    std::iter::from_fn(move || {
        let start = next?;
        let mut at = start;
        loop {
            let rest = text.get(at..).unwrap_or_default();
            let Some(found) = memchr::memchr2(b',', b'"', rest) else {
                next = None;
                return Some((Span::new(start, text.len()), true));
            };
            at += found;
            if text.get(at) == Some(&b',') {
                next = Some(at + 1);
                return Some((Span::new(start, at), true));
            }
            let close = may_close.then(|| string_end(text, at));
            if let Some(end) = close.flatten() {
                at = end;
                continue;
            }
            may_close = false;
            let end = joined.line_end(at).min(text.len());
            next = (end < text.len()).then_some(end + 1);
            return Some((Span::new(start, end), false));
        }
    })
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
