//! Header blocks of more fields than the HTTP library takes.
//!
//! It has space for 128 fields, whatever the limit of bytes is, and refuses a response of more. Such a block is read
//! here, and the library is given those of its fields that say where the body ends.

use std::sync::{Arc, Mutex, PoisonError};

use http::header::{CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING};
use http::{HeaderMap, HeaderName, HeaderValue};
use ureq::unversioned::transport::Buffers;

/// The fields of the last final response whose block was too wide for the library.
#[derive(Clone, Debug, Default)]
pub(super) struct WideFields(Arc<Mutex<Option<HeaderMap>>>);

impl WideFields {
    pub(super) fn take(&self) -> Option<HeaderMap> {
        self.slot(Option::take)
    }

    pub(super) fn put(&self, fields: HeaderMap) {
        self.slot(|slot| *slot = Some(fields));
    }

    fn slot<T>(&self, work: impl FnOnce(&mut Option<HeaderMap>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The input at a place where a header block comes next.
pub(super) enum Block {
    /// The library can judge it: few fields, an interim response, or not HTTP.
    Narrow {
        /// Whether a body follows.
        is_final: bool,
    },
    /// Many fields, whose end has not arrived yet.
    Open,
    /// Many fields.
    Wide(Wide),
}

/// A whole block of many fields.
pub(super) struct Wide {
    /// Its bytes.
    pub(super) len: usize,
    /// The block that the library is given for it.
    pub(super) short: Vec<u8>,
    /// The fields, if no other block follows.
    pub(super) fields: Option<HeaderMap>,
}

/// Looks at the bytes from the start of a header block, which may have at most `most` bytes.
pub(super) fn block(input: &[u8], most: usize) -> Block {
    let blank = input.iter().take_while(|b| b"\r\n".contains(b)).count();
    let start = input.get(blank..).unwrap_or_default();
    if !begins_http(start) {
        return Block::Narrow { is_final: true };
    }
    let Some(end) = end(start) else {
        return if lines(start) > FEW {
            Block::Open
        } else {
            Block::Narrow { is_final: false }
        };
    };
    let head = start.get(..end).unwrap_or_default();
    let is_wide = lines(head) > FEW;
    if is_wide && blank + end > most {
        return Block::Open;
    }
    match wide(head) {
        Some(wide) if is_wide => Block::Wide(Wide {
            len: wide.len + blank,
            ..wide
        }),
        Some(wide) => Block::Narrow {
            is_final: wide.fields.is_some(),
        },
        None => Block::Narrow { is_final: true },
    }
}

/// Reads a whole block; `None` if it breaks the rules, which the library reports.
fn wide(head: &[u8]) -> Option<Wide> {
    let mut room = vec![httparse::EMPTY_HEADER; lines(head)];
    let mut response = httparse::Response::new(&mut room);
    let httparse::Status::Complete(len) = response.parse(head).ok()? else {
        return None;
    };
    let (status, version) = (response.code?, response.version?);
    let mut fields = HeaderMap::new();
    let mut short = format!("HTTP/1.{version} {status:03} \r\n").into_bytes();
    for field in response.headers.iter() {
        let name = HeaderName::from_bytes(field.name.as_bytes()).ok()?;
        let value = HeaderValue::from_bytes(field.value).ok()?;
        let is_said = fields.get_all(&name).iter().any(|said| said == value);
        if FRAMING.contains(&name) && !is_said {
            for part in [name.as_str().as_bytes(), b": ", field.value, b"\r\n"] {
                short.extend_from_slice(part);
            }
        }
        fields.try_append(name, value).ok()?;
    }
    short.extend_from_slice(b"\r\n");
    // An interim response is followed by the answer, except after a switch of protocols.
    let is_final = status >= 200 || status == 101;
    Some(Wide {
        len,
        short,
        fields: is_final.then_some(fields),
    })
}

/// Whether these may be the first bytes of a response. The bytes of a secure connection through a proxy may not.
fn begins_http(start: &[u8]) -> bool {
    let seen = start.len().min(SIGNATURE.len());
    start.get(..seen) == SIGNATURE.get(..seen)
}

fn lines(bytes: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', bytes).count()
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

/// The input that replaces a wide block for the library: empty until the short block is ready.
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
/// The library itself reads blocks of up to this number of lines, which is fewer than it can.
const FEW: usize = 100;
/// The fields that say where a body ends, and whether another response may follow it.
const FRAMING: [HeaderName; 3] = [CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING];
