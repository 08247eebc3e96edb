//! The names of the fields that are about robots, and enums whose variants have names.

/// Names of fields that say what robots and other machines may do, in lower case.
pub const FIELD_NAMES: &[&str] = &[
    "robots-tag",
    "x-robots-tag",
    "content-usage",
    "content-signal",
    "tdm-reservation",
    "tdm-policy",
    "link",
];

/// Names that are read as one of [`FIELD_NAMES`] by people and by no reader.
pub const NEAR_NAMES: &[&str] = &[
    "x-robots-tags",
    "x-robot-tag",
    "x-robots",
    "robot-tag",
    "robots-tags",
    "content-signals",
];

/// Whether a field is about robots, or looks as if it was meant to be. A colon in its name, with what follows, does not count.
pub fn is_about_robots(name: &str) -> bool {
    let (name, _) = name.split_once(':').unwrap_or((name, ""));
    let both = FIELD_NAMES.iter().chain(NEAR_NAMES);
    both.into_iter()
        .any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a name is near one that is read, or has a colon, which is no part of a name.
pub(crate) fn is_near(name: &str) -> bool {
    let mut near = NEAR_NAMES.iter();
    name.contains(':') || near.any(|near| near.eq_ignore_ascii_case(name))
}

/// Whether a text names such a field. `link` alone is too common a word.
pub fn names_one(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower.contains("robot")
        || lower.contains("content-usage")
        || lower.contains("content-signal")
        || lower.contains("tdm-")
        || lower
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
            .any(|word| word == "link")
}

/// Makes an enum of rows, each with the name of its variant; `ALL`, `name`, `of_name` and `Display` follow from them.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    (
        $(#[$about:meta])*
        pub enum $type:ident { $($(#[$meaning:meta])* $variant:ident = $name:literal;)+ }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $type { $($(#[$meaning])* $variant,)+ }

        impl $type {
            /// All of them.
            pub const ALL: &[$type] = &[$($type::$variant),+];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $($type::$variant => $name,)+ }
            }

            /// The one of this name.
            pub fn of_name(name: &str) -> Option<$type> {
                $type::ALL.iter().copied().find(|own| own.name() == name)
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}
