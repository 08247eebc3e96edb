//! Which site has a request, by its scheme, its port and its host.

use super::matcher::is_host;
use super::read::Caddy;
use crate::place::ConfigPlace;
use crate::prediction::{Request, Unknown, Why};
use crate::tree::{Statement, named};

/// An address of a site.
struct Address<'c> {
    site: &'c Statement,
    host: &'c str,
    port: Option<u16>,
    is_secure: bool,
    has_path: bool,
}

fn address<'c>(site: &'c Statement, word: &'c str) -> Address<'c> {
    let word = word.trim_end_matches(',');
    let (scheme, rest) = word.split_once("://").unwrap_or(("", word));
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let (host, port) = authority.rsplit_once(':').unwrap_or((authority, ""));
    let port: Option<u16> = port.parse().ok();
    let is_secure = match (scheme, port) {
        ("https", _) | (_, Some(443)) => true,
        ("http", _) | (_, Some(80)) => false,
        _ => !host.is_empty(),
    };
    Address {
        site,
        host,
        port,
        is_secure,
        has_path: !path.is_empty(),
    }
}

/// Which site has a request.
pub(super) enum ChosenSite<'c> {
    One(&'c Statement),
    /// Its own server redirects to HTTPS.
    ToSecure,
    None,
}

impl Caddy {
    pub(super) fn site(&self, request: &Request<'_>) -> Result<ChosenSite<'_>, Unknown> {
        let own = |site| Statement::texts(site).map(move |word| (site, word));
        let words = self.sites.iter().flat_map(own);
        let words = words.filter(|(_, word)| !word.is_empty());
        let all: Vec<Address<'_>> = words.map(|(site, word)| address(site, word)).collect();
        self.refuse_what_is_not_followed(&all)?;
        let automatic = named(&self.options, "auto_https").next();
        let without_tls = automatic.is_some_and(|automatic| automatic.word(1) == "off");
        let standard = if request.secure { 443 } else { 80 };
        let wanted = request.port.unwrap_or(standard);
        let suits = |own: &&Address<'_>| (own.is_secure && !without_tls) == request.secure;
        let port_of = |own: &Address<'_>| own.port.unwrap_or(standard);
        let mut ports: Vec<u16> = all.iter().filter(suits).map(port_of).collect();
        ports.sort_unstable();
        ports.dedup();
        if ports.contains(&wanted) {
            ports = vec![wanted];
        }
        if ports.len() > 1 {
            let place = all
                .first()
                .map_or_else(ConfigPlace::default, |own| own.site.place);
            return Err(place.unknown(
                Why::Host,
                "the sites are at several ports; give the port in the address",
            ));
        }
        let here = all.iter().filter(suits);
        let here = here.filter(|own| ports.contains(&port_of(own)));
        let Some(host) = request.host else {
            return only(here.map(|own| own.site).collect());
        };
        let is_its = |own: &&Address<'_>| own.host.is_empty() || is_host(own.host, host);
        let rank = |own: &&Address<'_>| {
            let length = usize::MAX - own.host.len();
            (own.host.is_empty(), own.host.contains('*'), length)
        };
        if let Some(best) = here.filter(is_its).min_by_key(rank) {
            return Ok(ChosenSite::One(best.site));
        }
        let is_elsewhere = |own: &Address<'_>| own.is_secure && is_host(own.host, host);
        let is_redirected = !request.secure && !without_tls && all.iter().any(is_elsewhere);
        Ok(if is_redirected {
            ChosenSite::ToSecure
        } else {
            ChosenSite::None
        })
    }

    fn refuse_what_is_not_followed(&self, all: &[Address<'_>]) -> Result<(), Unknown> {
        let option = |name: &str| named(&self.options, name).next();
        if let Some(open) = named(&self.sites, "import").next() {
            return Err(open.unknown(Why::Include, "a file of sites was not given"));
        }
        let servers = || option("servers").filter(|servers| servers.body.is_none());
        if let Some(order) = option("order").or_else(servers) {
            let reason = "another order of directives is not followed here";
            return Err(order.unknown(Why::Module, reason));
        }
        let has_sign = |site: &&Statement| site.texts().any(|word| word.contains('{'));
        let with_path = all.iter().find(|own| own.has_path).map(|own| own.site);
        if let Some(site) = with_path.or_else(|| self.sites.iter().find(has_sign)) {
            let reason = "an address with a path or a placeholder is not followed here";
            return Err(site.unknown(Why::Host, reason));
        }
        Ok(())
    }
}

/// The only site, where the host is not given.
fn only(mut sites: Vec<&Statement>) -> Result<ChosenSite<'_>, Unknown> {
    sites.dedup_by_key(|site| site.place);
    match &*sites {
        [site] => Ok(ChosenSite::One(site)),
        [] => Ok(ChosenSite::None),
        [site, ..] => Err(site.unknown(Why::Host, "there are several sites; give the host")),
    }
}
