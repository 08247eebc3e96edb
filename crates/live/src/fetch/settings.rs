//! The limits of a client.

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use robots_policy_input::names::shown;
use robots_policy_input::{Failure, read_input};
use ureq::Timeout;
use ureq::config::Config;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};

use super::fields::RequestFields;
use super::proxies::Proxies;
use super::reach::{Addresses, HostNames};

/// The settings of a client.
#[derive(Clone, Debug)]
pub struct ClientSettings {
    /// The value of `User-Agent`: a product token, and where its owner can be reached.
    pub user_agent: String,
    /// How long a name may take to resolve, and then a connection to be established.
    pub connect: Duration,
    /// How long a server may send nothing.
    pub read: Duration,
    /// How long one request and its whole answer may take; this holds for each hop of a redirect. `None` for answers that
    /// take as long as they are large.
    pub total: Option<Duration>,
    /// How many redirects a walk follows.
    pub redirects: usize,
    /// The most bytes of a header block. The number of fields has no limit.
    pub most_header: usize,
    /// The most bytes of a body, which hold for what is transferred and for what each content coding unfolds to.
    pub most_body: u64,
    /// The proxies to use, if any.
    pub proxies: Option<Proxies>,
    /// The addresses that a client of pages requests.
    pub addresses: Addresses,
    /// How names become addresses.
    pub names: HostNames,
    /// The certificates to trust; `None` means the web's authorities.
    pub roots: Option<Roots>,
    /// Whether no certificate is verified.
    pub is_insecure: bool,
    /// Fields of every request, beside those of the client.
    pub fields: RequestFields,
    /// Gets a line about each request and each answer.
    pub log: Option<fn(&dyn Display)>,
}

/// Certificates to trust, which [`trusted`] reads.
pub type Roots = Arc<Vec<Certificate<'static>>>;

/// The certificates in the file that the user named, if any.
///
/// # Errors
/// A file that cannot be read, and one without a certificate.
pub fn trusted(file: Option<&Path>) -> Result<Option<Roots>, Failure> {
    let read = |file: &Path| roots(&shown(file.as_os_str()), &read_input::read(file)?);
    file.map(read).transpose()
}

/// Reads certificates in PEM out of the file of this name.
///
/// # Errors
/// Text without a certificate.
pub(super) fn roots(name: &str, pem: &[u8]) -> Result<Roots, Failure> {
    let unusable = |why: String| Failure::Input(name.to_owned(), why);
    let mut roots = Vec::new();
    for item in parse_pem(pem) {
        match item {
            Ok(PemItem::Certificate(root)) => roots.push(root),
            Ok(_) => {}
            Err(error) => return Err(unusable(format!("the certificates are not PEM: {error}"))),
        }
    }
    if roots.is_empty() {
        return Err(unusable(String::from(
            "there is no `BEGIN CERTIFICATE` in the certificates",
        )));
    }
    Ok(Arc::new(roots))
}

impl ClientSettings {
    /// The defaults. RFC 9309 §2.3.1.2 requires five redirects of a robots.txt.
    pub fn new(user_agent: impl Into<String>) -> ClientSettings {
        ClientSettings {
            user_agent: user_agent.into(),
            connect: Duration::from_secs(10),
            read: Duration::from_secs(10),
            total: Some(Duration::from_mins(1)),
            redirects: 5,
            most_header: 64 * 1024,
            most_body: 64 * 1024 * 1024,
            proxies: None,
            addresses: Addresses::default(),
            names: HostNames::default(),
            roots: None,
            is_insecure: false,
            fields: RequestFields::default(),
            log: None,
        }
    }

    pub(super) fn limit(&self, wait: Wait) -> Duration {
        match wait {
            Wait::Connection => self.connect,
            Wait::Bytes => self.read,
            Wait::End => self.total.unwrap_or(Duration::MAX),
        }
    }

    pub(super) fn config(&self) -> Config {
        Config::builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_resolve(Some(self.connect))
            .timeout_connect(Some(self.connect))
            .timeout_per_read(Some(self.read))
            .timeout_per_write(Some(self.read))
            .timeout_global(self.total)
            .max_response_header_size(self.most_header)
            .max_idle_connections(MOST_IDLE)
            .max_idle_connections_per_host(MOST_IDLE)
            // A block that is too large must fit, or it would look like one that was cut off.
            .input_buffer_size(self.most_header + READ_SIZE)
            // Each request has the proxy of its address, if any.
            .proxy(None)
            .tls_config(self.tls())
            .build()
    }

    fn tls(&self) -> TlsConfig {
        let roots = match &self.roots {
            Some(roots) => RootCerts::Specific(Arc::clone(roots)),
            None => RootCerts::WebPki,
        };
        TlsConfig::builder()
            .root_certs(roots)
            .disable_verification(self.is_insecure)
            .build()
    }
}

/// The part of a request that timed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// Resolving the host and connecting to it.
    Connection,
    /// More bytes.
    Bytes,
    /// The end of the answer.
    End,
}

impl Wait {
    pub(super) fn of(timeout: Timeout) -> Wait {
        match timeout {
            Timeout::Resolve | Timeout::Connect => Wait::Connection,
            Timeout::PerRead | Timeout::PerWrite => Wait::Bytes,
            _ => Wait::End,
        }
    }
}

/// As many connections as there may be workers on one host.
const MOST_IDLE: usize = 64;

/// Bytes read at a time.
pub(super) const READ_SIZE: usize = 16 * 1024;
