//! The output of `http -v URL > FILE`: each request of the client, and the response to it.

use crate::message::Message;
use crate::message::block::{first_line, is_name, strict_status};

use super::STATUS_LINE;
use super::blocks::{Ambiguous, Blocks, Undone, is_passed, length, split_line};

/// Whether a file begins like such output: with the lines of a request.
pub(super) fn is_of(file: &[u8]) -> bool {
    let (first, rest) = split_line(file);
    let name = first_line(rest).split(|b| *b == b':').next();
    is_request(first) && name.is_some_and(is_name)
}

/// Whether a line is one as in `GET /page HTTP/1.1`.
fn is_request(line: &[u8]) -> bool {
    let mut words = line.trim_ascii_end().split(|b| *b == b' ');
    let (Some(method), Some(target), Some(version), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return false;
    };
    let is_method = !method.is_empty() && method.iter().all(u8::is_ascii_uppercase);
    is_method && !target.is_empty() && version.starts_with(STATUS_LINE)
}

/// The last response without the requests.
///
/// # Errors
/// It is not certain where a request or the response ends.
pub(super) fn undo(file: &[u8]) -> Result<Undone, Ambiguous> {
    let (mut rest, mut blocks) = (file, Blocks::default());
    loop {
        let (block, body) = block(after_request(rest)?)?;
        for line in block.split_inclusive(|b| *b == b'\n') {
            blocks.add(line.trim_ascii_end());
        }
        // Its redirects and requests for a login have bodies.
        match next_request(body) {
            Some(next) if is_passed(first_line(block)) => rest = next,
            _ => return blocks.with_body(body, is_request),
        }
    }
}

/// The response after a request, whose body has the length that its fields state.
fn after_request(text: &[u8]) -> Result<&[u8], Ambiguous> {
    let (_, fields) = split_line(text);
    let (fields, rest) = block(fields)?;
    let mut memory = Vec::new();
    let sent = length(&Message::of_fields(fields, &mut memory)).unwrap_or_default();
    let rest = rest.get(sent..).ok_or(Ambiguous::Mixed)?.trim_ascii_start();
    let is_response = strict_status(first_line(rest)).is_some();
    is_response.then_some(rest).ok_or(Ambiguous::Mixed)
}

/// The lines up to an empty one, and the text after it.
fn block(text: &[u8]) -> Result<(&[u8], &[u8]), Ambiguous> {
    let mut at = 0;
    loop {
        let (first, others) = split_line(text.get(at..).unwrap_or_default());
        let end = at + first.len();
        if !first.ends_with(b"\n") {
            return Err(Ambiguous::Mixed);
        }
        if first.trim_ascii().is_empty() {
            return Ok((text.get(..at).unwrap_or_default(), others));
        }
        at = end;
    }
}

/// The text from the first request on.
fn next_request(mut text: &[u8]) -> Option<&[u8]> {
    while !text.is_empty() {
        if is_of(text) {
            return Some(text);
        }
        text = split_line(text).1;
    }
    None
}
