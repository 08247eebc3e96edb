//! The long form of a cube: a row for each cell, as CSV or as JSON lines.

use std::collections::BTreeMap;
use std::io::Write;

use robots_policy_archives::Measure;
use robots_policy_archives::csv_lines::Lines;
use serde::{Deserialize, Serialize};

use super::cube::AgentCube;
use super::run::Run;

/// A cell in the long form.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)] // an unknown column could be one that keeps cells apart
struct CubeLine {
    /// `before` or `after` in a cube of two runs.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    run: String,
    agent: String,
    measure: String,
    name: String,
    #[serde(default)]
    part: String,
    rows: u64,
}

/// Reads a cube; one that `--json` wrote about two runs is two.
///
/// # Errors
/// A line that is not a cell.
pub(super) fn read(name: &str, text: &[u8]) -> Result<Vec<Run>, String> {
    let mut runs: BTreeMap<usize, BTreeMap<String, AgentCube>> = BTreeMap::new();
    let is_json = text.trim_ascii_start().starts_with(b"{");
    let read = if is_json { json } else { csv };
    read(text, &mut |cell| add(&mut runs, cell))?;
    if runs.is_empty() {
        let why = "it has no rows; its columns are agent, measure, name, part and rows";
        return Err(why.to_owned());
    }
    let runs = runs.into_iter().map(|(place, mut agents)| {
        agents.values_mut().for_each(AgentCube::complete);
        let run = match RUNS.get(place) {
            None | Some(&"") => name.to_owned(),
            Some(run) => format!("{name}, {run}"),
        };
        Run::of_cube(run, agents)
    });
    Ok(runs.collect())
}

/// Writes the cubes of one run, or of two, as JSON lines.
pub(super) fn write(out: &mut dyn Write, runs: &[Run]) -> std::io::Result<()> {
    for (at, run) in runs.iter().enumerate() {
        let [alone, before, after] = RUNS;
        let name_of_run = match (runs.len(), at) {
            (1, _) => alone,
            (_, 0) => before,
            _ => after,
        };
        for (agent, of_agent) in &run.agents {
            for (measure, names) in &of_agent.measures {
                for (name, parts) in names {
                    for (part, rows) in parts {
                        let cell = CubeLine {
                            run: name_of_run.to_owned(),
                            agent: agent.clone(),
                            measure: measure.clone(),
                            name: name.clone(),
                            part: part.clone(),
                            rows: *rows,
                        };
                        serde_json::to_writer(&mut *out, &cell)?;
                        writeln!(out)?;
                    }
                }
            }
        }
    }
    Ok(())
}

/// The names of the runs in their order; one that is alone has none.
const RUNS: [&str; 3] = ["", "before", "after"];

fn add(
    runs: &mut BTreeMap<usize, BTreeMap<String, AgentCube>>,
    cell: CubeLine,
) -> Result<(), String> {
    let place = RUNS.iter().position(|run| *run == cell.run);
    let place = place.ok_or_else(|| format!("`run` is `{}`; it is before or after", cell.run))?;
    if Measure::from_name(&cell.measure).is_none() {
        let known: Vec<&str> = Measure::ALL.iter().map(|measure| measure.name()).collect();
        let known = known.join(", ");
        return Err(format!(
            "`measure` is `{}`; it is one of {known}",
            cell.measure
        ));
    }
    let agents = runs.entry(place).or_default();
    let agent = agents.entry(cell.agent).or_default();
    agent.add(&cell.measure, &cell.name, &cell.part, cell.rows);
    Ok(())
}

fn json(text: &[u8], add: &mut dyn FnMut(CubeLine) -> Result<(), String>) -> Result<(), String> {
    for (number, line) in (1..).zip(text.split(|byte| *byte == b'\n')) {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let cell = serde_json::from_slice(line).map_err(|error| error.to_string());
        cell.and_then(&mut *add)
            .map_err(|why| format!("line {number}: {why}"))?;
    }
    Ok(())
}

fn csv(text: &[u8], add: &mut dyn FnMut(CubeLine) -> Result<(), String>) -> Result<(), String> {
    let mut lines = Lines::new(text);
    if !lines.next()? {
        return Ok(());
    }
    let text = |lines: &Lines<&[u8]>, at| String::from_utf8_lossy(lines.cell(at)).into_owned();
    let columns: Vec<String> = (0..lines.cells).map(|at| text(&lines, at)).collect();
    let place = |name: &str| columns.iter().position(|column| column.trim() == name);
    for column in &columns {
        if !COLUMNS.contains(&column.trim()) {
            let known = COLUMNS.join(", ");
            return Err(format!(
                "it has a column `{column}`; the columns are {known}"
            ));
        }
    }
    for column in NEEDED {
        if place(column).is_none() {
            return Err(format!(
                "it has no column `{column}`; the first line names the columns"
            ));
        }
    }
    while lines.next()? {
        let of = |name| place(name).map(|at| text(&lines, at)).unwrap_or_default();
        let cell = || {
            if lines.cells != columns.len() {
                let cells = lines.cells;
                let all = columns.len();
                return Err(format!(
                    "it has {cells} cells, and the first line has {all}"
                ));
            }
            Ok(CubeLine {
                run: of("run"),
                agent: of("agent"),
                measure: of("measure"),
                name: of("name"),
                part: of("part"),
                rows: whole("rows", &of("rows"))?,
            })
        };
        cell()
            .and_then(&mut *add)
            .map_err(|why| format!("line {}: {why}", lines.line))?;
    }
    Ok(())
}

fn whole(column: &str, text: &str) -> Result<u64, String> {
    let number = text.trim().parse();
    number.map_err(|_| format!("`{column}` is `{text}`, which is not a whole number"))
}

const COLUMNS: [&str; 6] = ["agent", "measure", "name", "part", "rows", "run"];
/// The columns without which a row is not a cell.
const NEEDED: [&str; 4] = ["agent", "measure", "name", "rows"];
