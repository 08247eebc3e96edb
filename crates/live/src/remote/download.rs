//! One stream of bytes out of several answers.
//!
//! **N1.** A cut connection must not look like the end of a file, and bytes of two files must not be mixed.
//!
//! *Invariant.* `position` counts the bytes that were handed over, and the next byte of `body` is the one at `position`. Each
//! answer must agree with the first one in length and validator before a byte of it counts. A resumed answer begins up to 512
//! bytes before the position, and these must be the ones that were handed over: a server may serve another file under one
//! address, or other bytes than its `Content-Range` says. After a seek the bytes at the old place are compared in the same
//! way when the stream reaches them. The end is the known length, or, where no answer states one, the end that the framing of
//! the body states.
//!
//! *What breaks if touched.* Without the tail, two files without validators are joined into rows of neither. An end before the
//! known length that counts as an end loses records without a word.
//!
//! *Which test notices.* `exchanges::of_files`: the files in `remote/tests` have each place of a cut and each lie of a server. The
//! rows of `scan` are compared with those of the file in the session `scan_addresses`.

use std::io::{self, Read};

use http::header::{IF_RANGE, RANGE};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use robots_policy_input::number::grouped;
use ureq::BodyReader;

use super::answer::FileAnswer;
use super::attempts::{Attempts, Fault};
use super::tail::Tail;
use super::version::{ContentRange, Version, length_of_unsatisfied};
use super::{CHANGED, Remote};

/// The statements of the first answer.
#[derive(Clone, Debug)]
pub struct Opening {
    /// How many bytes the file has, if the server says it.
    pub length: Option<u64>,
    /// Whether the answer says where its body ends: by a length or by chunks.
    pub is_framed: bool,
    /// Whether the server says that it can begin at any place.
    pub serves_ranges: bool,
    /// As in `200 OK`.
    pub status: StatusCode,
    /// The value of `Content-Type`.
    pub kind: Option<String>,
}

impl Opening {
    /// Why nothing shows that the end of the body is that of the file; `None` if something does.
    pub fn caution(&self) -> Option<&'static str> {
        (!self.is_framed).then_some(ENDLESS)
    }

    /// The answer, for a message about an archive that is none; as in `200 OK, text/html`.
    pub fn answer(&self) -> String {
        let kind = self.kind.as_ref();
        let kind = kind.map_or_else(String::new, |kind| format!(", {kind}"));
        format!("{}{kind}", self.status)
    }
}

/// A file or a part of it, from a place on.
pub(super) struct Download {
    remote: Remote,
    range: Option<Range>,
    /// The place of the next byte.
    position: u64,
    /// The bytes before the position.
    tail: Tail,
    /// Bytes that were read before a seek.
    before: Tail,
    attempts: Attempts,
    body: Option<BodyReader<'static>>,
}

/// A part of a file that is read alone.
#[derive(Clone, Copy, Debug)]
struct Range {
    start: u64,
    /// The place after its last byte.
    end: u64,
}

impl Download {
    /// A file from `position` on to its end; `before` was read before.
    pub(super) fn whole(remote: Remote, position: u64, before: Tail) -> Download {
        Download {
            attempts: Attempts::new(&remote.web, &remote.interrupt),
            remote,
            range: None,
            position,
            tail: Tail::at(position),
            before,
            body: None,
        }
    }

    /// The bytes of a file from `start` on, before `end`.
    pub(super) fn range(remote: Remote, start: u64, end: u64) -> Download {
        Download {
            range: Some(Range { start, end }),
            ..Download::whole(remote, start, Tail::at(start))
        }
    }

    /// Waits for the first answer.
    ///
    /// # Errors
    /// There is none, after all attempts.
    pub(super) fn begin(&mut self) -> io::Result<Opening> {
        loop {
            match self.attempt() {
                Ok(opening) => return Ok(opening),
                Err(fault) => self.failed(fault)?,
            }
        }
    }

    /// Requests the bytes from the position on.
    fn attempt(&mut self) -> Result<Opening, Fault> {
        let from = self.tail.start();
        let answer = self.remote.ask(&Method::GET, &self.fields(from)?)?;
        let begins = self.checked(&answer, from)?;
        let opening = Opening {
            length: self.remote.length(),
            is_framed: answer.is_framed(),
            serves_ranges: answer.serves_ranges(),
            status: answer.status(),
            kind: answer.kind().map(str::to_owned),
        };
        let mut body = answer.body;
        self.pass_over(&mut body, begins)?;
        self.body = Some(body);
        Ok(opening)
    }

    fn fields(&self, from: u64) -> Result<HeaderMap, Fault> {
        let mut fields = HeaderMap::new();
        let range = match self.range {
            Some(range) => format!("bytes={from}-{}", range.end.saturating_sub(1)),
            None if from > 0 => format!("bytes={from}-"),
            None => return Ok(fields),
        };
        let value = |text: &str| {
            HeaderValue::from_str(text).map_err(|error| Fault::Final(error.to_string()))
        };
        fields.insert(RANGE, value(&range)?);
        if let Some(validator) = self.remote.known().and_then(|known| known.validator) {
            fields.insert(IF_RANGE, value(&validator)?);
        }
        Ok(fields)
    }

    /// The place at which the body of an answer begins, if the answer is of this file.
    fn checked(&self, answer: &FileAnswer, from: u64) -> Result<u64, Fault> {
        if let Some(coding) = answer.coding() {
            return Err(Fault::Final(format!(
                "the server sent it with Content-Encoding: {coding}, which the request refuses, and offsets would be those of other bytes; download it and name the file"
            )));
        }
        if answer.is_whole() {
            let version = Version::of_whole(answer.headers());
            let length = version.length;
            let is_wanted = |range: Range| range.start == 0 && length == Some(range.end);
            let is_refused = !self.range.is_none_or(is_wanted);
            if is_refused && self.remote.known().is_none() {
                return Err(Fault::Final(answer.without_ranges()));
            }
            self.remote.agree(version, self.position)?;
            return if is_refused {
                Err(Fault::Final(answer.without_ranges()))
            } else {
                Ok(0)
            };
        }
        if answer.is_part() {
            let part = ContentRange::of(answer.headers()).ok_or_else(|| {
                let why =
                    "the server sent a part of the file, and its Content-Range does not say which";
                Fault::Final(String::from(why))
            })?;
            self.remote
                .agree(Version::of_part(&part, answer.headers()), self.position)?;
            self.agree(part, from)?;
            return Ok(from);
        }
        if answer.status() != StatusCode::RANGE_NOT_SATISFIABLE {
            return Err(answer.refusal());
        }
        let length = length_of_unsatisfied(answer.headers());
        Err(match self.range {
            Some(range) if range.start == self.position => self.past_the_end(range, length),
            _ => Fault::Final(String::from(CHANGED)),
        })
    }

    /// Compares a part with the one that was requested.
    fn agree(&self, part: ContentRange, from: u64) -> Result<(), Fault> {
        if part.first != from {
            let why = format!(
                "the server sent bytes from {} on, and the request was for those from {from} on",
                part.first
            );
            return Err(Fault::Final(why));
        }
        let Some(range) = self.range else {
            return Ok(());
        };
        if part.length.is_some_and(|length| length < range.end) {
            return Err(self.past_the_end(range, part.length));
        }
        if part.last != range.end.saturating_sub(1) {
            let why = format!(
                "the server sent bytes up to {}, and the request was for those up to {}",
                part.last,
                range.end.saturating_sub(1)
            );
            return Err(Fault::Final(why));
        }
        Ok(())
    }

    fn past_the_end(&self, range: Range, length: Option<u64>) -> Fault {
        let known = || self.remote.length();
        let length = length.or_else(known);
        let has = length.map_or_else(
            || String::from("which has fewer"),
            |length| format!("which has {length}"),
        );
        Fault::PastEnd(format!(
            "{} bytes from {} on are not in {}, {has}",
            range.end - range.start,
            range.start,
            self.remote.url
        ))
    }

    /// Reads the bytes before the position again and compares them.
    fn pass_over(&self, body: &mut BodyReader<'static>, begins: u64) -> Result<(), Fault> {
        let mut at = begins;
        let mut piece = vec![0; PIECE];
        while at < self.position {
            let left = usize::try_from(self.position - at).unwrap_or(usize::MAX);
            let room = piece.get_mut(..left.min(PIECE)).unwrap_or_default();
            let read = match body.read(room) {
                Ok(0) => return Err(Fault::passing(CUT)),
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(self.remote.web.broken(error)),
            };
            let bytes = room.get(..read).unwrap_or_default();
            if !self.tail.agrees(at, bytes) || !self.before.agrees(at, bytes) {
                return Err(Fault::Final(String::from(OTHER_BYTES)));
            }
            at += read as u64;
        }
        Ok(())
    }

    /// The place after the last byte, if it is known.
    fn end(&self) -> Option<u64> {
        match self.range {
            Some(range) => Some(range.end),
            None => self.remote.length(),
        }
    }

    /// Waits before the next attempt. The error names how many bytes came.
    fn failed(&mut self, fault: Fault) -> io::Result<()> {
        self.body = None;
        self.attempts
            .after(fault)
            .map_err(|error| self.placed(&error))
    }

    fn placed(&self, error: &io::Error) -> io::Error {
        let start = self.range.map_or(0, |range| range.start);
        let came = grouped((self.position - start.min(self.position)).into());
        let of = self.end().map_or_else(String::new, |end| {
            format!(" of {}", grouped(end.saturating_sub(start).into()))
        });
        if self.position == start {
            return io::Error::new(error.kind(), error.to_string());
        }
        io::Error::other(format!("after {came}{of} bytes: {error}"))
    }

    fn other_file(&self, why: &str) -> io::Error {
        self.placed(&io::Error::other(why))
    }

    /// Bytes came, of which the first is at the position.
    fn take(&mut self, bytes: &[u8]) -> io::Result<()> {
        if !self.before.agrees(self.position, bytes) {
            return Err(self.other_file(OTHER_BYTES));
        }
        self.tail.push(self.position, bytes);
        self.position += bytes.len() as u64;
        self.attempts.renew();
        Ok(())
    }

    /// Ends the stream at its known end, where the connection serves again.
    fn finish(&mut self) -> io::Result<()> {
        let Some(mut body) = self.body.take() else {
            return Ok(());
        };
        // A file that continues is longer than it was.
        match body.read(&mut [0]) {
            Ok(1..) => Err(self.other_file(CHANGED)),
            Ok(0) | Err(_) => Ok(()),
        }
    }
}

impl Read for Download {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        loop {
            let left = self.end().map(|end| end.saturating_sub(self.position));
            if left == Some(0) {
                self.finish()?;
                return Ok(0);
            }
            let most = left.and_then(|left| usize::try_from(left).ok());
            let most = most.unwrap_or(usize::MAX).min(room.len());
            let room = room.get_mut(..most).unwrap_or_default();
            if room.is_empty() {
                return Ok(0);
            }
            let Some(body) = &mut self.body else {
                self.begin()?;
                continue;
            };
            match body.read(room) {
                // No answer states a length, and this one ended in order.
                Ok(0) if left.is_none() && self.position >= self.before.end() => return Ok(0),
                Ok(0) if left.is_none() => return Err(self.other_file(CHANGED)),
                Ok(0) => self.failed(Fault::passing(CUT))?,
                Ok(read) => {
                    self.take(room.get(..read).unwrap_or_default())?;
                    if self.end() == Some(self.position) {
                        // A reader may stop at the last byte and begin the next range.
                        self.finish()?;
                    }
                    return Ok(read);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let fault = self.remote.web.broken(error);
                    self.failed(fault)?;
                }
            }
        }
    }
}

const ENDLESS: &str = "the server states no length, so a connection that broke between two records would not be noticed; fetch the file and check it";
const CUT: &str = "the connection ended before the answer did";
const OTHER_BYTES: &str = "the server sent other bytes than before; run again";
/// The number of bytes that are passed over at a time.
const PIECE: usize = 64 * 1024;
