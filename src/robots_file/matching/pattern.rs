//! Patterns in normal form: their parts, and matching in linear time.

use memchr::{memchr, memmem};

/// How a pattern continues after its head, the octets before the first special one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tail {
    /// Anything may follow.
    Open,
    /// Nothing may follow.
    End,
    /// A `*` and what follows it.
    Wild,
    /// The same with a final `$`.
    WildEnd,
}

/// Splits a pattern in normal form: the length of its head, and how it goes on.
pub(crate) fn split(pattern: &[u8]) -> (usize, Tail) {
    let is_anchored = pattern.last() == Some(&b'$');
    match memchr(b'*', pattern) {
        Some(star) if is_anchored => (star, Tail::WildEnd),
        Some(star) => (star, Tail::Wild),
        None if is_anchored => (pattern.len() - 1, Tail::End),
        None => (pattern.len(), Tail::Open),
    }
}

/// Whether `path`, which begins with the head of `pattern`, goes on as its wild tail asks.
///
/// Each literal between two stars is taken at its leftmost place; whatever is further right is then still there
/// for the next. The last literal of an anchored pattern can only be at the end. Every octet of pattern and path
/// is looked at a bounded number of times.
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

/// Finds all literals but the last; returns the last and the path after the others.
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
    // A slash is in every path, what follows it is not.
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

/// Where trying each place is still bounded by a few hundred steps.
const SHORT_LITERAL: usize = 64;
const SHORT_PATH: usize = 128;
