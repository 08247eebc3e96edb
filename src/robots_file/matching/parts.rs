//! Patterns with `%2F` or `%3A` after a `*`, which may meet the path or the query.
//!
//! In the query of a path in normal form `%2F` and `%3A` are decoded, before it they are not. The query of a pattern begins
//! at its `?`. The text after a `*` and before any `?` may meet either part, and is compared with each in its own form.

use std::borrow::Cow;

use memchr::{memchr, memmem};

/// Whether `wild`, the rest of a pattern in normal form after its head, has `%2F` or `%3A` before a `?`.
pub(crate) fn depend_on_part(wild: &[u8]) -> bool {
    memchr(b'%', wild).is_some() && {
        let query = memchr(b'?', wild).unwrap_or(wild.len());
        let before = wild.get(..query).unwrap_or_default();
        matches!(decoded(before), Cow::Owned(_))
    }
}

/// Whether `path`, from the end of the head on, goes on as `literals` between stars ask, to its end if `is_anchored`.
///
/// Each literal is taken at its leftmost place, as in [`super::pattern::matches_after`].
pub(crate) fn match_in_parts(literals: &[u8], is_anchored: bool, path: &[u8], from: usize) -> bool {
    let query = memchr(b'?', path).unwrap_or(path.len());
    let mut at = from;
    let mut literals = literals.split(|octet| *octet == b'*').peekable();
    while let Some(literal) = literals.next() {
        let literal = Literal::new(literal);
        if is_anchored && literals.peek().is_none() {
            return literal.ends(path, query, at);
        }
        match literal.find(path, query, at) {
            Some(end) => at = end,
            None => return false,
        }
    }
    true
}

/// The text between two stars of a pattern.
struct Literal<'p> {
    /// As it meets the path: up to its first `?`, and from there on.
    before: &'p [u8],
    after: &'p [u8],
    /// The whole as it meets the query.
    in_query: Cow<'p, [u8]>,
}

impl<'p> Literal<'p> {
    fn new(literal: &'p [u8]) -> Literal<'p> {
        let query = memchr(b'?', literal).unwrap_or(literal.len());
        let (before, after) = literal.split_at(query);
        Literal {
            before,
            after,
            in_query: decoded(literal),
        }
    }

    /// Where its leftmost place from `at` on ends.
    fn find(&self, path: &[u8], query: usize, at: usize) -> Option<usize> {
        self.find_before(path, query, at).or_else(|| {
            let from = at.max(query);
            let found = memmem::find(path.get(from..)?, &self.in_query)?;
            Some(from + found + self.in_query.len())
        })
    }

    /// The same for a place that begins before the query.
    fn find_before(&self, path: &[u8], query: usize, at: usize) -> Option<usize> {
        let part = path.get(at..query)?;
        if self.after.is_empty() {
            return Some(at + memmem::find(part, self.before)? + self.before.len());
        }
        let rest = path.get(query..)?;
        let meets = part.ends_with(self.before) && rest.starts_with(self.after);
        meets.then_some(query + self.after.len())
    }

    /// Whether the path ends with it, from `at` on.
    fn ends(&self, path: &[u8], query: usize, at: usize) -> bool {
        let ends_with =
            |from: usize, text: &[u8]| path.get(from..).is_some_and(|rest| rest.ends_with(text));
        let has_query = query < path.len();
        if self.after.is_empty() && !has_query {
            ends_with(at, self.before)
        } else if self.after.is_empty() {
            self.before.is_empty() || ends_with(at.max(query + 1), &self.in_query)
        } else {
            self.find_before(path, query, at) == Some(path.len())
                || ends_with(at.max(query), &self.in_query)
        }
    }
}

/// The text with `%2F` and `%3A` as the octets that they stand for.
fn decoded(text: &[u8]) -> Cow<'_, [u8]> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(percent) = memchr(b'%', rest) {
        let (plain, escape) = rest.split_at(percent);
        out.extend_from_slice(plain);
        let (octet, len) = match escape {
            [b'%', b'2', b'F', ..] => (b'/', 3),
            [b'%', b'3', b'A', ..] => (b':', 3),
            _ => (b'%', 1),
        };
        out.push(octet);
        rest = escape.get(len..).unwrap_or_default();
    }
    out.extend_from_slice(rest);
    if out.len() == text.len() {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(out)
    }
}
