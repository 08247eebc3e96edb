//! The paths of the rules of robots.txt, which a lock holds beside the addresses that it is for: a rule that is new is on no page of the
//! lock, and its answer may be one that other pages have.

use std::collections::BTreeSet;
use std::sync::Arc;

use robots_policy::Timestamp;
use robots_policy::robots_txt::Robots;
use robots_policy_input::quote::percent_encoded_but;

use super::locking::{LockAnswers, Locking};
use super::pattern::UrlPattern;
use super::subject::alone;
use crate::askers::{Asker, names_of_robots, rules_of};
use crate::effect::Question;
use crate::robots::path_of;

/// The paths of rules that a run answers for.
pub(super) struct Rules {
    paths: Vec<UrlPattern>,
    /// Those who are named by a group, in lower case: all others have the answers of `*`.
    named: BTreeSet<String>,
}

impl Rules {
    /// The paths of all rules, and those that the lock has: a rule that is gone has changed its path.
    pub(super) fn of(robots: &[(Arc<str>, Robots)], locking: &Locking) -> Rules {
        let files = || robots.iter().filter_map(|(_, robots)| robots.rules());
        let mut paths = paths(robots);
        // Without a robots.txt nothing is known of the rules that the lock has.
        if !locking.is_written || robots.is_empty() {
            paths.extend(locking.rule_paths());
        }
        let is_new = |own: &UrlPattern| !locking.urls.contains(own) && own.address().is_some();
        let paths = paths.iter().filter_map(|path| UrlPattern::new(path).ok());
        Rules {
            paths: paths.filter(is_new).collect(),
            named: files()
                .flat_map(names_of_robots)
                .map(|name| name.to_ascii_lowercase())
                .collect(),
        }
    }

    pub(super) fn add_to(&self, locking: &mut Locking) {
        locking.urls.extend(self.paths.iter().cloned());
    }

    /// Adds the answers of each robots.txt.
    pub(super) fn lock(
        &self,
        robots: &[(Arc<str>, Robots)],
        now: Timestamp,
        locking: &Locking,
        taken: &mut LockAnswers,
    ) {
        let has_any_other = locking.agents.iter().any(|own| own.word() == "*");
        for path in &self.paths {
            taken.rules.insert(path.text().to_owned());
            let is_asked = |own: &Asker| {
                !has_any_other
                    || own.word() == "*"
                    || self.names(own)
                    || locking.has_line(path.text(), own)
            };
            let agents: Vec<Asker> = locking
                .agents
                .iter()
                .filter(|own| is_asked(own))
                .cloned()
                .collect();
            let own = Locking {
                urls: vec![path.clone()],
                agents,
                is_written: true,
                before: None,
            };
            alone(path, robots, now, |subject, place| {
                subject.lock(&own, &[Question::Fetch], taken, place);
            });
        }
    }

    fn names(&self, asker: &Asker) -> bool {
        let client = asker.client();
        let mut tokens = client.tokens().iter();
        tokens.any(|token| self.named.contains(&token.as_str().to_ascii_lowercase()))
    }
}

/// The addresses of which a robots.txt alone is asked: that of a pattern without a star, else those of rules and the first one that
/// the pattern fits.
pub(super) fn asked_alone(pattern: &UrlPattern, robots: &[(Arc<str>, Robots)]) -> Vec<UrlPattern> {
    let first = pattern.text().trim_end_matches('*').to_owned();
    let all = std::iter::once(first).chain(paths(robots));
    let own = all.filter(|path| pattern.fits(path));
    own.filter_map(|path| UrlPattern::new(&path).ok()).collect()
}

/// A path for each rule.
fn paths(robots: &[(Arc<str>, Robots)]) -> BTreeSet<String> {
    let files = robots.iter().filter_map(|(_, robots)| robots.rules());
    let rules = files.flat_map(rules_of);
    rules.map(|rule| plain(&path_of(&rule))).collect()
}

/// A path as a line of a lock has it: without blanks and what a pattern of addresses takes for its own.
fn plain(path: &str) -> String {
    percent_encoded_but(path, |octet| octet.is_ascii_graphic())
}
