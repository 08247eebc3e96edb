//! Enums whose variants have a name in options and output.
//!
//! Such a name is part of the contract: options of the program, keys and values of JSON, and the documentation have it. So it
//! is written once, in the row of its variant, and everything else is made from the rows. To add a variant is to add a row.

use std::fmt;

/// Makes an enum of rows, one for each variant: its documentation, its identifier and its name.
///
/// From the rows follow `ALL`, `name()`, `Display`, `FromStr` (exact, in lower case, with [`UnknownName`] as its error), and
/// with the feature `serde` both its traits, as text. Variants are ordered as the rows are.
///
/// ```text
/// named! {
///     /// The end of the road.
///     pub enum End {
///         /// To the left.
///         Left = "left";
///     }
/// }
/// ```
///
/// A second text in every row is its `sentence()`. Tables with more columns have macros of their own.
macro_rules! named {
    (
        $(#[$about:meta])*
        pub enum $type:ident {
            $($(#[$meaning:meta])* $variant:ident = $name:literal, $sentence:literal;)+
        }
    ) => {
        crate::names::named! {
            $(#[$about])*
            pub enum $type {
                $($(#[$meaning])* $variant = $name;)+
            }
        }

        impl $type {
            /// Its words for people, the end of a sentence; they may change with any version.
            pub const fn sentence(self) -> &'static str {
                match self { $($type::$variant => $sentence,)+ }
            }
        }
    };
    (
        $(#[$about:meta])*
        pub enum $type:ident {
            $($(#[$meaning:meta])* $variant:ident = $name:literal;)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $type {
            $($(#[$meaning])* $variant,)+
        }

        impl $type {
            /// Every variant, in the order of the documentation.
            pub const ALL: &'static [$type] = &[$($type::$variant),+];

            /// The name in options and output.
            pub const fn name(self) -> &'static str {
                match self { $($type::$variant => $name,)+ }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = crate::names::UnknownName;

            /// Reads a name, exactly as [`name`](Self::name) has it; the error lists the names.
            fn from_str(name: &str) -> Result<$type, Self::Err> {
                match name {
                    $($name => Ok($type::$variant),)+
                    _ => Err(crate::names::UnknownName::new(name, &[$($name),+])),
                }
            }
        }

        crate::names::serde_as_text!($type);
    };
}

/// Serde for a type that is written by its `Display` and read by its `FromStr`; for [`named!`], and for other
/// types with a text form.
macro_rules! serde_as_text {
    ($type:ty) => {
        #[cfg(feature = "serde")]
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<$type, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use named;
pub(crate) use serde_as_text;

/// The error of reading a name that an enum does not have: `STRICT-LIST`, `strict`.
///
/// # Examples
///
/// ```
/// use robots_policy::robots_txt::Dialect;
///
/// let error = "Google".parse::<Dialect>().unwrap_err();
/// assert_eq!(error.known(), ["extended", "rfc9309", "google"]);
/// assert_eq!(error.to_string(), "`Google` is unknown; write one of `extended`, `rfc9309`, `google`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    name: Box<str>,
    known: &'static [&'static str],
}

impl UnknownName {
    /// The error for this name of an enum with these names.
    pub(crate) fn new(name: &str, known: &'static [&'static str]) -> UnknownName {
        UnknownName {
            name: name.into(),
            known,
        }
    }

    /// The names that can be read, in the order of the documentation.
    pub fn known(&self) -> &'static [&'static str] {
        self.known
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = self.known.join("`, `");
        write!(
            f,
            "`{}` is unknown; write one of `{known}`",
            self.name.escape_debug()
        )
    }
}

impl std::error::Error for UnknownName {}
