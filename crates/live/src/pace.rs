//! When a host may be asked again: one request at a time, at least a pause after the one before, and what its answers say about it.

use std::collections::HashMap;
use std::fmt;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use http::{HeaderMap, StatusCode};
use robots_policy::Client;
use robots_policy::robots_txt::{AnswerFields, Robots};
use robots_policy_input::number::number;

use crate::Interrupt;

/// The pace of a run.
pub struct Pace {
    /// The client whose `Crawl-delay` holds.
    client: Client,
    /// The least time between two requests of one host.
    pause: Duration,
    until: Option<Instant>,
    interrupt: Interrupt,
    hosts: HashMap<String, HostPace>,
}

/// A host that was asked.
#[derive(Default)]
struct HostPace {
    /// When it may be asked again.
    next: Option<Instant>,
    /// The answers in a row by which it wants to be left alone.
    refusals: u32,
    /// The requests in a row without an answer.
    silences: u32,
}

/// Why no more is requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
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
    /// A pace for this client with at least this pause, which ends with its time, or when the run is to end.
    pub fn new(
        client: Client,
        pause: Duration,
        time: Option<Duration>,
        interrupt: Interrupt,
    ) -> Pace {
        Pace {
            client,
            pause,
            until: time.and_then(|time| Instant::now().checked_add(time)),
            interrupt,
            hosts: HashMap::new(),
        }
    }

    /// Waits until a host may be asked.
    pub(crate) fn wait(&self, host: &str) -> Result<(), Stop> {
        let at = self.hosts.get(host).and_then(|known| known.next);
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

    /// A host, which has these rules, has answered, or there was no answer.
    pub(crate) fn answered(
        &mut self,
        host: &str,
        robots: &Robots,
        answer: Option<(StatusCode, &HeaderMap)>,
    ) -> Result<(), Stop> {
        let delay = robots
            .rules()
            .and_then(|rules| rules.crawl_delay(&self.client));
        let is_refusal = answer.is_some_and(|(status, _)| REFUSALS.contains(&status));
        let known = self.hosts.entry(host.to_owned()).or_default();
        known.refusals = if is_refusal { known.refusals + 1 } else { 0 };
        let is_silent = answer.is_none();
        known.silences = if is_silent { known.silences + 1 } else { 0 };
        if known.refusals >= MOST_REFUSALS {
            return Err(Stop::Refused);
        }
        if known.silences >= MOST_REFUSALS {
            return Err(Stop::Silent);
        }
        let wanted = answer
            .and_then(|(_, fields)| AnswerFields::from_headers(fields).wait(SystemTime::now()));
        let pause = after(self.pause, delay, wanted.filter(|_| is_refusal))?;
        known.next = Instant::now().checked_add(pause);
        Ok(())
    }
}

/// The pause after an answer: the longest of those that this run, robots.txt and the server want.
fn after(
    pause: Duration,
    delay: Option<Duration>,
    wanted: Option<Duration>,
) -> Result<Duration, Stop> {
    match wanted {
        Some(wanted) if wanted > LONGEST => Err(Stop::Pause(wanted)),
        _ => Ok([delay, wanted]
            .into_iter()
            .flatten()
            .fold(pause, Duration::max)),
    }
}

/// The statuses by which a host wants to be left alone.
const REFUSALS: [StatusCode; 2] = [
    StatusCode::TOO_MANY_REQUESTS,
    StatusCode::SERVICE_UNAVAILABLE,
];
/// The refusals, or requests without an answer, in a row after which a host is left alone.
const MOST_REFUSALS: u32 = 3;
/// The longest pause that a run waits.
const LONGEST: Duration = Duration::from_mins(10);
/// How often a signal is looked for.
const TICK: Duration = Duration::from_millis(50);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_is_the_longest_that_is_wanted() {
        let of = |delay: Option<u64>, wanted: Option<u64>| {
            let [delay, wanted] = [delay, wanted].map(|seconds| seconds.map(Duration::from_secs));
            after(Duration::from_secs(50), delay, wanted).map(|pause| pause.as_secs())
        };
        assert_eq!(of(None, None), Ok(50));
        assert_eq!(of(Some(1), Some(3)), Ok(50));
        assert_eq!(of(Some(70), Some(3)), Ok(70));
        assert_eq!(of(Some(70), Some(90)), Ok(90));
        let stop = Stop::Pause(LONGEST * 2);
        assert_eq!(of(None, Some(LONGEST.as_secs() * 2)), Err(stop));
    }
}
