//! The robots.txt files of an archive become a table.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_array::builder::{
    BinaryBuilder, Int64Builder, StringBuilder, TimestampMicrosecondBuilder,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use robots_policy_archives::{Answer, Archive, Damaged, Record, Report, led_to};
use robots_policy_input::Damage;

use super::archive::{rows_of_batch, skip};
use super::batches::{BatchError, BatchSource, LastException, check_signals};
use super::damages::{ArchiveSource, OnDamage};
use super::fields::{UTC, moment_type};
use super::of_archive::OfArchive;
use super::source::Source;

/// The answers for robots.txt in an archive. The damages are whole when the last batch was read.
#[pyclass(frozen, extends = OfArchive, module = "robots_policy.arrow")]
pub(crate) struct RobotsAnswers;

/// The answers for robots.txt in an archive: ``authority``, ``at``, ``status``, ``location``, ``body``.
///
/// An answer at another address, to which a robots.txt may redirect, has ``robots.txt``, a blank and this address as
/// its ``authority``. It is there if its address names robots.txt, if it redirects to such an address, or if it is a
/// text with a line of ``User-agent`` in its first 8 KiB.
///
/// ``body`` is without codings and cut after the parsing limit, null if its coding is not known, it is no text, or it
/// was not saved. A damaged record has no row, and is in :attr:`RobotsAnswers.damages`. Errors, warnings and
/// ``on_damage`` are those of :func:`scan`.
#[pyfunction]
#[pyo3(signature = (archive, *, name=None, fast_skip=false, batch_rows=8192, on_damage="warn"))]
pub(crate) fn robots_answers<'py>(
    py: Python<'py>,
    archive: &Bound<'py, PyAny>,
    name: Option<String>,
    fast_skip: bool,
    batch_rows: usize,
    on_damage: &str,
) -> PyResult<Bound<'py, RobotsAnswers>> {
    let on_damage = OnDamage::named(on_damage)?;
    let batch_rows = rows_of_batch(batch_rows)?;
    let source = Source::open(archive, name, skip(fast_skip))?;
    let table = AnswerTable::new();
    let schema = SchemaRef::clone(&table.schema);
    let answers = AnswerSource {
        archive: Some(source.archive),
        name: Arc::clone(&source.name),
        failure: source.failure,
        report: Report::default(),
        is_closed: false,
        table,
        batch_rows,
    };
    let (answers, opening) = (Box::new(answers), source.opening);
    let archive = OfArchive::of(schema, answers, source.name, opening, on_damage);
    Bound::new(py, archive.add_subclass(RobotsAnswers))
}

struct AnswerSource {
    /// `None` at its end.
    archive: Option<Archive>,
    name: Arc<str>,
    failure: LastException,
    /// Only its records and damages are used.
    report: Report,
    is_closed: bool,
    table: AnswerTable,
    batch_rows: usize,
}

impl AnswerSource {
    /// Reads records until a batch is whole, and not too many of them.
    fn advance(&mut self) -> Result<(), Damage> {
        for _ in 0..RECORDS {
            let Some(archive) = &mut self.archive else {
                break;
            };
            let read = match archive.next() {
                None => {
                    self.archive = None;
                    break;
                }
                Some(Ok(mut record)) => {
                    self.report.records += 1;
                    let read = answer(&mut record);
                    if matches!(read, Ok(Some(_))) {
                        archive.finish_record();
                    }
                    // The archive reports the damage next.
                    match read {
                        Ok(_) if archive.is_damaged() => Ok(None),
                        read => read,
                    }
                }
                Some(Err(damage)) => Err(damage),
            };
            match read {
                Ok(Some((authority, answer))) => self.table.push(&authority, &answer),
                Ok(None) => {}
                Err(damage) if damage.is_of_source() => return Err(damage),
                Err(damage) => self.report.damage(Damaged::from(&damage)),
            }
            if self.is_whole() {
                break;
            }
        }
        Ok(())
    }

    fn is_whole(&self) -> bool {
        self.table.rows >= self.batch_rows || self.table.bytes >= MOST_BYTES
    }
}

/// The answer for a robots.txt that a record holds, or for another address to which a robots.txt may lead.
fn answer(record: &mut Record<'_>) -> Result<Option<(String, Answer)>, Damage> {
    let read = match Answer::of(record) {
        Ok(None) => match Answer::at_address(record) {
            // Documents about AI use are not in the table.
            Err(damage) if !damage.is_of_source() => Ok(None),
            read => read.map(|kept| kept.filter(|(key, _)| led_to(key).is_some())),
        },
        read => read,
    };
    match read {
        // The archive reports the damage of a record next.
        Err(damage) if !damage.is_of_source() && record.damage().is_some() => Ok(None),
        read => read,
    }
}

impl ArchiveSource for AnswerSource {
    fn position(&self) -> u64 {
        self.archive.as_ref().map_or(0, Archive::position)
    }

    fn report(&self) -> &Report {
        &self.report
    }

    fn close(&mut self) {
        self.archive = None;
        self.is_closed = true;
        self.table = AnswerTable::new();
    }
}

impl BatchSource for AnswerSource {
    fn next(&mut self) -> Result<Option<RecordBatch>, BatchError> {
        if self.is_closed {
            return Err(BatchError::Closed("the answers are"));
        }
        loop {
            if self.is_whole() || (self.archive.is_none() && self.table.rows > 0) {
                return Ok(Some(self.table.finish()?));
            }
            if self.archive.is_none() {
                return Ok(None);
            }
            let advanced = self.advance();
            if let Err(damage) = advanced {
                self.archive = None;
                return Err(self.failure.of(&self.name, &damage));
            }
            check_signals()?;
        }
    }
}

/// The answers that are not yet handed over.
struct AnswerTable {
    schema: SchemaRef,
    authority: StringBuilder,
    at: TimestampMicrosecondBuilder,
    status: Int64Builder,
    location: StringBuilder,
    body: BinaryBuilder,
    rows: usize,
    bytes: usize,
}

impl AnswerTable {
    fn new() -> AnswerTable {
        let fields = vec![
            Field::new("authority", DataType::Utf8, false),
            Field::new("at", moment_type(), false),
            Field::new("status", DataType::Int64, false),
            Field::new("location", DataType::Utf8, true),
            Field::new("body", DataType::Binary, true),
        ];
        AnswerTable {
            schema: Arc::new(Schema::new(fields)),
            authority: StringBuilder::new(),
            at: TimestampMicrosecondBuilder::new().with_timezone(UTC),
            status: Int64Builder::new(),
            location: StringBuilder::new(),
            body: BinaryBuilder::new(),
            rows: 0,
            bytes: 0,
        }
    }

    fn push(&mut self, authority: &str, answer: &Answer) {
        self.authority.append_value(authority);
        self.at.append_value(answer.at.saturating_mul(MICROSECONDS));
        self.status.append_value(answer.status.into());
        self.location.append_option(answer.location.as_deref());
        // A table has no length beside a body: one that did not come is none, and not an empty file.
        let body = answer.body.as_ref();
        let body = body.filter(|body| body.why_missing().is_none());
        self.body.append_option(body.map(|body| &**body));
        self.rows += 1;
        let texts = authority.len() + answer.location.as_ref().map_or(0, String::len);
        self.bytes += texts + answer.body.as_ref().map_or(0, |body| body.len());
    }

    fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        (self.rows, self.bytes) = (0, 0);
        RecordBatch::try_new(
            SchemaRef::clone(&self.schema),
            vec![
                Arc::new(self.authority.finish()),
                Arc::new(self.at.finish()),
                Arc::new(self.status.finish()),
                Arc::new(self.location.finish()),
                Arc::new(self.body.finish()),
            ],
        )
    }
}

/// Records that are read before Python may raise, as after Ctrl-C.
const RECORDS: usize = 1024;
/// The most bytes of a batch, or those of one file more.
const MOST_BYTES: usize = 16 << 20;
/// Microseconds of a second.
const MICROSECONDS: i64 = 1_000_000;
