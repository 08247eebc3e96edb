//! The lines of the inputs, as many at a time as have arrived.

use std::io::{self, BufRead as _, BufReader, Read as _};
use std::iter;
use std::path::PathBuf;

use robots_policy_input::MOST_LINE;

use super::source::{InputBytes, STANDARD_INPUT, open};
use crate::exit::Failure;

/// Lines that follow each other.
pub(crate) struct Block {
    /// The 0-based number of the first line, among all that were read.
    pub(super) first: u64,
    /// A line that is longer than [`MOST_LINE`] is cut, but still longer than it.
    text: Vec<u8>,
}

impl Block {
    /// The lines, each with its end; the last line of an input may have none.
    pub(super) fn lines(&self) -> impl Iterator<Item = &[u8]> {
        let mut rest = self.text.as_slice();
        iter::from_fn(move || {
            let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
            let (line, after) = rest.split_at_checked(end)?;
            rest = after;
            (!line.is_empty()).then_some(line)
        })
    }

    /// Bytes in memory.
    pub(super) fn size(&self) -> usize {
        self.text.len()
    }
}

/// Reads the inputs one after the other. An input, or the rest of it, that cannot be read is an error among the blocks.
pub(crate) struct Blocks {
    /// The name of each for people, and its bytes.
    inputs: Box<dyn Iterator<Item = (String, Result<InputBytes, String>)> + Send>,
    open: Option<(String, BufReader<InputBytes>)>,
    number: u64,
}

impl Blocks {
    /// The lines of files, or of standard input if there are none; `-` is standard input too.
    pub(super) fn of_files(mut paths: Vec<PathBuf>) -> Blocks {
        if paths.is_empty() {
            paths.push(PathBuf::from(STANDARD_INPUT));
        }
        Blocks::new(paths.into_iter().map(|path| open(&path)))
    }

    /// The lines in memory.
    #[cfg(feature = "fuzzing")]
    pub(crate) fn of_bytes(bytes: Vec<u8>) -> Blocks {
        let source: InputBytes = Box::new(io::Cursor::new(bytes));
        Blocks::new(iter::once((String::from("memory"), Ok(source))))
    }

    fn new(
        inputs: impl Iterator<Item = (String, Result<InputBytes, String>)> + Send + 'static,
    ) -> Blocks {
        Blocks {
            inputs: Box::new(inputs),
            open: None,
            number: 0,
        }
    }
}

impl Iterator for Blocks {
    type Item = Result<Block, Failure>;

    fn next(&mut self) -> Option<Result<Block, Failure>> {
        loop {
            if let Some((name, input)) = &mut self.open {
                match read(input) {
                    Ok((text, lines)) if lines > 0 => {
                        let first = self.number;
                        self.number += lines;
                        return Some(Ok(Block { first, text }));
                    }
                    Ok(_) => self.open = None,
                    Err(error) => {
                        let failure = Failure::Input(name.clone(), error.to_string());
                        self.open = None;
                        return Some(Err(failure));
                    }
                }
            }
            match self.inputs.next()? {
                (name, Ok(source)) => {
                    self.open = Some((name, BufReader::with_capacity(READ_SIZE, source)));
                }
                (name, Err(why)) => return Some(Err(Failure::Input(name, why))),
            }
        }
    }
}

/// Reads the next line, and those that have already arrived; returns them and their number.
fn read(input: &mut BufReader<InputBytes>) -> io::Result<(Vec<u8>, u64)> {
    let (mut text, mut lines) = (Vec::new(), 0);
    loop {
        lines += u64::from(read_line(input, &mut text)? > 0);
        let is_full = lines == 0 || lines == MOST_LINES || text.len() >= READ_SIZE;
        if is_full || memchr::memchr(b'\n', input.buffer()).is_none() {
            return Ok((text, lines));
        }
    }
}

/// Adds the next line, or only the beginning of one that is too long; returns the number of bytes that are kept.
fn read_line(input: &mut BufReader<InputBytes>, text: &mut Vec<u8>) -> io::Result<usize> {
    let most = MOST_LINE as u64 + 1;
    let read = input.by_ref().take(most).read_until(b'\n', text)?;
    if read > MOST_LINE && !text.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        text.push(b'\n');
    }
    Ok(read)
}

/// The number of bytes read at a time.
const READ_SIZE: usize = 64 * 1024;

/// The most lines of a block: an answer may be a hundred times as long as its line.
const MOST_LINES: u64 = 256;
