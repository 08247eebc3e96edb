//! The file: one table of an embedded store, a row for every authority.

use std::collections::BTreeMap;
use std::path::Path;

use redb::{
    Builder, Database, ReadOnlyDatabase, ReadOnlyTable, ReadableDatabase, ReadableTable,
    ReadableTableMetadata, TableDefinition,
};

use super::capture::Capture;
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
            let file = Builder::new()
                .set_cache_size(MEMORY)
                .open_read_only(path)
                .map_err(fault)?;
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

/// A store that is written.
pub(super) struct Writer {
    file: Database,
    /// Rows that are not in the file yet, and about how many bytes they take.
    waiting: BTreeMap<String, Capture>,
    bytes: usize,
}

impl Writer {
    /// Opens a store or begins one.
    pub(super) fn open(file: &Path) -> Result<Writer, String> {
        let open = || {
            let file = Builder::new().set_cache_size(MEMORY).create(file);
            Ok(Writer {
                file: file.map_err(fault)?,
                waiting: BTreeMap::new(),
                bytes: 0,
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
        if self.bytes > BATCH {
            self.flush()
        } else {
            Ok(())
        }
    }

    /// Writes what waits, in one transaction.
    pub(super) fn flush(&mut self) -> Result<(), String> {
        let waiting = std::mem::take(&mut self.waiting);
        self.bytes = 0;
        guarded(|| write(&self.file, &waiting)).unwrap_or_else(panicked)
    }

    /// Writes everything; gives the number of authorities in the store.
    pub(super) fn finish(mut self) -> Result<u64, String> {
        self.flush()?;
        let count = || {
            let table = self.file.begin_read().map_err(fault)?.open_table(TABLE);
            table.map_err(fault)?.len().map_err(fault)
        };
        guarded(count).unwrap_or_else(panicked)
    }
}

fn write(file: &Database, rows: &BTreeMap<String, Capture>) -> Result<(), String> {
    let transaction = file.begin_write().map_err(fault)?;
    {
        let mut table = transaction.open_table(TABLE).map_err(fault)?;
        for (authority, capture) in rows {
            let known = table.get(authority.as_str()).map_err(fault)?;
            let known = known.and_then(|row| Capture::from_bytes(row.value()));
            if known.is_none_or(|known| capture.rank(&known).is_gt()) {
                let bytes = capture.to_bytes().map_err(|error| error.to_string())?;
                table
                    .insert(authority.as_str(), bytes.as_slice())
                    .map_err(fault)?;
            }
        }
    }
    transaction.commit().map_err(fault)
}

fn panicked<T>((): ()) -> Result<T, String> {
    Err(damaged("its pages"))
}

fn damaged(what: &str) -> String {
    format!("{what} cannot be read; build the store again")
}

fn fault(error: impl Into<redb::Error>) -> String {
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
const MEMORY: usize = 32 * 1024 * 1024;
/// Bytes of rows that are written in one transaction.
const BATCH: usize = 32 * 1024 * 1024;
/// About what a row takes beside its name and its body.
const ROW: usize = 128;
