//! The answers to the lines of a block.

use std::io;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::blocks::{Block, MOST_LINE};
use crate::eval::damage::LineDamage;
use crate::eval::defaults::RecordDefaults;
use crate::eval::record::{Identified, InputRecord};
use crate::eval::shape::Object;
use crate::exit::Failure;

/// The answers to a block.
pub(super) struct AnsweredBlock {
    /// One line for each.
    pub(super) text: Vec<u8>,
    pub(super) tally: Tally,
}

/// The counts of the lines that were answered.
#[derive(Default)]
pub(crate) struct Tally {
    pub(super) records: u64,
    /// Lines without a verdict.
    pub(super) damaged: u64,
    /// The 1-based number of the first of them.
    pub(super) first: Option<u64>,
    /// The inputs that could not be read to their end.
    pub(super) unreadable: u64,
}

impl Tally {
    pub(super) fn add(&mut self, later: &Tally) {
        self.records += later.records;
        self.damaged += later.damaged;
        self.first = self.first.or(later.first);
        self.unreadable += later.unreadable;
    }

    pub(super) fn is_all_answered(&self) -> bool {
        self.damaged == 0 && self.unreadable == 0
    }
}

/// Answers every line.
pub(super) fn answer(block: &Block, defaults: &RecordDefaults) -> Result<AnsweredBlock, Failure> {
    let mut text = Vec::with_capacity(ROOM);
    let mut tally = Tally::default();
    for line in block.lines() {
        let start = text.len();
        let number = block.first + tally.records;
        if let Err((id, error)) = verdict(line, number, defaults, &mut text) {
            text.truncate(start);
            let error = error.placed(number);
            serde_json::to_writer(&mut text, &DamagedLine { id, error })
                .map_err(io::Error::from)?;
            tally.damaged += 1;
            tally.first = tally.first.or(Some(number + 1));
        }
        text.push(b'\n');
        tally.records += 1;
    }
    Ok(AnsweredBlock { text, tally })
}

/// The name of a record in its answer.
#[derive(Clone, Copy)]
enum LineId<'l> {
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

/// Writes the verdict on one line, or the id and why there is no verdict.
fn verdict<'l>(
    line: &'l [u8],
    number: u64,
    defaults: &RecordDefaults,
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
    let blanks = line.len() - start.len();
    let text = str::from_utf8(start.trim_ascii_end())
        .map_err(|error| (LineId::Line(number), LineDamage::not_utf_8(line, error)))?;
    let input: Object<InputRecord<'_>> = serde_json::from_str(text).map_err(|error| {
        let id = said(text).map_or(LineId::Line(number), LineId::Said);
        (id, LineDamage::of_line(text, blanks, &error, is_record))
    })?;
    let input = input.0;
    let id = input.id.map_or(LineId::Line(number), LineId::Said);
    let checked = input.check(defaults).map_err(|damage| (id, damage))?;
    let question = checked.question();
    let policy = question.policy();
    let judged = question.judge(checked.asker(), &policy);
    judged
        .write(answer, id)
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

/// A number of bytes that most answers to a block fit into.
const ROOM: usize = 128 * 1024;
