//! Which server has a request.

use std::collections::BTreeMap;

use super::read::Nginx;
use crate::place::ConfigPlace;
use crate::prediction::{Request, Unknown, Why};
use crate::tree::{Statement, named};

/// One `listen`.
struct Listen {
    port: u16,
    is_secure: bool,
    is_default: bool,
}

fn listens(server: &Statement) -> Vec<Listen> {
    let own = named(server.body(), "listen").map(|listen| {
        let address = listen.word(1);
        let port = address.rsplit(':').next().unwrap_or_default();
        let port = port.parse().unwrap_or(80);
        let has = |word: &str| listen.arguments().any(|argument| argument == word);
        Listen {
            port,
            is_secure: port == 443 || has("ssl") || has("quic"),
            is_default: has("default_server") || has("default"),
        }
    });
    let mut own: Vec<Listen> = own.collect();
    if own.is_empty() {
        own.push(Listen {
            port: 80,
            is_secure: false,
            is_default: false,
        });
    }
    own
}

impl Nginx {
    pub(super) fn server(&self, request: &Request<'_>) -> Result<&Statement, Unknown> {
        let with_listen = |server| listens(server).into_iter().map(move |own| (server, own));
        let servers = named(&self.http, "server");
        let mut all: Vec<(&Statement, Listen)> = servers.flat_map(with_listen).collect();
        let suits = |(_, own): &(&Statement, Listen)| own.is_secure == request.secure;
        if all.iter().any(suits) {
            all.retain(suits);
        }
        let standard = request
            .port
            .unwrap_or(if request.secure { 443 } else { 80 });
        let mut ports: BTreeMap<u16, Vec<&(&Statement, Listen)>> = BTreeMap::new();
        for server in &all {
            ports.entry(server.1.port).or_default().push(server);
        }
        if let Some(own) = ports.remove(&standard) {
            ports = BTreeMap::from([(standard, own)]);
        }
        let mut chosen: Option<&Statement> = None;
        for here in ports.values() {
            let server = self.at_port(here, request)?;
            if chosen.is_some_and(|other| other.place != server.place) {
                return Err(server.unknown(
                    Why::Host,
                    "another port has another server; give the port in the address",
                ));
            }
            chosen = Some(server);
        }
        let reason = "the configuration has no server";
        chosen.ok_or_else(|| ConfigPlace::default().unknown(Why::Include, reason))
    }

    fn at_port<'c>(
        &self,
        servers: &[&(&'c Statement, Listen)],
        request: &Request<'_>,
    ) -> Result<&'c Statement, Unknown> {
        let mut default = servers.iter().filter(|(_, listen)| listen.is_default);
        let Some((default, _)) = default.next().or(servers.first()) else {
            let reason = "the configuration has no server";
            return Err(ConfigPlace::default().unknown(Why::Host, reason));
        };
        let Some(host) = request.host else {
            if servers
                .iter()
                .any(|(other, _)| other.place != default.place)
            {
                let reason = "there are several servers; give the host";
                return Err(default.unknown(Why::Host, reason));
            }
            return Ok(default);
        };
        let host = host.to_ascii_lowercase();
        let mut best: Option<((u8, usize), &Statement)> = None;
        for (server, _) in servers {
            for name in named(server.body(), "server_name").flat_map(Statement::arguments) {
                if let Some(fit) = self.fit(server, name, &host)?
                    && best.is_none_or(|(other, _)| fit < other)
                {
                    best = Some((fit, server));
                }
            }
        }
        match (best, named(&self.http, "include").next()) {
            (Some((_, server)), _) => Ok(server),
            // One beside the servers that was not given may have the server.
            (None, Some(open)) => Err(open.not_given("have the server or fields")),
            (None, None) => Ok(default),
        }
    }

    /// How well a name fits: a smaller rank is better.
    fn fit(
        &self,
        server: &Statement,
        name: &str,
        host: &str,
    ) -> Result<Option<(u8, usize)>, Unknown> {
        if let Some(pattern) = name.strip_prefix('~') {
            let fits = server.fits(&self.patterns, pattern, true, host)?;
            return Ok(fits.then_some((3, 0)));
        }
        if name.contains('$') {
            return Err(server.unknown(Why::Variable, "a name of the server has a variable"));
        }
        let name = name.to_ascii_lowercase();
        if name == host {
            return Ok(Some((0, 0)));
        }
        let rank = |length: usize| 1_000 - length.min(1_000);
        if let Some(domain) = name.strip_prefix('.') {
            let inside = host == domain
                || host
                    .strip_suffix(domain)
                    .is_some_and(|before| before.ends_with('.'));
            return Ok(inside.then_some((u8::from(host != domain), rank(domain.len()))));
        }
        if let Some(domain) = name.strip_prefix('*') {
            return Ok(host.ends_with(domain).then_some((1, rank(domain.len()))));
        }
        if let Some(stem) = name.strip_suffix('*') {
            return Ok(host.starts_with(stem).then_some((2, rank(stem.len()))));
        }
        Ok(None)
    }
}
