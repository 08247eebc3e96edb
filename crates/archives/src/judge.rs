//! The records of one archive become rows.

mod asker;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use robots_policy::engines::Profile;
use robots_policy::header::Fields;
use robots_policy::ledger::Assumed;
use robots_policy::robots_txt::check_target;
use robots_policy::{Client, Parsed, Policy, Timestamp};
use robots_policy_input::{Damage, DamageCode, Message, Readers, Room};
use url::Url;

pub use self::asker::Asker;
pub(crate) use self::asker::Judged;

use crate::answer::{Answers, StoreError};
use crate::columns::{Common, PageParts, Row};
use crate::document::Document;
use crate::filter::RowFilter;
use crate::report::{Alike, Damaged, Report};
use crate::sites::{CrawlSites, Policies};
use crate::time::When;
use crate::warc::{Archive, Record, RecordHeader, RecordKind};

/// The askers, the options of the reading, the clock, and the known answers for robots.txt and documents about AI use.
pub struct Judge {
    askers: Vec<Asker>,
    /// Those of the askers.
    clients: Vec<Client>,
    readers: Readers,
    answers: Option<Arc<dyn Answers>>,
    filter: RowFilter,
    assumed: Assumed,
    has_parts: bool,
    time: RobotsTime,
    now: Timestamp,
}

/// Which of the answers of a site a page is judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RobotsTime {
    /// The one that was current when the page was fetched: its run then, or one within `within` seconds. One that is farther away
    /// permits nothing.
    Capture {
        /// Seconds.
        within: i64,
    },
    /// The latest one, whenever the page was fetched.
    Latest,
}

/// Current within 24 hours.
impl Default for RobotsTime {
    fn default() -> RobotsTime {
        RobotsTime::Capture { within: When::DAY }
    }
}

impl Judge {
    /// A judge for these askers. It compares `unavailable_after` with `now`.
    pub fn new(askers: Vec<Asker>, now: Timestamp) -> Judge {
        let clients = askers.iter().map(|asker| asker.client().clone());
        let judge = Judge {
            clients: clients.collect(),
            askers,
            readers: Readers::default(),
            answers: None,
            filter: RowFilter::default(),
            assumed: Assumed::new(),
            has_parts: false,
            time: RobotsTime::default(),
            now,
        };
        judge.with_readers(Readers::default())
    }

    /// Sets how the inputs are read. Documents are read to their end if metas in the body count for an engine among the askers.
    #[must_use]
    pub fn with_readers(self, readers: Readers) -> Judge {
        let engines: Vec<Profile> = self.askers.iter().filter_map(Asker::profile).collect();
        Judge {
            readers: readers.for_engines(&engines),
            ..self
        }
    }

    /// Gives rows to the responses alone that the filter takes.
    #[must_use]
    pub fn with_filter(self, filter: RowFilter) -> Judge {
        Judge { filter, ..self }
    }

    /// Sets which of the answers of a site a page is judged by.
    #[must_use]
    pub fn with_robots_time(self, time: RobotsTime) -> Judge {
        Judge { time, ..self }
    }

    /// Sets the sources that do not exist, by the caller's word. What the archive or the answers have stays given.
    #[must_use]
    pub fn with_assumed(self, assumed: Assumed) -> Judge {
        Judge { assumed, ..self }
    }

    /// Sets whether rows have the parts of documents.
    #[must_use]
    pub fn with_parts(self, has_parts: bool) -> Judge {
        Judge { has_parts, ..self }
    }

    /// Uses these answers for robots.txt, and for documents about AI use. Without them, it is unknown whether a page may be
    /// fetched, and the documents count as not read.
    #[must_use]
    pub fn with_answers(self, answers: Arc<dyn Answers>) -> Judge {
        Judge {
            answers: Some(answers),
            ..self
        }
    }
}

/// An error that ends the reading of an archive.
#[derive(Debug)]
pub enum ScanError<E> {
    /// The source of the archive cannot be read further.
    Archive(Damage),
    /// The store of answers cannot be read.
    Store(StoreError),
    /// The caller cannot take the rows.
    Sink(E),
}

impl<E: fmt::Display> fmt::Display for ScanError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScanError::Archive(damage) => damage.fmt(f),
            ScanError::Store(error) => error.fmt(f),
            ScanError::Sink(error) => error.fmt(f),
        }
    }
}

impl<E: std::error::Error> std::error::Error for ScanError<E> {}

impl<E> From<StoreError> for ScanError<E> {
    fn from(error: StoreError) -> ScanError<E> {
        ScanError::Store(error)
    }
}

/// One archive that becomes rows.
pub struct Scan {
    archive: Archive,
    judging: Judging,
}

impl Scan {
    /// Begins with this archive, which the rows call `name`.
    pub fn new(judge: Arc<Judge>, archive: Archive, name: impl Into<Arc<str>>) -> Scan {
        let sites = |answers| CrawlSites::new(answers, judge.readers.robots.clone(), judge.now);
        Scan {
            archive,
            judging: Judging {
                name: name.into(),
                sites: judge.answers.clone().map(sites),
                report: Report::default(),
                room: Room::default(),
                judge,
            },
        }
    }

    /// Judges the next record and passes a row for every asker to `row`; returns `false` after the last record. A record that is
    /// damaged has no row, wherever in it the damage is.
    ///
    /// # Errors
    /// The error that `row` returns, or a source or a store that cannot be read further.
    pub fn next<E>(
        &mut self,
        mut row: impl FnMut(&Row<'_>) -> Result<(), E>,
    ) -> Result<bool, ScanError<E>> {
        let read = match self.archive.next() {
            None => return Ok(false),
            Some(Ok(mut record)) => self.judging.record(&mut record)?,
            Some(Err(damage)) => {
                self.judging.damaged(damage)?;
                None
            }
        };
        if let Some(read) = read {
            // Only its end shows how long a record is, and whether its bytes are what they should be. The archive reports a
            // damage next.
            let length = self.archive.finish_record();
            if !self.archive.is_damaged() {
                self.judging.rows(read, length, &mut row)?;
            }
        }
        Ok(true)
    }

    /// Continues with `archive` after the one before: a further part of it ([`Archive::of_range`]). The rows have the same name,
    /// and the report counts both.
    pub fn continue_with(&mut self, archive: Archive) {
        self.archive = archive;
    }

    /// Bytes of the archive consumed so far; see [`Archive::position`].
    pub fn position(&self) -> u64 {
        self.archive.position()
    }

    /// The report on the records read so far.
    pub fn report(&self) -> &Report {
        &self.judging.report
    }

    /// The report on all records.
    pub fn into_report(self) -> Report {
        self.judging.report
    }
}

struct Judging {
    judge: Arc<Judge>,
    name: Arc<str>,
    sites: Option<CrawlSites>,
    report: Report,
    room: Room,
}

/// The facts about a response that its rows say beside the verdict.
struct Captured {
    kind: RecordKind,
    target: String,
    url: Option<Url>,
    date: Option<jiff::Timestamp>,
    offset: u64,
    id: Option<String>,
    payload_digest: Option<String>,
    status: Option<u16>,
    content_type: Option<String>,
    /// How many bytes of the document were read.
    head_bytes: u64,
    parts: Option<PageParts>,
}

impl Captured {
    /// The facts about `message`, of whose document nothing was read.
    fn of(head: RecordHeader<'_>, message: &Message<'_>) -> Captured {
        let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
        let target = text(head.target_uri().unwrap_or_default());
        let date = head.date().and_then(|date| str::from_utf8(date).ok());
        Captured {
            kind: head.kind(),
            url: Url::parse(&target).ok(),
            target,
            date: date.and_then(|date| date.parse().ok()),
            offset: head.offset(),
            id: head.id().map(text),
            payload_digest: head.payload_digest().map(text),
            status: message.status(),
            content_type: joined(message.content_types()),
            head_bytes: 0,
            parts: None,
        }
    }

    /// A row of the response, which says where it comes from.
    fn placed<'r>(&'r self, row: Row<'r>) -> Row<'r> {
        Row {
            host: self.url.as_ref().and_then(Url::host_str),
            date: self.date,
            status: self.status,
            content_type: self.content_type.as_deref(),
            head_bytes: self.head_bytes,
            parts: self.parts.as_ref(),
            warc_offset: self.offset,
            warc_type: self.kind.name(),
            record_id: self.id.as_deref(),
            payload_digest: self.payload_digest.as_deref(),
            ..row
        }
    }
}

impl Judging {
    /// Reads the response in a record, if there is one and it gets rows.
    fn record<E>(&mut self, record: &mut Record<'_>) -> Result<Option<ReadResponse>, ScanError<E>> {
        self.report.records += 1;
        let head = record.head();
        let is_revisit = head.kind() == RecordKind::Revisit;
        let is_response = matches!(head.kind(), RecordKind::Response | RecordKind::Resource);
        // What a filter leaves out is not read beyond the head of its message.
        if is_response && self.judge.filter.takes_all() {
            record.body.need_all();
        }
        let read = match record.message() {
            Ok(None) => None,
            // A revisit may have no row by itself.
            Ok(Some(message)) if !is_revisit && !self.judge.filter.takes(&message) => {
                return Ok(self.left_out());
            }
            Ok(Some(message)) => {
                let is_taken = self.judge.filter.takes(&message);
                Some(Ok((self.response(message, head), is_taken)))
            }
            Err(damage) => Some(Err(damage)),
        };
        // A revisit without robots fields has the answer of the response that it revisits.
        let is_silent = |read: &ReadResponse| {
            read.fields.value.is_empty() && read.fields.diagnostics.is_empty()
        };
        if is_revisit && !matches!(&read, Some(Ok((read, _))) if !is_silent(read)) {
            self.report.revisits += 1;
            return Ok(None);
        }
        let read = match read {
            None => return Ok(None),
            Some(Ok((_, false))) => return Ok(self.left_out()),
            Some(read) => read,
        };
        self.report.responses += 1;
        match read {
            // The archive reports the damage next.
            _ if record.damage().is_some() => Ok(None),
            Err(damage) => self.damaged(damage).map(|()| None),
            Ok((mut read, _)) => {
                if let Some(damage) = read.document.damage.take() {
                    self.damaged(damage)?;
                }
                Ok(Some(read))
            }
        }
    }

    /// Counts a response that gets no row.
    fn left_out(&mut self) -> Option<ReadResponse> {
        self.report.responses += 1;
        self.report.left_out += 1;
        None
    }

    /// Reads the fields and the head of a response.
    fn response(&mut self, mut message: Message<'_>, head: RecordHeader<'_>) -> ReadResponse {
        let mut captured = Captured::of(head, &message);
        let fields = self.judge.readers.fields.read_lines(message.fields());
        let document = Document::read_in(
            &mut self.room,
            &mut message,
            &self.judge.readers,
            &self.judge.clients,
            false,
        );
        captured.head_bytes = document.bytes;
        if self.judge.has_parts {
            let parts = document.whole_parts(&self.room, &mut message);
            captured.parts = parts.map(|parts| PageParts {
                links: parts.links(&captured.target),
                parts,
            });
        }
        ReadResponse {
            captured,
            fields,
            document,
        }
    }

    /// Writes a row for every asker. The record takes `length` bytes of the archive.
    fn rows<E>(
        &mut self,
        read: ReadResponse,
        length: Option<u64>,
        row: &mut impl FnMut(&Row<'_>) -> Result<(), E>,
    ) -> Result<(), ScanError<E>> {
        let site = self.site(&read.captured)?;
        let (policies, captured) = read.judged_by(site, self.judge.assumed);
        let judge = Arc::clone(&self.judge);
        let mut counted = Alike::of(judge.askers.len());
        let when = self.when(&captured);
        let mut before: Option<Judged<'_>> = None;
        for (number, asker) in judge.askers.iter().enumerate() {
            let (target, now) = (&captured.target, judge.now);
            let (of_policy, policy) = Judged::by_any(asker, &policies, target, now);
            let licensed = self.licensed(policy, &of_policy, when)?;
            let of_licensed = licensed.as_ref();
            let of_licensed = of_licensed.map(|policy| Judged::by(asker, policy, target, now));
            let own = of_licensed.as_ref().unwrap_or(&of_policy);
            let alike = before.as_ref().filter(|before| own.is_alike(before));
            let answered = &alike.unwrap_or(own).answered;
            let new = captured.placed(Row {
                common: match alike {
                    Some(_) => Common::Answers,
                    None if number > 0 => Common::Response,
                    None => Common::Nothing,
                },
                warc_file: &self.name,
                warc_length: length,
                ..Row::of_verdict(&own.verdict, answered, asker.name())
            });
            self.report.row(&new, &mut counted);
            row(&new).map_err(ScanError::Sink)?;
            if alike.is_none() {
                before = of_licensed.is_none().then_some(of_policy);
            }
        }
        let offset = captured.offset;
        let damages = self.sites.as_mut().map(CrawlSites::take_damages);
        for error in damages.unwrap_or_default() {
            self.damaged(Damage::new(DamageCode::DamagedAnswer, offset).because(error))?;
        }
        Ok(())
    }

    /// The policy with the licences of the store that a source points this asker at; `None` if there is none. Licences for
    /// another asker do not count for this one.
    fn licensed(
        &mut self,
        policy: &Policy,
        judged: &Judged<'_>,
        when: When,
    ) -> Result<Option<Policy>, StoreError> {
        match &mut self.sites {
            Some(sites) => sites.licensed(policy, judged.uses(), when),
            None => Ok(None),
        }
    }

    /// The policies with the files of the response's site from the store.
    fn site(&mut self, captured: &Captured) -> Result<Policies, StoreError> {
        // A text that only contains a URL would be asked as another path.
        let is_target = check_target(&captured.target).is_ok();
        let when = self.when(captured);
        let (Some(sites), Some(url), true) = (&mut self.sites, &captured.url, is_target) else {
            return Ok(Policies::default());
        };
        sites.of(&captured.target, url, when)
    }

    /// The time whose answers count for a response. One without a date is long before every answer.
    fn when(&self, captured: &Captured) -> When {
        match self.judge.time {
            RobotsTime::Latest => When::Latest,
            RobotsTime::Capture { within } => When::Capture {
                at: captured.date.map_or(i64::MIN, jiff::Timestamp::as_second),
                within,
            },
        }
    }

    /// Lists a damage. A source that cannot be read ends the archive.
    fn damaged<E>(&mut self, damage: Damage) -> Result<(), ScanError<E>> {
        if damage.is_of_source() {
            return Err(ScanError::Archive(damage));
        }
        self.report.damage(Damaged::from(&damage));
        Ok(())
    }
}

/// A response that was read, and its statements.
struct ReadResponse {
    captured: Captured,
    fields: Parsed<Fields>,
    document: Document,
}

impl ReadResponse {
    /// The policies of a site with the statements of the response, and the rest of it.
    fn judged_by(self, site: Policies, assumed: Assumed) -> (Policies, Captured) {
        let captured = self.captured;
        let given = |site: Policy, fields, document| {
            // A resource is a file without an answer of a server.
            let policy = match captured.kind {
                RecordKind::Resource => site,
                _ => site.with_fields(fields),
            };
            let content_type = captured.content_type.as_deref().map(str::as_bytes);
            let policy = policy.with_content_type(content_type);
            let policy = policy.with_document(document).with_assumed(assumed);
            // A part (206) is as long as its fields say.
            match captured.status {
                None | Some(206) => policy,
                Some(status) => policy.with_status(status),
            }
        };
        let (fields, document) = (self.fields, self.document.document);
        let others = site.others.into_iter();
        let others = others.map(|other| given(other, fields.clone(), document.clone()));
        let policies = Policies {
            others: others.collect(),
            first: given(site.first, fields, document),
        };
        (policies, captured)
    }
}

/// The lines of a field as one; `None` where there are none.
fn joined<'l>(mut lines: impl Iterator<Item = &'l [u8]>) -> Option<String> {
    let first = lines.next()?;
    let first = String::from_utf8_lossy(first).into_owned();
    Some(lines.fold(first, |all, line| {
        all + ", " + &String::from_utf8_lossy(line)
    }))
}
