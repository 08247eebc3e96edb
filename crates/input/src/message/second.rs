//! Where a second response begins in a file that should hold one: `curl -si URL1 URL2` writes both.

use memchr::{memchr, memmem};

use crate::message::block;
use crate::message::body::is_chunked_there;
use crate::message::chunked;
use crate::message::framing::{Field, Framing};
use crate::message::interim::is_bodiless;

/// Where other responses begin in the bytes after a header block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seconds {
    /// Where one begins for certain.
    pub(crate) certain: Option<usize>,
    /// The first place at which one may begin; a document about HTTP may only quote one there.
    pub(crate) possible: Option<usize>,
}

/// Looks for another response in the bytes after a header block with this framing. The time is linear in their number.
///
/// One begins for certain where a status line is
/// - after the end that `Content-Length` or the chunks give, or at once where the status has no body;
/// - with fields and an empty line, as the first bytes of a document that should be HTML, or that has another length than
///   `Content-Length` says: the body was not saved (`curl -I`);
/// - with fields and an empty line, after `</html>`.
///
/// A body that was decoded or dechunked before it was saved shows its end in no other way, so elsewhere one is possible.
pub(crate) fn seconds(status: u16, framing: &Framing<'_>, body: &[u8]) -> Seconds {
    let is_html = framing.is_html();
    let mut found = Seconds {
        certain: end(status, framing, body).and_then(|end| status_line(body, end)),
        possible: None,
    };
    let mut from = 0;
    while let Some(at) = body.get(from..).and_then(|rest| memmem::find(rest, START)) {
        let at = from + at;
        let (before, rest) = body.split_at(at);
        let (is_head, looked_at) = head(rest);
        from = at + looked_at;
        if !is_head {
            continue;
        }
        found.possible = found.possible.or(Some(at));
        let is_certain = match before {
            [] => !is_body(is_html, framing, body),
            _ => is_html && ends_html(before),
        };
        if is_certain {
            let others = found.certain.into_iter();
            found.certain = others.chain([at]).min();
        }
        if found.certain.is_some() {
            break;
        }
    }
    found.possible = found.certain.into_iter().chain(found.possible).min();
    found
}

/// Where the body ends, if the fields and the bytes say so.
fn end(status: u16, framing: &Framing<'_>, body: &[u8]) -> Option<usize> {
    if is_bodiless(status) {
        return Some(0);
    }
    if framing.has(Field::TransferCodings) {
        let is_chunked = is_chunked_there(framing, body);
        return is_chunked.then(|| chunked::end(body)).flatten();
    }
    let length = usize::try_from(framing.length()?).ok()?;
    (length <= body.len()).then_some(length)
}

/// Where a status line after `end` begins, if only blanks and empty lines are between.
fn status_line(body: &[u8], end: usize) -> Option<usize> {
    let rest = body.get(end..)?.trim_ascii_start();
    let at = body.len() - rest.len();
    block::strict_status(block::first_line(rest)).map(|_| at)
}

/// Whether a body that begins as a response does is the body of this one.
fn is_body(is_html: bool, framing: &Framing<'_>, body: &[u8]) -> bool {
    match framing.length() {
        _ if framing.is_message() => true,
        Some(length) if length == body.len() as u64 => true,
        // A decoded body has another length.
        Some(_) => !is_html && framing.names_codings(),
        None => !is_html,
    }
}

/// Whether a document ends here: with `</html>`, and comments and blanks after it.
fn ends_html(before: &[u8]) -> bool {
    let start = before.len().saturating_sub(LOOKED_BACK);
    let mut end = before.get(start..).unwrap_or_default().trim_ascii_end();
    while let Some(comment) = end.strip_suffix(b"-->") {
        let Some(at) = memmem::rfind(comment, b"<!--") else {
            return false;
        };
        end = end.get(..at).unwrap_or_default().trim_ascii_end();
    }
    let at = end.len().saturating_sub(END.len());
    end.get(at..).unwrap_or_default().eq_ignore_ascii_case(END)
}

/// Whether these bytes begin with a whole header block as clients write it, of a status line and fields, each line ended by
/// CRLF; and how many of them need not be looked at again: no block that begins in these is another answer.
fn head(bytes: &[u8]) -> (bool, usize) {
    let line = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
        let len = memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
        rest.get(..len).unwrap_or_default()
    };
    let start = bytes.get(..STATUS.min(bytes.len())).unwrap_or_default();
    let start = start.split(|b| *b == b'\r').next().unwrap_or_default();
    if block::strict_status(start).is_none() {
        return (false, START.len());
    }
    let first = line(0);
    let mut at = first.len();
    if !first.ends_with(CRLF) {
        return (false, at);
    }
    loop {
        let next = line(at);
        let is_end = next == CRLF && at > first.len();
        if is_end || !is_field(next) {
            return (is_end, at);
        }
        at += next.len();
    }
}

fn is_field(line: &[u8]) -> bool {
    let name = memchr(b':', line).and_then(|at| line.get(..at));
    line.ends_with(CRLF) && name.is_some_and(block::is_name)
}

/// The beginning of a status line.
const START: &[u8] = b"HTTP/";
/// The bytes of `HTTP/1.1 200 `.
const STATUS: usize = START.len() + 8;
const CRLF: &[u8] = b"\r\n";
const END: &[u8] = b"</html>";
/// The number of bytes before a status line that are examined: caches put comments there.
const LOOKED_BACK: usize = 1024;
