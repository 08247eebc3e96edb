//! Configurations of all kinds.

use crate::apache::Apache;
use crate::caddy::Caddy;
use crate::hosts::{HeadersFile, Netlify, Vercel};
use crate::kind::ServerKind;
use crate::names::is_about_robots;
use crate::nginx::Nginx;
use crate::place::ConfigPlace;
use crate::prediction::{Field, Prediction, Request};
use crate::refusal::Refusal;
use crate::responder::Responder;
use crate::source::{ConfigText, MOST_BYTES};
use crate::trap::Trap;

/// A configuration that was read.
#[derive(Debug)]
pub struct Configuration {
    server: Box<dyn Responder>,
    names_fields: bool,
}

impl Configuration {
    /// Reads a configuration: its main file, then those that it includes and that are at hand.
    ///
    /// ```
    /// use robots_policy_servers::{Configuration, ServerKind, ConfigText};
    ///
    /// let text = "server { add_header X-Robots-Tag noindex allways; }";
    /// let wrong = Configuration::read(ServerKind::Nginx, &[ConfigText { name: "nginx.conf", text }]).unwrap_err();
    /// assert_eq!(
    ///     wrong.to_string(),
    ///     "nginx.conf:1: add_header: the third word can only be `always`; write quotes around a value with blanks"
    /// );
    /// ```
    pub fn read(kind: ServerKind, sources: &[ConfigText<'_>]) -> Result<Configuration, Refusal> {
        let server = server(kind, sources).map_err(|wrong| wrong.named(sources))?;
        let names_fields = server.names_fields();
        Ok(Configuration {
            server,
            names_fields,
        })
    }

    /// The fields of the answer to a request.
    pub fn fields(&self, request: &Request<'_>) -> Prediction {
        let answer = self.server.answer(request);
        let predicted = answer.unwrap_or_else(Prediction::unknown);
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

fn server(kind: ServerKind, sources: &[ConfigText<'_>]) -> Result<Box<dyn Responder>, Refusal> {
    let is_large = |source: &ConfigText<'_>| source.text.len() > MOST_BYTES;
    if let Some(at) = sources.iter().position(is_large) {
        let place = ConfigPlace {
            source: at,
            line: 1,
            ..ConfigPlace::default()
        };
        let why = format!("a configuration has {MOST_BYTES} bytes at most");
        let name = sources.get(at).map_or("", |source| source.name);
        return Err(Refusal::new(place, name, why));
    }
    match (kind, sources) {
        (_, []) => boxed::<HeadersFile>(ServerKind::Headers, sources),
        (ServerKind::Nginx, _) => boxed::<Nginx>(kind, sources),
        (ServerKind::Apache, _) => boxed::<Apache>(kind, sources),
        (ServerKind::Caddy, _) => boxed::<Caddy>(kind, sources),
        (ServerKind::Vercel, _) => boxed::<Vercel>(kind, sources),
        (ServerKind::Netlify, [first]) if first.name.ends_with("_headers") => {
            boxed::<HeadersFile>(kind, sources)
        }
        (ServerKind::Netlify, _) => boxed::<Netlify>(kind, sources),
        (ServerKind::Headers | ServerKind::Cloudflare, _) => boxed::<HeadersFile>(kind, sources),
    }
}

fn boxed<S: Responder + 'static>(
    kind: ServerKind,
    sources: &[ConfigText<'_>],
) -> Result<Box<dyn Responder>, Refusal> {
    Ok(Box::new(S::read(kind, sources)?))
}
