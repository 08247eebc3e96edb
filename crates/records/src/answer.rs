//! The answer to a record: its verdict, or why there is none.

use std::io;

use robots_policy::engines::Profile;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::asker::Asker;
use crate::damage::LineDamage;
use crate::defaults::RecordDefaults;
use crate::keys::{Identified, InputRecord};
use crate::record::{Checked, engine};
use crate::shape::Object;

/// The most bytes of a line, which is many times the limits of a document and a robots.txt, however they are escaped.
pub const MOST_LINE: usize = 64 << 20;

/// Writes the answer to a line of a stream, without an end of line: its verdict, or an object with its `error`. Returns whether
/// it is a verdict.
///
/// `number` is the 0-based number of the line in the stream; it is the `id` of a record that has none, and an error names it.
///
/// ```
/// use robots_policy::Timestamp;
/// use robots_policy_records::{Clock, RecordDefaults, answer_line};
///
/// let defaults = RecordDefaults::new(Clock::At(Timestamp::from_unix(0)));
/// let mut answer = Vec::new();
/// assert!(!answer_line(b"{\"html\": 5}", 7, &defaults, &mut answer)?);
/// let answer = String::from_utf8(answer)?;
/// assert!(answer.starts_with(r#"{"id":7,"error":{"code":"invalid-record","message":"`html`: it is the number"#));
/// assert!(answer.contains("line 8 of the stream, column 10"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The answer cannot be written as JSON, which does not happen with the present shapes.
pub fn answer_line(
    line: &[u8],
    number: u64,
    defaults: &RecordDefaults,
    answer: &mut Vec<u8>,
) -> io::Result<bool> {
    let start = answer.len();
    let Err((id, damage)) = verdict(line, number, defaults, answer) else {
        return Ok(true);
    };
    answer.truncate(start);
    write_damage(id, &damage.placed(number), answer).map(|()| false)
}

/// Writes the answer to a record that is not a line of a stream, and may have several lines; see [`answer_line`].
///
/// # Errors
/// Those of [`answer_line`].
pub fn answer_record(
    record: &[u8],
    defaults: &RecordDefaults,
    answer: &mut Vec<u8>,
) -> io::Result<bool> {
    let start = answer.len();
    let Err((id, damage)) = verdict(record, 0, defaults, answer) else {
        return Ok(true);
    };
    answer.truncate(start);
    write_damage(id, &damage.placed_in_record(), answer).map(|()| false)
}

/// Writes an array with the answers to a record for several askers, whose inputs are read once: `None` is the asker of the
/// record, a name is that of an engine.
///
/// ```
/// use robots_policy::Timestamp;
/// use robots_policy_records::{Clock, RecordDefaults, answers_to_record};
///
/// let defaults = RecordDefaults::new(Clock::At(Timestamp::from_unix(0)));
/// let record = br#"{"headers": [["X-Robots-Tag", "bingbot: noindex"]], "assume_absent": "document"}"#;
/// let mut answers = Vec::new();
/// answers_to_record(record, &[None, Some("bingbot"), Some("bing")], &defaults, &mut answers)?;
/// let answers: Vec<serde_json::Value> = serde_json::from_slice(&answers)?;
/// assert_eq!(answers[0]["index"], true);
/// assert_eq!(answers[1]["as"]["profile"], "bingbot");
/// assert_eq!(answers[1]["index"], false);
/// assert_eq!(answers[2]["error"]["code"], "invalid-as");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of [`answer_line`].
pub fn answers_to_record(
    record: &[u8],
    askers: &[Option<&str>],
    defaults: &RecordDefaults,
    answers: &mut Vec<u8>,
) -> io::Result<()> {
    answers.push(b'[');
    match checked(record, 0, defaults) {
        Ok((id, checked)) => for_each(askers, id, &checked, answers)?,
        Err((id, damage)) => {
            let damage = damage.placed_in_record();
            let damaged = DamagedLine { id, error: &damage };
            let mut separator = Separator::default();
            for _ in askers {
                separator.write(answers);
                serde_json::to_writer(&mut *answers, &damaged)?;
            }
        }
    }
    answers.push(b']');
    Ok(())
}

/// Writes an answer for each asker.
fn for_each(
    askers: &[Option<&str>],
    id: LineId<'_>,
    checked: &Checked<'_>,
    answers: &mut Vec<u8>,
) -> io::Result<()> {
    let named = askers.iter().map(|name| name.map(engine).transpose());
    let named: Vec<Result<Option<Profile>, LineDamage>> = named.collect();
    let engines: Vec<Profile> = named.iter().flatten().copied().flatten().collect();
    let mut question = checked.question();
    let own = question.clients.iter().cloned();
    let clients: Vec<_> = own
        .chain(engines.iter().map(|engine| engine.client()))
        .collect();
    question.clients = &clients;
    question.readers = question.readers.for_engines(&engines);
    let policy = question.policy();
    let consistent = checked.consistent(&policy);
    let mut separator = Separator::default();
    for asker in named {
        separator.write(answers);
        if let Err(damage) = &consistent {
            write_damage(id, damage, answers)?;
            continue;
        }
        match asker {
            Ok(engine) => {
                let asker = engine.map_or_else(|| checked.asker(), Asker::Engine);
                question.write(asker, &policy, &mut *answers, id)?;
            }
            Err(damage) => write_damage(id, &damage, answers)?,
        }
    }
    Ok(())
}

/// A comma before each item but the first.
#[derive(Default)]
struct Separator {
    has_written: bool,
}

impl Separator {
    fn write(&mut self, out: &mut Vec<u8>) {
        if self.has_written {
            out.push(b',');
        }
        self.has_written = true;
    }
}

/// The name of a record in its answer.
#[derive(Clone, Copy)]
pub(crate) enum LineId<'l> {
    /// The id that the record states.
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

/// Writes the verdict on one line, or returns the id and why there is no verdict.
fn verdict<'l>(
    line: &'l [u8],
    number: u64,
    defaults: &RecordDefaults,
    answer: &mut Vec<u8>,
) -> Result<(), (LineId<'l>, LineDamage)> {
    let (id, checked) = checked(line, number, defaults)?;
    let question = checked.question();
    let policy = question.policy();
    let consistent = checked.consistent(&policy);
    consistent.map_err(|damage| (id, damage))?;
    question
        .write(checked.asker(), &policy, answer, id)
        .map_err(|error| (id, LineDamage::new("unwritable", error.to_string())))
}

/// Reads a line, and takes missing values from the defaults.
pub(crate) fn checked<'l: 'd, 'd>(
    line: &'l [u8],
    number: u64,
    defaults: &'d RecordDefaults,
) -> Result<(LineId<'l>, Checked<'d>), (LineId<'l>, LineDamage)> {
    if line.len() > MOST_LINE {
        let message =
            format!("the line is longer than {MOST_LINE} bytes; of a page the head is enough");
        return Err((
            LineId::Line(number),
            LineDamage::new("line-too-long", message),
        ));
    }
    let start = line.trim_ascii_start();
    let (blanks, _) = line.split_at(line.len() - start.len());
    let text = str::from_utf8(start.trim_ascii_end())
        .map_err(|error| (LineId::Line(number), LineDamage::not_utf_8(line, error)))?;
    let input: Object<InputRecord<'_>> = serde_json::from_str(text).map_err(|error| {
        let id = said(text).map_or(LineId::Line(number), LineId::Said);
        (id, LineDamage::of_line(text, blanks, &error, is_record))
    })?;
    let input = input.0;
    let id = input.id.map_or(LineId::Line(number), LineId::Said);
    let checked = input.check(defaults).map_err(|damage| (id, damage))?;
    Ok((id, checked))
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
    error: &'l LineDamage,
}

pub(crate) fn write_damage(
    id: LineId<'_>,
    damage: &LineDamage,
    answer: &mut Vec<u8>,
) -> io::Result<()> {
    serde_json::to_writer(answer, &DamagedLine { id, error: damage }).map_err(io::Error::from)
}
