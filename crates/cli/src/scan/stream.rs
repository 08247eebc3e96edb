//! The rows on standard output: one archive after the other, so that they are in the order of the archives.

use std::io::{self, BufWriter, Write as _};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use robots_policy_archives::archive_inputs::Input;
use robots_policy_archives::archive_report::{Kept, Origin};
use robots_policy_archives::job::{Reading, ScanEnd, WRITE_SIZE};
use robots_policy_archives::store::Store;
use robots_policy_archives::table::{Table, TableFormat};

use super::ScanCommand;
use super::summary::ScanSummary;
use crate::exit::{self, CommandExit as _, Exit, Failure};
use crate::progress::RunProgress;
use crate::say::warn;

/// Writes the rows of all archives; the summary goes to standard error.
pub(super) fn run(args: &ScanCommand) -> Result<Exit, Failure> {
    let how = &args.tables;
    if args.again.is_some() {
        return Err(Failure::Usage(String::from(
            "--again compares the tables of two folders, and `-o -` writes none; name a folder",
        )));
    }
    if how.format != TableFormat::Jsonl {
        return Err(Failure::Usage(String::from(
            "standard output takes the rows as JSON lines: add --format jsonl; Parquet needs a folder (a folder called `-` is written `./-`)",
        )));
    }
    if args.resumes {
        return Err(Failure::Usage(String::from(
            "--resume continues the tables of a folder, and `-o -` writes none; leave it out, or name a folder",
        )));
    }
    if how.digests {
        return Err(Failure::Usage(String::from(
            "--sha256 writes into the reports of a folder, and `-o -` writes none; leave it out, or name a folder",
        )));
    }
    let named = args.archives.inputs(&|failure| warn(failure))?;
    let decoding = how.decoding(1)?;
    let robots = how.robots.as_deref().map(Store::open).transpose()?;
    for failure in &named.missing {
        warn(failure);
    }
    let interrupt = exit::watch()?;
    let progress = RunProgress::new(&named.inputs, args.progress);
    let now = SystemTime::now().into();
    let reading = Reading::new(
        how,
        decoding,
        now,
        robots.map(Arc::new),
        &progress,
        &interrupt,
    );
    let out = BufWriter::with_capacity(WRITE_SIZE, io::stdout());
    let mut table = Table::create(how.format, Box::new(out), how.columns(), &[])?;
    let began = Instant::now();
    let mut ends = Vec::new();
    for input in &named.inputs {
        ends.push(archive(&reading, input, &mut table)?);
    }
    table.finish()?;
    progress.end();
    let reports: Vec<&Kept> = ends.iter().filter_map(ScanEnd::report).collect();
    let read = ends.iter().zip(&named.inputs);
    let read = read.filter(|(end, _)| end.report().is_some());
    let summary = ScanSummary {
        reports: reports.iter().map(|kept| kept.named()).collect(),
        kept: 0,
        bytes: read.filter_map(|(_, input)| input.length()).sum(),
        rows: reports.iter().map(|kept| kept.report.rows).sum(),
        took: began.elapsed(),
        has_robots: how.robots.is_some(),
    };
    // A closed standard error does not affect the rows.
    let _ = write!(io::stderr(), "{summary}");
    let is_left = ends.iter().any(|end| matches!(end, ScanEnd::Left));
    if is_left && interrupt.is_asked() {
        return Ok(Exit::Interrupted);
    }
    let missing = named.missing.iter().map(Exit::after);
    let exits = ends.iter().map(super::exit).chain(missing);
    Ok(exits.max().unwrap_or(Exit::Answered))
}

/// Writes the rows of one archive.
///
/// # Errors
/// Rows that cannot be written.
fn archive(reading: &Reading<'_>, input: &Input, table: &mut Table) -> Result<ScanEnd, Failure> {
    if reading.is_over() {
        return Ok(ScanEnd::Left);
    }
    Ok(match reading.rows(input, table, &Failure::Output) {
        Ok(Some(report)) => {
            for caution in input.cautions(report.records == 0) {
                reading.progress.line(&caution);
            }
            let origin = Origin {
                name: input.whole_name(),
                identity: None,
                sha256: None,
            };
            let kept = Kept::new(input, origin, report);
            ScanEnd::Done(Box::new(kept.without_cubes()))
        }
        Ok(None) => ScanEnd::Left,
        Err(failure @ Failure::Output(_)) => return Err(failure),
        // A silent pipe or server, when the run is to end.
        Err(Failure::Input(..)) if reading.is_over() => ScanEnd::Left,
        Err(failure) => {
            reading.progress.line(&failure.to_string());
            ScanEnd::Failed(failure)
        }
    })
}
