//! The union of all statements, and the verdict for one client.
//!
//! **What it is.** The one place where scopes are resolved and unions are taken. Two algebras are kept apart:
//!
//! - robots.txt *selects* (RFC 9309 §2.2.1): the group for the client's own token hides the one for every client. Its
//!   answer is an [`Access`](crate::robots_txt::Access).
//! - Page-level statements *add up*: those to every client and those to the client are united, and of two values the
//!   more restrictive one stays. Their sum is a [`DirectiveSet`](crate::DirectiveSet).
//!
//! A [`Verdict`] puts the two side by side, and neither changes the other.
//!
//! **Invariants.** The union of statements is commutative, associative, idempotent and monotone: one more statement
//! never loosens a verdict. A policy knows no bytes: everything that it needs to know of an input is in its signals and
//! diagnostics. The state of each source is held with its reasons ([`ledger`](crate::ledger)): giving a source can make an
//! unknown answer known, and never a no a yes.
//!
//! **What breaks if touched.** If a `Disallow` of one group counted for the clients of another, or if a `noindex` for
//! every client did not bind a client with statements of its own, one algebra would have the rules of the other. Both
//! errors give right answers for a site with one group and one line.
//!
//! **Which test notices.** The laws `r_117_…` and `r_118_…` in `tests/all/laws.rs` and `laws_of_sources.rs`, over
//! random lines, metas, groups and clients.

mod answers;
mod because;
mod documents;
mod entries;
#[cfg(feature = "parts")]
mod following;
mod gap;
#[cfg(feature = "parts")]
mod quotable;
mod robots;
mod snippet;
mod stored;
pub(crate) mod uses;
pub(crate) mod verdict;

use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue};
use std::collections::BTreeMap;
use std::fmt;

pub use self::answers::Answers;
pub use self::because::Because;
#[cfg(feature = "parts")]
pub use self::following::{Following, LinkReason};
pub use self::gap::Unread;
#[cfg(feature = "parts")]
pub use self::quotable::{Excerpt, Permit, Quotable, Refusal};
pub use self::robots::KnownRobots;
pub use self::snippet::Snippet;
pub(crate) use self::snippet::answer_in_words;
pub use self::stored::StoredError;
pub use self::uses::{Pointer, PolicyToken, Uses};
pub use self::verdict::Verdict;

use crate::ai::rsl::Rsl;
use crate::ai::tdmrep::TdmRep;
use crate::date::Timestamp;
use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed, SharedDiagnostics};
use crate::directive::DirectiveSet;
use crate::header::{Fields, HeaderReader, Validity, named};
use crate::ledger::{Document, Held, KnownState, State};
use crate::provenance::{Provenance, Source};
use crate::signal::Signal;
use crate::token::{Client, Scope};
use crate::why::Why;

/// Everything that the sources of one response state, for all clients.
///
/// Add the sources in any order, then ask with [`Policy::verdict`], once for each client. A policy does not know who
/// will ask, so that it can be kept and asked again later. An empty policy knows nothing: each answer is `None`.
///
/// | source | method |
/// |---|---|
/// | robots.txt: a file, an outcome, what a fetch knows | [`Policy::with_robots`] |
/// | fields, read with the defaults | [`Policy::with_headers`], [`Policy::with_lines`] |
/// | fields, read with options | [`Policy::with_fields`] |
/// | a document: its metas, or why there are none | [`Policy::with_document`] |
/// | the caller's word that a source does not exist | [`Policy::with_assumed`] |
///
/// # Examples
///
/// ```
/// use std::time::SystemTime;
/// use http::HeaderMap;
/// use robots_policy::{Client, Directive, MetaExtractor, Policy, RobotsTxt};
///
/// let mut headers = HeaderMap::new();
/// headers.insert("robots-tag", "*;max-snippet=20, ExampleBot;noindex".parse().unwrap());
/// let me = Client::new("ExampleBot")?;
/// let mut metas = MetaExtractor::from_headers(&headers).with_client(&me);
/// let _ = metas.feed(b"<meta name=robots content=nofollow>");
///
/// let policy = Policy::new()
///     .with_robots(RobotsTxt::parse(b"User-agent: *\nDisallow: /private"))
///     .with_headers(&headers)
///     .with_document(metas.finish());
/// let verdict = policy.verdict(&me, "/path?query", SystemTime::now());
/// assert!(verdict.access().is_allowed());
/// assert!(!verdict.may_index());
/// assert!(!verdict.may_follow());
/// assert_eq!(verdict.snippet().max_chars, Some(20));
/// let because = verdict.because_of(Directive::NoIndex).next().unwrap();
/// assert_eq!(because.to_string(), "robots-tag line 1, bytes 29-36: «noindex» to examplebot");
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Policy {
    robots: KnownRobots,
    /// Whether the site answers requests for other things than robots.txt.
    site_up: Option<bool>,
    signals: Vec<Signal>,
    /// Those about the response.
    diagnostics: SharedDiagnostics,
    validity: Validity,
    /// Those about `tdmrep.json` and licences at addresses.
    site: SharedDiagnostics,
    /// The `tdmrep.json` of the site, if the caller gave it.
    tdmrep: Option<TdmRep>,
    /// Licences that the caller gave, by their addresses.
    licenses: Vec<(Box<str>, Rsl)>,
    /// Licences that documents hold, by their places.
    inline: Vec<(Provenance, Rsl)>,
    /// Statements of metas in the body, which count for some engines alone.
    body: Vec<Signal>,
    /// The states of the sources, for [`Verdict::ledger`].
    held: Held,
}

impl Policy {
    /// A policy to which no source was added.
    pub fn new() -> Policy {
        Policy::default()
    }

    /// Adds the statements of the fields of a response, read with the defaults of [`HeaderReader`], and sets how long
    /// they hold.
    #[must_use]
    pub fn with_headers(self, headers: &HeaderMap) -> Policy {
        let types = headers.get_all(CONTENT_TYPE).iter();
        self.with_validity(Validity::from_headers(headers))
            .with_content_type(types.map(HeaderValue::as_bytes))
            .with_fields(HeaderReader::new().read(headers))
    }

    /// The same for field lines of any type, in the order of the wire.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{MetaExtractor, Policy};
    ///
    /// // Field lines of an HTTP client that has no `HeaderMap`.
    /// let lines = [("Content-Type", "text/html"), ("X-Robots-Tag", "noindex")];
    /// let metas = MetaExtractor::from_lines(lines);
    /// let policy = Policy::new().with_lines(lines).with_document(metas.finish());
    /// assert_eq!(policy.signals().len(), 1);
    /// ```
    #[must_use]
    pub fn with_lines<N, V>(self, lines: impl IntoIterator<Item = (N, V)>) -> Policy
    where
        N: AsRef<[u8]>,
        V: AsRef<[u8]>,
    {
        let lines: Vec<(N, V)> = lines.into_iter().collect();
        let lines = lines
            .iter()
            .map(|(name, value)| (name.as_ref(), value.as_ref()));
        let types = named(CONTENT_TYPE, lines.clone());
        self.with_validity(Validity::from_lines(lines.clone()))
            .with_content_type(types)
            .with_fields(HeaderReader::new().read_lines(lines))
    }

    /// Sets the hints of the response for how long it holds.
    #[must_use]
    pub fn with_validity(mut self, validity: Validity) -> Policy {
        self.validity = validity;
        self
    }

    /// The hints of the response for how long it holds. Its statements stay in force until a newer response is read.
    pub fn validity(&self) -> Validity {
        self.validity
    }

    /// Adds the statements of fields that were read with options, and nothing else of the response: neither its type
    /// ([`Policy::with_content_type`]) nor how long it holds ([`Policy::with_validity`]).
    #[must_use]
    pub fn with_fields(mut self, read: Parsed<Fields>) -> Policy {
        let read = read.map(|fields| fields.0);
        self.held.add_fields(&read);
        self.add_read(read);
        self
    }

    /// Adds a document: the result of a reader of metas, or what a [`Document`] says of it. Of two documents, such as the
    /// source and a later state of the tree, the statements add up.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Client, MetaExtractor, Policy, Timestamp};
    ///
    /// let mut metas = MetaExtractor::new();
    /// let _ = metas.feed(b"<meta name=robots content=noindex>");
    /// let policy = Policy::new().with_document(metas.finish());
    /// let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
    /// assert_eq!(verdict.index(), Some(false));
    /// ```
    #[must_use]
    pub fn with_document(mut self, document: impl Into<Document>) -> Policy {
        let document = document.into();
        let mut known = document.known;
        if known.state == State::Read && (!document.is_searched || lacks_license(&document.read)) {
            known = known.united(KnownState::read_but(Why::Body));
        }
        if let Some(embedded) = document.embedded {
            self.held.embedded = self.held.embedded.united(embedded);
        }
        if matches!(known.state, State::Read | State::Unread) {
            // A document of markup has no metadata of another kind.
            self.held.embedded = self
                .held
                .embedded
                .united(KnownState::new(State::NotApplicable));
        }
        self.held.is_whole = match self.held.document.state {
            State::Read | State::Unread => self.held.is_whole && document.is_whole,
            _ => document.is_whole,
        };
        self.held.document = self.held.document.united(known);
        add(&mut self.body, document.body);
        self.add_read(document.read);
        self
    }

    /// Adds statements and diagnostics.
    fn add_read(&mut self, read: Parsed<Vec<Signal>>) {
        let found = self.read_inline(&read.value);
        self.add_diagnostics(found);
        add(&mut self.signals, read.value);
        self.add_diagnostics(read.diagnostics);
    }

    /// Adds all that another policy of the same authority holds. It never loosens, whichever of the two is first.
    ///
    /// Two robots.txt are not united. The stricter outcome stays: unreachable before rules, rules before unavailable,
    /// and unavailable before unknown; of two files it is this policy's. Of the validities the shorter one stays.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Client, HeaderReader, Policy, Timestamp};
    ///
    /// let page = |line| Policy::new().with_fields(HeaderReader::new().read_lines([("X-Robots-Tag", line)]));
    /// let both = page("noindex").union(page("nofollow"));
    /// let verdict = both.verdict(&Client::new("ExampleBot")?, "/", Timestamp::from_unix(0));
    /// assert!(!verdict.may_index() && !verdict.may_follow());
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn union(mut self, mut other: Policy) -> Policy {
        self.unite_robots(&mut other);
        self.validity = self.validity.shorter(other.validity);
        add(&mut self.body, std::mem::take(&mut other.body));
        self.held.unite(std::mem::take(&mut other.held));
        self.tdmrep = self.tdmrep.or(other.tdmrep.take());
        self.site.add(std::mem::take(&mut other.site));
        for (url, license) in std::mem::take(&mut other.licenses) {
            if self.licenses.iter().all(|(known, _)| *known != url) {
                self.licenses.push((url, license));
            }
        }
        self.add_read(Parsed {
            value: other.signals,
            diagnostics: other.diagnostics.into_vec(),
        });
        self
    }

    /// Every statement for any client, in the order it was added.
    pub fn signals(&self) -> &[Signal] {
        &self.signals
    }

    /// Every diagnostic of any input: those of robots.txt, of other files of the site, then those of the response in the order
    /// they were added.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> + Clone {
        let of_files = self.robots.diagnostics.iter().chain(self.site.iter());
        of_files.chain(self.diagnostics.iter())
    }

    /// The verdict for `client` on the response from `target`, an absolute URL or a path with its query, at `now`.
    ///
    /// Any other target is taken for a path without its slash: `private/x` is `/private/x`. The target matters to
    /// robots.txt alone, the clock to deadlines alone. The cost is that of one question to robots.txt and of a walk
    /// over the statements.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::{Assumed, Input};
    /// use robots_policy::{Client, Policy, RobotsTxt};
    /// # use robots_policy::Timestamp;
    ///
    /// let mut headers = http::HeaderMap::new();
    /// headers.insert("robots-tag", "*;noarchive, OtherBot;noindex".parse().unwrap());
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /private\n\nUser-agent: OtherBot\nAllow: /");
    /// let policy = Policy::new().with_robots(robots).with_headers(&headers);
    /// let policy = policy.with_assumed(Assumed::new().with(Input::Document)); // the answer has no body
    /// let now = Timestamp::from_unix(1_790_000_000); // or `SystemTime::now()`
    ///
    /// let verdict = policy.verdict(&Client::new("ExampleBot")?, "https://example.com/private/x?y", now);
    /// assert!(!verdict.access().is_allowed());
    /// assert!(verdict.may_index() && !verdict.may_archive());
    ///
    /// let verdict = policy.verdict(&Client::new("OtherBot")?, "/private/x?y", now);
    /// assert!(verdict.access().is_allowed());
    /// assert!(!verdict.may_index() && !verdict.may_archive());
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    pub fn verdict(&self, client: &Client, target: &str, now: impl Into<Timestamp>) -> Verdict<'_> {
        Verdict::new(self, client, target, now.into())
    }

    /// The directives that the response states, by scope: the sums of those to every client and to each product token. The verdict for
    /// one client unites those that address it.
    ///
    /// ```
    /// use robots_policy::{HeaderReader, Policy};
    ///
    /// let lines = [("X-Robots-Tag", "noarchive, otherbot: noindex")];
    /// let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines));
    /// let stated: Vec<String> = policy.directives().map(|(scope, set)| format!("{scope}: {set}")).collect();
    /// assert_eq!(stated, ["*: noarchive", "otherbot: noindex"]);
    /// ```
    pub fn directives(&self) -> impl Iterator<Item = (&Scope, DirectiveSet)> {
        let mut sets: BTreeMap<&Scope, DirectiveSet> = BTreeMap::new();
        for signal in &self.signals {
            sets.entry(signal.scope())
                .or_default()
                .extend(signal.directive());
        }
        sets.into_iter().filter(|(_, set)| !set.is_empty())
    }

    /// The next moment at which the clock alone changes an answer about the page for some client, after `now`: a deadline that
    /// passes. robots.txt has times of its own ([`RobotsFetch::due`](crate::robots_txt::RobotsFetch::due)), and so has the
    /// response ([`Policy::validity`]).
    ///
    /// ```
    /// use robots_policy::{HeaderReader, Policy, Timestamp};
    ///
    /// let lines = [("X-Robots-Tag", "unavailable_after: 2030-01-01, otherbot: unavailable_after: 2027-01-01")];
    /// let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines));
    /// let next = policy.next_change(Timestamp::from_unix(1_790_000_000)).unwrap();
    /// assert_eq!(next.to_string(), "2027-01-01T00:00:00Z");
    /// assert_eq!(policy.next_change(next).unwrap().to_string(), "2030-01-01T00:00:00Z");
    /// ```
    pub fn next_change(&self, now: impl Into<Timestamp>) -> Option<Timestamp> {
        let now = now.into();
        let sets = self.directives();
        sets.filter_map(|(_, set)| set.resolved_at(now).changes_at())
            .min()
    }

    fn add_diagnostics(&mut self, more: Vec<Diagnostic>) {
        self.diagnostics.add(more.into());
    }
}

/// Whether a document holds a licence that was not read: a script that is too long, or whose text is elements.
fn lacks_license(read: &Parsed<Vec<Signal>>) -> bool {
    let is_script = |found: &Diagnostic| match found.code() {
        DiagnosticCode::InlineLicenseTooLong => true,
        DiagnosticCode::LicenseNotCounted => found.provenance().source() == Source::Rsl,
        _ => false,
    };
    read.diagnostics.iter().any(is_script)
}

/// Appends items; an empty list takes the other one over without a copy.
fn add<T>(items: &mut Vec<T>, mut more: Vec<T>) {
    if items.is_empty() {
        *items = more;
    } else {
        items.append(&mut more);
    }
}

impl fmt::Debug for Policy {
    /// The first statements, and the diagnostics in numbers: of both there can be thousands.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy")
            .field("robots", &self.robots)
            .field("signals", &First(&self.signals))
            .field("diagnostics", &self.diagnostics().count())
            .field("validity", &self.validity)
            .field("states", &self.held)
            .finish_non_exhaustive()
    }
}

/// The first statements of many.
struct First<'s>(&'s [Signal]);

impl fmt::Debug for First<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.0.get(..SHOWN).unwrap_or(self.0);
        let mut list = f.debug_list();
        list.entries(shown);
        match self.0.len() - shown.len() {
            0 => list.finish(),
            more => list.entry(&format_args!("{more} more")).finish(),
        }
    }
}

/// Statements that `Debug` shows: `what_is_shown_for_debugging_is_short_for_a_long_file` in `tests/all/traits.rs`
/// bounds the whole.
const SHOWN: usize = 8;
