//! Which server has a request.

use std::collections::BTreeMap;

use super::read::Nginx;
use crate::predicted::{Request, Unknown, Why};
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
    let own: Vec<Listen> = own.collect();
    if !own.is_empty() {
        return own;
    }
    vec![Listen {
        port: 80,
        is_secure: false,
        is_default: false,
    }]
}

/// How well a name fits: a smaller one is better.
type Fit = (u8, usize);

impl Nginx {
    pub(super) fn server(&self, request: &Request<'_>) -> Result<&Statement, Unknown> {
        let all: Vec<(&Statement, Listen)> = self
            .servers()
            .flat_map(|server| {
                listens(server)
                    .into_iter()
                    .map(move |listen| (server, listen))
            })
            .collect();
        let by_scheme = all
            .iter()
            .any(|(_, listen)| listen.is_secure == request.secure);
        let suits = |listen: &Listen| !by_scheme || listen.is_secure == request.secure;
        let standard = if request.secure { 443 } else { 80 };
        let mut ports: BTreeMap<u16, Vec<&(&Statement, Listen)>> = BTreeMap::new();
        for server in all.iter().filter(|(_, listen)| suits(listen)) {
            ports.entry(server.1.port).or_default().push(server);
        }
        if let Some(own) = ports.remove(&standard) {
            ports = BTreeMap::from([(standard, own)]);
        }
        let mut chosen: Option<&Statement> = None;
        for here in ports.values() {
            let server = self.at_port(here, request)?;
            if chosen.is_some_and(|other| other.place != server.place) {
                return Err(Unknown::new(
                    server.place,
                    Why::Host,
                    "another port has another server",
                ));
            }
            chosen = Some(server);
        }
        let nowhere = || {
            Unknown::new(
                crate::place::Place::default(),
                Why::Include,
                "the configuration has no server",
            )
        };
        chosen.ok_or_else(nowhere)
    }

    fn at_port<'c>(
        &'c self,
        servers: &[&(&'c Statement, Listen)],
        request: &Request<'_>,
    ) -> Result<&'c Statement, Unknown> {
        let mut distinct = servers
            .iter()
            .map(|(server, _)| server.place)
            .collect::<Vec<_>>();
        distinct.dedup();
        let default = servers
            .iter()
            .find(|(_, listen)| listen.is_default)
            .or(servers.first());
        let Some((default, _)) = default else {
            return Err(Unknown::new(
                crate::place::Place::default(),
                Why::Host,
                "the configuration has no server",
            ));
        };
        let Some(host) = request.host else {
            if distinct.len() > 1 {
                return Err(Unknown::new(
                    default.place,
                    Why::Host,
                    "there are several servers; give the host",
                ));
            }
            return Ok(default);
        };
        let mut best: Option<(Fit, &Statement)> = None;
        for (server, _) in servers {
            for (number, name) in named(server.body(), "server_name")
                .flat_map(Statement::arguments)
                .enumerate()
            {
                let fit = self.fit(server, name, &host.to_ascii_lowercase(), number)?;
                if let Some(fit) = fit
                    && best.is_none_or(|(other, _)| fit < other)
                {
                    best = Some((fit, server));
                }
            }
        }
        match (best, self.open()) {
            (Some((_, server)), _) => Ok(server),
            (None, Some(open)) => Err(open),
            (None, None) => Ok(default),
        }
    }

    fn fit(
        &self,
        server: &Statement,
        name: &str,
        host: &str,
        _number: usize,
    ) -> Result<Option<Fit>, Unknown> {
        if let Some(pattern) = name.strip_prefix('~') {
            return Ok(self.matches(server, pattern, true, host)?.then_some((3, 0)));
        }
        if name.contains('$') {
            return Err(Unknown::new(
                server.place,
                Why::Variable,
                "a name of the server has a variable",
            ));
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

    /// An include beside the servers that was not given: it may have the server.
    pub(super) fn open(&self) -> Option<Unknown> {
        let open = named(&self.http, "include").next()?;
        Some(Unknown::new(
            open.place,
            Why::Include,
            format!(
                "`{}` was not given, and may have the server or fields",
                open.word(1)
            ),
        ))
    }
}
