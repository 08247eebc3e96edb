//! Findings that are not reported: those that an owner ignores with a reason, and those of a baseline.

use std::collections::BTreeMap;

use robots_policy::Timestamp;

use crate::code::Code;
use crate::effect::Effect;
use crate::excerpt::shown;
use crate::finding::Finding;
use crate::intent::{Beyond, Reach, UrlPattern, fits};
use crate::place::Place;
use crate::rule::rules;

rules! {
    IgnoreEnded: Warning, [Site], "robots-policy.toml, [[ignore]]",
        title: "an `[[ignore]]` whose end has passed",
        consequence: "It hides nothing any more.",
        advice: "Mend the finding, or write a later end.";
    IgnoreUnused: Warning, [Site], "robots-policy.toml, [[ignore]]; robots-policy: ignore[code]",
        title: "an `[[ignore]]`, or a comment that ignores, without a finding",
        consequence: "It hides a later finding that no one has seen.",
        advice: "Leave it out, or correct what it is about.";
}

/// Findings that an owner ignores.
#[derive(Clone, Debug)]
pub struct Ignore {
    /// Where it is written.
    pub at: Place,
    /// The rule.
    pub code: Code,
    /// The addresses of the pages; empty for all, and for findings without one.
    pub urls: Vec<UrlPattern>,
    /// The names of the inputs, with stars; empty for all.
    pub inputs: Vec<String>,
    /// The reason.
    pub reason: String,
    /// The moment from which it hides nothing.
    pub until: Option<Timestamp>,
}

/// Findings that are known, by their fingerprints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    /// How often each is known, with the name of its rule and its address or input.
    pub known: BTreeMap<String, Known>,
}

/// A finding of a baseline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The number of findings with this fingerprint.
    pub count: usize,
    /// The name of the rule.
    pub code: String,
    /// The address or the input.
    pub subject: String,
}

/// Takes findings away, and counts them.
#[derive(Debug, Default)]
pub(crate) struct Sieve {
    ignores: Vec<(Ignore, usize)>,
    /// The findings that comments of their files ignore.
    in_file: usize,
    /// The findings of the baseline that were not seen yet.
    left: BTreeMap<String, usize>,
    /// The findings that were in it.
    known: usize,
    /// All findings, for a new baseline, which hides them.
    written: Option<Baseline>,
}

/// Numbers of findings that a run took away.
#[derive(Debug, Default)]
pub struct Taken {
    /// The number of findings that are ignored.
    pub ignored: usize,
    /// The number of findings that are in the baseline.
    pub known: usize,
    /// The number of findings of the baseline that are not found any more.
    pub gone: usize,
    /// The new baseline, if one is to be written.
    pub written: Option<Baseline>,
}

impl Sieve {
    pub(crate) fn ignore(&mut self, ignores: Vec<Ignore>) {
        self.ignores
            .extend(ignores.into_iter().map(|ignore| (ignore, 0)));
    }

    /// Counts findings that comments of their file ignore.
    pub(crate) fn ignored_in_file(&mut self, count: usize) {
        self.in_file += count;
    }

    pub(crate) fn baseline(&mut self, baseline: &Baseline) {
        let known = baseline.known.iter();
        self.left = known
            .map(|(print, own)| (print.clone(), own.count))
            .collect();
    }

    pub(crate) fn write(&mut self) {
        self.written = Some(Baseline::default());
    }

    /// Whether a finding is taken away. `input` is the name of the page or file that has it. Of one that changes no answer there is
    /// nothing to say.
    pub(crate) fn takes(&mut self, finding: &Finding, input: &str, now: Timestamp) -> bool {
        let has_changes = |effect: &Effect| !effect.changes.is_empty();
        if !finding.effect.as_ref().is_none_or(has_changes) {
            return true;
        }
        let mut is_ignored = false;
        for (ignore, count) in &mut self.ignores {
            if ignore.holds(now) && ignore.is_about(finding, input) {
                *count += 1;
                is_ignored = true;
            }
        }
        if is_ignored {
            return true;
        }
        let print = finding.fingerprint();
        if let Some(written) = &mut self.written {
            let known = written.known.entry(print.clone()).or_insert_with(|| Known {
                count: 0,
                code: finding.code.to_string(),
                subject: finding.url.as_deref().unwrap_or(input).to_owned(),
            });
            known.count += finding.count;
        }
        let left = self.left.get_mut(&print);
        let is_known = left.is_some_and(|left| match left.checked_sub(finding.count) {
            Some(rest) => {
                *left = rest;
                true
            }
            None => false,
        });
        self.known += usize::from(is_known);
        is_known || self.written.is_some()
    }

    /// Findings about what hides nothing. What is about pages elsewhere is counted, unless it has ended.
    pub(crate) fn useless(
        &self,
        now: Timestamp,
        reach: &Reach,
        beyond: &mut Beyond,
    ) -> Vec<Finding> {
        let mut findings = Vec::new();
        let useless = self.ignores.iter().filter(|(_, count)| *count == 0);
        for (ignore, _) in useless {
            if !ignore.holds(now) || ignore.is_within(reach) {
                findings.push(ignore.useless(now));
            } else {
                beyond.ignores += 1;
                beyond.note(
                    ignore
                        .urls
                        .first()
                        .map_or(ignore.code.name(), UrlPattern::text),
                );
            }
        }
        findings
    }

    /// The numbers of findings that were taken away.
    pub(crate) fn finish(self) -> Taken {
        Taken {
            ignored: self.in_file + self.ignores.iter().map(|(_, count)| count).sum::<usize>(),
            known: self.known,
            gone: self.left.values().sum(),
            written: self.written,
        }
    }
}

impl Ignore {
    fn holds(&self, now: Timestamp) -> bool {
        self.until.is_none_or(|until| now < until)
    }

    fn is_about(&self, finding: &Finding, input: &str) -> bool {
        let has_url = |url: &str| self.urls.iter().any(|pattern| pattern.fits(url));
        let has_input =
            |pattern: &String| fits(pattern, input) || fits(pattern, &finding.place.input);
        self.code == finding.code
            && (self.urls.is_empty() || finding.url.as_deref().is_some_and(has_url))
            && (self.inputs.is_empty() || self.inputs.iter().any(has_input))
    }

    /// Whether a run would have met all findings that it is about.
    fn is_within(&self, reach: &Reach) -> bool {
        if self.urls.is_empty() {
            reach.has_site()
        } else {
            self.urls.iter().all(|own| reach.holds(own))
        }
    }

    fn useless(&self, now: Timestamp) -> Finding {
        let (code, message) = match self.until {
            Some(until) if !self.holds(now) => (
                Code::IgnoreEnded,
                format!(
                    "`{}` is ignored until {until}, which has passed: {}",
                    self.code,
                    shown(&self.reason)
                ),
            ),
            _ => (
                Code::IgnoreUnused,
                format!("`{}` is ignored, and is not found there", self.code),
            ),
        };
        Finding::new(code, self.at.clone(), message)
    }
}
