//! One answer: its status and fields at once, its body in pieces.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::rc::Rc;

use http::header::TRANSFER_ENCODING;
use http::{HeaderMap, StatusCode, Version};
use robots_policy::robots_txt::AnswerFields;
use robots_policy_input::coding::Coding;
use url::Url;

use super::decode::{self, FirstProblem};
use super::problem::{Problem, ProblemKind};
use super::settings::{ClientSettings, READ_SIZE};

/// How the reading of a body ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyEnd {
    /// All of it was read; the connection serves again.
    Whole,
    /// The reader stopped; the connection is closed, and no more bytes were requested.
    Stopped,
}

/// The chunked coding is not undone in an answer of HTTP/1.0, whose end is uncertain (RFC 9112, section 6.1).
fn whole(version: Version, headers: &HeaderMap) -> Result<(), ProblemKind> {
    if version < Version::HTTP_11 && headers.contains_key(TRANSFER_ENCODING) {
        let why = "HTTP/1.0 has no Transfer-Encoding";
        return Err(ProblemKind::Protocol(String::from(why)));
    }
    Ok(())
}

/// An answer whose body is still to be read. Dropped, it closes its connection.
pub struct Response {
    url: Url,
    status: StatusCode,
    headers: HeaderMap,
    version: Version,
    body: WireBody,
}

impl Response {
    pub(super) fn new(
        url: Url,
        answer: http::Response<ureq::Body>,
        settings: &ClientSettings,
    ) -> Response {
        let (head, body) = answer.into_parts();
        let body = WireBody {
            wire: Box::new(body.into_reader()),
            most: settings.most_body,
            settings: settings.clone(),
        };
        Response {
            url,
            status: head.status,
            headers: head.headers,
            version: head.version,
            body,
        }
    }

    /// The URL that was requested, without its fragment.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The fields.
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// The value of `Location`, as the library reads it.
    pub(super) fn location(&self) -> Option<String> {
        let fields = AnswerFields::from_headers(&self.headers);
        fields.location.map(Cow::into_owned)
    }

    /// Reads the body without its content codings, in pieces of at most 16 KiB, until `each` stops it.
    ///
    /// # Errors
    /// The problem that keeps the body from being read to its end; the pieces before it are valid.
    pub fn read(self, each: impl FnMut(&[u8]) -> ControlFlow<()>) -> Result<BodyEnd, Problem> {
        let Response {
            url,
            headers,
            version,
            body,
            ..
        } = self;
        whole(version, &headers)
            .and_then(|()| body.read(&decode::codings(&headers), each))
            .map_err(|problem| Problem::new(&url, problem))
    }

    /// Reads a short body that is not needed, so that the connection serves again, and returns its first bytes, coded as they are.
    pub fn discard(self) -> Vec<u8> {
        let mut read = Vec::new();
        let _ = self.body.read(&[], |piece| {
            read.extend_from_slice(piece);
            ends_if(read.len() >= MOST_DISCARDED)
        });
        read
    }
}

/// Ends the reading of a body where what was read is enough.
pub fn ends_if(is_enough: bool) -> ControlFlow<()> {
    if is_enough {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

struct WireBody {
    wire: Box<dyn Read>,
    most: u64,
    settings: ClientSettings,
}

impl WireBody {
    fn read(
        self,
        codings: &[Result<Coding, String>],
        mut each: impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<BodyEnd, ProblemKind> {
        let first_problem = FirstProblem::default();
        let wire = Rc::new(RefCell::new(Wire {
            source: self.wire,
            settings: self.settings,
            first_problem: Rc::clone(&first_problem),
        }));
        let source = Box::new(Shared(Rc::clone(&wire)));
        let mut body = decode::decoded(source, codings, self.most, &first_problem);
        let mut buffer = vec![0; READ_SIZE];
        loop {
            match body.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => {
                    if each(buffer.get(..read).unwrap_or_default()).is_break() {
                        return Ok(BodyEnd::Stopped);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let first = first_problem.borrow_mut().take();
                    return Err(first.unwrap_or_else(|| ProblemKind::Protocol(error.to_string())));
                }
            }
        }
        // A decoder may end before the connection is at the end of the answer, and only then can the connection be
        // reused.
        let _ = wire.borrow_mut().read(&mut buffer);
        Ok(BodyEnd::Whole)
    }
}

/// The body as it is transferred.
struct Wire {
    source: Box<dyn Read>,
    settings: ClientSettings,
    first_problem: FirstProblem,
}

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.source.read(buffer).map_err(|error| {
            if error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            let problem = ProblemKind::of(ureq::Error::from(error), &self.settings);
            decode::keep(&self.first_problem, problem)
        })
    }
}

struct Shared(Rc<RefCell<Wire>>);

impl Read for Shared {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.borrow_mut().read(buffer)
    }
}

/// The limit above which reading the rest of a body costs more than a new connection.
const MOST_DISCARDED: usize = 16 * 1024;
