//! Enums whose variants have a name in output.

macro_rules! named {
    (
        $(#[doc = $about:literal])+
        pub enum $type:ident {
            $($(#[doc = $meaning:literal])+ $variant:ident = $name:literal;)+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $type {
            $($(#[doc = $meaning])+ $variant,)+
        }

        impl $type {
            /// Every one, in the order of the documentation.
            pub const ALL: &'static [$type] = &[$($type::$variant),+];

            /// The name in output.
            pub fn name(self) -> &'static str {
                match self { $($type::$variant => $name,)+ }
            }
        }
    };
}

pub(crate) use named;
