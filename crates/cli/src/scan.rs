//! `robots-policy scan`: crawl archives in, a table of verdicts out.

mod comparison;
mod stream;
mod summary;

pub(crate) use self::comparison::Former;
pub use self::summary::ScanSummary;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use robots_policy_archives::archive_inputs::{Archives, Input, NamedArchives};
use robots_policy_archives::archive_report::{Kept, RunReport, sum};
use robots_policy_archives::folder::{self, Folder, RunFile, StoreFacts, TablePlace};
use robots_policy_archives::job::{Reading, ScanEnd, ScanRun};
use robots_policy_archives::run;
use robots_policy_archives::settings::ScanSettings;
use robots_policy_archives::store::Store;

use crate::exit::{self, CommandExit as _, Exit, Failure};
use crate::progress::{ProgressWhen, RunProgress};
use crate::say::{number, unless_unread, warn};

/// The settings of the command.
pub(crate) struct ScanCommand {
    pub(crate) archives: Archives,
    /// The folder of the tables; `-` is standard output.
    pub(crate) output: PathBuf,
    pub(crate) tables: ScanSettings,
    /// Whether the run resumes an interrupted one.
    pub(crate) resumes: bool,
    /// The run that is judged once more.
    pub(crate) again: Option<Former>,
    pub(crate) progress: ProgressWhen,
    /// The command line, as `scan.json` keeps it.
    pub(crate) command: String,
}

/// Writes the columns of the table and their meaning.
pub(crate) fn show_schema(table: &str) -> Result<Exit, Failure> {
    io::stdout().write_all(table.as_bytes())?;
    Ok(Exit::Answered)
}

/// Runs the command.
pub(crate) fn run(args: &ScanCommand) -> Result<Exit, Failure> {
    let output = args.output.as_path();
    if output.as_os_str() == "-" {
        return stream::run(args);
    }
    let Some(again) = &args.again else {
        return tables(args, output);
    };
    again.check(&args.tables, output)?;
    let exit = tables(args, output)?;
    if exit == Exit::Interrupted {
        return Ok(exit);
    }
    Ok(exit.max(again.show(output)?))
}

/// Writes a table for each archive.
fn tables(args: &ScanCommand, output: &Path) -> Result<Exit, Failure> {
    let how = &args.tables;
    let NamedArchives {
        inputs,
        missing,
        index,
    } = args.archives.inputs(&|failure| warn(failure))?;
    if how.digests {
        require_files(&inputs)?;
    }
    let decoding = how.decoding(inputs.len())?;
    let robots = how.robots.as_deref().map(Store::open).transpose()?;
    folder::require_distinct_tables(&inputs, output, how.format.extension())?;
    let interrupt = exit::watch()?;
    let extension = how.format.extension();
    let now = SystemTime::now().into();
    let facts = robots.as_ref().map(StoreFacts::of).transpose()?;
    let mut asked = RunFile::new(how.distinguishing(index)?, now, how.now, facts);
    asked.command = Some(args.command.clone());
    let folder = Folder::open(output, extension, asked, args.resumes)?;
    for failure in &missing {
        warn(failure);
    }
    let progress = RunProgress::new(&inputs, args.progress);
    let robots = robots.map(Arc::new);
    let reading = Reading::new(how, decoding, folder.began(), robots, &progress, &interrupt);
    let run = ScanRun::new(how, &folder, reading);
    let places: Vec<TablePlace<'_>> = inputs.iter().map(|input| folder.place(input)).collect();
    let began = Instant::now();
    let ends = run::all(&run, &places, how.workers)?;
    progress.end();
    let reports: Vec<&Kept> = ends.iter().filter_map(ScanEnd::report).collect();
    let failed = ends.iter().filter_map(ScanEnd::failure);
    let unreadable: Vec<String> = missing
        .iter()
        .chain(failed)
        .map(ToString::to_string)
        .collect();
    let named = inputs.len() + missing.len();
    let written = if args.again.is_some() {
        Ok(())
    } else {
        summarize(how, &ends, &inputs, began)
    };
    report_missing(named - reports.len(), named, output);
    report_others(&folder, &inputs, output);
    let all = sum(reports.iter().map(|kept| &kept.report));
    folder.report(&RunReport::of(all, reports.len(), named, unreadable))?;
    unless_unread(written)?;
    let is_left = ends.iter().any(|end| matches!(end, ScanEnd::Left));
    if is_left && interrupt.is_asked() {
        return Ok(Exit::Interrupted);
    }
    let exits = ends.iter().map(exit);
    let exits = exits.chain(missing.iter().map(Exit::after));
    Ok(exits.max().unwrap_or(Exit::Answered))
}

/// Requires archives that can be read a second time.
fn require_files(inputs: &[Input]) -> Result<(), Failure> {
    let Some(input) = inputs.iter().find(|input| input.path().is_none()) else {
        return Ok(());
    };
    Err(Failure::Usage(format!(
        "--sha256 reads each archive a second time, and {} is read once; leave it out, or store the archive in a file",
        input.name
    )))
}

/// The exit status of a run after this result, if nothing worse happens and it is not interrupted.
fn exit(end: &ScanEnd) -> Exit {
    match end {
        ScanEnd::Failed(failure) => Exit::after(failure),
        end if end.report().is_some_and(|kept| kept.report.damaged > 0) => Exit::Unreadable,
        _ => Exit::Answered,
    }
}

/// Writes the summary.
fn summarize(
    args: &ScanSettings,
    ends: &[ScanEnd],
    inputs: &[Input],
    began: Instant,
) -> io::Result<()> {
    let reports: Vec<&Kept> = ends.iter().filter_map(ScanEnd::report).collect();
    let new = ends.iter().zip(inputs);
    let new: Vec<(&Kept, &Input)> = new
        .filter_map(|(end, input)| match end {
            ScanEnd::Done(kept) => Some((&**kept, input)),
            _ => None,
        })
        .collect();
    let summary = ScanSummary {
        reports: reports.iter().map(|kept| kept.named()).collect(),
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
