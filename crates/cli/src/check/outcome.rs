//! The result at a URL: what was found, and what follows for the exit status.

use std::rc::Rc;

use http::HeaderMap;
use robots_policy::ledger::Document;
use robots_policy::robots_txt::Robots;
use robots_policy::{Policy, RobotsTxt, Timestamp, Verdict, Why};
use robots_policy_live::fetch::{Hop, Problem};
use robots_policy_live::{KnownSite, Redirect, Visit, milliseconds};
use robots_policy_show::{FieldInput, Input, Inputs, RobotsNote, SavedUses};
use url::Url;

use super::Exit;
use super::draft::Draft;
use super::fail_on::FailOn;
use super::notes::{Note, note_of_robots};
use super::report::PageFetch;
use crate::robots::SavedRobots;

/// The result of some of the askers at a URL.
#[derive(Clone)]
pub(super) struct FoundPage {
    /// The numbers of these askers.
    pub(super) askers: Vec<usize>,
    /// Where it was found, its redirects followed.
    pub(super) at: Url,
    /// The steps to it, as text: an answer of a former run, and the redirects.
    pub(super) way: Vec<String>,
    pub(super) policy: Policy,
    /// The rules that are the answer, if they are not those that are served.
    pub(super) draft: Option<Rc<Draft>>,
    /// The outcome of the fetch of robots.txt, if no rule decides.
    pub(super) robots: Option<RobotsNote>,
    /// The requests, for programs.
    pub(super) fetch: PageFetch,
    /// Whether the page was read, or at least its fields.
    pub(super) is_read: bool,
    /// The fields, and the part of the document that was read and kept.
    pub(super) fields: HeaderMap,
    pub(super) document: Vec<u8>,
    /// The documents about AI use.
    pub(super) uses: SavedUses,
}

impl FoundPage {
    /// The state before the page is requested, for no asker yet.
    pub(super) fn before(visit: &Visit, site: &KnownSite, now: Timestamp) -> FoundPage {
        let walk = &visit.walk;
        let way = site.copied(now).into_iter();
        let hops = site.hops.iter().chain(walk.hops()).map(Hop::to_string);
        FoundPage {
            askers: Vec::new(),
            at: walk.at().clone(),
            way: way.chain(hops).collect(),
            policy: site.policy.clone(),
            draft: None,
            robots: note_of_robots(site),
            fetch: PageFetch {
                url: walk.at().to_string(),
                status: None,
                redirects: walk.hops().iter().map(Redirect::from).collect(),
                milliseconds: visit.time.map(milliseconds),
                problem: site.unreachable(),
                robots_txt: site.fetched.clone(),
                documents: Vec::new(),
                notes: Vec::new(),
            },
            is_read: false,
            fields: HeaderMap::new(),
            document: Vec::new(),
            uses: SavedUses::default(),
        }
    }

    /// The inputs with the places that text shows.
    pub(super) fn inputs(&self) -> Inputs<'_> {
        let robots = self.at.join("/robots.txt").ok();
        let input = |at: &Url, bytes| Input::new(at.to_string(), bytes);
        let rules = self.policy.robots().rules();
        let served = || {
            let bytes = rules.map(RobotsTxt::as_bytes).unwrap_or_default();
            robots.map(|at| input(&at, bytes))
        };
        let draft = self.draft.as_ref().and_then(|own| own.of(&self.at));
        Inputs {
            fields: FieldInput::Received(&self.fields),
            page: Some(input(&self.at, self.document.as_slice())),
            robots: draft.map(SavedRobots::input).or_else(served),
            uses: Some(&self.uses),
            kept: None,
        }
    }

    /// The steps to it, and what is to be known about it, as text.
    pub(super) fn steps(&self) -> Vec<String> {
        let notes = self
            .fetch
            .notes
            .iter()
            .map(|note| note.message().to_owned());
        self.way.iter().cloned().chain(notes).collect()
    }

    /// This result by other rules than those that are served, if they are for its host.
    pub(super) fn answered_by(mut self, robots: &Rc<Draft>) -> FoundPage {
        let Some(file) = robots.of(&self.at) else {
            return self;
        };
        self.fetch.notes.push(Note::of_robots(&file.name));
        self.policy = robots.policy();
        self.draft = Some(Rc::clone(robots));
        // Nothing is known about a host that was not found.
        self.robots = self.robots.filter(|note| !note.decides);
        self
    }

    /// This result for askers that may not fetch the page, so that its rules are not known.
    pub(super) fn closed(mut self) -> FoundPage {
        self.policy = if self.is_without_host() {
            self.policy.with_status(NO_ANSWER)
        } else {
            let page = Document::unread(Why::NotRequested);
            self.policy.with_document(page)
        };
        self
    }

    /// This result, for these askers.
    pub(super) fn of(mut self, askers: Vec<usize>) -> FoundPage {
        self.askers = askers;
        self
    }

    /// The exit status that this result requires.
    pub(super) fn exit(&self, verdict: &Verdict<'_>, failing: &[FailOn]) -> Exit {
        let named = failing.iter().map(|own| self.restricted(*own, verdict));
        // Without a list of `--fail-on` every restriction counts.
        let any = failing.iter().all(|own| own.is_use()).then(|| {
            let is_known = self.problem().is_none();
            let holds = |restricted: &bool| *restricted && self.is_fetching_known(verdict);
            let restricted = verdict.page_restricted();
            restricted.filter(|restricted| is_known || holds(restricted))
        });
        let exits = named.chain(any).map(|restricted| match restricted {
            Some(true) => Exit::Restricted,
            Some(false) => Exit::Unrestricted,
            None => Exit::Undetermined,
        });
        exits.max().unwrap_or(Exit::Unrestricted)
    }

    /// Whether this answer is restricted; `None` if that is not known: the page may not be fetched by the asker, or its
    /// robots.txt could not be fetched.
    pub(super) fn restricted(&self, own: FailOn, verdict: &Verdict<'_>) -> Option<bool> {
        let restricted = own.restricted(verdict);
        if own.is_about_fetching() {
            return restricted.filter(|_| self.is_fetching_known(verdict));
        }
        // What an answer forbids holds, whatever is not known beside it.
        restricted.filter(|restricted| *restricted || self.is_read)
    }

    /// Whether robots.txt, or the document of an engine, answers about fetching: a robots.txt out of reach has banned no one.
    fn is_fetching_known(&self, verdict: &Verdict<'_>) -> bool {
        if verdict.profile().is_some() {
            // What an engine does without a robots.txt is documented, unless there is not even a host.
            return !self.is_without_host();
        }
        !matches!(
            self.policy.robots(),
            Robots::Unreachable { .. } | Robots::Unread { .. }
        )
    }

    /// Whether its host was not found or not asked, about which nothing is known.
    pub(super) fn is_without_host(&self) -> bool {
        self.robots.as_ref().is_some_and(|robots| !robots.decides)
    }

    /// The reason why the page, or part of it, was not read, as text.
    pub(super) fn problem(&self) -> Option<&str> {
        let problem = self.fetch.problem.as_ref()?;
        Some(&problem.message)
    }

    pub(super) fn with_problem(mut self, error: &Problem) -> FoundPage {
        self.fetch.problem = Some(error.into());
        self
    }
}

/// The status of a page of which no host answers.
const NO_ANSWER: u16 = 0;
