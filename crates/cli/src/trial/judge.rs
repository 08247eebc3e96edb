//! The outcome of a case: its expectations, held against the requests of a client and its output.

use std::collections::BTreeSet;

use serde::Serialize;

use super::case::{Ability, Case, Gap, Level, Statement};
use super::reply::marker;
use super::site::Request;

/// The outcome of a case.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Outcome {
    Ok,
    ReadClosed,
    BlockedOpen,
    Untold,
    TooFast,
    TooOften,
    NotTested,
    TimeOut,
}

impl Outcome {
    pub(super) const ALL: [Outcome; 8] = [
        Outcome::Ok,
        Outcome::ReadClosed,
        Outcome::BlockedOpen,
        Outcome::Untold,
        Outcome::TooFast,
        Outcome::TooOften,
        Outcome::NotTested,
        Outcome::TimeOut,
    ];

    /// The words of the report.
    pub(super) fn words(self) -> &'static str {
        match self {
            Outcome::Ok => "ok",
            Outcome::ReadClosed => "READ closed",
            Outcome::BlockedOpen => "blocked open",
            Outcome::Untold => "untold",
            Outcome::TooFast => "too fast",
            Outcome::TooOften => "too often",
            Outcome::NotTested => "not tested",
            Outcome::TimeOut => "time-out",
        }
    }

    /// Whether it is a fault of the client at a case of this level. Without an answer in time nothing is known.
    pub(super) fn is_fault(self, level: Level) -> bool {
        level != Level::Open && !matches!(self, Outcome::Ok | Outcome::NotTested | Outcome::TimeOut)
    }
}

/// The requests and the output of a client.
pub(super) struct Seen {
    pub(super) requests: Vec<Request>,
    /// Its standard output; none of a client that runs elsewhere.
    pub(super) output: Option<String>,
    pub(super) has_timed_out: bool,
    /// How it ended, in words; empty for one that runs elsewhere.
    pub(super) end: String,
}

impl Seen {
    fn has(&self, at: &str) -> bool {
        self.requests.iter().any(|request| request.at == at)
    }

    fn has_text(&self, page: &str) -> bool {
        let output = self.output.as_deref().unwrap_or_default();
        output.contains(&marker(page))
    }

    /// The time of the first request of an address that fits.
    fn first(&self, fits: impl Fn(&str) -> bool) -> Option<usize> {
        let mut requests = self.requests.iter();
        requests.position(|request| fits(&request.at))
    }
}

/// Whether a control shows its ability.
pub(super) fn shows(case: &Case, seen: &Seen) -> Option<Ability> {
    let ability = case.control?;
    let is_shown = match ability {
        Ability::Text => seen.has_text("text"),
        _ => case.expect.open.iter().all(|at| seen.has(at)),
    };
    is_shown.then_some(ability)
}

/// The outcome, for a client with these abilities.
pub(super) fn judge(case: &Case, seen: &Seen, abilities: &BTreeSet<Ability>) -> Outcome {
    let expect = &case.expect;
    let can = |ability: &Ability| abilities.contains(ability);
    // A control of more than a request is about clients that do more.
    let own = case.control.filter(|own| *own != Ability::Fetch);
    if expect.closed.iter().any(|at| seen.has(at)) || is_early(&expect.robots_first, seen) {
        Outcome::ReadClosed
    } else if !can(&Ability::Fetch) || !case.needs.iter().chain(&own).all(can) {
        Outcome::NotTested
    } else if !expect.open.iter().all(|at| seen.has(at)) {
        if seen.has_timed_out {
            Outcome::TimeOut
        } else {
            Outcome::BlockedOpen
        }
    } else if expect.gap.as_ref().is_some_and(|gap| is_fast(gap, seen)) {
        Outcome::TooFast
    } else if expect
        .at_most
        .iter()
        .any(|(at, most)| count(seen, at) > *most)
    {
        Outcome::TooOften
    } else if expect
        .named
        .as_ref()
        .is_some_and(|named| is_untold(named, seen))
    {
        Outcome::Untold
    } else if seen.has_timed_out && expect.open.is_empty() {
        Outcome::TimeOut
    } else {
        Outcome::Ok
    }
}

/// Whether a page of a host was requested without its robots.txt before it.
fn is_early(hosts: &[String], seen: &Seen) -> bool {
    hosts.iter().any(|host| {
        let robots = format!("{host}/robots.txt");
        let is_page = |at: &str| at != robots && at.starts_with(&format!("{host}/"));
        let (page, robots) = (seen.first(is_page), seen.first(|at| at == robots));
        page.is_some_and(|page| robots.is_none_or(|robots| page < robots))
    })
}

fn is_fast(gap: &Gap, seen: &Seen) -> bool {
    let of = seen
        .requests
        .iter()
        .filter(|request| gap.of.contains(&request.at));
    let times: Vec<u64> = of.map(|request| request.ms).collect();
    let mut pairs = times.iter().zip(times.iter().skip(1));
    pairs.any(|(before, after)| after.saturating_sub(*before) < gap.ms)
}

fn count(seen: &Seen, at: &str) -> usize {
    seen.requests
        .iter()
        .filter(|request| request.at == at)
        .count()
}

/// Whether the output has the text of a page and does not name what is said about it.
fn is_untold(named: &Statement, seen: &Seen) -> bool {
    let output = seen.output.as_deref().unwrap_or_default().to_lowercase();
    seen.has_text(&named.page)
        && !named
            .names
            .iter()
            .any(|name| output.contains(&name.to_lowercase()))
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::string_slice, clippy::unwrap_used)]
// a test fails by panicking
mod tests;
