//! A robots.txt, for what came while it was at hand.

use std::sync::Arc;

use robots_policy::robots_txt::{Robots, Rule, authority};
use robots_policy::{Client, RobotsTxt};

use super::RobotsVariant;
use crate::effect::{Compared, Question};
use crate::finding::Edit;
use crate::place::{Place, Source};

/// A robots.txt, or the outcome of its request.
pub(crate) struct SiteRobots {
    name: Arc<str>,
    pub(super) robots: Robots,
    /// The site that it is for, if its name is its address.
    pub(super) authority: Option<String>,
}

impl SiteRobots {
    pub(super) fn new(name: &str, robots: Robots) -> SiteRobots {
        SiteRobots {
            name: name.into(),
            authority: authority(name),
            robots,
        }
    }

    pub(super) fn is_of(&self, name: &str) -> bool {
        &*self.name == name
    }

    /// Whether any client may fetch this address; `None` if that is not known.
    pub(super) fn allows(&self, address: &str) -> Option<bool> {
        self.robots.access(&Client::anonymous(), address).allowed()
    }

    /// The rule that closes an address to this client.
    pub(super) fn closes(&self, client: &Client, address: &str) -> Option<Rule<'_>> {
        let access = self.robots.rules()?.access(client, address);
        access.rule().filter(|rule| !rule.allows())
    }

    /// The place of a rule.
    pub(super) fn place(&self, rule: &Rule<'_>) -> Place {
        let text = self.robots.rules().map(RobotsTxt::as_bytes);
        let source = Source::new(&self.name, text.unwrap_or_default());
        source.place_in_line(rule.line(), rule.span())
    }

    /// These lines and those without one of them, for these addresses.
    pub(super) fn without(
        &self,
        rule: &Rule<'_>,
        targets: Vec<String>,
    ) -> Option<(Compared, RobotsVariant)> {
        let line = Source::new("", self.robots.rules()?.as_bytes()).line(rule.line());
        self.changed(Compared::Without, &[Edit::without(line)], targets)
    }

    /// These lines, and those after changes.
    pub(super) fn changed(
        &self,
        compared: Compared,
        edits: &[Edit],
        targets: Vec<String>,
    ) -> Option<(Compared, RobotsVariant)> {
        let changed = Edit::apply(edits, self.robots.rules()?.as_bytes());
        let variant = RobotsVariant {
            own: self.robots.clone(),
            other: RobotsTxt::parse(&changed).value.into(),
            targets,
            questions: &[Question::Fetch],
        };
        Some((compared, variant))
    }
}
