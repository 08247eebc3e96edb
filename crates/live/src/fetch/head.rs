//! Header blocks, by the reader of stored ones: the HTTP library is given those of their fields that say where the body ends.
//!
//! The library refuses folded lines, which a client has to read as one (RFC 9112 §5.2), a line that is no field, a control
//! character in a value, and more than 128 fields. What a site says would depend on whether its answer was stored first.

use std::sync::{Arc, Mutex, PoisonError};

use http::header::{CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING};
use http::{HeaderMap, HeaderName, HeaderValue};
use robots_policy_input::block;
use ureq::unversioned::transport::Buffers;

/// The fields of the last final response.
#[derive(Clone, Debug, Default)]
pub(super) struct ReadFields(Arc<Mutex<Option<Fields>>>);

/// The fields of a header block.
#[derive(Debug, Default)]
pub(super) struct Fields {
    pub(super) all: HeaderMap,
    /// The first line that is no field. It is left out.
    pub(super) stray: Option<String>,
}

impl ReadFields {
    pub(super) fn take(&self) -> Option<Fields> {
        self.slot(Option::take)
    }

    pub(super) fn put(&self, fields: Fields) {
        self.slot(|slot| *slot = Some(fields));
    }

    fn slot<T>(&self, work: impl FnOnce(&mut Option<Fields>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The input at a place where a header block comes next.
pub(super) enum Block {
    /// Nothing has arrived.
    None,
    /// Its end has not arrived yet.
    Open,
    /// A whole block.
    Read {
        /// Its bytes.
        len: usize,
        /// The block that the library is given for it.
        short: Vec<u8>,
        /// The fields, if no other block follows.
        fields: Option<Fields>,
    },
    /// Not a block of HTTP/1, which the library reports.
    Unreadable,
}

/// Looks at the bytes from the start of a header block, which may have at most `most` bytes.
pub(super) fn block(input: &[u8], most: usize) -> Block {
    let blank = input.iter().take_while(|b| b"\r\n".contains(b)).count();
    let start = input.get(blank..).unwrap_or_default();
    match end(start) {
        _ if start.is_empty() => Block::None,
        _ if !begins_http(start) => Block::Unreadable,
        None => Block::Open,
        Some(end) if blank + end > most => Block::Open,
        Some(end) => match read(start.get(..end).unwrap_or_default()) {
            Some((short, fields)) => Block::Read {
                len: blank + end,
                short,
                fields,
            },
            None => Block::Unreadable,
        },
    }
}

/// Reads a whole block, and gives the block for the library; `None` if it has no status line, or more fields than fit in memory.
fn read(head: &[u8]) -> Option<(Vec<u8>, Option<Fields>)> {
    let mut lines = head.to_vec();
    block::unfold(&mut lines);
    let first = block::first_line(&lines);
    let status = block::strict_status(first)?;
    let version = first.get(..VERSION)?;
    if !matches!(version, b"HTTP/1.0 " | b"HTTP/1.1 ") {
        return None;
    }
    let mut fields = Fields {
        stray: block::wrong_line(&lines).map(shown),
        ..Fields::default()
    };
    let mut short = [version, format!("{status:03} \r\n").as_bytes()].concat();
    for (name, value) in block::fields(&lines) {
        let Ok(known) = HeaderName::from_bytes(name) else {
            fields.stray.get_or_insert_with(|| shown(name));
            continue;
        };
        let value = value_of(value)?;
        let is_said = fields.all.get_all(&known).iter().any(|said| said == value);
        if FRAMING.contains(&known) && !is_said {
            for part in [known.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"] {
                short.extend_from_slice(part);
            }
        }
        fields.all.try_append(known, value).ok()?;
    }
    short.extend_from_slice(b"\r\n");
    // An interim response is followed by the answer, except after a switch of protocols.
    let is_final = status >= 200 || status == 101;
    Some((short, is_final.then_some(fields)))
}

/// A value without the control characters that no field may have: a blank is in the place of each (RFC 9110 §5.5).
fn value_of(value: &[u8]) -> Option<HeaderValue> {
    let is_control = |octet: u8| octet.is_ascii_control() && octet != b'\t';
    let octets = value.iter();
    let octets = octets.map(|octet| if is_control(*octet) { b' ' } else { *octet });
    HeaderValue::from_bytes(octets.collect::<Vec<u8>>().trim_ascii()).ok()
}

/// A line as it is quoted.
fn shown(line: &[u8]) -> String {
    let line = line.get(..MOST_SHOWN).unwrap_or(line);
    String::from_utf8_lossy(line).escape_debug().to_string()
}

/// Whether these may be the first bytes of a response. The bytes of a secure connection through a proxy may not.
fn begins_http(start: &[u8]) -> bool {
    let seen = start.len().min(SIGNATURE.len());
    start.get(..seen) == SIGNATURE.get(..seen)
}

/// How many bytes a block has up to and with its empty line.
fn end(bytes: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'\n', bytes).find_map(|at| {
        let next = bytes.get(at + 1..)?;
        let blank = match next {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => return None,
        };
        Some(at + 1 + blank)
    })
}

/// The input that replaces a block for the library: empty until the short block is ready.
#[derive(Debug, Default)]
pub(super) struct Short {
    bytes: Vec<u8>,
    is_used: bool,
}

impl Short {
    /// A block to give to the library.
    pub(super) fn of(bytes: Vec<u8>) -> Short {
        Short {
            bytes,
            is_used: true,
        }
    }

    /// Whether it waits for the rest of a block.
    pub(super) fn is_waiting(&self) -> bool {
        self.bytes.is_empty()
    }
}

impl Buffers for Short {
    // The library writes no request before it has read the answer to the last.
    fn output(&mut self) -> &mut [u8] {
        &mut []
    }

    fn input(&self) -> &[u8] {
        &self.bytes
    }

    fn input_append_buf(&mut self) -> &mut [u8] {
        &mut []
    }

    fn input_appended(&mut self, _: usize) {}

    fn input_consume(&mut self, amount: usize) {
        self.is_used = amount > 0;
        self.bytes.drain(..amount.min(self.bytes.len()));
    }

    fn tmp_and_output(&mut self) -> (&mut [u8], &mut [u8]) {
        (&mut [], &mut [])
    }

    fn can_use_input(&self) -> bool {
        self.is_used && !self.bytes.is_empty()
    }
}

/// The first bytes of a response over HTTP/1.
const SIGNATURE: &[u8] = b"HTTP/";
/// The fields that say where a body ends, and whether another response may follow it.
const FRAMING: [HeaderName; 3] = [CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING];
/// The length of a version and the space after it.
const VERSION: usize = 9;
/// The most bytes of a line that are quoted.
const MOST_SHOWN: usize = 60;
