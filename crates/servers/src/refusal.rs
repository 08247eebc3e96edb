//! Why a configuration cannot be read.

use std::fmt;

use crate::place::ConfigPlace;
use crate::source::ConfigText;

/// A configuration that the server would refuse, or that is not of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The name of the file; empty until it is known.
    pub file: String,
    /// Where it is wrong.
    pub place: ConfigPlace,
    /// The key or the directive that is wrong.
    pub key: String,
    /// Why, and what is allowed.
    pub why: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refusal {
            file,
            place,
            key,
            why,
        } = self;
        write!(f, "{file}:{}: {key}: {why}", place.line)
    }
}

impl std::error::Error for Refusal {}

impl Refusal {
    /// The error with the name of its file.
    pub(crate) fn named(self, sources: &[ConfigText<'_>]) -> Refusal {
        let source = sources.get(self.place.source);
        let file = source.map_or("", |source| source.name).to_owned();
        Refusal { file, ..self }
    }

    pub(crate) fn new(place: ConfigPlace, key: &str, why: impl Into<String>) -> Refusal {
        Refusal {
            file: String::new(),
            place,
            key: key.chars().take(80).collect(),
            why: why.into(),
        }
    }
}
