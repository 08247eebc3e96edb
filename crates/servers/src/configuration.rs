//! Configurations of all kinds.

use crate::apache::Apache;
use crate::caddy::Caddy;
use crate::hosts::{HeadersFile, Netlify, Service, Vercel};
use crate::kind::Kind;
use crate::nginx::Nginx;
use crate::place::Place;
use crate::predicted::{Field, Predicted, Request};
use crate::source::{MOST_BYTES, Source};
use crate::trap::Trap;
use crate::wrong::{Refused, Wrong};

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
    Headers(HeadersFile),
    Netlify(Netlify),
    Vercel(Vercel),
}

impl Configuration {
    /// Reads a configuration: its main file, then those that it includes and that are at hand.
    ///
    /// ```
    /// use robots_policy_servers::{Configuration, Kind, Source};
    ///
    /// let text = "server { add_header X-Robots-Tag noindex allways; }";
    /// let wrong = Configuration::read(Kind::Nginx, &[Source { name: "nginx.conf", text }]).unwrap_err();
    /// assert_eq!(
    ///     wrong.to_string(),
    ///     "nginx.conf:1: add_header: the third word can only be `always`; write quotes around a value with blanks"
    /// );
    /// ```
    pub fn read(kind: Kind, sources: &[Source<'_>]) -> Result<Configuration, Wrong> {
        if let Some((at, source)) = sources
            .iter()
            .enumerate()
            .find(|(_, source)| source.text.len() > MOST_BYTES)
        {
            let place = Place {
                source: at,
                line: 1,
                ..Place::default()
            };
            let why = format!("a configuration has {MOST_BYTES} bytes at most");
            return Err(named(Refused::new(place, source.name, why), sources));
        }
        let Some(first) = sources.first() else {
            let inner = Inner::Headers(HeadersFile::read(Service::Either, &[]));
            return Ok(Configuration { inner });
        };
        let inner = match kind {
            Kind::Nginx => Nginx::read(sources).map(Inner::Nginx),
            Kind::Apache => Apache::read(sources).map(Inner::Apache),
            Kind::Caddy => Caddy::read(sources).map(Inner::Caddy),
            Kind::Headers => Ok(Inner::Headers(HeadersFile::read(Service::Either, sources))),
            Kind::Cloudflare => Ok(Inner::Headers(HeadersFile::read(
                Service::Cloudflare,
                sources,
            ))),
            Kind::Netlify if sources.len() == 1 && first.name.ends_with("_headers") => {
                Ok(Inner::Headers(HeadersFile::read(Service::Netlify, sources)))
            }
            Kind::Netlify => Netlify::read(sources).map(Inner::Netlify),
            Kind::Vercel => Vercel::read(first).map(Inner::Vercel),
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
            Inner::Headers(file) => file.predict(request),
            Inner::Netlify(netlify) => netlify.predict(request),
            Inner::Vercel(vercel) => vercel.predict(request),
        }
    }

    /// All statements that set fields about robots, wherever they count, with their values as they are written.
    pub fn stated(&self) -> Vec<Field> {
        match &self.inner {
            Inner::Nginx(nginx) => nginx.stated(),
            Inner::Apache(apache) => apache.stated(),
            Inner::Caddy(caddy) => caddy.stated(),
            Inner::Headers(file) => file.stated(),
            Inner::Netlify(netlify) => netlify.stated(),
            Inner::Vercel(vercel) => vercel.stated(),
        }
    }

    /// The statements that take no effect, or not everywhere.
    pub fn traps(&self) -> Vec<Trap> {
        match &self.inner {
            Inner::Nginx(nginx) => nginx.traps(),
            Inner::Apache(apache) => apache.traps(),
            Inner::Caddy(caddy) => caddy.traps(),
            Inner::Headers(file) => file.traps(),
            Inner::Netlify(netlify) => netlify.traps(),
            Inner::Vercel(vercel) => vercel.traps(),
        }
    }
}

fn named(refused: Refused, sources: &[Source<'_>]) -> Wrong {
    let Refused { place, key, why } = refused;
    let file = sources
        .get(place.source)
        .map_or("", |source| source.name)
        .to_owned();
    Wrong {
        file,
        place,
        key,
        why,
    }
}
