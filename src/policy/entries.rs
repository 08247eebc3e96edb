//! The ledger of a verdict: the state of each source, with what the caller observed of it.
//!
//! The states of fields, document and embedded metadata are held by the policy. Those of robots.txt, `tdmrep.json` and
//! licences follow from what the policy holds of these files. [`Policy::page_unknown`] and [`Policy::uses_unknown`] are the only
//! places that say which answers depend on them.

use std::sync::Arc;

use crate::ai::preference::{Activity, Missing};
use crate::ai::rsl::Rsl;
use crate::ledger::{
    Asked, Assumed, Document, Entry, Input, Keeps, KnownState, Observed, State, of_content_type,
};
use crate::media_type::essence_of;
use crate::policy::{Pointer, Policy, Unread, Uses, Verdict};
use crate::robots_txt::{Cause, Robots};
use crate::why::Why;

impl Policy {
    /// Sets what the caller observed of a source; it replaces an earlier observation. Answers do not depend on it.
    #[must_use]
    #[doc(hidden)]
    pub fn with_observed(mut self, source: Input, observed: Observed) -> Policy {
        self.held.observe(source, observed);
        self
    }

    /// Sets what the caller observed of the licence that a source points at with this address; [`Policy::with_license`] has its
    /// bytes. The address that answered may be another one, after redirects.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::Observed;
    /// use robots_policy::uses::Rsl;
    /// use robots_policy::{Client, Policy, RobotsTxt, Timestamp};
    ///
    /// let url = "https://example.com/l.xml";
    /// let observed = Observed { status: Some(200), ..Observed::default() };
    /// let policy = Policy::new()
    ///     .with_robots(RobotsTxt::parse(b"License: https://example.com/l.xml"))
    ///     .with_license(url, Rsl::parse(b"<rsl xmlns='https://rslstandard.org/rsl'/>"))
    ///     .with_observed_license(url, observed);
    /// let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
    /// assert_eq!(verdict.observed_licenses().next().map(|(url, it)| (url, it.status)), Some((url, Some(200))));
    /// ```
    #[must_use]
    #[doc(hidden)]
    pub fn with_observed_license(mut self, url: &str, observed: Observed) -> Policy {
        self.held.observe_license(url, observed);
        self
    }

    /// Marks robots.txt or `tdmrep.json` as one that was fetched long before the page ([`Why::Earlier`]) or long after it
    /// ([`Why::Later`]). What it forbids counts, and what it allows is not known: preferences come from the copy that is current when
    /// the page is fetched (attach §3.3). Other sources come with the page.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::Input;
    /// use robots_policy::{Client, Policy, RobotsTxt, Timestamp, Why};
    ///
    /// let policy = Policy::new()
    ///     .with_robots(RobotsTxt::parse(b"User-agent: *\nDisallow: /private"))
    ///     .with_other_time(Input::RobotsTxt, Why::Later);
    /// let allowed = |target: &str| policy.verdict(&Client::anonymous(), target, Timestamp::from_unix(0)).access().allowed();
    /// assert_eq!((allowed("/private"), allowed("/")), (Some(false), None));
    /// ```
    #[must_use]
    #[doc(hidden)]
    pub fn with_other_time(mut self, source: Input, why: Why) -> Policy {
        self.held.part(source, why);
        self
    }

    /// Adds the caller's word that sources do not exist. What is given stays given ([`Policy::contradicted`]).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::{Assumed, Input};
    /// use robots_policy::{Policy, RobotsTxt};
    ///
    /// let policy = Policy::new().with_assumed(Assumed::new().with(Input::RobotsTxt));
    /// assert_eq!(policy.contradicted(), None);
    /// let given = policy.with_robots(RobotsTxt::parse(b"User-agent: *"));
    /// assert_eq!(given.contradicted(), Some(Input::RobotsTxt));
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

    /// Sets the status of the response: without it, it is taken for 200. What its fields and document forbid stays forbidden,
    /// about this response.
    ///
    /// | status | answers about the page and uses |
    /// |---|---|
    /// | 200–299 but the following | as without it |
    /// | 204, 205 | there is no document |
    /// | 206 | the document is not whole ([`Document::unread`]) |
    /// | 300–399 but 304 | not known: it is a redirect |
    /// | 304 | as without it: fields and document beside it are those of the stored copy |
    /// | 0 (no answer), 202, 400–599, all else | not known |
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::{Assumed, Input};
    /// use robots_policy::{Client, HeaderReader, Policy, Timestamp};
    ///
    /// let lines = [("X-Robots-Tag", "noarchive")];
    /// let policy = Policy::new()
    ///     .with_fields(HeaderReader::new().read_lines(lines))
    ///     .with_assumed(Assumed::new().with(Input::Document))
    ///     .with_status(503);
    /// let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
    /// assert_eq!((verdict.index(), verdict.archive()), (None, Some(false)));
    /// ```
    #[must_use]
    pub fn with_status(mut self, status: u16) -> Policy {
        let unread = KnownState::unread(Why::Status);
        match status {
            204 | 205 => return self.with_document(Document::none()),
            206 => return self.with_document(Document::unread(Why::Incomplete)),
            200 | 201 | 203..=299 | 304 => return self,
            _ => {}
        }
        if let 300..=399 = status {
            self = self.with_document(Document::none());
        } else {
            self.held.document = self.held.document.united(unread);
        }
        self.held.fields = self.held.fields.united(unread);
        self.held.fields_keep = Keeps::of(Input::Fields);
        self
    }

    /// The first source that is given although the caller's word is, by its name, that there is none.
    #[doc(hidden)]
    pub fn contradicted(&self) -> Option<Input> {
        let mut named = Input::ALL.iter().copied();
        named.find(|source| self.held.assumed.names(*source) && self.is_given(*source))
    }

    fn is_given(&self, source: Input) -> bool {
        let is_held = |known: KnownState| match known.state {
            State::Read => true,
            State::Unread => known.whys != Why::Status.into(),
            _ => false,
        };
        match source {
            Input::RobotsTxt => *self.robots() != Robots::Unknown,
            Input::Fields => is_held(self.held.fields),
            Input::Document => is_held(self.held.document),
            Input::TdmRep => self.tdmrep.is_some(),
            Input::Licenses => !self.licenses.is_empty(),
            Input::Embedded => false,
        }
    }

    /// The state of robots.txt: a copy that holds while a fetch fails was read.
    fn robots_known(&self) -> KnownState {
        let instead = self.robots.instead.filter(|_| !self.is_failing());
        let apart = self.held.apart(Input::RobotsTxt);
        match (self.robots(), instead) {
            (Robots::Rules(_) | Robots::Unavailable(_), _) if apart.is_some() => {
                KnownState::unread(apart.unwrap_or(Why::Earlier))
            }
            (Robots::Unknown, _) => KnownState::default(),
            (Robots::Unread { why }, _) => KnownState::unread(*why),
            (Robots::Unreachable { .. }, _) => {
                KnownState::unread(self.robots.instead.unwrap_or(Why::Status))
            }
            (_, Some(Why::Markup)) => KnownState {
                state: State::Absent,
                ..KnownState::unread(Why::Markup)
            },
            (_, Some(why)) => KnownState::unread(why),
            // Redirects without end do not say that there is no file.
            (Robots::Unavailable(Cause::Redirects), None) => KnownState::unread(Why::Status),
            (Robots::Unavailable(_), None) => KnownState::new(State::Absent),
            (Robots::Rules(_), None) => KnownState::of_read(&self.robots.diagnostics),
        }
    }

    /// The state of `tdmrep.json`: of one that was asked for and not given, the status is the reason.
    fn tdmrep_known(&self) -> KnownState {
        let is_asked = || {
            let observed = self.held.observed(Input::TdmRep);
            observed.is_some_and(|observed| observed.status.is_some())
        };
        match &self.tdmrep {
            Some(_) if self.is_tdmrep_apart() => {
                KnownState::unread(self.held.apart(Input::TdmRep).unwrap_or(Why::Earlier))
            }
            Some(file) if file.is_none() => KnownState::new(State::Absent),
            Some(file) => match file.missing() {
                None => KnownState::new(State::Read),
                Some(Missing::NotConforming) => KnownState::unread(file.unread()),
                Some(_) => KnownState::unread(Why::Limit),
            },
            None if is_asked() => KnownState::unread(Why::Status),
            None => KnownState::default(),
        }
    }

    /// Whether the `tdmrep.json` that is given is one of another time.
    pub(super) fn is_tdmrep_apart(&self) -> bool {
        self.tdmrep.is_some() && self.held.apart(Input::TdmRep).is_some()
    }

    /// The state of a source but the licences, as the caller's word leaves it.
    pub(super) fn known(&self, source: Input) -> KnownState {
        let known = match source {
            Input::RobotsTxt => self.robots_known(),
            Input::Fields => self.held.fields,
            Input::Document => self.held.document,
            Input::TdmRep => self.tdmrep_known(),
            Input::Embedded => self.held.embedded,
            Input::Licenses => KnownState::new(State::NotApplicable),
        };
        // No caller can give the metadata of a file.
        if source == Input::Embedded && self.held.assumed.has(source) && !known.state.is_known() {
            return KnownState::new(State::Assumed);
        }
        self.held.or_assumed(source, known)
    }

    /// The answers that a source keeps from being known, as far as its state goes.
    fn kept_by(&self, source: Input) -> Keeps {
        let known = self.known(source);
        let all = Keeps::of(source);
        match (source, known.state) {
            // Beyond what was read of the fields, not every answer may be forbidden.
            (Input::Fields, State::Unread) => self.held.fields_keep,
            (_, State::NotGiven | State::Unread) => all,
            (_, State::Read) if known.whys.has(Why::Body) => all.both(Keeps::USES),
            _ => Keeps::default(),
        }
    }

    /// The same about a target, of which a robots.txt of another authority says nothing.
    fn kept_for(&self, source: Input, target: &str) -> Keeps {
        match source {
            Input::RobotsTxt if !self.robots.governs(target) => Keeps::of(source),
            _ => self.kept_by(source),
        }
    }

    /// The state of a source for a target, likewise.
    fn known_for(&self, source: Input, target: &str) -> KnownState {
        match source {
            Input::RobotsTxt if !self.robots.governs(target) => KnownState::default(),
            _ => self.known(source),
        }
    }

    /// The answers about the page that are not known unless they are no. An engine that does not read fields needs none, but a
    /// status that is not that of a page holds for it too.
    pub(super) fn page_unknown(&self, reads_fields: bool) -> Keeps {
        let by_status = self.held.fields.whys.has(Why::Status);
        let fields = if reads_fields || by_status {
            self.kept_by(Input::Fields)
        } else {
            Keeps::default()
        };
        fields
            .union(self.kept_by(Input::Document))
            .both(Keeps::PAGE)
    }

    /// The answers that depend on `tdmrep.json`, if it has no rule that was read.
    pub(super) fn tdmrep_keeps(&self) -> Keeps {
        self.kept_by(Input::TdmRep)
    }

    /// The answers about AI use that are not known unless they are no, by all sources but licences and `tdmrep.json`, of which the
    /// target decides.
    pub(super) fn uses_unknown(&self, target: &str) -> Keeps {
        let others = Input::ALL.iter().filter(|source| **source != Input::TdmRep);
        let all = others.map(|source| self.kept_for(*source, target));
        all.fold(Keeps::default(), Keeps::union).both(Keeps::USES)
    }

    /// The answers about AI use that are not known for an engine: `tdmrep.json`, metadata of files and the body are no part of what
    /// its row reads.
    pub(super) fn read_unknown(&self, target: &str) -> Keeps {
        let document = match self.known(Input::Document).state {
            State::Read => Keeps::default(),
            _ => self.kept_by(Input::Document),
        };
        let robots = self.kept_for(Input::RobotsTxt, target);
        let fields = self.kept_by(Input::Fields);
        document.union(robots).union(fields).both(Keeps::USES)
    }

    /// Whether a source is not known.
    pub(crate) fn lacks(&self, source: Input) -> bool {
        !self.known(source).state.is_known()
    }

    /// Whether the document was read, if there is one that was given.
    pub(super) fn is_document_read(&self) -> bool {
        self.held.document.state != State::Unread
    }

    /// Whether the robots.txt is held, or its answer, and was not read or not whole.
    pub(super) fn lacks_robots(&self) -> bool {
        self.robots_known().state == State::Unread
    }

    /// The state of a source for every client, and why it is not known, or in which part. Of licences at addresses, whose number
    /// depends on the client, [`Verdict::ledger`] has a state each; here they are not applicable.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::{Document, Input, State};
    /// use robots_policy::{Policy, Why};
    ///
    /// let policy = Policy::new().with_document(Document::unread(Why::Incomplete));
    /// assert_eq!(policy.state(Input::Document), (State::Unread, Some(Why::Incomplete)));
    /// assert_eq!(policy.state(Input::Fields), (State::NotGiven, None));
    /// ```
    pub fn state(&self, source: Input) -> (State, Option<Why>) {
        let known = self.known(source);
        (known.state, known.whys.first())
    }

    fn entry(&self, source: Input, target: &str) -> Entry {
        let known = self.known_for(source, target);
        Entry::new(source, known, self.held.observed(source))
    }
}

impl Verdict<'_> {
    /// The state of each source of the response, in the order of [`Input::ALL`]. A licence has an entry for each address that a
    /// source points this client at.
    ///
    /// The list is made by each call. It changes no answer.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::{Input, State};
    /// use robots_policy::{Client, HeaderReader, Policy, Timestamp};
    ///
    /// let lines = [("X-Robots-Tag", "noarchive")];
    /// let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines));
    /// let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
    /// let fields = &verdict.ledger()[1];
    /// assert_eq!((fields.source(), fields.state()), (Input::Fields, State::Read));
    /// ```
    pub fn ledger(&self) -> Vec<Entry> {
        let policy = self.policy();
        let uses = self.uses();
        let mut entries: Vec<Entry> = BEFORE_LICENSES
            .map(|source| policy.entry(source, self.target()))
            .into();
        entries.extend(uses.licenses().map(|url| {
            let missing = uses.pointers().iter().find(|pointer| pointer.url() == url);
            let known = policy.license_known(missing.map(|pointer| &**pointer));
            Entry::of_license(url, known, policy.held.observed_license(url))
        }));
        entries.push(policy.entry(Input::Embedded, self.target()));
        entries
    }

    /// The caller's observation of a source, if there is one.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::{Observed, Input};
    /// use robots_policy::{Client, Policy, Timestamp};
    ///
    /// let observed = Observed { status: Some(404), ..Observed::default() };
    /// let policy = Policy::new().with_observed(Input::TdmRep, observed.clone());
    /// let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
    /// assert_eq!(verdict.observed(Input::TdmRep), Some(&observed));
    /// assert_eq!(verdict.observed(Input::RobotsTxt), None);
    /// ```
    #[doc(hidden)]
    pub fn observed(&self, source: Input) -> Option<&Observed> {
        self.policy().held.observed(source)
    }

    /// The caller's observations of licences, each with the address that a source points at.
    #[doc(hidden)]
    pub fn observed_licenses(&self) -> impl Iterator<Item = (&str, &Observed)> {
        self.policy().held.observed_licenses()
    }

    /// The sources that are not known: those that were not read, or not whole, and those that were not given and keep an answer
    /// from being known. They are in the order of [`Input::ALL`], a licence each.
    ///
    /// The list is made by each call.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::{Asked, Document};
    /// use robots_policy::{Client, HeaderReader, Policy, RobotsTxt, Timestamp};
    ///
    /// let policy = Policy::new()
    ///     .with_robots(RobotsTxt::parse(b"User-agent: *\nAllow: /"))
    ///     .with_content_type([b"image/png".as_slice()])
    ///     .with_fields(HeaderReader::new().read_lines([("Content-Type", "image/png")]));
    /// let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
    /// assert_eq!(verdict.index(), Some(true));
    ///
    /// let unread: Vec<&str> = verdict.unread().map(|unread| unread.source().name()).collect();
    /// assert_eq!(unread, ["tdmrep.json", "embedded"]);
    /// assert!(verdict.unread().all(|unread| !unread.keeps(Asked::Index)));
    /// ```
    pub fn unread(&self) -> impl Iterator<Item = Unread> + use<> {
        self.unread_by(&self.uses())
    }

    /// [`Verdict::unread`] for a caller that has the answers of [`Verdict::uses`] already, which cost the most of it.
    #[doc(hidden)]
    pub fn unread_by(&self, uses: &Uses) -> impl Iterator<Item = Unread> + use<> {
        let unknown = self.unknown(uses);
        let licenses = uses.pointers().iter();
        let mut licenses: Vec<Unread> = licenses
            .filter_map(|pointer| self.license_unread(pointer, unknown))
            .collect();
        let mut all = Vec::new();
        for source in Input::ALL.iter().copied() {
            if source == Input::Licenses {
                all.append(&mut licenses);
            } else {
                all.extend(self.unread_of(source, unknown));
            }
        }
        all.into_iter()
    }

    /// The answers that are not known.
    fn unknown(&self, uses: &Uses) -> Keeps {
        let page = [
            (Asked::Access, self.access().allowed().is_none()),
            (Asked::Index, self.index().is_none()),
            (Asked::Follow, self.follow().is_none()),
            (Asked::Archive, self.archive().is_none()),
            (Asked::Snippet, self.snippet().allowed.is_none()),
        ];
        let page = page.into_iter().filter(|(_, is_unknown)| *is_unknown);
        let activities = Activity::ALL.iter().copied();
        let uses = activities.filter(|activity| uses.of(*activity).is_none());
        let all = page.map(|(asked, _)| asked).chain(uses.map(Asked::from));
        all.fold(Keeps::default(), |all, one| all.union(one.into()))
    }

    /// A source but a licence, if it is not known.
    fn unread_of(&self, source: Input, unknown: Keeps) -> Option<Unread> {
        let policy = self.policy();
        let mut known = policy.known_for(source, self.target());
        let mut keeps = policy.kept_for(source, self.target());
        if self.hears_unread(Some(source)) {
            known = KnownState::unread(Why::Newer);
            keeps = Keeps::of(source);
        }
        if source == Input::Fields && !self.reads_fields && !known.whys.has(Why::Status) {
            keeps = keeps.both(Keeps::USES);
        }
        if source == Input::Document && self.lacks_body {
            keeps = Keeps::of(source);
        }
        let keeps = keeps.both(unknown);
        let why = match known.state {
            State::Unread => known.why(),
            State::NotGiven if !keeps.is_empty() => known.why(),
            State::Read if !keeps.is_empty() => Why::Body,
            _ => return None,
        };
        let unread = Unread::new(source, why, keeps);
        Some(match source {
            Input::TdmRep => unread.at(Pointer::tdmrep_of(self.target()).into()),
            _ => unread,
        })
    }

    /// A licence that was not read.
    fn license_unread(&self, pointer: &Arc<Pointer>, unknown: Keeps) -> Option<Unread> {
        let known = self.policy().license_known(Some(pointer));
        let keeps = Keeps::of(Input::Licenses).both(unknown);
        let is_listed = match known.state {
            State::Unread => true,
            State::NotGiven => !keeps.is_empty(),
            _ => false,
        };
        is_listed.then(|| Unread::new(Input::Licenses, known.why(), keeps).at(Arc::clone(pointer)))
    }
}

impl Policy {
    /// The licence of this address, if it is given.
    pub(super) fn license(&self, url: &str) -> Option<&Rsl> {
        let mut given = self.licenses.iter();
        given.find(|(own, _)| **own == *url).map(|(_, given)| given)
    }

    /// The state of a licence of which this is known to be missing.
    pub(super) fn license_known(&self, missing: Option<&Pointer>) -> KnownState {
        let known = match missing {
            None => KnownState::new(State::Read),
            Some(pointer) => match self.license(pointer.url()) {
                Some(license) => KnownState::unread(license.unread()),
                None => KnownState::default(),
            },
        };
        self.held.or_assumed(Input::Licenses, known)
    }
}

/// The sources that have one entry each, before the licences.
const BEFORE_LICENSES: [Input; 4] = [
    Input::RobotsTxt,
    Input::Fields,
    Input::Document,
    Input::TdmRep,
];
