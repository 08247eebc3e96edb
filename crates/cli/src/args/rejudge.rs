//! The options of `rejudge`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, CommandFactory as _, Parser as _};

use super::shared::WorkArgs;
use super::{Args, Command};
use crate::rejudge::{RejudgeSettings, Wanted};
use crate::report::ReportOutput;
use crate::scan::ScanCommand;

#[derive(ClapArgs)]
pub(crate) struct RejudgeArgs {
    /// The folder of the former run
    #[arg(value_name = "DIR")]
    former: PathBuf,

    /// Folder of the new tables
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// The store of answers; needed if the former run had one
    #[arg(long, value_name = "FILE")]
    robots_store: Option<PathBuf>,

    /// An archive of the run, or a folder with archives; repeat it for further ones [default: the names in the reports]
    #[arg(long, value_name = "PATH")]
    archive: Vec<PathBuf>,

    /// Also write each change as a JSON line; `-` is standard output, without the summary
    #[arg(long, value_name = "FILE", value_parser = ReportOutput::named())]
    changes: Option<ReportOutput>,

    #[command(flatten)]
    work: WorkArgs,
}

impl From<RejudgeArgs> for RejudgeSettings {
    fn from(args: RejudgeArgs) -> RejudgeSettings {
        RejudgeSettings {
            former: args.former,
            output: args.output,
            store: args.robots_store,
            archives: args.archive,
            changes: args.changes,
            workers: args.work.workers(),
            memory: args.work.memory(),
            progress: args.work.progress(),
        }
    }
}

/// The scan with these words, as the command line has them.
///
/// # Errors
/// Words that this version does not take; the message says which.
pub(crate) fn scan_of(words: &Wanted) -> Result<ScanCommand, String> {
    let name = Args::command().get_name().to_owned();
    let words = [name.into(), "scan".into()]
        .into_iter()
        .chain(words.clone());
    let args = Args::try_parse_from(words).map_err(|error| {
        let message = error.to_string();
        let first = message.lines().next().unwrap_or_default();
        first.trim_start_matches("error: ").to_owned()
    })?;
    match args.command {
        Command::Scan(args) => args.settings().ok_or_else(String::new),
        _ => Err(String::new()),
    }
}

pub(super) const REJUDGE_EXAMPLES: &str = "\
Examples:
  robots-policy robots-store build crawl/*.warc.gz -o sites.store
  robots-policy scan crawl/*.warc.gz --robots-store sites.store -o out
  robots-policy rejudge out -o again --robots-store sites.store
  robots-policy rejudge out -o elsewhere --robots-store sites.store \\
    --archive crawl --changes changes.jsonl

Every archive of the run is judged once more, with the settings and the clock
of the run and the rules of this version. The rows are those of a new scan. It
shows which answers of each agent changed, and by which statement.

Exit status: 0 every row was judged anew, 1 something was damaged, unreadable,
changed or unwritable, 2 usage, 130 interrupted.";
