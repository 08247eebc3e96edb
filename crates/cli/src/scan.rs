//! `robots-policy scan`: crawl archives in, a table of verdicts out.

mod folder;
mod job;
mod report;
mod settings;
mod stream;
mod summary;
pub(crate) mod table;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use robots_policy_archives::store::Store;
use robots_policy_archives::{schema_table, schema_table_as};

pub(crate) use self::settings::{ScanOutput, ScanSettings};
pub(crate) use self::table::TableFormat;

use self::folder::{Folder, Standing, TablePlace};
use self::job::{Reading, Run, ScanEnd};
use self::report::{Kept, RunReport};
use self::summary::Summary;
use crate::archive_inputs::{Input, NamedArchives};
use crate::exit::{CommandExit as _, Exit, Failure};
use crate::interrupt::Interrupt;
use crate::progress::RunProgress;
use crate::say::{number, unless_unread, warn};
use crate::workers;

/// Writes the columns of the table and their meaning; `is_as` for a table about engines.
pub(crate) fn show_schema(is_as: bool) -> Result<Exit, Failure> {
    let table = if is_as {
        schema_table_as()
    } else {
        schema_table()
    };
    io::stdout().write_all(table.as_bytes())?;
    Ok(Exit::Answered)
}

/// Runs the command.
pub(crate) fn run(args: &ScanSettings) -> Result<Exit, Failure> {
    match &args.output {
        ScanOutput::Standard => stream::run(args),
        ScanOutput::Folder(output) => tables(args, output),
    }
}

/// Writes a table for each archive.
fn tables(args: &ScanSettings, output: &Path) -> Result<Exit, Failure> {
    let NamedArchives {
        inputs,
        missing,
        index,
    } = args.archives.inputs()?;
    let decoding = args.decoding(inputs.len())?;
    let robots = args.robots.as_deref().map(Store::open).transpose()?;
    folder::require_distinct_tables(&inputs, output, args.format.extension())?;
    let interrupt = Interrupt::watch()?;
    let extension = args.format.extension();
    let now = SystemTime::now().into();
    let settings = args.distinguishing(index)?;
    let folder = Folder::open(output, extension, settings, now, args.resumes)?;
    for failure in &missing {
        warn(failure);
    }
    let progress = RunProgress::new(&inputs, args.progress);
    let robots = robots.map(Arc::new);
    let reading = Reading::new(
        args,
        decoding,
        folder.began(),
        robots,
        &progress,
        &interrupt,
    );
    let run = Run::new(args, &folder, reading);
    let places: Vec<TablePlace<'_>> = inputs.iter().map(|input| folder.place(input)).collect();
    let began = Instant::now();
    let ends = all(&run, &places, args.workers)?;
    progress.end();
    let reports: Vec<&Kept> = ends.iter().filter_map(|ended| ended.end.report()).collect();
    let failed = ends.iter().filter_map(|ended| ended.end.failure());
    let unreadable: Vec<String> = missing
        .iter()
        .chain(failed)
        .map(ToString::to_string)
        .collect();
    let named = inputs.len() + missing.len();
    let written = summarize(args, &ends, &inputs, began);
    report_missing(named - reports.len(), named, output);
    report_others(&folder, &inputs, output);
    folder.report(&RunReport::of(&reports, named, unreadable))?;
    unless_unread(written)?;
    let is_left = ends.iter().any(|ended| matches!(ended.end, ScanEnd::Left));
    if is_left && interrupt.is_asked() {
        return Ok(Exit::Interrupted);
    }
    let exits = ends.iter().map(|ended| ended.end.exit());
    let exits = exits.chain(missing.iter().map(Exit::after));
    Ok(exits.max().unwrap_or(Exit::Answered))
}

/// The result for an archive, and whether it is from this run or from an earlier part of it.
struct Ended {
    end: ScanEnd,
    is_new: bool,
}

/// The result for an archive before this run.
enum Before {
    /// Its table is complete.
    Done(Box<Kept>),
    /// Its table is complete, and the archive cannot be read now: why.
    Unreadable(String),
    /// Its table is to be written.
    Missing,
}

/// Writes the missing tables.
fn all(run: &Run<'_>, places: &[TablePlace<'_>], workers: usize) -> Result<Vec<Ended>, Failure> {
    // A server may be slow to say what it holds.
    let done = workers::each(places, workers, |place| done(run, place));
    let done: Result<Vec<Before>, Failure> = done.into_iter().collect();
    let jobs: Vec<(&TablePlace<'_>, Before)> = places.iter().zip(done?).collect();
    let progress = run.reading.progress;
    let left = jobs
        .iter()
        .filter(|(_, before)| matches!(before, Before::Missing));
    run.reading.decoding.cores.expect(left.count());
    Ok(workers::each(&jobs, workers, |(place, before)| {
        let end = match before {
            Before::Done(report) => {
                progress.skip(&place.input);
                return Ended {
                    end: ScanEnd::Done(report.clone()),
                    is_new: false,
                };
            }
            Before::Unreadable(why) => {
                let why = format!("{why}; the table of an earlier run stays as it is");
                ScanEnd::Failed(Failure::Input(place.input.name.clone(), why))
            }
            Before::Missing => {
                let end = job::scan(run, place);
                run.reading.decoding.cores.done();
                end
            }
        };
        match &end {
            ScanEnd::Failed(failure) => {
                progress.line(&failure.to_string());
                progress.done(&place.input, "not read");
            }
            ScanEnd::Done(kept) => {
                for caution in place.input.cautions(kept.report.records == 0) {
                    progress.line(&caution);
                }
                progress.done(&place.input, &result(kept));
            }
            ScanEnd::Left => {}
        }
        Ended { end, is_new: true }
    }))
}

/// The text about an archive in a line of progress.
fn result(kept: &Kept) -> String {
    let rows = number(kept.report.rows, "row");
    match kept.report.damaged {
        0 => rows,
        damaged => format!("{rows}, {}", number(damaged, "damaged place")),
    }
}

/// The result for an archive before this run.
fn done(run: &Run<'_>, place: &TablePlace<'_>) -> Result<Before, Failure> {
    if run.reading.is_over() {
        return Ok(Before::Missing);
    }
    match place.standing(run.reading.interrupt)? {
        Standing::Done(kept) => Ok(Before::Done(kept)),
        Standing::Absent => Ok(Before::Missing),
        _ if run.reading.is_over() => Ok(Before::Missing),
        Standing::Unreadable(why) => Ok(Before::Unreadable(why)),
        Standing::Outdated(why) => {
            let table = place.table();
            let line = format!("{} {why}; it is written again", table.display());
            run.reading.progress.line(&line);
            Ok(Before::Missing)
        }
    }
}

/// Writes the summary.
fn summarize(
    args: &ScanSettings,
    ends: &[Ended],
    inputs: &[Input],
    began: Instant,
) -> io::Result<()> {
    let reports: Vec<&Kept> = ends.iter().filter_map(|ended| ended.end.report()).collect();
    let new = ends.iter().zip(inputs).filter(|(ended, _)| ended.is_new);
    let new: Vec<(&Kept, &Input)> = new
        .filter_map(|(ended, input)| Some((ended.end.report()?, input)))
        .collect();
    let summary = Summary {
        reports: &reports,
        kept: reports.len() - new.len(),
        bytes: new.iter().filter_map(|(_, input)| input.length()).sum(),
        rows: new.iter().map(|(kept, _)| kept.report.rows).sum(),
        took: began.elapsed(),
        has_robots: args.robots.is_some(),
    };
    let mut out = io::stdout().lock();
    write!(out, "{summary}")?;
    out.flush()
}

/// Reports the tables of the folder whose archives this run does not name.
fn report_others(folder: &Folder, inputs: &[Input], output: &Path) {
    let others = folder.others(inputs);
    let Some(first) = others.first() else { return };
    warn(&format_args!(
        "{} also holds {} of archives that this run does not name, the first {first}; they stay as they are",
        output.display(),
        number(others.len() as u64, "table")
    ));
}

/// Reports how many archives have no table, and the fix.
fn report_missing(missing: usize, named: usize, output: &Path) {
    if missing > 0 {
        warn(&format_args!(
            "{missing} of {named} archives have no table in {}; run the same command with --resume to continue",
            output.display()
        ));
    }
}
