//! The options of `scan`.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;
use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use robots_policy::ledger::Assumed;
use robots_policy::{InvalidProductToken, Timestamp};
use robots_policy_archives::{Asker, RobotsTime, RowFilter, Skip, Statuses, Types};
use robots_policy_records::ReadingOptions;
use robots_policy_records::values::{hours, moment};
use robots_policy_scan::settings::ScanSettings;
use robots_policy_scan::table::TableFormat;

use super::VERSION;
use super::shared::{ArchiveArgs, OF_ENGINES, PageEngineArgs, WorkArgs, assumed};
use crate::scan::{ScanCommand, ScanOutput};

#[derive(ClapArgs)]
pub(crate) struct ScanArgs {
    #[command(flatten)]
    archives: ArchiveArgs,

    /// Folder of the tables, one file for every archive; with --format jsonl also `-`: all rows on standard output, one
    /// archive after the other
    #[arg(short, long, value_name = "DIR", required_unless_present = "schema", value_parser = ScanOutput::named())]
    output: Option<ScanOutput>,

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

    #[command(flatten)]
    time: RobotsTimeArgs,

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

    #[command(flatten)]
    bytes: BytesArgs,

    #[command(flatten)]
    work: WorkArgs,

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

/// Which of the answers of a site a page is judged by.
#[derive(ClapArgs)]
#[group(id = "RobotsTime", multiple = true)]
struct RobotsTimeArgs {
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
}

/// The names of [`RobotsTime`].
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum RobotsTimeName {
    /// Those that were current when the page was archived
    Capture,
    /// The latest ones
    Latest,
}

impl From<RobotsTimeArgs> for RobotsTime {
    fn from(args: RobotsTimeArgs) -> RobotsTime {
        let within = args.robots_within.map(|within| within.as_secs());
        match args.robots_time {
            RobotsTimeName::Latest => RobotsTime::Latest,
            RobotsTimeName::Capture => within.map_or_else(RobotsTime::default, |within| {
                let within = i64::try_from(within).unwrap_or(i64::MAX);
                RobotsTime::Capture { within }
            }),
        }
    }
}

impl ScanArgs {
    /// The settings of the run; `None` if the run only shows the columns.
    pub(crate) fn settings(self) -> Option<ScanCommand> {
        let askers = self.askers();
        Some(ScanCommand {
            archives: self.archives.into(),
            output: self.output.filter(|_| !self.schema)?,
            tables: ScanSettings {
                program: VERSION.to_owned(),
                format: self.format,
                askers,
                robots: self.robots_store,
                robots_time: self.time.into(),
                now: self.now,
                filter: RowFilter {
                    statuses: self.status,
                    types: self.types,
                },
                assumed: assumed(self.assume_absent),
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
            is_quiet: false,
            progress: self.work.progress(),
            command: None,
        })
    }

    /// Whether a nearness is given for answers whose time does not matter.
    pub(crate) fn has_idle_within(&self) -> bool {
        self.time.robots_time == RobotsTimeName::Latest && self.time.robots_within.is_some()
    }

    /// Whether the askers are engines.
    pub(crate) fn is_as(&self) -> bool {
        !self.engines.engines().is_empty()
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

impl ScanOutput {
    /// The output of this name.
    fn named() -> impl TypedValueParser<Value = ScanOutput> {
        OsStringValueParser::new().map(|name: OsString| {
            if name == "-" {
                return ScanOutput::Standard;
            }
            ScanOutput::Folder(PathBuf::from(name))
        })
    }
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

pub(super) const SCAN_EXAMPLES: &str = "\
Examples:
  robots-policy scan crawl/*.warc.gz --agent ExampleBot -o policy
  ls crawl/*.warc.gz > paths.txt
  robots-policy scan --list paths.txt --agent GPTBot \\
    --agent ExampleBot-News,ExampleBot -o listed -j 8 --resume
  robots-policy robots-store build crawl/*.warc.gz -o robots.store
  robots-policy scan crawl/*.warc.gz --robots-store robots.store \\
    --agent ExampleBot -o obtainable
  robots-policy scan crawl/*.warc.gz --robots-store robots.store \\
    --assume-absent tdmrep.json -o uses
  robots-policy scan crawl/*.warc.gz --format jsonl -o - > rows.jsonl
  robots-policy scan crawl/*.warc.gz --status 200 --type text/html -o pages
  robots-policy scan crawl/*.warc.gz --as googlebot,bingbot -o engines
  curl -O https://data.commoncrawl.org/crawl-data/CC-MAIN-2025-05/warc.paths.gz
  robots-policy scan --list warc.paths.gz \\
    --base-url https://data.commoncrawl.org/ --agent ExampleBot -o month
  robots-policy scan --records policy/00.warc.gz.parquet -o again

Every archive gets a file of the same name in the output folder, written beside
and renamed when it is whole. What was damaged is listed with file and offset,
and costs no other record. summary.json there has the counts of all archives.
An archive at an address is read as it arrives. A connection that breaks is
resumed, a busy server is asked again; what cannot be had has no table.

Exit status: 0 everything was read, 1 something was damaged, unreadable or
unwritable, 2 usage, 130 interrupted.";
