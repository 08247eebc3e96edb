//! Patterns with `%2F`, `%3A` or `%27` after a `*`, which may meet the path or the query.
//!
//! **What it is.** In the query of a path in normal form `%2F`, `%3A` and `%27` are decoded, before it they are not
//! ([`normal`](crate::robots_txt::file::normal)). A pattern has one normal form, in which its query begins at its `?`. But text after a `*` and before any `?`
//! can meet either part: `/*%2Fb` matches `/a%2Fb`, and `/?u=a/b` too. Such a literal is kept in both forms and compared with
//! each part of the path in the form of that part. The patterns are rare; a flag of the row ([`super::rows`]) leads here,
//! so that no other pattern pays for it.
//!
//! **Invariants.** A literal without `?` lies either before the query or in it, never across: the `?` between them would have
//! to be in the literal. A literal with `?` crosses at its first one, or lies wholly in the query. The leftmost place is
//! best for a literal, as in [`super::pattern`], whichever form has it.
//!
//! **What breaks if touched.** One side of the two is lost, for paths with an encoded slash in a query only.
//!
//! **Which test notices.** The table below; `c_3_a_query_matches_raw_and_encoded` in `tests/all/robots_txt_oracle.rs`, in
//! whose random texts a literal with `?` is rare; the fuzz target `robots_txt`.

use std::borrow::Cow;

use memchr::{memchr, memmem};

/// Whether `wild`, the rest of a pattern in normal form after its head, has `%2F`, `%3A` or `%27` before any `?`.
pub(crate) fn depend_on_part(wild: &[u8]) -> bool {
    memchr(b'%', wild).is_some() && {
        let query = memchr(b'?', wild).unwrap_or(wild.len());
        let before = wild.get(..query).unwrap_or_default();
        matches!(decoded(before), Cow::Owned(_))
    }
}

/// Whether `path` has, from the offset `from` on, all of `literals`, which stars separate, in their order; the last one at
/// its end if `is_anchored`.
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

/// The text between two stars of a pattern, in the forms in which it can meet a path.
struct Literal<'p> {
    /// The text up to its first `?`, as it meets the part before the query.
    before: &'p [u8],
    /// The text from that `?` on; empty if there is none.
    after: &'p [u8],
    /// The whole text as it meets the query, decoded.
    in_query: Cow<'p, [u8]>,
}

impl<'p> Literal<'p> {
    /// A literal of a pattern in normal form.
    fn new(literal: &'p [u8]) -> Literal<'p> {
        let query = memchr(b'?', literal).unwrap_or(literal.len());
        let (before, after) = literal.split_at(query);
        Literal {
            before,
            after,
            in_query: decoded(literal),
        }
    }

    /// The end of its leftmost place from `at` on, in a path whose query begins at `query`.
    fn find(&self, path: &[u8], query: usize, at: usize) -> Option<usize> {
        self.find_before(path, query, at).or_else(|| {
            let from = at.max(query);
            let found = memmem::find(path.get(from..)?, &self.in_query)?;
            Some(from + found + self.in_query.len())
        })
    }

    /// The end of its leftmost place that begins before the query.
    fn find_before(&self, path: &[u8], query: usize, at: usize) -> Option<usize> {
        let part = path.get(at..query)?;
        if self.after.is_empty() {
            return Some(at + memmem::find(part, self.before)? + self.before.len());
        }
        let rest = path.get(query..)?;
        let meets = part.ends_with(self.before) && rest.starts_with(self.after);
        meets.then_some(query + self.after.len())
    }

    /// Whether the path, from `at` on, ends with it.
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

/// The text with `%2F`, `%3A` and `%27` decoded; borrowed if it has none of them.
fn decoded(text: &[u8]) -> Cow<'_, [u8]> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(percent) = memchr(b'%', rest) {
        let (plain, escape) = rest.split_at(percent);
        out.extend_from_slice(plain);
        let (octet, len) = match escape {
            [b'%', b'2', b'F', ..] => (b'/', 3),
            [b'%', b'3', b'A', ..] => (b':', 3),
            [b'%', b'2', b'7', ..] => (b'\'', 3),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    /// In the path, in the query, and across the beginning of the query.
    #[test]
    fn c_3_a_literal_meets_each_part_in_its_form() {
        for (literals, is_anchored, path, expected) in
            rows::<(String, bool, String, bool)>(include_str!("parts/literals.jsonl"))
        {
            assert_eq!(
                match_in_parts(literals.as_bytes(), is_anchored, path.as_bytes(), 1),
                expected,
                "{literals} and {path}"
            );
        }
    }
}
