//! Patterns in normal form: their parts, and matching in linear time.
//!
//! **What it is.** A pattern is a head, and after its first `*` literals that stars separate (RFC 9309 §2.2.3). To match, each
//! literal is searched for after the one before it, and its leftmost place is taken. That place is never worse than a later
//! one: whatever follows it, the rest of the path is longer. So there is nothing to go back to, and a pattern of a thousand
//! stars costs one pass over the path.
//!
//! **Invariants.** Both sides are in normal form, in which a `*` of a pattern is special and a path has none. The last literal
//! of an anchored pattern is compared with the end of the path only, after all others took their places: an earlier place of
//! it would prove nothing.
//!
//! **What breaks if touched.** Any way that tries a second place for a literal is exponential in the stars of a pattern that
//! a stranger wrote.
//!
//! **Which test notices.** `fixtures/hostile.jsonl` and the rows of `tests/kit/src/hostile/rows.jsonl`,
//! `r_63_matching_equals_trying_everything` in `tests/all/robots_txt_oracle.rs`, and `ONLY=hostile` of the bench `robots_txt`.

use memchr::{memchr, memmem};

/// How a pattern continues after its head, the octets before the first special one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tail {
    /// It ends: a path may continue. `/a`
    Open,
    /// With `$`: a path may not continue. `/a$`
    End,
    /// With `*` and more, and a path may continue after that. `/a*b`
    Wild,
    /// With `*` and more, up to a final `$`. `/a*b$`
    WildEnd,
}

/// Splits a pattern in normal form: the length of its head, and how it continues.
pub(crate) fn split(pattern: &[u8]) -> (usize, Tail) {
    let is_anchored = pattern.last() == Some(&b'$');
    match memchr(b'*', pattern) {
        Some(star) if is_anchored => (star, Tail::WildEnd),
        Some(star) => (star, Tail::Wild),
        None if is_anchored => (pattern.len() - 1, Tail::End),
        None => (pattern.len(), Tail::Open),
    }
}

/// Whether `path`, which begins with the head of `pattern`, matches the rest of it: a `*` and the text after it.
///
/// Every octet of pattern and path is looked at a bounded number of times.
pub(crate) fn matches_after(pattern: &[u8], head: usize, tail: Tail, path: &[u8]) -> bool {
    let path = path.get(head..).unwrap_or_default();
    let wild = pattern.get(head + 1..).unwrap_or_default();
    if tail == Tail::WildEnd {
        let literals = wild.strip_suffix(b"$").unwrap_or(wild);
        find_literals(literals, path).is_some_and(|(last, rest)| rest.ends_with(last))
    } else {
        find_literals(wild, path).is_some_and(|(last, rest)| find(rest, last).is_some())
    }
}

/// Finds all literals but the last, and returns the last and the path after the others; `None` if one is missing. An empty
/// literal, of two stars in a row or a final star, is found at once.
fn find_literals<'p, 't>(
    mut literals: &'p [u8],
    mut path: &'t [u8],
) -> Option<(&'p [u8], &'t [u8])> {
    while let Some(star) = memchr(b'*', literals) {
        let (literal, rest) = literals.split_at(star);
        let at = find(path, literal)?;
        path = path.get(at + literal.len()..)?;
        literals = rest.get(1..)?;
    }
    Some((literals, path))
}

/// The leftmost place of `literal`. For short texts it costs less to try each place than to prepare a search.
fn find(path: &[u8], literal: &[u8]) -> Option<usize> {
    // Slashes are in every path, so the octet after one is the better one to search for.
    let (before, sought) = match literal {
        [] => return Some(0),
        [b'/', sought, ..] => (1, *sought),
        [sought, ..] => (0, *sought),
    };
    if literal.len() > SHORT_LITERAL || path.len() > SHORT_PATH {
        return memmem::find(path, literal);
    }
    let mut from = before;
    loop {
        let at = from + memchr(sought, path.get(from..)?)?;
        if path.get(at - before..)?.starts_with(literal) {
            return Some(at - before);
        }
        from = at + 1;
    }
}

/// The longest literal whose every place is tried. Together with [`SHORT_PATH`] it bounds the product of the two lengths, so
/// that a hostile pattern costs a few hundred steps at most; longer texts take the linear search of `memmem`.
const SHORT_LITERAL: usize = 64;
/// The longest path in which every place of a literal is tried.
const SHORT_PATH: usize = 128;
