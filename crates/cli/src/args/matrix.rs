//! The options of `matrix`.

use std::path::PathBuf;

use clap::{ArgGroup, Args as ClapArgs, ValueEnum};
use robots_policy_input::values::{activity, distinct, target};

use robots_policy::engines::Profile;
use robots_policy::robots_txt::{Dialect, RobotsTxtReader};
use robots_policy::uses::Activity;
use robots_policy::{Client, ProductToken};

use super::shared::EngineArgs;
use crate::output::Color;

#[derive(ClapArgs)]
#[command(override_usage = USAGE)]
#[command(group = ArgGroup::new("Who").args(["agent", "engines"]))]
pub(crate) struct MatrixArgs {
    /// The file, alone or as saved by `curl -si`, whose status then counts too; `-` is standard input
    #[arg(value_name = "ROBOTS")]
    pub(crate) robots: PathBuf,

    /// Product tokens of an asker, the most specific first, as in `ExampleBot-News,ExampleBot`; `*` is a client without a
    /// product token. Repeat it for further askers. Without --agent and --as, URLs are answered for each name of the file and `*`
    #[arg(long, value_name = "TOKENS")]
    agent: Vec<Client>,

    #[command(flatten)]
    engines: EngineArgs,

    /// The former name of `--agent`
    #[arg(long, hide = true, value_parser = former_agents)]
    agents: Option<String>,

    /// Absolute URLs, or paths that start with `/`. Without any, the groups of the file are shown, with askers those that bind
    /// them, after the answer for `/`
    #[arg(value_name = "URL", value_parser = target)]
    pub(crate) urls: Vec<String>,

    /// A file of further URLs, one a line; empty lines and lines that begin with `#` are skipped. `-` is standard input
    #[arg(id = "list", long = "urls", value_name = "FILE")]
    pub(crate) list: Option<PathBuf>,

    /// The purposes that the askers crawl for, as in user-agent-purpose lines
    #[arg(long, value_name = "TOKEN", value_parser = ProductToken::new, conflicts_with = "engines")]
    pub(crate) purpose: Vec<ProductToken>,

    /// Answer these uses too, separated by commas: `train`, `train-other`, `input`, `ai-index`, `search`, `mine`; by what
    /// robots.txt itself states, without the licences that it points at
    #[arg(long = "use", value_name = "LIST", value_delimiter = ',', value_parser = activity)]
    uses: Vec<Activity>,

    /// Read robots.txt as Google's parser does
    #[arg(long, conflicts_with = "engines")]
    google_compat: bool,

    /// How the answers are written
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    pub(crate) format: MatrixFormat,

    /// When to colour text
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,

    /// Show notices too, under the table
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

/// The forms of a matrix.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MatrixFormat {
    /// A row for each URL, and the faults of the file under the table
    Text,
    /// One object, with a row for each URL and agent
    Json,
    /// A header and a row for each URL and agent
    Csv,
}

impl MatrixArgs {
    /// The asker of each column.
    pub(crate) fn askers(&self) -> Vec<Client> {
        let named = self.agent.iter().cloned();
        distinct(named.map(|asker| self.with_purposes(asker)))
    }

    /// An asker with the purposes of all askers.
    pub(crate) fn with_purposes(&self, asker: Client) -> Client {
        let purposes = self.purpose.iter().cloned();
        purposes.fold(asker, Client::with_purpose)
    }

    /// The engine of each row, in the place of askers.
    pub(crate) fn engines(&self) -> Vec<Profile> {
        self.engines.engines()
    }

    /// The uses that are answered beside access, and whether engines are shown by their owners.
    pub(crate) fn uses(&self, engines: &[Profile]) -> (Vec<Activity>, bool) {
        if self.uses.is_empty() && is_of_ai(engines) {
            return (Profile::ACTIVITIES.to_vec(), true);
        }
        (each_once(&self.uses), false)
    }

    pub(crate) fn reader(&self) -> RobotsTxtReader {
        RobotsTxtReader::new().with_dialect(if self.google_compat {
            Dialect::Google
        } else {
            Dialect::Extended
        })
    }
}

/// Whether these are every engine of AI of their owners, as `ai` and `openai` are, and no others but those of one owner.
fn is_of_ai(engines: &[Profile]) -> bool {
    let is_owner = |other: &Profile| {
        let mut owners = engines.iter();
        owners.any(|engine| engine.operator() == other.operator())
    };
    let in_use = Profile::all().filter(|profile| profile.retired().is_none());
    let mut needed = in_use
        .filter(|profile| profile.is_ai() && is_owner(profile))
        .peekable();
    let is_of_one = engines.windows(2).all(|two| match two {
        [one, other] => one.operator() == other.operator(),
        _ => true,
    });
    let is_pure = is_of_one || engines.iter().all(|engine| engine.is_ai());
    is_pure && needed.peek().is_some() && needed.all(|engine| engines.contains(&engine))
}

fn each_once(uses: &[Activity]) -> Vec<Activity> {
    let mut once = Vec::new();
    for activity in uses {
        if !once.contains(activity) {
            once.push(*activity);
        }
    }
    once
}

/// The error of the former option, which took one token for each asker.
fn former_agents(tokens: &str) -> Result<String, String> {
    let options: Vec<String> = tokens
        .split(',')
        .map(|token| format!("--agent {}", token.trim()))
        .collect();
    Err(format!(
        "every asker has an option of its own now; write {}",
        options.join(" ")
    ))
}

/// Each in a line, which is not longer than 80 columns.
const USAGE: &str = "\
robots-policy matrix [OPTIONS] <ROBOTS> [URL]...
       robots-policy matrix [OPTIONS] --agent <TOKENS> <ROBOTS> [URL]...
       robots-policy matrix [OPTIONS] --as <ENGINES> <ROBOTS> [URL]...";
