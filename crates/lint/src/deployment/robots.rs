//! The answer to a request for robots.txt, by the configurations of a site.

use std::collections::BTreeSet;
use std::sync::Arc;

use robots_policy::robots_txt::{Cause, Fetched, Next, Robots, RobotsFetch};
use robots_policy::{Policy, RobotsTxt};

use super::Servers;
use super::gaps;
use super::server::Server;
use crate::askers::{Asker, names_of_robots, rules_of};
use crate::code::Code;
use crate::effect::{Asked, Compared, Effect, Question};
use crate::finding::Finding;
use crate::level::Level;
use crate::linter::Linter;
use crate::place::{Place, Source};
use crate::robots::path_of;
use crate::rule::rules;

rules! {
    RobotsNotServed: Error, [Site], "RFC 9309 §2.3.1",
        title: "a robots.txt that the configuration does not serve",
        consequence: "No reader has its rules: without an answer of 4xx everything is open, after one of 5xx everything is closed.",
        advice: "Let the path /robots.txt have the file.";
    RobotsSpaFallback: Warning, [Site], "RFC 9309 §2.3.1.1",
        title: "a page that is sent in the place of a robots.txt",
        consequence: "Readers take the page as a robots.txt. It has no rules, unless one of its lines is read as one.",
        advice: "Put a robots.txt into the folder; an empty one is enough.";
}

/// The robots.txt of a folder.
pub struct ServedRobots<'f> {
    /// Its name for people.
    pub name: &'f str,
    /// The file, if the folder has one.
    pub file: Option<&'f Source<'f>>,
    /// Reads a file of the site by its path, such as `/index.html`: its name for people, and its bytes.
    pub read: &'f ReadFile<'f>,
}

/// Reads a file by its path: its name for people, and its bytes.
pub type ReadFile<'f> = dyn Fn(&str) -> Option<(String, Vec<u8>)> + 'f;

/// The answer to a request for robots.txt.
enum Answered {
    /// The file of the folder, or that there is none.
    File,
    /// A status, by this statement.
    Status(u16, Place),
    /// Another file of the site, by this statement.
    Other(String, Place),
    /// The text of this statement.
    Text(String, Place),
}

impl Linter {
    /// Looks at the answer to a request for robots.txt, after [`Linter::robots`] has looked at the file. The rules of a file that is
    /// not served do not count for the pages that follow.
    pub fn served_robots(&mut self, servers: &mut Servers<'_>, robots: &ServedRobots<'_>) {
        for server in &servers.list {
            match server.answered(servers, robots) {
                Err(why) => {
                    let name = Arc::from(robots.name);
                    self.set_robots(&name, Robots::Unknown, robots.file.is_some());
                    gaps::add(&mut servers.unknown, why, robots.name);
                }
                Ok(Answered::File) => {}
                Ok(Answered::Status(status, place)) => self.not_served(status, place, robots),
                Ok(Answered::Other(path, place)) => self.falls_back(&path, place, robots),
                Ok(Answered::Text(text, place)) => self.has_text(&text, place, robots),
            }
        }
    }

    fn not_served(&mut self, status: u16, place: Place, robots: &ServedRobots<'_>) {
        let mut fetch = RobotsFetch::default();
        let next = fetch.answered(&mut fetch.begin(), Fetched::of(status, b""), self.now());
        // A redirect may lead to another robots.txt.
        let is_known = next == Next::Done && status >= 400;
        let outcome = if is_known {
            fetch.outcome(self.now()).clone()
        } else {
            Robots::Unknown
        };
        let message = match (status, robots.file) {
            (300..400, Some(_)) => {
                format!("/robots.txt is answered with a redirect ({status}), and not with the file")
            }
            (_, Some(_)) => {
                format!(
                    "/robots.txt is answered with {status}: no reader has the rules of the file"
                )
            }
            (500.., None) => {
                format!("/robots.txt is answered with {status}, which closes the whole site")
            }
            // It is as if there were none, and there is none.
            _ => return,
        };
        let mut finding = Finding::new(Code::RobotsNotServed, place, message);
        if let Some(file) = robots.file {
            finding = finding.and(file.place(0..0), "the file");
        }
        if outcome == Robots::Unknown {
            finding.level = finding.level.min(Level::Warning);
        } else {
            let meant = match robots.file {
                Some(file) => RobotsTxt::parse(file.bytes()).value.into(),
                None => ABSENT,
            };
            finding.effect = self.effect_of(Compared::AsMeant, &outcome, &meant);
        }
        let name = Arc::clone(&finding.place.input);
        self.set_robots(&name, outcome, robots.file.is_some());
        self.add(finding);
    }

    fn falls_back(&mut self, path: &str, place: Place, robots: &ServedRobots<'_>) {
        let Some((name, bytes)) = (robots.read)(path) else {
            return self.set_robots(&place.input, Robots::Unknown, robots.file.is_some());
        };
        let rules: Robots = RobotsTxt::parse(&bytes).value.into();
        let message = format!(
            "no file exists for /robots.txt, and `{}` is sent in its place with the status 200",
            crate::excerpt::shown(path)
        );
        let mut finding = Finding::new(Code::RobotsSpaFallback, place, message);
        let source = Source::new(&name, &bytes);
        finding = finding.and(source.place(0..0), "is read as a robots.txt");
        let effect = self.effect_of(Compared::Without, &rules, &ABSENT);
        if effect.is_some() {
            finding.level = Level::Error;
        }
        finding.effect = effect;
        let name = Arc::clone(source.name());
        self.set_robots(&name, rules, false);
        self.add(finding);
    }

    fn has_text(&mut self, text: &str, place: Place, robots: &ServedRobots<'_>) {
        if robots
            .file
            .is_some_and(|file| file.bytes() == text.as_bytes())
        {
            return;
        }
        let name = format!("{} ({PATH})", place.input);
        self.robots_in_place(&Source::new(&name, text.as_bytes()), robots.file.is_some());
        let Some(file) = robots.file else { return };
        let message = "/robots.txt is answered with the text of this statement: no reader has the rules of the file";
        let finding = Finding::new(Code::RobotsNotServed, place, message.to_owned());
        let mut finding = finding.and(file.place(0..0), "the file");
        let parsed = |bytes: &[u8]| RobotsTxt::parse(bytes).value.into();
        let (own, meant) = (parsed(text.as_bytes()), parsed(file.bytes()));
        let effect = self.effect_of(Compared::AsMeant, &own, &meant);
        if effect.is_none() {
            finding.level = finding.level.min(Level::Warning);
        }
        finding.effect = effect;
        self.add(finding);
    }

    /// The effect of one robots.txt in the place of another, if they have other answers: that one is not served is worth a word
    /// without it.
    fn effect_of(&self, compared: Compared, own: &Robots, other: &Robots) -> Option<Effect> {
        let files = [own, other].into_iter().filter_map(Robots::rules);
        let files: Vec<&RobotsTxt> = files.collect();
        let names: Vec<String> = files.iter().copied().flat_map(names_of_robots).collect();
        let rules = files.iter().copied().flat_map(rules_of);
        let paths = rules.take(MOST_RULES).map(|rule| path_of(&rule));
        let targets: BTreeSet<String> = paths.chain([String::from("/")]).collect();
        let targets: Vec<String> = targets.into_iter().take(MOST_TARGETS).collect();
        let asked = Asked {
            askers: &Asker::with_names(names.iter().map(String::as_str)),
            targets: &targets,
            questions: &[Question::Fetch],
            now: self.now(),
        };
        let policy = |robots: &Robots| Policy::new().with_robots(robots.clone());
        let effect = asked.effect(compared, policy(own), policy(other));
        (!effect.changes.is_empty()).then_some(effect)
    }
}

/// The outcome where a robots.txt does not exist.
const ABSENT: Robots = Robots::Unavailable(Cause::Absent);

/// The rules and the paths that are asked about.
const MOST_RULES: usize = 1_000;
const MOST_TARGETS: usize = 64;

impl Server<'_> {
    fn answered(
        &self,
        servers: &Servers<'_>,
        robots: &ServedRobots<'_>,
    ) -> Result<Answered, (Option<Place>, String)> {
        let answer = self.known(&servers.site, PATH)?;
        let predicted = answer.predicted;
        let by = predicted.by.and_then(|place| self.place(place));
        let place = by.unwrap_or_else(|| self.whole());
        if let (Some(200..300), Some(text)) = (predicted.status, predicted.text) {
            return Ok(Answered::Text(text, place));
        }
        Ok(match (predicted.status, predicted.file) {
            (None | Some(200..300), Some(file)) if file != PATH => Answered::Other(file, place),
            (Some(200..300), None) => {
                let why = "the text of /robots.txt is not known: it is that of the configuration, and depends on more than the request";
                return Err((Some(place), why.to_owned()));
            }
            (None, None) if predicted.by.is_some() => {
                let why = "/robots.txt is rewritten to a file that is not known";
                return Err((Some(place), why.to_owned()));
            }
            (Some(status @ 300..), _) if robots.file.is_some() || status >= 500 => {
                Answered::Status(status, place)
            }
            _ => Answered::File,
        })
    }
}

/// The path of a robots.txt.
const PATH: &str = "/robots.txt";
