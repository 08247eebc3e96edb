//! An archive becomes a table of verdicts.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use robots_policy::engines::Profile;
use robots_policy::ledger::Assumed;
use robots_policy_archives::{
    Asker, Judge, Report, RobotsTime, Scan as ArchiveScan, ScanError, Skip,
};
use robots_policy_input::ReadingOptions;

use super::askers::{TableAskers, agents_of};
use super::batches::{BatchError, BatchSource, LastException, check_signals};
use super::damages::{ArchiveSource, OnDamage};
use super::fields::columns_of_scan;
use super::of_archive::OfArchive;
use super::source::Source;
use super::store::RobotsStore;
use super::table::TableBuilder;
use crate::engine::engines_of;
use crate::input::{absent_of, now_or, options_of, readers_of};
use crate::parts;

/// The verdicts on the responses of an archive, once. Counts and damages are whole when the last batch was read.
#[pyclass(frozen, extends = OfArchive, module = "robots_policy.arrow")]
pub(crate) struct Scan;

/// Judge the responses of a WARC archive: the rows of ``robots-policy scan``, in batches of ``batch_rows`` rows.
///
/// ``archive`` is a path, an http or https address, which is read as :class:`RemoteFile` does, or a binary file object,
/// which is read from its position, such as ``io.BytesIO(data)``; do not decompress it.
/// ``name`` is the archive in the rows and errors; without it, the path, or the ``name`` of the object.
/// ``robots_store`` has the answers for robots.txt and documents about AI use; without it, access is unknown, and
/// those are unread. Those count that were current when the page was archived, or within ``robots_within`` hours, 24
/// without it; what others forbid counts too, and what they allow is unknown. With ``robots_time="latest"`` the
/// latest ones count, and ``robots_within`` is an error. ``assume_absent`` is your word, as in :func:`judge`, that
/// sources do not exist where neither has them. ``fast_skip`` does not verify records without a row. ``engine`` names
/// engines instead of agents, as in :func:`judge_batch`.
///
/// A file that cannot be opened or read further raises ``OSError`` with its name; the exception of a file object is the
/// ``__cause__``. One without a record, as a page that a server sent in its place, raises :class:`DamagedArchive`, an
/// ``OSError``. What is damaged inside an archive costs its record, all others have rows, and :attr:`Scan.damages` has
/// the places: at the end there is an :class:`ArchiveWarning`, also where nothing shows that an address was read to its
/// end. ``on_damage="raise"`` raises :class:`DamagedArchive` instead, at the first place; with ``"ignore"`` nothing is
/// raised or warned, a file without a record has no rows, and the damages are yours to look at.
#[pyfunction]
#[pyo3(signature = (archive, agents=None, *, engine=None, name=None, robots_store=None, fast_skip=false, batch_rows=8192, now=None, options=None, assume_absent=None, robots_time="capture", robots_within=None, on_damage="warn"))]
#[allow(clippy::too_many_arguments)] // as the caller names them
pub(crate) fn scan<'py>(
    py: Python<'py>,
    archive: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = agents_of)] agents: Option<Vec<Asker>>,
    #[pyo3(from_py_with = engines_of)] engine: Option<Vec<Profile>>,
    name: Option<String>,
    robots_store: Option<&Bound<'py, RobotsStore>>,
    fast_skip: bool,
    batch_rows: usize,
    now: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = options_of)] options: Option<ReadingOptions>,
    #[pyo3(from_py_with = absent_of)] assume_absent: Option<Assumed>,
    robots_time: &str,
    robots_within: Option<f64>,
    on_damage: &str,
) -> PyResult<Bound<'py, Scan>> {
    let on_damage = OnDamage::named(on_damage)?;
    let batch_rows = rows_of_batch(batch_rows)?;
    let askers = TableAskers::new(agents, engine)?;
    let is_of_engines = !askers.engines.is_empty();
    let judge = Judge::new(askers.each, now_or(now)?)
        .with_readers(readers_of(options.as_ref(), false))
        .with_assumed(assume_absent.unwrap_or_default())
        .with_robots_time(time_of_answers(robots_time, robots_within)?);
    let judge = match robots_store {
        Some(store) => judge.with_answers(store.get().answers()),
        None => judge,
    };
    let source = Source::open(archive, name, skip(fast_skip))?;
    let name = source.name;
    let scan = ArchiveScan::new(Arc::new(judge), source.archive, Arc::clone(&name));
    let table = TableBuilder::new(columns_of_scan(is_of_engines));
    let schema = SchemaRef::clone(table.schema());
    let rows = ScanSource {
        scan: Some(scan),
        report: Report::default(),
        is_closed: false,
        table,
        ready: VecDeque::new(),
        batch_rows,
        name: Arc::clone(&name),
        failure: source.failure,
    };
    let archive = OfArchive::of(schema, Box::new(rows), name, source.opening, on_damage);
    Bound::new(py, archive.add_subclass(Scan))
}

/// How the rest of a record is left.
pub(super) fn skip(fast: bool) -> Skip {
    if fast { Skip::Fast } else { Skip::Verified }
}

pub(super) fn rows_of_batch(rows: usize) -> PyResult<usize> {
    if rows > 0 {
        return Ok(rows);
    }
    Err(PyValueError::new_err(
        "batch_rows: a batch has at least one row",
    ))
}

#[pymethods]
impl Scan {
    /// How many responses were read so far.
    #[getter]
    fn responses(slf: PyRef<'_, Self>) -> u64 {
        let archive = slf.as_super();
        archive.with(slf.py(), |source| source.report().responses)
    }

    /// The counts, in the words of the report that ``robots-policy scan`` writes beside a table.
    #[getter]
    fn report(slf: PyRef<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        let archive = slf.as_super();
        let report = archive.with(slf.py(), |source| serde_json::to_string(source.report()));
        let report = report.map_err(|error| PyTypeError::new_err(error.to_string()))?;
        parts::from_json(slf.py(), report)
    }
}

/// The answers of a store that count, by the names of the program.
pub(super) fn time_of_answers(name: &str, hours: Option<f64>) -> PyResult<RobotsTime> {
    let within = hours.map(seconds).transpose()?;
    match (name, within) {
        ("latest", None) => Ok(RobotsTime::Latest),
        ("latest", Some(_)) => Err(PyValueError::new_err(
            "robots_within is about robots_time='capture'; leave it out, or robots_time='latest'",
        )),
        ("capture", None) => Ok(RobotsTime::default()),
        ("capture", Some(within)) => Ok(RobotsTime::Capture { within }),
        _ => Err(PyValueError::new_err(format!(
            "robots_time: {name:?} is unknown; write 'capture' or 'latest'"
        ))),
    }
}

/// Whole seconds of these hours.
fn seconds(hours: f64) -> PyResult<i64> {
    let within = Duration::try_from_secs_f64(hours * 3600.0);
    let within = within.map_err(|_| {
        PyValueError::new_err(format!(
            "robots_within: {hours} is not a number of hours; write one from 0 on, such as 24"
        ))
    })?;
    Ok(i64::try_from(within.as_secs()).unwrap_or(i64::MAX))
}

/// For how many seconds before and after an answer was seen it counts as current; `None` for the latest answers.
#[pyfunction(name = "_robots_within")]
pub(crate) fn robots_within(
    robots_time: &str,
    robots_within: Option<f64>,
) -> PyResult<Option<i64>> {
    Ok(match time_of_answers(robots_time, robots_within)? {
        RobotsTime::Latest => None,
        RobotsTime::Capture { within } => Some(within),
    })
}

/// An archive that is read.
struct ScanSource {
    /// `None` at its end.
    scan: Option<ArchiveScan>,
    /// The report at its end.
    report: Report,
    is_closed: bool,
    /// Rows that are not yet a batch, and batches that are not yet handed over.
    table: TableBuilder,
    ready: VecDeque<RecordBatch>,
    batch_rows: usize,
    name: Arc<str>,
    failure: LastException,
}

impl ScanSource {
    /// Lets the archive go, and keeps its report.
    fn end(&mut self) {
        if let Some(scan) = self.scan.take() {
            self.report = scan.into_report();
        }
    }

    /// Reads records until a batch is whole, and not too many of them; at the end of the archive, makes a batch of the rest.
    fn advance(&mut self) -> Result<(), ScanError<ArrowError>> {
        for _ in 0..RECORDS {
            let Some(scan) = &mut self.scan else {
                break;
            };
            let is_more = scan.next(|row| {
                self.table.push(row)?;
                if self.table.rows() >= self.batch_rows || self.table.text() >= MOST_TEXT {
                    self.ready.push_back(self.table.finish()?);
                }
                Ok(())
            })?;
            if !is_more {
                self.end();
                if self.table.rows() > 0 {
                    let rest = self.table.finish().map_err(ScanError::Sink)?;
                    self.ready.push_back(rest);
                }
            }
            if !self.ready.is_empty() {
                break;
            }
        }
        Ok(())
    }
}

impl ArchiveSource for ScanSource {
    fn position(&self) -> u64 {
        self.scan.as_ref().map_or(0, ArchiveScan::position)
    }

    fn report(&self) -> &Report {
        self.scan.as_ref().map_or(&self.report, ArchiveScan::report)
    }

    fn close(&mut self) {
        self.end();
        self.is_closed = true;
        self.table = TableBuilder::new(Vec::new());
        self.ready.clear();
    }
}

impl BatchSource for ScanSource {
    fn next(&mut self) -> Result<Option<RecordBatch>, BatchError> {
        if self.is_closed {
            return Err(BatchError::Closed("the scan is"));
        }
        loop {
            if let Some(batch) = self.ready.pop_front() {
                return Ok(Some(batch));
            }
            if self.scan.is_none() {
                return Ok(None);
            }
            let advanced = self.advance();
            if let Err(error) = advanced {
                self.end();
                return Err(match error {
                    ScanError::Archive(damage) => self.failure.of(&self.name, &damage),
                    ScanError::Store(error) => BatchError::Store(error.to_string()),
                    ScanError::Sink(error) => BatchError::Arrow(error),
                });
            }
            check_signals()?;
        }
    }
}

/// Records that are read before Python may raise, as after Ctrl-C.
const RECORDS: usize = 1024;
/// The most bytes of texts in a batch, which may hold fewer rows then.
const MOST_TEXT: usize = 64 << 20;
