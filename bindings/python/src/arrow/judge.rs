//! A caller's table becomes a table of verdicts.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use std::thread;

use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use robots_policy::engines::Profile;
use robots_policy::ledger::{Document, Input};
use robots_policy::parts::Parts as PageParts;
use robots_policy::robots_txt::{Robots, check_target, is_address};
use robots_policy::{Policy, Timestamp, Why};
use robots_policy_archives::{Answered, Asker, Row};
use robots_policy_input::{Parts, Readers, ReadingOptions, RobotsGiven, UseDocuments};

use super::askers::{TableAskers, agents_of};
use super::batches::{self, BatchError, Batches, check_signals};
use super::fields::{More, columns_of_verdict, schema_of_judged};
use super::gather::{joined, repeated};
use super::input::{Binding, Role, Rows, SiteFiles, names_of_columns, names_of_kept};
use super::table::TableBuilder;
use crate::engine::engines_of;
use crate::input::{now_or, options_of, readers_of};

/// Judge every row of a table for every agent: one row of the result for each row and agent, in this order.
///
/// The result has the columns of ``keep``, then those of :func:`scan` that do not say where a response comes from.
/// These columns of the table are read, if they are there or named by ``columns``:
///
/// ``url``
///     Text or octets. Without it, the page is ``/``, as in :func:`judge`. For null, and for a value that is neither an
///     absolute URL nor a path, what robots.txt says of the page is not known.
/// ``headers``
///     A list of structures with ``name`` and ``value``; a map, or a structure with a member for each name, in which
///     lines of one name count as joined with commas, unless the values are lists; or the header lines as they were
///     received, in one text or octets.
/// ``html``
///     The document. The charset of the type does not apply to text.
/// ``content_type``
///     The type of the document, for rows whose headers have none.
/// ``robots_txt``, ``robots_status``
///     Body and status of the answer for robots.txt; status 0 is a request without an answer, a number that is not a
///     status counts as 500. Null in both is unknown.
/// ``tdmrep``, ``tdmrep_status``
///     Body and status of the answer for ``/.well-known/tdmrep.json``, likewise. Null in both is not given.
/// ``licenses``
///     The licences in RSL that were fetched: a list of structures with ``url`` and ``body``, or a map. One counts for
///     the rows in which a source points at its address.
///
/// These columns state facts beside the bytes. Tables often have columns of such names for other things, so each is
/// read only if ``columns`` names it, as in ``columns={"status": "status"}``:
///
/// ``status``, ``cut``
///     The status of the response, as ``robots_status``; whether ``html`` ends before the end of the document.
/// ``assume_absent``
///     The sources that do not exist by the caller's word, as in :func:`judge`: a text with commas between names, or a
///     list of texts. A source that the row gives stays given; a name that is not one of a source is passed over.
/// ``fetched``, ``robots_fetched``
///     When the response and robots.txt were fetched: a timestamp with a time zone, or a text such as
///     ``2026-11-25T15:00:00Z``. Any other text is a time that is not known.
///
/// ``ledger=True`` adds the column ``ledger`` at the end, :attr:`Verdict.ledger` of each row.
/// ``parts=True`` adds ``quotable``, ``marks`` (how many), ``chars`` and ``closed_chars`` after it: what
/// :attr:`Verdict.parts` has of each row; null, and no ``quotable``, without a document.
///
/// Text and octets are ``utf8``, ``binary``, their large forms, views and dictionaries. Null is a source that was not
/// given, and keeps the answers that it could forbid from being a yes. A column of another type, a name that the table
/// lacks, and a table without a source raise; data never does.
///
/// ``engine`` names engines instead of agents: names, owners such as ``"openai"``, kinds such as ``"search"``,
/// ``"ai"`` and ``"all"``, with commas or as a list. The rows have what each engine does, and four more columns at the
/// end: ``profile``, ``not_honoured`` (the directives that it does not act on), and ``answer`` and ``train`` (``yes``,
/// ``limited``, ``no``, null).
///
/// ``threads`` share the rows; 0 is one for each core. The table is not copied.
#[pyfunction]
#[pyo3(signature = (batch, agents=None, *, engine=None, columns=None, keep=Vec::new(), now=None, options=None, threads=1, ledger=false, parts=false), text_signature = "(batch, agents=None, *, engine=None, columns=None, keep=(), now=None, options=None, threads=1, ledger=False, parts=False)")]
#[allow(clippy::too_many_arguments)] // as the caller names them
pub(crate) fn judge_batch(
    py: Python<'_>,
    batch: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = agents_of)] agents: Option<Vec<Asker>>,
    #[pyo3(from_py_with = engines_of)] engine: Option<Vec<Profile>>,
    #[pyo3(from_py_with = names_of_columns)] columns: Option<BTreeMap<Role, Option<String>>>,
    #[pyo3(from_py_with = names_of_kept)] keep: Vec<String>,
    now: Option<&Bound<'_, PyAny>>,
    #[pyo3(from_py_with = options_of)] options: Option<ReadingOptions>,
    threads: usize,
    ledger: bool,
    parts: bool,
) -> PyResult<batches::RecordBatch> {
    let input = table_of(batch, "batch")?;
    let askers = TableAskers::new(agents, engine)?;
    let columns = columns.unwrap_or_default();
    let options = options.as_ref();
    let more = More { ledger, parts };
    let mut judge = TableJudge::new(&input.schema(), askers, &columns, &keep, options, more)?;
    judge.now = now_or(now)?;
    judge.threads = workers(threads);
    judged(py, input, &judge)
}

/// [`judge_batch`] for rows whose robots.txt is not of the time of their pages, for this reason.
#[pyfunction(name = "_judge_apart")]
pub(crate) fn judge_apart(
    py: Python<'_>,
    batch: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = agents_of)] agents: Option<Vec<Asker>>,
    #[pyo3(from_py_with = names_of_columns)] columns: Option<BTreeMap<Role, Option<String>>>,
    why: &str,
) -> PyResult<batches::RecordBatch> {
    let input = table_of(batch, "batch")?;
    let why = why.parse::<Why>();
    let columns = columns.unwrap_or_default();
    let askers = TableAskers::new(agents, None)?;
    let mut judge = TableJudge::new(
        &input.schema(),
        askers,
        &columns,
        &[],
        None,
        More::default(),
    )?;
    judge.apart = Some(why.map_err(|error| PyValueError::new_err(error.to_string()))?);
    judged(py, input, &judge)
}

/// The verdicts on all rows, as one batch.
fn judged(
    py: Python<'_>,
    input: Box<dyn RecordBatchReader + Send>,
    judge: &TableJudge,
) -> PyResult<batches::RecordBatch> {
    let judged = py.detach(|| {
        let mut all = Vec::new();
        for batch in input {
            all.push(judge.batch(&batch?)?);
        }
        joined(&judge.schema, all).map_err(BatchError::Arrow)
    });
    let inner = judged.map_err(|error| error.into_error(py))?;
    Ok(batches::RecordBatch { inner })
}

/// Judge a stream batch by batch, as :func:`judge_batch` does; one batch is held at a time.
#[pyfunction]
#[pyo3(signature = (data, agents=None, *, engine=None, columns=None, keep=Vec::new(), now=None, options=None, threads=1, ledger=false, parts=false), text_signature = "(data, agents=None, *, engine=None, columns=None, keep=(), now=None, options=None, threads=1, ledger=False, parts=False)")]
#[allow(clippy::too_many_arguments)] // as the caller names them
pub(crate) fn judge_stream(
    data: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = agents_of)] agents: Option<Vec<Asker>>,
    #[pyo3(from_py_with = engines_of)] engine: Option<Vec<Profile>>,
    #[pyo3(from_py_with = names_of_columns)] columns: Option<BTreeMap<Role, Option<String>>>,
    #[pyo3(from_py_with = names_of_kept)] keep: Vec<String>,
    now: Option<&Bound<'_, PyAny>>,
    #[pyo3(from_py_with = options_of)] options: Option<ReadingOptions>,
    threads: usize,
    ledger: bool,
    parts: bool,
) -> PyResult<Batches> {
    let mut input = table_of(data, "data")?;
    let askers = TableAskers::new(agents, engine)?;
    let columns = columns.unwrap_or_default();
    let options = options.as_ref();
    let more = More { ledger, parts };
    let mut judge = TableJudge::new(&input.schema(), askers, &columns, &keep, options, more)?;
    judge.now = now_or(now)?;
    judge.threads = workers(threads);
    let schema = SchemaRef::clone(&judge.schema);
    let next = move || match input.next() {
        None => Ok(None),
        Some(batch) => judge.batch(&batch?).map(Some),
    };
    Ok(Batches::new(schema, Arc::new(Mutex::new(next))))
}

/// How many threads judge: as many as given, and for 0 as many as the machine has cores.
fn workers(threads: usize) -> usize {
    match threads {
        0 => thread::available_parallelism().map_or(1, NonZero::get),
        given => given,
    }
}

/// The caller's table: one batch, or a stream of them.
fn table_of(
    object: &Bound<'_, PyAny>,
    argument: &str,
) -> PyResult<Box<dyn RecordBatchReader + Send>> {
    if let Some(batch) = robots_policy_capsule::batch(object)? {
        let schema = batch.schema();
        return Ok(Box::new(RecordBatchIterator::new([Ok(batch)], schema)));
    }
    if let Some(stream) = robots_policy_capsule::stream(object)? {
        return Ok(Box::new(stream));
    }
    Err(PyTypeError::new_err(format!(
        "{argument}: expected a table that has __arrow_c_array__ or __arrow_c_stream__, such as one of pyarrow, polars, pandas or DuckDB, not {}",
        object.get_type().name()?
    )))
}

/// Judges the rows of tables of one schema.
struct TableJudge {
    binding: Binding,
    askers: TableAskers,
    readers: Readers,
    /// For rows in which lines of one name were joined.
    joined: Readers,
    now: Timestamp,
    threads: usize,
    more: More,
    /// Why the robots.txt of all rows is not of the time of their pages, if it is not.
    apart: Option<Why>,
    schema: SchemaRef,
}

impl TableJudge {
    /// One that judges for this moment, in one thread.
    fn new(
        columns_of: &SchemaRef,
        askers: TableAskers,
        columns: &BTreeMap<Role, Option<String>>,
        keep: &[String],
        options: Option<&ReadingOptions>,
        more: More,
    ) -> PyResult<TableJudge> {
        let (binding, kept) = Binding::new(columns_of, columns, keep)?;
        Ok(TableJudge {
            readers: readers_of(options, binding.are_joined).for_engines(&askers.engines),
            joined: readers_of(options, true).for_engines(&askers.engines),
            schema: schema_of_judged(&kept, !askers.engines.is_empty(), more)?,
            binding,
            askers,
            now: now_or(None)?,
            threads: 1,
            more,
            apart: None,
        })
    }

    /// The verdicts on the rows of a batch, for each row one of every asker.
    fn batch(&self, batch: &RecordBatch) -> Result<RecordBatch, BatchError> {
        let rows = self.binding.rows(batch);
        let verdicts = self.verdicts(&rows, batch.num_rows())?;
        let times = self.askers.each.len();
        let kept = self.binding.kept(batch);
        let kept = kept.map(|column| repeated(column, times));
        let columns = kept.chain(verdicts.columns().iter().cloned().map(Ok));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        Ok(RecordBatch::try_new(
            SchemaRef::clone(&self.schema),
            columns,
        )?)
    }

    /// Shares the rows among the threads, and stops where Python wants to raise, as after Ctrl-C.
    fn verdicts(&self, rows: &Rows, count: usize) -> Result<RecordBatch, BatchError> {
        let share = count.div_ceil(self.threads.max(1)).max(1);
        let starts = (0..count.max(1)).step_by(share);
        let mut workers: Vec<Worker<'_>> = starts
            .map(|start| Worker::new(self, rows, start..count.min(start + share)))
            .collect();
        while workers.iter().any(|worker| !worker.left.is_empty()) {
            match workers.as_mut_slice() {
                [alone] => alone.work()?,
                several => thread::scope(|scope| {
                    let begin = |worker| scope.spawn(|| Worker::work(worker));
                    let threads: Vec<_> = several.iter_mut().map(begin).collect();
                    let ends = threads.into_iter().map(|thread| {
                        let panicked =
                            || ArrowError::ComputeError(String::from("a thread panicked"));
                        thread.join().unwrap_or_else(|_| Err(panicked()))
                    });
                    ends.collect::<Result<(), _>>()
                })?,
            }
            check_signals()?;
        }
        let parts: Result<Vec<_>, _> = workers
            .iter_mut()
            .map(|worker| worker.table.finish())
            .collect();
        let parts = parts?;
        let schema = parts.first().map(RecordBatch::schema);
        let schema = schema.unwrap_or_else(|| SchemaRef::clone(&self.schema));
        Ok(joined(&schema, parts)?)
    }
}

/// Judges a run of rows.
struct Worker<'j> {
    judge: &'j TableJudge,
    rows: &'j Rows,
    left: Range<usize>,
    table: TableBuilder,
    /// The files of the site of the last row: rows of one site are often together.
    site: SiteFiles<'j>,
    /// A policy with these files.
    of_site: Policy,
}

impl<'j> Worker<'j> {
    fn new(judge: &'j TableJudge, rows: &'j Rows, left: Range<usize>) -> Worker<'j> {
        Worker {
            judge,
            rows,
            left,
            table: TableBuilder::new(columns_of_verdict(
                !judge.askers.engines.is_empty(),
                judge.more.ledger,
            ))
            .with_parts(judge.more.parts),
            site: SiteFiles::default(),
            of_site: Policy::new(),
        }
    }

    /// Judges the next rows.
    fn work(&mut self) -> Result<(), ArrowError> {
        for _ in 0..ROWS {
            let Some(row) = self.left.next() else {
                break;
            };
            self.row(row)?;
        }
        Ok(())
    }

    fn row(&mut self, row: usize) -> Result<(), ArrowError> {
        let (mut policy, page) = self.response(row);
        let url = self.rows.url(row);
        if self.rows.lacks_url(row) || check_target(&url).is_err() {
            // No rule is about a text that is not an address, nor about none, and that allows nothing.
            policy = policy.with_robots(Robots::Unknown);
        }
        if let Some(why) = self.judge.apart {
            policy = policy.with_other_time(Input::RobotsTxt, why);
        }
        self.verdicts(&policy, &url, page.as_deref())
    }

    /// The policy of the response of a row, and the parts of its document if they are wanted.
    fn response(&mut self, row: usize) -> (Policy, Option<Box<PageParts<'static>>>) {
        let TableJudge {
            askers: TableAskers { clients, .. },
            readers,
            joined,
            ..
        } = self.judge;
        let policy = self.of_site(row);
        let robots_status = self.site.robots.0;
        let fields = self.rows.fields(row);
        let mut stated = self.rows.stated(row);
        stated.status = fields.status.or(stated.status);
        let policy = stated
            .add_to(policy, robots_status)
            .with_content_type(fields.types());
        let readers = if fields.are_joined { joined } else { readers };
        let (document, is_text) = self.rows.html(row);
        let lines = fields.lines.iter();
        let parts = Parts {
            fields: Some(lines.map(|(name, value)| (&**name, &**value)).collect()),
            document,
            is_text,
            is_cut: stated.is_cut,
            status: stated.status,
            chunk: None,
        };
        let page = self.judge.more.parts.then(|| parts.page_parts()).flatten();
        let page = page.map(|page| Box::new(page.into_owned()));
        let policy = match document {
            _ if fields.is_given => parts.read(readers, clients, policy),
            Some(octets) => policy.with_document(parts.read_document(octets, readers, clients)),
            None => policy,
        };
        if fields.is_unreadable {
            // What such a row says may restrict anything.
            return (
                policy.with_document(Document::unread(Why::Incomplete)),
                page,
            );
        }
        (policy, page)
    }

    /// A policy with the files of the site of a row.
    fn of_site(&mut self, row: usize) -> Policy {
        let site = self.rows.site(row);
        if self.site != site {
            let TableJudge { readers, now, .. } = self.judge;
            let (status, body) = site.robots;
            // The address of a file in the place of its text says nothing of its rules.
            let body = body.filter(|body| status.is_some() || !is_address(body));
            let fetch = RobotsGiven { status, body }.fetch(readers.robots.clone(), *now);
            let policy = fetch.map(|fetch| Policy::new().with_robots(fetch.at(*now)));
            let licenses = site.licenses.iter();
            let given = UseDocuments {
                tdmrep_status: site.tdmrep.0,
                tdmrep: site.tdmrep.1,
                licenses: licenses.map(|(url, body)| (&**url, *body)).collect(),
            };
            self.of_site = given.add_to(policy.unwrap_or_default());
            self.site = site;
        }
        self.of_site.clone()
    }

    /// A row for every asker.
    fn verdicts(
        &mut self,
        policy: &Policy,
        url: &str,
        page: Option<&PageParts<'_>>,
    ) -> Result<(), ArrowError> {
        let TableJudge { askers, now, .. } = self.judge;
        for asker in &askers.each {
            let (verdict, answered) = (asker.judge(policy, url, *now), Answered::default());
            self.table
                .push(&Row::of_verdict(&verdict, &answered, asker.name()))?;
            self.table.push_parts(&verdict, page)?;
        }
        Ok(())
    }
}

/// How many rows a thread judges before Python may raise.
const ROWS: usize = 8192;
