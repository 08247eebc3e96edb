//! Sites for clients that run elsewhere on this computer: all cases at a time, until Ctrl-C.

use std::io::{self, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use robots_policy_scan::Interrupt;

use super::case::Case;
use super::judge::Seen;
use super::site::Sites;
use super::trials::{Choice, Tried, judged};

/// The cases, each with its sites.
pub(super) struct Served(Vec<(Arc<Case>, Sites)>);

impl Served {
    /// Opens the sites of the chosen cases, and of the controls.
    pub(super) fn open(
        cases: &[Arc<Case>],
        choice: &Choice<'_>,
        agent: &str,
    ) -> io::Result<Served> {
        let wanted = |case: &&Arc<Case>| case.control.is_some() || choice.has(case);
        let served = cases.iter().filter(wanted).map(|case| {
            let sites = Sites::open(case, agent)?;
            Ok((Arc::clone(case), sites))
        });
        served.collect::<io::Result<_>>().map(Served)
    }

    /// A line for each page to which a client is to be sent.
    pub(super) fn list(&self, out: &mut dyn Write) -> io::Result<()> {
        for (case, sites) in &self.0 {
            for at in &case.start {
                writeln!(out, "{:32}{}", case.id, sites.url(at))?;
            }
        }
        Ok(())
    }

    /// The outcomes of the chosen cases that were visited. A case without a request says nothing.
    pub(super) fn tried(&self, choice: &Choice<'_>) -> Vec<Tried> {
        let seen = self.0.iter().map(|(case, sites)| {
            let seen = Seen {
                requests: sites.requests(),
                output: None,
                has_timed_out: false,
                end: String::new(),
            };
            (Arc::clone(case), seen)
        });
        let mut tried = judged(seen.collect());
        tried.retain(|one| choice.has(&one.case) && !one.seen.requests.is_empty());
        tried
    }
}

/// Waits for Ctrl-C.
pub(super) fn wait(interrupt: &Interrupt) {
    while !interrupt.is_asked() {
        thread::sleep(Duration::from_millis(50));
    }
}
