//! A record whose document comes in pieces.

use std::io;

use crate::defaults::{Clock, RecordDefaults};
use crate::document::FedDocument;
use crate::record::answers::{checked, write_damage};
use crate::record::errors::LineDamage;

/// A record without a document, and the document as it streams by.
///
/// ```
/// use robots_policy::Timestamp;
/// use robots_policy_input::{Clock, Rest, StreamedRecord};
///
/// let record = br#"{"headers": [["Content-Type", "text/html; charset=utf-8"]], "assume_absent": "rest"}"#;
/// let now = Clock::At(Timestamp::from_unix(0));
/// let mut page = StreamedRecord::new(record.to_vec(), now).map_err(String::from_utf8).unwrap();
/// assert!(!page.feed(b"<meta name=robots con"));
/// assert!(page.feed(b"tent=noindex><body>"));
/// let answer = String::from_utf8(page.finish(Rest::Unsaid)?)?;
/// assert!(answer.contains(r#""index":false,"follow":true"#));
/// assert!(answer.contains(r#""train":null"#), "its body may hold a licence");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StreamedRecord {
    record: Vec<u8>,
    defaults: RecordDefaults,
    document: FedDocument,
}

/// The octets of a document after those that a caller fed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// There are none.
    None,
    /// There are more.
    Cut,
    /// Nothing: it may have stopped after the head. Answers about AI use are not known, unless `Content-Length` proves that
    /// nothing is missing.
    Unsaid,
}

impl StreamedRecord {
    /// Begins with the text of a record.
    ///
    /// # Errors
    /// The answer of [`answer_record`](crate::answer_record) to a text that is not a record, or to one that has the document.
    pub fn new(record: Vec<u8>, now: Clock) -> Result<StreamedRecord, Vec<u8>> {
        let defaults = RecordDefaults::new(now);
        let document = checked(&record, 0, &defaults).and_then(|(id, checked)| {
            if checked.document().is_some() {
                return Err((id, LineDamage::new("invalid-record", WITH_DOCUMENT)));
            }
            if checked.has_parts() {
                return Err((id, LineDamage::new("invalid-record", PARTS_IN_PIECES)));
            }
            let asker = checked.asker(IN_PIECES).map_err(|damage| (id, damage))?;
            let question = checked.question(asker.clients(), asker.engines());
            Ok(question.parts.fed(&question.readers, question.clients))
        });
        let refused = match document {
            Ok(document) => {
                return Ok(StreamedRecord {
                    record,
                    defaults,
                    document,
                });
            }
            Err((id, damage)) => {
                let mut answer = Vec::new();
                write_damage(id, &damage.placed_in_record(), &mut answer).map(|()| answer)
            }
        };
        Err(refused.unwrap_or_default())
    }

    /// Takes the next bytes of the document; returns whether its head is over, so that the answers about the page need no more.
    /// Those about AI use need the rest.
    pub fn feed(&mut self, chunk: &[u8]) -> bool {
        self.document.feed(chunk)
    }

    /// The answer, as JSON. A document whose rest did not come may have further metas, unless its head was over, and may hold a
    /// licence. One that ends inside markup counts as cut, unless `Content-Length` proves that nothing is missing.
    ///
    /// # Errors
    /// Those of [`answer_line`](crate::answer_line).
    pub fn finish(self, rest: Rest) -> io::Result<Vec<u8>> {
        let mut answer = Vec::new();
        let (id, checked) = match checked(&self.record, 0, &self.defaults) {
            Ok(read) => read,
            Err((id, damage)) => {
                return write_damage(id, &damage.placed_in_record(), &mut answer).map(|()| answer);
            }
        };
        // It has one, or it would not have begun.
        let Some(asker) = checked.askers.first() else {
            return Ok(answer);
        };
        let mut question = checked.question(asker.clients(), asker.engines());
        question.parts.is_cut |= rest == Rest::Cut;
        let policy = question.policy_with(self.document, rest == Rest::None);
        match checked.consistent(&policy) {
            Ok(()) => {
                let verdict = checked.verdict(asker, &policy);
                checked.answers(1).write(id, verdict, &mut answer)?;
            }
            Err(damage) => write_damage(id, &damage.placed_in_record(), &mut answer)?,
        }
        Ok(answer)
    }
}

/// The way out for a record with several askers.
const IN_PIECES: &str = "a document in pieces is read for one; leave `askers` out";

/// The error of a record whose parts are asked for.
const PARTS_IN_PIECES: &str = "`parts` needs the document as a whole, in `html` or `html_base64`";

/// The error of a record with two documents.
const WITH_DOCUMENT: &str =
    "the record has `html` or `html_base64`, and its document comes in pieces; leave the key out";
