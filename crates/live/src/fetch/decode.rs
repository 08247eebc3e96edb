//! Content codings, undone as the bytes arrive, with a limit for each step.
//!
//! The names of the codings, the decoders, and what shows that a body is text in spite of a coding that a field names, are those
//! of stored bodies. The rest differs: the body may be endless, and the cause of an early end (a timeout, a lost connection) is
//! reported here.

use std::cell::RefCell;
use std::io::{self, BufRead as _, BufReader, Cursor, Read};
use std::rc::Rc;

use http::HeaderMap;
use http::header::{CONTENT_ENCODING, HeaderValue};
use robots_policy::header::{TextStart, is_named_coded};
use robots_policy_input::coding::{self, Coding};

use super::problem::ProblemKind;
use super::settings::READ_SIZE;

/// The codings of a body in the order in which they were applied; one name alone if it is not known, or if there are more than
/// are undone.
pub(super) fn codings(headers: &HeaderMap) -> Vec<Result<Coding, String>> {
    let lines = headers.get_all(CONTENT_ENCODING).iter();
    match coding::listed(lines.map(HeaderValue::as_bytes)) {
        Ok(codings) => codings.into_iter().map(Ok).collect(),
        Err(unknown) => vec![Err(unknown)],
    }
}

/// The first problem below a decoder, which would replace it with its own error.
pub(super) type FirstProblem = Rc<RefCell<Option<ProblemKind>>>;

/// Undoes `codings`. Neither a step nor `source` returns more than `most` bytes.
pub(super) fn decoded(
    source: Box<dyn Read>,
    codings: &[Result<Coding, String>],
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
                named: coding.clone(),
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
    named: Result<Coding, String>,
    decoder: Decoder,
    first_problem: FirstProblem,
}

enum Decoder {
    /// The first bytes show whether there is a coding.
    Waiting(BufReader<Box<dyn Read>>),
    Running(Box<dyn Read>),
    Ended,
}

impl Read for DecodingStep {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.decoded(buffer).map_err(|error| {
            let problem = match &self.named {
                _ if error.kind() == io::ErrorKind::Interrupted => return error,
                Ok(coding) => ProblemKind::Undecodable(*coding, error.to_string()),
                Err(name) => ProblemKind::UnknownCoding(name.clone()),
            };
            keep(&self.first_problem, problem)
        })
    }
}

impl DecodingStep {
    fn decoded(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Decoder::Waiting(source) = &mut self.decoder {
            let start = start(source)?;
            let waiting = std::mem::replace(&mut self.decoder, Decoder::Ended);
            if let Decoder::Waiting(source) = waiting {
                let is_coded = is_named_coded(&start);
                let whole = Cursor::new(start).chain(source);
                self.decoder = Decoder::Running(match &self.named {
                    _ if !is_coded => Box::new(whole),
                    Ok(coding) => coding::decoder(*coding, whole)?,
                    Err(name) => return Err(io::Error::other(name.clone())),
                });
            }
        }
        match &mut self.decoder {
            Decoder::Running(decoder) => decoder.read(buffer),
            _ => Ok(0),
        }
    }
}

/// The first bytes of a body: so many that they show a coding, or that it is text although a field names one. An empty body is
/// an empty body in every coding.
fn start(source: &mut BufReader<Box<dyn Read>>) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    while start.len() < TextStart::OCTETS && (start.len() < MARK || !is_named_coded(&start)) {
        let piece = match source.fill_buf() {
            Ok([]) => break,
            Ok(piece) => piece,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        start.extend_from_slice(piece);
        let len = piece.len();
        source.consume(len);
    }
    Ok(start)
}

/// Fewer bytes may be a part of a mark, of a character or of a byte order mark.
const MARK: usize = 4;
