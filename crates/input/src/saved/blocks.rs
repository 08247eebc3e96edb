//! A response that a client wrote with its own marks, or a shell in another encoding, and the response without them.

use crate::message::Message;
use crate::message::block::{self, first_line};
use crate::message::interim;

use super::{STATUS_LINE, without_body};

/// A response without the marks, in its own encoding.
#[derive(Debug, Default)]
pub struct Undone {
    /// As `curl -i` would have written it.
    pub bytes: Vec<u8>,
    /// The number of responses before it.
    skipped: usize,
    /// Whether it had marks of a client.
    has_marks: bool,
    /// Whether it came in another encoding.
    is_recoded: bool,
}

/// The reason why the marks cannot be undone. The caller must refuse the file, because a guess might lose a restriction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ambiguous {
    NoPage,
    Unfinished,
    Several,
    Mixed,
    TooLong,
}

impl Ambiguous {
    /// Its message.
    pub(super) fn why(self) -> &'static str {
        match self {
            Ambiguous::NoPage => "and no page is in it",
            Ambiguous::Unfinished => {
                "and its last response is interim, a redirect or a request for a login"
            }
            Ambiguous::Several => "and it holds more than one response",
            Ambiguous::Mixed => "whose own lines may be mixed with those of the page",
            Ambiguous::TooLong => "and its body is longer than its Content-Length",
        }
    }
}

/// Header blocks, one after the other.
#[derive(Clone, Default)]
pub(super) struct Blocks(Vec<Vec<u8>>);

impl Blocks {
    /// Adds a line of a header block. A status line begins the next.
    pub(super) fn add(&mut self, line: &[u8]) {
        if line.starts_with(STATUS_LINE) {
            self.0.push(Vec::new());
        }
        if let Some(block) = self.0.last_mut() {
            block.extend_from_slice(line);
            block.extend_from_slice(b"\r\n");
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The status line of the first.
    pub(super) fn first_line(&self) -> &[u8] {
        self.0.first().map_or(b"", |block| first_line(block))
    }

    /// The last, with the empty line after it.
    pub(super) fn last(&self) -> Option<Vec<u8>> {
        let last = self.0.last()?;
        Some([last.as_slice(), b"\r\n"].concat())
    }

    /// The response of the last block. Those before it are interim responses, redirects and requests for a login, whose
    /// bodies were not written.
    ///
    /// # Errors
    /// There is no response, an earlier block is a final response, or the end of the body is uncertain: `is_foreign`
    /// decides whether a line of a body may be the client's own.
    pub(super) fn with_body(
        mut self,
        body: &[u8],
        is_foreign: fn(&[u8]) -> bool,
    ) -> Result<Undone, Ambiguous> {
        let last = self.0.pop().ok_or(Ambiguous::NoPage)?;
        if is_passed(first_line(&last)) {
            return Err(Ambiguous::Unfinished);
        }
        if !self.0.iter().all(|block| is_passed(first_line(block))) {
            return Err(Ambiguous::Several);
        }
        let undone = Undone {
            skipped: self.0.len(),
            ..Undone::whole([last.as_slice(), b"\r\n", body].concat())
        };
        undone.checked(is_foreign)
    }
}

impl Undone {
    /// A response without any before it.
    pub(super) fn whole(bytes: Vec<u8>) -> Undone {
        Undone {
            bytes,
            has_marks: true,
            ..Undone::default()
        }
    }

    /// A response in another encoding, without marks.
    pub(super) fn recoded(bytes: Vec<u8>) -> Undone {
        Undone {
            bytes,
            is_recoded: true,
            ..Undone::default()
        }
    }

    /// This response, of a file in another encoding.
    pub(super) fn of_recoded(self) -> Undone {
        Undone {
            is_recoded: true,
            ..self
        }
    }

    /// Whether lines of a client are left out, so that places are not those of the file.
    pub fn has_marks(&self) -> bool {
        self.has_marks
    }

    /// Whether the file was in another encoding, so that its fields do not say how long the body is here.
    pub fn is_recoded(&self) -> bool {
        self.is_recoded
    }

    /// The note that the marks were undone.
    pub(super) fn notice(&self, client: &str) -> String {
        let last = match self.skipped {
            0 => String::new(),
            skipped => format!(", and the last of {} responses counts", skipped + 1),
        };
        format!("it is the output of `{client}`, whose marks were undone{last}")
    }

    /// This response, if the end of its body is certain.
    ///
    /// # Errors
    /// The body is longer than the fields say, holds another response, or is missing; or it has a line that may be the client's
    /// own, and the fields do not say how long it is.
    pub(super) fn checked(self, is_foreign: fn(&[u8]) -> bool) -> Result<Undone, Ambiguous> {
        self.check(is_foreign)?;
        Ok(self)
    }

    fn check(&self, is_foreign: fn(&[u8]) -> bool) -> Result<(), Ambiguous> {
        let (mut rest, mut memory) = (self.bytes.as_slice(), Vec::new());
        let Ok(message) = Message::of_saved(&mut rest, &mut memory) else {
            return Err(Ambiguous::Mixed);
        };
        if message.skipped() > 0 || message.second().or(message.possible_second()).is_some() {
            return Err(Ambiguous::Several);
        }
        if without_body(&message).is_some() {
            return Err(Ambiguous::NoPage);
        }
        let body = self.bytes.get(message.body_at()..).unwrap_or_default();
        let length = length(&message).filter(|_| !message.names_codings());
        let more = length.and_then(|length| body.get(length..));
        if more.is_some_and(|more| !more.trim_ascii().is_empty()) {
            return Err(Ambiguous::TooLong);
        }
        if more.is_none() && body.split(|b| *b == b'\n').any(is_foreign) {
            return Err(Ambiguous::Mixed);
        }
        Ok(())
    }
}

/// The length that the fields of a response state.
pub(super) fn length(message: &Message<'_>) -> Option<usize> {
    usize::try_from(message.length()?).ok()
}

/// Splits after the first line.
pub(super) fn split_line(text: &[u8]) -> (&[u8], &[u8]) {
    let end = memchr::memchr(b'\n', text).map_or(text.len(), |at| at + 1);
    text.split_at(end)
}

/// Whether a client sends another request after a response with this status line.
pub(super) fn is_passed(line: &[u8]) -> bool {
    let status = block::status(line);
    status.is_some_and(|status| interim::is_passed(status) || interim::is_preliminary(status, line))
}
