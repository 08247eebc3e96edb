//! The response in a record: its fields, and its body without codings.

mod body;
mod chunked;
pub mod coding;
#[cfg(test)]
mod tests;

use std::io::BufRead as _;

pub use self::body::Body;
pub use crate::block::status;

use crate::block::{self, Progress};
use crate::damage::{Code, Damage};
use crate::warc::{Kind, Record, Rest};

/// A response as it was stored.
pub struct Message<'m> {
    status: Option<u16>,
    block: &'m [u8],
    content_type: Option<&'m [u8]>,
    body: Body<'m>,
}

impl<'m> Message<'m> {
    /// Reads the header block of the response in this record. No message is in a record of another type than `response`
    /// and `resource`, nor in one whose target is not of the web; nor in a `revisit`, whose body is elsewhere.
    ///
    /// Of several header blocks, interim ones (RFC 9110 §15.2) are left out. A block that is cut counts up to its last
    /// whole line.
    ///
    /// # Errors
    /// What is no response, and a header block of more than 256 KiB.
    pub fn read(record: &'m mut Record<'_>) -> Result<Option<Message<'m>>, Damage> {
        let head = record.head;
        let is_http = head.content_type().is_some_and(is_http);
        match head.kind() {
            Kind::Response if is_http || head.is_of_web() => {}
            Kind::Resource if head.is_of_web() => return Ok(Some(Message::of_resource(record))),
            _ => return Ok(None),
        }
        let status = loop {
            let result = read_block(record.block, &mut record.body);
            let status = result.map_err(|code| Damage::new(code, head.offset))?;
            let is_interim = (100..200).contains(&status) && status != SWITCHING;
            if !is_interim || !begins_http(&mut record.body) {
                break status;
            }
        };
        let block: &'m [u8] = record.block;
        Ok(Some(Message {
            status: Some(status),
            block,
            content_type: block::field(block, "Content-Type"),
            body: Body::new(&mut record.body, block, head.offset),
        }))
    }

    fn of_resource(record: &'m mut Record<'_>) -> Message<'m> {
        let head = record.head;
        Message {
            status: None,
            block: &[],
            content_type: head.content_type(),
            body: Body::new(&mut record.body, &[], head.offset),
        }
    }

    /// The status; none of a `resource`.
    pub fn status(&self) -> Option<u16> {
        self.status
    }

    /// Name and value of every field line, in the order of the wire, lines folded by the sender joined, lines without a
    /// colon left out; none of a `resource`.
    pub fn fields(&self) -> impl Iterator<Item = (&'m [u8], &'m [u8])> + Clone + use<'m> {
        block::fields(self.block)
    }

    /// `Content-Type`, of a `resource` that of its record.
    pub fn content_type(&self) -> Option<&'m [u8]> {
        self.content_type
    }

    /// The body without its transfer and content codings. It is decoded as it is read, but for its first bytes, which tell
    /// the codings.
    pub fn body(&mut self) -> &mut Body<'m> {
        &mut self.body
    }

    /// What ended the body early, so far, of what the codings say. A record that is cut ends it too; that is told by the
    /// archive.
    pub fn damage(&self) -> Option<&Damage> {
        self.body.damage()
    }
}

/// Reads a header block, and gives its status.
fn read_block(block: &mut Vec<u8>, body: &mut Rest<'_>) -> Result<u16, Code> {
    block.clear();
    while let Ok(piece) = body.fill_buf() {
        if piece.is_empty() {
            break;
        }
        let (taken, progress) = block::gather(block, piece, MOST_BLOCK);
        body.consume(taken);
        match progress {
            _ if !block::agrees(block, START) => return Err(Code::NoStatusLine),
            Progress::More => {}
            Progress::Whole => break,
            Progress::TooLarge => return Err(Code::LargeFields),
        }
    }
    if body.damage().is_some() {
        let whole = memchr::memrchr(b'\n', block).map_or(0, |at| at + 1);
        block.truncate(whole);
    }
    block::unfold(block);
    block::status(block::first_line(block))
        .filter(|_| block.starts_with(START))
        .ok_or(Code::NoStatusLine)
}

fn begins_http(body: &mut Rest<'_>) -> bool {
    body.fill_buf().is_ok_and(|piece| piece.starts_with(START))
}

/// Whether a type is `application/http`, whatever its parameters.
fn is_http(content_type: &[u8]) -> bool {
    let essence = content_type
        .split(|b| *b == b';')
        .next()
        .unwrap_or_default();
    essence
        .trim_ascii()
        .eq_ignore_ascii_case(b"application/http")
}

/// How a status line begins.
const START: &[u8] = b"HTTP/";
/// The most bytes of a header block.
const MOST_BLOCK: usize = 256 * 1024;
/// An interim status that ends HTTP on its connection (RFC 9110 §15.2.2).
const SWITCHING: u16 = 101;
