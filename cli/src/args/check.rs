//! The options of `check`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;
use url::Url;

use super::shared::{AskerArgs, OutputArgs};
use crate::cache::default_folder;
use crate::check::CheckSettings;
use crate::fetch;
use crate::reading::ReadingOptions;

#[derive(ClapArgs)]
pub(crate) struct CheckArgs {
    /// Absolute URLs
    #[arg(value_name = "URL", required = true, value_parser = fetch::url)]
    urls: Vec<Url>,

    #[command(flatten)]
    asker: AskerArgs,

    /// Where the owner of the agent can be reached, for the `User-Agent` field: an address of a page or of a mailbox
    #[arg(long, value_name = "CONTACT")]
    contact: Option<String>,

    /// Folder of the robots.txt answers of former runs, which are used for 24 hours [default: that of the user's caches]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,

    /// Use no answers of former runs, and keep none
    #[arg(long, conflicts_with = "cache")]
    no_cache: bool,

    /// Ask for robots.txt again though the answer of a former run is fresh, and keep the new answer
    #[arg(long, conflicts_with = "no_cache")]
    refresh: bool,

    /// The most seconds that one request and its whole answer may take
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,

    /// The most redirects that are followed in a row; for robots.txt at least 5 and at most 1,000
    #[arg(long, value_name = "NUMBER", default_value = "5")]
    redirects: usize,

    /// The most bytes of a body, its content coding undone
    #[arg(long, value_name = "BYTES", default_value = "67108864", value_parser = clap::value_parser!(u64).range(1..))]
    max_body: u64,

    /// Certificates of authorities to trust instead of those of the web, in PEM
    #[arg(long, value_name = "FILE")]
    trust: Option<PathBuf>,

    /// Use the proxy that the environment names (`HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`)
    #[arg(long)]
    proxy: bool,

    #[command(flatten)]
    reading: ReadingOptions,

    #[command(flatten)]
    telling: OutputArgs,
}

impl From<CheckArgs> for CheckSettings {
    fn from(args: CheckArgs) -> CheckSettings {
        let cache = args.cache.or_else(default_folder);
        CheckSettings {
            urls: args.urls,
            askers: args.asker.askers(),
            contact: args.contact,
            cache: cache.filter(|_| !args.no_cache),
            is_refreshed: args.refresh,
            timeout: Duration::from_secs(args.timeout),
            redirects: args.redirects,
            most_body: args.max_body,
            trust: args.trust,
            proxy: args.proxy,
            readers: args.reading.readers(),
            output: args.telling.into(),
        }
    }
}

pub(super) const CHECK_EXAMPLES: &str = "\
Examples:
  robots-policy check --agent ExampleBot --contact https://example.com/bot \\
    https://example.org/ https://example.org/a
  robots-policy check --agent ExampleBot-News,ExampleBot --agent OtherBot \\
    https://example.org/
  robots-policy check --agent ExampleBot --no-cache --format json \\
    https://example.org/

robots.txt is asked once for all URLs of a host. Its answers are kept for 24
hours, or for less where the server says so; --refresh asks again.

Exit status: 0 nothing restricts, 1 something does, 2 usage, 3 it could not be
determined.";
