//! The commands that read archives.

use std::collections::HashSet;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args as ClapArgs, Subcommand};
use robots_policy::Timestamp;
use robots_policy_archives::Asker;
use url::Url;

use super::{AgentToken, Engines, Reading, asker_token, named, page};
use crate::archive_inputs::Archives;
use crate::question::accessor;
use crate::scan::TableFormat;
use crate::workers;

#[derive(ClapArgs)]
pub(crate) struct Scan {
    #[command(flatten)]
    pub(crate) archives: Archives,

    /// Folder of the tables; one file for every archive
    #[arg(short, long, value_name = "DIR", required_unless_present = "schema", value_parser = place())]
    pub(crate) output: Option<PathBuf>,

    /// How the rows are written
    #[arg(long, value_name = "FORMAT", default_value = "parquet", value_parser = named(TableFormat::ALL, TableFormat::name))]
    pub(crate) format: TableFormat,

    /// Product tokens of an asker, the most specific first, as in `ExampleBot-News,ExampleBot`; repeat it for further
    /// askers, each gets its rows [default: a client nobody names]
    #[arg(long, value_name = "TOKENS", value_parser = asker)]
    agent: Vec<Asker>,

    /// The robots.txt answers that `robots-store build` kept; without them it is unknown whether a page may be fetched
    #[arg(long, value_name = "FILE")]
    pub(crate) robots: Option<PathBuf>,

    /// The moment that `unavailable_after` is read against, as in RFC 3339 [default: when the run began]
    #[arg(long, value_name = "TIME", value_parser = crate::question::moment)]
    pub(crate) now: Option<Timestamp>,

    /// What reads the head of a document; `both` lists the pages that they read differently
    #[arg(long, value_name = "ENGINE", default_value = "scanner")]
    pub(crate) engine: Engines,

    /// Go on with a run that was interrupted: tables that are whole are kept, the others are written
    #[arg(long)]
    pub(crate) resume: bool,

    /// Stop inflating a record when its head has been read and look for the next one by its gzip signature: the same rows
    /// for less work, but damage after a head is not noticed
    #[arg(long)]
    pub(crate) fast_skip: bool,

    #[command(flatten)]
    pub(crate) work: Work,

    /// Show the columns of the table and their meaning, and scan nothing
    #[arg(long)]
    pub(crate) schema: bool,

    #[command(flatten)]
    pub(crate) reading: Reading,
}

impl Scan {
    /// The askers, each once; without `--agent`, a client without a name.
    pub(crate) fn askers(&self) -> Vec<Asker> {
        if self.agent.is_empty() {
            return vec![Asker::anonymous()];
        }
        let mut seen = HashSet::new();
        let askers = self.agent.iter().filter(|asker| seen.insert(asker.name()));
        askers.cloned().collect()
    }
}

/// What is done with a store of robots.txt answers.
#[derive(Subcommand)]
pub(crate) enum RobotsStore {
    /// Read the answers out of archives into a store
    #[command(after_help = BUILD_EXAMPLES)]
    Build(Build),

    /// Show what a store holds of the sites of URLs
    #[command(after_help = SHOW_EXAMPLES)]
    Show(Show),
}

/// How a long run is done.
#[derive(ClapArgs)]
pub(crate) struct Work {
    /// Archives that are read at the same time [default: as many as there are cores]
    #[arg(short = 'j', long, value_name = "NUMBER")]
    workers: Option<NonZeroUsize>,

    /// Show no progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

impl Work {
    /// Archives that are read at the same time.
    pub(crate) fn workers(&self) -> usize {
        self.workers.map_or_else(workers::cores, NonZeroUsize::get)
    }
}

#[derive(ClapArgs)]
pub(crate) struct Build {
    #[command(flatten)]
    pub(crate) archives: Archives,

    /// The store
    #[arg(short, long, value_name = "FILE", value_parser = place())]
    pub(crate) output: PathBuf,

    /// Add to a store that is there
    #[arg(long)]
    pub(crate) update: bool,

    #[command(flatten)]
    pub(crate) work: Work,
}

#[derive(ClapArgs)]
pub(crate) struct Show {
    /// The store
    #[arg(value_name = "FILE")]
    pub(crate) store: PathBuf,

    /// Absolute URLs
    #[arg(value_name = "URL", required = true, value_parser = page)]
    pub(crate) urls: Vec<Url>,
}

/// A place of files, which a stream is not.
fn place() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|text: OsString| {
        if text == "-" {
            return Err("it is a place for files, and standard output is not; a folder called `-` is written `./-`");
        }
        Ok(PathBuf::from(text))
    })
}

/// The product tokens of one asker; its rows call it these in lower case.
fn asker(text: &str) -> Result<Asker, String> {
    let tokens: Result<Vec<AgentToken>, String> = text.split(',').map(asker_token).collect();
    let accessor = accessor(tokens?.into_iter().flatten().collect(), None, true);
    Ok(Asker::new(text.to_ascii_lowercase(), accessor))
}

pub(super) const SCAN_EXAMPLES: &str = "\
Examples:
  robots-policy scan crawl/*.warc.gz --agent ExampleBot -o policy
  robots-policy scan --list paths.txt --agent GPTBot \\
    --agent ExampleBot-News,ExampleBot -o listed -j 8 --resume
  robots-policy robots-store build robotstxt/*.warc.gz -o robots.redb
  robots-policy scan crawl/*.warc.gz --robots robots.redb --agent ExampleBot \\
    -o obtainable

Every archive gets a file of the same name in the output folder, written beside
and renamed when it is whole. What was damaged is listed with file and offset,
and costs no other record.

Exit status: 0 everything was read, 1 something was damaged, unreadable or
unwritable, 2 usage, 130 interrupted.";

const BUILD_EXAMPLES: &str = "\
Examples:
  robots-policy robots-store build crawl/robotstxt/*.warc.gz -o sites.redb
  robots-policy robots-store build newer/*.warc.gz -o sites.redb --update

Of several answers for one authority the latest is kept that tells something;
429, 5xx and bodies that cannot be decoded replace no other.

Exit status: 0 everything was read, 1 something was damaged, unreadable or
unwritable, 2 usage, 130 interrupted.";

const SHOW_EXAMPLES: &str = "\
Examples:
  robots-policy robots-store show robots.redb https://example.com/

Of a site that the store does not hold it shows `nothing`.

Exit status: 0 the store holds an answer for every URL, 1 it holds none for one
of them or cannot be read, 2 usage.";
