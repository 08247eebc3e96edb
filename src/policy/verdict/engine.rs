//! The reading of one engine in the place of the general one.
//!
//! **What it is.** A [`Verdict`] of an engine reads a policy by a [`Profile`]: a row of cells, each with the general reading
//! as its default. The general verdicts are made first and kept; nothing here changes them. The reading then does four things,
//! each in a file: `fetching` asks robots.txt, `page` unites the statements that the engine acts on, `loosen` takes the two
//! steps that are not unions, and `uses` answers about machine answers and training. `mark` has the departures and the doubts.
//!
//! **Invariants.** No file here knows the name of a crawler: behaviours are cells. Where a cell has no document the general
//! reading is used, with a mark. Where the engine is looser than the general verdict, a mark or an entry of
//! [`Verdict::not_honoured`] has the bytes, the document and the day. What was not read is never yes.
//!
//! **What breaks if touched.** An `if` on a name would be a fact without a source. A step that writes to the general verdict
//! makes the answer to "what may I do" as loose as the loosest engine.
//!
//! **Which test notices.** `tests/all/engines.rs`: the vectors, and the laws R-400 to R-406.

mod fetching;
mod loosen;
mod mark;
mod page;
mod uses;

pub use self::mark::{Mark, MarkKind};

use self::fetching::Fetching;
use self::mark::Marks;
use self::page::Page;
use super::Verdict;
use crate::date::Timestamp;
use crate::directive::{Directive, DirectiveSet};
use crate::ledger::{Input, Keeps, State};
use crate::policy::Policy;
use crate::profile::{Evidence, Honour, NAMES, Profile, TokenUses};
use crate::robots_txt::fetch::Outcome;
use crate::robots_txt::{Access, Reason};
use crate::signal::Signal;

/// The part of a verdict that only an engine has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EngineReading<'p> {
    profile: Profile,
    general: Verdict<'p>,
    addressed: Verdict<'p>,
    /// The answer of the group of its token, for a token without requests; else as the access of the verdict.
    by_group: Access<'p>,
    /// The answers of its policy tokens whose own groups are in the file.
    by_tokens: Vec<(&'static TokenUses, Access<'p>)>,
    /// The robots.txt as it has it.
    outcome: Outcome<'p>,
    not_honoured: Vec<NotHonoured<'p>>,
    marks: Vec<Mark>,
}

/// A statement that addresses an engine, and that it does not act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotHonoured<'p> {
    signal: &'p Signal,
    directive: Directive,
    why: Honour,
    evidence: Option<Evidence>,
}

impl<'p> NotHonoured<'p> {
    /// The statement, with its bytes.
    pub fn signal(&self) -> &'p Signal {
        self.signal
    }

    /// The directive that it states.
    pub fn directive(&self) -> Directive {
        self.directive
    }

    /// Whether the owner of the engine says so ([`Honour::Stated`]), or its list does not have the directive
    /// ([`Honour::Unlisted`]).
    pub fn why(&self) -> Honour {
        self.why
    }

    /// The document that says so.
    pub fn evidence(&self) -> Option<Evidence> {
        self.evidence
    }
}

impl Policy {
    /// The behaviour of the engine of a profile with the response from `target` at `now`: its answers in the place of those
    /// of the general verdict, which is kept beside them.
    ///
    /// Everything else is as in [`Policy::verdict`]. An engine for which metas in the body count needs a whole document
    /// ([`Extent::Whole`](crate::ledger::Extent::Whole)), or the knowledge that there is none
    /// ([`Document::not_applicable`](crate::ledger::Document::not_applicable)): else answers about the page are not known.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::engines::{Honour, UseAnswer};
    /// use robots_policy::ledger::Document;
    /// use robots_policy::{HeaderReader, Policy, Timestamp};
    ///
    /// let lines = [("X-Robots-Tag", "noarchive, nosnippet")];
    /// let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines)).with_document(Document::not_applicable());
    /// let google = policy.engine_verdict("googlebot".parse()?, "/", Timestamp::from_unix(0));
    ///
    /// assert_eq!(google.snippet().allowed, Some(false));
    /// assert_eq!(google.answer(), Some(UseAnswer::No));
    /// assert!(google.may_archive(), "no such copy exists there");
    /// assert_eq!(google.general().archive(), Some(false));
    /// assert_eq!(google.differs(), ["archive"]);
    ///
    /// let left = &google.not_honoured()[0];
    /// assert_eq!((left.directive().name(), left.why()), ("noarchive", Honour::Stated));
    /// assert_eq!(left.signal().provenance().span().start, 0);
    /// # Ok::<(), robots_policy::engines::UnknownProfile>(())
    /// ```
    ///
    /// A meta in the body counts for this engine:
    ///
    /// ```
    /// use robots_policy::ledger::{Assumed, Document, Extent, Input};
    /// use robots_policy::meta::{MetaRules, Placement};
    /// use robots_policy::{MetaExtractor, Policy, Timestamp};
    ///
    /// let places = [Placement::Head, Placement::Noscript, Placement::Body];
    /// let mut metas = MetaExtractor::new().with_rules(MetaRules::new().with_placements(places));
    /// let _ = metas.feed(b"<title>t</title><p><meta name=robots content=noindex>");
    /// let policy = Policy::new()
    ///     .with_document(Document::read(metas.finish(), Extent::Whole))
    ///     .with_assumed(Assumed::new().with(Input::Fields));
    ///
    /// let google = policy.engine_verdict("googlebot".parse()?, "/", Timestamp::from_unix(0));
    /// assert_eq!((google.index(), google.general().index()), (Some(false), Some(true)));
    /// # Ok::<(), robots_policy::engines::UnknownProfile>(())
    /// ```
    pub fn engine_verdict(
        &self,
        profile: Profile,
        target: &str,
        now: impl Into<Timestamp>,
    ) -> Verdict<'_> {
        Verdict::of_engine(self, profile, target, now.into())
    }

    /// Whether there is, or may be, a document whose body was not read.
    fn lacks_body(&self) -> bool {
        let state = self.known(Input::Document).state;
        matches!(state, State::Read | State::Unread) && !self.held.is_whole
    }
}

impl<'p> Verdict<'p> {
    fn of_engine(
        policy: &'p Policy,
        profile: Profile,
        target: &str,
        now: Timestamp,
    ) -> Verdict<'p> {
        let row = profile.row();
        let mut marks = Marks::default();
        let general = policy.verdict(&profile.plain_client(), target, now);
        let fetching = Fetching::new(&general, profile, &mut marks);
        let page = Page::new(policy, profile, now, &mut marks);
        let lacks_body = row.body.value && policy.lacks_body();
        if lacks_body {
            marks.depart(MarkKind::BodyNotRead, NAMES.body, &row.body, None);
        }
        let page_unknown = policy.page_unknown(row.fields.value);
        if page_unknown != policy.page_unknown(true) {
            marks.depart(MarkKind::FieldNotRead, NAMES.fields, &row.fields, None);
        }
        if row.quotes.evidence.is_some() {
            marks.depart(MarkKind::PartsNotSeen, NAMES.quotes, &row.quotes, None);
        }
        if row.outside.value {
            let kind = MarkKind::OutsideTheResponse;
            marks.depart(kind, NAMES.outside, &row.outside, None);
        }
        let addressed = policy.verdict(&profile.full_client(), target, now);
        // Without any robots.txt the general reading does not know it either, and answers about the page alone.
        let is_fetching_said = fetching.access.allowed().is_some()
            || fetching.access.reason() == Reason::MakesNoRequests
            || general.access.allowed().is_none();
        Verdict {
            policy,
            client: addressed.client.clone(),
            target: target.into(),
            now,
            access: fetching.access,
            directives: page.done,
            page_unknown: if lacks_body || addressed.hears_unread(None) {
                Keeps::PAGE
            } else {
                page_unknown
            },
            conflicts: addressed.conflicts.clone(),
            heard: page.heard,
            delay: fetching.delay,
            reads_fields: row.fields.value,
            lacks_body,
            is_fetching_said,
            next_rung: policy.next_rung(row.fetch.value.rungs(), now),
            engine: Some(Box::new(EngineReading {
                profile,
                general,
                addressed,
                by_group: fetching.by_group,
                by_tokens: fetching.by_tokens,
                outcome: fetching.outcome,
                not_honoured: page.not_honoured,
                marks: marks.0,
            })),
        }
    }

    /// The directives that a statement would put in force at an engine if it were the only one.
    pub(super) fn alone_at_engine(&self, signal: &Signal) -> Option<DirectiveSet> {
        let row = self.profile()?.row();
        Some(page::alone(row, signal, self.now, &self.directives))
    }

    /// The profile of the engine that it is the verdict of; `None` for a client.
    pub fn profile(&self) -> Option<Profile> {
        self.engine.as_ref().map(|own| own.profile)
    }

    /// The verdict by the general reading: for an engine that for a client of its name, for a client itself.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::Document;
    /// use robots_policy::{HeaderReader, Policy, Timestamp};
    ///
    /// let lines = [("X-Robots-Tag", "noarchive")];
    /// let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines)).with_document(Document::not_applicable());
    /// let google = policy.engine_verdict("googlebot".parse()?, "/", Timestamp::from_unix(0));
    /// assert_eq!((google.page_restricted(), google.general().page_restricted()), (Some(false), Some(true)));
    /// # Ok::<(), robots_policy::engines::UnknownProfile>(())
    /// ```
    pub fn general(&self) -> &Verdict<'p> {
        self.engine.as_ref().map_or(self, |own| &own.general)
    }

    /// The general reading of all that addresses an engine by any of its names; for a client itself.
    pub fn addressed(&self) -> &Verdict<'p> {
        self.engine.as_ref().map_or(self, |own| &own.addressed)
    }

    /// The statements that address an engine and that it does not act on, in the order they were read.
    pub fn not_honoured(&self) -> &[NotHonoured<'p>] {
        self.engine.as_ref().map_or(&[], |own| &own.not_honoured)
    }

    /// Where the reading of an engine leaves the general one, and what is not known about it.
    pub fn marks(&self) -> &[Mark] {
        self.engine.as_ref().map_or(&[], |own| &own.marks)
    }

    /// The answers that are not those of the general verdict: `access`, `index`, `follow`, `archive`, `snippet`,
    /// `crawl_delay`.
    pub fn differs(&self) -> Vec<&'static str> {
        let general = self.general();
        let allowed = |verdict: &Verdict<'_>| verdict.access().allowed();
        let answers = [
            ("access", allowed(self) != allowed(general)),
            ("index", self.index() != general.index()),
            ("follow", self.follow() != general.follow()),
            ("archive", self.archive() != general.archive()),
            ("snippet", self.snippet() != general.snippet()),
            ("crawl_delay", self.crawl_delay() != general.crawl_delay()),
        ];
        let differs = answers.into_iter().filter(|(_, differs)| *differs);
        differs.map(|(name, _)| name).collect()
    }
}
