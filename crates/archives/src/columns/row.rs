//! One row of the table.

use std::cell::OnceCell;

use robots_policy::parts::{Link, Parts};
use robots_policy::uses::Uses;
use robots_policy::{Because, Directive, Unread, Verdict};

/// Answers of a verdict that several columns ask for. Each is computed once, when it is asked for.
#[derive(Default)]
pub struct Answered {
    pub(crate) uses: OnceCell<Uses>,
    unread: OnceCell<Vec<Unread>>,
}

impl Answered {
    /// The answers of a verdict about AI use.
    pub(crate) fn uses(&self, verdict: &Verdict<'_>) -> &Uses {
        self.uses.get_or_init(|| verdict.uses())
    }
}

/// The common part of a row and the row before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Common {
    /// Nothing that is known: it is the first of its response.
    Nothing,
    /// The response: the columns of the record that are no lists have the same values
    /// ([`Column::is_of_record`](crate::Column::is_of_record)).
    Response,
    /// All columns but the one of the agent ([`Column::is_of_agent`](crate::Column::is_of_agent)).
    Answers,
}

/// The uses that one agent may make of one response of an archive.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    /// The verdict; its target is the response's address.
    pub verdict: &'a Verdict<'a>,
    /// The answers that several columns ask for.
    pub answered: &'a Answered,
    /// The agent's name: its product token in lower case, `*` for a client without a name.
    pub agent: &'a str,
    /// The common part with the row before, which is not read again.
    pub common: Common,
    /// The host of the address, without scheme, user and port.
    pub host: Option<&'a str>,
    /// When the response was archived.
    pub date: Option<jiff::Timestamp>,
    /// The HTTP status.
    pub status: Option<u16>,
    /// The field `Content-Type`.
    pub content_type: Option<&'a str>,
    /// The parts of the document, where they are asked for and it was read whole.
    pub parts: Option<&'a PageParts>,
    /// How many bytes of the document were read, decoded.
    pub head_bytes: u64,
    /// The archive.
    pub warc_file: &'a str,
    /// Where the record, or the member that holds it, begins in the archive, in bytes.
    pub warc_offset: u64,
    /// The bytes of the record in the archive, from `warc_offset` on; `None` where it shares its member.
    pub warc_length: Option<u64>,
    /// The type of the record.
    pub warc_type: &'a str,
    /// The record's identifier, without its angle brackets.
    pub record_id: Option<&'a str>,
    /// The digest of the body, as the record states it.
    pub payload_digest: Option<&'a str>,
}

impl<'a> Row<'a> {
    /// A row of a response that is in no archive. Its columns of the record are empty; see
    /// [`Column::is_of_record`](crate::Column::is_of_record).
    pub fn of_verdict(verdict: &'a Verdict<'a>, answered: &'a Answered, agent: &'a str) -> Row<'a> {
        Row {
            verdict,
            answered,
            agent,
            common: Common::Nothing,
            host: None,
            date: None,
            status: None,
            content_type: None,
            parts: None,
            head_bytes: 0,
            warc_file: "",
            warc_offset: 0,
            warc_length: None,
            warc_type: "",
            record_id: None,
            payload_digest: None,
        }
    }

    /// The answers of the verdict about AI use.
    pub fn uses(&self) -> &'a Uses {
        self.answered.uses(self.verdict)
    }

    /// The sources that are not known.
    pub(crate) fn unread(&self) -> &'a [Unread] {
        let found = || self.verdict.unread_by(self.uses()).collect();
        self.answered.unread.get_or_init(found)
    }

    /// The statements that put a directive in force.
    pub(crate) fn because_of(&self, directive: Directive) -> Vec<Because<'a>> {
        let general = self.verdict.addressed();
        let general: Vec<Because<'a>> = general.because_of(directive).collect();
        // An engine may not hear what the general reading hears, and the other way round. The later one of two passed deadlines
        // is not the value that is in force, and is in force all the same.
        let is_it = |because: &Because<'_>| {
            let stated = because.directive().map(|(stated, _)| stated);
            stated == Some(directive) || general.contains(because)
        };
        self.verdict.because().filter(is_it).collect()
    }
}

/// The parts of a document that was read whole, with its links.
pub struct PageParts {
    /// The parts.
    pub parts: Parts<'static>,
    /// The links.
    pub links: Vec<Link>,
}
