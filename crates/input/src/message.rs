//! Stored responses: the header block that counts, its fields, and the body without codings.

pub mod block;
pub(crate) mod body;
pub(crate) mod chunked;
pub mod coding;
pub(crate) mod damage;
pub(crate) mod ending;
pub(crate) mod framing;
pub(crate) mod interim;
mod second;

use std::io::Read as _;

use robots_policy::Why;
use robots_policy::header::is_named_coded;

use crate::message::body::{Body, Stored};
use crate::message::damage::{Damage, DamageCode};
use crate::message::ending::{is_empty, is_without_document};
use crate::message::framing::{Field, Framing};
use crate::message::interim::Head;
use crate::message::second::Seconds;

/// A response as it was stored.
pub struct Message<'m> {
    status: Option<u16>,
    block: &'m [u8],
    /// The framing of the body, by the block.
    framing: Framing<'m>,
    own_type: OwnType<'m>,
    /// The status that a caller states of fields without a status line.
    stated: Option<u16>,
    skipped: usize,
    body: Body<'m>,
    has_body: bool,
    /// Whether an empty line ends its header block.
    is_whole_block: bool,
    /// Whether whoever stored it says that bytes of it are missing.
    lacks_bytes: bool,
    /// The number of body bytes that are stored; `None` where no field states it.
    left: Option<u64>,
    bytes: Bytes,
    seconds: Seconds,
    /// Where its header block and its body begin in the saved file.
    starts: (usize, usize),
}

/// Whether the bytes are those that the lengths of the fields are about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bytes {
    AsSent,
    /// A shell wrote them in another encoding.
    Recoded,
}

/// A type beside those of the fields.
#[derive(Clone, Copy)]
enum OwnType<'m> {
    None,
    /// That of a `resource`, by its record.
    Record(&'m [u8]),
    /// The one that a caller gives it.
    Caller(&'m [u8]),
}

impl<'m> Message<'m> {
    /// The response of this header block, which [`Head::read`] has read, and the body after it. `lacks_bytes` says whether bytes
    /// of it are known to be missing.
    pub fn of_head(
        head: Head,
        block: &'m [u8],
        stored: Stored<'m>,
        lacks_bytes: bool,
    ) -> Message<'m> {
        Message {
            lacks_bytes,
            ..Message::new(head, block, stored)
        }
    }

    /// A body alone, of this type.
    pub fn of_body(
        own_type: Option<&'m [u8]>,
        stored: Stored<'m>,
        lacks_bytes: bool,
    ) -> Message<'m> {
        Message {
            own_type: own_type.map_or(OwnType::None, OwnType::Record),
            has_body: stored.left > 0,
            body: Body::new(Vec::new(), stored, &Framing::default()),
            lacks_bytes,
            ..Message::of_block(&[])
        }
    }

    /// Reads a response that was saved as it came, with its status line: the output of `curl -i`. Its header block is
    /// gathered into `memory`.
    ///
    /// The blocks are those of [`Head::read`]. The body ends where a second response begins, see [`Message::second`].
    ///
    /// # Errors
    /// Those of [`Head::read`], at byte 0.
    pub fn of_saved(saved: &'m mut &[u8], memory: &'m mut Vec<u8>) -> Result<Message<'m>, Damage> {
        let file = *saved;
        let mut found = Head::read(memory, saved).map_err(|code| Damage::new(code, 0))?;
        let after = file.len() - saved.len() - found.start.len();
        let body = file.get(after..).unwrap_or_default();
        let seconds = second::seconds(found.status, &Framing::of(memory), body);
        if let Some(end) = seconds.certain {
            let rest = end.saturating_sub(found.start.len());
            found.start.truncate(end);
            *saved = saved.get(..rest).unwrap_or_default();
        }
        let in_file = |at: Option<usize>| at.map(|at| after + at);
        Ok(Message {
            seconds: Seconds {
                certain: in_file(seconds.certain),
                possible: in_file(seconds.possible),
            },
            starts: (after.saturating_sub(memory.len()), after),
            ..Message::new(found, memory, Stored::in_memory(saved))
        })
    }

    /// Reads field lines without a status line, up to an empty line; no body.
    pub fn of_fields(fields: &[u8], memory: &'m mut Vec<u8>) -> Message<'m> {
        memory.clear();
        memory.extend_from_slice(STATUS_LINE);
        let most = memory.len() + fields.len();
        let (taken, _) = block::gather(memory, fields, most);
        block::unfold(memory);
        Message {
            starts: (0, taken),
            ..Message::of_block(memory)
        }
    }

    /// The fields of a header block, without a status and a body.
    fn of_block(block: &'m [u8]) -> Message<'m> {
        Message {
            status: None,
            block,
            framing: Framing::of(block),
            own_type: OwnType::None,
            stated: None,
            skipped: 0,
            body: Body::nothing(),
            has_body: false,
            is_whole_block: true,
            lacks_bytes: false,
            left: None,
            bytes: Bytes::AsSent,
            seconds: Seconds::default(),
            starts: (0, 0),
        }
    }

    /// These fields with another body.
    #[must_use]
    pub fn with_body(self, body: &'m mut &[u8]) -> Message<'m> {
        let found = Head {
            status: self.status.unwrap_or(200),
            skipped: self.skipped,
            is_whole: true,
            start: Vec::new(),
        };
        Message {
            status: self.status,
            stated: self.stated,
            seconds: self.seconds,
            starts: self.starts,
            ..Message::new(found, self.block, Stored::in_memory(body))
        }
    }

    /// This response without its body.
    #[must_use]
    pub fn without_body(self) -> Message<'m> {
        Message {
            body: Body::nothing(),
            has_body: false,
            is_whole_block: true,
            lacks_bytes: false,
            left: None,
            ..self
        }
    }

    /// This response with the status that a caller states, if it has no status line.
    #[must_use]
    pub fn or_status(self, stated: Option<u16>) -> Message<'m> {
        Message { stated, ..self }
    }

    /// This response, if `is_recoded` in another encoding than it came in, in which no field says where its body ends.
    #[must_use]
    pub fn or_recoded(self, is_recoded: bool) -> Message<'m> {
        let bytes = if is_recoded {
            Bytes::Recoded
        } else {
            Bytes::AsSent
        };
        Message { bytes, ..self }
    }

    /// The status: that of its status line, else the one that a caller states.
    pub fn known_status(&self) -> Option<u16> {
        self.status.or(self.stated)
    }

    /// This response, as HTML if no field names a type.
    #[must_use]
    pub fn or_html(self) -> Message<'m> {
        let is_typed = self.content_types().next().is_some();
        Message {
            own_type: if is_typed {
                self.own_type
            } else {
                OwnType::Caller(b"text/html")
            },
            ..self
        }
    }

    fn new(found: Head, block: &'m [u8], stored: Stored<'m>) -> Message<'m> {
        let left = stored.left + found.start.len() as u64;
        let has_body = !interim::is_bodiless(found.status);
        let mut message = Message {
            status: Some(found.status),
            skipped: found.skipped,
            has_body: has_body && left > 0,
            is_whole_block: found.is_whole,
            left: has_body.then_some(left),
            ..Message::of_block(block)
        };
        if has_body {
            message.body = Body::new(found.start, stored, &message.framing);
        }
        message
    }

    /// The status; `None` for a `resource`.
    pub fn status(&self) -> Option<u16> {
        self.status
    }

    /// Name and value of every field line, in the order of the wire, lines folded by the sender joined, lines without a
    /// colon left out. A `resource` has none.
    pub fn fields(&self) -> impl Iterator<Item = (&'m [u8], &'m [u8])> + Clone + use<'m> {
        block::fields(self.block)
    }

    /// The field lines, each with the byte of the saved file at which its value begins.
    pub fn fields_at(&self) -> impl Iterator<Item = (usize, &'m [u8], &'m [u8])> + use<'m> {
        // Fields without a status line have one of their own.
        let (from, own) = (
            self.starts.0,
            if self.status.is_none() {
                STATUS_LINE.len()
            } else {
                0
            },
        );
        block::fields_at(self.block).map(move |(at, name, value)| (from + at - own, name, value))
    }

    /// The header block that counts, its folded lines joined: blanks take the place of each fold.
    pub fn block(&self) -> &'m [u8] {
        self.block
    }

    /// The first line of the header block that is not a field line. Readers of fields skip it.
    pub fn wrong_line(&self) -> Option<&'m [u8]> {
        block::wrong_line(self.block)
    }

    /// The lines of `Content-Type`; for a `resource`, the one of its record.
    pub fn content_types(&self) -> impl Iterator<Item = &'m [u8]> + Clone {
        let lines = self.framing.lines(Field::Type);
        let own = match self.own_type {
            OwnType::None => None,
            OwnType::Record(own) | OwnType::Caller(own) => Some(own),
        };
        own.into_iter().chain(lines)
    }

    /// The length that the fields state.
    pub(crate) fn length(&self) -> Option<u64> {
        self.framing.length()
    }

    /// Whether the fields name a coding.
    pub(crate) fn names_codings(&self) -> bool {
        self.framing.names_codings()
    }

    /// Whether it is a body alone, whose record states its type and its end.
    fn is_resource(&self) -> bool {
        matches!(self.own_type, OwnType::Record(_))
    }

    /// Whether a field or the record states a type: a document that a caller calls HTML has none by itself.
    pub fn states_type(&self) -> bool {
        self.is_resource() || self.framing.has(Field::Type)
    }

    /// The lines of `Content-Encoding` if no coding that they name was found in the body: either the body was decoded before
    /// it was stored, or the lines are wrong.
    pub fn codings_not_found(&self) -> impl Iterator<Item = &'m [u8]> + Clone {
        let lacks = self.body.lacks_codings();
        let lines = self.framing.lines(Field::Codings);
        lines.filter(move |_| lacks)
    }

    /// How many responses before this one are neither interim nor redirects: the answer of a proxy to CONNECT, requests
    /// for a login.
    pub fn skipped(&self) -> usize {
        self.skipped
    }

    /// The byte of the saved file at which the header block that counts begins: the last of several.
    pub fn block_at(&self) -> usize {
        self.starts.0
    }

    /// The byte of the saved file at which the body begins, in the codings in which it was saved.
    pub fn body_at(&self) -> usize {
        self.starts.1
    }

    /// The byte of the saved file at which a second response begins. The body ends there, and the second response is not
    /// read.
    ///
    /// It begins after the end that `Content-Length` or the chunks give, after `</html>`, or in the place of a body that was
    /// not saved. Without these signs a body may quote a response, see [`Message::possible_second`].
    pub fn second(&self) -> Option<usize> {
        self.seconds.certain
    }

    /// The first byte of the saved file at which a second response may begin: a status line, fields and an empty line, each
    /// ended by CRLF. A document about HTTP may hold them; a robots.txt does not.
    pub fn possible_second(&self) -> Option<usize> {
        self.seconds.possible
    }

    /// Whether any byte of a body is stored.
    pub fn has_body(&self) -> bool {
        self.has_body
    }

    /// The body without its transfer and content codings. It is decoded as it is read. Only its first bytes are read
    /// ahead, because they show the codings.
    pub fn body(&mut self) -> &mut Body<'m> {
        &mut self.body
    }

    /// The damage in the codings that has ended the body early, so far. A cut record also ends the body early; the archive
    /// reports that.
    pub fn damage(&self) -> Option<&Damage> {
        self.body.damage()
    }

    /// The bytes of the body without codings, of which `start` has been read; of the rest so much that there are `most` bytes.
    /// `None` if their coding cannot be undone.
    ///
    /// # Errors
    /// A body that breaks off, and a file (2xx) that was cut before it was stored: it states less than the whole.
    pub fn octets(&mut self, start: Vec<u8>, most: usize) -> Result<Option<Vec<u8>>, Damage> {
        let has_coding = self.codings_not_found().next().is_some();
        let mut body = start;
        let left = most.saturating_sub(body.len()) as u64;
        // Its damage reports an early end.
        let _ = self.body.by_ref().take(left).read_to_end(&mut body);
        let body = match self.damage() {
            None if has_coding && is_named_coded(&body) => return Ok(None),
            None => body,
            Some(damage) if damage.is_of_coding() => return Ok(None),
            Some(damage) => return Err(damage.clone()),
        };
        // The cut is after the limit.
        let is_read = body.len() == most;
        let is_file = matches!(self.status, Some(200..=299));
        match self.cut().filter(|_| is_file && !is_read) {
            Some(cut) => Err(cut),
            None => Ok(Some(body)),
        }
    }

    /// Whether bytes of it were missing already where it was stored: its header block has no end, its body is shorter than
    /// `Content-Length` or in another record, or its record says so.
    pub fn is_cut(&self) -> bool {
        let is_short = |left| self.body.is_short(left, &self.framing);
        !self.is_whole_block || self.lacks_bytes || self.left.is_some_and(is_short)
    }

    /// Whether the fields or the record state where the body ends, so that it is not the end of a connection that does.
    pub fn states_end(&self) -> bool {
        let is_measured =
            self.framing.length().is_some() || self.framing.has(Field::TransferCodings);
        self.is_resource() || is_measured && self.bytes == Bytes::AsSent
    }

    /// Whether the response states that its document is empty: by `Content-Length: 0`, or by a status of none.
    pub fn states_none(&self) -> bool {
        let status = self.known_status();
        let has_none = status.is_some_and(is_without_document);
        has_none || !self.has_body && is_empty(status, &self.framing)
    }

    /// Whether bytes of the document come before the body: it is a part of it (206), or no body at all because the client has
    /// one (304).
    pub fn lacks_start(&self) -> bool {
        let starts_later = |(first, _)| first > 0;
        match self.known_status() {
            Some(206) => self.framing.part().is_none_or(starts_later),
            None => self.framing.part().is_some_and(starts_later),
            _ => false,
        }
    }

    /// Whether it holds less than the document by its status: a part (206) that is not all of it, or nothing because the client
    /// has the document (304).
    pub fn is_part(&self) -> bool {
        let part = self.framing.part();
        match self.known_status() {
            Some(206) => !part.is_some_and(|(_, is_all)| is_all),
            None => part.is_some_and(|(_, is_all)| !is_all),
            _ => self.lacks_start(),
        }
    }

    /// Why the part of the body that was read is not all of it. Ask after reading to the end of the body.
    pub fn unread(&self) -> Option<Why> {
        match self.damage() {
            Some(damage) if damage.is_of_coding() => Some(Why::ContentCoding),
            Some(_) => Some(Why::Incomplete),
            None => (self.is_cut() || self.is_part()).then_some(Why::Incomplete),
        }
    }

    /// Whether it is an interim response, or the answer of a proxy to CONNECT, and the response after it is missing.
    pub fn is_preliminary(&self) -> bool {
        let status = self.status.unwrap_or_default();
        !self.is_whole_block && interim::is_preliminary(status, self.block)
    }

    /// Whether an empty line ends its header block, and a response is not missing after it.
    pub fn is_whole_block(&self) -> bool {
        self.is_whole_block
    }

    /// The damage of its record or file, if the message is cut.
    pub fn cut(&self) -> Option<Damage> {
        let cut = || Damage::new(DamageCode::ShortBody, self.body.offset());
        self.is_cut().then(cut)
    }
}

/// A line in the place of the status line that fields alone do not have.
const STATUS_LINE: &[u8] = b"-\n";
