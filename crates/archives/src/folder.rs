//! The folder of a run: its settings, and a table and a report for every archive.
//!
//! `scan.json` holds the settings, so that a resumed run uses the same ones. A table is written beside its place, under a name
//! with `.part`, and renamed when it is complete; its report, `NAME.report.json`, is written before that. A table without
//! `.part` is complete; its report identifies the archive, and holds the length and the checksum of the table.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use robots_policy_input::Failure;
use robots_policy_live::Interrupt;

use crate::store::{Part, Store, is_itself, open_unlinked};
use robots_policy::Timestamp;
use robots_policy::report::SPECIFICATIONS;
use serde::{Deserialize, Serialize};

use crate::archive_inputs::Input;
use crate::archive_report::{Kept, Origin, RunReport, TableFile};
use crate::table::TableFormat;

/// A run, as stored in its folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunFile {
    /// When it began, in seconds since 1970.
    pub began: i64,
    /// The command line, without secrets; `None` for a run that no command line began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The time that deadlines were compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// See [`robots_policy::report::SPECIFICATIONS`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub specifications: Vec<String>,
    /// The store of answers for robots.txt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store: Option<StoreFacts>,
    /// The settings that distinguish it from others, by name.
    pub settings: BTreeMap<String, String>,
}

/// A store of answers, as a run found it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoreFacts {
    /// The SHA-256 of its rows, which `robots-store show` shows too.
    pub sha256: String,
    /// How many sites it has.
    pub sites: u64,
    /// How many observations it has.
    pub observations: u64,
    /// The times of the first and the last observation.
    pub times: Option<[String; 2]>,
}

impl StoreFacts {
    /// The facts about a store that is read.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn of(store: &Store) -> Result<StoreFacts, Failure> {
        let held = store.holdings()?;
        let moment = |at| Timestamp::from_unix(at).to_string();
        Ok(StoreFacts {
            sha256: held.digest.to_string(),
            sites: held.sites,
            observations: held.observations,
            times: held.span.map(|(first, last)| [moment(first), moment(last)]),
        })
    }
}

impl RunFile {
    /// A run with these settings that begins at `began`, with its clock and its store.
    pub fn new(
        settings: BTreeMap<String, String>,
        began: Timestamp,
        clock: Option<Timestamp>,
        store: Option<StoreFacts>,
    ) -> RunFile {
        let specifications = SPECIFICATIONS.iter().map(|name| (*name).to_owned());
        RunFile {
            began: began.as_unix(),
            command: None,
            clock: Some(clock.unwrap_or(began).to_string()),
            specifications: specifications.collect(),
            store,
            settings,
        }
    }
}

/// An open folder; no other run writes into it meanwhile.
pub struct Folder {
    path: PathBuf,
    extension: &'static str,
    run: RunFile,
    /// Holds the lock; `None` in a process that works for the one that has it.
    lock: Option<File>,
}

impl Folder {
    /// Opens `path` for a run, or to resume one with its settings.
    ///
    /// # Errors
    /// A folder that cannot be written, that another run is writing, that holds a run although this one does not resume,
    /// or that holds a run with other settings.
    pub fn open(
        path: &Path,
        extension: &'static str,
        asked: RunFile,
        resumes: bool,
    ) -> Result<Folder, Failure> {
        fs::create_dir_all(path).map_err(|error| unwritable(path, &error))?;
        let name = path.join(RUN);
        let mut file = locked(path, &name)?;
        remove_strays(path, extension);
        let mut text = Vec::new();
        file.read_to_end(&mut text)
            .map_err(|error| unwritable(&name, &error))?;
        let run = if text.is_empty() {
            if let Err(error) = write_json(&file, &asked) {
                // A half-written file could not be resumed.
                let _ = file.set_len(0);
                return Err(unwritable(&name, &error));
            }
            asked
        } else if resumes {
            agreed(path, &text, &asked)?
        } else {
            return Err(Failure::Usage(format!(
                "{} already holds a run; resume it with --resume, or name another folder",
                path.display()
            )));
        };
        let sign = path.join(SUCCESS);
        gone(&sign).map_err(|error| unwritable(&sign, &error))?;
        Ok(Folder {
            path: path.to_owned(),
            extension,
            run,
            lock: Some(file),
        })
    }

    /// Joins the run of another process, which holds the lock of this folder. Several processes may write one table.
    ///
    /// # Errors
    /// A folder without a run, and a file that is not of this form.
    pub fn join(path: &Path, extension: &'static str) -> Result<Folder, Failure> {
        Ok(Folder {
            path: path.to_owned(),
            extension,
            run: read(path)?,
            lock: None,
        })
    }

    /// Writes the report on the run.
    pub fn report(&self, report: &RunReport) -> Result<(), Failure> {
        self.write(REPORT, |file| write_json(file, report))
    }

    /// Writes the names of all tables, as a sign that they are complete, and removes what killed processes left.
    pub fn succeed(&self, tables: &[String]) -> Result<(), Failure> {
        remove_strays(&self.path, self.extension);
        self.write(SUCCESS, |mut file| {
            file.write_all(tables.join("\n").as_bytes())?;
            file.write_all(b"\n")
        })
    }

    fn write(&self, name: &str, write: impl Fn(&File) -> io::Result<()>) -> Result<(), Failure> {
        let name = self.path.join(name);
        let write = || {
            let part = Part::create(&name)?;
            write(part.file())?;
            part.finish()
        };
        write().map_err(|error| unwritable(&name, &error))
    }

    /// When the first part of the run began.
    pub fn began(&self) -> Timestamp {
        Timestamp::from_unix(self.run.began)
    }

    /// The settings that distinguish the run from others.
    pub fn settings(&self) -> &BTreeMap<String, String> {
        &self.run.settings
    }

    /// The tables of archives that this run does not name, in the order of their names.
    pub fn others(&self, inputs: &[Input]) -> Vec<String> {
        let named: BTreeSet<String> = inputs.iter().map(Input::file_name).collect();
        let ending = format!(".{}", self.extension);
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let files = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let tables = files.filter(|name| {
            name.strip_suffix(&ending)
                .is_some_and(|name| !named.contains(name))
        });
        tables.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The place of the table of `input`.
    pub fn place(&self, input: &Input) -> TablePlace<'_> {
        TablePlace {
            folder: self,
            input: input.clone(),
        }
    }
}

/// The run that a folder holds.
///
/// # Errors
/// A folder without a run, and a file that is not of this form.
pub fn read(folder: &Path) -> Result<RunFile, Failure> {
    let name = folder.join(RUN);
    let unreadable = |why: String| Failure::Input(name.display().to_string(), why);
    let text = fs::read(&name)
        .map_err(|error| unreadable(format!("{error}; name a folder that `scan -o` wrote")))?;
    serde_json::from_slice(&text).map_err(|error| unreadable(error.to_string()))
}

/// The tables of a folder, whichever form they have, in the order of their names.
///
/// # Errors
/// A folder that cannot be listed.
pub fn tables(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    let is_table = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        let mut forms = TableFormat::ALL.into_iter();
        forms.any(|form| extension == Some(form.extension()))
    };
    let mut tables: Vec<PathBuf> = paths.filter(is_table).collect();
    tables.sort();
    Ok(tables)
}

/// Returns an error that names two archives that would have the same table.
pub fn require_distinct_tables(
    inputs: &[Input],
    folder: &Path,
    extension: &str,
) -> Result<(), Failure> {
    let mut seen: BTreeMap<String, &Input> = BTreeMap::new();
    for input in inputs {
        if let Some(other) = seen.insert(input.file_name(), input) {
            return Err(Failure::Usage(format!(
                "{} and {} would both be written to {}.{extension}; scan them into two folders",
                other.name,
                input.name,
                folder.join(input.file_name()).display(),
            )));
        }
    }
    Ok(())
}

/// The state of an archive's table in a folder.
pub enum Standing {
    /// A table of the archive in its current state.
    Done(Box<Kept>),
    /// A table that has to be written again, and why.
    Outdated(String),
    /// A table of an archive that cannot be read now, and why.
    Unreadable(String),
    /// There is no table.
    Absent,
}

fn outdated(why: &str) -> Standing {
    Standing::Outdated(why.to_owned())
}

/// The place of the table of one archive.
pub struct TablePlace<'f> {
    folder: &'f Folder,
    /// The archive.
    pub input: Input,
}

impl TablePlace<'_> {
    /// The state of the archive's table.
    ///
    /// # Errors
    /// The report cannot be read, or is about an archive of another name.
    pub fn standing(&self, interrupt: &Interrupt) -> Result<Standing, Failure> {
        let table = self.table();
        if !table.exists() {
            return Ok(Standing::Absent);
        }
        let name = self.report();
        let unreadable = |why: String| Failure::Input(name.display().to_string(), why);
        let text = fs::read(&name).map_err(|error| unreadable(error.to_string()))?;
        let invalid = |error: serde_json::Error| {
            unreadable(format!("{error}; delete it and {}", table.display()))
        };
        let kept: Kept = serde_json::from_slice(&text).map_err(invalid)?;
        let kept = kept.without_cubes();
        let now = match self.origin(interrupt) {
            Ok(now) => now,
            Err(why) => return Ok(Standing::Unreadable(why)),
        };
        if kept.input.name != now.name {
            return Err(Failure::Usage(format!(
                "{} was written from {}, not from {}; scan into another folder",
                table.display(),
                kept.input.name,
                now.name
            )));
        }
        Ok(match (&kept.input.identity, now.identity) {
            (Some(then), Some(now)) if *then == now => match &kept.table {
                Some(written) if is_of(&table, written) => Standing::Done(Box::new(kept)),
                _ => outdated("is not as its report says"),
            },
            (_, None) => {
                let why = self.input.unrecognised();
                outdated(&format!("may be of other bytes: {why}"))
            }
            _ => outdated("is of an archive that has changed since"),
        })
    }

    /// The identity of the input in its current state.
    ///
    /// # Errors
    /// An archive that cannot be read.
    pub fn origin(&self, interrupt: &Interrupt) -> Result<Origin, String> {
        let identity = self.input.identity(interrupt);
        Ok(Origin {
            name: self.input.whole_name(),
            identity: identity.map_err(|error| error.to_string())?,
            sha256: None,
        })
    }

    /// Creates the table, under the name of a part.
    pub fn begin(&self) -> Result<Part, Failure> {
        Part::create(&self.table()).map_err(|error| self.unwritable(&error))
    }

    /// The failure to write the table.
    pub fn unwritable(&self, error: &io::Error) -> Failure {
        unwritable(&self.table(), error)
    }

    /// Moves the report into place and then the complete table; an outdated table is removed before both, because a
    /// report belongs to the table beside it. Where several processes may write it, it stays: one could remove what another
    /// has finished. The checksum in the report tells that a table is not of it.
    pub fn finish(&self, table: Part, kept: &Kept) -> Result<(), Failure> {
        let name = self.report();
        let write = || {
            let part = Part::create(&name)?;
            // A cube has thousands of cells, and white space doubles them.
            write_text(part.file(), serde_json::to_vec(kept)?)?;
            if self.folder.lock.is_some() {
                gone(&self.table())?;
            }
            part.finish()
        };
        write().map_err(|error| unwritable(&name, &error))?;
        table.finish().map_err(|error| self.unwritable(&error))
    }

    /// The file of the table.
    pub fn table(&self) -> PathBuf {
        self.named(&format!(".{}", self.folder.extension))
    }

    fn report(&self) -> PathBuf {
        self.named(REPORT_OF)
    }

    fn named(&self, ending: &str) -> PathBuf {
        self.folder
            .path
            .join(format!("{}{ending}", self.input.file_name()))
    }
}

/// Whether the table at this place is the one that was written.
fn is_of(table: &Path, written: &TableFile) -> bool {
    let held = File::open(table).and_then(|file| TableFile::of(&file));
    held.is_ok_and(|held| held == *written)
}

/// Opens the file of the run, for this process alone.
fn locked(folder: &Path, name: &Path) -> Result<File, Failure> {
    let file = open_unlinked(name).map_err(|error| unwritable(name, &error))?;
    match file.try_lock() {
        Ok(()) if !is_itself(&file, name) => {
            let replaced = io::Error::other("another file replaced it; run again");
            Err(unwritable(name, &replaced))
        }
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Failure::File(
            folder.display().to_string(),
            String::from("another run is writing into this folder"),
        )),
        Err(TryLockError::Error(error)) => Err(unwritable(name, &error)),
    }
}

/// The run that a folder holds, if its settings are those of this run.
fn agreed(folder: &Path, text: &[u8], asked: &RunFile) -> Result<RunFile, Failure> {
    let held: RunFile = serde_json::from_slice(text).map_err(|error| {
        let name = folder.join(RUN).display().to_string();
        Failure::Input(name, format!("{error}; scan into another folder"))
    })?;
    let names = held.settings.keys().chain(asked.settings.keys());
    for name in names {
        let value = |run: &RunFile| match run.settings.get(name) {
            Some(value) => format!("{name} `{value}`"),
            None => format!("no {name}"),
        };
        if value(&held) != value(asked) {
            return Err(Failure::Usage(format!(
                "{} holds a run with {}, and this one has {}; resume with the same settings, or name another folder",
                folder.display(),
                value(&held),
                value(asked)
            )));
        }
    }
    Ok(held)
}

/// Removes the parts that killed processes left.
fn remove_strays(folder: &Path, extension: &str) {
    let table = format!(".{extension}");
    Part::remove_strays(folder, |stem| {
        let is_whole = [REPORT, SUCCESS].contains(&stem);
        is_whole || [REPORT_OF, &table].iter().any(|own| stem.ends_with(own))
    });
}

/// Removes a file, if it exists.
fn gone(name: &Path) -> io::Result<()> {
    match fs::remove_file(name) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn write_json(file: &File, value: &impl Serialize) -> io::Result<()> {
    write_text(file, serde_json::to_vec_pretty(value)?)
}

fn write_text(mut file: &File, mut text: Vec<u8>) -> io::Result<()> {
    text.push(b'\n');
    file.write_all(&text)?;
    file.sync_all()
}

fn unwritable(name: &Path, error: &io::Error) -> Failure {
    Failure::File(name.display().to_string(), error.to_string())
}

/// The file with the settings of the run.
const RUN: &str = "scan.json";
/// The sign that all tables are complete, which readers of Spark's folders know.
const SUCCESS: &str = "_SUCCESS";
/// The file with the report on the run.
const REPORT: &str = "summary.json";
/// The end of the name of the report on an archive.
const REPORT_OF: &str = ".report.json";
