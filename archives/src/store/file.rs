//! The file: one table of an embedded store, a row for every authority.

use std::io;
use std::path::Path;

use redb::{Builder, DatabaseError, ReadOnlyDatabase, TableDefinition};

/// Opens a store for reading. If a run that added to it was interrupted, the store has its earlier answers, but must be
/// mended first.
pub(super) fn mended(path: &Path) -> Result<ReadOnlyDatabase, String> {
    match reader(path) {
        Err(DatabaseError::RepairAborted) => {}
        file => return file.map_err(fault),
    }
    mend(path).map_err(|why| {
        format!("a run that added to it was broken off, and it cannot be mended: {why}")
    })?;
    reader(path).map_err(fault)
}

pub(super) fn reader(path: &Path) -> Result<ReadOnlyDatabase, DatabaseError> {
    Builder::new().set_cache_size(MEMORY).open_read_only(path)
}

/// Makes a store readable that was not closed.
pub(super) fn mend(path: &Path) -> Result<(), String> {
    let file = Builder::new().set_cache_size(MEMORY).open(path);
    let file = file.map_err(fault)?;
    let mut transaction = file.begin_write().map_err(fault)?;
    // This writes the pages that closing would write, because closing does not report a full disk.
    transaction.set_quick_repair(true);
    transaction.commit().map_err(fault)
}

pub(super) fn panicked<T>((): ()) -> Result<T, String> {
    Err(damaged("its pages"))
}

pub(super) fn damaged(what: &str) -> String {
    format!("{what} cannot be read; build the store again")
}

pub(super) fn fault(error: impl Into<redb::Error>) -> String {
    match error.into() {
        redb::Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
            NOT_A_STORE.to_owned()
        }
        redb::Error::Io(error) => error.to_string(),
        redb::Error::DatabaseAlreadyOpen => String::from("another run is writing it"),
        redb::Error::TableDoesNotExist(_) => NOT_A_STORE.to_owned(),
        error => format!("{error}; build the store again"),
    }
}

/// Why a file of another kind cannot be used.
const NOT_A_STORE: &str = "it is not a store of robots.txt answers; `robots-policy robots-store build ARCHIVES -o STORE` makes one out of archives, and `eval --robots` reads a single robots.txt";

/// Rows by authority. Its name holds the version of their form.
pub(super) const TABLE: TableDefinition<'_, &str, &[u8]> =
    TableDefinition::new("robots.txt captures, form 1");
/// Bytes of the file that are held in memory.
pub(super) const MEMORY: usize = 32 * 1024 * 1024;
