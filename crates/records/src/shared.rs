//! The answers to one record, of which those that say the same share their text.
//!
//! **What it is.** Writing an answer takes three quarters of what a further asker costs, and most pages say the same to all. So the
//! text from `access` on is copied from the first verdict that is alike. The module of npm, whose size has a bound, writes each answer.
//!
//! **Invariant.** An answer has the bytes that it has alone. **What breaks if touched.** An asker gets the answer of another.
//! **Which test notices.** `record_askers.rs` among the tests of the program.

use std::io;
use std::ops::Range;

use robots_policy::Verdict;
use serde::Serialize;

use crate::question::json;

/// The answers so far.
pub(crate) struct Shared<'p> {
    has_ledger: bool,
    /// Verdicts that are not alike, and the text of each from `access` on.
    written: Vec<(Verdict<'p>, Range<usize>)>,
}

/// The most verdicts that are compared with a further one, so that askers with an answer each cost little more than alone.
const MOST: usize = 4;

impl<'p> Shared<'p> {
    pub(crate) fn new(has_ledger: bool) -> Shared<'p> {
        Shared {
            has_ledger,
            written: Vec::new(),
        }
    }

    /// Appends the answer to those before.
    pub(crate) fn write(
        &mut self,
        id: impl Serialize,
        verdict: Verdict<'p>,
        answers: &mut Vec<u8>,
    ) -> io::Result<()> {
        let record = json(id, &verdict, self.has_ledger);
        if cfg!(target_family = "wasm") {
            return Ok(serde_json::to_writer(answers, &record)?);
        }
        serde_json::to_writer(&mut *answers, &record.question())?;
        // One object with the keys of both: the end of the first is the comma before the second.
        answers.pop();
        let mut written = self.written.iter();
        if let Some((_, text)) = written.find(|(other, _)| other.is_alike(&verdict)) {
            answers.extend_from_within(text.clone());
            return Ok(());
        }
        let from = answers.len();
        serde_json::to_writer(&mut *answers, &record.answers())?;
        if let Some(begin) = answers.get_mut(from) {
            *begin = b',';
        }
        if self.written.len() < MOST {
            self.written.push((verdict, from..answers.len()));
        }
        Ok(())
    }
}
