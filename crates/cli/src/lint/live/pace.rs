//! When a host may be asked again: one request at a time, at least a pause after the one before, and what its answers say about it.

use std::collections::HashMap;
use std::fmt;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use http::{HeaderMap, StatusCode};
use robots_policy::robots_txt::AnswerFields;
use robots_policy_scan::Interrupt;
use url::{Host, Url};

use crate::say::number;

/// Whether sites of these addresses may be asked with this pause.
///
/// # Errors
/// It is too short, in words.
pub(crate) fn may_have_pause<'u>(
    pause: Duration,
    mut urls: impl Iterator<Item = &'u Url>,
) -> Result<(), String> {
    if pause >= LEAST_PAUSE || urls.all(is_loopback) {
        return Ok(());
    }
    Err(String::from(
        "--pause is at least 1 second; less is possible where all addresses are those of this machine",
    ))
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        None => false,
    }
}

/// One request a second.
const LEAST_PAUSE: Duration = Duration::from_secs(1);

/// The pace of a run.
pub(super) struct Pace {
    /// The least time between two requests of one host.
    pause: Duration,
    until: Option<Instant>,
    interrupt: Interrupt,
    /// When each host may be asked again.
    next: HashMap<String, Instant>,
    /// The answers in a row by which a host wants to be left alone.
    refusals: HashMap<String, u32>,
    /// The requests in a row without an answer.
    silences: HashMap<String, u32>,
}

/// Why no more is requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// By a signal.
    Interrupted,
    /// The time of the run is over.
    Time,
    /// A host answered several times in a row that it wants to be left alone.
    Refused,
    /// A host did not answer several times in a row.
    Silent,
    /// A host wants a longer pause than a run waits.
    Pause(Duration),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Interrupted => f.write_str("the run was interrupted"),
            Stop::Time => f.write_str("the time of --time is over"),
            Stop::Refused => write!(
                f,
                "the server answered 429 or 503 {MOST_REFUSALS} times in a row"
            ),
            Stop::Silent => write!(f, "there was no answer {MOST_REFUSALS} times in a row"),
            Stop::Pause(pause) => write!(
                f,
                "the server wants a pause of {} (Retry-After)",
                number(pause.as_secs(), "second")
            ),
        }
    }
}

impl Pace {
    pub(super) fn new(pause: Duration, time: Option<Duration>, interrupt: Interrupt) -> Pace {
        Pace {
            pause,
            until: time.and_then(|time| Instant::now().checked_add(time)),
            interrupt,
            next: HashMap::new(),
            refusals: HashMap::new(),
            silences: HashMap::new(),
        }
    }

    /// Waits until a host may be asked.
    pub(super) fn wait(&self, host: &str) -> Result<(), Stop> {
        let at = self.next.get(host).copied();
        loop {
            if self.interrupt.is_asked() {
                return Err(Stop::Interrupted);
            }
            let now = Instant::now();
            let latest = at.unwrap_or(now).max(now);
            if self.until.is_some_and(|until| latest >= until) {
                return Err(Stop::Time);
            }
            let left = latest - now;
            if left.is_zero() {
                return Ok(());
            }
            thread::sleep(left.min(TICK));
        }
    }

    /// A host has answered, whose robots.txt states this delay.
    pub(super) fn answered(
        &mut self,
        host: &str,
        delay: Option<Duration>,
        answer: Option<(StatusCode, &HeaderMap)>,
    ) -> Result<(), Stop> {
        let is_refusal = answer.is_some_and(|(status, _)| {
            matches!(
                status,
                StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE
            )
        });
        let refusals = self.refusals.entry(host.to_owned()).or_default();
        *refusals = if is_refusal { *refusals + 1 } else { 0 };
        if *refusals >= MOST_REFUSALS {
            return Err(Stop::Refused);
        }
        let silences = self.silences.entry(host.to_owned()).or_default();
        *silences = if answer.is_none() { *silences + 1 } else { 0 };
        if *silences >= MOST_REFUSALS {
            return Err(Stop::Silent);
        }
        let wanted = answer
            .and_then(|(_, fields)| AnswerFields::from_headers(fields).wait(SystemTime::now()));
        let pause = self.after(delay, wanted.filter(|_| is_refusal))?;
        let next = Instant::now().checked_add(pause);
        self.next.extend(next.map(|next| (host.to_owned(), next)));
        Ok(())
    }
}

impl Pace {
    /// The pause after an answer: the longest of those that this run, robots.txt and the server want.
    fn after(&self, delay: Option<Duration>, wanted: Option<Duration>) -> Result<Duration, Stop> {
        match wanted {
            Some(wanted) if wanted > LONGEST => Err(Stop::Pause(wanted)),
            _ => Ok([delay, wanted]
                .into_iter()
                .flatten()
                .fold(self.pause, Duration::max)),
        }
    }
}

/// The refusals, or requests without an answer, in a row after which a host is left alone.
const MOST_REFUSALS: u32 = 3;
/// The longest pause that a run waits.
const LONGEST: Duration = Duration::from_mins(10);
/// How often a signal is looked for.
const TICK: Duration = Duration::from_millis(50);

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use http::header::RETRY_AFTER;

    use super::*;

    fn refusal(after: &str) -> HeaderMap {
        HeaderMap::from_iter([(RETRY_AFTER, after.parse().unwrap())])
    }

    #[test]
    fn a_host_is_left_alone_after_refusals_and_long_pauses() {
        let mut pace = Pace::new(Duration::ZERO, None, Interrupt::default());
        let (refused, fine) = (StatusCode::TOO_MANY_REQUESTS, StatusCode::OK);
        let fields = refusal("0");
        let mut answered = |host, status| pace.answered(host, None, Some((status, &fields)));
        for _ in 0..2 {
            assert_eq!(answered("a", refused), Ok(()));
            assert_eq!(answered("a", refused), Ok(()));
            assert_eq!(answered("a", fine), Ok(()));
        }
        assert_eq!(answered("a", refused), Ok(()));
        assert_eq!(answered("a", StatusCode::SERVICE_UNAVAILABLE), Ok(()));
        assert_eq!(answered("b", refused), Ok(()));
        assert_eq!(answered("a", refused), Err(Stop::Refused));
        let long = refusal("601");
        let answer = Some((refused, &long));
        let stop = Stop::Pause(Duration::from_secs(601));
        assert_eq!(pace.answered("c", None, answer), Err(stop));
        assert_eq!(pace.answered("d", None, None), Ok(()));
        assert_eq!(pace.answered("d", None, None), Ok(()));
        assert_eq!(pace.answered("d", None, None), Err(Stop::Silent));
        // Of another answer it does not count.
        assert_eq!(pace.answered("c", None, Some((fine, &long))), Ok(()));
    }

    #[test]
    fn a_pause_is_the_longest_that_is_wanted() {
        let pace = Pace::new(Duration::from_secs(50), None, Interrupt::default());
        let after = |delay: Option<u64>, wanted: Option<u64>| {
            let (delay, wanted) = (
                delay.map(Duration::from_secs),
                wanted.map(Duration::from_secs),
            );
            pace.after(delay, wanted).map(|pause| pause.as_secs())
        };
        assert_eq!(after(None, None), Ok(50));
        assert_eq!(after(Some(1), Some(3)), Ok(50));
        assert_eq!(after(Some(70), Some(3)), Ok(70));
        assert_eq!(after(Some(70), Some(90)), Ok(90));
        let stop = Stop::Pause(LONGEST * 2);
        assert_eq!(after(None, Some(LONGEST.as_secs() * 2)), Err(stop));
    }

    #[test]
    fn a_pause_ends_with_the_run() {
        let (interrupt, hour) = (Interrupt::default(), Duration::from_hours(1));
        let mut pace = Pace::new(hour, None, interrupt.clone());
        assert_eq!(pace.wait("a"), Ok(()));
        assert_eq!(pace.answered("a", None, None), Ok(()));
        assert_eq!(pace.wait("b"), Ok(()));
        // What ends after the run is not waited for.
        pace.until = Instant::now().checked_add(hour / 2);
        assert_eq!(pace.wait("a"), Err(Stop::Time));
        assert_eq!(pace.wait("b"), Ok(()));
        interrupt.ask();
        assert_eq!(pace.wait("a"), Err(Stop::Interrupted));
        assert_eq!(pace.wait("b"), Err(Stop::Interrupted));
    }
}
