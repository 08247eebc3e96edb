//! The report at the end of a run.

use std::fmt;
use std::time::Duration;

use robots_policy::robots_txt::Reason;
use robots_policy_archives::{AgentReport, Counts};
use robots_policy_scan::kept::{Kept, sum};

use crate::names::plain;
use crate::say::{grouped, number};

/// The reports of a run, as text.
pub(super) struct Summary<'r> {
    pub(super) reports: &'r [&'r Kept],
    /// The number of reports from an earlier part of the run.
    pub(super) kept: usize,
    /// The bytes of the archives that were read now; a resumed run reads only some.
    pub(super) bytes: u64,
    /// Rows that were written now.
    pub(super) rows: u64,
    pub(super) took: Duration,
    /// Whether a store of robots.txt answers was used.
    pub(super) has_robots: bool,
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = sum(self.reports.iter().map(|kept| &kept.report));
        write!(
            f,
            "{}, {}, {}",
            number(self.reports.len() as u64, "archive"),
            number(all.responses, "response"),
            number(all.rows, "row"),
        )?;
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

impl Summary<'_> {
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
        writeln!(f, "{job} {agent}: {}", number(report.rows, "row"))?;
        let nothing = |_: &str| String::new();
        table(f, "robots.txt", &report.access, report.rows, |reason| {
            let is_unasked = reason == Reason::Unknown.name() && !self.has_robots;
            let note = if is_unasked {
                "(no --robots-store)"
            } else {
                ""
            };
            note.to_owned()
        })?;
        table(
            f,
            "in force",
            &report.directives,
            report.rows,
            |directive| sources(report.sources.get(directive)),
        )?;
        table(f, "diagnostics", &report.diagnostics, report.rows, nothing)?;
        table(f, "unread", &report.unread, report.rows, nothing)
    }

    fn listed(&self, f: &mut fmt::Formatter<'_>, damaged: u64) -> fmt::Result {
        if damaged > 0 {
            writeln!(f, "damaged: {}", number(damaged, "place"))?;
        }
        let all = self.reports.iter().copied();
        let listed = all.flat_map(|r| r.report.damage.iter().map(move |place| (&r.archive, place)));
        for (archive, place) in listed.take(SHOWN) {
            writeln!(f, "  {} {}", plain(archive), place.message)?;
        }
        if damaged > SHOWN as u64 {
            writeln!(f, "  … the reports beside the tables list the others")?;
        }
        Ok(())
    }
}

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
