//! The order in which directives run, whatever the order of their lines.

use super::token::{Matcher, of_directive};
use crate::tree::Statement;

/// The order of Caddy 2.6, with directives that came later at the places that they have.
const ORDER: &[&str] = &[
    "tracing",
    "map",
    "vars",
    "fs",
    "root",
    "log_append",
    "skip_log",
    "log_skip",
    "log_name",
    "header",
    "copy_response_headers",
    "request_body",
    "timeouts",
    "redir",
    "method",
    "rewrite",
    "uri",
    "try_files",
    "basicauth",
    "basic_auth",
    "forward_auth",
    "request_header",
    "encode",
    "push",
    "intercept",
    "templates",
    "invoke",
    "handle",
    "handle_path",
    "route",
    "abort",
    "error",
    "copy_response",
    "respond",
    "metrics",
    "reverse_proxy",
    "php_fastcgi",
    "file_server",
    "acme_server",
];

/// Directives that are not in a chain: they set up the site.
const SETUP: &[&str] = &["bind", "tls", "log", "handle_errors", "import"];

/// The most statements of a block that are brought in their order.
pub(super) const MOST: usize = 1_000;

/// The statements of a block that answer, in the order in which they run; those of a larger block as they are written.
pub(super) fn sorted<'c>(scopes: &[&'c [Statement]], body: &'c [Statement]) -> Vec<&'c Statement> {
    let is_one = |statement: &&Statement| {
        !SETUP.contains(&statement.name()) && !statement.name().starts_with('@')
    };
    if body.len() > MOST {
        return body.iter().filter(is_one).collect();
    }
    let mut chain: Vec<(&Statement, Key)> = body
        .iter()
        .filter(is_one)
        .map(|statement| (statement, key(scopes, statement)))
        .collect();
    // As Caddy's sort moves them: the comparison is not one of a total order.
    for from in 1..chain.len() {
        let mut at = from;
        while at > 0
            && chain
                .get(at)
                .zip(chain.get(at - 1))
                .is_some_and(|(here, before)| is_less(&here.1, &before.1))
        {
            chain.swap(at, at - 1);
            at -= 1;
        }
    }
    chain.into_iter().map(|(statement, _)| statement).collect()
}

struct Key {
    rank: usize,
    is_vars: bool,
    has_matcher: bool,
    /// The length of the one path of the matcher.
    length: usize,
}

fn key(scopes: &[&[Statement]], statement: &Statement) -> Key {
    let name = statement.name();
    let rank = ORDER
        .iter()
        .position(|own| *own == normal(name))
        .unwrap_or(ORDER.len());
    let (has_matcher, length) = match of_directive(scopes, statement) {
        Matcher::All => (false, 0),
        Matcher::Path(path) => (true, path.len()),
        Matcher::Named(definition) => {
            let paths: Vec<&str> = definition.map_or_else(Vec::new, super::token::paths_alone);
            (true, if let [path] = &*paths { path.len() } else { 0 })
        }
    };
    Key {
        rank,
        is_vars: name == "vars",
        has_matcher,
        length,
    }
}

/// Names that are sorted as one.
fn normal(name: &str) -> &str {
    if name == "handle_path" {
        "handle"
    } else {
        name
    }
}

fn is_less(a: &Key, b: &Key) -> bool {
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

/// Whether a directive sets up the site, and is in no chain.
pub(super) fn is_setup(name: &str) -> bool {
    SETUP.contains(&name)
}
