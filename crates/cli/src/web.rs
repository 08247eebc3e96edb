//! How sites are asked for pages: the options of each command that asks them, and the settings of a client.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use robots_policy::Client;
use robots_policy_input::values::size;
use robots_policy_live::default_folder;
use robots_policy_live::fetch::{
    Addresses, ClientSettings, HostNames, Pin, Proxies, RequestField, RequestFields, request_field,
    trusted,
};
use url::Url;

use crate::exit::Failure;
use crate::progress::ProgressWhen;
use crate::say::warn;

/// How sites are asked.
#[derive(Args)]
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
    pub(crate) insecure: bool,

    #[command(flatten)]
    reach: ReachArgs,

    /// When to show progress on standard error
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) progress: ProgressWhen,

    // Those of the command, which says in its own words what they are for.
    #[arg(skip)]
    pub(crate) user_agent: Option<String>,
    #[arg(skip)]
    pub(crate) cache: Option<PathBuf>,
}

/// The addresses that pages lead to.
#[derive(Args)]
struct ReachArgs {
    /// Let pages lead to private, loopback and link-local addresses, as on a staging site. By default a page leads to public
    /// addresses, and to those of its own class
    #[arg(long, conflicts_with = "public_only")]
    allow_private: bool,

    /// Request nothing at an address that is not public, whatever the URLs are
    #[arg(long)]
    public_only: bool,
}

impl WebArgs {
    /// It with these words for the `User-Agent` field, and the folder of the answers of former runs if they are used.
    pub(crate) fn with(
        self,
        user_agent: Option<String>,
        cache: Option<PathBuf>,
        no_cache: bool,
    ) -> WebArgs {
        // A server may answer differently to a request without these fields, as in the next run.
        let is_usual = self.header.is_empty() && self.resolve.is_empty() && !self.insecure;
        let cache = cache.or_else(default_folder);
        WebArgs {
            user_agent,
            cache: cache.filter(|_| is_usual && !no_cache),
            ..self
        }
    }

    /// The settings of a client of this user agent, for these pages.
    ///
    /// # Errors
    /// Proxies and certificates that cannot be used.
    pub(crate) fn client(&self, agent: String, urls: &[Url]) -> Result<ClientSettings, Failure> {
        let silence = self.timeout.min(LONGEST_SILENCE);
        Ok(ClientSettings {
            connect: silence,
            read: silence,
            total: Some(self.timeout),
            redirects: self.redirects,
            most_body: self.max_body,
            proxies: Proxies::wanted(self.proxy, urls)?,
            addresses: match (self.reach.allow_private, self.reach.public_only) {
                (true, _) => Addresses::Any,
                (_, true) => Addresses::Public,
                _ => Addresses::OfPage,
            },
            fields: RequestFields::new(&self.header, urls),
            roots: trusted(self.trust.as_deref())?,
            is_insecure: self.insecure,
            names: HostNames::pinned(self.resolve.clone()),
            ..ClientSettings::new(agent)
        })
    }

    /// The `User-Agent` field of the requests for an asker: that of the command line; else its first product token, or this program's
    /// name and version, then its purpose (draft-illyes-rep-purpose §2.2) and the address of its owner.
    pub(crate) fn user_agent(&self, asker: &Client) -> String {
        if let Some(text) = &self.user_agent {
            return text.clone();
        }
        let own = format!("{NAME}/{}", env!("CARGO_PKG_VERSION"));
        let name = asker.tokens().first().map_or(own, ToString::to_string);
        let purposes = asker.purposes().iter().map(ToString::to_string);
        let contact = self.contact.iter().map(|contact| format!("+{contact}"));
        let comments: Vec<String> = purposes.chain(contact).collect();
        if comments.is_empty() {
            return name;
        }
        format!("{name} ({})", comments.join("; "))
    }

    /// Warns before the first request.
    pub(crate) fn warn_before(&self) {
        if self.insecure {
            warn(&INSECURE);
        }
    }

    /// Warns about options that had no effect.
    pub(crate) fn warn_after(&self) {
        for pin in self.resolve.iter().filter(|pin| !pin.is_used()) {
            let word = pin.word();
            warn(&format_args!(
                "--resolve {word}: nothing was requested of this host and port"
            ));
        }
    }
}

/// Seconds, with or without a fraction.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let duration = text.parse().ok().map(Duration::try_from_secs_f64);
    match duration {
        Some(Ok(duration)) if !duration.is_zero() => Ok(duration),
        _ => Err(String::from("write seconds above zero, such as 60 or 0.5")),
    }
}

/// The product token of this program.
pub(crate) const NAME: &str = "robots-policy";
/// The warning of --insecure.
const INSECURE: &str = "no certificate is verified (--insecure): whoever is on the way to a site can write its answers";
/// The time for which a server may send nothing.
const LONGEST_SILENCE: Duration = Duration::from_secs(10);
