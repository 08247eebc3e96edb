//! The answer to a record: its verdict, or why there is none.

use std::io;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::askers::Asker;
use crate::contract::question::InputRecord;
use crate::defaults::{DefaultAsker, RecordDefaults};
use crate::json::types::{self, Read};
use crate::json::{self, JsonKind, Value};
use crate::record::Checked;
use crate::record::askers::{engine, invalid};
use crate::record::errors::LineDamage;
use crate::record::policies::Readings;

/// The most bytes of a line, which is many times the limits of a document and a robots.txt, however they are escaped.
pub const MOST_LINE: usize = 64 << 20;

/// Writes the answer to a line of a stream, without an end of line: its verdict, or an object with its `error`; for a record with
/// several askers the verdict for each, with an end of line between them. Returns whether there are verdicts.
///
/// `number` is the 0-based number of the line in the stream; it is the `id` of a record that has none, and an error names it.
///
/// ```
/// use robots_policy::Timestamp;
/// use robots_policy_input::{Clock, RecordDefaults, answer_line};
///
/// let defaults = RecordDefaults::new(Clock::At(Timestamp::from_unix(0)));
/// let mut answer = Vec::new();
/// assert!(!answer_line(b"{\"html\": 5}", 7, &defaults, &mut answer)?);
/// let answer = String::from_utf8(answer)?;
/// assert!(answer.starts_with(r#"{"id":7,"error":{"code":"invalid-record","message":"`html`: it is the number"#));
/// assert!(answer.contains("line 8 of the stream, column 10"));
///
/// let record = br#"{"askers": [{"agent": "A"}, {"as": "googlebot"}], "headers": [["X-Robots-Tag", "googlebot: noindex"]]}"#;
/// let mut answers = Vec::new();
/// assert!(answer_line(record, 0, &defaults, &mut answers)?);
/// let answers = String::from_utf8(answers)?;
/// let (first, second) = answers.split_once('\n').unwrap();
/// assert!(first.contains(r#""index":null"#) && second.contains(r#""index":false"#));
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
    let any = |_: &Checked<'_>| Ok(());
    answered(line, number, defaults, answer, any, |damage| {
        damage.placed(number)
    })
}

/// Writes the answer to a record that is not a line of a stream, and may have several lines; see [`answer_line`]. A record with
/// `askers` is an error that names [`answers_to_record`] as JavaScript has it.
///
/// # Errors
/// Those of [`answer_line`].
pub fn answer_record(
    record: &[u8],
    defaults: &RecordDefaults,
    answer: &mut Vec<u8>,
) -> io::Result<bool> {
    let alone = |checked: &Checked<'_>| checked.asker(ALONE).map(drop);
    let place = LineDamage::placed_in_record;
    answered(record, 0, defaults, answer, alone, place)
}

/// Writes the answers to a record that `check` finds no fault with.
fn answered(
    record: &[u8],
    number: u64,
    defaults: &RecordDefaults,
    answer: &mut Vec<u8>,
    check: impl Fn(&Checked<'_>) -> Result<(), LineDamage>,
    place: impl Fn(LineDamage) -> LineDamage,
) -> io::Result<bool> {
    let (id, damage) = match checked(record, number, defaults) {
        Ok((id, checked)) => {
            let written = match check(&checked) {
                Ok(()) => write_own(id, &checked, answer, b'\n')?,
                Err(damage) => Err(damage),
            };
            match written {
                Ok(()) => return Ok(true),
                Err(damage) => (id, damage),
            }
        }
        Err(damaged) => damaged,
    };
    write_damage(id, &place(damage), answer).map(|()| false)
}

/// Writes an array with the answers to a record: for each of its own askers, or for those of these names, where `None` is the asker
/// of the record and a name is that of an engine. Inputs are read once.
///
/// ```
/// use robots_policy::Timestamp;
/// use robots_policy_input::{Clock, RecordDefaults, answers_to_record};
///
/// let defaults = RecordDefaults::new(Clock::At(Timestamp::from_unix(0)));
/// let record = br#"{"headers": [["X-Robots-Tag", "bingbot: noindex"]], "assume_absent": "document"}"#;
/// let names = [None, Some("bingbot"), Some("bing")];
/// let mut answers = Vec::new();
/// answers_to_record(record, Some(&names), &defaults, &mut answers)?;
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
    names: Option<&[Option<&str>]>,
    defaults: &RecordDefaults,
    answers: &mut Vec<u8>,
) -> io::Result<()> {
    answers.push(b'[');
    let damaged = match checked(record, 0, defaults) {
        Ok((id, checked)) => {
            let written = match names {
                Some(names) => write_named(id, &checked, names, answers)?,
                None if checked.has_askers => write_own(id, &checked, answers, b',')?,
                None => Err(invalid(UNNAMED)),
            };
            written.err().map(|damage| (id, damage))
        }
        Err(damaged) => Some(damaged),
    };
    if let Some((id, damage)) = damaged {
        let damage = damage.placed_in_record();
        for at in 0..names.map_or(1, <[_]>::len) {
            answers.extend((at > 0).then_some(b','));
            write_damage(id, &damage, answers)?;
        }
    }
    answers.push(b']');
    Ok(())
}

/// Writes the answer for each asker of a record, with this byte between two. Nothing is written of a record with a damage.
fn write_own(
    id: LineId<'_>,
    checked: &Checked<'_>,
    answers: &mut Vec<u8>,
    between: u8,
) -> io::Result<Result<(), LineDamage>> {
    let askers: Vec<_> = checked.askers.iter().map(|asker| Ok(&**asker)).collect();
    write_each(id, checked, &askers, answers, between)
}

/// Writes an answer for each name, with commas between them. Nothing is written of a record with a damage.
fn write_named(
    id: LineId<'_>,
    checked: &Checked<'_>,
    names: &[Option<&str>],
    answers: &mut Vec<u8>,
) -> io::Result<Result<(), LineDamage>> {
    let own = match checked.asker(NAMED) {
        Ok(own) => own,
        Err(damage) => return Ok(Err(damage)),
    };
    let asked = names.iter().map(|name| match name {
        Some(name) => engine(name).map(|engine| DefaultAsker::of(Asker::Engine(engine))),
        None => Ok(own.clone()),
    });
    let asked: Vec<Result<DefaultAsker, LineDamage>> = asked.collect();
    let askers: Vec<_> = asked.iter().map(Result::as_ref).collect();
    write_each(id, checked, &askers, answers, b',')
}

/// Writes an answer for each asker, or why its name is that of none.
fn write_each(
    id: LineId<'_>,
    checked: &Checked<'_>,
    named: &[Result<&DefaultAsker, &LineDamage>],
    answers: &mut Vec<u8>,
    between: u8,
) -> io::Result<Result<(), LineDamage>> {
    let mut askers = Vec::with_capacity(named.len());
    askers.extend(named.iter().copied().flatten());
    let readings = Readings::new(checked, &askers);
    let mut policies = readings.policies();
    if let Some(damage) = policies.find_map(|policy| checked.consistent(policy).err()) {
        return Ok(Err(damage));
    }
    let mut policies = readings.each();
    let mut written = checked.answers(named.len());
    for (at, asker) in named.iter().enumerate() {
        answers.extend((at > 0).then_some(between));
        match asker {
            Ok(asker) => {
                let policy = policies.next().ok_or(io::ErrorKind::Other)?;
                let verdict = checked.verdict(asker, policy);
                checked.write(id, verdict, &mut written, answers)?;
            }
            Err(damage) => write_damage(id, damage, answers)?,
        }
    }
    Ok(Ok(()))
}

/// The errors of calls for one answer or several, in the terms of the package for JavaScript.
const ALONE: &str = "`verdict` gives one, so call `verdicts`";
const UNNAMED: &str = "`verdicts` without names answers `askers` of the record, which has none; give names, or `askers`";
const NAMED: &str = "leave it out, or the names of `verdicts`";

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
    let value = json::parse(text).map_err(|fault| {
        let damage = LineDamage::not_json(text, blanks, &fault);
        (LineId::Line(number), damage)
    })?;
    let said = said(&value);
    let input: InputRecord<'_> = types::object(value).map_err(|misfit| {
        let id = said.map_or(LineId::Line(number), LineId::Said);
        (id, LineDamage::misfit(text, blanks, misfit))
    })?;
    let id = input.response.id.as_ref().and_then(|id| raw(id.text));
    let id = id.map_or(LineId::Line(number), LineId::Said);
    let checked = input.check(defaults).map_err(|damage| (id, damage))?;
    Ok((id, checked))
}

/// The id of an object.
fn said<'l>(value: &Value<'l>) -> Option<&'l RawValue> {
    let JsonKind::Object(members) = &value.kind else {
        return None;
    };
    let (_, id) = members.iter().find(|(key, _)| key == "id")?;
    raw(id.text)
}

fn raw(id: &str) -> Option<&RawValue> {
    serde_json::from_str(id).ok()
}

/// Reads names of engines, each of which may be null, or null: the second argument of [`answers_to_record`] as JSON.
///
/// ```
/// use robots_policy_input::engine_names;
///
/// let names = vec![Some(String::from("googlebot")), None];
/// assert_eq!(engine_names(br#"["googlebot", null]"#), Some(Some(names)));
/// assert_eq!(engine_names(b"null"), Some(None));
/// assert_eq!(engine_names(b"[1]"), None); // and so for any other text
/// ```
pub fn engine_names(text: &[u8]) -> Option<Option<Vec<Option<String>>>> {
    let value = json::parse(str::from_utf8(text).ok()?).ok()?;
    Read::read(value).ok()
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
