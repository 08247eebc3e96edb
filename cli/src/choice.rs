//! Values that are written by their names: one list of them for the command line, its help, and records.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use robots_policy::report::Format;
use robots_policy::{BothFields, Placement, RobotsTagMode};

/// A value that is written by its name.
pub(crate) trait Choice: Copy + Send + Sync + 'static {
    /// Every value that may be chosen.
    const ALL: &'static [Self];

    /// The name of the value.
    fn name(self) -> &'static str;

    /// The value of this name.
    fn named(name: &str) -> Option<Self> {
        let is_it = |value: &Self| value.name() == name;
        Self::ALL.iter().copied().find(is_it)
    }
}

/// Implements [`Choice`] for enums that have a list of their values and names.
macro_rules! choices {
    ($($choice:ty: $all:expr;)+) => {
        $(impl Choice for $choice {
            const ALL: &'static [Self] = $all;

            fn name(self) -> &'static str {
                <$choice>::name(self)
            }
        })+
    };
}

choices! {
    RobotsTagMode: &RobotsTagMode::ALL;
    BothFields: &BothFields::ALL;
    Format: &Format::ALL;
    // A statement in a feed or a field has no placement of a meta.
    Placement: &[Placement::Head, Placement::Noscript, Placement::Body];
}

/// A parser of the command line, so that help and errors list the names.
pub(crate) fn choice<T: Choice>() -> impl TypedValueParser<Value = T> {
    let names = T::ALL.iter().map(|value| value.name());
    PossibleValuesParser::new(names).try_map(|name| T::named(&name).ok_or("no such name"))
}
