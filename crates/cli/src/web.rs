//! How sites are asked for pages: the settings of a client.

use std::path::PathBuf;
use std::time::Duration;

use robots_policy::Client;
use robots_policy_live::fetch::{
    Addresses, ClientSettings, HostNames, Pin, Proxies, RequestField, RequestFields, trusted,
};
use url::Url;

use crate::exit::Failure;
use crate::progress::ProgressWhen;
use crate::say::warn;

/// The settings of a command that asks sites for pages.
pub(crate) struct WebSettings {
    /// The `User-Agent` field, if it is not made from what else is known.
    pub(crate) user_agent: Option<String>,
    /// The folder of the answers of former runs, if they are used.
    pub(crate) cache: Option<PathBuf>,
    /// Where the owner of the agent can be reached.
    pub(crate) contact: Option<String>,
    /// Further fields of the requests.
    pub(crate) fields: Vec<RequestField>,
    /// How long one request and its whole answer may take.
    pub(crate) timeout: Duration,
    pub(crate) redirects: usize,
    pub(crate) most_body: u64,
    /// The file of the certificates to trust instead of those of the web.
    pub(crate) trust: Option<PathBuf>,
    /// Whether the proxies that the environment names are used.
    pub(crate) proxy: bool,
    /// The addresses of hosts, as of a staging site.
    pub(crate) pins: Vec<Pin>,
    /// Whether no certificate is verified.
    pub(crate) is_insecure: bool,
    /// The addresses that may be requested.
    pub(crate) addresses: Addresses,
    pub(crate) progress: ProgressWhen,
}

impl WebSettings {
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
            most_body: self.most_body,
            proxies: Proxies::wanted(self.proxy, urls)?,
            addresses: self.addresses,
            fields: RequestFields::new(&self.fields, urls),
            roots: trusted(self.trust.as_deref())?,
            is_insecure: self.is_insecure,
            names: HostNames::pinned(self.pins.clone()),
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
        if self.is_insecure {
            warn(&INSECURE);
        }
    }

    /// Warns about options that had no effect.
    pub(crate) fn warn_after(&self) {
        for pin in self.pins.iter().filter(|pin| !pin.is_used()) {
            let word = pin.word();
            warn(&format_args!(
                "--resolve {word}: nothing was requested of this host and port"
            ));
        }
    }
}

/// The product token of this program.
pub(crate) const NAME: &str = "robots-policy";
/// The warning of --insecure.
const INSECURE: &str = "no certificate is verified (--insecure): whoever is on the way to a site can write its answers";
/// The time for which a server may send nothing.
const LONGEST_SILENCE: Duration = Duration::from_secs(10);
