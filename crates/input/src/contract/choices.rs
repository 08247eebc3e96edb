//! Values that are chosen by name: one list of names for flags, their help, and records.

use robots_policy::header::{BothFields, RobotsTagMode};
use robots_policy::meta::Placement;

use crate::json::types::Read;
use crate::json::{Misfit, Value};
use crate::quote::quoted;

/// A value that is chosen by its name.
pub(crate) trait NamedChoice: Copy + Send + Sync + 'static {
    /// The key of a record under which it is chosen; the flag is called the same.
    const KEY: &'static str;

    /// Every value that may be chosen.
    const ALL: &'static [Self];

    /// The name of the value.
    fn name(self) -> &'static str;

    /// The names of all.
    fn names() -> Vec<&'static str> {
        Self::ALL.iter().map(|value| value.name()).collect()
    }

    /// The value of this name.
    ///
    /// # Errors
    /// A name that no value has, as `tail` of a [`Placement`], and the known names.
    fn named(name: &str) -> Result<Self, String> {
        let is_it = |value: &Self| value.name() == name;
        let value = Self::ALL.iter().copied().find(is_it);
        value.ok_or_else(|| {
            let name = quoted(&name.escape_debug().to_string());
            let names = Self::names().join(", ");
            format!("`{}` is `{name}`; it is one of: {names}", Self::KEY)
        })
    }
}

/// Implements [`NamedChoice`] for enums that have a list of their values and names.
macro_rules! choices {
    ($($key:literal $choice:ty: $all:expr;)+) => {
        $(impl NamedChoice for $choice {
            const KEY: &'static str = $key;
            const ALL: &'static [Self] = $all;

            fn name(self) -> &'static str {
                <$choice>::name(self)
            }
        }

        impl<'t> Read<'t> for $choice {
            fn read(value: Value<'t>) -> Result<Self, Misfit> {
                let at = value.at;
                let name = String::read(value)?;
                <$choice>::named(&name).map_err(|message| Misfit {
                    at,
                    code: "invalid-options",
                    message,
                })
            }
        })+
    };
}

choices! {
    "robots_tag" RobotsTagMode: RobotsTagMode::ALL;
    "both_fields" BothFields: BothFields::ALL;
    // A statement in a feed or a field has no placement of a meta.
    "metas" Placement: &[Placement::Head, Placement::Noscript, Placement::Body];
}

/// A parser of the command line, so that help and errors list the names.
#[cfg(feature = "clap")]
pub(crate) fn choice<T: NamedChoice>() -> impl clap::builder::TypedValueParser<Value = T> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};

    PossibleValuesParser::new(T::names()).try_map(|name| T::named(&name))
}
