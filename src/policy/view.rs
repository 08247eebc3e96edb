//! The reading of one engine beside the general verdict.
//!
//! **What it is.** [`AsVerdict`] reads a policy by a [`Profile`]: a row of cells, each with the general reading as its
//! default. The general [`Verdict`] is made first and kept; nothing here changes it. The view then does four things, each in a
//! file: `fetching` asks robots.txt, `page` unites the statements that the engine acts on, `loosen` takes the two steps that
//! are not unions, and `uses` answers about machine answers and training. `mark` has the departures and the doubts.
//!
//! **Invariants.** No file here knows the name of a crawler: behaviours are cells. Where a cell has no document the general
//! reading is used, with a mark. Where the engine is looser than the general verdict, a mark or an entry of
//! [`AsVerdict::not_honoured`] has the bytes, the document and the day. What was not read is never yes.
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

use std::time::Duration;

pub use self::mark::{Mark, MarkKind};

use self::fetching::Fetching;
use self::mark::Marks;
use self::page::Page;
use super::{Because, Policy, Snippet, Verdict};
use crate::ai::preference::Activity;
use crate::date::Timestamp;
use crate::directive::{Directive, DirectiveSet, DirectiveValue};
use crate::profile::{Evidence, Honour, NAMES, Profile, UseAnswer};
use crate::robots_txt::{Access, Reason};
use crate::signal::Signal;

/// The behaviour of one engine with a response, beside the general verdict.
///
/// [`Policy::engine_verdict`] makes one.
///
/// # Examples
///
/// ```
/// use robots_policy::engines::{Honour, Profile, UseAnswer};
/// use robots_policy::ledger::Document;
/// use robots_policy::{HeaderReader, Policy, Timestamp};
///
/// let lines = [("X-Robots-Tag", "noarchive, nosnippet")];
/// let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines)).with_document(Document::not_applicable());
/// let google = policy.engine_verdict("googlebot".parse()?, "/", Timestamp::from_unix(0));
///
/// assert_eq!(google.snippet().allowed, Some(false));
/// assert_eq!(google.answer(), Some(UseAnswer::No));
/// assert_eq!(google.archive(), Some(true), "no such copy exists there");
/// assert_eq!(google.general().archive(), Some(false));
/// assert_eq!(google.differs(), ["archive"]);
///
/// let left = &google.not_honoured()[0];
/// assert_eq!((left.directive().name(), left.why()), ("noarchive", Honour::Stated));
/// assert_eq!(left.signal().provenance().span().start, 0);
/// # Ok::<(), robots_policy::engines::UnknownProfile>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AsVerdict<'p> {
    profile: Profile,
    general: Verdict<'p>,
    /// The general reading of all that addresses the engine by any of its names.
    addressed: Verdict<'p>,
    fetching: Fetching<'p>,
    page: Page<'p>,
    marks: Marks,
    /// Whether metas of the body count for it and the body was not read.
    lacks_body: bool,
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
    fn new(signal: &'p Signal, directive: Directive, (why, evidence): Departed) -> NotHonoured<'p> {
        NotHonoured {
            signal,
            directive,
            why,
            evidence,
        }
    }

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

/// Why a directive is not acted on, and the document.
type Departed = (Honour, Option<Evidence>);

impl Policy {
    /// The behaviour of the engine of a profile with the response from `target` at `now`, beside the general verdict.
    ///
    /// Everything else is as in [`Policy::verdict`]. An engine for which metas in the body count needs a whole document
    /// ([`Document::whole`](crate::ledger::Document::whole)), or the knowledge that there is none
    /// ([`Document::not_applicable`](crate::ledger::Document::not_applicable)): else answers about the page are not known.
    pub fn engine_verdict(
        &self,
        profile: Profile,
        target: &str,
        now: impl Into<Timestamp>,
    ) -> AsVerdict<'_> {
        AsVerdict::new(self, profile, target, now.into())
    }
}

impl<'p> AsVerdict<'p> {
    fn new(policy: &'p Policy, profile: Profile, target: &str, now: Timestamp) -> AsVerdict<'p> {
        let row = profile.row();
        let mut marks = Marks::default();
        let fetching = Fetching::new(policy, profile, target, now, &mut marks);
        let page = Page::new(policy, profile, now, &mut marks);
        let lacks_body = row.body.value && !policy.held.is_whole;
        if lacks_body {
            marks.depart(MarkKind::BodyNotRead, NAMES.body, &row.body, None);
        }
        if row.parts.value {
            marks.depart(MarkKind::PartsNotSeen, NAMES.parts, &row.parts, None);
        }
        if row.outside.value {
            let kind = MarkKind::OutsideTheResponse;
            marks.depart(kind, NAMES.outside, &row.outside, None);
        }
        AsVerdict {
            profile,
            general: policy.verdict(&profile.plain_client(), target, now),
            addressed: policy.verdict(&profile.full_client(), target, now),
            fetching,
            page,
            marks,
            lacks_body,
        }
    }

    /// The profile of the engine.
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// The verdict without a profile, for a client of this name.
    pub fn general(&self) -> &Verdict<'p> {
        &self.general
    }

    /// The general reading of all that addresses the engine by any of its names: its inputs, diagnostics and extensions.
    pub fn addressed(&self) -> &Verdict<'p> {
        &self.addressed
    }

    /// Whether the engine fetches the target. [`Access::allowed`] is `None` where neither can be said, and for a token without
    /// requests.
    pub fn access(&self) -> &Access<'p> {
        &self.fetching.access
    }

    /// The time that it waits between two requests because of robots.txt.
    pub fn crawl_delay(&self) -> Option<Duration> {
        self.fetching.delay
    }

    /// The directives that it acts on.
    pub fn directives(&self) -> &DirectiveSet {
        &self.page.done
    }

    /// Whether it indexes the page; `None` if that is not known.
    pub fn index(&self) -> Option<bool> {
        self.unless(Directive::NoIndex)
    }

    /// Whether it follows the links; `None` if that is not known.
    pub fn follow(&self) -> Option<bool> {
        self.unless(Directive::NoFollow)
    }

    /// Whether it offers a stored copy; `None` if that is not known.
    pub fn archive(&self) -> Option<bool> {
        self.unless(Directive::NoArchive)
    }

    /// Whether it shows an excerpt, and how long.
    pub fn snippet(&self) -> Snippet {
        let allowed = self.unless(Directive::NoSnippet);
        let max_chars = match self.page.done.get(Directive::MaxSnippet) {
            _ if allowed == Some(false) => Some(0),
            Some(DirectiveValue::Ceiling(limit)) => limit,
            _ => None,
        };
        Snippet { allowed, max_chars }
    }

    /// `Some(true)` if the page is indexed only where it is embedded; else `None`.
    pub fn index_if_embedded(&self) -> Option<bool> {
        let embedded = self.page.done.contains(Directive::IndexIfEmbedded);
        (self.index() == Some(false) && embedded).then_some(true)
    }

    /// The statements that address the engine and that it does not act on, in the order they were read.
    pub fn not_honoured(&self) -> &[NotHonoured<'p>] {
        &self.page.not_honoured
    }

    /// Where its reading leaves the general one, and what is not known about it.
    pub fn marks(&self) -> &[Mark] {
        &self.marks.0
    }

    /// The answers that are not those of the general verdict: `access`, `index`, `follow`, `archive`, `snippet`,
    /// `crawl_delay`.
    pub fn differs(&self) -> Vec<&'static str> {
        let general = &self.general;
        let rules = general.robots().rules();
        let delay = rules.and_then(|rules| rules.crawl_delay(general.client()));
        let answers = [
            (
                "access",
                self.access().allowed() != general.access().allowed(),
            ),
            ("index", self.index() != general.index()),
            ("follow", self.follow() != general.follow()),
            ("archive", self.archive() != general.archive()),
            ("snippet", self.snippet() != general.snippet()),
            ("crawl_delay", self.crawl_delay() != delay),
        ];
        let differs = answers.into_iter().filter(|(_, differs)| *differs);
        differs.map(|(name, _)| name).collect()
    }

    /// The statements that its reading follows from: the line of robots.txt that disallows, if one does, then every statement
    /// about the page that puts in force what it acts on, in the order they were read.
    pub fn because(&self) -> impl Iterator<Item = Because<'p>> + '_ {
        let access = self.access();
        let rule = Because::of_access(access).filter(|_| access.reason() == Reason::DisallowRule);
        let row = self.profile.row();
        let now = self.general.now();
        let heard = self.page.heard.iter().copied();
        let signals = heard.filter(move |signal| self.page.is_reason(row, signal, now));
        rule.into_iter().chain(signals.map(Because::Signal))
    }

    /// The statements that each alone would make it act on `directive` with the value that it has, in the order they were read.
    /// None if it does not act on the directive.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::Document;
    /// use robots_policy::{Directive, HeaderReader, Policy, Timestamp};
    ///
    /// let lines = [("X-Robots-Tag", "none, noarchive")];
    /// let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines)).with_document(Document::not_applicable());
    /// let google = policy.engine_verdict("googlebot".parse()?, "/", Timestamp::from_unix(0));
    ///
    /// let texts = |directive| -> Vec<_> { google.because_of(directive).map(|because| because.text()).collect() };
    /// assert_eq!(texts(Directive::NoFollow), ["none"]);
    /// assert!(texts(Directive::NoArchive).is_empty());
    /// # Ok::<(), robots_policy::engines::UnknownProfile>(())
    /// ```
    pub fn because_of(&self, directive: Directive) -> impl Iterator<Item = Because<'p>> + '_ {
        self.because_of_any([directive])
    }

    /// The statements that each alone would make it act on one of these directives with the value that it has, each once, in
    /// the order they were read.
    fn because_of_any<D>(&self, directives: D) -> impl Iterator<Item = Because<'p>> + use<'_, 'p, D>
    where
        D: AsRef<[Directive]>,
    {
        let row = self.profile.row();
        let now = self.general.now();
        let heard = self.page.heard.iter().copied();
        let signals = heard.filter(move |signal| {
            let alone = self.page.alone(row, signal, now);
            let mut directives = directives.as_ref().iter();
            directives.any(|directive| {
                let value = self.page.done.get(*directive);
                value.is_some() && alone.get(*directive) == value
            })
        });
        signals.map(Because::Signal)
    }

    /// Whether it does less than everything with the page: it does not fetch it, acts on a directive that restricts, or keeps it
    /// out of answers or training. `None` if nothing that was read restricts it and something was not read, or if it cannot
    /// be said whether it fetches the page.
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
    /// assert_eq!((google.restricted(), google.general().restricted()), (Some(false), Some(true)));
    /// # Ok::<(), robots_policy::engines::UnknownProfile>(())
    /// ```
    pub fn restricted(&self) -> Option<bool> {
        let mut done = self.page.done.iter();
        let is_kept_out = |used: Option<UseAnswer>| used.is_some_and(|used| used != UseAnswer::Yes);
        let restricts = !self.is_obtainable()
            || done.any(|(directive, value)| directive.kind().restricts(value))
            || is_kept_out(self.effect(Activity::Input))
            || is_kept_out(self.effect(Activity::Train));
        let access = self.access();
        // Without any robots.txt the general reading does not know it either, and answers about the page alone.
        let is_said = access.allowed().is_some()
            || access.reason() == Reason::MakesNoRequests
            || self.general.access().allowed().is_none();
        (restricts || (is_said && self.is_read())).then_some(restricts)
    }

    /// Whether its page-level statements can be had: false if it does not fetch the page.
    pub fn is_obtainable(&self) -> bool {
        self.access().allowed() != Some(false)
    }

    /// No if a directive is acted on, yes if every input was read, else not known.
    fn unless(&self, directive: Directive) -> Option<bool> {
        let is_forbidden = self.page.done.contains(directive);
        (is_forbidden || self.is_read()).then_some(!is_forbidden)
    }

    /// Whether every input that the engine reads was read.
    fn is_read(&self) -> bool {
        !self.lacks_body && self.general.unread().next().is_none()
    }
}
