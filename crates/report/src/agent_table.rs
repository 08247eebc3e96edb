//! The table of every agent, for a run that has more of them than the plots over all agents.

use robots_policy_archives::{Measure, classes};

use super::agents::{Agent, shown};
use super::cube::AgentCube;
use super::series::sum;
use super::share::{difference, missing, number, percent};
use super::table::{PlotTable, TableRow};

/// The agents of the page, of which `all` are in the runs.
pub(super) fn table(agents: &[&Agent<'_>], all: usize, is_of_two: bool) -> PlotTable {
    let columns = if is_of_two { of_two } else { of_one };
    let head: Vec<String> = columns(None).into_iter().map(|(name, _)| name).collect();
    let rows = agents.iter().map(|agent| {
        let cells = columns(Some(agent)).into_iter().map(|(_, cell)| cell);
        TableRow::new(shown(agent.name), cells.collect())
    });
    let mut rows: Vec<TableRow> = rows.collect();
    let left = all.saturating_sub(agents.len()) as u64;
    if left > 0 {
        let cells = vec![String::new(); head.len()];
        rows.push(TableRow::rest(
            format!("{} others, in --json", number(left)),
            cells,
        ));
    }
    let wholes = if is_of_two {
        "shares are of the pages of the agent in the run, differences in percentage points"
    } else {
        "shares are of the pages of the agent"
    };
    PlotTable {
        id: String::from("every-n"),
        caption: format!("Every agent; {wholes}"),
        head: [vec![String::from("agent")], head].concat(),
        rows,
        is_dense: true,
    }
}

/// The columns of one run: the name of each, and the cell of an agent.
fn of_one(agent: Option<&&Agent<'_>>) -> Vec<(String, String)> {
    let cube = agent.and_then(|agent| agent.last());
    let pages = cube.map_or(0, |cube| cube.rows);
    let purpose = agent.and_then(|agent| agent.purpose).unwrap_or("\u{2013}");
    let mut columns = vec![
        column("purpose", purpose.to_owned()),
        column("pages", number(pages)),
    ];
    columns.extend(SHARES.iter().map(|(name, measure, of, part)| {
        let share = cube.and_then(|cube| cell(cube, *measure, of, part));
        column(
            name,
            share.map_or_else(missing, |rows| percent(rows, pages)),
        )
    }));
    columns
}

/// The columns of two runs: the share after, and the difference.
fn of_two(agent: Option<&&Agent<'_>>) -> Vec<(String, String)> {
    let runs = agent.map_or(&[][..], |agent| &agent.runs);
    let run = |at: usize| runs.get(at).copied().flatten();
    let pages = |at| run(at).map_or_else(missing, |cube| number(cube.rows));
    let mut columns = vec![
        column("pages before", pages(0)),
        column("pages after", pages(1)),
    ];
    for (name, measure, of, part) in SHARES {
        let share =
            |at| run(at).and_then(|cube| Some((cell(cube, *measure, of, part)?, cube.rows)));
        let (before, after) = (share(0), share(1));
        let text = after.map_or_else(missing, |(rows, all)| percent(rows, all));
        let change = before
            .zip(after)
            .map_or_else(missing, |(before, after)| difference(before, after));
        columns.push(column(name, format!("{text} ({change})")));
    }
    columns
}

fn column(name: &str, cell: String) -> (String, String) {
    (name.to_owned(), cell)
}

/// The pages of a cell; of a name without a part those of all parts. `None` if the measure counted nothing.
fn cell(cube: &AgentCube, measure: Measure, name: &str, part: &str) -> Option<u64> {
    let names = cube.measure(measure.name())?;
    let Some(parts) = names.get(name) else {
        return Some(0);
    };
    Some(match part {
        "" => sum(parts.values()),
        part => parts.get(part).copied().unwrap_or(0),
    })
}

/// The columns with shares: the name, and the cell of the cube.
const SHARES: &[(&str, Measure, &str, &str)] = &[
    ("free", Measure::State, "free", ""),
    ("restricted", Measure::State, "restricted", ""),
    ("closed", Measure::State, "closed", ""),
    ("unknown", Measure::State, classes::UNKNOWN, ""),
    ("training disallowed", Measure::Use, "train", "disallow"),
    ("training unstated", Measure::Use, "train", "unstated"),
    ("training unknown", Measure::Use, "train", "unknown"),
];
