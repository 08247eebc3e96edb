//! The file: two tables of an embedded store, a row for every authority, and one for every document about AI use.

use std::io;
use std::path::Path;

use redb::{Builder, DatabaseError, ReadOnlyDatabase, TableDefinition};

use crate::answer::StoreError;
use crate::guard::guarded;

/// Opens a store for reading. If a run that added to it was interrupted, the store has its earlier answers, but must be
/// repaired first.
pub(super) fn repaired(path: &Path) -> io::Result<ReadOnlyDatabase> {
    match reader(path) {
        Err(DatabaseError::RepairAborted) => {}
        file => return file.map_err(redb_error),
    }
    repair(path).map_err(|why| {
        io::Error::other(format!(
            "a run that added to it was interrupted, and it cannot be repaired: {why}"
        ))
    })?;
    reader(path).map_err(redb_error)
}

pub(super) fn reader(path: &Path) -> Result<ReadOnlyDatabase, DatabaseError> {
    Builder::new().set_cache_size(MEMORY).open_read_only(path)
}

/// Makes a store readable that was not closed.
pub(super) fn repair(path: &Path) -> io::Result<()> {
    let file = Builder::new().set_cache_size(MEMORY).open(path);
    let file = file.map_err(redb_error)?;
    let mut transaction = file.begin_write().map_err(redb_error)?;
    // This writes the pages that closing would write, because closing does not report a full disk.
    transaction.set_quick_repair(true);
    transaction.commit().map_err(redb_error)
}

/// Runs `work` on the store at `path`, which its error names; so does a panic over damaged pages.
pub(super) fn on_store<T>(
    path: &Path,
    work: impl FnOnce() -> io::Result<T>,
) -> Result<T, StoreError> {
    let done = guarded(work).unwrap_or_else(|()| Err(damaged("its pages")));
    done.map_err(|error| StoreError {
        store: path.display().to_string(),
        why: error.to_string(),
    })
}

pub(super) fn damaged(what: &str) -> io::Error {
    io::Error::other(format!("{what} cannot be read; build the store again"))
}

/// An error of redb, and the fix.
pub(super) fn redb_error(error: impl Into<redb::Error>) -> io::Error {
    match error.into() {
        redb::Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
            io::Error::other(NOT_A_STORE)
        }
        redb::Error::Io(error) => error,
        redb::Error::DatabaseAlreadyOpen => io::Error::other("another run is writing it"),
        redb::Error::TableDoesNotExist(_) => io::Error::other(NOT_A_STORE),
        error => io::Error::other(format!("{error}; build the store again")),
    }
}

/// Whether a key in a store is that of a document, and not an authority.
pub(super) fn is_document(key: &str) -> bool {
    key.split_once("://")
        .is_some_and(|(_, rest)| rest.contains('/'))
}

/// The error about a file of another kind.
const NOT_A_STORE: &str = "it is not a store of robots.txt answers; `robots-policy robots-store build ARCHIVES -o STORE` makes one out of archives, and `eval --robots` reads a single robots.txt";

/// Rows by authority. Its name holds the version of their form.
pub(super) const TABLE: TableDefinition<'_, &str, &[u8]> =
    TableDefinition::new("robots.txt captures, form 1");
/// Rows by the address of a document. A store of an earlier version does not have it.
pub(super) const DOCUMENTS: TableDefinition<'_, &str, &[u8]> =
    TableDefinition::new("documents about AI use, form 1");
/// Bytes of the file that are held in memory.
pub(super) const MEMORY: usize = 32 * 1024 * 1024;
