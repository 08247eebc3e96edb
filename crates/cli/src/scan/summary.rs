//! The report at the end of a run.

use std::fmt;
use std::time::Duration;

use robots_policy::robots_txt::Reason;
use robots_policy::uses::Activity;
use robots_policy_archives::archive_report::sum;
use robots_policy_archives::{AgentReport, Counts, Cube, Measure, Report};
use robots_policy_input::names::plain;

use crate::say::{grouped, number};

/// The reports of a run, as text.
#[derive(Debug)]
pub struct ScanSummary<'r> {
    /// Each archive, as it was named, with its report.
    pub reports: Vec<(&'r str, &'r Report)>,
    /// The number of reports from an earlier part of the run.
    pub kept: usize,
    /// The bytes of the archives that were read now; a resumed run reads only some.
    pub bytes: u64,
    /// Rows that were written now.
    pub rows: u64,
    /// How long that took.
    pub took: Duration,
    /// Whether a store of robots.txt answers was used.
    pub has_robots: bool,
}

impl fmt::Display for ScanSummary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = sum(self.reports.iter().map(|(_, report)| *report));
        write!(
            f,
            "{}, {}, {}",
            number(self.reports.len() as u64, "archive"),
            responses(&all),
            number(all.rows, "row"),
        )?;
        if all.left_out > 0 {
            let left_out = number(all.left_out, "response");
            write!(f, "; {left_out} left out by --status or --type")?;
        }
        if all.revisits > 0 {
            write!(f, "; {} without a row", number(all.revisits, "revisit"))?;
        }
        writeln!(f)?;
        self.throughput(f)?;
        for (agent, report) in &all.agents {
            self.agent(f, agent, report)?;
        }
        self.listed(f, all.damaged)
    }
}

impl ScanSummary<'_> {
    fn throughput(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.kept > 0 {
            let kept = number(self.kept as u64, "table");
            if self.kept == self.reports.len() {
                return writeln!(f, "{kept} kept from an earlier run, none written now");
            }
            write!(f, "{kept} kept from an earlier run; the others: ")?;
        }
        let millis = self.took.as_millis().max(1);
        let a_second = |amount: u64| u128::from(amount) * 1000 / millis;
        let rows = grouped(a_second(self.rows));
        write!(f, "{:.1} s, {rows} rows/s", self.took.as_secs_f64())?;
        // The length of a pipe is not known.
        if self.bytes > 0 {
            let tenths = a_second(self.bytes) / 100_000;
            let (whole, tenth) = (tenths / 10, tenths % 10);
            write!(f, ", {whole}.{tenth} MB/s of the archives")?;
        }
        writeln!(f)
    }

    /// The counts of one agent. The counts of several agents are not added up: each has a row for every response.
    fn agent(&self, f: &mut fmt::Formatter<'_>, agent: &str, report: &AgentReport) -> fmt::Result {
        let job = if report.engine { "engine" } else { "agent" };
        let pages = report.pages();
        let (of, what) = pages.map_or((report.rows, "row"), |pages| (pages, "page"));
        writeln!(f, "{job} {agent}: {}", number(of, what))?;
        let nothing = |_: &str| String::new();
        let states = names(&report.cube, Measure::State);
        let is_asked = RESTRICTED.iter().any(|part| has_use(&report.cube, part));
        table(f, "state", &states, of, |state| {
            let is_noted = is_asked && state == FREE;
            let note = if is_noted {
                "(as pages; uses are below)"
            } else {
                ""
            };
            note.to_owned()
        })?;
        table(f, "robots.txt", &report.access, of, |reason| {
            let is_unasked = reason == Reason::Unknown.name() && !self.has_robots;
            let note = if is_unasked {
                "(no --robots-store)"
            } else {
                ""
            };
            note.to_owned()
        })?;
        table(f, "in force", &report.directives, of, |directive| {
            sources(report.sources.get(directive))
        })?;
        uses(f, &report.cube)?;
        let missing = names(&report.cube, Measure::NotKnown);
        table(f, "not known because of", &missing, of, nothing)?;
        table(f, "diagnostics", &report.diagnostics, of, nothing)?;
        table(f, "unread", &report.unread, of, nothing)
    }

    fn listed(&self, f: &mut fmt::Formatter<'_>, damaged: u64) -> fmt::Result {
        if damaged > 0 {
            writeln!(f, "damaged: {}", number(damaged, "place"))?;
        }
        let all = self.reports.iter();
        let listed = all
            .flat_map(|(archive, report)| report.damage.iter().map(move |place| (*archive, place)));
        for (archive, place) in listed.take(SHOWN) {
            writeln!(f, "  {} {}", plain(archive), place.message)?;
        }
        if damaged > SHOWN as u64 {
            writeln!(f, "  … the reports beside the tables list the others")?;
        }
        Ok(())
    }
}

/// How many responses are pages, and how many are not.
fn responses(all: &Report) -> String {
    let (pages, rows) = all.pages();
    let Some(pages) = pages.filter(|_| rows > 0) else {
        return number(all.responses, "response");
    };
    let page = number(pages, "page");
    match rows.saturating_sub(pages) {
        0 => page,
        others => format!("{page} and {}", number(others, "other response")),
    }
}

/// The rows of each name of a measure.
fn names(cube: &Cube, measure: Measure) -> Counts {
    let names = cube.of(measure).iter();
    let rows = |parts: &Counts| {
        parts
            .values()
            .fold(0, |sum: u64, rows| sum.saturating_add(*rows))
    };
    names
        .map(|(name, parts)| (name.clone(), rows(parts)))
        .collect()
}

/// A row for each use, with the number of pages for each answer of the sources about it.
fn uses(f: &mut fmt::Formatter<'_>, cube: &Cube) -> fmt::Result {
    let uses = cube.of(Measure::Use);
    if uses.is_empty() {
        return Ok(());
    }
    let mut row = |name: &str, cells: [String; ANSWERS.len()]| {
        let cells = cells.iter().map(|cell| format!("{cell:>12}"));
        writeln!(f, "{name:<16}{}", cells.collect::<String>())
    };
    row("uses", ANSWERS.map(|(_, title)| title.to_owned()))?;
    for activity in Activity::ALL {
        let parts = uses.get(activity.name());
        let pages = |(part, _)| {
            let pages = parts.and_then(|parts: &Counts| parts.get(part));
            grouped(u128::from(pages.copied().unwrap_or_default()))
        };
        row(&format!("  {activity}"), ANSWERS.map(pages))?;
    }
    Ok(())
}

/// Whether a page has this answer about a use.
fn has_use(cube: &Cube, answer: &str) -> bool {
    let mut uses = cube.of(Measure::Use).values();
    uses.any(|parts| parts.contains_key(answer))
}

/// The state of pages that nothing restricts as pages.
const FREE: &str = "free";
/// The answers that restrict a use.
const RESTRICTED: [&str; 2] = ["disallow", "conditional"];
/// The parts of [`Measure::Use`], each with its title.
const ANSWERS: [(&str, &str); 5] = [
    ("disallow", "disallowed"),
    ("conditional", "on terms"),
    ("allow", "allowed"),
    ("unstated", "unstated"),
    ("unknown", "unknown"),
];

/// Names with their counts and shares, the largest first.
fn table(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    counts: &Counts,
    of: u64,
    more: impl Fn(&str) -> String,
) -> fmt::Result {
    if counts.is_empty() {
        return Ok(());
    }
    writeln!(f, "{title}")?;
    let mut rows: Vec<(&String, &u64)> = counts.iter().collect();
    rows.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (name, count) in rows {
        let per_mille = (count.saturating_mul(1000) + of / 2) / of.max(1);
        let (whole, tenth) = (per_mille / 10, per_mille % 10);
        let count = grouped(u128::from(*count));
        let row = format!(
            "  {name:<24} {count:>12} {whole:>4}.{tenth} %  {}",
            more(name)
        );
        writeln!(f, "{}", row.trim_end())?;
    }
    Ok(())
}

fn sources(counts: Option<&Counts>) -> String {
    let counts = counts.into_iter().flatten();
    let each: Vec<String> = counts
        .map(|(source, count)| format!("{source} {}", grouped(u128::from(*count))))
        .collect();
    each.join(", ")
}

/// The most places that are shown; the reports list more.
const SHOWN: usize = 20;
