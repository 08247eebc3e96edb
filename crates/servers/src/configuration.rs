//! Configurations of all kinds.

use crate::apache::Apache;
use crate::caddy::Caddy;
use crate::hosts::{HeadersFile, Netlify, Vercel};
use crate::kind::Kind;
use crate::names::is_about_robots;
use crate::nginx::Nginx;
use crate::place::Place;
use crate::predicted::{Field, Predicted, Request};
use crate::server::Server;
use crate::source::{MOST_BYTES, Source};
use crate::trap::Trap;
use crate::wrong::Wrong;

/// A configuration that was read.
#[derive(Debug)]
pub struct Configuration {
    server: Box<dyn Server>,
    names_fields: bool,
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
        let server = server(kind, sources).map_err(|wrong| wrong.named(sources))?;
        let names_fields = server.names_fields();
        Ok(Configuration {
            server,
            names_fields,
        })
    }

    /// The fields of the answer to a request.
    pub fn fields(&self, request: &Request<'_>) -> Predicted {
        let answer = self.server.answer(request);
        let predicted = answer.unwrap_or_else(Predicted::unknown);
        predicted.where_named(self.names_fields)
    }

    /// All statements that set fields about robots, wherever they count, with their values as they are written.
    pub fn stated(&self) -> Vec<Field> {
        let mut fields = self.server.stated();
        fields.retain(|field| is_about_robots(&field.name));
        fields
    }

    /// The statements that take no effect, or not everywhere.
    pub fn traps(&self) -> Vec<Trap> {
        self.server.traps()
    }
}

fn server(kind: Kind, sources: &[Source<'_>]) -> Result<Box<dyn Server>, Wrong> {
    let is_large = |source: &Source<'_>| source.text.len() > MOST_BYTES;
    if let Some(at) = sources.iter().position(is_large) {
        let place = Place {
            source: at,
            line: 1,
            ..Place::default()
        };
        let why = format!("a configuration has {MOST_BYTES} bytes at most");
        let name = sources.get(at).map_or("", |source| source.name);
        return Err(Wrong::new(place, name, why));
    }
    match (kind, sources) {
        (_, []) => boxed::<HeadersFile>(Kind::Headers, sources),
        (Kind::Nginx, _) => boxed::<Nginx>(kind, sources),
        (Kind::Apache, _) => boxed::<Apache>(kind, sources),
        (Kind::Caddy, _) => boxed::<Caddy>(kind, sources),
        (Kind::Vercel, _) => boxed::<Vercel>(kind, sources),
        (Kind::Netlify, [first]) if first.name.ends_with("_headers") => {
            boxed::<HeadersFile>(kind, sources)
        }
        (Kind::Netlify, _) => boxed::<Netlify>(kind, sources),
        (Kind::Headers | Kind::Cloudflare, _) => boxed::<HeadersFile>(kind, sources),
    }
}

fn boxed<S: Server + 'static>(
    kind: Kind,
    sources: &[Source<'_>],
) -> Result<Box<dyn Server>, Wrong> {
    Ok(Box::new(S::read(kind, sources)?))
}
