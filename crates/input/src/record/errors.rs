//! The errors of lines, in terms of JSON.

use std::fmt::Write as _;
use std::str::Utf8Error;

use robots_policy::header::coding_by_mark;
use serde::Serialize;

use crate::json::Misfit;
use crate::quote::{QUOTED, cut, quoted};

/// Why a line has no verdict.
#[derive(Debug, Serialize)]
pub(crate) struct LineDamage {
    pub(crate) code: &'static str,
    message: String,
    /// The place in the text of the record, where that is known: its 1-based line, and the 1-based byte of the line. A record of a
    /// stream is one line.
    #[serde(skip)]
    at: Option<(usize, usize)>,
}

impl LineDamage {
    /// The message; a long quotation is cut in its middle.
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> LineDamage {
        LineDamage {
            code,
            message: cut(message.into(), QUOTED, MOST_MESSAGE - QUOTED),
            at: None,
        }
    }

    /// This damage of a part of the record, whose place is before its message.
    pub(crate) fn after(self, place: &str) -> LineDamage {
        LineDamage {
            message: format!("{place}{}", self.message),
            ..self
        }
    }

    fn at(self, line: usize, column: usize) -> LineDamage {
        LineDamage {
            at: Some((line, column)),
            ..self
        }
    }

    /// This damage with its place: the line has the 0-based `number` in the stream.
    pub(crate) fn placed(mut self, number: u64) -> LineDamage {
        let column = self.at.map(|(_, column)| format!(", column {column}"));
        let column = column.unwrap_or_default();
        let _ = write!(self.message, "; line {} of the stream{column}", number + 1);
        self
    }

    /// This damage with its place in a record that is not a line of a stream.
    pub(crate) fn placed_in_record(mut self) -> LineDamage {
        let _ = match self.at {
            None => Ok(()),
            Some((1, column)) => write!(self.message, "; column {column}"),
            Some((line, column)) => write!(self.message, "; line {line}, column {column}"),
        };
        self
    }

    /// A message that may quote a whole value.
    pub(crate) fn of_value(code: &'static str, message: &str, value: &str) -> LineDamage {
        if value.chars().count() <= QUOTED {
            return LineDamage::new(code, message);
        }
        LineDamage::new(code, message.replace(value, &quoted(value)))
    }

    /// The damage of a line that is not UTF-8.
    pub(crate) fn not_utf_8(line: &[u8], error: Utf8Error) -> LineDamage {
        let blanks = line.len() - line.trim_ascii_start().len();
        let is_wide = line.starts_with(b"\xFF\xFE") || line.starts_with(b"\xFE\xFF");
        let whole = match coding_by_mark(line) {
            Some(coding) => Some(format!("compressed with {coding}; decompress it first")),
            None => is_wide.then(|| String::from("in UTF-16, and records are in UTF-8")),
        };
        if let Some(what) = whole {
            return LineDamage::new("not-utf-8", format!("the input is {what}"));
        }
        let message =
            "the line is not UTF-8; such bytes go into `html_base64` and `robots_txt_base64`";
        LineDamage::new("not-utf-8", message).at(1, blanks + error.valid_up_to() + 1)
    }

    /// The damage of a line that is not JSON. `text` is the line without its `blanks` at the beginning, and without those at its
    /// end.
    pub(crate) fn not_json(text: &str, blanks: &[u8], fault: &Misfit) -> LineDamage {
        if text.is_empty() {
            return LineDamage::new("invalid-json", "the line is empty; a record is an object");
        }
        let why = if text.starts_with('\u{feff}') {
            "the line begins with a byte order mark, which JSON does not have; leave it out"
        } else {
            &fault.message
        };
        LineDamage::new(fault.code, why).at_byte(text, blanks, fault.at)
    }

    /// The damage of a line that is JSON, and not a record.
    pub(crate) fn misfit(text: &str, blanks: &[u8], misfit: Misfit) -> LineDamage {
        if text.starts_with('{') {
            return LineDamage::new(misfit.code, misfit.message).at_byte(text, blanks, misfit.at);
        }
        let message = format!("the line is {}; a record is an object", kind(text));
        LineDamage::new("invalid-record", message).at_byte(text, blanks, 0)
    }

    fn at_byte(self, text: &str, blanks: &[u8], at: usize) -> LineDamage {
        let before = text.as_bytes().get(..at).unwrap_or(text.as_bytes());
        let (ends, last) = lines(before);
        let (blank_ends, blank_last) = lines(blanks);
        let blanks = if ends == 0 { blank_last } else { 0 };
        self.at(ends + blank_ends + 1, last + blanks + 1)
    }
}

/// The number of ends of lines in a text, and of bytes after the last.
fn lines(text: &[u8]) -> (usize, usize) {
    let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    let last = lines.last().map_or(0, |last| last.len());
    (lines.len() - 1, last)
}

/// Which kind of value a text begins.
fn kind(text: &str) -> &'static str {
    match text.as_bytes().first() {
        Some(b'[') => "an array",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        _ => "a number",
    }
}

/// The most characters of a message.
const MOST_MESSAGE: usize = 500;
