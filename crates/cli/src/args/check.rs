//! The options of `check`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap::builder::NonEmptyStringValueParser;
use robots_policy::Client;
use robots_policy::engines::Profile;
use robots_policy::uses::Activity;
use robots_policy_input::ReadingOptions;
use robots_policy_input::values::activity;

use super::shared::{AskerArgs, PageEngineArgs};
use crate::check::{CheckSettings, FailOn, UrlWord, url_word};
use crate::output::{Format, Output};
use crate::web::WebArgs;

#[derive(ClapArgs)]
pub(crate) struct CheckArgs {
    /// Absolute URLs, or `example.org/page`, which is asked by https; `-` reads them from standard input, one a line
    #[arg(value_name = "URL", required_unless_present = "list", value_parser = url_word)]
    urls: Vec<UrlWord>,

    /// A file of further URLs, one a line; empty lines and lines that begin with `#` are skipped. `-` is standard input
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,

    #[command(flatten)]
    asker: AskerArgs,

    #[command(flatten)]
    engines: PageEngineArgs,

    /// The `User-Agent` field to send, instead of the first token of the asker, its purposes and --contact; a warning is
    /// shown if it does not name the asker
    #[arg(long, value_name = "STRING", conflicts_with = "contact", value_parser = NonEmptyStringValueParser::new())]
    user_agent: Option<String>,

    /// The restrictions that make the exit status 1, separated by commas: `fetch`, `index`, `follow`, `archive`,
    /// `snippet`, `ai` (a source asks not to train, not to take it as input, or not to index it for AI), and names of
    /// directives such as `noai` [default: each restriction but those of use for AI, in any vocabulary]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = FailOn::named)]
    fail_on: Vec<FailOn>,

    /// The uses that count as restrictions where sources forbid them or set terms for them, separated by commas: `train`,
    /// `train-other`, `input`, `ai-index`, `search`, `mine`; beside those of --fail-on. A use about which a document is
    /// unread is not known, and the exit status is 3
    #[arg(long = "use", value_name = "LIST", value_delimiter = ',', value_parser = activity)]
    uses: Vec<Activity>,

    /// Fetch neither `/.well-known/tdmrep.json` nor licences that sources point at; they count as unread
    #[arg(long)]
    no_extra_fetches: bool,

    /// Answer by the robots.txt in this file, alone or as saved by `curl -si`, in the place of the one that the hosts of the
    /// URLs serve: before it is deployed. The requests still obey the one that is served
    #[arg(long, value_name = "FILE")]
    robots: Option<PathBuf>,

    /// Folder of the answers of former runs for robots.txt and for documents about AI use, which are used for 24 hours [default: that of the user's caches]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,

    /// Use no answers of former runs, and keep none
    #[arg(long, conflicts_with = "cache")]
    no_cache: bool,

    /// Fetch robots.txt and documents about AI use again even if the answer of a former run is fresh, and keep the new answer
    #[arg(long, conflicts_with = "no_cache")]
    refresh: bool,

    #[command(flatten)]
    web: WebArgs,

    #[command(flatten)]
    reading: ReadingOptions,

    #[command(flatten)]
    telling: Output,
}

impl From<CheckArgs> for CheckSettings {
    fn from(args: CheckArgs) -> CheckSettings {
        let output = args.telling;
        let mut engines = args.engines.engines();
        // A field states the rules for one client.
        let is_open = !args.asker.is_given() && engines.is_empty();
        let general = (is_open && output.format != Format::Header).then(Client::anonymous);
        if general.is_some() {
            engines = Profile::list(OF_OWNERS).unwrap_or_default();
        }
        let uses = args.uses.into_iter().map(FailOn::Use);
        CheckSettings {
            urls: args.urls,
            list: args.list,
            askers: args.asker.askers(),
            engines,
            general,
            robots: args.robots,
            failing: args.fail_on.into_iter().chain(uses).collect(),
            fetches_uses: !args.no_extra_fetches,
            is_refreshed: args.refresh,
            web: args.web.with(args.user_agent, args.cache, args.no_cache),
            readers: args.reading.readers(),
            output,
        }
    }
}

/// The engines that owners ask about, beside a client that no one names.
const OF_OWNERS: &str = "googlebot,bingbot";
