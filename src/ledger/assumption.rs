//! The caller's word that sources do not exist.

use std::fmt;
use std::str::FromStr;

use super::Input;
use crate::names::UnknownName;

/// The caller's word that there is no source of these kinds. It never makes a source that was given absent.
///
/// [`Assumed::rest`] is every source that is not given; it says nothing about the access that robots.txt gives, which needs
/// `robots.txt` by name.
///
/// # Examples
///
/// ```
/// use robots_policy::ledger::{Assumed, Input};
///
/// let assumed = "document, tdmrep.json".parse::<Assumed>()?;
/// assert_eq!(assumed, Assumed::new().with(Input::TdmRep).with(Input::Document));
/// assert!(assumed.has(Input::Document) && !assumed.has(Input::Fields));
/// assert!(Assumed::rest().has(Input::RobotsTxt) && !Assumed::rest().names(Input::RobotsTxt));
/// assert_eq!(assumed.to_string(), "document, tdmrep.json");
/// # Ok::<(), robots_policy::UnknownName>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Assumed {
    /// A bit for each source that is named.
    named: u8,
    is_rest: bool,
}

impl Assumed {
    /// The name of [`Assumed::rest`].
    pub const REST: &str = "rest";

    /// No word about any source.
    pub fn new() -> Assumed {
        Assumed::default()
    }

    /// The word about every source that is not given.
    pub fn rest() -> Assumed {
        Assumed {
            is_rest: true,
            ..Assumed::default()
        }
    }

    /// Adds a source by name.
    #[must_use]
    pub fn with(mut self, source: Input) -> Assumed {
        self.named |= bit(source);
        self
    }

    /// The words of both.
    #[must_use]
    pub fn union(self, other: Assumed) -> Assumed {
        Assumed {
            named: self.named | other.named,
            is_rest: self.is_rest || other.is_rest,
        }
    }

    /// Whether there is a word about the source: by name, or by [`Assumed::rest`].
    pub fn has(self, source: Input) -> bool {
        self.is_rest || self.names(source)
    }

    /// Whether the source is named.
    pub fn names(self, source: Input) -> bool {
        self.named & bit(source) != 0
    }

    /// One bit for each source that is named, and one for the rest, for the stored form.
    pub(crate) fn bits(self) -> u64 {
        u64::from(self.named) << 1 | u64::from(self.is_rest)
    }

    /// The word about sources of the table, and about no other.
    pub(crate) fn from_bits(bits: u64) -> Assumed {
        let sources = Input::ALL.iter().copied();
        let named = sources.filter(|source| bits >> 1 & u64::from(bit(*source)) != 0);
        let begun = Assumed {
            is_rest: bits & 1 == 1,
            ..Assumed::new()
        };
        named.fold(begun, Assumed::with)
    }

    /// Whether there is no word at all.
    pub fn is_empty(self) -> bool {
        self == Assumed::default()
    }
}

/// The bit of a source: its position in the table, of which eight fit.
fn bit(source: Input) -> u8 {
    1 << source as u8
}

impl fmt::Display for Assumed {
    /// The names, with commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Input::ALL.iter().filter(|source| self.names(**source));
        let named = named.map(|source| source.name());
        let all: Vec<&str> = named.chain(self.is_rest.then_some(Assumed::REST)).collect();
        f.write_str(&all.join(", "))
    }
}

impl FromStr for Assumed {
    type Err = UnknownName;

    /// Reads names of sources, and `rest`, with commas.
    ///
    /// # Errors
    /// A name that is none of these. The error lists them.
    fn from_str(text: &str) -> Result<Assumed, UnknownName> {
        let one = |name: &str| match name {
            Assumed::REST => Ok(Assumed::rest()),
            name => match name.parse() {
                Ok(source) => Ok(Assumed::new().with(source)),
                Err(_) => Err(UnknownName::new(name, NAMES)),
            },
        };
        let mut names = text.split(',').map(|name| one(name.trim_ascii()));
        names.try_fold(Assumed::new(), |all, one| Ok(all.union(one?)))
    }
}

const NAMES: &[&str] = &[
    Input::RobotsTxt.name(),
    Input::Fields.name(),
    Input::Document.name(),
    Input::TdmRep.name(),
    Input::Licenses.name(),
    Input::Embedded.name(),
    Assumed::REST,
];
