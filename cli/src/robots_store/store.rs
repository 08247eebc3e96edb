//! The file: one table of an embedded store, a row for every authority.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use redb::{
    Builder, Database, DatabaseError, ReadOnlyDatabase, ReadOnlyTable, ReadableDatabase,
    ReadableTable, ReadableTableMetadata, Table, TableDefinition,
};

use super::capture::Capture;
use super::runs::Runs;
use crate::exit::Failure;
use crate::guard::guarded;

/// A store that is read.
pub(crate) struct Store {
    name: String,
    table: ReadOnlyTable<&'static str, &'static [u8]>,
    /// Kept open as long as its table is read.
    _file: ReadOnlyDatabase,
}

impl Store {
    /// Opens a store; other processes may read it at the same time.
    ///
    /// # Errors
    /// A file that is no store, or cannot be read.
    pub(crate) fn open(path: &Path) -> Result<Store, Failure> {
        let name = path.display().to_string();
        let open = || {
            let file = mended(path)?;
            let table = file
                .begin_read()
                .map_err(fault)?
                .open_table(TABLE)
                .map_err(fault)?;
            Ok((table, file))
        };
        let (table, file) = guarded(open)
            .unwrap_or_else(panicked)
            .map_err(|why| Failure::Input(name.clone(), why))?;
        Ok(Store {
            name,
            table,
            _file: file,
        })
    }

    /// What is kept of an authority, as in `https://example.com`.
    pub(crate) fn get(&self, authority: &str) -> Result<Option<Capture>, Failure> {
        let get = || {
            let Some(row) = self.table.get(authority).map_err(fault)? else {
                return Ok(None);
            };
            let capture = Capture::from_bytes(row.value());
            capture.map(Some).ok_or_else(|| damaged("a row of it"))
        };
        let row = guarded(get).unwrap_or_else(panicked);
        row.map_err(|why| Failure::Input(self.name.clone(), why))
    }
}

/// Opens a store for reading. One that was being added to when its run was broken off holds what it held before, but has
/// to be mended first.
fn mended(path: &Path) -> Result<ReadOnlyDatabase, String> {
    match reader(path) {
        Err(DatabaseError::RepairAborted) => {}
        file => return file.map_err(fault),
    }
    mend(path).map_err(|why| {
        format!("a run that added to it was broken off, and it cannot be mended: {why}")
    })?;
    reader(path).map_err(fault)
}

fn reader(path: &Path) -> Result<ReadOnlyDatabase, DatabaseError> {
    Builder::new().set_cache_size(MEMORY).open_read_only(path)
}

/// Makes a store readable that was not closed.
fn mend(path: &Path) -> Result<(), String> {
    let file = Builder::new().set_cache_size(MEMORY).open(path);
    let file = file.map_err(fault)?;
    let mut transaction = file.begin_write().map_err(fault)?;
    // What closing the file writes is written here, where it can be told that there is no room.
    transaction.set_quick_repair(true);
    transaction.commit().map_err(fault)
}

/// A store that is written.
pub(super) struct Writer {
    path: PathBuf,
    file: Database,
    /// Rows that are in no file yet, and about how many bytes they take.
    waiting: BTreeMap<String, Capture>,
    bytes: usize,
    most_bytes: usize,
    /// Rows that were too many to wait in memory.
    runs: Option<Runs>,
}

impl Writer {
    /// Opens a store or begins one.
    pub(super) fn open(path: &Path) -> Result<Writer, String> {
        let open = || {
            let file = Builder::new().set_cache_size(MEMORY).create(path);
            let file = file.map_err(fault)?;
            Runs::remove_stray(path);
            Ok(Writer {
                path: path.to_owned(),
                file,
                waiting: BTreeMap::new(),
                bytes: 0,
                most_bytes: BATCH,
                runs: None,
            })
        };
        guarded(open).unwrap_or_else(panicked)
    }

    /// Adds what an archive holds of an authority, if it ranks above what is there.
    pub(super) fn add(&mut self, authority: String, capture: Capture) -> Result<(), String> {
        let len = authority.len() + capture.body.as_ref().map_or(0, Vec::len) + ROW;
        match self.waiting.get_mut(&authority) {
            Some(kept) if capture.rank(kept).is_le() => return Ok(()),
            Some(kept) => *kept = capture,
            None => drop(self.waiting.insert(authority, capture)),
        }
        self.bytes += len;
        if self.bytes > self.most_bytes {
            guarded(|| self.put_aside()).unwrap_or_else(panicked)
        } else {
            Ok(())
        }
    }

    fn put_aside(&mut self) -> Result<(), String> {
        self.bytes = 0;
        let waiting = std::mem::take(&mut self.waiting);
        let runs = match &mut self.runs {
            Some(runs) => runs,
            none => none.insert(Runs::new(&self.path)?),
        };
        runs.add(&waiting)
    }

    /// Writes everything; gives the number of authorities in the store.
    pub(super) fn finish(mut self) -> Result<u64, String> {
        let count = guarded(|| self.write()).unwrap_or_else(panicked)?;
        guarded(|| self.close()).unwrap_or_else(panicked)?;
        Ok(count)
    }

    /// Closes the file, which writes to it and does not say whether it could.
    fn close(self) -> Result<(), String> {
        let path = self.path.clone();
        drop(self);
        match reader(&path) {
            Err(DatabaseError::RepairAborted) => {
                mend(&path)?;
                reader(&path).map(drop).map_err(fault)
            }
            // Another run adds to it already.
            Ok(_) | Err(DatabaseError::DatabaseAlreadyOpen) => Ok(()),
            Err(error) => Err(fault(error)),
        }
    }

    fn write(&mut self) -> Result<u64, String> {
        if self.runs.is_some() {
            self.put_aside()?;
        }
        let transaction = self.file.begin_write().map_err(fault)?;
        let count = {
            let mut table = transaction.open_table(TABLE).map_err(fault)?;
            for (authority, capture) in &self.waiting {
                let bytes = capture.to_bytes().map_err(|error| error.to_string())?;
                keep(&mut table, authority, &bytes)?;
            }
            if let Some(runs) = &self.runs {
                runs.each(|authority, bytes| keep(&mut table, authority, bytes))?;
            }
            table.len().map_err(fault)?
        };
        transaction.commit().map_err(fault)?;
        Ok(count)
    }
}

/// Writes a row, unless one that is there ranks above it.
fn keep(
    table: &mut Table<'_, &'static str, &'static [u8]>,
    authority: &str,
    bytes: &[u8],
) -> Result<(), String> {
    let known = table.get(authority).map_err(fault)?;
    let known = known.and_then(|row| Capture::from_bytes(row.value()));
    if let Some(known) = known {
        let ranks = Capture::from_bytes(bytes).is_some_and(|new| new.rank(&known).is_gt());
        if !ranks {
            return Ok(());
        }
    }
    table.insert(authority, bytes).map_err(fault)?;
    Ok(())
}

fn panicked<T>((): ()) -> Result<T, String> {
    Err(damaged("its pages"))
}

fn damaged(what: &str) -> String {
    format!("{what} cannot be read; build the store again")
}

pub(super) fn fault(error: impl Into<redb::Error>) -> String {
    match error.into() {
        redb::Error::Io(error) => error.to_string(),
        redb::Error::DatabaseAlreadyOpen => String::from("another run is writing it"),
        redb::Error::TableDoesNotExist(_) => String::from("it is no store of robots.txt answers"),
        error => format!("{error}; build the store again"),
    }
}

/// Rows by authority. Its name holds the version of their form.
const TABLE: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("robots.txt captures, form 1");
/// Bytes of the file that are held in memory.
pub(super) const MEMORY: usize = 32 * 1024 * 1024;
/// Bytes of rows that wait in memory.
const BATCH: usize = 32 * 1024 * 1024;
/// About what a row takes beside its name and its body.
const ROW: usize = 128;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn capture(at: i64, status: u16) -> Capture {
        Capture {
            at,
            status,
            location: None,
            body: Some(b"User-agent: *".repeat(usize::try_from(at).unwrap() + 1)),
        }
    }

    /// Fills a store whose rows wait in so many bytes; gives what it then holds of five sites.
    fn filled(most_bytes: usize) -> Vec<Option<Capture>> {
        let folder = std::env::temp_dir().join(format!("robots-store-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(format!("{most_bytes}.redb"));
        let mut held = Vec::new();
        // The second time it is added to.
        for pass in 0..2 {
            let mut writer = Writer::open(&path).unwrap();
            writer.most_bytes = most_bytes;
            for number in 0_i64..40 {
                let status = if number % 7 == 6 { 503 } else { 200 };
                let capture = capture(number * 13 % 40 + pass, status);
                writer
                    .add(format!("https://{}.example", number % 4), capture)
                    .unwrap();
            }
            assert_eq!(writer.finish().unwrap(), 4);
            let files: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
            assert_eq!(files.len(), 1, "{files:?}");
            let Ok(store) = Store::open(&path) else {
                panic!("the store does not open");
            };
            let sites = (0..5).map(|number| format!("https://{number}.example"));
            held.extend(sites.map(|site| store.get(&site).unwrap_or_default()));
        }
        std::fs::remove_dir_all(&folder).unwrap();
        held
    }

    #[test]
    fn a_store_does_not_depend_on_what_waits_in_memory() {
        let whole = filled(BATCH);
        assert_eq!(filled(0), whole);
        assert_eq!(filled(1000), whole);
        assert!(whole.iter().flatten().all(|capture| capture.status == 200));
        assert_eq!(whole.iter().flatten().count(), 8);
    }
}
