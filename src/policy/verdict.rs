//! The verdict for one client or one engine: every answer, computed from the access of robots.txt and the directives in
//! force.
//!
//! A verdict is made in one step: robots.txt is asked once, and the statements that reach the client are united once.
//! The methods then only look at these two. They stay apart on purpose: no answer about the page depends on robots.txt,
//! and none about fetching on the page. `evidence` has the statements that the verdict follows from. A verdict has a
//! reading: `new` makes the general one, `engine` that of a profile, which has the two and the statements by its cells.
//!
//! **Invariant.** Nothing fails open: an answer about the page is `Some(true)` only if fields and document are known. All
//! answers that permit go through `unless_in_force`, which is the only place that knows this rule.
//! `tests/all/unread_sources.rs` and `tests/all/laws_of_sources.rs` notice an answer that goes around it.

mod conflict;
#[cfg_attr(not(feature = "engines"), path = "verdict/no_engine.rs")]
pub(crate) mod engine;
mod evidence;
mod likeness;

use std::time::Duration;

use self::engine::EngineReading;
use super::{Policy, Snippet};
use crate::date::Timestamp;
use crate::diagnostic::Diagnostic;
use crate::directive::{Directive, DirectiveSet, DirectiveValue, Permits};
use crate::ledger::{Asked, Input, Keeps};
use crate::robots_txt::{Access, Robots};
use crate::signal::{Signal, Statement};
use crate::token::Client;

/// The verdict for one client, and the statements that it follows from.
///
/// Each question has two methods: [`Verdict::may_index`] is a plain yes or no, where no includes "not known";
/// [`Verdict::index`] distinguishes the three.
///
/// | reading | made by | the answers are | [`Verdict::profile`] |
/// |---|---|---|---|
/// | general | [`Policy::verdict`] | what a client may do | `None` |
/// | of an engine | [`Policy::engine_verdict`] | what the engine does, as its owner documents it | its profile |
///
/// An engine's verdict has all the methods of a client's, and beside its own answers those of the general reading
/// ([`Verdict::general`]). The methods that only engines have an answer for are empty for a client.
///
/// A verdict borrows the [`Policy`] that it was made from. To use it later or elsewhere, keep the policy and ask again,
/// which costs little; to keep the answers alone, take [`Verdict::answers`].
///
/// # Examples
///
/// ```
/// use robots_policy::ledger::{Assumed, Input};
/// use robots_policy::{Client, Directive, HeaderReader, Policy, Timestamp};
///
/// let mut headers = http::HeaderMap::new();
/// headers.insert("x-robots-tag", "nofollow, max-snippet: 20, noai".parse().unwrap());
/// let policy = Policy::new().with_headers(&headers).with_assumed(Assumed::new().with(Input::Document));
/// let verdict = policy.verdict(&Client::new("ExampleBot")?, "/", Timestamp::from_unix(0));
///
/// assert!(verdict.may_index() && !verdict.may_follow());
/// assert_eq!(verdict.snippet().to_string(), "yes, at most 20 characters");
/// assert!(verdict.directives().contains(Directive::NoAi));
/// assert_eq!(verdict.because().count(), 3);
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
///
/// # Text
/// The text form is that of [`report::Text`](crate::report::Text), without colour.
///
/// # What is not known
/// An answer is yes only if every source that could forbid it was read, is known not to exist, cannot speak, or is assumed away by
/// the caller's word ([`Policy::with_assumed`]). A no needs one statement. [`Verdict::index`], [`Verdict::follow`],
/// [`Verdict::archive`] and [`Snippet::allowed`] depend on fields and document; they are `Some(false)` if a source that was read
/// forbids it, else `None` while one of the two is not known. [`Verdict::unread`] names the sources that keep an answer from being
/// known.
///
/// ```
/// use robots_policy::ledger::Document;
/// use robots_policy::{Client, Policy, Timestamp, Unread, Why};
///
/// let policy = Policy::new().with_document(Document::unread(Why::ContentCoding));
/// let verdict = policy.verdict(&Client::new("ExampleBot")?, "/", Timestamp::from_unix(0));
/// assert_eq!(verdict.index(), None);
/// assert!(!verdict.may_index());
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict<'p> {
    policy: &'p Policy,
    client: Client,
    target: Box<str>,
    now: Timestamp,
    access: Access<'p>,
    /// Those in force at `now`, with exceptions: an answer, not to be united further.
    directives: DirectiveSet,
    /// The answers about the page that are not known unless they are no.
    page_unknown: Keeps,
    /// Contradictions between sources, which no source has by itself.
    conflicts: Vec<Diagnostic>,
    /// The statements that an engine acts on; none for a client, which hears all that reach it.
    heard: Vec<&'p Signal>,
    /// The time that an engine waits between two requests.
    delay: Option<Duration>,
    /// Whether its reading hears the fields of the response.
    pub(super) reads_fields: bool,
    /// Whether metas of the body count for it and the body was not read.
    pub(super) lacks_body: bool,
    /// Whether it can be said whether the page is fetched, as far as the general reading can say it.
    is_fetching_said: bool,
    /// While robots.txt cannot be fetched, the next step of the rules of an engine for that.
    next_rung: Option<Timestamp>,
    /// The reading of an engine; `None` is the general one.
    engine: Option<Box<EngineReading<'p>>>,
}

impl<'p> Verdict<'p> {
    /// Asks robots.txt, unites the statements that reach the client, and resolves deadlines at `now`.
    pub(super) fn new(
        policy: &'p Policy,
        client: &Client,
        target: &str,
        now: Timestamp,
    ) -> Verdict<'p> {
        let mut verdict = Verdict {
            policy,
            client: client.clone(),
            target: target.into(),
            now,
            access: policy.dated(policy.outcome(target).access(client, target)),
            directives: DirectiveSet::default(),
            page_unknown: policy.page_unknown(true),
            conflicts: Vec::new(),
            heard: Vec::new(),
            delay: None,
            reads_fields: true,
            lacks_body: false,
            is_fetching_said: true,
            next_rung: None,
            engine: None,
        };
        if verdict.hears_unread(None) {
            verdict.page_unknown = Keeps::PAGE;
        }
        let stated = || verdict.signals().filter_map(Signal::directive);
        let heard = stated().collect::<DirectiveSet>().resolved_at(verdict.now);
        let stated = stated().map(|(directive, _)| directive);
        verdict.directives = heard.with_exceptions(stated);
        verdict.conflicts = conflict::conflicts(&verdict);
        verdict
    }

    /// The answer of robots.txt: whether the target may be fetched, and the group and rule that decide it; for an engine
    /// whether it fetches the target.
    ///
    /// Without a robots.txt ([`Robots::Unknown`]) the answer is not known; [`Access::allowed`] is then `None`. So it is for
    /// an engine where neither can be said, and for a token without requests.
    pub fn access(&self) -> &Access<'p> {
        &self.access
    }

    /// Whether an obedient crawler could have seen the page-level statements: false if robots.txt disallows the fetch.
    ///
    /// The answers about the page are the same in both cases. A ban on fetching an address is not a ban on listing the
    /// address alone.
    pub fn is_obtainable(&self) -> bool {
        self.access.allowed() != Some(false)
    }

    /// Whether robots.txt or a directive in force closes the page to this client, or limits what may be done with it; `None` if no
    /// source that was read does and a source that could is not known. For an engine `None` also if it cannot be said whether it
    /// fetches the page.
    ///
    /// It hears nothing about use for AI, in whichever vocabulary ([`Directive::ABOUT_AI`] included): ask
    /// [`Verdict::uses`]. The highest level of a preview is not a restriction.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Client, HeaderReader, Policy, Timestamp};
    ///
    /// let restricted = |line| {
    ///     let policy = Policy::new().with_fields(HeaderReader::new().read_lines([("X-Robots-Tag", line)]));
    ///     policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0)).page_restricted()
    /// };
    /// assert_eq!((restricted("noarchive"), restricted("noai")), (Some(true), None));
    /// ```
    pub fn page_restricted(&self) -> Option<bool> {
        let in_force = self.directives.iter();
        let mut of_page = in_force.filter(|(own, _)| !Directive::ABOUT_AI.contains(own));
        let restricts = !self.is_obtainable()
            || of_page.any(|(directive, value)| directive.kind().restricts(value));
        let is_known = self.page_unknown.is_empty()
            && !(self.access.allowed().is_none() && self.policy.lacks_robots());
        let is_free = is_known && self.is_fetching_said;
        (restricts || is_free).then_some(restricts)
    }

    /// Whether it may be stored in a publicly accessible index; `None` if that is not known, see [`Verdict::unread`].
    pub fn index(&self) -> Option<bool> {
        self.unless_in_force(Directive::NoIndex, Asked::Index)
    }

    /// Whether its links may be followed; `None` if that is not known, see [`Verdict::unread`].
    pub fn follow(&self) -> Option<bool> {
        self.unless_in_force(Directive::NoFollow, Asked::Follow)
    }

    /// Whether a stored copy may be offered; `None` if that is not known, see [`Verdict::unread`].
    pub fn archive(&self) -> Option<bool> {
        self.unless_in_force(Directive::NoArchive, Asked::Archive)
    }

    /// Whether it is known that it may be stored in a publicly accessible index: no source forbids it, and every source
    /// was read.
    pub fn may_index(&self) -> bool {
        self.index() == Some(true)
    }

    /// Whether it is known that its links may be followed: no source forbids it, and every source was read.
    pub fn may_follow(&self) -> bool {
        self.follow() == Some(true)
    }

    /// Whether it is known that a stored copy may be offered: no source forbids it, and every source was read.
    pub fn may_archive(&self) -> bool {
        self.archive() == Some(true)
    }

    /// The moment from which it may no longer be indexed, if a statement names one; it may have passed, and then
    /// `noindex` is in force. Of several moments the earliest.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Client, Policy, Timestamp};
    ///
    /// let mut headers = http::HeaderMap::new();
    /// headers.insert("x-robots-tag", "unavailable_after: 25 Jun 2040 15:00:00 GMT".parse().unwrap());
    /// let policy = Policy::new().with_headers(&headers);
    /// let me = Client::new("ExampleBot")?;
    /// let until = policy.verdict(&me, "/", Timestamp::from_unix(0)).index_until().unwrap();
    ///
    /// assert_eq!(until.to_string(), "2040-06-25T15:00:00Z");
    /// assert!(!policy.verdict(&me, "/", until).may_index());
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    pub fn index_until(&self) -> Option<Timestamp> {
        match self.directives.get(Directive::UnavailableAfter) {
            Some(DirectiveValue::Deadline(moment)) => Some(moment),
            _ => None,
        }
    }

    /// The next moment at which the clock alone changes an answer for this client, which is never past: a deadline that is to
    /// come, and for an engine the next step of its rules while robots.txt cannot be fetched. `None` if the answers hold until an
    /// input changes.
    ///
    /// ```
    /// use robots_policy::{Client, HeaderReader, Policy, Timestamp};
    ///
    /// let lines = [("X-Robots-Tag", "unavailable_after: 25 Jun 2040 15:00:00 GMT")];
    /// let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines));
    /// let until = |now| policy.verdict(&Client::anonymous(), "/", now).holds_until();
    /// let deadline = until(Timestamp::from_unix(0)).unwrap();
    /// assert_eq!(deadline.to_string(), "2040-06-25T15:00:00Z");
    /// assert_eq!(until(deadline), None);
    /// ```
    pub fn holds_until(&self) -> Option<Timestamp> {
        let rung = self.next_rung.into_iter();
        rung.chain(self.directives.changes_at()).min()
    }

    /// `Some(true)` if it may be indexed only where it is embedded; else `None`.
    pub fn index_if_embedded(&self) -> Option<bool> {
        let embedded = self.directives.contains(Directive::IndexIfEmbedded);
        (self.index() == Some(false) && embedded).then_some(true)
    }

    /// Whether an excerpt may be shown, and how long it may be.
    pub fn snippet(&self) -> Snippet {
        let allowed = self.unless_in_force(Directive::NoSnippet, Asked::Snippet);
        let max_chars = match self.directives.get(Directive::MaxSnippet) {
            _ if allowed == Some(false) => Some(0),
            Some(DirectiveValue::Ceiling(limit)) => limit,
            _ => None,
        };
        Snippet { allowed, max_chars }
    }

    /// The directives in force for this client, or that an engine acts on: for questions without a method of their own,
    /// such as [`Directive::MaxImagePreview`]. Use for AI has many vocabularies beside directives: [`Verdict::uses`].
    ///
    /// If an input was not read ([`Verdict::unread`]), a directive that is not in the set may still be stated in that
    /// input.
    pub fn directives(&self) -> &DirectiveSet {
        &self.directives
    }

    /// The explicit permissions for this client, such as `index` or `max-snippet: -1`, in the order of
    /// [`Directive::ALL`]. They lift no restriction: a response with `index` beside `noindex` may not be indexed.
    pub fn permits(&self) -> impl Iterator<Item = (Directive, DirectiveValue)> + use<> {
        let stated = self.signals().filter_map(Signal::directive);
        stated.collect::<Permits>().into_iter()
    }

    /// The statements of one explicit permission, in the order they were read; none if [`Verdict::permits`] does not
    /// have the directive.
    pub fn permitted_by(&self, directive: Directive) -> impl Iterator<Item = &'p Signal> + '_ {
        let value = directive.permissive_value();
        let permits = move |said| value.is_some_and(|value| said == (directive, value));
        self.signals()
            .filter(move |signal| signal.directive().is_some_and(permits))
    }

    /// The robots.txt, or the reason why there is none. It also gives access to the lines that are not rules:
    ///
    /// ```
    /// use std::time::Duration;
    /// use robots_policy::{Client, Policy, RobotsTxt, Timestamp};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nCrawl-delay: 5\n\nSitemap: https://example.com/map");
    /// let policy = Policy::new().with_robots(robots);
    /// let verdict = policy.verdict(&Client::new("ExampleBot")?, "/", Timestamp::from_unix(0));
    ///
    /// let rules = verdict.robots().rules().unwrap();
    /// assert_eq!(rules.crawl_delay(verdict.client()), Some(Duration::from_secs(5)));
    /// assert_eq!(rules.sitemaps().next().unwrap().value(), "https://example.com/map");
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    pub fn robots(&self) -> &'p Robots {
        if self.policy.robots.governs(&self.target) {
            self.policy.robots()
        } else {
            &Robots::Unknown
        }
    }

    /// The time to wait between two requests because of robots.txt.
    pub fn crawl_delay(&self) -> Option<Duration> {
        if self.is_of_engine() {
            return self.delay;
        }
        self.robots().rules()?.crawl_delay(&self.client)
    }

    /// The policy that the verdict was made from.
    pub fn policy(&self) -> &'p Policy {
        self.policy
    }

    /// The client that asked; an engine by all its names.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The target of the question as it was given: an absolute URL or a path.
    pub fn target(&self) -> &str {
        &self.target
    }

    /// The moment of the question, by which deadlines were resolved.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// Yes, no, or not known, for a question that one directive forbids: yes if every source that could state it is known.
    fn unless_in_force(&self, forbids: Directive, asked: Asked) -> Option<bool> {
        let is_forbidden = self.directives.contains(forbids);
        (is_forbidden || !self.page_unknown.has(asked)).then_some(!is_forbidden)
    }

    /// Whether a statement addresses the client that a newer version stored and this one cannot read, in this source or in any.
    pub(super) fn hears_unread(&self, source: Option<Input>) -> bool {
        self.signals().any(|signal| {
            let is_there = || match signal.provenance().source().placement() {
                Some(_) => Input::Document,
                None => Input::Fields,
            };
            matches!(signal.statement(), Statement::Unread(_))
                && source.is_none_or(|source| source == is_there())
        })
    }

    /// Whether it is that of an engine.
    pub(crate) fn is_of_engine(&self) -> bool {
        self.engine.is_some()
    }
}
