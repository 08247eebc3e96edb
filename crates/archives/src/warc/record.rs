//! One record: its header block at once, its body in pieces.

use std::io::{self, BufRead, Read};

use super::open::Open;
use super::stream::Stream;
use crate::block;
use robots_policy_http::Damage;

macro_rules! kinds {
    ($($(#[doc = $meaning:literal])+ $variant:ident = $name:literal;)+) => {
        /// The type of a record (WARC 1.1 §6).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum RecordKind {
            $($(#[doc = $meaning])+ $variant,)+
            /// A type that the specification does not know, or none.
            Other,
        }

        impl RecordKind {
            fn of(name: &[u8]) -> RecordKind {
                let is = |known: &str| name.eq_ignore_ascii_case(known.as_bytes());
                match () {
                    $(() if is($name) => RecordKind::$variant,)+
                    () => RecordKind::Other,
                }
            }

            /// The value of `WARC-Type`.
            pub fn name(self) -> &'static str {
                match self { $(RecordKind::$variant => $name,)+ RecordKind::Other => "other" }
            }
        }
    };
}

kinds! {
    /// A description of the records after it.
    Warcinfo = "warcinfo";
    /// A response with its header block.
    Response = "response";
    /// A resource without a protocol's header block.
    Resource = "resource";
    /// A request.
    Request = "request";
    /// Metadata about another record.
    Metadata = "metadata";
    /// A response whose body was seen before and is not stored again.
    Revisit = "revisit";
    /// Another form of another record.
    Conversion = "conversion";
    /// A further piece of a record that was stored in segments.
    Continuation = "continuation";
}

/// The header block of a record, borrowed from the archive until the next record is read.
#[derive(Clone, Copy, Debug)]
pub struct RecordHeader<'a> {
    block: &'a [u8],
    pub(crate) offset: u64,
    length: u64,
    // The fields that are used in each record.
    kind: Option<&'a [u8]>,
    target_uri: Option<&'a [u8]>,
    date: Option<&'a [u8]>,
    truncated: Option<&'a [u8]>,
    segment: Option<&'a [u8]>,
    content_type: Option<&'a [u8]>,
    id: Option<&'a [u8]>,
    payload_digest: Option<&'a [u8]>,
}

impl<'a> RecordHeader<'a> {
    /// The header block of a record that begins at `offset`, with a body of `length` bytes.
    pub(super) fn new(block: &'a [u8], offset: u64, length: u64) -> RecordHeader<'a> {
        let [
            kind,
            target_uri,
            date,
            truncated,
            segment,
            content_type,
            id,
            payload_digest,
        ] = block::first_values(
            block,
            [
                "WARC-Type",
                "WARC-Target-URI",
                "WARC-Date",
                "WARC-Truncated",
                "WARC-Segment-Number",
                "Content-Type",
                "WARC-Record-ID",
                "WARC-Payload-Digest",
            ],
        );
        RecordHeader {
            block,
            offset,
            length,
            kind,
            target_uri,
            date,
            truncated,
            segment,
            content_type,
            id,
            payload_digest,
        }
    }

    /// Where the record begins in the source, in bytes: its member, where compressed, which other records may share;
    /// else its first byte.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The value of the first field of this name, compared without case.
    pub fn field(&self, name: &str) -> Option<&'a [u8]> {
        block::field(self.block, name)
    }

    /// `WARC-Type`.
    pub fn kind(&self) -> RecordKind {
        self.kind.map_or(RecordKind::Other, RecordKind::of)
    }

    /// `WARC-Target-URI` as it was written, without the angle brackets that some writers put around it.
    pub fn target_uri(&self) -> Option<&'a [u8]> {
        self.target_uri.map(without_brackets)
    }

    /// `WARC-Record-ID` as it was written, without its angle brackets.
    pub fn id(&self) -> Option<&'a [u8]> {
        self.id.map(without_brackets)
    }

    /// `WARC-Payload-Digest` as it was written.
    pub fn payload_digest(&self) -> Option<&'a [u8]> {
        self.payload_digest
    }

    /// Whether the target is of the web.
    pub(crate) fn is_of_web(&self) -> bool {
        let begins = |scheme: &[u8], uri: &[u8]| {
            let start = uri.get(..scheme.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
        };
        let uri = self.target_uri();
        uri.is_some_and(|uri| begins(b"http://", uri) || begins(b"https://", uri))
    }

    /// `WARC-Date` as it was written.
    pub fn date(&self) -> Option<&'a [u8]> {
        self.date
    }

    /// Whether the record holds less than there was: `WARC-Truncated` says so, whatever the reason (WARC 1.1 §5.13), or it is
    /// the first of several segments (§7), of which the others are not read.
    pub fn is_truncated(&self) -> bool {
        self.truncated.is_some_and(|why| !why.is_empty()) || self.segment.is_some()
    }

    /// `Content-Type` of the record: `application/http; msgtype=response`.
    pub fn content_type(&self) -> Option<&'a [u8]> {
        self.content_type
    }

    /// `Content-Length`: the bytes of the body, if the record is not cut.
    pub fn content_length(&self) -> u64 {
        self.length
    }
}

fn without_brackets(value: &[u8]) -> &[u8] {
    let inside = value.strip_prefix(b"<").and_then(|v| v.strip_suffix(b">"));
    inside.unwrap_or(value)
}

/// One record. Its body is read from it, never past its end; what is left unread is skipped by the next call of
/// [`super::Archive::next`].
///
/// A body that is damaged ends early: reading it never fails, and the archive reports the damage next.
pub struct Record<'a> {
    pub(crate) head: RecordHeader<'a>,
    pub(crate) body: Rest<'a>,
    /// Memory for the header block of a message.
    pub(crate) block: &'a mut Vec<u8>,
}

impl<'a> Record<'a> {
    /// The header block; it outlives the borrow of the record, not the next call of the archive.
    pub fn head(&self) -> RecordHeader<'a> {
        self.head
    }

    /// The damage that ended the body early, so far; the archive reports it too, before the next record.
    pub fn damage(&self) -> Option<&Damage> {
        self.body.damage()
    }
}

impl BufRead for Record<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.body.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.body.consume(count);
    }
}

impl Read for Record<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.body.read(buffer)
    }
}

/// The unread part of the body of a record.
pub(crate) struct Rest<'a> {
    pub(super) stream: &'a mut Stream,
    pub(super) open: &'a mut Open,
}

impl Rest<'_> {
    pub(crate) fn damage(&self) -> Option<&Damage> {
        self.open.damage.as_ref()
    }

    /// All of it will be read, so that its member is not decompressed twice, first in pieces and then at once.
    pub(crate) fn need_all(&mut self) {
        self.open.need_all(self.stream);
    }

    /// All of it will be read if some more of it is: so far its reader has seen what it needs to leave it.
    pub(crate) fn need_all_or_no_more(&mut self) {
        self.open.is_all_or_no_more = true;
    }

    /// Bytes, if the record is not cut.
    pub(crate) fn left(&self) -> u64 {
        self.open.left
    }
}

impl BufRead for Rest<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(self.open.fill(self.stream))
    }

    fn consume(&mut self, count: usize) {
        self.open.consume(self.stream, count);
    }
}

impl Read for Rest<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.open.fill(self.stream).read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}
