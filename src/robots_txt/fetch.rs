//! How a fetch of robots.txt ends, and how long its result holds. No I/O, no clock: answers and times come in.
//!
//! | answer | outcome |
//! |---|---|
//! | 200–299 but 202 and 206 | the rules of the body |
//! | 202; a challenge of a firewall with 200–299 or 400–499; octets that are not text | not read: neither allowed nor disallowed |
//! | 301, 302, 303, 307, 308 with a `Location` | followed, across authorities and in circles, five times by default |
//! | one redirect more | unavailable (a setting) |
//! | a redirect without a usable `Location`, another 300–399 | unreachable |
//! | 304 | the copy is fresh again; without one, unreachable |
//! | 206 to a request for the whole file | unreachable |
//! | 404, 410 | unavailable: absent |
//! | 429 | unreachable (a setting) |
//! | other 400–499 | unavailable: refused |
//! | 500–599 and other numbers | unreachable |
//! | no answer, one that broke off, a 200–299 that cannot be decoded | unreachable |
//!
//! The table is the code of `content`, which also names what an answer has in the place of the file.
//!
//! While robots.txt is unreachable, the last good copy is used; without one everything is disallowed. A copy that was sent
//! with `Cache-Control: no-store` is used until the next fetch ends, and not longer (RFC 9111 §5.2.2.5).
//!
//! **How it works.** [`RobotsFetch`] is the state of one authority; [`Ask`] is one fetch. A fetch follows redirects until an
//! answer is final, then the state changes once, in one of two ways: an outcome is known, the rules of a file or that there
//! is none (`know`), or the fetch failed (`fail`). The number of redirects belongs to the [`Ask`], so a chain that was
//! abandoned, or one that runs beside it, counts for nothing here.
//!
//! **The last good copy.** `known` is the last outcome that was not a failure. A failure sets `failing` beside it, and
//! overwrites it only if `no-store` forbids to keep it (`is_passing`). So a copy needs no rescue: [`RobotsFetch::outcome`]
//! gives it while `failing` is set, and a success clears that. `failing` keeps the time of the first of several failures,
//! from which the patience is counted, and the cause of the latest. An outcome without rules is not used while `failing`:
//! "there is none" was true of a server that answered.
//!
//! **Invariants.** `known` is never [`Robots::Unreachable`], and `fresh` is set only together with it, by `know`. A 304
//! confirms a copy only if one is held and the request had conditions; it is then a success with the times of this
//! answer.
//!
//! **What breaks if touched.** A failure that becomes "there is none" allows everything on a site that is down. A copy that
//! is lost disallows everything there. A 304 to a request without conditions confirms the copy of another URL.
//!
//! **Which test notices.** `tests/all/robots_txt_fetch_model.rs` compares random sequences of answers, times and abandoned
//! fetches with a model of RFC 9309 §2.3 and §2.4; `r_64` and `r_65` in `tests/all/robots_txt_fetch.rs` have the table above.

mod answer;
mod authority;
mod content;
mod fields;
mod outcome;
mod rules;
mod settings;
mod target;

use std::sync::OnceLock;
use std::time::Duration;

pub use self::answer::{Ask, Fetched, Next};
pub(crate) use self::authority::Authority;
pub use self::authority::{authority, robots_txt_url};
pub use self::fields::AnswerFields;
pub use self::outcome::{Age, Cause, Robots};
pub(crate) use self::outcome::{Failure, Outcome};
pub use self::rules::{FetchRules, Rung, Then};
pub use self::settings::{AccessResult, RobotsFetchSettings};
pub use self::target::{InvalidTarget, check_target, is_address};

use self::content::AnswerContent;
pub(crate) use self::rules::in_force;
use self::settings::Conclusion;
use crate::cache_control::CacheControl;
use crate::date::Timestamp;
use crate::diagnostic::{Diagnostic, SharedDiagnostics};
use crate::robots_txt::reader::RobotsTxt;
use crate::why::Why;

/// The robots.txt of one authority over time: when to fetch it, the meaning of each answer, and the rules that hold.
///
/// It does no I/O and reads no clock. Keep one for each [`authority()`], ask it before a page is fetched, and send the
/// requests that it requires with an HTTP client of your own. RFC 9309 §2.3 and §2.4 decide the rest.
///
/// # Examples
///
/// ```
/// use robots_policy::{Client, Policy, Timestamp};
/// use robots_policy::robots_txt::{Age, Fetched, Next, RobotsFetch, RobotsFetchSettings, robots_txt_url};
///
/// # struct Response { status: u16, headers: http::HeaderMap, body: Vec<u8> }
/// # fn get(url: &str) -> Result<Response, ()> {
/// #     Ok(Response { status: 200, headers: http::HeaderMap::new(), body: b"User-agent: *\nDisallow: /".to_vec() })
/// # }
/// # fn join(url: &str, reference: &str) -> Option<String> { None }
/// let now = Timestamp::from_unix(1_790_000_000);
/// let mut fetch = RobotsFetch::new(RobotsFetchSettings::new());
/// if let Some(mut ask) = fetch.ask(now) {
///     let mut url = robots_txt_url("https://example.com/page");
///     loop {
///         let response = url.as_deref().map(get);
///         let fetched = match &response {
///             None => Fetched::LeadsNowhere,
///             Some(Err(_)) => Fetched::NetworkError,
///             Some(Ok(response)) => Fetched::from_response(response.status, &response.headers, &response.body),
///         };
///         match fetch.answered(&mut ask, fetched, now) {
///             Next::Follow(reference) => url = url.and_then(|url| join(&url, &reference)),
///             Next::Done => break,
///         }
///     }
/// }
/// assert_eq!(fetch.age(now), Age::Fresh);
/// assert!(fetch.ask(now).is_none(), "it is known for a day");
/// let policy = Policy::new().with_robots(fetch.at(now));
/// assert!(!policy.verdict(&Client::new("ExampleBot")?, "/page", now).access().is_allowed());
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
///
/// # Storing it
/// Its state follows from the answers and their times. To store it, keep the last answer that gave an outcome, and the
/// answers of an unreachable site since then, each with its time, and replay them: [`RobotsFetch::begin`] begins a fetch
/// at any time, also while [`RobotsFetch::ask`] would not.
#[derive(Clone, Debug, Default)]
pub struct RobotsFetch {
    settings: RobotsFetchSettings,
    /// The scheme, host and port that it is about.
    authority: Option<Authority>,
    /// The last outcome that was not a failure.
    known: Robots,
    /// Whether the next failure has to forget it (`no-store`).
    is_passing: bool,
    /// Those of the file in `known`.
    diagnostics: SharedDiagnostics,
    /// The same with what is to be said of the file as a whole: made once for each answer, since the rules of a page are those of
    /// many.
    noticed: OnceLock<SharedDiagnostics>,
    /// The time of `known`, and for how many seconds it is fresh.
    fresh: Option<(Timestamp, i64)>,
    /// The thing that the answer of `known` has in the place of the file.
    instead: Option<Why>,
    /// The time of the first failure since `known`, and the cause of the latest, with what its answer has.
    failing: Option<(Timestamp, Cause, Option<Why>)>,
    /// The time of the last final answer of any kind.
    answered: Option<Timestamp>,
    /// The seconds after which the server wants to be asked again, if its last answer says so.
    retry: Option<i64>,
}

impl RobotsFetch {
    /// An authority whose robots.txt was not fetched yet: its outcome is [`Robots::Unknown`].
    pub fn new(settings: RobotsFetchSettings) -> RobotsFetch {
        RobotsFetch {
            settings,
            ..RobotsFetch::default()
        }
    }

    /// That of the authority of this URL: a policy to which it is given then knows no robots.txt for a target of another one, as
    /// after a redirect.
    #[must_use]
    pub fn for_url(self, url: &str) -> RobotsFetch {
        RobotsFetch {
            authority: Authority::of(url),
            ..self
        }
    }

    pub(crate) fn authority(&self) -> Option<&Authority> {
        self.authority.as_ref()
    }

    /// Begins a fetch if one is due at `now` ([`RobotsFetch::is_due`]): `None` while the outcome is fresh, or younger than the floor
    /// ([`RobotsFetchSettings::with_floor`]), and while an unreachable site rests ([`RobotsFetchSettings::with_rest`]).
    ///
    /// Answer a fetch that you give up, after a timeout for example, with [`Fetched::NetworkError`]. A fetch that is only
    /// dropped does not count, and the next call begins another.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::Timestamp;
    /// use robots_policy::robots_txt::{Fetched, RobotsFetch};
    ///
    /// let at = Timestamp::from_unix;
    /// let mut fetch = RobotsFetch::default();
    /// let mut ask = fetch.ask(at(0)).unwrap();
    /// let _ = fetch.answered(&mut ask, Fetched::from_response(200, &http::HeaderMap::new(), b""), at(0));
    /// assert!(fetch.ask(at(86_399)).is_none());
    /// assert!(fetch.ask(at(86_400)).is_some(), "a day later it is stale");
    /// ```
    pub fn ask(&self, now: impl Into<Timestamp>) -> Option<Ask> {
        self.is_due(now).then(|| self.begin())
    }

    /// Whether a fetch is due at `now`. One is if the last answer is from the future: the clock was wrong then, or is now, so that
    /// its age is not known.
    ///
    /// ```
    /// use robots_policy::Timestamp;
    /// use robots_policy::robots_txt::{Age, Fetched, RobotsFetch};
    ///
    /// let at = Timestamp::from_unix;
    /// let mut fetch = RobotsFetch::default();
    /// let _ = fetch.answered(&mut fetch.begin(), Fetched::of(200, b"User-agent: *"), at(1_000_000));
    /// assert!(!fetch.is_due(at(999_700)), "clocks may differ by five minutes");
    /// assert!(fetch.is_due(at(999_699)) && fetch.age(at(999_699)) == Age::Stale);
    /// ```
    pub fn is_due(&self, now: impl Into<Timestamp>) -> bool {
        let now = now.into();
        let is_ahead = self.answered.is_some_and(|at| is_ahead(at, now));
        is_ahead || self.due().is_none_or(|due| now >= due)
    }

    /// Begins a fetch even if none is due: for a refresh on demand, and to replay stored answers with their old times.
    pub fn begin(&self) -> Ask {
        Ask {
            followed: 0,
            is_conditional: self.holds_a_copy(),
            is_unconditional: false,
        }
    }

    /// The time from which [`RobotsFetch::ask`] begins the next fetch; `None` before the first, which may begin at once.
    ///
    /// After a fetch that failed that is the time that `Retry-After` states, up to a day, and no sooner than the floor or the rest;
    /// without the field, the rest.
    pub fn due(&self) -> Option<Timestamp> {
        let answered = self.answered?;
        let pause = |duration: Duration| i64::try_from(duration.as_secs()).unwrap_or(i64::MAX);
        let (floor, rest) = (pause(self.settings.floor), pause(self.settings.rest));
        let rests = || {
            self.retry
                .map_or(rest, |retry| retry.min(DAY).max(floor.min(rest)))
        };
        let pause = match (self.failing, self.fresh) {
            (Some(_), _) => rests(),
            (None, Some((_, lifetime))) => lifetime.max(floor.min(DAY)),
            (None, None) if matches!(self.known, Robots::Unread { .. }) => rests(),
            (None, None) => return None,
        };
        let due = answered.as_unix().saturating_add(pause);
        Some(Timestamp::from_unix(due))
    }

    /// Takes the answer to a request of this fetch, which came at `now`, and returns whether another request follows.
    ///
    /// The state changes only with [`Next::Done`]. Until then the last outcome holds, also for other fetches of the same
    /// authority. After it, this `ask` is used up.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::Timestamp;
    /// use robots_policy::robots_txt::{Fetched, Next, RobotsFetch};
    ///
    /// let now = Timestamp::from_unix(0);
    /// let mut headers = http::HeaderMap::new();
    /// headers.insert("location", http::HeaderValue::from_static("https://www.example.com/robots.txt"));
    ///
    /// let mut fetch = RobotsFetch::default();
    /// let mut ask = fetch.begin();
    /// let next = fetch.answered(&mut ask, Fetched::from_response(301, &headers, b""), now);
    /// assert_eq!(next, Next::Follow("https://www.example.com/robots.txt".into()));
    ///
    /// let headers = http::HeaderMap::new();
    /// let file = Fetched::from_response(200, &headers, b"User-agent: *");
    /// assert_eq!(fetch.answered(&mut ask, file, now), Next::Done);
    /// assert!(fetch.outcome(now).rules().is_some());
    /// ```
    pub fn answered<'a>(
        &mut self,
        ask: &mut Ask,
        fetched: Fetched<'a>,
        now: impl Into<Timestamp>,
    ) -> Next<'a> {
        let now = now.into();
        let is_conditional = !std::mem::take(&mut ask.is_unconditional);
        let mut retry = None;
        let (found, control) = match fetched {
            Fetched::NetworkError => (AnswerContent::failed(Cause::NetworkError), None),
            Fetched::Undecodable => (AnswerContent::failed(Cause::Undecodable), None),
            Fetched::LeadsNowhere => (AnswerContent::failed(Cause::Redirects), None),
            Fetched::NotAtHand(why) => (AnswerContent::unread(why), None),
            Fetched::Response {
                status,
                fields,
                body,
            } => {
                if fields.lead_on(status) && ask.followed < self.settings.redirects {
                    ask.followed += 1;
                    return Next::Follow(fields.location.unwrap_or_default());
                }
                let control = fields.cache_control.as_deref().map(CacheControl::read);
                retry = fields.wait(now);
                if status == 304 && self.holds_a_copy() && is_conditional {
                    self.know(self.known.clone(), control.unwrap_or_default(), now);
                    return Next::Done;
                }
                (self.settings.find(status, &fields, body), control)
            }
        };
        self.take(found, control.unwrap_or_default(), now);
        self.retry = retry.map(|time| i64::try_from(time.as_secs()).unwrap_or(i64::MAX));
        Next::Done
    }

    /// Whether a file is held that a 304 may confirm.
    fn holds_a_copy(&self) -> bool {
        matches!(self.known, Robots::Rules(_)) && !self.is_passing
    }

    /// The outcome that holds at `now`, however old it is; see [`RobotsFetch::age`].
    ///
    /// While robots.txt is unreachable this is the last good copy, and [`Robots::Unreachable`] without one. `now` matters
    /// only with [`RobotsFetchSettings::with_patience`].
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::Timestamp;
    /// use robots_policy::robots_txt::{Age, Fetched, Robots, RobotsFetch};
    ///
    /// let now = Timestamp::from_unix(0);
    /// let headers = http::HeaderMap::new();
    /// let mut fetch = RobotsFetch::default();
    /// let _ = fetch.answered(&mut fetch.begin(), Fetched::from_response(503, &headers, b""), now);
    /// assert!(matches!(fetch.outcome(now), Robots::Unreachable { .. }), "no copy: everything is disallowed");
    ///
    /// let _ = fetch.answered(&mut fetch.begin(), Fetched::from_response(200, &headers, b"User-agent: *"), now);
    /// let _ = fetch.answered(&mut fetch.begin(), Fetched::NetworkError, now);
    /// assert!(fetch.outcome(now).rules().is_some(), "the last good copy");
    /// assert_eq!(fetch.age(now), Age::Unreachable);
    /// ```
    pub fn outcome(&self, now: impl Into<Timestamp>) -> Robots {
        let Some(failure) = self.failure() else {
            return self.known.clone();
        };
        let copy = Rung::new(Duration::ZERO, Then::CopyOrNothing);
        let then = match self.settings.patience {
            Some(patience) => {
                let end = Rung::new(patience, Then::Everything);
                in_force(&[copy, end], failure.since, now.into())
            }
            None => copy.then,
        };
        failure.then(then).owned()
    }

    /// The fetch as it fails, with the last good copy; `None` if the last one did not.
    pub(crate) fn failure(&self) -> Option<Failure<'_>> {
        let (since, cause) = self.unreachable()?;
        Some(Failure {
            since,
            cause,
            copy: self.known.rules(),
            site_up: None,
        })
    }

    /// How current the outcome is at `now`. [`RobotsFetch::due`] has the time of the next fetch.
    pub fn age(&self, now: impl Into<Timestamp>) -> Age {
        let now = now.into();
        let age = |since: Timestamp| now.as_unix().saturating_sub(since.as_unix());
        match (self.failing, self.fresh) {
            (Some(_), _) => Age::Unreachable,
            (None, None) if self.answered.is_some() => Age::Unreachable,
            (None, None) => Age::Nothing,
            (None, Some((since, _))) if is_ahead(since, now) => Age::Stale,
            (None, Some((since, lifetime))) if age(since) < lifetime => Age::Fresh,
            (None, Some(_)) => Age::Stale,
        }
    }

    /// The time since which robots.txt is unreachable, and the latest cause; given even while a copy is used. `None` if the
    /// last fetch did not fail.
    pub fn unreachable(&self) -> Option<(Timestamp, Cause)> {
        self.failing.map(|(since, cause, _)| (since, cause))
    }

    /// The thing that the last answer had in the place of the file; after a 304, that of the copy. `None` if it is the file, if
    /// the answer said that there is none, and before the first. It is stated also where the outcome does not depend on it.
    ///
    /// The first that applies: a challenge by a field (`cf-mitigated`, `x-amzn-waf-action`), a content coding that was not
    /// undone, a status that is not final, markup without a line of robots.txt.
    ///
    /// ```
    /// use robots_policy::robots_txt::{Fetched, RobotsFetch};
    /// use robots_policy::{Timestamp, Why};
    ///
    /// let now = Timestamp::from_unix(0);
    /// let mut fetch = RobotsFetch::default();
    /// let page = Fetched::of(200, b"<!DOCTYPE html><title>Home</title>");
    /// let _ = fetch.answered(&mut fetch.begin(), page, now);
    /// assert_eq!(fetch.instead(), Some(Why::Markup));
    /// ```
    pub fn instead(&self) -> Option<Why> {
        self.failing.map_or(self.instead, |(.., instead)| instead)
    }

    /// The diagnostics about the file that is held; none if no file is.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The diagnostics about the file that is held, with those that `notice` adds to them; it is asked once for each answer.
    pub(crate) fn noticed(
        &self,
        notice: impl FnOnce(&Robots) -> Option<Diagnostic>,
    ) -> SharedDiagnostics {
        let noticed = || {
            let mut all = self.diagnostics.clone();
            all.add(Vec::from_iter(notice(&self.known)).into());
            all
        };
        self.noticed.get_or_init(noticed).clone()
    }

    /// How many octets it keeps in memory ([`RobotsTxt::weight`](crate::RobotsTxt::weight)), the copy that is held and its
    /// diagnostics included.
    pub fn weight(&self) -> usize {
        let rules = self.known.rules().map_or(0, RobotsTxt::weight);
        size_of::<RobotsFetch>() + rules + size_of_val(&*self.diagnostics)
    }

    /// Whether the outcome may be kept for later, by a cache on disk for example: `Cache-Control: no-store` forbids it
    /// (RFC 9111 §5.2.2.5).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::robots_txt::{Fetched, RobotsFetch};
    ///
    /// let mut headers = http::HeaderMap::new();
    /// headers.insert("cache-control", http::HeaderValue::from_static("No-Store=\"x\", max-age=60"));
    /// let mut fetch = RobotsFetch::default();
    /// let mut ask = fetch.begin();
    /// let _ = fetch.answered(&mut ask, Fetched::from_response(200, &headers, b"User-agent: *"), std::time::SystemTime::now());
    /// assert!(!fetch.may_be_kept());
    /// ```
    pub fn may_be_kept(&self) -> bool {
        !self.is_passing
    }

    /// Takes what a final answer has.
    fn take(&mut self, found: AnswerContent, control: CacheControl, now: Timestamp) {
        let (known, diagnostics) = match found.file {
            Ok(read) => (Robots::Rules(read.value), read.diagnostics),
            Err(Conclusion::Unavailable(cause)) => (Robots::Unavailable(cause), Vec::new()),
            Err(Conclusion::Unreachable(cause)) => return self.fail(cause, found.instead, now),
            // The copy that is held stays in force, as after a failure.
            Err(Conclusion::Unread(_)) if self.holds_a_copy() => {
                return self.fail(Cause::ServerError, found.instead, now);
            }
            Err(Conclusion::Unread(why)) => {
                self.know(Robots::Unread { why }, control, now);
                (self.instead, self.fresh) = (Some(why), None);
                self.say(Vec::new());
                return;
            }
        };
        self.say(diagnostics);
        self.instead = found.instead;
        self.know(known, control, now);
    }

    /// A fetch succeeded, also if the server has no such file. `Cache-Control` may shorten the day for which the outcome is
    /// fresh, and not extend it (RFC 9309 §2.4).
    fn know(&mut self, known: Robots, control: CacheControl, now: Timestamp) {
        let lifetime = control.max_age.map(i64::try_from);
        let lifetime = lifetime.map_or(DAY, |seconds| seconds.unwrap_or(DAY));
        self.known = known;
        self.is_passing = control.no_store;
        self.failing = None;
        self.fresh = Some((now, lifetime.min(DAY)));
        self.answered = Some(now);
    }

    /// Records a failed fetch: the known rules stay, unless they were not to be stored.
    fn fail(&mut self, cause: Cause, instead: Option<Why>, now: Timestamp) {
        let since = self.failing.map_or(now, |(since, ..)| since);
        self.failing = Some((since, cause, instead));
        self.answered = Some(now);
        if self.is_passing {
            self.known = Robots::Unknown;
            self.say(Vec::new());
            self.is_passing = false;
        }
    }

    /// Replaces the diagnostics of the file that is held.
    fn say(&mut self, diagnostics: Vec<Diagnostic>) {
        self.diagnostics = diagnostics.into();
        self.noticed = OnceLock::new();
    }
}

/// Whether a moment is so far in the future that no clock was right then and is right now.
fn is_ahead(at: Timestamp, now: Timestamp) -> bool {
    at.as_unix().saturating_sub(now.as_unix()) > SLACK
}

/// How far, in seconds, the clocks of those who share an answer may be apart.
const SLACK: i64 = 5 * 60;

/// The longest that a copy should be used (RFC 9309 §2.4), in seconds.
const DAY: i64 = 24 * 60 * 60;
