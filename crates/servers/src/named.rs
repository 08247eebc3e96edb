//! Enums whose variants have names.

/// Makes an enum of rows, each with the name of its variant; `ALL` and `name` follow from them.
macro_rules! named {
    (
        $(#[$about:meta])*
        pub enum $type:ident { $($(#[$meaning:meta])* $variant:ident = $name:literal;)+ }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $type { $($(#[$meaning])* $variant,)+ }

        impl $type {
            /// All of them.
            pub const ALL: &[$type] = &[$($type::$variant),+];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $($type::$variant => $name,)+ }
            }
        }
    };
}

pub(crate) use named;
