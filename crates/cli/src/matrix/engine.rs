//! The answer of a robots.txt to one engine about one URL: by which group, and where its reading leaves the general one.

use robots_policy::Verdict;
use robots_policy::engines::{Kind, Mark, MarkKind, Profile, UseAnswer};
use robots_policy::robots_txt::{Access, Reason, Subject};
use robots_policy::uses::Activity;

/// An engine's reading of robots.txt.
pub(super) struct EngineAnswer<'m> {
    profile: Profile,
    pub(super) verdict: Verdict<'m>,
}

/// The group that binds an engine.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    /// That of its own name.
    Own,
    /// That of another crawler, which it obeys where it is not named.
    Fallback,
    EveryClient,
    /// None, although a group is for every client.
    NotBound,
    /// None, since no group is for it.
    NoGroup,
}

impl By {
    /// The word in JSON and CSV.
    pub(super) fn name(self) -> &'static str {
        match self {
            By::Own => "own-group",
            By::Fallback => "fallback-group",
            By::EveryClient => "every-client",
            By::NotBound => "not-bound",
            By::NoGroup => "no-group",
        }
    }
}

impl<'m> EngineAnswer<'m> {
    /// The words for robots.txt itself, which no group is about.
    pub(super) const ITSELF: &'static str = "always allowed";

    pub(super) fn new(profile: Profile, verdict: Verdict<'m>) -> EngineAnswer<'m> {
        EngineAnswer { profile, verdict }
    }

    pub(super) fn profile(&self) -> Profile {
        self.profile
    }

    pub(super) fn access(&self) -> &Access<'m> {
        self.verdict.access()
    }

    /// The first of its product tokens, as `--agent` takes it.
    pub(super) fn agent(&self) -> &'static str {
        self.profile().tokens().first().copied().unwrap_or("*")
    }

    /// The group in lower case.
    pub(super) fn group(&self) -> Option<String> {
        let group = self.access().group()?;
        Some(group.to_string().to_ascii_lowercase())
    }

    /// The group that binds it; `None` where its answer is not one of rules.
    pub(super) fn by(&self) -> Option<By> {
        let by = match self.access().reason() {
            Reason::NoGroup if self.has(MarkKind::GeneralRuleNotBinding) => By::NotBound,
            Reason::NoGroup => By::NoGroup,
            _ => match self.access().group()? {
                Subject::Global => By::EveryClient,
                _ if self.has(MarkKind::FallbackGroup) => By::Fallback,
                _ => By::Own,
            },
        };
        Some(by)
    }

    /// The rule that decides, and its line: for a token without requests that about its uses.
    pub(super) fn rule(&self) -> Option<(usize, String)> {
        if let Some(rule) = self.access().rule() {
            return Some((rule.line(), rule.text().into_owned()));
        }
        self.governed()?;
        let uses = self.verdict.uses();
        let own = uses.tokens().first()?;
        Some((own.line()?, own.provenance()?.text().to_owned()))
    }

    /// The first use that it decides on, for a token without requests, and whether its group allows that.
    pub(super) fn governed(&self) -> Option<(Activity, bool)> {
        if self.profile().kind() != Kind::Token {
            return None;
        }
        let of = |activity, answer: Option<UseAnswer>| Some((activity, answer? != UseAnswer::No));
        of(Activity::Train, self.verdict.train())
            .or_else(|| of(Activity::Input, self.verdict.answer()))
    }

    /// Where its reading of robots.txt leaves the general one, and what is not known about that.
    pub(super) fn marks(&self) -> impl Iterator<Item = &Mark> {
        let marks = self.verdict.marks().iter();
        marks.filter(|mark| ROBOTS_CELLS.contains(&mark.cell()))
    }

    fn has(&self, kind: MarkKind) -> bool {
        self.marks().any(|mark| mark.kind() == kind)
    }

    /// The group that binds it, in a few words for people, and whether that is doubtful.
    pub(super) fn words(&self) -> String {
        let reason = match (self.by(), self.access().reason()) {
            (Some(By::Own), _) => String::from("its own group"),
            (Some(By::Fallback), _) => {
                format!("the group of {}", self.group().unwrap_or_default())
            }
            (Some(By::EveryClient), _) => String::from("every client (*)"),
            (Some(By::NotBound), _) => String::from("* does not bind it"),
            (Some(By::NoGroup), _) => String::from("no group"),
            (None, Reason::NotObeyed) => String::from("does not obey robots.txt"),
            (None, Reason::MayNotBeObeyed) => String::from("may not obey robots.txt"),
            (None, Reason::MakesNoRequests) => String::from("makes no requests"),
            (None, Reason::Unsaid) => String::from("unsaid whether * binds"),
            (None, Reason::Unavailable) if self.has(MarkKind::CountsAsAbsent) => {
                String::from("too large: absent")
            }
            (None, Reason::Unavailable) if self.has(MarkKind::FailsOpen) => {
                String::from("out of reach: open")
            }
            (None, Reason::Unavailable) => String::from("no robots.txt: open"),
            (None, Reason::Unreachable) => String::from("out of reach: closed"),
            (None, Reason::Unknown) => String::from("robots.txt is not known"),
            (None, Reason::RobotsTxtItself) => String::from(Self::ITSELF),
            (None, other) => other.to_string(),
        };
        let doubt = if self.has(MarkKind::Disputed) {
            ", disputed"
        } else if self.has(MarkKind::Undocumented) && self.access().reason() != Reason::Unsaid {
            ", undocumented"
        } else {
            ""
        };
        reason + doubt
    }
}

/// The cells of a profile that are about robots.txt. Doubts about a page are not about this table.
pub(super) const ROBOTS_CELLS: [&str; 7] = [
    "tokens",
    "obeys robots.txt",
    "bound by *",
    "groups of one name",
    "dialect of robots.txt",
    "without robots.txt",
    "robots.txt too large",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_about_robots_txt_are_cells_of_a_profile() {
        let profile = Profile::all().next().unwrap_or_else(|| panic!("no row"));
        let cells: Vec<&str> = profile.cells().iter().map(|known| known.cell).collect();
        for name in ROBOTS_CELLS {
            assert!(cells.contains(&name), "{name}: {cells:?}");
        }
    }
}
