//! Which `add_header` count in a block, and which of them are sent with a status.

use super::words::{HANDLERS, SETTERS, is_known};
use crate::names::is_about_robots;
use crate::prediction::{Field, Unknown, Why};
use crate::tree::{Statement, named};

/// The statuses with which `add_header` without `always` is sent.
const SAFE: &[u16] = &[200, 201, 204, 206, 301, 302, 303, 304, 307, 308];

pub(super) fn is_always(header: &Statement) -> bool {
    header.word(3) == "always"
}

pub(super) fn is_sent(header: &Statement, status: u16) -> bool {
    is_always(header) || SAFE.contains(&status)
}

/// The field that clients read: the first colon of the line ends its name.
pub(super) fn field(header: &Statement, value: &str) -> Field {
    match header.word(1).split_once(':') {
        Some((name, more)) => header.field(name, format!("{more}: {value}").trim()),
        None => header.field(header.word(1), value),
    }
}

/// The `add_header` that count in the last of nested blocks, which are given from the outer to the inner one.
pub(super) fn in_force<'c>(chain: &[&'c [Statement]]) -> Vec<&'c Statement> {
    let Some((block, outer)) = chain.split_last() else {
        return Vec::new();
    };
    let own: Vec<&Statement> = named(block, "add_header").collect();
    let mode = chain
        .iter()
        .rev()
        .find_map(|block| named(block, "add_header_inherit").next());
    match mode.map_or("on", |mode| mode.word(1)) {
        "merge" => {
            let mut all = in_force(outer);
            all.extend(own);
            all
        }
        "on" if own.is_empty() => in_force(outer),
        _ => own,
    }
}

/// Whether the `add_header` that count may be others, because a file was not given or another module sets fields.
pub(super) fn open(chain: &[&[Statement]]) -> Vec<Unknown> {
    let mut unknown = Vec::new();
    let mut decided = false;
    for block in chain.iter().rev() {
        for statement in *block {
            let name = statement.name();
            if name == "include" && !decided {
                unknown.push(statement.not_given("set fields"));
            } else if may_set(name) && !statement.any(&sets_others_alone) {
                let reason = format!("`{name}` may set fields");
                unknown.push(statement.unknown(Why::Module, reason));
            }
        }
        decided |= named(block, "add_header").next().is_some();
    }
    unknown
}

/// Whether a directive is one of another module.
fn may_set(name: &str) -> bool {
    let is_silent = name == "include" || HANDLERS.contains(&name) || is_known(name);
    SETTERS.contains(&name) || !is_silent
}

/// Whether a statement of another module sets fields by their names, and none of them is about robots.
fn sets_others_alone(statement: &Statement) -> bool {
    let mut words = statement
        .arguments()
        .filter(|word| !word.starts_with('-'))
        .peekable();
    matches!(statement.name(), "more_set_headers" | "more_clear_headers")
        && words.peek().is_some()
        && words.all(|word| {
            let name = word.split(':').next().unwrap_or_default().trim();
            !name.contains(['$', '*']) && !is_about_robots(name)
        })
}
