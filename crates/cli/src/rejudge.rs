//! `robots-policy rejudge`: the rows of a former run, judged anew by the rules of this version.
//!
//! The new rows are those of [`scan`](crate::scan), with the settings of the former run, so that nothing is judged in two ways.
//!
//! | file | job |
//! |---|---|
//! | `former` | the former run: its settings as words of a command line, its archives |
//! | `changes` | the rows of two tables side by side, and the statement that made a change |
//! | `summary` | the changes counted, for people |

mod changes;
mod former;
mod summary;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

use robots_policy_archives::store::Store;
use robots_policy_scan::folder::StoreFacts;

use self::changes::Change;
use self::former::Former;
use self::summary::Summary;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressWhen;
use crate::report::ReportOutput;
use crate::say::{unless_unread, warn};
use crate::scan::{self, ScanCommand};

/// The settings of the command.
pub(crate) struct RejudgeSettings {
    /// The folder of the former run.
    pub(crate) former: PathBuf,
    /// The folder of the new one.
    pub(crate) output: PathBuf,
    pub(crate) store: Option<PathBuf>,
    /// Archives, or folders with archives.
    pub(crate) archives: Vec<PathBuf>,
    /// Where each change is written.
    pub(crate) changes: Option<ReportOutput>,
    pub(crate) workers: usize,
    pub(crate) memory: Option<u64>,
    pub(crate) progress: ProgressWhen,
}

/// Words of a command line.
pub(crate) type Wanted = Vec<OsString>;

/// Reads the words of a scan.
pub(crate) type ReadScan = fn(&Wanted) -> Result<ScanCommand, String>;

/// Runs the command.
pub(crate) fn run(args: &RejudgeSettings, scan_of: ReadScan) -> Result<Exit, Failure> {
    let folders = [&args.former, &args.output];
    if let Some(output) = &args.changes
        && folders.iter().any(|folder| output.is_of_scan(folder))
    {
        return Err(Failure::Usage(format!(
            "{} is a file of a run, and would be overwritten; name another file",
            output.name()
        )));
    }
    let former = Former::read(&args.former)?;
    let words = former.words(args)?;
    let unreadable = |why| Failure::Input(former.name(), why);
    let mut scan = scan_of(&words).map_err(unreadable)?;
    scan.is_quiet = true;
    scan.progress = args.progress;
    scan.tables.workers = args.workers;
    scan.tables.memory = args.memory;
    if let Some(time) = former.robots_time()? {
        scan.tables.robots_time = time;
    }
    compare_stores(args, &former)?;
    let exit = scan::run(&scan)?;
    if exit == Exit::Interrupted {
        return Ok(exit);
    }
    Ok(exit.max(show(args, &former)?))
}

/// Says that the store has other rows than the former run's, if it has.
fn compare_stores(args: &RejudgeSettings, former: &Former) -> Result<(), Failure> {
    let (Some(path), Some(then)) = (&args.store, &former.run.store) else {
        return Ok(());
    };
    let now = StoreFacts::of(&Store::open(path)?)?;
    if now.sha256 != then.sha256 {
        warn(&format_args!(
            "{} has other rows than the store of the former run, so answers may change by them too",
            path.display()
        ));
    }
    Ok(())
}

/// Compares the tables, and shows the changes.
fn show(args: &RejudgeSettings, former: &Former) -> Result<Exit, Failure> {
    let mut summary = Summary::default();
    let is_complete = match &args.changes {
        None => compare(args, former, &mut summary, None)?,
        Some(output) => {
            let mut result = Ok(true);
            output.write(|out| {
                result = compare(args, former, &mut summary, Some(out));
                Ok(())
            })?;
            result?
        }
    };
    let is_shown = args
        .changes
        .as_ref()
        .is_none_or(|out| out.place().is_some());
    if is_shown {
        let mut out = io::stdout().lock();
        unless_unread(write!(out, "{summary}").and_then(|()| out.flush()))?;
    }
    Ok(if is_complete {
        Exit::Answered
    } else {
        Exit::Unreadable
    })
}

/// Compares each table with the new one; returns whether all could be.
fn compare(
    args: &RejudgeSettings,
    former: &Former,
    summary: &mut Summary,
    mut out: Option<&mut dyn Write>,
) -> Result<bool, Failure> {
    let mut is_complete = true;
    for table in &former.tables {
        let new = args.output.join(table.file_name());
        let mut written = Ok(());
        let compared = table.compare(&new, &mut |agent, changes: &[Change]| {
            summary.row(agent, changes);
            if let (Some(out), Ok(())) = (out.as_deref_mut(), &written) {
                written = changes.iter().try_for_each(|change| {
                    serde_json::to_writer(&mut *out, change)?;
                    out.write_all(b"\n")
                });
            }
        });
        written?;
        if let Err(why) = compared {
            is_complete = false;
            warn(&format_args!("{}: {why}", table.path.display()));
        }
    }
    Ok(is_complete)
}
