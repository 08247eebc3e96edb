//! The addresses that the user names for hosts, in the place of those that a server of names has.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;
use url::Host;

use super::reach::HostNames;

/// The addresses of one host and port, as `curl --resolve` takes them: `example.org:443:192.0.2.1`.
#[derive(Clone, Debug)]
pub struct Pin {
    /// The word of the user, for messages.
    word: String,
    host: String,
    port: u16,
    addresses: Vec<IpAddr>,
    is_used: Arc<AtomicBool>,
}

impl Pin {
    /// Whether a connection went to it.
    pub fn is_used(&self) -> bool {
        self.is_used.load(Ordering::Relaxed)
    }

    /// The word of the user.
    pub fn word(&self) -> &str {
        &self.word
    }
}

impl FromStr for Pin {
    type Err = String;

    fn from_str(word: &str) -> Result<Pin, String> {
        let wrong = |why: &str| format!("{why}; write example.org:443:192.0.2.1");
        let (host, rest) = match word.strip_prefix('[') {
            Some(literal) => literal
                .split_once("]:")
                .ok_or_else(|| wrong("`[` has no `]:`"))?,
            None => word
                .split_once(':')
                .ok_or_else(|| wrong("it has no port"))?,
        };
        let (port, addresses) = rest
            .split_once(':')
            .ok_or_else(|| wrong("it has no address"))?;
        let host = if word.starts_with('[') {
            format!("[{host}]")
        } else {
            host.to_owned()
        };
        let host = Host::parse(&host).map_err(|error| wrong(&format!("`{host}`: {error}")))?;
        let port = port
            .parse()
            .map_err(|_| wrong(&format!("`{port}` is not a port")))?;
        let address = |text: &str| {
            let bare = text.trim_start_matches('[').trim_end_matches(']');
            bare.parse()
                .map_err(|_| wrong(&format!("`{text}` is not an address of the internet")))
        };
        let addresses: Vec<IpAddr> = addresses
            .split(',')
            .map(address)
            .collect::<Result<_, _>>()?;
        if addresses.len() > MOST_ADDRESSES {
            return Err(wrong(&format!(
                "it has more than {MOST_ADDRESSES} addresses"
            )));
        }
        Ok(Pin {
            word: word.to_owned(),
            host: host.to_string(),
            port,
            addresses,
            is_used: Arc::default(),
        })
    }
}

impl HostNames {
    /// The names that have these addresses, and all others as ever.
    pub fn pinned(pins: Vec<Pin>) -> HostNames {
        let rest = DefaultResolver::default();
        HostNames {
            lookup: Arc::new(Pinned { pins, rest }),
            ..HostNames::default()
        }
    }
}

#[derive(Debug)]
struct Pinned {
    pins: Vec<Pin>,
    rest: DefaultResolver,
}

impl Resolver for Pinned {
    fn resolve(
        &self,
        uri: &http::Uri,
        config: &ureq::config::Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let host = uri.host().unwrap_or_default();
        let usual = if uri.scheme_str() == Some("http") {
            80
        } else {
            443
        };
        let port = uri.port_u16().unwrap_or(usual);
        let is_named = |pin: &&Pin| pin.host.eq_ignore_ascii_case(host) && pin.port == port;
        let Some(pin) = self.pins.iter().find(is_named) else {
            return self.rest.resolve(uri, config, timeout);
        };
        pin.is_used.store(true, Ordering::Relaxed);
        let mut found = self.empty();
        for address in &pin.addresses {
            found.push(SocketAddr::new(*address, port));
        }
        Ok(found)
    }
}

/// The most addresses that the HTTP library takes for a name.
const MOST_ADDRESSES: usize = 16;

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use robots_policy_kit::told::assert_told;

    use super::*;

    #[test]
    fn a_word_is_a_host_a_port_and_addresses() {
        assert_told("crates/live/src/told/pins.txt", |step, _| {
            match step.parse::<Pin>() {
                _ if step.starts_with("# ") => String::new(),
                Ok(pin) => format!("{} {} {:?}", pin.host, pin.port, pin.addresses),
                Err(why) => why,
            }
        });
    }
}
