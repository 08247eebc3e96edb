//! One archive: its records become rows.

use std::borrow::Cow;
use std::io::{self, BufWriter};
use std::sync::atomic::{AtomicBool, Ordering};

use robots_policy::{Accessor, Code, Diagnostic, MetaExtractor, Parsed, Policy, Signal, Timestamp};
use url::Url;

use super::folder::{Folder, Place};
use super::page::read_head;
use super::report::{Damaged, Report};
use super::table::{Format, Row, Table};
use crate::archive::{Archive, Damage, Head, Kind, Message, Record, Skip};
use crate::args::{AskerName, Scan};
use crate::exit::{Exit, Failure};
use crate::heads::Heads;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::question::Readers;
use crate::robots_store::{Sites, Store};

/// What all workers of a run share.
pub(super) struct Run<'r> {
    format: Format,
    /// What the tables say of the run.
    options: Vec<(&'r str, String)>,
    names: Vec<String>,
    askers: Vec<Accessor>,
    readers: Readers,
    robots: Option<&'r Store>,
    now: Timestamp,
    skip: Skip,
    pub(super) progress: &'r Progress,
    interrupt: &'r Interrupt,
    /// Set where one worker cannot go on and none of the others could.
    stopped: AtomicBool,
}

impl<'r> Run<'r> {
    pub(super) fn new(
        args: &Scan,
        folder: &'r Folder,
        robots: Option<&'r Store>,
        progress: &'r Progress,
        interrupt: &'r Interrupt,
    ) -> Run<'r> {
        let askers = args.askers();
        let options = folder.settings().iter();
        Run {
            format: args.format,
            options: options
                .map(|(name, value)| (name.as_str(), value.clone()))
                .collect(),
            askers: askers.iter().map(AskerName::accessor).collect(),
            names: askers.into_iter().map(|asker| asker.name).collect(),
            readers: Readers {
                engines: args.engine,
                ..args.reading.readers()
            },
            robots,
            now: args.now.unwrap_or(folder.began()),
            skip: if args.fast_skip {
                Skip::Fast
            } else {
                Skip::Verified
            },
            progress,
            interrupt,
            stopped: AtomicBool::new(false),
        }
    }

    /// Whether to begin with nothing more, and to leave what is begun.
    pub(super) fn is_over(&self) -> bool {
        self.interrupt.is_asked() || self.stopped.load(Ordering::Relaxed)
    }
}

/// What became of an archive.
pub(super) enum End {
    /// Its table is whole.
    Done(Report),
    /// The run ended before.
    Left,
    /// It could not be read, or the table not be written.
    Failed(Failure),
}

impl End {
    /// The report of a table that is whole.
    pub(super) fn report(&self) -> Option<&Report> {
        match self {
            End::Done(report) => Some(report),
            _ => None,
        }
    }

    /// How a run ends in which nothing worse happens and that nobody ends.
    pub(super) fn exit(&self) -> Exit {
        match self {
            End::Done(report) if report.damaged > 0 => Exit::Unreadable,
            End::Done(_) | End::Left => Exit::Answered,
            End::Failed(failure) => failure.exit(),
        }
    }
}

/// Writes the table of one archive.
pub(super) fn scan(run: &Run<'_>, place: &Place<'_>) -> End {
    if run.is_over() {
        return End::Left;
    }
    let end = match table(run, place) {
        Ok(Some(report)) => return End::Done(report),
        Ok(None) => End::Left,
        Err(failure) => {
            let concerns_all = matches!(failure, Failure::File(..));
            run.stopped.fetch_or(concerns_all, Ordering::Relaxed);
            End::Failed(failure)
        }
    };
    place.abandon();
    end
}

fn table(run: &Run<'_>, place: &Place<'_>) -> Result<Option<Report>, Failure> {
    let input = &place.input;
    let unreadable = |error: io::Error| Failure::Input(input.name.clone(), error.to_string());
    let mut archive = input.open(run.skip).map_err(unreadable)?;
    let file = place.begin()?;
    let unwritable = |error: io::Error| place.unwritable(&error);
    let out = BufWriter::with_capacity(WRITE_SIZE, file.try_clone().map_err(unwritable)?);
    let table = Table::create(run.format, Box::new(out), &run.options).map_err(unwritable)?;
    let mut job = Job {
        run,
        place,
        table,
        sites: run
            .robots
            .map(|store| Sites::new(store, run.readers.robots.clone())),
        report: Report::new(input),
    };
    if !job.read(&mut archive)? {
        return Ok(None);
    }
    job.table.finish().map_err(unwritable)?;
    place.finish(&file, &job.report)?;
    Ok(Some(job.report))
}

struct Job<'r> {
    run: &'r Run<'r>,
    place: &'r Place<'r>,
    table: Table,
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

impl Job<'_> {
    /// Reads the archive to its end; says whether it came to it.
    fn read(&mut self, archive: &mut Archive) -> Result<bool, Failure> {
        let mut reading = self.run.progress.reading();
        while !self.run.is_over() {
            match archive.next() {
                None => return Ok(true),
                Some(Ok(mut record)) => self.record(&mut record)?,
                Some(Err(damage)) => self.damaged(&damage)?,
            }
            reading.record(archive.position());
        }
        Ok(false)
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
        let fields = self.run.readers.fields.read_lines(message.fields());
        // What came without a type may be no document.
        let named = content_type.as_deref().unwrap_or_default();
        let document = || MetaExtractor::new().with_content_type(named);
        let mut heads = Heads::new(&self.run.readers, &self.run.askers, document);
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
        for (asker, name) in self.run.askers.iter().zip(&self.run.names) {
            let verdict = policy.verdict(asker, &captured.target, self.run.now);
            self.report.row(&verdict);
            let row = Row {
                verdict: &verdict,
                agent: name,
                host: captured.url.as_ref().and_then(Url::host_str),
                date: captured.date,
                status: read.status,
                content_type: read.content_type.as_deref(),
                head_bytes: read.head_bytes,
                warc_file: &self.place.input.name,
                warc_offset: captured.offset,
            };
            let written = self.table.push(&row);
            written.map_err(|error| self.place.unwritable(&error))?;
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
            let name = self.place.input.name.clone();
            return Err(Failure::Input(name, damage.to_string()));
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

/// Bytes that are written at a time.
const WRITE_SIZE: usize = 256 * 1024;
