//! The ledger of a verdict: the state of each source, with what the caller observed of it.
//!
//! The states of fields, document and embedded metadata are held by the policy. Those of robots.txt, `tdmrep.json` and
//! licences follow from what the policy holds of these files.

use crate::ai::preference::Missing;
use crate::ledger::{Assumed, Entry, Known, Observed, Source, State, of_content_type};
use crate::media_type::essence_of;
use crate::policy::{Policy, Verdict};
use crate::robots_txt::Robots;
use crate::unread::Why;

impl Policy {
    /// Sets what the caller observed of a source; it replaces an earlier observation. Answers do not depend on it.
    #[must_use]
    pub fn with_observed(mut self, source: Source, observed: Observed) -> Policy {
        self.held.observe(source, observed);
        self
    }

    /// Adds the caller's word that sources do not exist. What is given stays given ([`Policy::contradicted`]).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::{Assumed, Source};
    /// use robots_policy::{Policy, RobotsTxt};
    ///
    /// let policy = Policy::new().with_assumed(Assumed::new().with(Source::RobotsTxt));
    /// assert_eq!(policy.contradicted(), None);
    /// let given = policy.with_robots_txt(RobotsTxt::parse(b"User-agent: *"));
    /// assert_eq!(given.contradicted(), Some(Source::RobotsTxt));
    /// ```
    #[must_use]
    pub fn with_assumed(mut self, assumed: Assumed) -> Policy {
        self.held.assumed = self.held.assumed.union(assumed);
        self
    }

    /// Sets the type of the response by its `Content-Type` lines: it may rule out a document, or metadata of another kind.
    /// [`Policy::with_headers`] does it.
    #[must_use]
    pub fn with_content_type<'l>(mut self, lines: impl IntoIterator<Item = &'l [u8]>) -> Policy {
        let (document, embedded) = of_content_type(essence_of(lines.into_iter()));
        self.held.document = self.held.document.united(document);
        self.held.embedded = self.held.embedded.united(embedded);
        self
    }

    /// The first source that is given although the caller's word is, by its name, that there is none.
    pub fn contradicted(&self) -> Option<Source> {
        let mut named = Source::ALL.iter().copied();
        named.find(|source| self.held.assumed.names(*source) && self.is_given(*source))
    }

    fn is_given(&self, source: Source) -> bool {
        let is_held = |known: Known| matches!(known.state, State::Read | State::Unread);
        match source {
            Source::RobotsTxt => self.robots != Robots::Unknown,
            Source::Fields => is_held(self.held.fields),
            Source::Document => is_held(self.held.document),
            Source::TdmRep => self.tdmrep.is_some(),
            Source::Licenses => !self.licenses.is_empty(),
            Source::Embedded => false,
        }
    }

    /// The state of robots.txt: a copy that holds while a fetch fails was read.
    fn robots_known(&self) -> Known {
        let diagnostics = || self.diagnostics.get(self.file.clone()).unwrap_or_default();
        let instead = self.instead.filter(|_| !self.is_failing());
        match (&self.robots, instead) {
            (Robots::Unknown, _) => Known::default(),
            (Robots::Unreachable { .. }, _) => Known::unread(self.instead.unwrap_or(Why::Status)),
            (_, Some(Why::Markup)) => Known {
                state: State::Absent,
                ..Known::unread(Why::Markup)
            },
            (_, Some(why)) => Known::unread(why),
            (Robots::Unavailable(_), None) => Known::new(State::Absent),
            (Robots::Rules(_), None) => Known::of_read(diagnostics()),
        }
    }

    /// The state of `tdmrep.json`: of one that was asked for and not given, the status is the reason.
    fn tdmrep_known(&self) -> Known {
        let is_asked = || {
            let observed = self.held.observed(Source::TdmRep);
            observed.is_some_and(|observed| observed.status.is_some())
        };
        match &self.tdmrep {
            Some(file) if file.is_none() => Known::new(State::Absent),
            Some(file) => match file.missing() {
                None => Known::new(State::Read),
                Some(Missing::NotConforming) => Known::unread(Why::NotConforming),
                Some(_) => Known::unread(Why::Limit),
            },
            None if is_asked() => Known::unread(Why::Status),
            None => Known::default(),
        }
    }

    fn entry(&self, source: Source, known: Known) -> Entry {
        let known = self.held.or_assumed(source, known);
        Entry::new(source, known, self.held.observed(source))
    }
}

impl Verdict<'_> {
    /// The state of each source of the response, in the order of [`Source::ALL`]. A licence has an entry for each address that a
    /// source points this client at.
    ///
    /// The list is made by each call. It changes no answer.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::{Source, State};
    /// use robots_policy::{Client, HeaderReader, Policy, Timestamp};
    ///
    /// let lines = [("X-Robots-Tag", "noarchive")];
    /// let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines));
    /// let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
    /// let fields = &verdict.ledger()[1];
    /// assert_eq!((fields.source(), fields.state()), (Source::Fields, State::Read));
    /// ```
    pub fn ledger(&self) -> Vec<Entry> {
        let policy = self.policy();
        let held = &policy.held;
        let mut entries = vec![
            policy.entry(Source::RobotsTxt, policy.robots_known()),
            policy.entry(Source::Fields, held.fields),
            policy.entry(Source::Document, held.document),
            policy.entry(Source::TdmRep, policy.tdmrep_known()),
        ];
        let uses = self.uses();
        let missing: Vec<_> = uses.unread().collect();
        entries.extend(uses.licenses().map(|url| {
            let mut pointers = missing.iter();
            let known = match pointers.find(|pointer| pointer.url() == url) {
                None => Known::new(State::Read),
                Some(pointer) if pointer.why() == Missing::NotConforming => {
                    Known::unread(Why::NotConforming)
                }
                Some(_) => Known::default(),
            };
            Entry::of_license(url, held.or_assumed(Source::Licenses, known))
        }));
        entries.push(policy.entry(Source::Embedded, held.embedded));
        entries
    }
}
