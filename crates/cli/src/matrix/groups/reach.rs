//! How much of a site the rules of a name close.

use robots_policy::robots_txt::{Group, Rule};

/// How much of a site may be fetched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    Open,
    Part,
    /// No path, except those of `Allow` lines.
    Closed,
}

impl Reach {
    /// The word in text, JSON and CSV.
    pub(super) fn name(self) -> &'static str {
        match self {
            Reach::Open => "open",
            Reach::Part => "partly",
            Reach::Closed => "closed",
        }
    }

    /// The reach by the rules of these groups, and the line that closes the whole site.
    pub(super) fn of<'g>(groups: impl Iterator<Item = Group<'g>>) -> (Reach, Option<usize>) {
        let rules: Vec<Rule<'g>> = groups.flat_map(Group::rules).collect();
        let longest = |allows: bool| {
            let rules = rules.iter().filter(move |rule| rule.allows() == allows);
            let whole = rules.map(|rule| (whole(&rule.path()), rule.line()));
            // Of equal rules the first one is named.
            whole.max_by_key(|(length, line)| (*length, std::cmp::Reverse(*line)))
        };
        let (closes, line) = longest(false).unwrap_or_default();
        let (opens, _) = longest(true).unwrap_or_default();
        if closes > opens {
            return (Reach::Closed, Some(line));
        }
        let closes = |rule: &Rule<'_>| !rule.allows() && rule.path().starts_with(['/', '*']);
        // An `Allow` for every path is shorter than a rule about some.
        let is_part = |rule: &Rule<'_>| closes(rule) && whole(&rule.path()) == 0;
        (
            if rules.iter().any(is_part) {
                Reach::Part
            } else {
                Reach::Open
            },
            None,
        )
    }
}

/// The length of a pattern that matches every path; else 0.
fn whole(path: &str) -> usize {
    match path {
        "/" => 1,
        // A slash belongs before it.
        "*" | "/*" => 2,
        _ => 0,
    }
}
