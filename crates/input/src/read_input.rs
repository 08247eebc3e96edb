//! Reading whole files and standard input, and the failures that end a run.

use std::ffi::OsStr;
use std::fmt;
use std::fs;
#[cfg(unix)]
use std::fs::File;
use std::io::{self, BufReader, Cursor, IsTerminal, Read};
#[cfg(unix)]
use std::os::fd::AsFd;
#[cfg(unix)]
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use memchr::memmem;

use crate::names::shown;

/// A failure that ends a run.
#[derive(Debug)]
pub enum Failure {
    /// An input cannot be read: its name, and why.
    Input(String, String),
    /// The answer cannot be written.
    Output(io::Error),
    /// A file cannot be written: its name, and why.
    File(String, String),
    /// The settings are invalid; the message says how to correct them.
    Usage(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(name, why) => write!(f, "cannot read {name}: {why}"),
            Failure::File(name, why) => write!(f, "cannot write {name}: {why}"),
            Failure::Output(error) => write!(f, "cannot write the answer: {error}"),
            Failure::Usage(message) => f.write_str(message),
        }
    }
}

/// Reads a file; `-` is standard input.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let read = if path == Path::new("-") {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        read.map(|_| bytes)
    } else {
        fs::read(path)
    };
    let name = path.as_os_str();
    read.map_err(|error| Failure::Input(shown(name), why(name, &error)))
}

/// The reason why a file cannot be read; a URL in the place of a file is named as that.
pub fn why(name: &OsStr, error: &io::Error) -> String {
    let is_url = memmem::find(name.as_encoded_bytes(), b"://").is_some();
    if is_url && error.kind() == io::ErrorKind::NotFound {
        return format!(
            "{error}; `check URL` asks live sites, and addresses of archives begin with https:// or http://; anything else must be downloaded first"
        );
    }
    if error.kind() == io::ErrorKind::IsADirectory {
        return format!(
            "it is a folder; name its files, as in `{}/*`",
            shown(name).trim_end_matches('/')
        );
    }
    error.to_string()
}

/// Reads a file like [`read`], and unpacks it if it is in gzip.
pub fn read_unpacked(path: &Path) -> Result<Vec<u8>, Failure> {
    unpacked(read(path)?).map_err(|why| Failure::Input(shown(path.as_os_str()), why))
}

/// The bytes of a file, without gzip.
///
/// # Errors
/// Why they cannot be unpacked.
pub fn unpacked(bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    if !bytes.starts_with(GZIP) {
        return Ok(bytes);
    }
    let mut unpacked = Vec::new();
    let read = plain(bytes.as_slice()).and_then(|mut plain| plain.read_to_end(&mut unpacked));
    read.map_err(|error| format!("it cannot be unpacked: {error}; fetch it again"))?;
    Ok(unpacked)
}

/// The bytes of a source, without gzip if it is in gzip: its members one after the other, each with its checksum.
pub fn plain<'s>(mut source: impl Read + Send + 's) -> io::Result<Box<dyn Read + Send + 's>> {
    let mut start = Vec::new();
    source
        .by_ref()
        .take(GZIP.len() as u64)
        .read_to_end(&mut start)?;
    let is_gzip = start == GZIP;
    let whole = Cursor::new(start).chain(source);
    Ok(if is_gzip {
        Box::new(MultiGzDecoder::new(BufReader::new(whole)))
    } else {
        Box::new(whole)
    })
}

/// The first bytes of a file in gzip.
const GZIP: &[u8] = b"\x1F\x8B";

/// The lines of a list with their numbers, blanks around them left out: no empty ones, none that begin with `#`, and no
/// byte order mark.
pub fn lines(list: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let list = list.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(list);
    let lines = list.split(|b| *b == b'\n').map(<[u8]>::trim_ascii);
    let is_entry = |(_, line): &(usize, &[u8])| !line.is_empty() && !line.starts_with(b"#");
    (1..).zip(lines).filter(is_entry)
}

/// Whether standard input cannot hold data: it is a terminal or a device such as `/dev/null`, not a file or pipe.
pub fn is_without_input() -> bool {
    io::stdin().is_terminal() || is_device()
}

#[cfg(unix)]
fn is_device() -> bool {
    let own = io::stdin().as_fd().try_clone_to_owned();
    let kind = own.and_then(|own| Ok(File::from(own).metadata()?.file_type()));
    kind.is_ok_and(|kind| kind.is_char_device())
}

#[cfg(not(unix))]
fn is_device() -> bool {
    false
}
