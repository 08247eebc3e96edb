//! Content codings (RFC 9110 §8.4.1): the table, and the names in a field.

#[cfg(feature = "files")]
mod decoder;

#[cfg(not(feature = "files"))]
use std::io::{self, BufRead, Read};

#[cfg(feature = "files")]
pub use self::decoder::decoder;

macro_rules! codings {
    ($(#[doc = $meaning:literal] $variant:ident = $name:literal $(, $alias:literal)*;)+) => {
        /// A content coding.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Coding {
            $(#[doc = $meaning] $variant,)+
        }

        impl Coding {
            const ALL: &'static [Coding] = &[$(Coding::$variant),+];

            /// The name in `Accept-Encoding`.
            pub fn name(self) -> &'static str {
                match self { $(Coding::$variant => $name,)+ }
            }

            fn by_name(name: &str) -> Option<Coding> {
                match name { $($name $(| $alias)* => Some(Coding::$variant),)+ _ => None }
            }
        }
    };
}

codings! {
    /// RFC 1952, members one after the other.
    Gzip = "gzip", "x-gzip";
    /// RFC 1950, or RFC 1951 as some servers send it.
    Deflate = "deflate";
    /// RFC 7932, without large windows.
    Brotli = "br";
    /// RFC 8878, windows of at most 8 MiB (RFC 9659).
    Zstandard = "zstd";
}

/// The value of `Accept-Encoding`.
pub fn accepted() -> String {
    let names: Vec<&str> = Coding::ALL.iter().map(|coding| coding.name()).collect();
    names.join(", ")
}

/// The codings that the lines of a field name, in the order in which they were applied.
///
/// # Errors
/// The name of a coding that is not undone: an unknown one, and one more than are undone.
pub fn listed<'f>(lines: impl Iterator<Item = &'f [u8]>) -> Result<Vec<Coding>, String> {
    let mut codings = Vec::new();
    for line in lines {
        let line = String::from_utf8_lossy(line).to_ascii_lowercase();
        let names = line.split(',').map(str::trim_ascii);
        for name in names.filter(|name| !matches!(*name, "" | "identity")) {
            match Coding::by_name(name) {
                Some(coding) if codings.len() < MOST_CODINGS => codings.push(coding),
                _ => return Err(name.to_owned()),
            }
        }
    }
    Ok(codings)
}

/// No decoder: without the feature `codings` no coding is undone.
///
/// # Errors
/// Always.
#[cfg(not(feature = "files"))]
pub fn decoder<'s>(coding: Coding, _: impl BufRead + 's) -> io::Result<Box<dyn Read + 's>> {
    Err(io::Error::new(io::ErrorKind::Unsupported, coding.name()))
}

/// The most codings of one body, more than any server has a reason for.
const MOST_CODINGS: usize = 4;
