//! Content codings: undone as the bytes come in, each step with a ceiling.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

use brotli_decompressor::{BrotliDecoderParameter, Decompressor};
use flate2::bufread::{DeflateDecoder, GzDecoder, ZlibDecoder};
use http::HeaderMap;
use http::header::CONTENT_ENCODING;

use super::problem::Problem;
use super::settings::READ_SIZE;

macro_rules! codings {
    ($(#[doc = $meaning:literal] $variant:ident = $name:literal $(, $alias:literal)*;)+) => {
        /// A content coding.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Coding {
            $(#[doc = $meaning] $variant,)+
        }

        impl Coding {
            const ALL: &'static [Coding] = &[$(Coding::$variant),+];

            /// The name in `Accept-Encoding`.
            pub(crate) fn name(self) -> &'static str {
                match self { $(Coding::$variant => $name,)+ }
            }

            fn by_name(name: &str) -> Option<Coding> {
                match name { $($name $(| $alias)* => Some(Coding::$variant),)+ _ => None }
            }
        }
    };
}

codings! {
    /// RFC 1952, members one behind the other.
    Gzip = "gzip", "x-gzip";
    /// RFC 1950, or RFC 1951 as some servers send it.
    Deflate = "deflate";
    /// RFC 7932, no large windows.
    Brotli = "br";
    /// RFC 8878, windows of at most 8 MiB (RFC 9659).
    Zstandard = "zstd";
}

/// The value of `Accept-Encoding`.
pub(super) fn accepted() -> String {
    let names: Vec<&str> = Coding::ALL.iter().map(|coding| coding.name()).collect();
    names.join(", ")
}

/// The codings of a body in the order in which they were applied.
///
/// # Errors
/// The name of one that is not known; also the value as a whole where it is no text or names too many.
pub(super) fn codings(headers: &HeaderMap) -> Result<Vec<Coding>, Problem> {
    let mut codings = Vec::new();
    for line in headers.get_all(CONTENT_ENCODING) {
        let line = String::from_utf8_lossy(line.as_bytes()).to_ascii_lowercase();
        let names = line.split(',').map(str::trim_ascii);
        for name in names.filter(|name| !matches!(*name, "" | "identity")) {
            match Coding::by_name(name) {
                Some(coding) if codings.len() < MOST_CODINGS => codings.push(coding),
                _ => return Err(Problem::UnknownCoding(name.to_owned())),
            }
        }
    }
    Ok(codings)
}

/// What went wrong below a decoder, which would tell it only as an error of its own.
pub(super) type Trouble = Rc<RefCell<Option<Problem>>>;

/// Undoes `codings`. No step gives more than `most` bytes, nor does `source`.
pub(super) fn decoded(
    source: Box<dyn Read>,
    codings: &[Coding],
    most: u64,
    trouble: &Trouble,
) -> Box<dyn Read> {
    let ceiling = |source| Ceiling {
        source,
        left: most,
        most,
        trouble: Rc::clone(trouble),
    };
    codings
        .iter()
        .rev()
        .fold(Box::new(ceiling(source)), |source, coding| {
            let step = Step {
                coding: *coding,
                decoder: Decoder::Waiting(BufReader::with_capacity(READ_SIZE, source)),
                trouble: Rc::clone(trouble),
            };
            Box::new(ceiling(Box::new(step)))
        })
}

/// Lets so many bytes through and then tells trouble.
struct Ceiling {
    source: Box<dyn Read>,
    left: u64,
    most: u64,
    trouble: Trouble,
}

impl Read for Ceiling {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return match self.source.read(&mut [0])? {
                0 => Ok(0),
                _ => Err(tell(&self.trouble, Problem::LargeBody(self.most))),
            };
        }
        let read = self.source.by_ref().take(self.left).read(buffer)?;
        self.left = self.left.saturating_sub(read as u64);
        Ok(read)
    }
}

/// Remembers the first trouble.
pub(super) fn tell(trouble: &Trouble, problem: Problem) -> io::Error {
    trouble.borrow_mut().get_or_insert(problem);
    io::Error::other("told elsewhere")
}

/// One coding being undone.
struct Step {
    coding: Coding,
    decoder: Decoder,
    trouble: Trouble,
}

type Source = BufReader<Box<dyn Read>>;

enum Decoder {
    /// An empty body is an empty body in every coding.
    Waiting(Source),
    Running(Box<dyn Read>),
    Ended,
}

impl Read for Step {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let coding = self.coding;
        self.decoder.read(coding, buffer).map_err(|error| {
            if error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            tell(
                &self.trouble,
                Problem::Undecodable(coding, error.to_string()),
            )
        })
    }
}

impl Decoder {
    fn read(&mut self, coding: Coding, buffer: &mut [u8]) -> io::Result<usize> {
        if let Decoder::Waiting(source) = self {
            if source.fill_buf()?.is_empty() {
                *self = Decoder::Ended;
            } else if let Decoder::Waiting(source) = std::mem::replace(self, Decoder::Ended) {
                *self = Decoder::Running(decoder(coding, source)?);
            }
        }
        match self {
            Decoder::Running(decoder) => decoder.read(buffer),
            _ => Ok(0),
        }
    }
}

/// A decoder for a source that has bytes.
fn decoder(coding: Coding, mut source: Source) -> io::Result<Box<dyn Read>> {
    Ok(match coding {
        Coding::Gzip => Box::new(Gzip(Some(GzDecoder::new(source)))),
        Coding::Deflate if begins_zlib(source.fill_buf()?) => Box::new(ZlibDecoder::new(source)),
        Coding::Deflate => Box::new(DeflateDecoder::new(source)),
        Coding::Brotli => {
            let mut decoder = Decompressor::new(source, READ_SIZE);
            let large = BrotliDecoderParameter::BROTLI_DECODER_PARAM_LARGE_WINDOW;
            decoder.set_parameter(large, 0);
            Box::new(decoder)
        }
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

/// Members one behind the other; what follows them and is none is left alone, as browsers do.
struct Gzip(Option<GzDecoder<Source>>);

impl Read for Gzip {
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
fn next(mut source: Source) -> io::Result<Option<GzDecoder<Source>>> {
    let is_member = source.fill_buf()?.first() == Some(&GZIP_MAGIC);
    Ok(is_member.then(|| GzDecoder::new(source)))
}

/// More codings, one in the other, than any server has a reason for.
const MOST_CODINGS: usize = 4;
/// The binary logarithm of the largest window (RFC 9659).
const WINDOW_LOG: u32 = 23;
/// The first byte of a member.
const GZIP_MAGIC: u8 = 0x1f;
