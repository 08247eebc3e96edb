//! A rule: a code, its weight, and the sentences about it.

use std::fmt;

use robots_policy::DiagnosticCode;
use serde::{Serialize, Serializer};

pub use crate::table::{Code, RULES};

/// A row of the table of rules, which `robots-policy-dev generate` makes of `rules/CODE.toml`.
#[derive(Debug)]
pub struct Rule {
    /// The code, by which a rule is known everywhere.
    pub code: Code,
    /// The code as text.
    pub name: &'static str,
    /// The weight without a configuration.
    pub level: Level,
    /// The rule in a few words, without a full stop.
    pub title: &'static str,
    /// What follows from what is written.
    pub consequence: &'static str,
    /// What to write instead.
    pub advice: &'static str,
    /// The clause or custom that it follows from.
    pub clause: &'static str,
    /// The inputs without which it cannot be asked.
    pub needs: &'static [Need],
    /// The diagnostics of readers that it reports.
    pub remarks: &'static [DiagnosticCode],
    /// An input that it reports.
    pub fires: &'static str,
    /// An input near to that one which it does not report.
    pub quiet: &'static str,
}

/// The weight of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Not reported, unless a configuration asks for it.
    Off,
    /// Worth knowing; nothing has to be done.
    Info,
    /// Readers differ, or more is closed than was probably meant.
    Warning,
    /// A statement of the owner is not heard, or the site is closed against what it says elsewhere.
    Error,
}

impl Level {
    /// All, the lightest first.
    pub const ALL: [Level; 4] = [Level::Off, Level::Info, Level::Warning, Level::Error];

    /// The level as text.
    pub fn name(self) -> &'static str {
        match self {
            Level::Off => "off",
            Level::Info => "info",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }

    /// The level of this name.
    pub fn of_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// An input that a rule needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// The text of a robots.txt.
    RobotsTxt,
    /// How the fetch of robots.txt ended.
    Fetch,
    /// The fields of a response.
    Fields,
    /// The document.
    Page,
    /// A list of addresses, such as a sitemap.
    Sitemap,
    /// Several responses of a site.
    Site,
    /// What a configuration says.
    Intent,
}

impl Need {
    /// The need as text.
    pub fn name(self) -> &'static str {
        match self {
            Need::RobotsTxt => "robots.txt",
            Need::Fetch => "fetch",
            Need::Fields => "fields",
            Need::Page => "page",
            Need::Sitemap => "sitemap",
            Need::Site => "site",
            Need::Intent => "intent",
        }
    }
}

impl Code {
    /// The row of this code.
    pub fn rule(self) -> &'static Rule {
        // The table has a row for each code, in their order.
        RULES.get(self as usize).unwrap_or(&RULES[0])
    }

    /// The code of this name.
    pub fn of_name(name: &str) -> Option<Code> {
        let mut rules = RULES.iter();
        rules.find(|rule| rule.name == name).map(|rule| rule.code)
    }

    /// The rule that reports a diagnostic; `None` for one that is no finding.
    pub fn of_remark(code: DiagnosticCode) -> Option<Code> {
        let mut rules = RULES.iter();
        let found = rules.find(|rule| rule.remarks.contains(&code));
        found.map(|rule| rule.code)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.rule().name)
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.rule().name)
    }
}
