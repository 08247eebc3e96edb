//! The options of `engines`.

use std::time::SystemTime;

use clap::Args as ClapArgs;
use robots_policy::Timestamp;
use robots_policy_input::values::moment;

use super::shared::{Engines, engines, once};
use crate::engines::{EnginesFormat, EnginesSettings, Stale};

#[derive(ClapArgs)]
pub(crate) struct EnginesArgs {
    /// Show all that is known of these engines: names, owners such as `openai`, kinds such as `search`, `ai`, or `all`,
    /// separated by commas [default: a table of every engine]
    #[arg(value_name = "ENGINES", value_parser = engines)]
    engines: Vec<Engines>,

    /// List the cells that were verified more than this many days ago, instead of all; engines that are retired count only
    /// if they are named
    #[arg(long, value_name = "DAYS", value_parser = days)]
    stale: Option<u32>,

    /// The time that --stale counts back from, as in RFC 3339 [default: now]
    #[arg(long, value_name = "TIME", value_parser = moment, requires = "stale")]
    now: Option<Timestamp>,

    /// List the documents of the cells instead, each with its address and the cells that rest on it
    #[arg(long)]
    documents: bool,

    /// How the answer is written
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: EnginesFormat,
}

impl From<EnginesArgs> for EnginesSettings {
    fn from(args: EnginesArgs) -> EnginesSettings {
        let now = args.now.unwrap_or_else(|| SystemTime::now().into());
        EnginesSettings {
            named: once(&args.engines),
            by_document: args.documents,
            stale: args.stale.map(|days| Stale { days, now }),
            format: args.format,
        }
    }
}

fn days(text: &str) -> Result<u32, String> {
    text.parse()
        .map_err(|_| String::from("it is a whole number of days, as in 180"))
}
