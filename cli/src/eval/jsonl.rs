//! The batch mode: one JSON record a line in, one a line out, in the same order.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Write};
use std::path::{Path, PathBuf};

use robots_policy::report::Json;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::eval::damage::LineDamage;
use crate::eval::record::{Identified, InputRecord};
use crate::eval::shape::Object;
use crate::exit::{Exit, Failure};
use crate::names::shown;
use crate::say::warn;

/// Answers every line of the inputs, or of standard input if there are none. An input that cannot be read does not stop the
/// others.
pub(super) fn run(inputs: &[PathBuf]) -> Result<Exit, Failure> {
    let mut batch = Batch::new(io::stdout().lock());
    if inputs.is_empty() {
        batch.read("standard input", io::stdin().lock())?;
    }
    for path in inputs {
        if path == Path::new("-") {
            batch.read("standard input", io::stdin().lock())?;
            continue;
        }
        batch.read_file(path)?;
    }
    Ok(batch.exit)
}

/// Lines that are answered one by one.
pub(crate) struct Batch<W> {
    out: W,
    /// The 0-based number of the line among all that were read.
    number: u64,
    line: Vec<u8>,
    answer: Vec<u8>,
    exit: Exit,
}

impl<W: Write> Batch<W> {
    /// Nothing is answered yet.
    pub(crate) fn new(out: W) -> Batch<W> {
        Batch {
            out,
            number: 0,
            line: Vec::new(),
            answer: Vec::new(),
            exit: Exit::Answered,
        }
    }

    fn read_file(&mut self, path: &Path) -> Result<(), Failure> {
        let name = shown(path.as_os_str());
        match File::open(path) {
            Ok(file) => self.read(&name, BufReader::with_capacity(READ_SIZE, file)),
            Err(error) => {
                self.unreadable(&name, &error);
                Ok(())
            }
        }
    }

    /// Reports that an input, or the rest of it, cannot be read.
    fn unreadable(&mut self, name: &str, error: &io::Error) {
        warn(&Failure::Input(name.to_owned(), error.to_string()));
        self.exit = Exit::Unreadable;
    }

    /// Answers every line of an input of this name.
    pub(crate) fn read(&mut self, name: &str, mut input: impl BufRead) -> Result<(), Failure> {
        loop {
            match self.read_line(&mut input) {
                Ok(0) => return Ok(()),
                Ok(_) => self.answer()?,
                Err(error) => {
                    self.unreadable(name, &error);
                    return Ok(());
                }
            }
            self.line.shrink_to(READ_SIZE);
            self.answer.shrink_to(READ_SIZE);
        }
    }

    /// Reads the next line, of one that is too long only the beginning; gives the number of bytes that are kept.
    fn read_line(&mut self, mut input: impl BufRead) -> io::Result<usize> {
        self.line.clear();
        let most = MOST_LINE as u64 + 1;
        let read = input
            .by_ref()
            .take(most)
            .read_until(b'\n', &mut self.line)?;
        if read > MOST_LINE && !self.line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
        }
        Ok(read)
    }

    /// Answers the line that was read, in one write.
    fn answer(&mut self) -> Result<(), Failure> {
        self.answer.clear();
        if let Err((id, damage)) = verdict(&self.line, self.number, &mut self.answer) {
            self.answer.clear();
            let line = DamagedLine { id, error: damage };
            serde_json::to_writer(&mut self.answer, &line).map_err(io::Error::from)?;
            self.exit = Exit::Unreadable;
        }
        self.answer.push(b'\n');
        self.out.write_all(&self.answer)?;
        self.out.flush()?;
        self.number += 1;
        Ok(())
    }
}

/// What a record is called in its answer.
#[derive(Clone, Copy)]
enum LineId<'l> {
    /// As the record says.
    Said(&'l RawValue),
    /// The record has no id, or the line is not a record: its 0-based number.
    Line(u64),
}

impl Serialize for LineId<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            LineId::Said(value) => value.serialize(serializer),
            LineId::Line(number) => serializer.serialize_u64(*number),
        }
    }
}

/// Writes the verdict on one line, or tells the id and why there is none.
fn verdict<'l>(
    line: &'l [u8],
    number: u64,
    answer: &mut Vec<u8>,
) -> Result<(), (LineId<'l>, LineDamage)> {
    if line.len() > MOST_LINE {
        let message =
            format!("the line is longer than {MOST_LINE} bytes; of a page the head is enough");
        return Err((
            LineId::Line(number),
            LineDamage::new("line-too-long", message),
        ));
    }
    let start = line.trim_ascii_start();
    let text = str::from_utf8(start.trim_ascii_end()).map_err(|error| {
        let message = format!("the line is not UTF-8: {error}");
        (LineId::Line(number), LineDamage::new("not-utf-8", message))
    })?;
    let input: Object<InputRecord<'_>> = serde_json::from_str(text).map_err(|error| {
        let blanks = line.len() - start.len();
        let id = said(text).map_or(LineId::Line(number), LineId::Said);
        (
            id,
            LineDamage::of_line(text, blanks, number, &error, is_record),
        )
    })?;
    let input = input.0;
    let id = input.id.map_or(LineId::Line(number), LineId::Said);
    let checked = input.check().map_err(|damage| (id, damage))?;
    let question = checked.question();
    let policy = question.policy();
    let verdict = question.verdict(&checked.accessor, &policy);
    serde_json::to_writer(answer, &Json::new(id, &verdict))
        .map_err(|error| (id, LineDamage::new("unwritable", error.to_string())))
}

fn is_record(text: &str) -> bool {
    serde_json::from_str::<Object<InputRecord<'_>>>(text).is_ok()
}

/// The id of an object that is not a record.
fn said(text: &str) -> Option<&RawValue> {
    let record: Object<Identified<'_>> = serde_json::from_str(text).ok()?;
    record.0.id
}

/// The answer to a line that has no verdict.
#[derive(Serialize)]
struct DamagedLine<'l> {
    id: LineId<'l>,
    error: LineDamage,
}

/// Most bytes of a line; many times what of a document and a robots.txt is read, however they are escaped.
const MOST_LINE: usize = 64 << 20;

/// Bytes read at a time, and kept between lines.
const READ_SIZE: usize = 64 * 1024;
