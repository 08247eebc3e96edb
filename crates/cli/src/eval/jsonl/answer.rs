//! The answers to the lines of a block.

use robots_policy_input::{RecordDefaults, answer_line};

use super::blocks::Block;
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
        let number = block.first + tally.records;
        if !answer_line(line, number, defaults, &mut text)? {
            tally.damaged += 1;
            tally.first = tally.first.or(Some(number + 1));
        }
        text.push(b'\n');
        tally.records += 1;
    }
    Ok(AnsweredBlock { text, tally })
}

/// A number of bytes that most answers to a block fit into.
const ROOM: usize = 128 * 1024;
