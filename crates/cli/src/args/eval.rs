//! The options of `eval`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use robots_policy::Timestamp;
use robots_policy::ledger::Assumed;
use robots_policy_input::values::{moment, status, target};
use robots_policy_input::{Askers, ReadingOptions, Stated};

use super::shared::{AskerArgs, PageEngineArgs, assumed, at_least_one};
use crate::eval::{EvalInputs, EvalSettings};
use crate::output::{Format, Output};
use crate::robots_past::PastFiles;
use crate::saved_uses::license;

#[derive(ClapArgs)]
pub(crate) struct EvalArgs {
    /// Saved responses as `curl -i` writes them, or as `http -v` does, and `curl -v` and `wget -S` with `2>&1`; pages without fields, also in MHTML; one HAR; `-` is standard input, also the default. With --jsonl: files of records
    #[arg(value_name = "RESPONSE")]
    inputs: Vec<PathBuf>,

    /// Read one JSON record per line, write one JSON verdict per line. The options about the asker, the reading,
    /// --robots, --url and --now are defaults for records without these keys
    #[arg(long, conflicts_with_all = ["Telling", "headers", "html"])]
    jsonl: bool,

    /// With --jsonl: the number of records that are answered at the same time; answers keep their order
    #[arg(
        short,
        long,
        value_name = "NUMBER",
        default_value = "1",
        value_parser = at_least_one, requires = "jsonl"
    )]
    jobs: NonZeroUsize,

    #[command(flatten)]
    asker: AskerArgs,

    #[command(flatten)]
    engines: PageEngineArgs,

    /// Field lines, `Name: value` each; or a whole response, whose body is read too unless --html names another
    #[arg(long, value_name = "FILE", conflicts_with = "inputs")]
    headers: Option<PathBuf>,

    /// The document
    #[arg(long, value_name = "FILE", conflicts_with = "inputs")]
    html: Option<PathBuf>,

    /// The robots.txt of the site, alone or as saved by `curl -si`, whose status then counts too
    #[arg(long, value_name = "FILE")]
    robots: Option<PathBuf>,

    /// The status that robots.txt was fetched with, 0 for a network failure; one of 200 to 299 needs --robots too
    #[arg(long, value_name = "STATUS", value_parser = status)]
    robots_status: Option<u16>,

    #[command(flatten)]
    past: PastFiles,

    #[command(flatten)]
    ledger: LedgerArgs,

    /// The body of the site's `/.well-known/tdmrep.json`
    #[arg(long, value_name = "FILE")]
    tdmrep: Option<PathBuf>,

    /// A licence in RSL that robots.txt, a field or the page points at: its address, and the file that it was saved in
    #[arg(long, value_name = "URL=FILE", value_parser = license)]
    license: Vec<(String, PathBuf)>,

    /// The page that was fetched: an absolute URL, or a path that starts with `/`
    #[arg(long, value_name = "URL", default_value = "/", value_parser = target)]
    url: String,

    /// The time that `unavailable_after` is compared with, as in RFC 3339 [default: now]
    #[arg(long, value_name = "TIME", value_parser = moment)]
    now: Option<Timestamp>,

    /// Write no verdict: write the input and these options into a new folder, as a case for the tests of this project
    #[arg(long, value_name = "DIR", conflicts_with_all = ["jsonl", "Telling", "engines", "disputed", "Past", "status", "cut", "fetched", "robots_fetched", "ledger"])]
    as_case: Option<PathBuf>,

    #[command(flatten)]
    reading: ReadingOptions,

    #[command(flatten)]
    telling: Output,
}

/// Facts beside the bytes, which the ledger shows.
#[derive(ClapArgs)]
#[group(id = "Ledger", multiple = true)]
struct LedgerArgs {
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
    ledger: bool,
}

impl LedgerArgs {
    /// The facts.
    fn stated(self) -> Stated {
        Stated {
            status: self.status,
            is_cut: self.cut,
            fetched: self.fetched,
            robots_fetched: self.robots_fetched,
            assumed: assumed(self.assume_absent),
        }
    }
}

impl From<EvalArgs> for EvalSettings {
    fn from(args: EvalArgs) -> EvalSettings {
        let inputs = if args.jsonl {
            EvalInputs::Records {
                files: args.inputs,
                signature_agent: args.asker.signer().cloned(),
                jobs: args.jobs,
            }
        } else if args.headers.is_some() || args.html.is_some() {
            EvalInputs::Parts {
                headers: args.headers,
                html: args.html,
            }
        } else {
            EvalInputs::Responses(args.inputs)
        };
        let askers = Askers::new(args.asker.askers(), args.engines.engines());
        let output = args.telling;
        let readers = args.reading.readers().for_engines(askers.engines());
        let readers = readers.with_others(output.format == Format::Text);
        EvalSettings {
            inputs,
            robots: args.robots,
            robots_status: args.robots_status,
            tdmrep: args.tdmrep,
            licenses: args.license,
            past: args.past,
            has_ledger: args.ledger.ledger,
            stated: args.ledger.stated(),
            askers,
            url: args.url,
            now: args.now,
            readers,
            output,
            reading: args.reading,
            as_case: args.as_case,
        }
    }
}
