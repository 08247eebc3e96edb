//! The plots over all agents, and the table about the run.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::agent_table;
use super::agents::{Agent, alone, first, shown, with_plots};
use super::compare;
use super::cube::{AgentCube, is_host};
use super::draw::{Drawn, PlotPlace, drawn};
use super::html;
use super::plots::{OF_ALL, Plot};
use super::run::Run;
use super::section::{Detail, figure};
use super::series::{Bound, Pair, Series, label, ordered_parts, sum};
use super::share::number;
use super::shared_hosts;
use super::sums::Sums;
use super::table::{PlotTable, TableRow};
use super::uses;
use robots_policy::robots_txt::Reason;
use robots_policy_archives::{Counts, Measure, OTHERS, classes};

/// The plots over all agents.
pub(super) fn plots(agents: &[Agent<'_>], detail: Detail) -> String {
    let mut page = String::new();
    for sentence in alone(agents) {
        let _ = writeln!(page, "<p>{}</p>", html::text(&sentence));
    }
    let listed = first(agents, detail.listed);
    page.push_str(&shared_hosts::html(&listed));
    for plot in OF_ALL {
        let id = plot.id(None);
        let place = PlotPlace {
            id: &id,
            of: "all agents",
        };
        let mut drawn = of_all(plot, agents, place);
        if let Some(drawn) = &mut drawn
            && plot.measure == Measure::State
        {
            drawn.note = uses::of_all(agents, &with_plots(agents, detail.agents));
        }
        let is_of_two = agents.iter().any(|agent| agent.runs.len() > 1);
        page.push_str(&figure(plot, &format!("{id}-h"), drawn.as_ref(), is_of_two));
    }
    if agents.len() > MOST_PLOTTED {
        let runs = agents.first().map_or(1, |agent| agent.runs.len());
        page.push_str("<section class=\"figure\"><h3 id=\"every-h\">Every agent</h3>\n");
        page.push_str(&agent_table::table(&listed, agents.len(), runs > 1).html());
        page.push_str("</section>\n");
    }
    page
}

/// An agent by its name in a plot, and the parts of its pages in each run, with all of them.
type Cells = (String, Vec<Option<(Counts, u64)>>);

fn of_all(plot: &Plot, agents: &[Agent<'_>], place: PlotPlace<'_>) -> Option<Drawn> {
    let runs = agents.first()?.runs.len();
    let has_parts = |agent: &&Agent<'_>| {
        let mut runs = agent.runs.iter().flatten();
        runs.any(|run| parts(plot, run).is_some())
    };
    let all = agents.iter().filter(has_parts).count();
    let shown = first(agents, MOST_PLOTTED).into_iter().filter(has_parts);
    let cells: Vec<Cells> = shown.map(|agent| cells(plot, agent)).collect();
    if cells.is_empty() {
        return None;
    }
    let mut drawn = if runs > 1 {
        let mut pairs = pairs(&cells);
        pairs.truncate(MOST_PLOTTED * MOST_PARTS);
        compare::compared(plot, &pairs, place)
    } else {
        one(plot, &cells, place)
    };
    if cells.len() < all {
        let (shown, all) = (number(cells.len() as u64), number(all as u64));
        drawn.left_out = Some(format!(
            "{shown} of {all} agents are shown; those that --agent names come first. The table of every agent has all."
        ));
    }
    Some(drawn)
}

fn cells(plot: &Plot, agent: &Agent<'_>) -> Cells {
    let runs = agent.runs.iter();
    let runs = runs.map(|run| run.and_then(|run| Some((parts(plot, run)?, run.rows))));
    let name = match agent.runs.len() {
        1 => agent.label(),
        _ => shown(agent.name).to_owned(),
    };
    (name, runs.collect())
}

/// The stacks of the agents of one run.
fn one(plot: &Plot, cells: &[Cells], place: PlotPlace<'_>) -> Drawn {
    let runs = cells.iter();
    let runs = runs.filter_map(|(name, runs)| Some((name, runs.last()?.as_ref()?)));
    let runs: Vec<(&String, &(Counts, u64))> = runs.collect();
    let all = runs.iter().map(|(_, (_, rows))| *rows).max().unwrap_or(0);
    let named = runs.into_iter().map(|(name, (parts, _))| (name, parts));
    drawn(
        plot,
        &Series::of_agents(&named.collect::<Vec<_>>()),
        all,
        place,
    )
}

/// The parts of an agent's pages in a plot over all agents.
fn parts(plot: &Plot, agent: &AgentCube) -> Option<Counts> {
    let mut parts = match plot.measure {
        Measure::ClosedBy => of_robots(agent)?,
        Measure::Use => of_training(agent)?,
        measure => names(agent, measure)?,
    };
    parts.retain(|_, rows| *rows > 0);
    Some(parts)
}

fn names(agent: &AgentCube, measure: Measure) -> Option<Counts> {
    let names = agent.measure(measure.name())?.iter();
    let rows = names.map(|(name, parts)| (name.clone(), sum(parts.values())));
    Some(rows.collect())
}

/// The pages by what the sources state about training.
fn of_training(agent: &AgentCube) -> Option<Counts> {
    let answers = agent.measure(Measure::Use.name())?.get("train")?.iter();
    let rows = answers.map(|(answer, rows)| (answer.clone(), *rows));
    Some(rows.collect())
}

/// The pages that robots.txt closes, by what closes them, those for which its answer is not known, and the others.
fn of_robots(agent: &AgentCube) -> Option<Counts> {
    let access = names(agent, Measure::Access)?;
    // A reason of a later version is not known to allow.
    let answer = |reason: &str| reason.parse::<Reason>().ok().and_then(Reason::allowed);
    let of = |wanted: Option<bool>| -> u64 {
        let rows = access.iter().filter(|(reason, _)| answer(reason) == wanted);
        rows.fold(0, |sum, (_, rows)| sum.saturating_add(*rows))
    };
    // The counts of a query may not say what closes a page.
    let undivided = || {
        let closed = of(Some(false));
        Counts::from([(String::from("closed"), closed)])
    };
    let mut parts = names(agent, Measure::ClosedBy).unwrap_or_else(undivided);
    let closed = parts.values();
    let closed = closed.fold(0u64, |sum, rows| sum.saturating_add(*rows));
    let unknown = of(None);
    let allowed = agent.rows.saturating_sub(closed).saturating_sub(unknown);
    parts.insert(String::from("unknown"), unknown);
    parts.insert(String::from("allowed"), allowed);
    Some(parts)
}

/// The parts of all agents before and after.
fn pairs(cells: &[Cells]) -> Vec<Pair> {
    let of_agent = |(agent, runs): &Cells| {
        let keys = runs.iter().flatten().map(|(parts, _)| parts);
        let pair = |part: String| {
            let count = |at: usize| {
                let (parts, rows) = runs.get(at)?.as_ref()?;
                Some((parts.get(&part).copied().unwrap_or(0), *rows))
            };
            Pair {
                name: label(agent, &part),
                before: count(0),
                after: count(1),
                bound: Bound::Exact,
                is_rest: false,
            }
        };
        ordered_parts(keys)
            .into_iter()
            .map(pair)
            .collect::<Vec<_>>()
    };
    cells.iter().flat_map(of_agent).collect()
}

/// A plot over all agents has at most this many of them.
const MOST_PLOTTED: usize = 20;
/// More parts than an agent has, except in a cube that someone wrote.
const MOST_PARTS: usize = 8;

/// The table about the runs as a whole.
pub(super) fn health(runs: &[Run]) -> String {
    let mut rows = Vec::new();
    let all = runs.iter().map(|run| run.sums.as_ref().map(facts));
    let all: Vec<Option<[(&str, u64); 9]>> = all.collect();
    let names = all.iter().flatten().next().into_iter().flatten();
    for (at, (name, _)) in names.enumerate() {
        let own = all.iter().map(|facts| facts.as_ref()?.get(at));
        let own: Vec<Option<&(&str, u64)>> = own.collect();
        if *name != LEFT_OUT || own.iter().flatten().any(|(_, fact)| *fact > 0) {
            let cells = own.iter();
            let cells = cells.map(|fact| fact.map_or_else(String::new, |(_, fact)| number(*fact)));
            rows.push(TableRow::new(name, cells.collect()));
        }
    }
    let cells = runs.iter().map(|run| number(run.agents.len() as u64));
    rows.push(TableRow::new("agents", cells.collect()));
    let cells = runs
        .iter()
        .map(|run| hosts(&run.agents).unwrap_or_default());
    rows.push(TableRow::new("hosts", cells.collect()));
    let mut head = vec![String::from("count")];
    match runs {
        [_] => head.push(String::from("number")),
        _ => head.extend(["before", "after"].map(str::to_owned)),
    }
    let table = PlotTable {
        id: String::from("run-n"),
        caption: String::from("The run as a whole"),
        head,
        rows,
        is_dense: true,
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
        "<section class=\"figure\"><h3 id=\"run-h\">The run as a whole</h3>\n{runs}{}</section>\n",
        table.html()
    )
}

/// The count of responses that `scan --status` and `--type` left out.
const LEFT_OUT: &str = "responses that a filter left out";

/// The counts of a run that have no agent.
fn facts(sums: &Sums) -> [(&'static str, u64); 9] {
    [
        ("archives with a report", sums.archives),
        ("records", sums.all.records),
        ("responses", sums.all.responses),
        ("pages", sums.pages),
        ("other responses with a row", sums.others),
        (LEFT_OUT, sums.all.left_out),
        ("revisits without a row", sums.all.revisits),
        ("rows", sums.all.rows),
        ("damaged places", sums.all.damaged),
    ]
}

/// The number of distinct hosts, as far as the reports count them.
fn hosts(agents: &BTreeMap<String, AgentCube>) -> Option<String> {
    let hosts = agents
        .values()
        .filter_map(|agent| agent.measure(Measure::Host.name()));
    let most = hosts.max_by_key(|hosts| hosts.len())?;
    let counted = most.keys().filter(|name| is_host(name)).count();
    // Pages without a name of their own may be of hosts that have one; a name that is too long is one more.
    let is_long = most.contains_key(classes::LONG);
    let has_more = is_long || most.contains_key(OTHERS);
    let counted = number(counted as u64 + u64::from(is_long));
    Some(if has_more {
        format!("at least {counted}")
    } else {
        counted
    })
}
