//! Finds the header block of the response. `curl -i` writes interim responses, redirects that it followed, the answer of
//! a proxy to CONNECT and requests for a login before it.

use std::io::{self, BufRead, Read as _};

use memchr::memrchr;

use crate::message::block::{self, Gathered};
use crate::message::damage::DamageCode;
use crate::message::framing::{Field, Framing};

/// A header block that was read, and the bytes of the body that were consumed with it.
pub struct Head {
    pub(crate) status: u16,
    /// How many blocks before it are neither interim responses nor redirects.
    pub(crate) skipped: usize,
    /// Whether the empty line that ends it was read.
    pub(crate) is_whole: bool,
    /// Bytes of the body that were consumed in search of another block.
    pub(crate) start: Vec<u8>,
}

impl Head {
    /// Reads the header block of a response into `block`.
    ///
    /// The last of several header blocks counts: interim responses (RFC 9110 §15.2), redirects, the answer of a proxy to
    /// CONNECT and requests for a login come before the response. A block that is cut counts up to its last whole line.
    ///
    /// # Errors
    /// The source does not begin with a status line, or the block has more than 256 KiB.
    pub fn read(block: &mut Vec<u8>, source: &mut dyn BufRead) -> Result<Head, DamageCode> {
        let mut found = Head {
            status: 0,
            skipped: 0,
            is_whole: gather(block, source)?,
            start: Vec::new(),
        };
        block::unfold(block);
        found.status = block::status(block::first_line(block)).ok_or(DamageCode::NoStatusLine)?;
        // Most bodies do not begin with a status line, so their fields need not be checked.
        while found.is_whole
            && (is_passed(found.status) || may_be_next(source))
            && has_no_body(found.status, block)
        {
            let passed = passed(found.status, block, source);
            if !may_be_next(source) {
                found.start = passed;
                break;
            }
            let mut next = Vec::new();
            let gathered = gather(&mut next, source);
            let status = block::strict_status(block::first_line(&next));
            let (Ok(is_whole), Some(status), true) = (gathered, status, is_of_fields(&next)) else {
                found.is_whole = !is_part_of_status_line(&next);
                found.start = [passed, next].concat();
                break;
            };
            found.skipped += usize::from(!matches!(found.status, 100..=199 | 300..=399));
            found.is_whole = is_whole;
            found.status = status;
            block::unfold(&mut next);
            *block = next;
        }
        // The response that must follow is missing.
        let is_alone = found.start.is_empty() && !has_more(source);
        found.is_whole &= !(is_alone && is_preliminary(found.status, block));
        Ok(found)
    }
}

/// Whether a response always follows this block: it is an interim response, or the answer of a proxy to CONNECT.
pub(crate) fn is_preliminary(status: u16, block: &[u8]) -> bool {
    let line = block::first_line(block).to_ascii_lowercase();
    matches!(status, 100..=199) || line.ends_with(CONNECTED)
}

fn has_more(source: &mut dyn BufRead) -> bool {
    !source.fill_buf().unwrap_or_default().is_empty()
}

/// Gathers one block; returns whether it ended with an empty line.
fn gather(block: &mut Vec<u8>, source: &mut dyn BufRead) -> Result<bool, DamageCode> {
    block.clear();
    loop {
        let piece = match source.fill_buf() {
            Ok(piece) => piece,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        if piece.is_empty() {
            // An empty input has no status line.
            return block
                .starts_with(START)
                .then_some(false)
                .ok_or(DamageCode::NoStatusLine);
        }
        let (taken, progress) = block::gather(block, piece, MOST_BLOCK);
        source.consume(taken);
        match progress {
            _ if !block::agrees(block, START) => return Err(DamageCode::NoStatusLine),
            Gathered::More => {}
            Gathered::Whole => return Ok(true),
            Gathered::TooLarge => return Err(DamageCode::LargeFields),
        }
    }
}

/// Whether the body of this block's response is not stored, so that another response may follow.
///
/// A response whose fields state a body keeps it, even if the body is an HTTP message itself. The bodies of redirects
/// that were followed and of requests for a login are not stored with them.
fn has_no_body(status: u16, block: &[u8]) -> bool {
    let framing = Framing::of(block);
    if framing.is_message() {
        return false;
    }
    match status {
        _ if is_passed(status) || is_preliminary(status, block) => true,
        _ => match framing.length() {
            Some(length) => length == 0,
            None => !framing.has(Field::Type) && !framing.has(Field::TransferCodings),
        },
    }
}

/// Whether every whole line after the status line is a field line.
fn is_of_fields(block: &[u8]) -> bool {
    let whole = memrchr(b'\n', block).and_then(|end| block.get(..end));
    whole.is_none_or(|lines| block::wrong_line(lines).is_none())
}

/// Whether the input, which is these bytes and no more, ends inside the version or the status of a status line.
fn is_part_of_status_line(bytes: &[u8]) -> bool {
    let rest = bytes
        .get(START.len().min(bytes.len())..)
        .unwrap_or_default();
    let is_part = |b: &u8| b.is_ascii_digit() || matches!(b, b'.' | b' ');
    block::agrees(bytes, START) && rest.iter().all(is_part)
}

/// Whether a client sends another request after this response: a redirect, or a request for a login.
pub(crate) fn is_passed(status: u16) -> bool {
    matches!(status, 300..=399 | 401 | 407)
}

/// Reads the body of a redirect or of a request for a login, after which the next response may follow: `http --all` saves
/// all of them. A large or cut body is not read this way.
fn passed(status: u16, block: &[u8], source: &mut dyn BufRead) -> Vec<u8> {
    let mut body = Vec::new();
    let length = if is_passed(status) && !may_be_next(source) {
        block::content_length(block)
    } else {
        None
    };
    if let Some(length) = length.filter(|length| *length <= MOST_BODY) {
        // The next read meets the error again.
        let _ = source.take(length).read_to_end(&mut body);
    }
    body
}

/// Whether a status line may begin here.
fn may_be_next(source: &mut dyn BufRead) -> bool {
    let piece = source.fill_buf().unwrap_or_default();
    !piece.is_empty() && block::agrees(piece, START)
}

/// Whether the body of a response of this status is empty (RFC 9110 §6.4.1).
pub(crate) fn is_bodiless(status: u16) -> bool {
    matches!(status, 100..=199 | 204 | 304)
}

/// The beginning of a status line.
const START: &[u8] = b"HTTP/";
/// The end of the status line in the answer of a proxy to CONNECT.
const CONNECTED: &[u8] = b"connection established";
/// The most bytes of a body between two responses.
const MOST_BODY: u64 = 64 * 1024;
/// The most bytes of a header block.
const MOST_BLOCK: usize = 256 * 1024;
