//! A robots.txt before and after changes: whether it says the same, and otherwise which answers differ for which client.

use std::collections::BTreeSet;

use robots_policy::{Policy, RobotsTxt, Timestamp};

use crate::askers::{Asker, names_of_robots, rules_of};
use crate::effect::{Asked, Compared, Effect};
use crate::robots::{path_of, questions, said};

/// A robots.txt before and after changes.
#[derive(Debug)]
pub struct Repair {
    before: RobotsTxt,
    after: RobotsTxt,
}

impl Repair {
    /// Reads both texts.
    pub fn of(before: &[u8], after: &[u8]) -> Repair {
        Repair {
            before: RobotsTxt::parse(before).value,
            after: RobotsTxt::parse(after).value,
        }
    }

    /// Whether both say the same, record by record, so that no answer differs.
    pub fn is_alike(&self) -> bool {
        said(&self.before) == said(&self.after)
    }

    /// The answers that differ. Asked are the paths of rules, first those that one of the texts lacks.
    pub fn effect(&self, now: Timestamp) -> Effect {
        let names = [&self.before, &self.after].map(names_of_robots).concat();
        let askers = Asker::with_names(names.iter().map(String::as_str));
        let asked = Asked {
            askers: &askers,
            targets: &self.targets(),
            questions: &questions(&[&self.before, &self.after]),
            now,
        };
        let policy = |rules: &RobotsTxt| Policy::new().with_robots(rules.clone());
        asked.effect(Compared::AsMeant, policy(&self.before), policy(&self.after))
    }

    fn targets(&self) -> Vec<String> {
        let paths = |rules: &RobotsTxt| -> BTreeSet<String> {
            rules_of(rules).map(|rule| path_of(&rule)).collect()
        };
        let (before, after) = (paths(&self.before), paths(&self.after));
        let one_lacks = before.symmetric_difference(&after);
        let both_have = before.intersection(&after);
        let mut targets: Vec<String> = one_lacks
            .chain(both_have)
            .take(MOST_TARGETS)
            .cloned()
            .collect();
        if !targets.iter().any(|target| target == "/") {
            targets.push(String::from("/"));
        }
        targets
    }
}

/// The most paths that are asked about.
const MOST_TARGETS: usize = 64;
