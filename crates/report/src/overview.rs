//! The plots over all agents, and the table about the run.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::agents::{Agent, alone, first, shown, with_plots};
use super::compare;
use super::cube::{AgentCube, Count, Cube, is_host};
use super::draw::{Drawn, Place, drawn};
use super::html;
use super::plots::{OF_ALL, Plot, rank};
use super::run::{Facts, Run};
use super::section::{Beside, Detail, figure};
use super::series::{Bound, Pair, Series, label, sum};
use super::share::number;
use super::table::{Table, TableRow};
use super::uses;
use robots_policy_archives::{Measure, OTHERS, classes};

/// The plots over all agents.
pub(super) fn plots(
    agents: &[Agent<'_>],
    detail: Detail,
    query: &dyn Fn(&Plot) -> String,
) -> String {
    let mut page = String::new();
    for sentence in alone(agents) {
        let _ = writeln!(page, "<p>{}</p>", html::text(&sentence));
    }
    for plot in OF_ALL {
        let id = format!("p{}", plot.number);
        let place = Place {
            id: &id,
            of: "all agents",
        };
        let drawn = of_all(plot, agents, detail, place);
        let beside = Beside {
            query: drawn.as_ref().map_or_else(String::new, |_| query(plot)),
            note: (plot.measure == Measure::State)
                .then(|| uses::of_all(agents, &with_plots(agents, detail.agents)))
                .flatten(),
            ..Beside::default()
        };
        page.push_str(&figure(plot, &format!("{id}-h"), drawn.as_ref(), &beside));
    }
    page
}

/// An agent by its name in a plot, and the parts of its pages in each run.
type Cells = (String, Vec<Option<AgentCube>>);

fn of_all(plot: &Plot, agents: &[Agent<'_>], detail: Detail, place: Place<'_>) -> Option<Drawn> {
    let runs = agents.first()?.runs.len();
    let has_parts = |agent: &&Agent<'_>| {
        let mut runs = agent.runs.iter().flatten();
        runs.any(|run| derived(plot, run).is_some())
    };
    let all = agents.iter().filter(has_parts).count();
    let most = detail.agents.max(detail.rows).max(LEAST_AGENTS);
    let shown = first(agents, most).into_iter().filter(has_parts);
    let cells: Vec<Cells> = shown.map(|agent| cells(plot, agent)).collect();
    if cells.is_empty() {
        return None;
    }
    let mut drawn = if runs > 1 {
        let mut pairs = pairs(&cells);
        pairs.truncate(most * MOST_PARTS);
        compare::slopes(plot, &pairs, place)
    } else {
        one(plot, &cells, place)
    };
    if cells.len() < all {
        let (shown, all) = (number(cells.len() as u64), number(all as u64));
        drawn.left_out = Some(format!(
            "{shown} of {all} agents are shown; those that --agent names come first, and --json has all."
        ));
    }
    Some(drawn)
}

fn cells(plot: &Plot, agent: &Agent<'_>) -> Cells {
    let derived = agent
        .runs
        .iter()
        .map(|run| run.and_then(|run| derived(plot, run)));
    let name = match agent.runs.len() {
        1 => agent.label(),
        _ => shown(agent.name).to_owned(),
    };
    (name, derived.collect())
}

/// The stacks of the agents of one run.
fn one(plot: &Plot, cells: &[Cells], place: Place<'_>) -> Drawn {
    let named = cells
        .iter()
        .filter_map(|(name, runs)| Some((name.clone(), runs.last()?.as_ref()?)));
    let named: Vec<(String, &AgentCube)> = named.collect();
    let all = named.iter().map(|(_, of)| of.rows).max().unwrap_or(0);
    drawn(plot, &Series::of_agents(&named, DERIVED), all, place)
}

/// The parts of an agent's pages in a plot over all agents.
fn derived(plot: &Plot, agent: &AgentCube) -> Option<AgentCube> {
    let parts = match plot.measure {
        Measure::ClosedBy => of_robots(agent)?,
        measure => names(agent, measure.name())?,
    };
    let mut cube = AgentCube {
        rows: agent.rows,
        ..AgentCube::default()
    };
    for (part, rows) in parts.iter().filter(|(_, rows)| **rows > 0) {
        let count = Count {
            rows: *rows,
            hosts: None,
        };
        cube.add(DERIVED, part, "", count);
    }
    Some(cube)
}

/// The measure of the parts.
const DERIVED: &str = "";

fn names(agent: &AgentCube, measure: &str) -> Option<BTreeMap<String, u64>> {
    let names = agent.measure(measure)?.iter();
    let rows = names.map(|(name, parts)| {
        let counts: Vec<Count> = parts.values().copied().collect();
        (name.clone(), sum(&counts))
    });
    Some(rows.collect())
}

/// The pages that robots.txt closes, by what closes them, those for which its answer is not known, and the others.
fn of_robots(agent: &AgentCube) -> Option<BTreeMap<String, u64>> {
    let access = names(agent, Measure::Access.name())?;
    let of = |reasons: &[&str]| -> u64 {
        let rows = reasons.iter().filter_map(|reason| access.get(*reason));
        rows.fold(0, |sum, rows| sum.saturating_add(*rows))
    };
    // Reports without a cube do not say what closes a page.
    let undivided = || {
        BTreeMap::from([(
            String::from("closed"),
            of(&["disallow-rule", "unreachable"]),
        )])
    };
    let mut parts = names(agent, Measure::ClosedBy.name()).unwrap_or_else(undivided);
    let closed = parts
        .values()
        .fold(0u64, |sum, rows| sum.saturating_add(*rows));
    let unknown = of(&["unknown", "unsaid"]);
    let allowed = agent.rows.saturating_sub(closed).saturating_sub(unknown);
    parts.insert(String::from("unknown"), unknown);
    parts.insert(String::from("allowed"), allowed);
    Some(parts)
}

/// The parts of all agents before and after.
fn pairs(cells: &[Cells]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (agent, runs) in cells {
        let of = |at: usize| runs.get(at).and_then(Option::as_ref);
        let keys = runs.iter().flatten().filter_map(|run| run.measure(DERIVED));
        let mut parts: Vec<&String> = keys.flat_map(BTreeMap::keys).collect();
        parts.sort_by(|a, b| (rank(a), a).cmp(&(rank(b), b)));
        parts.dedup();
        pairs.extend(parts.into_iter().map(|part| {
            let count = |run: Option<&AgentCube>| {
                let run = run?;
                let rows = names(run, DERIVED).and_then(|parts| parts.get(part).copied());
                Some((rows.unwrap_or(0), run.rows))
            };
            Pair {
                name: label(agent, part),
                before: count(of(0)),
                after: count(of(1)),
                bound: Bound::Exact,
                is_rest: false,
            }
        }));
    }
    pairs
}

/// A plot over all agents has at least this many of them, which are short.
const LEAST_AGENTS: usize = 20;
/// More parts than an agent has, except in a cube that someone wrote.
const MOST_PARTS: usize = 8;

/// The table about the runs as a whole.
pub(super) fn health(runs: &[Run]) -> String {
    let mut rows = Vec::new();
    for (name, of) in FACTS {
        let facts = runs.iter().map(|run| run.facts.as_ref().map(of));
        let facts: Vec<Option<u64>> = facts.collect();
        let is_shown = name != EARLIER || facts.iter().flatten().any(|fact| *fact > 0);
        if is_shown && facts.iter().any(Option::is_some) {
            let cells = facts
                .iter()
                .map(|fact| fact.map_or_else(String::new, number));
            rows.push(TableRow::new(name, cells.collect()));
        }
    }
    let cells = runs.iter().map(|run| number(run.cube.agents.len() as u64));
    rows.push(TableRow::new("agents", cells.collect()));
    let cells = runs.iter().map(|run| hosts(&run.cube).unwrap_or_default());
    rows.push(TableRow::new("hosts", cells.collect()));
    let mut head = vec![String::from("count")];
    match runs {
        [_] => head.push(String::from("number")),
        _ => head.extend(["before", "after"].map(str::to_owned)),
    }
    let table = Table {
        id: String::from("p12-n"),
        caption: String::from("12. The run as a whole"),
        head,
        rows,
    };
    let runs = match runs {
        [before, after] => format!(
            "<p>Before: <bdi>{}</bdi>. After: <bdi>{}</bdi>.</p>\n",
            html::short(&before.name, 200),
            html::short(&after.name, 200)
        ),
        _ => String::new(),
    };
    format!(
        "<section class=\"figure\"><h3 id=\"p12-h\">12. The run as a whole</h3>\n{runs}{}</section>\n",
        table.html()
    )
}

/// The count of reports without a cube, of which a run has none as a rule.
const EARLIER: &str = "of an earlier version";

type Fact = (&'static str, fn(&Facts) -> u64);

/// The counts of a run that have no agent.
const FACTS: [Fact; 7] = [
    ("archives with a report", |facts| facts.archives),
    (EARLIER, |facts| facts.without_cube),
    ("records", |facts| facts.records),
    ("responses", |facts| facts.responses),
    ("revisits without a row", |facts| facts.revisits),
    ("rows", |facts| facts.rows),
    ("damaged places", |facts| facts.damaged),
];

/// The number of distinct hosts, as far as the reports count them.
fn hosts(cube: &Cube) -> Option<String> {
    let hosts = cube
        .agents
        .values()
        .filter_map(|agent| agent.measure(Measure::Host.name()));
    let most = hosts.max_by_key(|hosts| hosts.len())?;
    let counted = most.keys().filter(|name| is_host(name)).count();
    let counted = number(counted as u64);
    // Each of these two names is that of a host at least.
    let has_more = [OTHERS, classes::LONG]
        .iter()
        .any(|name| most.contains_key(*name));
    Some(if has_more {
        format!("more than {counted}")
    } else {
        counted
    })
}
