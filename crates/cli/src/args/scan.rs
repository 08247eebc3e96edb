//! The options of `scan`.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{Args as ClapArgs, CommandFactory as _, Parser as _};
use robots_policy::ledger::Assumed;
use robots_policy::{InvalidProductToken, Timestamp};
use robots_policy_archives::settings::ScanSettings;
use robots_policy_archives::table::TableFormat;
use robots_policy_archives::{
    Asker, RobotsTime, RowFilter, Skip, Statuses, Types, columns, columns_as, parts_columns,
    schema_table_of,
};
use robots_policy_input::ReadingOptions;
use robots_policy_input::values::{hours, moment};

use super::shared::{ArchiveArgs, OF_ENGINES, PageEngineArgs, WorkArgs, assumed};
use super::{Args, Command};
use crate::VERSION;
use crate::command_line;
use crate::exit::Failure;
use crate::report::ReportOutput;
use crate::scan::{Former, ScanCommand};

#[derive(ClapArgs)]
pub(crate) struct ScanArgs {
    #[command(flatten)]
    archives: ArchiveArgs,

    /// Folder of the tables, one file for every archive; with --format jsonl also `-`: all rows on standard output, one
    /// archive after the other
    #[arg(short, long, value_name = "DIR", required_unless_present = "schema")]
    output: Option<OsString>,

    /// How the rows are written
    #[arg(long, value_name = "FORMAT", default_value = "parquet", value_parser = format())]
    format: TableFormat,

    /// Product tokens of an asker, the most specific first, as in `ExampleBot-News,ExampleBot`; repeat it for further
    /// askers, each gets its rows [default: a client without a product token]
    #[arg(long, value_name = "TOKENS", value_parser = asker, conflicts_with_all = OF_ENGINES)]
    agent: Vec<Asker>,

    #[command(flatten)]
    engines: PageEngineArgs,

    /// The robots.txt answers that `robots-store build` kept; without them it is unknown whether a page may be fetched
    #[arg(long, value_name = "FILE")]
    robots_store: Option<PathBuf>,

    /// The answers of the store that count: those that were current when the page was archived, or the latest ones
    #[arg(
        long,
        value_name = "WHICH",
        default_value = "capture",
        requires = "robots_store"
    )]
    robots_time: RobotsTimeName,

    /// For how many hours before and after an answer was seen it counts as current, as in `48` or `0.5`; what is farther away
    /// permits nothing [default: 24]
    #[arg(long, value_name = "HOURS", requires = "robots_store", value_parser = hours)]
    robots_within: Option<Duration>,

    /// The former name of `--robots-store`
    #[arg(long, hide = true, value_parser = former_robots)]
    robots: Option<String>,

    /// Only responses of these statuses get rows, as in `200`, `2xx` or `200-299,404`; `none` is a response without one
    #[arg(long, value_name = "LIST")]
    status: Option<Statuses>,

    /// Only responses of these content types get rows, as in `text/html` or `image/*`; `none` is a response without one
    #[arg(long = "type", value_name = "LIST")]
    types: Option<Types>,

    /// Sources that do not exist, by your word, where neither the archive nor the store has them: fields, document,
    /// robots.txt, tdmrep.json, licenses, embedded, or rest for all of these
    #[arg(long, value_name = "SOURCE", value_delimiter = ',')]
    assume_absent: Vec<Assumed>,

    /// The time that `unavailable_after` is compared with, as in RFC 3339 [default: the start of the run]
    #[arg(long, value_name = "TIME", value_parser = moment)]
    now: Option<Timestamp>,

    /// Resume a run that was interrupted: complete tables are kept, the others are written
    #[arg(long)]
    resume: bool,

    /// Judge the archives of the run in this folder once more, by the rules of this version, and show what changed. Its settings
    /// and its clock hold where no option says otherwise; WARC names archives that have moved, or folders that hold them
    #[arg(long, value_name = "DIR", conflicts_with_all = ["Names", "stdin_name"])]
    again: Option<PathBuf>,

    /// With --again, also write each change as a JSON line; `-` is standard output, without the summary
    #[arg(long, value_name = "FILE", requires = "again", value_parser = ReportOutput::named())]
    changes: Option<ReportOutput>,

    #[command(flatten)]
    bytes: BytesArgs,

    #[command(flatten)]
    work: WorkArgs,

    /// Add columns about the parts of pages: marks, characters that may not be quoted, and links. Pages are read to their end
    #[arg(long)]
    parts: bool,

    /// Show the columns of the table and their meaning, and scan nothing
    #[arg(long)]
    schema: bool,

    #[command(flatten)]
    reading: ReadingOptions,
}

/// How the bytes of archives are verified.
#[derive(ClapArgs)]
struct BytesArgs {
    /// Write the SHA-256 of each archive into its report; a file is read once more for it, and an address cannot be
    #[arg(long)]
    sha256: bool,

    /// Leave records without a row, such as requests and metadata, after their header blocks and look for the next one by its
    /// gzip signature: the same rows, but the damage of such a record is not noticed
    #[arg(long)]
    fast_skip: bool,
}

/// The names of [`RobotsTime`].
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum RobotsTimeName {
    /// Those that were current when the page was archived
    Capture,
    /// The latest ones
    Latest,
}

impl ScanArgs {
    /// The run that these words of a command line ask for; `None` if it only shows the columns.
    ///
    /// # Errors
    /// Options that cannot be meant together, and a former run that cannot be repeated.
    pub(crate) fn settings(self, words: &[OsString]) -> Result<Option<ScanCommand>, Failure> {
        if self.robots_time == RobotsTimeName::Latest && self.robots_within.is_some() {
            let why = "--robots-within is about --robots-time capture; leave it out, or --robots-time latest";
            return Err(Failure::Usage(String::from(why)));
        }
        let Some(folder) = &self.again else {
            return Ok(self.command(words));
        };
        let mut former = Former::read(folder)?;
        let is_given = given(words);
        let merged = former.words(words, self.robots_store.is_some(), &is_given)?;
        let args = Args::try_parse_from(merged);
        let args = args.map_err(|error| former.refused(&first_line(&error)))?;
        let Command::Scan(args) = args.command else {
            return Ok(None);
        };
        former.changes.clone_from(&args.changes);
        let Some(mut scan) = args.command(words) else {
            return Ok(None);
        };
        if !is_given("robots-time") && !is_given("robots-within") {
            scan.tables.robots_time = former.robots_time()?;
        }
        scan.archives.names = former.archives(&scan.archives.names)?;
        scan.again = Some(former);
        Ok(Some(scan))
    }

    /// The run of these options; `None` if it only shows the columns.
    fn command(self, words: &[OsString]) -> Option<ScanCommand> {
        let (askers, robots_time) = (self.askers(), self.robots_time());
        Some(ScanCommand {
            archives: self.archives.into(),
            output: self.output.filter(|_| !self.schema)?.into(),
            tables: ScanSettings {
                program: VERSION.to_owned(),
                format: self.format,
                askers,
                robots: self.robots_store,
                robots_time,
                now: self.now,
                filter: RowFilter {
                    statuses: self.status,
                    types: self.types,
                },
                assumed: assumed(&self.assume_absent),
                has_parts: self.parts,
                reading: self.reading,
                skip: if self.bytes.fast_skip {
                    Skip::Fast
                } else {
                    Skip::Verified
                },
                workers: self.work.workers(),
                memory: self.work.memory(),
                digests: self.bytes.sha256,
            },
            resumes: self.resume,
            again: None,
            progress: self.work.progress(),
            command: command_line::of(words),
        })
    }

    /// The columns of the table, for people.
    pub(crate) fn schema(&self) -> String {
        let columns = if self.engines.engines().is_empty() {
            columns()
        } else {
            columns_as()
        };
        let of_parts = self.parts.then(parts_columns).into_iter().flatten();
        schema_table_of(columns.into_iter().chain(of_parts))
    }

    /// Which of the answers of a site a page is judged by.
    fn robots_time(&self) -> RobotsTime {
        let within = self.robots_within.map(|within| within.as_secs());
        match (self.robots_time, within) {
            (RobotsTimeName::Latest, _) => RobotsTime::Latest,
            (RobotsTimeName::Capture, None) => RobotsTime::default(),
            (RobotsTimeName::Capture, Some(within)) => RobotsTime::Capture {
                within: i64::try_from(within).unwrap_or(i64::MAX),
            },
        }
    }

    /// The askers, each once; without any, a client without a product token.
    fn askers(&self) -> Vec<Asker> {
        let engines = self.engines.engines();
        if !engines.is_empty() {
            return engines.into_iter().map(Asker::engine).collect();
        }
        if self.agent.is_empty() {
            return vec![Asker::anonymous()];
        }
        let mut seen = HashSet::new();
        let askers = self.agent.iter().filter(|asker| seen.insert(asker.name()));
        askers.cloned().collect()
    }
}

/// Whether the option of a name stands on a command line of `scan`.
fn given(words: &[OsString]) -> impl Fn(&str) -> bool {
    let mut command = Args::command();
    let matches = command.try_get_matches_from_mut(words).unwrap_or_default();
    let matches = matches.subcommand_matches(SCAN).cloned();
    let matches = matches.unwrap_or_default();
    let scan = command.find_subcommand(SCAN).cloned().unwrap_or_default();
    move |name| {
        let mut options = scan.get_arguments();
        let option = options.find(|option| option.get_long() == Some(name));
        let id = option.map(|option| option.get_id().as_str());
        id.and_then(|id| matches.value_source(id)) == Some(ValueSource::CommandLine)
    }
}

/// The name of the command.
const SCAN: &str = "scan";

fn first_line(error: &clap::Error) -> String {
    let message = error.to_string();
    let first = message.lines().next().unwrap_or_default();
    first.trim_start_matches("error: ").to_owned()
}

/// A form of the table, by its name.
fn format() -> impl TypedValueParser<Value = TableFormat> {
    let named = TableFormat::ALL.map(|format| (format.extension(), format));
    PossibleValuesParser::new(named.map(|(name, _)| name)).map(move |text| {
        let mut found = named.iter().filter(|(name, _)| *name == text);
        found
            .next()
            .map_or(TableFormat::Parquet, |(_, format)| *format)
    })
}

/// The product tokens of one asker; its rows name them in lower case.
fn asker(text: &str) -> Result<Asker, InvalidProductToken> {
    let name = text.replace(|c: char| c.is_ascii_whitespace(), "");
    Ok(Asker::new(name.to_ascii_lowercase(), text.parse()?))
}

/// The error of the former option: `--robots` is a single robots.txt, and an archive holds pages of many sites.
fn former_robots(store: &str) -> Result<String, String> {
    Err(format!(
        "an archive has pages of many sites, and --robots names the robots.txt of one; write --robots-store {store} for the answers that `robots-store build` kept"
    ))
}
