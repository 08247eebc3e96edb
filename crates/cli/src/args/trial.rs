//! The options of `trial`.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::Args as ClapArgs;

use crate::trial::{Level, TrialSettings};

#[derive(ClapArgs)]
pub(crate) struct TrialArgs {
    /// Only the cases whose ids fit, in which `*` is any text; repeat it for further ones
    #[arg(long, value_name = "GLOB")]
    case: Vec<String>,

    /// Only the cases of this level: `rfc`, `should`, `de-facto`, `draft`, `open`; repeat it for further ones
    #[arg(long, value_name = "LEVEL", value_parser = Level::of)]
    level: Vec<Level>,

    /// The name of the client, which the sites address
    #[arg(long, value_name = "NAME", default_value = "ExampleBot", value_parser = name)]
    agent: String,

    /// The seconds after which a client is ended
    #[arg(long, value_name = "SECONDS", default_value = "20")]
    timeout: NonZeroU64,

    /// How many cases run at a time [default: one for each processor]
    #[arg(long, value_name = "NUMBER")]
    jobs: Option<usize>,

    /// Serve the sites of all cases until Ctrl-C, and then report on what was requested: for clients that run elsewhere on this computer
    #[arg(long, conflicts_with_all = ["clients", "command"])]
    serve: bool,

    /// A folder of clients, each a `NAME/client.json`; all of them are tried
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    clients: Option<PathBuf>,

    /// Only this client of the folder; repeat it for further ones
    #[arg(long, value_name = "NAME", requires = "clients", conflicts_with_all = ["command", "serve"])]
    client: Vec<String>,

    /// The folder in which the clients are installed
    #[arg(
        long,
        value_name = "FOLDER",
        requires = "clients",
        conflicts_with_all = ["command", "serve"],
        default_value = "target/conformance-clients"
    )]
    installed: PathBuf,

    /// Print JSON: a line a case, with the requests of the client
    #[arg(long)]
    json: bool,

    /// Write the outcomes as JSON to this file; with --clients to a file a client in this folder
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,

    /// The day of the result [default: today]
    #[arg(long, value_name = "YYYY-MM-DD")]
    day: Option<jiff::civil::Date>,

    /// The command of a client, after `--`: `{url}` is the page that it is sent to, `{urls}` all pages of the case as an argument each, `{agent}` its name, `{tmp}` a folder for its files; `{links}` is a page of links to those pages, for a client that obeys robots.txt for links alone
    #[arg(last = true, value_name = "COMMAND", required_unless_present_any = ["serve", "clients"])]
    command: Vec<String>,
}

/// A product token.
fn name(text: &str) -> Result<String, String> {
    let is_letter = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '-');
    if text.len() > 1 && text.chars().all(is_letter) {
        Ok(text.to_owned())
    } else {
        Err(String::from(
            "a name has two or more letters, `-` and `_`, as ExampleBot",
        ))
    }
}

impl From<TrialArgs> for TrialSettings {
    fn from(args: TrialArgs) -> TrialSettings {
        let processors = || thread::available_parallelism().map_or(1, usize::from);
        TrialSettings {
            command: args.command,
            cases: args.case,
            levels: args.level,
            agent: args.agent,
            time_out: Duration::from_secs(args.timeout.get()),
            jobs: args.jobs.unwrap_or_else(processors),
            serves: args.serve,
            clients: args.clients,
            names: args.client,
            installed: args.installed,
            is_json: args.json,
            write: args.write,
            day: args.day.map(|day| day.to_string()),
        }
    }
}

pub(super) const TRIAL_EXAMPLES: &str = "\
Examples:
  robots-policy trial --case '*/status/*' -- \\
    robots-policy check --no-cache --allow-private {url}

`trial -- curl -s {url}` is the trial of a client that reads no robots.txt.
`trial --clients conformance/clients` tries each client of the project's folder.
`trial --serve` has the sites for clients that run elsewhere on this computer.

Only this computer reaches the sites, which are ports of 127.0.0.1. A client is
judged by its requests: a page that is closed and was requested is fail-open, an
open one that was not requested is over-blocked. A client that does not request
the pages of the controls counts as not tested.

Exit status: 0 no fault, 1 faults, 2 usage, 3 nothing was tested, or a client is
not installed.";
