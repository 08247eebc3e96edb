//! The site of a request, and its answer with that to errors.

use super::matcher::is_host;
use super::read::Caddy;
use super::walk::{End, Walk};
use crate::predicted::{Predicted, Request, Unknown, Why};
use crate::tree::{Statement, named};
use crate::uri;

/// An address of a site.
struct Address<'c> {
    host: &'c str,
    port: Option<u16>,
    is_secure: bool,
    has_path: bool,
}

fn address(word: &str) -> Address<'_> {
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
        host,
        port,
        is_secure,
        has_path: !path.is_empty(),
    }
}

/// Which site has a request.
enum Site<'c> {
    One(&'c Statement),
    /// Its own server redirects to HTTPS.
    ToSecure,
    None,
}

impl Caddy {
    pub(crate) fn predict(&self, request: &Request<'_>) -> Predicted {
        let predicted = self.answer(request).unwrap_or_else(Predicted::unknown);
        predicted.where_named(self.names_fields)
    }

    fn site(&self, request: &Request<'_>) -> Result<Site<'_>, Unknown> {
        let option = |name: &str| named(&self.options, name).next();
        if let Some(open) = self.sites.iter().find(|site| site.name() == "import") {
            return Err(Unknown::new(
                open.place,
                Why::Include,
                "a file of sites was not given",
            ));
        }
        if let Some(order) =
            option("order").or_else(|| option("servers").filter(|servers| servers.body.is_none()))
        {
            return Err(Unknown::new(
                order.place,
                Why::Module,
                "another order of directives is not followed here",
            ));
        }
        let without_tls = option("auto_https").is_some_and(|automatic| automatic.word(1) == "off");
        let all: Vec<(&Statement, Address<'_>)> = self
            .sites
            .iter()
            .flat_map(|site| {
                site.words
                    .iter()
                    .filter(|word| !word.text.is_empty())
                    .map(move |word| (site, address(&word.text)))
            })
            .collect();
        let with_path = all
            .iter()
            .find(|(_, own)| own.has_path)
            .map(|(site, _)| *site);
        let has_sign = |site: &&Statement| site.words.iter().any(|word| word.text.contains('{'));
        if let Some(site) = with_path.or_else(|| self.sites.iter().find(has_sign)) {
            return Err(Unknown::new(
                site.place,
                Why::Host,
                "an address with a path or a placeholder is not followed here",
            ));
        }
        let standard = if request.secure { 443 } else { 80 };
        let suits = |own: &Address<'_>| (own.is_secure && !without_tls) == request.secure;
        let mut ports: Vec<u16> = all
            .iter()
            .filter(|(_, own)| suits(own))
            .map(|(_, own)| own.port.unwrap_or(standard))
            .collect();
        ports.sort_unstable();
        ports.dedup();
        let port = if ports.contains(&standard) {
            Some(standard)
        } else {
            ports.first().copied()
        };
        if ports.len() > 1 && port != Some(standard) {
            let place = all.first().map(|(site, _)| site.place).unwrap_or_default();
            return Err(Unknown::new(
                place,
                Why::Host,
                "the sites are at several ports",
            ));
        }
        let here = || {
            all.iter()
                .filter(|(_, own)| suits(own) && Some(own.port.unwrap_or(standard)) == port)
        };
        let Some(host) = request.host else {
            return only(here().map(|(site, _)| *site).collect());
        };
        let rank = |own: &Address<'_>| {
            let is_own = own.host.is_empty() || is_host(own.host, host);
            is_own.then_some((
                own.host.is_empty(),
                own.host.contains('*'),
                usize::MAX - own.host.len(),
            ))
        };
        let best = here()
            .filter_map(|(site, own)| Some((rank(own)?, *site)))
            .min_by_key(|(rank, _)| *rank);
        if let Some((_, site)) = best {
            return Ok(Site::One(site));
        }
        let is_elsewhere = all
            .iter()
            .any(|(_, own)| own.is_secure && !own.host.is_empty() && is_host(own.host, host));
        Ok(if !request.secure && !without_tls && is_elsewhere {
            Site::ToSecure
        } else {
            Site::None
        })
    }

    fn answer(&self, request: &Request<'_>) -> Result<Predicted, Unknown> {
        let of_status = |status| Predicted {
            status: Some(status),
            ..Predicted::default()
        };
        let site = match self.site(request)? {
            Site::One(site) => site,
            Site::ToSecure => return Ok(of_status(308)),
            Site::None => return Ok(of_status(200)),
        };
        let path = uri::target(request.target).path;
        let mut walk = Walk {
            caddy: self,
            request,
            fields: Vec::new(),
            first_path: path.clone(),
            path: path.clone(),
            deferred: Vec::new(),
            error: None,
            scopes: Vec::new(),
            roots: None,
            file: None,
            text: None,
            by: None,
        };
        let mut unknown = Vec::new();
        let status = match walk.block(site.body(), false)? {
            None => Some(200),
            Some(End::Written(status)) => Some(status),
            Some(End::Error(status)) => Some(Self::error(&mut walk, site, status, &path)?),
            Some(End::Closed) => return Ok(Predicted::default()),
            Some(End::Foreign(handler)) => {
                let reason = format!(
                    "`{}` answers, and may set fields of its own",
                    handler.name()
                );
                unknown.push(Unknown::new(handler.place, Why::Upstream, reason));
                None
            }
        };
        Ok(Predicted {
            status,
            file: walk.file,
            text: walk.text,
            by: walk.by,
            fields: walk.fields,
            unknown,
        })
    }

    /// The answer to an error: fields that are set stay, and what waited is lost.
    fn error<'c>(
        walk: &mut Walk<'c, '_>,
        site: &'c Statement,
        status: u16,
        path: &str,
    ) -> Result<u16, Unknown> {
        walk.deferred.clear();
        walk.error = Some(status);
        path.clone_into(&mut walk.path);
        let mut handlers = named(site.body(), "handle_errors").peekable();
        if handlers.peek().is_none() {
            return Ok(status);
        }
        walk.scopes = vec![site.body()];
        for handler in handlers {
            let mut codes = handler.arguments().peekable();
            let class = format!("{}xx", status / 100);
            if codes.peek().is_some()
                && !codes.any(|code| code == status.to_string() || code == class)
            {
                continue;
            }
            match walk.block(handler.body(), false)? {
                None => {}
                Some(End::Written(status)) => return Ok(status),
                Some(End::Error(_) | End::Closed) => return Ok(status),
                Some(End::Foreign(other)) => {
                    return Err(Unknown::new(
                        other.place,
                        Why::Upstream,
                        "another server answers to errors",
                    ));
                }
            }
        }
        walk.written(status)?;
        Ok(status)
    }
}

/// The only site, where the host is not given.
fn only(mut sites: Vec<&Statement>) -> Result<Site<'_>, Unknown> {
    sites.dedup_by_key(|site| site.place);
    match &*sites {
        [site] => Ok(Site::One(site)),
        [] => Ok(Site::None),
        [site, ..] => Err(Unknown::new(
            site.place,
            Why::Host,
            "there are several sites; give the host",
        )),
    }
}
