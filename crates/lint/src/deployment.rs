//! Fields that a configuration of a server predicts for the files of a site.
//!
//! | file | what it does |
//! |---|---|
//! | `server` | a configuration, and what was heard of it |
//! | `lines` | predicted fields as field lines, with their places in the configuration |
//! | `robots` | the answer to a request for robots.txt |
//! | `traps` | statements that take no effect, as findings |
//! | `intention` | a configuration as it was probably meant |
//! | `gaps` | what cannot be known, in groups |

mod gaps;
mod intention;
mod lines;
pub(crate) mod robots;
mod server;
pub(crate) mod traps;

use robots_policy::{Directive, Scope, Why};
use robots_policy_servers::{Files, Refusal, ServerKind};

pub use self::gaps::NotPredicted;
pub use self::robots::{ReadFile, ServedRobots};
use self::server::{Server, ServerAnswer};
use crate::code::Code;
use crate::effect::{Compared, Effect};
use crate::finding::Finding;
use crate::linter::Linter;
use crate::page::{Document, FieldLine, Page, PageVariant};
use crate::place::{Place, Source};
use crate::rule::rules;

rules! {
    ServerNoindexAll: Warning, [Site], "draft-illyes-repext §2.2",
        title: "a field that keeps every page of the folder from the index",
        consequence: "The whole site drops out of the index.",
        advice: "Leave it so if it is meant; a configuration of a preview must not reach production.";
    ServerRefused: Error, [Site], "the documentation of the server",
        title: "a configuration that its server refuses",
        consequence: "Apache answers 500 to every request of the folder of a `.htaccess`; another server does not start, or keeps what it had.",
        advice: "Write it as the message says; `nginx -t`, `apachectl configtest` and `caddy validate` try a configuration.";
    ServerConfigsDiffer: Warning, [Site], "the documentation of the hosts",
        title: "two configurations of a folder that give a file different fields",
        consequence: "Each host reads one of them, and sends its fields alone.",
        advice: "Say the same in both, or delete the one that is not used; `--server` names the one that counts.";
}

/// The configurations of the servers of a site, and the files of the site.
///
/// The fields of a file are known where all of them know it, and agree.
pub struct Servers<'s> {
    list: Vec<Server<'s>>,
    site: ServedSite,
    /// In the order in which they were found.
    unknown: Vec<NotPredicted>,
    closed: Closed,
}

/// How the files are requested.
pub(crate) struct ServedSite {
    pub(crate) secure: bool,
    pub(crate) host: Option<String>,
    pub(crate) files: Files,
}

/// Pages that a field keeps from the index.
#[derive(Default)]
struct Closed {
    pages: usize,
    count: usize,
    first: Option<(Place, String, Effect)>,
    inputs: Vec<String>,
}

/// A file of the site.
pub struct Served<'p> {
    /// Its name for people.
    pub name: &'p str,
    /// Its address: a URL, or a path.
    pub url: &'p str,
    /// The document, if it is a page.
    pub document: Option<Document<'p>>,
}

/// A file of a configuration.
pub struct ServerFile<'s> {
    /// The name by which the configuration knows it: that of an included file as the directive has it, that of `.htaccess` below the
    /// root of the host.
    pub name: &'s str,
    /// Its bytes, and its name for people.
    pub source: Source<'s>,
}

impl<'s> Servers<'s> {
    /// A site without a configuration: whether it has HTTPS, the name of its host, with a port, if it is known, and the paths of its files below
    /// the root of the host.
    pub fn new<I>(secure: bool, host: Option<String>, files: I) -> Servers<'s>
    where
        I: IntoIterator<Item = String>,
    {
        Servers {
            list: Vec::new(),
            site: ServedSite {
                secure,
                host,
                files: Files::new(files),
            },
            unknown: Vec::new(),
            closed: Closed::default(),
        }
    }

    /// Adds a configuration: its main file, then those that it includes.
    ///
    /// # Errors
    /// It cannot be read: the file, the line, and what is allowed there.
    pub fn read(&mut self, kind: ServerKind, files: &'s [ServerFile<'s>]) -> Result<(), Refusal> {
        self.list.push(Server::read(kind, files)?);
        Ok(())
    }

    /// Whether the site is without a configuration.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

impl Linter {
    /// Looks at a file of a site with the fields that its configurations predict. A file that is not a page is looked at if it has
    /// fields about robots. Returns why a document was not read whole, as [`Linter::page`] does.
    pub fn served(&mut self, servers: &mut Servers<'_>, file: &Served<'_>) -> Option<Why> {
        let target = path_of(file.url);
        let Servers {
            list,
            site,
            unknown,
            closed,
        } = servers;
        let mut answers = Vec::new();
        for server in &*list {
            match server.answer(site, target) {
                Ok(answer) => answers.push(answer),
                Err(why) => gaps::add(unknown, why, file.name),
            }
        }
        if answers.len() < list.len() {
            return self.alone(file);
        }
        if let Some((first, other)) = contradiction(list, &answers) {
            self.contradicts(first, other, file.name);
            let why = "the configurations contradict each other; name one of them with --server";
            gaps::add(unknown, (None, why.to_owned()), file.name);
            return self.alone(file);
        }
        for (server, answer) in list.iter_mut().zip(&answers) {
            server.hear(answer);
        }
        let (Some(server), Some(answer)) = (list.first(), answers.first()) else {
            return self.alone(file);
        };
        if answer.predicted.status.is_some_and(|status| status >= 400) {
            return self.alone(file);
        }
        let url = file.url.strip_suffix(target).unwrap_or_default().to_owned() + &answer.target;
        let mut fields = lines::of(server.files, &answer.predicted.fields);
        let says_nothing = fields.is_empty() && file.document.is_none();
        let media = media_of(file.name).filter(|_| file.document.is_none());
        fields.extend(media.map(|media| FieldLine {
            name: b"Content-Type",
            value: media.as_bytes(),
            place: None,
        }));
        let page = Page {
            name: file.name,
            url: Some(&url),
            status: Page::status_of_file(file.name),
            fields: Some(fields),
            document: file.document.clone(),
        };
        let why = if says_nothing { None } else { self.page(&page) };
        if page.document.is_some() {
            self.closes(closed, &page);
        }
        for (server, answer) in list.iter_mut().zip(&answers) {
            server.ask_again(self, site, answer, &page);
        }
        why
    }

    /// Reports a configuration that [`Servers::read`] refused.
    pub fn server_refused(&mut self, files: &[ServerFile<'_>], refusal: &Refusal) {
        let (place, message) = (refusal.place, format!("`{}`: {}", refusal.key, refusal.why));
        if let Some(file) = files.get(place.source) {
            let place = file.source.place(place.start..place.end);
            self.add(Finding::new(Code::ServerRefused, place, message));
        }
    }

    /// Ends a site: the findings about its configurations. Returns the files whose fields are not known, in groups.
    pub fn served_all(&mut self, servers: Servers<'_>) -> Vec<NotPredicted> {
        let is_known = servers.unknown.is_empty();
        for mut server in servers.list {
            server.hear_errors(&servers.site);
            for finding in traps::findings(&server, self) {
                self.add(finding);
            }
            if is_known {
                for finding in traps::unused(&server, &servers.site) {
                    self.add(finding);
                }
            }
        }
        let Closed {
            pages,
            count,
            first,
            inputs,
        } = servers.closed;
        if let Some((place, text, effect)) = first.filter(|_| is_known && pages == count) {
            let message = format!("`{text}` keeps every page of the folder from the index");
            let mut finding = Finding::new(Code::ServerNoindexAll, place, message);
            finding.effect = Some(effect);
            finding.count = count;
            finding.inputs = inputs;
            self.add(finding);
        }
        servers.unknown
    }

    /// Looks at a file whose fields are not known.
    fn alone(&mut self, file: &Served<'_>) -> Option<Why> {
        file.document.as_ref()?;
        self.page(&Page {
            name: file.name,
            url: Some(file.url),
            status: Page::status_of_file(file.name),
            fields: None,
            document: file.document.clone(),
        })
    }

    fn contradicts(&mut self, first: Place, other: Place, name: &str) {
        let message = String::from(
            "two configurations of the folder give a file different fields; which of them counts is the choice of the host",
        );
        let finding = Finding::new(Code::ServerConfigsDiffer, first, message);
        self.add_once(finding.and(other, "says otherwise"), name);
    }

    /// Counts a page, and whether a field keeps it from the index.
    fn closes(&self, closed: &mut Closed, page: &Page<'_>) {
        closed.pages += 1;
        let read = self.read(page);
        let is_closing = |signal: &&robots_policy::Signal| {
            let is_field = read.field_at(signal.provenance()).is_some();
            let word = signal.directive().map(|(directive, _)| directive);
            is_field
                && matches!(signal.scope(), Scope::Global)
                && matches!(word, Some(Directive::NoIndex | Directive::None))
        };
        let Some(signal) = read.signals().iter().find(is_closing) else {
            return;
        };
        closed.count += 1;
        if closed.inputs.len() < MOST_INPUTS {
            closed.inputs.push(page.name.to_owned());
        }
        if closed.first.is_none() {
            let second = PageVariant::Fields(Vec::new());
            let effect = self.effect(&read, Compared::Without, &second);
            let text = crate::excerpt::shown(signal.provenance().text());
            closed.first = Some((read.place(signal.provenance()), text, effect));
        }
    }
}

/// The places of two configurations that give different fields.
fn contradiction(list: &[Server<'_>], answers: &[ServerAnswer]) -> Option<(Place, Place)> {
    let (first, rest) = answers.split_first()?;
    let at = 1 + rest.iter().position(|other| !other.says_as(first))?;
    let place = |at: usize| Some(list.get(at)?.place_of(answers.get(at)?));
    // The one with a field is shown first.
    let (one, other) = if first.predicted.fields.is_empty() {
        (at, 0)
    } else {
        (0, at)
    };
    Some((place(one)?, place(other)?))
}

/// The path of a URL, or a path as it is.
fn path_of(url: &str) -> &str {
    let rest = url.split_once("://").map(|(_, rest)| rest);
    let path = rest.map(|rest| {
        rest.find('/')
            .map_or("", |at| rest.get(at..).unwrap_or_default())
    });
    path.unwrap_or(url)
}

/// The type of a file that is not a page, by the ending of its name.
fn media_of(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    let ending = ending.to_ascii_lowercase();
    let mut known = MEDIA.iter();
    known
        .find(|(endings, _)| endings.split(' ').any(|own| own == ending))
        .map(|(_, media)| *media)
}

/// Endings, and the type with which servers send them.
const MEDIA: &[(&str, &str)] = &[
    ("css", "text/css"),
    ("js mjs", "text/javascript"),
    ("png", "image/png"),
    ("jpg jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
    ("avif", "image/avif"),
    ("svg", "image/svg+xml"),
    ("ico", "image/x-icon"),
    ("woff", "font/woff"),
    ("woff2", "font/woff2"),
    ("ttf", "font/ttf"),
    ("otf", "font/otf"),
    ("pdf", "application/pdf"),
];

/// The inputs that a finding about several names.
pub(crate) const MOST_INPUTS: usize = 5;
