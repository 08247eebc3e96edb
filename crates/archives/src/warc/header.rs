//! The header block of a record.

use crate::block;

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
