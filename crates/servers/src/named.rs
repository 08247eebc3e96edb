//! Enums whose variants have names.

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
