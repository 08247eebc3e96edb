//! `robots-policy matrix`: who may fetch what, by one robots.txt.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};

use robots_policy::{Access, Accessor, Diagnostic, Parsed, RobotsTxt, Rule, Severity};

use crate::args::{AgentToken, Matrix};
use crate::exit::{Exit, Failure};
use crate::input;
use crate::inputs::name::shown;
use crate::question::accessor;
use crate::tell::remark;

/// Runs the command.
pub(crate) fn run(args: &Matrix) -> Result<Exit, Failure> {
    let name = shown(args.robots.as_os_str());
    let bytes = input::named(&args.robots)?;
    if bytes.starts_with(b"HTTP/") {
        let why = "it is a saved response; give its body alone, as `curl -s` writes it";
        return Err(Failure::Input(name, why.to_owned()));
    }
    let read = RobotsTxt::parse(&bytes);
    let exit = told(&name, &bytes, &read);
    let robots = read.value;
    let askers: Vec<Asker> = args.agents.iter().map(Asker::new).collect();
    let mut out = io::stdout().lock();
    let table = Table {
        robots: &robots,
        askers: &askers,
        urls: &args.urls,
        colour: args.color.is_on(io::stdout().is_terminal()),
    };
    table.write(&mut out)?;
    out.flush()?;
    Ok(exit)
}

/// Tells on standard error what is wrong with the file, and whether it is a robots.txt at all.
fn told(name: &str, bytes: &[u8], read: &Parsed<RobotsTxt>) -> Exit {
    let is_heavy = |diagnostic: &&Diagnostic| diagnostic.severity() >= Severity::Warning;
    let heavy = read.diagnostics.iter().filter(is_heavy);
    for diagnostic in heavy.clone().take(SHOWN) {
        let line = diagnostic.provenance().line().unwrap_or(1);
        remark(&format_args!("{name}:{line}: {diagnostic}"));
    }
    let others = heavy.count().saturating_sub(SHOWN);
    if others > 0 {
        remark(&format_args!("{name}: {others} more are not shown"));
    }
    let robots = &read.value;
    if robots.groups().next().is_some() || robots.sitemaps().next().is_some() {
        return Exit::Answered;
    }
    let why = if bytes.is_empty() {
        "it is empty"
    } else {
        "no line of it names a crawler"
    };
    remark(&format_args!(
        "{name}: {why}, so it forbids nothing; is it the robots.txt of the site?"
    ));
    Exit::Unreadable
}

/// A column of the table.
struct Asker {
    name: String,
    accessor: Accessor,
}

impl Asker {
    fn new(token: &AgentToken) -> Asker {
        Asker {
            name: token
                .as_ref()
                .map_or_else(|| String::from("*"), ToString::to_string),
            accessor: accessor(token.iter().cloned().collect(), None, true),
        }
    }
}

struct Table<'t> {
    robots: &'t RobotsTxt,
    askers: &'t [Asker],
    urls: &'t [String],
    colour: bool,
}

impl Table<'_> {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let first = self
            .urls
            .iter()
            .map(|url| url.chars().count())
            .max()
            .unwrap_or(0);
        let titles = self
            .askers
            .iter()
            .map(|asker| format!("{:1$}", asker.name, width(asker)));
        write_row(out, &" ".repeat(first), titles)?;
        let mut lines: BTreeMap<usize, Rule<'_>> = BTreeMap::new();
        for url in self.urls {
            let cells = self.askers.iter().map(|asker| {
                let access = self.robots.access(&asker.accessor, url);
                lines.extend(access.rule().map(|rule| (rule.line(), rule)));
                self.cell(&access, width(asker))
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
            ("yes", "\u{1b}[32m")
        } else {
            ("no", "\u{1b}[31m")
        };
        let line = access
            .rule()
            .map_or_else(String::new, |rule| rule.line().to_string());
        let cell = format!("{word:<3} {line}");
        let blanks = width.saturating_sub(cell.len());
        if self.colour {
            format!("{colour}{cell}\u{1b}[0m{:blanks$}", "")
        } else {
            format!("{cell}{:blanks$}", "")
        }
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
fn width(asker: &Asker) -> usize {
    asker.name.chars().count().max(10)
}
