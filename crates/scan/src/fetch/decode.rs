//! Content codings, undone as the bytes arrive, with a limit for each step.
//!
//! The names of the codings and the decoders are those of stored bodies. The rest differs: a stored body may have been
//! decoded before it was stored, so its reader looks for the codings in the bytes and never fails. A server that names a
//! coding has applied it; its body may be endless, and the cause of an early end (a timeout, a lost connection) is
//! reported here.

use std::cell::RefCell;
use std::io::{self, BufRead as _, BufReader, Read};
use std::rc::Rc;

use http::HeaderMap;
use http::header::{CONTENT_ENCODING, HeaderValue};
use robots_policy_archives::http::coding::{self, Coding};

use super::problem::ProblemKind;
use super::settings::READ_SIZE;

/// The codings of a body in the order in which they were applied.
///
/// # Errors
/// An unknown coding, and more codings than are undone.
pub(super) fn codings(headers: &HeaderMap) -> Result<Vec<Coding>, ProblemKind> {
    let lines = headers.get_all(CONTENT_ENCODING).iter();
    let codings = coding::listed(lines.map(HeaderValue::as_bytes));
    codings.map_err(|coding| ProblemKind::UnknownCoding(coding.0))
}

/// The first problem below a decoder, which would replace it with its own error.
pub(super) type FirstProblem = Rc<RefCell<Option<ProblemKind>>>;

/// Undoes `codings`. Neither a step nor `source` returns more than `most` bytes.
pub(super) fn decoded(
    source: Box<dyn Read>,
    codings: &[Coding],
    most: u64,
    first_problem: &FirstProblem,
) -> Box<dyn Read> {
    let ceiling = |source| Ceiling {
        source,
        left: most,
        most,
        first_problem: Rc::clone(first_problem),
    };
    codings
        .iter()
        .rev()
        .fold(Box::new(ceiling(source)), |source, coding| {
            let step = DecodingStep {
                coding: *coding,
                decoder: Decoder::Waiting(BufReader::with_capacity(READ_SIZE, source)),
                first_problem: Rc::clone(first_problem),
            };
            Box::new(ceiling(Box::new(step)))
        })
}

/// Lets `left` bytes through and then fails.
struct Ceiling {
    source: Box<dyn Read>,
    left: u64,
    most: u64,
    first_problem: FirstProblem,
}

impl Read for Ceiling {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return match self.source.read(&mut [0])? {
                0 => Ok(0),
                _ => Err(keep(&self.first_problem, ProblemKind::LargeBody(self.most))),
            };
        }
        let read = self.source.by_ref().take(self.left).read(buffer)?;
        self.left = self.left.saturating_sub(read as u64);
        Ok(read)
    }
}

/// Keeps the problem, unless there is an earlier one.
pub(super) fn keep(first_problem: &FirstProblem, problem: ProblemKind) -> io::Error {
    first_problem.borrow_mut().get_or_insert(problem);
    io::Error::other("reported elsewhere")
}

/// One coding being undone.
struct DecodingStep {
    coding: Coding,
    decoder: Decoder,
    first_problem: FirstProblem,
}

type Buffered = BufReader<Box<dyn Read>>;

enum Decoder {
    /// An empty body is an empty body in every coding.
    Waiting(Buffered),
    Running(Box<dyn Read>),
    Ended,
}

impl Read for DecodingStep {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let coding = self.coding;
        self.decoder.read(coding, buffer).map_err(|error| {
            if error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            keep(
                &self.first_problem,
                ProblemKind::Undecodable(coding, error.to_string()),
            )
        })
    }
}

impl Decoder {
    fn read(&mut self, coding: Coding, buffer: &mut [u8]) -> io::Result<usize> {
        if let Decoder::Waiting(source) = self {
            if source.fill_buf()?.is_empty() {
                *self = Decoder::Ended;
            } else if let Decoder::Waiting(source) = std::mem::replace(self, Decoder::Ended) {
                *self = Decoder::Running(coding::decoder(coding, source)?);
            }
        }
        match self {
            Decoder::Running(decoder) => decoder.read(buffer),
            _ => Ok(0),
        }
    }
}
