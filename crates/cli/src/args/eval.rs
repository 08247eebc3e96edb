//! The options of `eval`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use robots_policy::Timestamp;
use robots_policy::ledger::Assumed;
use robots_policy_input::values::{moment, status, target};
use robots_policy_input::{Askers, Readers, ReadingOptions, Stated};

use super::shared::{AskerArgs, PageEngineArgs, assumed, at_least_one};
use crate::output::{Format, Output};
use crate::robots_past::PastFiles;
use crate::saved_uses::license;

#[derive(ClapArgs)]
pub(crate) struct EvalArgs {
    /// Saved responses as `curl -i` writes them, or as `http -v` does, and `curl -v` and `wget -S` with `2>&1`; pages without fields, also in MHTML; one HAR; `-` is standard input, also the default. With --jsonl: files of records
    #[arg(value_name = "RESPONSE")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Read one JSON record per line, write one JSON verdict per line. The options about the asker, the reading,
    /// --robots, --url and --now are defaults for records without these keys
    #[arg(long, conflicts_with_all = ["Telling", "headers", "html"])]
    pub(crate) jsonl: bool,

    /// With --jsonl: the number of records that are answered at the same time; answers keep their order
    #[arg(
        short,
        long,
        value_name = "NUMBER",
        default_value = "1",
        value_parser = at_least_one, requires = "jsonl"
    )]
    pub(crate) jobs: NonZeroUsize,

    #[command(flatten)]
    pub(crate) asker: AskerArgs,

    #[command(flatten)]
    engines: PageEngineArgs,

    /// Field lines, `Name: value` each; or a whole response, whose body is read too unless --html names another
    #[arg(long, value_name = "FILE", conflicts_with = "inputs")]
    pub(crate) headers: Option<PathBuf>,

    /// The document
    #[arg(long, value_name = "FILE", conflicts_with = "inputs")]
    pub(crate) html: Option<PathBuf>,

    /// The robots.txt of the site, alone or as saved by `curl -si`, whose status then counts too
    #[arg(long, value_name = "FILE")]
    pub(crate) robots: Option<PathBuf>,

    /// The status that robots.txt was fetched with, 0 for a network failure; one of 200 to 299 needs --robots too
    #[arg(long, value_name = "STATUS", value_parser = status)]
    pub(crate) robots_status: Option<u16>,

    #[command(flatten)]
    pub(crate) past: PastFiles,

    #[command(flatten)]
    pub(crate) ledger: LedgerArgs,

    /// The body of the site's `/.well-known/tdmrep.json`
    #[arg(long, value_name = "FILE")]
    pub(crate) tdmrep: Option<PathBuf>,

    /// A licence in RSL that robots.txt, a field or the page points at: its address, and the file that it was saved in
    #[arg(long, value_name = "URL=FILE", value_parser = license)]
    pub(crate) license: Vec<(String, PathBuf)>,

    /// The page that was fetched: an absolute URL, or a path that starts with `/`
    #[arg(long, value_name = "URL", default_value = "/", value_parser = target)]
    pub(crate) url: String,

    /// The time that `unavailable_after` is compared with, as in RFC 3339 [default: now]
    #[arg(long, value_name = "TIME", value_parser = moment)]
    pub(crate) now: Option<Timestamp>,

    /// Write no verdict: write the input and these options into a new folder, as a case for the tests of this project
    #[arg(long, value_name = "DIR", conflicts_with_all = ["jsonl", "Telling", "engines", "disputed", "Past", "status", "cut", "fetched", "robots_fetched", "ledger", "parts"])]
    pub(crate) as_case: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: ReadingOptions,

    #[command(flatten)]
    pub(crate) telling: Output,
}

/// Facts beside the bytes, which the ledger shows.
#[derive(ClapArgs)]
#[group(id = "Ledger", multiple = true)]
pub(crate) struct LedgerArgs {
    /// The status that the page was fetched with, 0 for a network failure, if its file does not have it
    #[arg(long, value_name = "STATUS", value_parser = status, conflicts_with = "jsonl")]
    status: Option<u16>,

    /// The document ends before its end: the download broke off, or was stopped
    #[arg(long, conflicts_with = "jsonl")]
    cut: bool,

    /// Sources that do not exist, by your word: fields, document, robots.txt, tdmrep.json, licenses, embedded, or rest for
    /// all that are not given
    #[arg(long, value_name = "SOURCE", value_delimiter = ',')]
    assume_absent: Vec<Assumed>,

    /// The time at which the page was fetched, as in RFC 3339
    #[arg(long, value_name = "TIME", value_parser = moment, conflicts_with = "jsonl")]
    fetched: Option<Timestamp>,

    /// The time at which robots.txt was fetched, as in RFC 3339
    #[arg(long, value_name = "TIME", value_parser = moment)]
    robots_fetched: Option<Timestamp>,

    /// Write the key `ledger` in JSON: the state of each source
    #[arg(long)]
    pub(crate) ledger: bool,

    /// Show which parts of the page may be quoted, its marks, and its links
    #[arg(long)]
    pub(crate) parts: bool,
}

impl EvalArgs {
    /// Who asks.
    pub(crate) fn askers(&self) -> Askers {
        Askers::new(self.asker.askers(), self.engines.engines())
    }

    /// The readers of inputs, for these askers.
    pub(crate) fn readers(&self, askers: &Askers) -> Readers {
        let readers = self.reading.readers().for_engines(askers.engines());
        readers.with_others(self.telling.format == Format::Text)
    }

    /// The facts beside the bytes.
    pub(crate) fn stated(&self) -> Stated {
        Stated {
            status: self.ledger.status,
            is_cut: self.ledger.cut,
            fetched: self.ledger.fetched,
            robots_fetched: self.ledger.robots_fetched,
            assumed: assumed(&self.ledger.assume_absent),
        }
    }
}
