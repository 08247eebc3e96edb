//! Those who are asked: every engine in use, the names that an input speaks to, and a client that no one names.

use std::collections::BTreeSet;

use robots_policy::engines::{Profile, UnknownProfile};
use robots_policy::robots_txt::{Group, Rule, Subject};
use robots_policy::{Client, Policy, ProductToken, RobotsTxt, Scope, Signal, Timestamp, Verdict};

/// One who is asked.
#[derive(Clone, Debug)]
pub struct Asker {
    /// The name that is shown: an engine's, a product token, or words for any other client.
    pub name: String,
    who: Who,
}

#[derive(Clone, Debug)]
enum Who {
    Engine(Profile),
    Client(Client),
}

/// The name of the client that no one names.
pub const ANY_OTHER: &str = "any other client";

/// Its name in a lock and in a list of agents.
const STAR: &str = "*";

impl Asker {
    /// The verdict for it.
    pub(crate) fn judge<'p>(
        &self,
        policy: &'p Policy,
        target: &str,
        now: Timestamp,
    ) -> Verdict<'p> {
        match &self.who {
            Who::Engine(profile) => policy.engine_verdict(*profile, target, now),
            Who::Client(client) => policy.verdict(client, target, now),
        }
    }

    /// The asker as robots.txt and readers of pages know it.
    pub(crate) fn client(&self) -> Client {
        match &self.who {
            Who::Engine(profile) => profile.client(),
            Who::Client(client) => client.clone(),
        }
    }

    /// Whether it is one of the engines.
    pub fn is_engine(&self) -> bool {
        matches!(self.who, Who::Engine(_))
    }

    /// A client of this product token; `None` for a text that is not one.
    pub fn of_token(token: &str) -> Option<Asker> {
        let client = Client::new(token).ok()?;
        Some(Asker {
            name: token.to_owned(),
            who: Who::Client(client),
        })
    }

    /// The engine of this name.
    pub fn of_engine(name: &str) -> Option<Asker> {
        let profile: Profile = name.parse().ok()?;
        Some(Asker::engine(profile))
    }

    fn engine(profile: Profile) -> Asker {
        Asker {
            name: profile.name().to_owned(),
            who: Who::Engine(profile),
        }
    }

    /// The engines of a name, an owner or a kind; else the client of this product token. `*` is any other client.
    ///
    /// # Errors
    /// A text that is none of these, in words.
    pub fn list(word: &str) -> Result<Vec<Asker>, String> {
        if word == STAR {
            return Ok(vec![Asker::any_other()]);
        }
        let unknown = match Profile::list(word) {
            Ok(engines) if !word.contains(',') => {
                return Ok(engines.into_iter().map(Asker::engine).collect());
            }
            Ok(_) => String::from("write each name as a text of its own"),
            Err(unknown) => near(&unknown),
        };
        Asker::of_token(word)
            .map(|asker| vec![asker])
            .ok_or(unknown)
    }

    /// Every engine in use, and any other client.
    pub fn all() -> Vec<Asker> {
        Asker::with_names([])
    }

    /// The name in a lock, which has no blank.
    pub(crate) fn word(&self) -> &str {
        if self.name == ANY_OTHER {
            STAR
        } else {
            &self.name
        }
    }

    /// A client that no input names.
    pub fn any_other() -> Asker {
        Asker {
            name: ANY_OTHER.to_owned(),
            who: Who::Client(Client::anonymous()),
        }
    }
}

/// The engines that are near to a name, in words.
fn near(unknown: &UnknownProfile) -> String {
    let near = unknown.near().into_iter().take(MOST_NEAR);
    let near: Vec<String> = near.map(|name| format!("`{name}`")).collect();
    match near.as_slice() {
        [] => String::from("it is neither an engine nor a product token"),
        [one] => format!("{one} is near to it"),
        _ => format!("near to it are {}", near.join(", ")),
    }
}

impl Asker {
    /// All engines in use, those of these names that nothing else knows, and any other client.
    pub(crate) fn with_names<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<Asker> {
        let known: BTreeSet<String> = Profile::all()
            .flat_map(|profile| profile.tokens().iter().chain(profile.page_names()))
            .map(|token| token.to_ascii_lowercase())
            .collect();
        let mut seen = BTreeSet::new();
        let engines = Profile::all().filter(|profile| profile.retired().is_none());
        let mut all: Vec<Asker> = engines.map(Asker::engine).collect();
        for name in names {
            let lower = name.to_ascii_lowercase();
            if seen.len() < MOST_NAMES && !known.contains(&lower) && seen.insert(lower) {
                all.extend(Asker::of_token(name));
            }
        }
        all.push(Asker::any_other());
        all
    }
}

/// The rules of all groups of a robots.txt.
pub(crate) fn rules_of(robots: &RobotsTxt) -> impl Iterator<Item = Rule<'_>> {
    robots.groups().flat_map(Group::rules)
}

/// The names that a robots.txt speaks to.
pub(crate) fn names_of_robots(robots: &RobotsTxt) -> Vec<String> {
    let subjects = robots.groups().flat_map(Group::subjects);
    let names = subjects.filter_map(|subject| match subject {
        Subject::Agent(name) => Some(name.to_owned()),
        _ => None,
    });
    names.take(MOST_NAMES * 4).collect()
}

/// The names that statements of a response speak to.
pub(crate) fn names_of_signals(signals: &[Signal]) -> impl Iterator<Item = &str> {
    signals.iter().filter_map(|signal| match signal.scope() {
        Scope::Token(token) => Some(ProductToken::as_str(token)),
        Scope::Global => None,
    })
}

/// The most engines that are named as near.
const MOST_NEAR: usize = 3;

/// The most names that are asked beside the engines.
const MOST_NAMES: usize = 24;
