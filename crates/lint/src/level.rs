//! The weight of a rule, and what it needs.

use std::fmt;

use serde::{Serialize, Serializer};

/// The weight of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Not reported, unless a configuration requests it.
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
    /// The answer to a request of a robots.txt.
    Answer,
    /// The fields of a response.
    Fields,
    /// The document.
    Page,
    /// A file of the site beside its pages.
    Site,
}

impl Need {
    /// The need as text.
    pub fn name(self) -> &'static str {
        match self {
            Need::RobotsTxt => "robots.txt",
            Need::Answer => "answer with robots.txt",
            Need::Fields => "fields",
            Need::Page => "page",
            Need::Site => "site",
        }
    }
}
