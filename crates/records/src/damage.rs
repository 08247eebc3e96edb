//! The errors of lines, in terms of JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::str::Utf8Error;

use robots_policy::header::coding_by_mark;
use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use crate::choice::WrongName;
use crate::quote::{QUOTED, cut, quoted};

/// Why a line has no verdict.
#[derive(Debug, Serialize)]
pub(crate) struct LineDamage {
    pub(crate) code: &'static str,
    message: String,
    /// The place in the text of the record, where that is known.
    #[serde(skip)]
    at: Option<Place>,
}

/// A place in the text of a record: its 1-based line, and the 1-based byte of the line. A record of a stream is one line.
#[derive(Clone, Copy, Debug)]
struct Place {
    line: usize,
    column: usize,
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
            at: Some(Place { line, column }),
            ..self
        }
    }

    /// This damage with its place: the line has the 0-based `number` in the stream.
    pub(crate) fn placed(mut self, number: u64) -> LineDamage {
        let column = self.at.map(|at| format!(", column {}", at.column));
        let column = column.unwrap_or_default();
        let _ = write!(self.message, "; line {} of the stream{column}", number + 1);
        self
    }

    /// This damage with its place in a record that is not a line of a stream.
    pub(crate) fn placed_in_record(mut self) -> LineDamage {
        let _ = match self.at {
            None => Ok(()),
            Some(Place { line: 1, column }) => write!(self.message, "; column {column}"),
            Some(Place { line, column }) => {
                write!(self.message, "; line {line}, column {column}")
            }
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

    /// The damage of a line that is not a record. `text` is the line without its `blanks` at the beginning, and without those
    /// at its end; `is_record` says whether a text is a record.
    pub(crate) fn of_line(
        text: &str,
        blanks: &[u8],
        error: &serde_json::Error,
        is_record: fn(&str) -> bool,
    ) -> LineDamage {
        if text.is_empty() {
            return LineDamage::new("invalid-json", "the line is empty; a record is an object");
        }
        let why = without_place(error);
        if WrongName::is_named_in(&why) {
            return LineDamage::new("invalid-options", why);
        }
        let (code, why) = if serde_json::from_str::<IgnoredAny>(text).is_err() {
            ("invalid-json", syntax(text, error))
        } else if text.starts_with('{') {
            ("invalid-record", shape(text, error, is_record))
        } else {
            (
                "invalid-record",
                format!("the line is {}; a record is an object", kind(text)),
            )
        };
        let (lines, blanks) = lines(blanks);
        let blanks = if error.line() == 1 { blanks } else { 0 };
        LineDamage::new(code, why).at(error.line() + lines, error.column().max(1) + blanks)
    }
}

/// The number of ends of lines in a text, and of bytes after the last.
fn lines(text: &[u8]) -> (usize, usize) {
    let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    let last = lines.last().map_or(0, |last| last.len());
    (lines.len() - 1, last)
}

/// The error in a text that is not JSON.
fn syntax(text: &str, error: &serde_json::Error) -> String {
    if text.starts_with('\u{feff}') {
        return String::from(
            "the line begins with a byte order mark, which JSON does not have; leave it out",
        );
    }
    match without_place(error).as_str() {
        "expected ident" => String::from("expected `true`, `false` or `null`"),
        why => why.replace("EOF while parsing", "the line ends within"),
    }
}

/// The error in an object that is not a record, with its wrong key.
fn shape(text: &str, error: &serde_json::Error, is_record: fn(&str) -> bool) -> String {
    let why = words(&without_place(error));
    let keys: BTreeMap<String, &RawValue> = serde_json::from_str(text).unwrap_or_default();
    let is_wrong = |(key, value): &(&String, &&RawValue)| {
        let alone = format!("{{{}:{value}}}", serde_json::json!(key));
        !is_record(&alone)
    };
    match keys.iter().find(is_wrong) {
        // Such a message names its key, unless that is one of an object in the record.
        Some((key, _)) if !why.contains(" key `") || is_inside(&why, key) => {
            format!("`{}`: {why}", quoted(key))
        }
        _ => why,
    }
}

/// Whether an unknown key is not this one, and so in its object.
fn is_inside(why: &str, key: &str) -> bool {
    let key = quoted(&format!("`{key}`"));
    let unknown = why.strip_prefix(UNKNOWN_KEY);
    unknown.is_some_and(|unknown| !unknown.starts_with(&key))
}

fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&place).unwrap_or(&text).to_owned()
}

/// The JSON terms for those of the parser.
fn words(why: &str) -> String {
    if let Some((key, keys)) = after(why, "unknown field ", ", expected one of ") {
        return format!("{UNKNOWN_KEY}{}; the keys are {keys}", quoted(key));
    }
    if let Some(key) = why.strip_prefix("duplicate field ") {
        return format!("the key {key} occurs twice");
    }
    let found = ["invalid type: ", "invalid value: ", "invalid length "];
    let found = found
        .iter()
        .find_map(|kind| after(why, kind, ", expected "));
    if let Some((is, wanted)) = found {
        let is = WORDS.iter().find_map(|(theirs, ours)| {
            let rest = is.strip_prefix(theirs)?;
            Some(format!("{ours}{rest}"))
        });
        let wanted = if wanted == "a sequence" {
            "an array"
        } else {
            wanted
        };
        let is = is.unwrap_or_else(|| String::from("of another length"));
        return format!("it is {}, not {wanted}", quoted(&is));
    }
    let is_of_surrogates = ["surrogate", "hex escape", "unicode code point"];
    if is_of_surrogates.iter().any(|word| why.contains(word)) {
        return String::from(
            "a string holds half of a surrogate pair, which is not a character; bytes that are not UTF-8 go into `html_base64` and `robots_txt_base64`",
        );
    }
    why.to_owned()
}

/// The texts after `start`, before and after `between`.
fn after<'t>(text: &'t str, start: &str, between: &str) -> Option<(&'t str, &'t str)> {
    text.strip_prefix(start)?.rsplit_once(between)
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

/// The parser's terms for values, and ours.
const WORDS: [(&str, &str); 7] = [
    ("string ", "the string "),
    ("integer ", "the number "),
    ("floating point ", "the number "),
    ("boolean ", "the boolean "),
    ("sequence", "an array"),
    ("map", "an object"),
    ("null", "null"),
];

/// The start of the message about a key that there is not.
const UNKNOWN_KEY: &str = "unknown key ";

/// The most characters of a message.
const MOST_MESSAGE: usize = 500;
