//! The answers to one record, of which those that say the same share their text.
//!
//! **What it is.** Writing an answer takes three quarters of what a further asker costs, and most pages say the same to all. So the
//! text before `agent` is copied, and that from `access` on too, from the first verdict that is alike. The module of npm, whose size
//! has a bound, writes each answer.
//!
//! **Invariant.** An answer has the bytes that it has alone. **What breaks if touched.** An asker gets the answer of another.
//! **Which test notices.** `record_askers.rs` among the tests of the program.

use std::io;
use std::ops::Range;

use robots_policy::Verdict;
use robots_policy::report::Json;
use robots_policy::uses::Uses;
use serde::Serialize;

use crate::question::json;

/// The answers so far.
pub(crate) struct Shared<'p> {
    has_ledger: bool,
    /// Whether further answers follow, and texts are kept for them.
    is_one_of_several: bool,
    /// The text of the question, an object, which is the same for all.
    question: Range<usize>,
    written: Vec<Written<'p>>,
}

/// An answer that is not like those before.
struct Written<'p> {
    verdict: Verdict<'p>,
    uses: Uses,
    /// From `access` on.
    text: Range<usize>,
}

/// The most verdicts that are compared with a further one, so that askers with an answer each cost little more than alone.
const MOST: usize = 4;

impl<'p> Shared<'p> {
    /// Begins the answers to this many askers.
    pub(crate) fn new(has_ledger: bool, askers: usize) -> Shared<'p> {
        Shared {
            has_ledger,
            is_one_of_several: askers > 1,
            question: 0..0,
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
        if cfg!(target_family = "wasm") || !self.is_one_of_several {
            return Ok(serde_json::to_writer(answers, &record)?);
        }
        self.write_question(&record, answers)?;
        join(answers, &record.asker())?;
        let uses = verdict.uses();
        let is_alike = |one: &&Written<'_>| verdict.is_alike_by(&uses, &one.verdict, &one.uses);
        if let Some(Written { text, .. }) = self.written.iter().find(is_alike) {
            answers.pop();
            answers.extend_from_within(text.clone());
            return Ok(());
        }
        let from = answers.len() - 1;
        join(answers, &record.answers())?;
        // No further answer is alike to that of an engine.
        if self.written.len() < MOST && verdict.profile().is_none() {
            let text = from..answers.len();
            self.written.push(Written {
                verdict,
                uses,
                text,
            });
        }
        Ok(())
    }

    /// Writes the object of the question, which further keys join.
    fn write_question(
        &mut self,
        record: &Json<'_, impl Serialize>,
        answers: &mut Vec<u8>,
    ) -> io::Result<()> {
        if !self.question.is_empty() {
            answers.extend_from_within(self.question.clone());
            return Ok(());
        }
        let from = answers.len();
        serde_json::to_writer(&mut *answers, &record.question())?;
        self.question = from..answers.len();
        Ok(())
    }
}

/// Adds the keys of an object to the object at the end of the text: its end is the comma between the two.
fn join(text: &mut Vec<u8>, object: &impl Serialize) -> io::Result<()> {
    text.pop();
    let at = text.len();
    serde_json::to_writer(&mut *text, object)?;
    if let Some(begin) = text.get_mut(at) {
        *begin = b',';
    }
    Ok(())
}
