//! The lines of CSV (RFC 4180), one at a time.

use std::io::{self, BufRead};

use csv_core::{ReadRecordResult, Reader};

/// The lines of a table that are not empty, one at a time; one with a line end between quotes is several lines of the file.
pub struct Lines<R> {
    source: R,
    reader: Reader,
    /// The cells of the line one after the other, and where each ends.
    text: Vec<u8>,
    ends: Vec<usize>,
    /// How many cells the line has.
    pub cells: usize,
    /// The number of the line, counted from 1.
    pub line: u64,
    /// Line ends that were read.
    line_ends: u64,
    is_closed: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of this text.
    pub fn new(source: R) -> Lines<R> {
        Lines {
            source,
            reader: Reader::new(),
            text: vec![0; 1024],
            ends: vec![0; 64],
            cells: 0,
            line: 0,
            line_ends: 0,
            is_closed: false,
        }
    }

    /// A cell of the line.
    pub fn cell(&self, number: usize) -> &[u8] {
        let before = number.checked_sub(1).and_then(|at| self.ends.get(at));
        let from = before.copied().unwrap_or_default();
        let to = self.ends.get(number).copied().unwrap_or_default();
        self.text.get(from..to).unwrap_or_default()
    }

    /// Advances to the next line; `false` at the end.
    ///
    /// Q: a quote that nothing closes hides every line after it from the reader, which takes the end of the file for the end of
    /// the cell: an index would lose records and no one would know. So the file gets a line end of its own after its last byte.
    /// Outside of quotes that ends a line or is an empty one; inside of quotes it is a byte of the cell, which is the error. If
    /// the reader did not see it, the test `a_quote_that_nothing_closes_is_an_error` fails.
    #[allow(clippy::should_implement_trait)] // it lends the cells
    pub fn next(&mut self) -> Result<bool, String> {
        self.skip_empty().map_err(|error| error.to_string())?;
        self.line = self.line_ends + 1;
        let (mut written, mut cells) = (0, 0);
        loop {
            let input = self.source.fill_buf().map_err(|error| error.to_string())?;
            let is_end = input.is_empty();
            let input = if is_end && !self.is_closed {
                b"\n"
            } else {
                input
            };
            let text = self.text.get_mut(written..).unwrap_or_default();
            let ends = self.ends.get_mut(cells..).unwrap_or_default();
            let (result, read, more, ended) = self.reader.read_record(input, text, ends);
            self.line_ends += line_ends(input.get(..read).unwrap_or_default());
            if is_end {
                self.is_closed |= read > 0;
            } else {
                self.source.consume(read);
            }
            (written, cells) = (written + more, cells + ended);
            match result {
                ReadRecordResult::InputEmpty if is_end && more > 0 => {
                    return Err(format!("line {}: no quote ends its last cell", self.line));
                }
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull if self.text.len() >= MOST => {
                    let line = self.line;
                    return Err(format!("line {line} has more than {MOST} bytes"));
                }
                ReadRecordResult::OutputFull => self.text.resize(self.text.len() * 2, 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                ReadRecordResult::Record => {
                    self.cells = cells;
                    return Ok(true);
                }
                ReadRecordResult::End => return Ok(false),
            }
        }
    }

    /// Skips line ends, so that the number of the next line is known.
    fn skip_empty(&mut self) -> io::Result<()> {
        loop {
            let input = self.source.fill_buf()?;
            let is_text = |byte: &u8| !matches!(byte, b'\r' | b'\n');
            let taken = input.iter().position(is_text).unwrap_or(input.len());
            if taken == 0 {
                return Ok(());
            }
            self.line_ends += line_ends(input.get(..taken).unwrap_or_default());
            self.source.consume(taken);
        }
    }
}

fn line_ends(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}

/// The most bytes of the cells of a line.
const MOST: usize = 16 << 20;
