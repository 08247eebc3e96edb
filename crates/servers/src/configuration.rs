//! Configurations of all kinds.

use crate::apache::Apache;
use crate::caddy::Caddy;
use crate::nginx::Nginx;
use crate::place::Lines;
use crate::predicted::{Predicted, Request};
use crate::source::{MOST_BYTES, Source};
use crate::trap::Trap;
use crate::wrong::{Refused, Wrong};

/// Which program or service reads a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// nginx.
    Nginx,
    /// Apache: the file of the server, and `.htaccess` of folders.
    Apache,
    /// Caddy: a Caddyfile.
    Caddy,
}

/// A configuration that was read.
#[derive(Debug)]
pub struct Configuration {
    inner: Inner,
}

#[derive(Debug)]
enum Inner {
    Nginx(Nginx),
    Apache(Apache),
    Caddy(Caddy),
}

impl Configuration {
    /// Reads a configuration: its main file, then those that it includes and that are at hand.
    pub fn read(kind: Kind, sources: &[Source<'_>]) -> Result<Configuration, Wrong> {
        if let Some((at, source)) = sources.iter().enumerate().find(|(_, source)| source.text.len() > MOST_BYTES) {
            let place = Lines::new(at, "").place(0, 0);
            let why = format!("a configuration has {MOST_BYTES} bytes at most");
            return Err(named(Refused::new(place, source.name, why), sources));
        }
        let inner = match kind {
            Kind::Nginx => Nginx::read(sources).map(Inner::Nginx),
            Kind::Apache => Apache::read(sources).map(Inner::Apache),
            Kind::Caddy => Caddy::read(sources).map(Inner::Caddy),
        };
        match inner {
            Ok(inner) => Ok(Configuration { inner }),
            Err(refused) => Err(named(refused, sources)),
        }
    }

    /// The fields of the answer to a request.
    pub fn fields(&self, request: &Request<'_>) -> Predicted {
        match &self.inner {
            Inner::Nginx(nginx) => nginx.predict(request),
            Inner::Apache(apache) => apache.predict(request),
            Inner::Caddy(caddy) => caddy.predict(request),
        }
    }

    /// The statements that take no effect, or not everywhere.
    pub fn traps(&self) -> Vec<Trap> {
        match &self.inner {
            Inner::Nginx(nginx) => nginx.traps(),
            Inner::Apache(apache) => apache.traps(),
            Inner::Caddy(caddy) => caddy.traps(),
        }
    }
}

fn named(refused: Refused, sources: &[Source<'_>]) -> Wrong {
    let Refused { place, key, why } = refused;
    let file = sources.get(place.source).map_or("", |source| source.name).to_owned();
    Wrong { file, place, key, why }
}
