//! The order in which directives run, whatever the order of their lines.

use std::sync::LazyLock;

use super::token::{Matcher, of_directive, paths_alone};
use crate::tree::{Statement, names};

const TABLE: &str = include_str!("directives.txt");

/// The order of Caddy 2.6, with directives that came later at the places that they have.
static ORDER: LazyLock<Vec<&str>> = LazyLock::new(|| names(TABLE, "order"));

/// Directives that are not in a chain: they set up the site.
static SETUP: LazyLock<Vec<&str>> = LazyLock::new(|| names(TABLE, "setup"));

/// The most statements of a block that are brought in their order.
pub(super) const MOST: usize = 1_000;

/// The statements of a block that answer, in the order in which they run; those of a larger block as they are written.
pub(super) fn sorted<'c>(scopes: &[&'c [Statement]], body: &'c [Statement]) -> Vec<&'c Statement> {
    let is_one = |statement: &&Statement| !is_setup(statement.name());
    if body.len() > MOST {
        return body.iter().filter(is_one).collect();
    }
    let own = body.iter().filter(is_one);
    let mut chain: Vec<(&Statement, OrderKey)> = own.map(|own| (own, key(scopes, own))).collect();
    // As Caddy's sort moves them: the comparison is not one of a total order.
    for from in 1..chain.len() {
        let mut at = from;
        while let Some([before, here]) = chain.get_mut(at.wrapping_sub(1)..=at)
            && is_less(&here.1, &before.1)
        {
            std::mem::swap(before, here);
            at -= 1;
        }
    }
    chain.into_iter().map(|(statement, _)| statement).collect()
}

struct OrderKey {
    rank: usize,
    is_vars: bool,
    has_matcher: bool,
    /// The length of the one path of the matcher.
    length: usize,
}

fn key(scopes: &[&[Statement]], statement: &Statement) -> OrderKey {
    let name = statement.name();
    // These two are sorted as one.
    let sorted = if name == "handle_path" {
        "handle"
    } else {
        name
    };
    let rank = ORDER.iter().position(|own| *own == sorted);
    let rank = rank.unwrap_or(ORDER.len());
    let (has_matcher, length) = match of_directive(scopes, statement) {
        Matcher::All => (false, 0),
        Matcher::Path(path) => (true, path.len()),
        Matcher::Named(definition) => {
            let paths: Vec<&str> = definition.map_or_else(Vec::new, paths_alone);
            (true, if let [path] = &*paths { path.len() } else { 0 })
        }
    };
    OrderKey {
        rank,
        is_vars: name == "vars",
        has_matcher,
        length,
    }
}

fn is_less(a: &OrderKey, b: &OrderKey) -> bool {
    if a.rank != b.rank {
        return a.rank < b.rank;
    }
    let (a, b) = if a.is_vars { (b, a) } else { (a, b) };
    if a.length > 0 && b.length > 0 {
        return a.length > b.length;
    }
    a.has_matcher && !b.has_matcher
}

/// Whether a directive is known here.
pub(super) fn is_known(name: &str) -> bool {
    ORDER.contains(&name)
}

/// Whether a directive sets up the site or defines a matcher, and is in no chain.
pub(super) fn is_setup(name: &str) -> bool {
    SETUP.contains(&name) || name.starts_with('@')
}
