//! The answers to the lines of a block.

use robots_policy_input::{RecordDefaults, answer_line};

use super::blocks::Block;
use crate::exit::Failure;

/// The counts of the lines that were answered.
#[derive(Default)]
pub(crate) struct LineCounts {
    pub(super) records: u64,
    /// Lines without a verdict.
    pub(super) damaged: u64,
    /// The 1-based number of the first of them.
    pub(super) first: Option<u64>,
    /// The inputs that could not be read to their end.
    pub(super) unreadable: u64,
}

impl LineCounts {
    pub(super) fn add(&mut self, later: &LineCounts) {
        self.records += later.records;
        self.damaged += later.damaged;
        self.first = self.first.or(later.first);
        self.unreadable += later.unreadable;
    }
}

/// Answers every line of a block, with a line for each.
pub(super) fn answer(
    block: &Block,
    defaults: &RecordDefaults,
) -> Result<(Vec<u8>, LineCounts), Failure> {
    let mut text = Vec::with_capacity(ROOM);
    let mut tally = LineCounts::default();
    for line in block.lines() {
        let number = block.first + tally.records;
        if !answer_line(line, number, defaults, &mut text)? {
            tally.damaged += 1;
            tally.first = tally.first.or(Some(number + 1));
        }
        text.push(b'\n');
        tally.records += 1;
    }
    Ok((text, tally))
}

/// A number of bytes that most answers to a block fit into.
const ROOM: usize = 128 * 1024;
