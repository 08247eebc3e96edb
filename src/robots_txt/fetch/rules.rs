//! A ladder of times, as data: the pages that a crawler fetches while it cannot get robots.txt.
//!
//! A failure of a fetch means other things to other crawlers, and some change their mind after hours or weeks. [`FetchRules`]
//! is a value that a table can hold; [`Failure`](super::outcome::Failure) applies it to one failing fetch.
//!
//! **Invariants.** Rungs are in the order of their times. The first is in force from the start, whatever its time, so that no
//! clock that runs backwards falls out of the ladder; without a rung a failure is what RFC 9309 §2.3.1.4 says.
//!
//! **Which test notices.** The tests of this file, and `src/policy/robots/of_engines/tests.rs` at the border seconds.

use std::fmt;
use std::time::Duration;

use crate::date::Timestamp;
use crate::names::named;

named! {
    /// The pages that a crawler fetches while it cannot get robots.txt.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::robots_txt::Then;
    ///
    /// assert_eq!(Then::CopyOrNothing.to_string(), "copy-or-nothing");
    /// assert_eq!(Then::CopyOrNothing.meaning(), "the last copy is obeyed, without one nothing is fetched");
    /// ```
    #[non_exhaustive]
    pub enum Then {
        /// Nothing is fetched, even where a copy is held.
        Nothing = "nothing";
        /// The last good copy is obeyed; without one nothing is fetched (RFC 9309 §2.3.1.4 and §2.4).
        CopyOrNothing = "copy-or-nothing";
        /// The last good copy is obeyed; without one everything is fetched.
        CopyOrEverything = "copy-or-everything";
        /// Everything is fetched, even where a copy is held.
        Everything = "everything";
        /// Everything is fetched if the site answers other requests, else nothing.
        EverythingIfSiteAnswers = "everything-if-site-answers";
    }
}

impl Then {
    /// A clause in English, without a final dot.
    pub fn meaning(self) -> &'static str {
        match self {
            Then::Nothing => "nothing is fetched",
            Then::CopyOrNothing => "the last copy is obeyed, without one nothing is fetched",
            Then::CopyOrEverything => "the last copy is obeyed, without one everything is fetched",
            Then::Everything => "everything is fetched",
            Then::EverythingIfSiteAnswers => {
                "everything is fetched if the site answers, else nothing"
            }
        }
    }
}

/// A step of [`FetchRules`]: what is fetched from a time after the first failure on, until the next rung.
///
/// # Examples
///
/// ```
/// use robots_policy::robots_txt::{FetchRules, Then};
///
/// let first = FetchRules::RFC9309.rungs()[0];
/// assert_eq!((first.from().as_secs(), first.then()), (0, Then::CopyOrNothing));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rung {
    pub(crate) from: Duration,
    pub(crate) then: Then,
}

impl Rung {
    /// A rung that is in force from this time after the first failure on.
    pub(crate) const fn new(from: Duration, then: Then) -> Rung {
        Rung { from, then }
    }

    /// The time after the first failure from which it is in force.
    pub fn from(self) -> Duration {
        self.from
    }

    /// The pages that are fetched.
    pub fn then(self) -> Then {
        self.then
    }
}

/// The behaviour of a crawler while it cannot get robots.txt, as data.
///
/// Its text form is one sentence without a final dot.
///
/// # Examples
///
/// ```
/// use robots_policy::robots_txt::FetchRules;
///
/// let rules = FetchRules::RFC9309;
/// assert_eq!(rules.to_string(), "the last copy is obeyed, without one nothing is fetched");
/// assert_eq!(rules.redirects(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FetchRules {
    pub(crate) redirects: Option<Then>,
    pub(crate) rungs: &'static [Rung],
}

impl FetchRules {
    /// The behaviour that RFC 9309 §2.3.1.4 requires, without an end: the last copy, and nothing without one.
    pub const RFC9309: FetchRules =
        FetchRules::new(&[Rung::new(Duration::ZERO, Then::CopyOrNothing)]);

    /// A ladder of rungs in the order of their times.
    pub(crate) const fn new(rungs: &'static [Rung]) -> FetchRules {
        FetchRules {
            redirects: None,
            rungs,
        }
    }

    /// Sets what a chain of redirects means that was not followed to its end, from the first failure on.
    #[cfg(any(test, feature = "engines"))]
    pub(crate) const fn with_redirects(self, then: Then) -> FetchRules {
        FetchRules {
            redirects: Some(then),
            ..self
        }
    }

    /// The pages that are fetched after redirects that lead to no file; `None` if that is a failure as any other.
    pub fn redirects(&self) -> Option<Then> {
        self.redirects
    }

    /// The rungs, in the order of their times.
    pub fn rungs(&self) -> &'static [Rung] {
        self.rungs
    }
}

/// The rung that is in force at `now`, if the first of the failures was at `since`.
pub(crate) fn in_force(rungs: &[Rung], since: Timestamp, now: Timestamp) -> Then {
    let waited = now.as_unix().saturating_sub(since.as_unix());
    let is_reached =
        |rung: &&Rung| i64::try_from(rung.from.as_secs()).is_ok_and(|from| from <= waited);
    let rung = rungs.iter().rfind(is_reached).or(rungs.first());
    rung.map_or(Then::CopyOrNothing, |rung| rung.then)
}

impl fmt::Display for FetchRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rungs.is_empty() {
            f.write_str(Then::CopyOrNothing.meaning())?;
        }
        let ends = self.rungs.iter().skip(1).map(|next| Some(next.from));
        for (at, (rung, end)) in self.rungs.iter().zip(ends.chain([None])).enumerate() {
            let then = if at == 0 { "" } else { "; then " };
            f.write_str(then)?;
            match end.map(in_words) {
                None => {}
                Some(end) if at == 0 => write!(f, "for {end} ")?,
                Some(end) => write!(f, "until {end} have passed ")?,
            }
            f.write_str(rung.then.meaning())?;
        }
        match self.redirects {
            Some(then) => write!(f, "; after too many redirects {}", then.meaning()),
            None => Ok(()),
        }
    }
}

/// A duration in its largest whole unit: `30 days`, `12 hours`.
fn in_words(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let units = [(86_400, "day"), (3600, "hour"), (60, "minute")].into_iter();
    let mut whole = units.filter(|(len, _)| seconds >= *len && seconds.is_multiple_of(*len));
    let (len, unit) = whole.next().unwrap_or((1, "second"));
    let count = seconds / len;
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    const fn rung(hours: u64, then: Then) -> Rung {
        Rung::new(Duration::from_secs(hours * 3600), then)
    }

    const LADDER: FetchRules = FetchRules::new(&[
        rung(0, Then::Nothing),
        rung(12, Then::CopyOrEverything),
        rung(30 * 24, Then::EverythingIfSiteAnswers),
    ])
    .with_redirects(Then::Everything);

    const DAY_OF_A_COPY: &[Rung] = &[rung(0, Then::CopyOrEverything), rung(24, Then::Everything)];
    const OPEN: &[Rung] = &[rung(0, Then::Everything)];

    #[test]
    fn rules_in_words() {
        for (rules, words) in [
            (
                LADDER,
                "for 12 hours nothing is fetched; then until 30 days have passed the last copy is obeyed, without one \
                 everything is fetched; then everything is fetched if the site answers, else nothing; after too many \
                 redirects everything is fetched",
            ),
            (
                FetchRules::new(DAY_OF_A_COPY),
                "for 1 day the last copy is obeyed, without one everything is fetched; then everything is fetched",
            ),
            (FetchRules::new(OPEN), "everything is fetched"),
            (FetchRules::new(&[]), Then::CopyOrNothing.meaning()),
        ] {
            assert_eq!(rules.to_string(), words);
        }
        for (seconds, words) in rows::<(u64, String)>(include_str!("rules/spans.jsonl")) {
            assert_eq!(in_words(Duration::from_secs(seconds)), words);
        }
    }

    #[test]
    fn a_rung_is_in_force_from_its_second_on() {
        let then = |rungs: &[Rung], waited| {
            let since = Timestamp::from_unix(1_790_000_000);
            in_force(rungs, since, Timestamp::from_unix(1_790_000_000 + waited))
        };
        for (waited, expected) in rows::<(i64, String)>(include_str!("rules/rungs.jsonl")) {
            assert_eq!(then(LADDER.rungs, waited).name(), expected, "{waited}");
        }
        assert_eq!(then(&[], 0), Then::CopyOrNothing);
        let late = [rung(1, Then::Everything)];
        assert_eq!(then(&late, 0), Then::Everything, "the first has no start");
        let never = [
            rung(0, Then::Nothing),
            Rung::new(Duration::MAX, Then::Everything),
        ];
        assert_eq!(then(&never, i64::MAX / 2), Then::Nothing);
    }
}
