//! The hosts that two runs have: their pages before and after, so that a change of what owners state is not taken for one of
//! what was crawled.

use std::fmt::Write as _;

use robots_policy_archives::{Measure, Names};

use super::agents::{Agent, shown};
use super::cube::{AgentCube, is_bounded, is_host};
use super::html;
use super::share::{counted, difference, number};
use super::table::{PlotTable, TableRow};

/// An agent over the hosts that both runs have by name: its pages that are closed or restricted, and all of them, in each run.
struct SharedHosts {
    hosts: u64,
    /// The hosts by name of each run, and whether it has more.
    known: [(u64, bool); 2],
    before: (u64, u64),
    after: (u64, u64),
}

/// The table of all agents that both runs have; nothing in a page about one run, or where no host is counted.
pub(super) fn html(agents: &[&Agent<'_>]) -> String {
    let found = agents.iter().filter_map(|agent| {
        let [Some(before), Some(after)] = agent.runs.as_slice() else {
            return None;
        };
        Some((*agent, SharedHosts::of(before, after)?, [*before, *after]))
    });
    let found: Vec<(&Agent<'_>, SharedHosts, [&AgentCube; 2])> = found.collect();
    let Some(most) = found
        .iter()
        .map(|(_, both, _)| both)
        .max_by_key(|both| both.hosts)
    else {
        return String::new();
    };
    let mut part = String::from(
        "<section class=\"figure\"><h3 id=\"both-h\">The hosts that both runs have</h3>\n",
    );
    for sentence in sentences(most) {
        let _ = writeln!(part, "<p>{}</p>", html::text(&sentence));
    }
    if most.hosts > 0 {
        let rows = found
            .iter()
            .map(|(agent, both, runs)| both.row(agent, runs));
        part.push_str(&table(rows.collect()).html());
    }
    part.push_str("</section>\n");
    part
}

/// The sentences about the hosts of both runs.
fn sentences(of: &SharedHosts) -> Vec<String> {
    let [before, after] = of.known.map(|(hosts, has_more)| {
        let least = if has_more { "at least " } else { "" };
        format!("{least}{}", number(hosts))
    });
    let has_more = of.known.iter().any(|(_, has_more)| *has_more);
    let mut sentences = Vec::new();
    if of.hosts == 0 {
        let among = if has_more {
            " among those that are counted by name"
        } else {
            ""
        };
        sentences.push(format!(
            "The runs share no host{among}: {before} before, {after} after. Every difference on this page is one between \
            two crawls, and does not say that an owner changed anything."
        ));
    } else {
        sentences.push(format!(
            "{} in both runs, of {before} before and {after} after. Over them a difference is one of pages and of what owners \
            state; over all hosts, as in the plots, also one of what was crawled.",
            match of.hosts {
                1 => String::from("1 host is"),
                hosts => format!("{} hosts are", number(hosts)),
            }
        ));
    }
    if has_more {
        sentences.push(String::from(
            "Reports count a bounded number of hosts by name, and this table is over those alone.",
        ));
    }
    sentences
}

fn table(rows: Vec<TableRow>) -> PlotTable {
    let head = ["agent", "before", "after", "difference", "over all hosts"];
    PlotTable {
        id: String::from("both-n"),
        caption: String::from(
            "Closed and restricted pages of the hosts that both runs have; shares are of the pages of these hosts, the last column is \
            the difference over all hosts",
        ),
        head: head.map(str::to_owned).to_vec(),
        rows,
        is_dense: true,
    }
}

impl SharedHosts {
    /// The hosts of an agent in both runs; `None` where a run does not count hosts.
    fn of(before: &AgentCube, after: &AgentCube) -> Option<SharedHosts> {
        let measure = Measure::Host.name();
        let (first, second) = (before.measure(measure)?, after.measure(measure)?);
        let mut both = SharedHosts {
            hosts: 0,
            known: [first, second].map(|names| (hosts(names).count() as u64, is_bounded(names))),
            before: (0, 0),
            after: (0, 0),
        };
        for host in hosts(first).filter(|host| second.contains_key(*host)) {
            both.hosts += 1;
            both.before = sum(both.before, pages(first, host));
            both.after = sum(both.after, pages(second, host));
        }
        Some(both)
    }

    fn row(&self, agent: &Agent<'_>, runs: &[&AgentCube; 2]) -> TableRow {
        let all = runs.map(|run| {
            let states = run.measure(Measure::State.name());
            let of = |state: &str| {
                let parts = states.and_then(|states| states.get(state));
                parts.map_or(0, |parts| super::series::sum(parts.values()))
            };
            (of("closed").saturating_add(of("restricted")), run.rows)
        });
        let cells = vec![
            counted(self.before.0, self.before.1),
            counted(self.after.0, self.after.1),
            difference(self.before, self.after),
            difference(all[0], all[1]),
        ];
        TableRow::new(shown(agent.name), cells)
    }
}

/// The names that are hosts.
fn hosts(names: &Names) -> impl Iterator<Item = &String> {
    names.keys().filter(|name| is_host(name))
}

fn pages(names: &Names, host: &str) -> (u64, u64) {
    let parts = names.get(host);
    let part = |part: &str| {
        parts
            .and_then(|parts| parts.get(part))
            .map_or(0, |rows| *rows)
    };
    (part("restricted"), part("rows"))
}

fn sum(one: (u64, u64), other: (u64, u64)) -> (u64, u64) {
    (one.0.saturating_add(other.0), one.1.saturating_add(other.1))
}
