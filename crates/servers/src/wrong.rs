//! Why a configuration cannot be read.

use std::fmt;

use crate::place::Place;
use crate::source::Source;

/// A configuration that the server would refuse, or that is not of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The name of the file.
    pub file: String,
    /// Where it is wrong.
    pub place: Place,
    /// The key or the directive that is wrong.
    pub key: String,
    /// Why, and what is allowed.
    pub why: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wrong {
            file,
            place,
            key,
            why,
        } = self;
        write!(f, "{file}:{}: {key}: {why}", place.line)
    }
}

impl std::error::Error for Wrong {}

/// A [`Wrong`] before the name of the file is known.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) place: Place,
    pub(crate) key: String,
    pub(crate) why: String,
}

impl Refused {
    /// The error with the name of its file.
    pub(crate) fn named(self, sources: &[Source<'_>]) -> Wrong {
        let Refused { place, key, why } = self;
        let file = sources.get(place.source).map_or("", |source| source.name);
        Wrong {
            file: file.to_owned(),
            place,
            key,
            why,
        }
    }

    pub(crate) fn new(place: Place, key: &str, why: impl Into<String>) -> Refused {
        let key: String = key.chars().take(80).collect();
        let why = why.into();
        Refused { place, key, why }
    }
}
