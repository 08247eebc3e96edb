//! The records of one archive become rows.

use std::borrow::Cow;
use std::io;

use robots_policy::{Accessor, Code, Diagnostic, MetaExtractor, Parsed, Policy, Signal, Timestamp};
use url::Url;

use super::page::read_head;
use super::report::{Damaged, Report};
use super::table::{Row, Table};
use crate::archive::{Archive, Damage, Head, Kind, Message, Record};
use crate::args::AskerName;
use crate::exit::Failure;
use crate::heads::Heads;
use crate::inputs::Input;
use crate::question::Readers;
use crate::robots_store::{Sites, Store};

/// Who asks, how records are read, and what is known besides.
pub(crate) struct Judge<'r> {
    pub(crate) askers: Vec<AskerName>,
    pub(crate) readers: Readers,
    pub(crate) robots: Option<&'r Store>,
    pub(crate) now: Timestamp,
}

/// One archive that becomes a table.
pub(crate) struct Judging<'r> {
    judge: &'r Judge<'r>,
    askers: Vec<Accessor>,
    archive: &'r str,
    table: Table,
    /// What a table that cannot be written means.
    unwritable: &'r dyn Fn(io::Error) -> Failure,
    sites: Option<Sites<'r>>,
    report: Report,
}

/// What the header block of a record tells of its response.
struct Captured<'h> {
    target: Cow<'h, str>,
    url: Option<Url>,
    date: Option<jiff::Timestamp>,
    offset: u64,
}

impl<'h> Captured<'h> {
    fn of(head: Head<'h>) -> Captured<'h> {
        let target = String::from_utf8_lossy(head.target_uri().unwrap_or_default());
        let date = head.date().and_then(|date| str::from_utf8(date).ok());
        Captured {
            url: Url::parse(&target).ok(),
            target,
            date: date.and_then(|date| date.parse().ok()),
            offset: head.offset(),
        }
    }
}

impl<'r> Judging<'r> {
    /// Begins with the archive of this input.
    pub(crate) fn new(
        judge: &'r Judge<'r>,
        input: &'r Input,
        table: Table,
        unwritable: &'r dyn Fn(io::Error) -> Failure,
    ) -> Judging<'r> {
        let sites = |store| Sites::new(store, judge.readers.robots.clone());
        Judging {
            judge,
            askers: judge.askers.iter().map(AskerName::accessor).collect(),
            archive: &input.name,
            table,
            unwritable,
            sites: judge.robots.map(sites),
            report: Report::new(input),
        }
    }

    /// Judges the next record; says whether there was one.
    ///
    /// # Errors
    /// An archive, a table or a store that cannot be used further.
    pub(crate) fn next(&mut self, archive: &mut Archive) -> Result<bool, Failure> {
        match archive.next() {
            None => return Ok(false),
            Some(Ok(mut record)) => self.record(&mut record)?,
            Some(Err(damage)) => self.damaged(&damage)?,
        }
        Ok(true)
    }

    /// Ends the table.
    pub(crate) fn finish(self) -> Result<Report, Failure> {
        self.table.finish().map_err(self.unwritable)?;
        Ok(self.report)
    }

    fn record(&mut self, record: &mut Record<'_>) -> Result<(), Failure> {
        self.report.records += 1;
        let head = record.head();
        if head.kind() == Kind::Revisit {
            self.report.revisits += 1;
            return Ok(());
        }
        let captured = Captured::of(head);
        let read = match Message::read(record) {
            Ok(None) => return Ok(()),
            Ok(Some(message)) => self.response(message, captured),
            Err(damage) => Err(damage),
        };
        self.report.responses += 1;
        match read {
            // What was read so far may say less than the whole does; the archive tells the damage next.
            _ if record.damage().is_some() => Ok(()),
            Err(damage) => self.damaged(&damage),
            Ok(read) => self.rows(read),
        }
    }

    /// Reads a response as far as it says something.
    fn response<'h>(
        &self,
        mut message: Message<'_>,
        captured: Captured<'h>,
    ) -> Result<Read<'h>, Damage> {
        let content_type = message.content_type().map(String::from_utf8_lossy);
        let content_type = content_type.map(Cow::into_owned);
        let fields = self.judge.readers.fields.read_lines(message.fields());
        // What came without a type may be no document.
        let named = content_type.as_deref().unwrap_or_default();
        let document = || MetaExtractor::new().with_content_type(named);
        let mut heads = Heads::new(&self.judge.readers, &self.askers, document);
        let (head_bytes, is_over) = read_head(message.body(), &mut heads);
        if let Some(damage) = message.damage().filter(|_| !is_over) {
            return Err(damage.clone());
        }
        Ok(Read {
            captured,
            status: message.status(),
            content_type,
            fields,
            metas: heads.finish(),
            head_bytes,
        })
    }

    /// Writes a row for every asker.
    fn rows(&mut self, read: Read<'_>) -> Result<(), Failure> {
        let captured = &read.captured;
        let mut codes = read.metas.diagnostics.iter().map(Diagnostic::code);
        if codes.any(|code| code == Code::EnginesDiffer) {
            self.report.differs(captured.offset, &captured.target);
        }
        let policy = self.robots(captured)?;
        let policy = policy.with_signals(read.fields).with_signals(read.metas);
        for (asker, name) in self.askers.iter().zip(&self.judge.askers) {
            let verdict = policy.verdict(asker, &captured.target, self.judge.now);
            self.report.row(&verdict);
            let row = Row {
                verdict: &verdict,
                agent: &name.name,
                host: captured.url.as_ref().and_then(Url::host_str),
                date: captured.date,
                status: read.status,
                content_type: read.content_type.as_deref(),
                head_bytes: read.head_bytes,
                warc_file: self.archive,
                warc_offset: captured.offset,
            };
            let written = self.table.push(&row);
            written.map_err(self.unwritable)?;
        }
        Ok(())
    }

    /// A policy that holds what the store does of the response's site.
    fn robots(&mut self, captured: &Captured<'_>) -> Result<Policy, Failure> {
        let (Some(sites), Some(url)) = (&mut self.sites, &captured.url) else {
            return Ok(Policy::new());
        };
        let site = sites.of(url)?;
        let policy = Policy::new().with_signals(site.remarks());
        Ok(policy.with_robots(site.robots))
    }

    /// Lists what is damaged; a source that cannot be read is the end of it.
    fn damaged(&mut self, damage: &Damage) -> Result<(), Failure> {
        if damage.is_of_source() {
            return Err(Failure::Input(self.archive.to_owned(), damage.to_string()));
        }
        self.report.damage(Damaged {
            offset: damage.offset(),
            code: damage.code().name().to_owned(),
            message: damage.to_string(),
        });
        Ok(())
    }
}

/// A response that was read, and what it says of itself.
struct Read<'h> {
    captured: Captured<'h>,
    status: Option<u16>,
    content_type: Option<String>,
    fields: Parsed<Vec<Signal>>,
    metas: Parsed<Vec<Signal>>,
    head_bytes: u64,
}
