//! What a client may take, and for how long.

use std::sync::Arc;
use std::time::Duration;

use ureq::config::Config;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::{Proxy, Timeout};

/// The settings of a client.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    user_agent: String,
    connect: Duration,
    read: Duration,
    total: Duration,
    redirects: usize,
    most_header: usize,
    most_body: u64,
    proxy: bool,
    roots: Option<Arc<Vec<Certificate<'static>>>>,
}

impl Settings {
    /// The defaults, with the value of `User-Agent`: a product token, and where its owner can be reached.
    pub(crate) fn new(user_agent: impl Into<String>) -> Settings {
        Settings {
            user_agent: user_agent.into(),
            connect: Duration::from_secs(10),
            read: Duration::from_secs(10),
            total: Duration::from_mins(1),
            redirects: 5,
            most_header: 64 * 1024,
            most_body: 64 * 1024 * 1024,
            proxy: false,
            roots: None,
        }
    }

    /// Sets how long a name may take to resolve, and then a connection to stand (default: 10 seconds each).
    #[must_use]
    pub(crate) fn with_connect_timeout(mut self, most: Duration) -> Settings {
        self.connect = most;
        self
    }

    /// Sets how long a server may send nothing (default: 10 seconds).
    #[must_use]
    pub(crate) fn with_read_timeout(mut self, most: Duration) -> Settings {
        self.read = most;
        self
    }

    /// Sets how long one request and its whole answer may take (default: 60 seconds); each hop of a redirect has its
    /// own.
    #[must_use]
    pub(crate) fn with_total_timeout(mut self, most: Duration) -> Settings {
        self.total = most;
        self
    }

    /// Sets how many redirects a walk follows (default: 5, as RFC 9309 §2.3.1.2 asks for robots.txt).
    #[must_use]
    pub(crate) fn with_redirects(mut self, most: usize) -> Settings {
        self.redirects = most;
        self
    }

    /// Sets the most bytes of a header block (default: 64 KiB). The number of fields has no limit.
    #[cfg(test)]
    #[must_use]
    pub(crate) fn with_most_header(mut self, bytes: usize) -> Settings {
        self.most_header = bytes;
        self
    }

    /// Sets the most bytes of a body (default: 64 MiB), which hold for what is transferred and for what each content
    /// coding unfolds to.
    #[must_use]
    pub(crate) fn with_most_body(mut self, bytes: u64) -> Settings {
        self.most_body = bytes;
        self
    }

    /// Says whether the proxy that the environment names is used (default: no).
    #[must_use]
    pub(crate) fn with_proxy_of_environment(mut self, used: bool) -> Settings {
        self.proxy = used;
        self
    }

    /// Sets the certificates to trust (default: those of the web's authorities), in PEM.
    ///
    /// # Errors
    /// Text without a certificate.
    pub(crate) fn with_roots(mut self, pem: &[u8]) -> Result<Settings, String> {
        let mut roots = Vec::new();
        for item in parse_pem(pem) {
            match item {
                Ok(PemItem::Certificate(root)) => roots.push(root),
                Ok(_) => {}
                Err(error) => return Err(format!("the certificates are no PEM: {error}")),
            }
        }
        if roots.is_empty() {
            return Err(String::from(
                "there is no `BEGIN CERTIFICATE` in the certificates",
            ));
        }
        self.roots = Some(Arc::new(roots));
        Ok(self)
    }

    pub(crate) fn user_agent(&self) -> &str {
        &self.user_agent
    }

    pub(crate) fn redirects(&self) -> usize {
        self.redirects
    }

    pub(super) fn most_header(&self) -> usize {
        self.most_header
    }

    pub(super) fn most_body(&self) -> u64 {
        self.most_body
    }

    pub(super) fn limit(&self, wait: Wait) -> Duration {
        match wait {
            Wait::Connection => self.connect,
            Wait::Bytes => self.read,
            Wait::End => self.total,
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
            .timeout_global(Some(self.total))
            .max_response_header_size(self.most_header)
            // A block that is too large must fit, or it would look like one that was cut off.
            .input_buffer_size(self.most_header + READ_SIZE)
            .proxy(if self.proxy {
                Proxy::try_from_env()
            } else {
                None
            })
            .tls_config(self.tls())
            .build()
    }

    fn tls(&self) -> TlsConfig {
        let roots = match &self.roots {
            Some(roots) => RootCerts::Specific(Arc::clone(roots)),
            None => RootCerts::WebPki,
        };
        TlsConfig::builder().root_certs(roots).build()
    }
}

/// What was waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    /// The address of the host, and a connection to it.
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

/// Bytes read at a time.
pub(super) const READ_SIZE: usize = 16 * 1024;
