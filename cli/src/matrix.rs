//! `robots-policy matrix`: who may fetch what, by one robots.txt.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::SystemTime;

use anstyle::{AnsiColor, Style};
use robots_policy::robots_txt::{Access, Robots, RobotsTxtReader, Rule};
use robots_policy::{Accessor, Diagnostic, Severity};

use crate::exit::{Exit, Failure};
use crate::output::Color;
use crate::robots::SavedRobots;
use crate::say::warn;

/// What the command is asked.
pub(crate) struct MatrixSettings {
    /// The file of a robots.txt.
    pub(crate) robots: PathBuf,
    /// The asker of each column.
    pub(crate) askers: Vec<Accessor>,
    /// URLs or paths, one row each.
    pub(crate) urls: Vec<String>,
    pub(crate) color: Color,
}

/// Runs the command.
pub(crate) fn run(args: &MatrixSettings) -> Result<Exit, Failure> {
    let saved = SavedRobots::read(&args.robots)?;
    let now = SystemTime::now().into();
    let fetch = saved.given().fetch(RobotsTxtReader::new(), now);
    let fetch = fetch.unwrap_or_default();
    let robots = fetch.outcome(now);
    let exit = reported(&saved, &robots, fetch.diagnostics());
    let agents: Vec<Agent<'_>> = args.askers.iter().map(Agent::new).collect();
    let mut out = io::stdout().lock();
    let table = AccessTable {
        robots: &robots,
        agents: &agents,
        urls: &args.urls,
        colour: args.color.is_on(),
    };
    table.write(&mut out)?;
    out.flush()?;
    Ok(exit)
}

/// Reports what is wrong with the file on standard error, and a file that does not look like a robots.txt.
fn reported(saved: &SavedRobots, robots: &Robots, diagnostics: &[Diagnostic]) -> Exit {
    let name = &saved.name;
    let is_heavy = |diagnostic: &&Diagnostic| diagnostic.severity() >= Severity::Warning;
    let heavy = diagnostics.iter().filter(is_heavy);
    for diagnostic in heavy.clone().take(SHOWN) {
        let line = diagnostic.provenance().line().unwrap_or(1);
        warn(&format_args!("{name}:{line}: {diagnostic}"));
    }
    let others = heavy.count().saturating_sub(SHOWN);
    if others > 0 {
        warn(&format_args!("{name}: {others} more are not shown"));
    }
    let is_said = robots
        .rules()
        .is_none_or(|rules| rules.groups().next().is_some() || rules.sitemaps().next().is_some());
    match saved.bare() {
        Some(bare) => warn(&bare),
        None if is_said => {}
        None => warn(&format_args!(
            "{name}: no line of it names a crawler, so it forbids nothing; is it the robots.txt of the site?"
        )),
    }
    if is_said {
        Exit::Answered
    } else {
        Exit::Unreadable
    }
}

/// A column of the table.
struct Agent<'t> {
    name: String,
    accessor: &'t Accessor,
}

impl Agent<'_> {
    fn new(accessor: &Accessor) -> Agent<'_> {
        Agent {
            name: accessor.to_string(),
            accessor,
        }
    }
}

struct AccessTable<'t> {
    robots: &'t Robots,
    agents: &'t [Agent<'t>],
    urls: &'t [String],
    colour: bool,
}

impl AccessTable<'_> {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let first = self
            .urls
            .iter()
            .map(|url| url.chars().count())
            .max()
            .unwrap_or(0);
        let titles = self
            .agents
            .iter()
            .map(|agent| format!("{:1$}", agent.name, width(agent)));
        write_row(out, &" ".repeat(first), titles)?;
        let mut lines: BTreeMap<usize, Rule<'_>> = BTreeMap::new();
        for url in self.urls {
            let cells = self.agents.iter().map(|agent| {
                let access = self.robots.access(agent.accessor, url);
                lines.extend(access.rule().map(|rule| (rule.line(), rule)));
                self.cell(&access, width(agent))
            });
            write_row(out, &format!("{url:first$}"), cells)?;
        }
        let digits = lines
            .keys()
            .next_back()
            .map_or(0, |line| line.to_string().len());
        for (line, rule) in lines {
            writeln!(out, "line {line:digits$}  {}", rule.text().escape_debug())?;
        }
        Ok(())
    }

    /// The answer, and the line that decides, if one does.
    fn cell(&self, access: &Access<'_>, width: usize) -> String {
        let (word, colour) = if access.is_allowed() {
            ("yes", AnsiColor::Green)
        } else {
            ("no", AnsiColor::Red)
        };
        let line = access
            .rule()
            .map_or_else(String::new, |rule| rule.line().to_string());
        let cell = format!("{word:<3} {line}");
        let blanks = width.saturating_sub(cell.len());
        let style = if self.colour {
            colour.on_default()
        } else {
            Style::new()
        };
        format!("{style}{cell}{style:#}{:blanks$}", "")
    }
}

fn write_row(
    out: &mut impl Write,
    title: &str,
    cells: impl Iterator<Item = String>,
) -> io::Result<()> {
    let row = cells.fold(title.to_owned(), |row, cell| row + "  " + &cell);
    writeln!(out, "{}", row.trim_end())
}

/// Diagnostics that are shown.
const SHOWN: usize = 20;

/// A column holds its title, and an answer with a line number of six digits.
fn width(agent: &Agent<'_>) -> usize {
    agent.name.chars().count().max(10)
}
