//! What is proven of changes of a file before they are what to write, by asking before and after over the paths of all its rules.

use std::collections::BTreeSet;

use robots_policy::robots_txt::{Group, Subject};
use robots_policy::{Client, RobotsTxt};

use super::path_of;
use crate::askers::{Asker, rules_of};

/// What is proven of changes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Proof {
    /// Nothing: a line of the owner says what changes, as it was probably meant.
    Said,
    /// That no answer differs, as the finding says: it is none otherwise.
    Alike,
    /// That nothing is opened, and closed alone what is closed to `*`: the owner says so for no other client.
    ClosedToAll,
    /// That nothing is closed, and opened alone what is open to `*`.
    OpenToAll,
}

/// A file before and after changes, and those who are asked about it.
pub(super) struct Two<'f> {
    before: &'f RobotsTxt,
    after: &'f RobotsTxt,
    /// Those that a group names, and `*`, whose answers all others have.
    clients: Vec<Client>,
}

impl<'f> Two<'f> {
    pub(super) fn new(before: &'f RobotsTxt, after: &'f RobotsTxt, askers: &[Asker]) -> Two<'f> {
        let groups = [before, after].into_iter().flat_map(RobotsTxt::groups);
        let named: BTreeSet<String> = groups.flat_map(Group::subjects).filter_map(name).collect();
        let is_named = |client: &Client| {
            let mut tokens = client.tokens().iter();
            tokens.any(|token| named.contains(&token.as_str().to_ascii_lowercase()))
        };
        let engines = askers.iter().map(Asker::client).filter(is_named);
        let clients = named.iter().filter_map(|name| Client::new(name).ok());
        let clients = [Client::anonymous()]
            .into_iter()
            .chain(engines)
            .chain(clients);
        Two {
            clients: clients.collect(),
            before,
            after,
        }
    }

    /// A path for each rule of both.
    pub(super) fn paths(&self) -> BTreeSet<String> {
        let rules = [self.before, self.after].into_iter().flat_map(rules_of);
        rules.map(|rule| path_of(&rule)).collect()
    }

    /// The first paths of which the answers differ, as far as all can be asked.
    pub(super) fn differing(
        &self,
        paths: impl Iterator<Item = String>,
    ) -> impl Iterator<Item = String> {
        let paths = paths.take(MOST_ASKED / self.clients.len().max(1));
        paths.filter(|path| !self.is_kept(Proof::Alike, path))
    }

    /// Whether it is proven, over the paths of all rules.
    pub(super) fn holds(&self, proof: Proof) -> bool {
        if proof == Proof::Said {
            return true;
        }
        let paths = self.paths();
        paths.len() * self.clients.len() < MOST_ASKED
            && paths
                .iter()
                .map(String::as_str)
                .chain(["/"])
                .all(|path| self.is_kept(proof, path))
    }

    fn is_kept(&self, proof: Proof, path: &str) -> bool {
        let open = |client: &Client| {
            [self.before, self.after].map(|rules| rules.access(client, path).is_allowed())
        };
        let [was_open, is_open] = open(&Client::anonymous());
        self.clients.iter().all(|client| match open(client) {
            [true, false] => proof == Proof::ClosedToAll && !was_open,
            [false, true] => proof == Proof::OpenToAll && is_open,
            _ => true,
        })
    }
}

fn name(subject: Subject<'_>) -> Option<String> {
    match subject {
        Subject::Agent(name) => Some(name.to_ascii_lowercase()),
        _ => None,
    }
}

/// The most questions: what needs more is not proven.
const MOST_ASKED: usize = 50_000;
