//! A run of Spark: its folder, its tables and its reports are those of the program. A driver begins it and ends it, and each
//! task writes the table of one archive.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime};

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use robots_policy::Timestamp;
use robots_policy::engines::Profile;
use robots_policy::ledger::Assumed;
use robots_policy_archives::archive_inputs::{Identity, Input, OpenedArchive, os_name};
use robots_policy_archives::archive_report::{Kept, RunReport, sum};
use robots_policy_archives::folder::{Folder, RunFile, Standing, StoreFacts};
use robots_policy_archives::job::{self, Reading, ScanEnd, ScanRun};
use robots_policy_archives::settings::ScanSettings;
use robots_policy_archives::store::Store;
use robots_policy_archives::table::TableFormat;
use robots_policy_archives::{Asker, Report, RowFilter};
use robots_policy_cli::{ScanSummary, VERSION};
use robots_policy_input::read_input::{lines, unpacked};
use robots_policy_input::{Failure, ReadingOptions};
use robots_policy_live::Interrupt;

use super::archive::{skip, time_of_answers};
use super::askers::{TableAskers, agents_of};
use super::source::Source;
use super::store::of_store;
use crate::engine::engines_of;
use crate::errors::ErrorClass;
use crate::input::{absent_of, moment, options_of};

/// The names in a list, which may be in gzip.
#[pyfunction(name = "_listed")]
pub(crate) fn listed(text: Vec<u8>) -> PyResult<Vec<OsString>> {
    let text = unpacked(text).map_err(PyOSError::new_err)?;
    Ok(lines(&text).map(|(_, line)| os_name(line)).collect())
}

/// The arguments of ``scan``, with the path of a store, for a folder of tables.
#[pyclass(frozen, name = "_RunSettings", module = "robots_policy._native")]
pub(crate) struct RunSettings(ScanSettings);

#[pymethods]
impl RunSettings {
    #[new]
    #[pyo3(signature = (*, agents=None, engine=None, robots_store=None, fast_skip=false, now=None, options=None, assume_absent=None, robots_time="capture", robots_within=None))]
    #[allow(clippy::too_many_arguments)] // those of `scan`
    fn new(
        #[pyo3(from_py_with = agents_of)] agents: Option<Vec<Asker>>,
        #[pyo3(from_py_with = engines_of)] engine: Option<Vec<Profile>>,
        robots_store: Option<PathBuf>,
        fast_skip: bool,
        now: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = options_of)] options: Option<ReadingOptions>,
        #[pyo3(from_py_with = absent_of)] assume_absent: Option<Assumed>,
        robots_time: &str,
        robots_within: Option<f64>,
    ) -> PyResult<RunSettings> {
        Ok(RunSettings(ScanSettings {
            program: VERSION.to_owned(),
            format: TableFormat::Parquet,
            askers: TableAskers::new(agents, engine)?.each,
            robots: robots_store,
            robots_time: time_of_answers(robots_time, robots_within)?,
            now: now.map(moment).transpose()?,
            reading: options
                .unwrap_or_default()
                .or(&ReadingOptions::of_library()),
            filter: RowFilter::default(),
            assumed: assume_absent.unwrap_or_default(),
            has_parts: false,
            skip: skip(fast_skip),
            workers: 1,
            memory: None,
            digests: false,
        }))
    }

    /// Begin a run in a folder of this machine, or resume it. ``agents`` names the askers, where their tokens do not say all.
    fn begin(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        agents: Option<String>,
        resume: bool,
    ) -> PyResult<RunFolder> {
        let began: Timestamp = SystemTime::now().into();
        let store = self.0.robots.as_deref().map(Store::open).transpose();
        let store = store.map_err(|error| of_store(py, &error))?;
        let opened = py.detach(|| {
            let facts = store.as_ref().map(StoreFacts::of).transpose()?;
            let mut settings = self.0.distinguishing(None)?;
            settings.extend(agents.map(|agents| (String::from("agent"), agents)));
            let asked = RunFile::new(settings, began, self.0.now, facts);
            Folder::open(&folder, TableFormat::Parquet.extension(), asked, resume)
        });
        let folder = opened.map_err(|failure| raised(py, &failure))?;
        Ok(RunFolder {
            folder: Mutex::new(Some(folder)),
            began: Instant::now(),
            has_robots: store.is_some(),
        })
    }

    /// Write the table of an archive and its report into the folder of a run, which another process leads; a complete table
    /// stays. Returns whether it did, the report with the cubes of a summary, and what was wrong with a table that did not.
    ///
    /// ``name`` is for the rows, ``origin`` is the name that no other archive has.
    #[allow(clippy::too_many_arguments)] // three names, three places
    fn scan(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        archive: &Bound<'_, PyAny>,
        name: String,
        origin: String,
        file_name: String,
        identity: Option<Version>,
    ) -> PyResult<(bool, String, Option<String>)> {
        let source = Source::open(archive, Some(name.clone()), self.0.skip)?;
        let path: Option<PathBuf> = archive.extract().ok();
        let identity = match path.filter(|path| path.is_file()) {
            Some(path) => Some(Identity::of_file(&path)?),
            None => identity.map(Version::identity),
        };
        let archive = OpenedArchive::new(source.archive, origin, file_name, identity);
        let input = Input::opened(name, archive);
        let ended = py.detach(|| table(&self.0, &folder, &input));
        let (kept, is_old, why) = ended.map_err(|failure| {
            let of_file = source.failure.take();
            of_file.unwrap_or_else(|| match failure {
                Failure::Input(_, why) => PyOSError::new_err(why),
                Failure::Usage(why) => ErrorClass::Output.error(py, &why),
                failure => raised(py, &failure),
            })
        })?;
        let report = serde_json::to_string(&kept).map_err(wrong)?;
        Ok((is_old, report, why))
    }
}

/// What distinguishes a version of an archive from others.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Version {
    size: Option<u64>,
    version: Option<String>,
}

impl Version {
    fn identity(self) -> Identity {
        Identity::Address {
            size: self.size,
            version: self.version.unwrap_or_default(),
        }
    }
}

/// Writes the table of an archive, or finds it; then whether it was there, and why an earlier one does not count.
fn table(
    settings: &ScanSettings,
    folder: &Path,
    input: &Input,
) -> Result<(Kept, bool, Option<String>), Failure> {
    let name = folder.display().to_string();
    let folder = Folder::join(folder, settings.format.extension());
    let folder = folder.map_err(|failure| Failure::File(name, not_shared(&failure)))?;
    let interrupt = Interrupt::default();
    let place = folder.place(input);
    let why = match place.standing(&interrupt)? {
        Standing::Done(kept) => return Ok((*kept, true, None)),
        Standing::Outdated(why) => Some(why),
        Standing::Absent | Standing::Unreadable(_) => None,
    };
    let robots = settings.robots.as_deref().map(Store::open).transpose()?;
    let robots = robots.map(Arc::new);
    let decoding = settings.decoding(1)?;
    let began = folder.began();
    // No one watches the progress of a task but Spark.
    let reading = Reading::new(settings, decoding, began, robots, &(), &interrupt);
    match job::scan(&ScanRun::new(settings, &folder, reading), &place) {
        ScanEnd::Done(kept) | ScanEnd::Earlier(kept) => Ok((*kept, false, why)),
        ScanEnd::Failed(failure) => Err(failure),
        ScanEnd::Left => Err(Failure::Input(
            input.name.clone(),
            String::from("the run is over"),
        )),
    }
}

/// Why a task cannot write into a folder that has no run.
fn not_shared(failure: &Failure) -> String {
    format!(
        "this node does not see its run ({failure}); name a folder that all nodes share, or a store such as hdfs:// or s3://"
    )
}

/// The folder of a run. No other run writes into it until it is closed.
#[pyclass(frozen, name = "_RunFolder", module = "robots_policy._native")]
pub(crate) struct RunFolder {
    folder: Mutex<Option<Folder>>,
    began: Instant,
    has_robots: bool,
}

/// A table of a run.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Reported {
    archive: String,
    table: String,
    kept: bool,
    size: Option<u64>,
    report: String,
}

#[pymethods]
impl RunFolder {
    /// Write the sums of the reports of these tables, and where every archive has one, the names of all. Returns the text that
    /// the program prints at the end of a run.
    fn finish(
        &self,
        py: Python<'_>,
        tables: Vec<Reported>,
        unreadable: Vec<String>,
    ) -> PyResult<String> {
        let folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(folder) = &*folder else {
            return Err(PyValueError::new_err("the run has ended"));
        };
        let reports = tables.iter().map(|one| serde_json::from_str(&one.report));
        let reports: Vec<Report> = reports.collect::<Result<_, _>>().map_err(wrong)?;
        let is_whole = unreadable.is_empty();
        let archives = tables.len() + unreadable.len();
        let all = RunReport::of(sum(&reports), tables.len(), archives, unreadable);
        let mut names: Vec<String> = tables.iter().map(|one| one.table.clone()).collect();
        names.sort_unstable();
        let written = folder.report(&all);
        let written = written.and_then(|()| {
            if is_whole {
                folder.succeed(&names)
            } else {
                Ok(())
            }
        });
        written.map_err(|failure| raised(py, &failure))?;
        Ok(self.summary(&tables, &reports).to_string())
    }

    /// Let another run have it.
    fn close(&self) {
        *self.folder.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl RunFolder {
    fn summary<'r>(&self, tables: &'r [Reported], reports: &'r [Report]) -> ScanSummary<'r> {
        let both = || tables.iter().zip(reports);
        let new = || both().filter(|(one, _)| !one.kept);
        ScanSummary {
            reports: both()
                .map(|(one, report)| (one.archive.as_str(), report))
                .collect(),
            kept: tables.iter().filter(|one| one.kept).count(),
            bytes: new().filter_map(|(one, _)| one.size).sum(),
            rows: new().map(|(_, report)| report.rows).sum(),
            took: self.began.elapsed(),
            has_robots: self.has_robots,
        }
    }
}

fn raised(py: Python<'_>, failure: &Failure) -> PyErr {
    let message = failure.to_string();
    match failure {
        Failure::Usage(_) => PyValueError::new_err(message),
        Failure::File(..) => ErrorClass::Output.error(py, &message),
        Failure::Input(..) | Failure::Output(_) => PyOSError::new_err(message),
    }
}

fn wrong(error: serde_json::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}
