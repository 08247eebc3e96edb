//! The options of requests, of each command that asks sites for pages.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;
use robots_policy_live::default_folder;
use robots_policy_live::fetch::{Addresses, Pin, RequestField, request_field};

use super::shared::size;
use crate::progress::ProgressWhen;
use crate::web::WebSettings;

/// How sites are asked.
#[derive(ClapArgs)]
pub(crate) struct WebArgs {
    /// Where the owner of the agent can be reached, for the `User-Agent` field: an address of a page or of a mailbox
    #[arg(long, value_name = "CONTACT")]
    contact: Option<String>,

    /// A field of every request, as in `Accept-Language: de`; repeat it for further ones. `Authorization` and `Cookie` go
    /// only to the hosts of the URLs. With this option no answers of former runs are used, and none are kept
    #[arg(short = 'H', long, value_name = "FIELD", value_parser = request_field, conflicts_with = "cache")]
    header: Vec<RequestField>,

    /// The most seconds that one request and its whole answer may take, such as `60` or `0.5`
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    timeout: Duration,

    /// The most redirects that are followed in a row; for robots.txt at least 5 and at most 1,000
    #[arg(long, value_name = "NUMBER", default_value = "5")]
    redirects: usize,

    /// The most bytes of a body after its content coding is undone; `K`, `M` and `G` are KiB, MiB and GiB
    #[arg(long, value_name = "BYTES", default_value = "64M", value_parser = size)]
    max_body: u64,

    /// Certificates of authorities to trust instead of those of the web, in PEM
    #[arg(long, value_name = "FILE")]
    trust: Option<PathBuf>,

    /// Use the proxies that the environment names: `http_proxy` and `https_proxy` for URLs of these schemes, `all_proxy` for
    /// others, none for hosts of `no_proxy`; in capitals too. A URL without a proxy is an error
    #[arg(long)]
    proxy: bool,

    // The way to a staging site. No answers of former runs are used, and none are kept.
    /// The address of a host and port, as in `example.org:443:192.0.2.1`; repeat it for further ones
    #[arg(long, value_name = "HOST:PORT:ADDRESS", conflicts_with_all = ["cache", "proxy"])]
    resolve: Vec<Pin>,

    /// Verify no certificate, as on a staging site that signs its own; a warning is shown
    #[arg(long, conflicts_with_all = ["cache", "trust"])]
    insecure: bool,

    #[command(flatten)]
    reach: ReachArgs,

    /// When to show progress on standard error
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    progress: ProgressWhen,
}

/// The addresses that pages lead to.
#[derive(ClapArgs)]
struct ReachArgs {
    /// Let pages lead to private, loopback and link-local addresses, as on a staging site. By default a page leads to public
    /// addresses, and to those of its own class
    #[arg(long, conflicts_with = "public_only")]
    allow_private: bool,

    /// Request nothing at an address that is not public, whatever the URLs are
    #[arg(long)]
    public_only: bool,
}

impl From<ReachArgs> for Addresses {
    fn from(args: ReachArgs) -> Addresses {
        match (args.allow_private, args.public_only) {
            (true, _) => Addresses::Any,
            (_, true) => Addresses::Public,
            _ => Addresses::OfPage,
        }
    }
}

impl WebArgs {
    /// The settings, with these words for the `User-Agent` field, and the folder of the answers of former runs.
    pub(super) fn settings(
        self,
        user_agent: Option<String>,
        cache: Option<PathBuf>,
        no_cache: bool,
    ) -> WebSettings {
        // A server may answer differently to a request without these fields, as in the next run.
        let is_usual = self.header.is_empty() && self.resolve.is_empty() && !self.insecure;
        let cache = cache.or_else(default_folder);
        WebSettings {
            user_agent,
            contact: self.contact,
            cache: cache.filter(|_| is_usual && !no_cache),
            fields: self.header,
            timeout: self.timeout,
            redirects: self.redirects,
            most_body: self.max_body,
            trust: self.trust,
            proxy: self.proxy,
            pins: self.resolve,
            is_insecure: self.insecure,
            addresses: self.reach.into(),
            progress: self.progress,
        }
    }
}

/// Seconds, with or without a fraction.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let duration = text.parse().ok().map(Duration::try_from_secs_f64);
    match duration {
        Some(Ok(duration)) if !duration.is_zero() => Ok(duration),
        _ => Err(String::from("write seconds above zero, such as 60 or 0.5")),
    }
}
