//! A configuration, and what was heard of it.

use std::collections::{BTreeMap, BTreeSet};

use robots_policy_servers::{
    ConfigPlace, Configuration, Field, Prediction, Refusal, Request, ServerKind, Trap, TrapCode,
    Why,
};

use super::intention;
use super::{MOST_INPUTS, ServedSite, ServerFile};
use crate::effect::{Compared, Effect};
use crate::linter::Linter;
use crate::page::{Page, PageVariant};
use crate::place::{Place, Source};

/// A configuration.
pub(crate) struct Server<'s> {
    configuration: Configuration,
    pub(super) files: &'s [ServerFile<'s>],
    pub(super) trapped: Vec<Trapped>,
    /// Statements that set a field of a file.
    heard: BTreeSet<ConfigPlace>,
    /// Fields of files: names in lower case, and values.
    values: BTreeSet<(String, String)>,
    /// Statements that a request left, and the part of the configuration that answered it.
    pub(super) left: BTreeMap<ConfigPlace, Option<ConfigPlace>>,
    /// The number of files that were asked about.
    pub(super) asked: usize,
}

/// A trap, and what differs without it.
pub(crate) struct Trapped {
    pub(super) trap: Trap,
    /// The configuration as it was probably meant.
    pub(super) second: Option<Configuration>,
    /// The number of files that have other fields then, and the names of the first.
    pub(super) count: usize,
    pub(super) inputs: Vec<String>,
    pub(super) effect: Option<Effect>,
    has_page: bool,
}

/// The answer to a path.
pub(crate) struct ServerAnswer {
    /// The path at which it is served.
    pub(super) target: String,
    pub(super) predicted: Prediction,
}

impl ServerAnswer {
    /// Whether another configuration gives the same fields.
    pub(super) fn says_as(&self, other: &ServerAnswer) -> bool {
        said(&self.predicted.fields) == said(&other.predicted.fields)
    }
}

/// Names and values, in any order.
fn said(fields: &[Field]) -> Vec<(String, &str)> {
    let fields = fields.iter();
    let mut said: Vec<_> = fields
        .map(|field| (field.name.to_ascii_lowercase(), &*field.value))
        .collect();
    said.sort();
    said
}

impl<'s> Server<'s> {
    pub(super) fn read(
        kind: ServerKind,
        files: &'s [ServerFile<'s>],
    ) -> Result<Server<'s>, Refusal> {
        let texts: Vec<(String, String)> = files.iter().map(text_of).collect();
        let configuration = intention::read(kind, &texts)?;
        let traps = configuration.traps().into_iter();
        let trapped = traps.enumerate().map(|(at, trap)| Trapped {
            second: (at < MOST_MEANT)
                .then(|| intention::of(kind, &texts, &trap))
                .flatten(),
            trap,
            count: 0,
            inputs: Vec::new(),
            effect: None,
            has_page: false,
        });
        Ok(Server {
            trapped: trapped.collect(),
            configuration,
            files,
            heard: BTreeSet::new(),
            left: BTreeMap::new(),
            values: BTreeSet::new(),
            asked: 0,
        })
    }

    pub(super) fn source(&self, place: ConfigPlace) -> Option<&'s Source<'s>> {
        self.files.get(place.source).map(|file| &file.source)
    }

    /// A place of the configuration.
    pub(super) fn place(&self, place: ConfigPlace) -> Option<Place> {
        let source = self.source(place)?;
        Some(source.place(place.start..place.end))
    }

    /// The place of the first field of an answer, or the configuration as a whole.
    pub(super) fn place_of(&self, answer: &ServerAnswer) -> Place {
        let first = answer.predicted.fields.first();
        let place = first.and_then(|field| self.place(field.place));
        place.unwrap_or_else(|| self.whole())
    }

    /// The configuration as a whole.
    pub(super) fn whole(&self) -> Place {
        let source = self.files.first().map(|file| &file.source);
        source.map_or_else(
            || Source::new("", b"").place(0..0),
            |own| Place::whole(own.name()),
        )
    }

    /// The text of a place.
    pub(super) fn text(&self, place: ConfigPlace) -> String {
        let bytes = self.source(place).map(Source::bytes).unwrap_or_default();
        let bytes = bytes.get(place.start..place.end).unwrap_or_default();
        let text = String::from_utf8_lossy(bytes);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    pub(super) fn ask(&self, site: &ServedSite, target: &str) -> Prediction {
        self.configuration.fields(&site.request(target))
    }

    /// The answer to a path, or to the one that it leads to.
    pub(super) fn answer(
        &self,
        site: &ServedSite,
        target: &str,
    ) -> Result<ServerAnswer, (Option<Place>, String)> {
        let first = self.known(site, target)?;
        if !first.redirects() {
            return Ok(first);
        }
        for other in others(target) {
            let answer = self.known(site, &other)?;
            if answer.predicted.status.is_none_or(|status| status < 300) {
                return Ok(answer);
            }
        }
        let status = first.predicted.status.unwrap_or_default();
        let why = format!("its address is answered with a redirect ({status})");
        Err((Some(self.whole()), why))
    }

    pub(super) fn known(
        &self,
        site: &ServedSite,
        target: &str,
    ) -> Result<ServerAnswer, (Option<Place>, String)> {
        let predicted = self.ask(site, target);
        if let Some(unknown) = predicted.unknown.first() {
            let place = (unknown.place.line > 0).then(|| self.place(unknown.place));
            let how = match unknown.why {
                Why::Host if site.host.is_none() => ", as in --base https://example.org",
                Why::Services => ", as in --server-kind netlify",
                _ => "",
            };
            return Err((place.flatten(), format!("{}{how}", unknown.reason)));
        }
        Ok(ServerAnswer {
            target: target.to_owned(),
            predicted,
        })
    }

    /// Notes the statements that set a field.
    pub(super) fn hear(&mut self, answer: &ServerAnswer) {
        self.asked += 1;
        self.note(&answer.predicted);
    }

    fn note(&mut self, predicted: &Prediction) {
        let left = predicted.left.iter();
        self.left
            .extend(left.map(|place| (*place, predicted.location)));
        for field in &predicted.fields {
            self.heard.insert(field.place);
            let name = field.name.to_ascii_lowercase();
            self.values.insert((name, field.value.clone()));
        }
    }

    /// Notes the statements that set a field of an answer to a path without a file.
    pub(super) fn hear_errors(&mut self, site: &ServedSite) {
        for target in ["/robots.txt", MISSING] {
            let predicted = self.ask(site, target);
            self.note(&predicted);
        }
    }

    /// The statements that set no field of a file.
    pub(super) fn unheard(&self) -> Vec<Field> {
        let mut stated = self.configuration.stated();
        stated.retain(|field| {
            let is_part = |(name, value): &(String, String)| {
                field.name.eq_ignore_ascii_case(name) && value.contains(&*field.value)
            };
            !self.heard.contains(&field.place) && !self.values.iter().any(is_part)
        });
        stated
    }

    /// Asks about a file again, of each configuration as it was meant.
    pub(super) fn ask_again(
        &mut self,
        linter: &Linter,
        site: &ServedSite,
        answer: &ServerAnswer,
        page: &Page<'_>,
    ) {
        for trapped in &mut self.trapped {
            let Some(second) = &trapped.second else {
                continue;
            };
            let other = second.fields(&site.request(&answer.target));
            let own = &answer.predicted.fields;
            if !other.unknown.is_empty() {
                continue;
            }
            let Some(fields) = meant_fields(&trapped.trap, own, other.fields) else {
                continue;
            };
            trapped.count += 1;
            if trapped.inputs.len() < MOST_INPUTS {
                trapped.inputs.push(page.name.to_owned());
            }
            let is_page = page.document.is_some();
            if trapped.effect.is_none() || is_page && !trapped.has_page {
                let fields = fields.into_iter();
                let second = PageVariant::Fields(fields.map(|own| (own.name, own.value)).collect());
                let read = linter.read(page);
                trapped.effect = Some(linter.effect(&read, Compared::AsMeant, &second));
                trapped.has_page = is_page;
            }
        }
    }
}

impl ServerAnswer {
    fn redirects(&self) -> bool {
        let status = self.predicted.status;
        status.is_some_and(|status| (300..400).contains(&status))
    }
}

impl ServedSite {
    pub(super) fn request<'r>(&'r self, target: &'r str) -> Request<'r> {
        let host = self.host.as_deref();
        let parts = host.and_then(|host| {
            let (name, port) = host.rsplit_once(':')?;
            Some((name, port.parse().ok()?))
        });
        Request {
            secure: self.secure,
            host: parts.map(|(name, _)| name).or(host),
            port: parts.map(|(_, port)| port),
            target,
            files: Some(&self.files),
        }
    }
}

/// The fields of a file as a trap was meant; `None` where it is not about the file.
fn meant_fields(trap: &Trap, own: &[Field], other: Vec<Field>) -> Option<Vec<Field>> {
    let fields = if trap.code == TrapCode::Overwritten {
        // What replaced it may set more, which stays.
        let is_own = |field: &Field| field.name.eq_ignore_ascii_case(&trap.field);
        let meant = other.iter().find(|field| field.place == trap.place)?;
        let rest = own.iter().filter(|field| !is_own(field)).cloned();
        rest.chain([meant.clone()]).collect()
    } else {
        other
    };
    (said(own) != said(&fields)).then_some(fields)
}

/// The other addresses of a page: without its ending, without or with a slash.
fn others(target: &str) -> Vec<String> {
    let mut others = Vec::new();
    if let Some(stem) = target.strip_suffix(".html") {
        others.push(stem.to_owned());
        others.push(format!("{stem}/"));
    } else if let Some(stem) = target.strip_suffix('/').filter(|stem| !stem.is_empty()) {
        others.push(stem.to_owned());
    }
    others
}

/// A name and a text. A byte that is not UTF-8 is a question mark, so that all others keep their places.
fn text_of(file: &ServerFile<'_>) -> (String, String) {
    let mut text = String::new();
    for chunk in file.source.bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    (file.name.to_owned(), text)
}

/// A path that no site has.
const MISSING: &str = "/robots-policy-asks-for-what-is-missing";

/// The most traps of which the configuration is read again as it was meant.
const MOST_MEANT: usize = 64;
