//! The proxies that the environment names, as curl reads it.
//!
//! **Decisions.**
//! - `http_proxy` is for `http://`, `https_proxy` for `https://`, and `all_proxy` for either where the first is not set. Small
//!   letters count before capitals, and an empty variable is not set.
//! - Unlike in curl, `HTTP_PROXY` counts: who writes `--proxy` means it. It does not in a CGI program, to which a field `Proxy`
//!   of a request sets it.
//! - With `--proxy` nothing goes direct without a word. A variable that counts and names no proxy is an error even if no named address
//!   needs it, because a redirect may; and an address of a scheme without a proxy is not requested.
//! - Only `no_proxy` sends a request direct.

use std::env;
use std::ffi::OsString;
use std::net::IpAddr;

use ureq::{Agent, Proxy};
use url::{Host, Url};

use robots_policy_input::Failure;

/// The proxy for the addresses of each scheme, and the hosts that are reached without one.
#[derive(Clone, Debug)]
pub struct Proxies {
    http: Option<Proxy>,
    https: Option<Proxy>,
    /// The entries of `no_proxy`.
    excluded: Vec<String>,
}

impl Proxies {
    /// Those of the environment for a run that begins with these addresses, if proxies are wanted.
    ///
    /// # Errors
    /// A variable that names no proxy, no variable at all, and none for an address.
    pub fn wanted(are_wanted: bool, urls: &[Url]) -> Result<Option<Proxies>, Failure> {
        if !are_wanted {
            return Ok(None);
        }
        let proxies = Proxies::from_env()?;
        urls.iter().try_for_each(|url| proxies.check(url))?;
        Ok(Some(proxies))
    }

    /// Those of the environment, if it names one for this address.
    ///
    /// # Errors
    /// A variable that names no proxy.
    pub fn named_for(url: &Url) -> Result<Option<Proxies>, Failure> {
        let names = if url.scheme() == "https" { HTTPS } else { HTTP };
        match variable(&names)? {
            Some(_) => Proxies::from_env().map(Some),
            None => Ok(None),
        }
    }

    /// One for all addresses.
    #[cfg(test)]
    pub(crate) fn all(proxy: Proxy) -> Proxies {
        Proxies {
            http: Some(proxy.clone()),
            https: Some(proxy),
            excluded: Vec::new(),
        }
    }

    fn from_env() -> Result<Proxies, Failure> {
        let proxies = Proxies {
            http: proxy(&HTTP)?,
            https: proxy(&HTTPS)?,
            excluded: excluded(variable(&NONE)?.map(|(_, text)| text)),
        };
        if proxies.http.is_none() && proxies.https.is_none() {
            return Err(usage(&missing(
                "any address",
                &[&HTTP[..2], &HTTPS].concat(),
            )));
        }
        Ok(proxies)
    }

    /// The proxy for this address; `None` if it is excluded.
    ///
    /// # Errors
    /// There is no proxy for its scheme, in words.
    pub(super) fn of(&self, url: &Url) -> Result<Option<Proxy>, String> {
        if self.excluded.iter().any(|entry| is_excluded(entry, url)) {
            return Ok(None);
        }
        let (proxy, names) = match url.scheme() {
            "https" => (&self.https, &HTTPS),
            _ => (&self.http, &HTTP),
        };
        let none = || missing(&format!("{}:// addresses", url.scheme()), names);
        proxy.clone().map(Some).ok_or_else(none)
    }

    /// Looks for a proxy for this address before anything is requested.
    ///
    /// # Errors
    /// There is no proxy for its scheme.
    pub fn check(&self, url: &Url) -> Result<(), Failure> {
        self.of(url).map(drop).map_err(|why| usage(&why))
    }
}

/// A request through its proxy.
pub(super) fn through(
    proxy: Option<Proxy>,
    agent: &Agent,
    request: http::Request<()>,
) -> http::Request<()> {
    match proxy {
        Some(proxy) => agent.configure_request(request).proxy(Some(proxy)).build(),
        None => request,
    }
}

/// The proxy of the first of these variables that is set.
fn proxy(names: &[&'static str]) -> Result<Option<Proxy>, Failure> {
    let Some((name, text)) = variable(names)? else {
        return Ok(None);
    };
    let read = read(&text).map_err(|why| {
        // The value may hold a password.
        usage(&format!(
            "the variable `{name}` names no proxy: {why}; write it as in http://proxy.example:3128"
        ))
    });
    read.map(Some)
}

/// The first of these variables that is set and not empty, with its name.
fn variable(names: &[&'static str]) -> Result<Option<(&'static str, String)>, Failure> {
    let is_cgi = env::var_os(CGI).is_some();
    let names = names.iter().filter(|name| !(is_cgi && **name == OF_CGI));
    let mut set = names.filter_map(|name| Some((*name, env::var_os(name)?)));
    let first = set.find(|(_, value)| !value.is_empty());
    let utf8 = |(name, value): (&'static str, OsString)| match value.into_string() {
        Ok(text) => Ok((name, text)),
        Err(_) => Err(usage(&format!("the variable `{name}` is not UTF-8"))),
    };
    first.map(utf8).transpose()
}

/// Reads the address of a proxy. The error shows nothing of it.
fn read(text: &str) -> Result<Proxy, String> {
    if text.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(String::from("it has a blank or a control character"));
    }
    let url = if text.contains("://") {
        Url::parse(text)
    } else {
        Url::parse(&format!("http://{text}"))
    };
    let url = url.map_err(|error| error.to_string())?;
    if !SCHEMES.contains(&url.scheme()) {
        return Err(format!("its scheme is none of {}", SCHEMES.join(", ")));
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err(String::from("it has no host"));
    }
    if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
        return Err(String::from("something follows its host and port"));
    }
    Proxy::new(url.as_str())
        .map_err(|_| String::from("its host, user name or password cannot be read"))
}

/// The entries of `no_proxy`, between commas or blanks.
fn excluded(text: Option<String>) -> Vec<String> {
    let text = text.unwrap_or_default().to_ascii_lowercase();
    let entries = text.split(|c: char| c == ',' || c.is_whitespace());
    let entries = entries.filter(|entry| !entry.is_empty());
    entries.map(str::to_owned).collect()
}

/// Whether an entry excludes the host of an address: `*` all, a name itself and the names below it, an address or a network
/// (`10.0.0.0/8`) the addresses in it.
fn is_excluded(entry: &str, url: &Url) -> bool {
    match url.host() {
        _ if entry == "*" => true,
        Some(Host::Domain(name)) => {
            let entry = entry.strip_prefix('*').unwrap_or(entry);
            let entry = entry.trim_matches('.');
            let above = name.trim_end_matches('.').strip_suffix(entry);
            !entry.is_empty() && above.is_some_and(|own| own.is_empty() || own.ends_with('.'))
        }
        Some(Host::Ipv4(own)) => is_in(own.into(), entry),
        Some(Host::Ipv6(own)) => is_in(own.into(), entry),
        None => false,
    }
}

/// Whether an address is in a network, which may be one address.
fn is_in(own: IpAddr, network: &str) -> bool {
    let (start, bits) = match network.split_once('/') {
        Some((start, bits)) => (start, bits.parse().ok()),
        None => (network, Some(u32::MAX)),
    };
    let start = start.trim_start_matches('[').trim_end_matches(']').parse();
    // Bits of the two addresses that differ, after those that do not count.
    match (own, start, bits) {
        (IpAddr::V4(own), Ok(IpAddr::V4(start)), Some(bits)) => {
            let differ = own.to_bits() ^ start.to_bits();
            differ.checked_shr(32_u32.saturating_sub(bits)).unwrap_or(0) == 0
        }
        (IpAddr::V6(own), Ok(IpAddr::V6(start)), Some(bits)) => {
            let differ = own.to_bits() ^ start.to_bits();
            differ
                .checked_shr(128_u32.saturating_sub(bits))
                .unwrap_or(0)
                == 0
        }
        _ => false,
    }
}

fn missing(addresses: &str, names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let cgi = if env::var_os(CGI).is_some() {
        "; `HTTP_PROXY` does not count in a CGI program, to which a request can set it"
    } else {
        ""
    };
    format!(
        "no proxy is named for {addresses}: none of {} is set{cgi}",
        names.join(", ")
    )
}

fn usage(message: &str) -> Failure {
    Failure::Usage(format!("--proxy: {message}"))
}

/// The variables for each scheme, the one that counts first in front.
const HTTP: [&str; 4] = ["http_proxy", OF_CGI, "all_proxy", "ALL_PROXY"];
const HTTPS: [&str; 4] = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];
const NONE: [&str; 2] = ["no_proxy", "NO_PROXY"];
/// The name that a CGI server gives to a field of a request.
const OF_CGI: &str = "HTTP_PROXY";
/// The variable that each CGI program has.
const CGI: &str = "REQUEST_METHOD";
const SCHEMES: [&str; 7] = [
    "http", "https", "socks", "socks4", "socks4a", "socks5", "socks5h",
];

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use robots_policy_kit::told::assert_told;

    use super::*;

    #[test]
    fn an_entry_excludes_a_name_with_those_below_it_or_the_addresses_of_a_network() {
        assert_told("crates/live/src/told/excluded.txt", |step, _| {
            let (entry, url) = step.split_once(' ').unwrap();
            let Ok(url) = Url::parse(url) else {
                return String::new();
            };
            let way = if is_excluded(entry, &url) {
                "without"
            } else {
                "by the proxy"
            };
            way.to_owned()
        });
        let entries = excluded(Some(String::from(" a.example, B.example\tc,,")));
        assert_eq!(entries, ["a.example", "b.example", "c"]);
    }
}
