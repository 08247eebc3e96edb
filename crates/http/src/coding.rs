//! Content codings (RFC 9110 §8.4.1): the table, and their decoders.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Read};

#[cfg(feature = "codings")]
use brotli_decompressor::{BrotliDecoderParameter, Decompressor};
use flate2::bufread::{DeflateDecoder, GzDecoder, ZlibDecoder};

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

/// A content coding that is not undone, as the field names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCoding(pub String);

impl fmt::Display for UnknownCoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UnknownCoding {}

/// The value of `Accept-Encoding`.
pub fn accepted() -> String {
    let names: Vec<&str> = Coding::ALL.iter().map(|coding| coding.name()).collect();
    names.join(", ")
}

/// The codings that the lines of a field name, in the order in which they were applied.
///
/// # Errors
/// An unknown coding, and more codings than are undone.
pub fn listed<'f>(lines: impl Iterator<Item = &'f [u8]>) -> Result<Vec<Coding>, UnknownCoding> {
    let mut codings = Vec::new();
    for line in lines {
        let line = String::from_utf8_lossy(line).to_ascii_lowercase();
        let names = line.split(',').map(str::trim_ascii);
        for name in names.filter(|name| !matches!(*name, "" | "identity")) {
            match Coding::by_name(name) {
                Some(coding) if codings.len() < MOST_CODINGS => codings.push(coding),
                _ => return Err(UnknownCoding(name.to_owned())),
            }
        }
    }
    Ok(codings)
}

/// A decoder for a source that has bytes.
///
/// # Errors
/// The source cannot be read, or the coding is not undone without the feature `codings`.
pub fn decoder<'s>(
    coding: Coding,
    mut source: impl BufRead + 's,
) -> io::Result<Box<dyn Read + 's>> {
    Ok(match coding {
        Coding::Gzip => Box::new(GzipMembers(Some(GzDecoder::new(source)))),
        Coding::Deflate if begins_zlib(source.fill_buf()?) => Box::new(ZlibDecoder::new(source)),
        Coding::Deflate => Box::new(DeflateDecoder::new(source)),
        #[cfg(not(feature = "codings"))]
        Coding::Brotli | Coding::Zstandard => {
            return Err(io::Error::new(io::ErrorKind::Unsupported, coding.name()));
        }
        #[cfg(feature = "codings")]
        Coding::Brotli => {
            let mut decoder = Decompressor::new(source, READ_SIZE);
            let large = BrotliDecoderParameter::BROTLI_DECODER_PARAM_LARGE_WINDOW;
            decoder.set_parameter(large, 0);
            Box::new(Brotli(decoder))
        }
        #[cfg(feature = "codings")]
        Coding::Zstandard => {
            let mut decoder = zstd::stream::read::Decoder::with_buffer(source)?;
            decoder.window_log_max(WINDOW_LOG)?;
            Box::new(decoder)
        }
    })
}

/// The first byte of RFC 1950 says method and window; one of RFC 1951 that says the same would be a stored block of a
/// reserved type.
fn begins_zlib(bytes: &[u8]) -> bool {
    bytes
        .first()
        .is_some_and(|first| first & 0x0f == 8 && first >> 4 <= 7)
}

#[cfg(feature = "codings")]
/// A brotli stream, which ends with its body. Bytes after that end show that the body has another format.
struct Brotli<S: Read>(Decompressor<S>);

#[cfg(feature = "codings")]
impl<S: Read> Read for Brotli<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            // The decoder reports bytes after the end when it is read once more.
            0 => self.0.read(buffer),
            read => Ok(read),
        }
    }
}

/// Members one after the other; other bytes after them are ignored, as browsers do.
struct GzipMembers<S>(Option<GzDecoder<S>>);

impl<S: BufRead> Read for GzipMembers<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            self.0 = self
                .0
                .take()
                .and_then(|member| next(member.into_inner()).transpose())
                .transpose()?;
        }
        Ok(0)
    }
}

/// The member that begins where another ended.
fn next<S: BufRead>(mut source: S) -> io::Result<Option<GzDecoder<S>>> {
    let is_member = source.fill_buf()?.first() == Some(&GZIP_MAGIC);
    Ok(is_member.then(|| GzDecoder::new(source)))
}

/// The most codings of one body, more than any server has a reason for.
const MOST_CODINGS: usize = 4;
#[cfg(feature = "codings")]
/// The binary logarithm of the largest window (RFC 9659).
const WINDOW_LOG: u32 = 23;
/// The first byte of a member.
const GZIP_MAGIC: u8 = 0x1f;
#[cfg(feature = "codings")]
/// Bytes that the brotli decoder reads at once.
const READ_SIZE: usize = 16 * 1024;
