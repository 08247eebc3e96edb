//! The findings of a run, and how many there are of each level.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use robots_policy_lint::{Beyond, Finding, Level, Lock, Taken, fingerprinted};

use super::configuration::mapped;
use super::local::Local;
use super::look::Look;
use crate::say::{grouped, number};

/// The findings of a run.
pub(super) struct Findings {
    /// All, in the order of their inputs.
    pub(super) all: Vec<Finding>,
    /// The least level that is shown.
    min: Level,
    /// The paths of inputs in the repository.
    map: Vec<(String, String)>,
    /// The lock of this run.
    pub(super) lock: Option<Lock>,
    /// The findings that are ignored or known.
    pub(super) taken: Taken,
    /// The inputs that were looked at.
    pub(super) seen: Vec<String>,
    /// The inputs that were not, and why.
    pub(super) unseen: Vec<(String, String)>,
    /// The files that fixes may change, by their names.
    pub(super) local: BTreeMap<String, Local>,
}

impl Findings {
    pub(super) fn new(mut look: Look<'_>, min: Level, map: Vec<(String, String)>) -> Findings {
        let finished = look.take_linter().finish_all();
        for own in finished.not_known {
            look.not_looked_at(&own.input, &own.why);
        }
        if let Some(beyond) = beyond(&finished.beyond) {
            look.note(&beyond);
        }
        Findings {
            all: finished.findings,
            min,
            map,
            lock: finished.lock,
            taken: finished.taken,
            seen: look.seen,
            unseen: look.unseen,
            local: look.local,
        }
    }

    /// The path of an input in the repository, or its name.
    pub(super) fn path<'n>(&self, input: &'n str) -> Cow<'n, str> {
        let own = mapped(&self.map, input).map(Cow::Owned);
        own.unwrap_or(Cow::Borrowed(input.strip_prefix("./").unwrap_or(input)))
    }

    /// Those that are shown.
    pub(super) fn shown(&self) -> impl Iterator<Item = &Finding> {
        self.all.iter().filter(|finding| finding.level >= self.min)
    }

    /// Those that are shown, the most severe first.
    pub(super) fn by_level(&self) -> Vec<&Finding> {
        let mut shown: Vec<&Finding> = self.shown().collect();
        shown.sort_by_key(|finding| std::cmp::Reverse(finding.level));
        shown
    }

    /// The number of findings of a level.
    pub(super) fn count(&self, level: Level) -> usize {
        let own = self.all.iter().filter(|finding| finding.level == level);
        own.count()
    }

    /// The counts in a line.
    pub(super) fn summary(&self) -> String {
        let several = |level: Level, one: &str| number(self.count(level) as u64, one);
        let infos = several(Level::Info, "info");
        let hidden = self.all.len() - self.shown().count();
        let mut text = format!(
            "{}, {}, {infos} in {}",
            several(Level::Error, "error"),
            several(Level::Warning, "warning"),
            number(self.seen.len() as u64, "input"),
        );
        if hidden > 0 {
            let _ = write!(text, "; {hidden} of them not shown (--min info shows all)");
        }
        for (count, word) in [
            (self.taken.known, "in the baseline"),
            (self.taken.ignored, "ignored"),
        ] {
            if count > 0 {
                let _ = write!(text, "; {count} {word}");
            }
        }
        if !self.unseen.is_empty() {
            let unseen = number(self.unseen.len() as u64, "input");
            let _ = write!(text, "; {unseen} could not be looked at");
        }
        text
    }

    /// The fingerprint of each that is shown.
    pub(super) fn fingerprinted(&self) -> Vec<(&Finding, String)> {
        fingerprinted(self.shown())
    }
}

/// The sentence about parts of the site that the run is not over.
fn beyond(beyond: &Beyond) -> Option<String> {
    let counts = [
        (beyond.expectations, "expectation"),
        (beyond.ignores, "ignored finding"),
        (beyond.locked, "line"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let mut parts: Vec<String> = counts.map(|(count, of)| number(count as u64, of)).collect();
    if beyond.locked > 0
        && let Some(last) = parts.last_mut()
    {
        *last += " of the lock";
    }
    let all = match parts.split_last()? {
        (last, []) => last.clone(),
        (last, first) => format!("{} and {last}", first.join(", ")),
    };
    let first = beyond.first.as_deref().unwrap_or_default().escape_debug();
    Some(format!(
        "the run is over a part of the site; not looked at: {all}, the first for `{first}`"
    ))
}

/// The lines below the message of a finding: where else it was found, and its effect.
pub(super) fn below(finding: &Finding) -> Vec<String> {
    elsewhere(finding)
        .into_iter()
        .chain(effects(finding))
        .collect()
}

/// The lines about the effect of a finding.
pub(super) fn effects(finding: &Finding) -> Vec<String> {
    let Some(effect) = &finding.effect else {
        return Vec::new();
    };
    let changes = effect.changes.iter();
    changes
        .map(|change| change.sentence(effect.compared))
        .collect()
}

/// Where else a finding was found, in words.
pub(super) fn elsewhere(finding: &Finding) -> Option<String> {
    if finding.count < 2 {
        return None;
    }
    if finding.inputs.is_empty() {
        return Some(number(finding.count as u64, "line"));
    }
    let more = finding.count - finding.inputs.len();
    let rest = match more {
        0 => String::new(),
        more => format!(" and {} more", grouped(more as u128)),
    };
    let pages = number(finding.count as u64, "page");
    Some(format!("{pages}: {}{rest}", finding.inputs.join(", ")))
}
