//! The file: one table of an embedded store, open only for the duration of one read or one write.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::panic_guard;
use redb::{Builder, Database, DatabaseError, ReadableDatabase, TableDefinition, TableError};

use super::entry::SiteEntry;

/// Why the file was not read or written.
pub(super) enum StoreFault {
    /// Another run had it open for too long.
    Busy,
    /// It was damaged, which was noticed so.
    Damaged(String),
    /// It cannot be used.
    Failed(String),
}

impl From<redb::Error> for StoreFault {
    fn from(error: redb::Error) -> StoreFault {
        match error {
            redb::Error::Io(error) if !is_of_bytes(&error) => StoreFault::Failed(error.to_string()),
            error @ (redb::Error::Corrupted(_)
            | redb::Error::Io(_)
            | redb::Error::RepairAborted
            | redb::Error::UpgradeRequired(_)
            | redb::Error::TableTypeMismatch { .. }
            | redb::Error::TableIsMultimap(_)
            | redb::Error::TypeDefinitionChanged { .. }) => StoreFault::Damaged(error.to_string()),
            error => StoreFault::Failed(error.to_string()),
        }
    }
}

/// The value of a key in a file that may not exist yet.
pub(super) fn get(file: &Path, key: &str) -> Result<Option<Vec<u8>>, StoreFault> {
    with_open(file, |store| {
        let transaction = store.begin_read()?;
        let table = match transaction.open_table(TABLE) {
            Err(TableError::TableDoesNotExist(_)) => return Ok(None),
            table => table?,
        };
        Ok(table.get(key)?.map(|value| value.value().to_vec()))
    })
}

/// Sets or removes a value, and drops every entry from before `oldest`.
pub(super) fn put(
    file: &Path,
    key: &str,
    value: Option<&[u8]>,
    oldest: Option<i64>,
) -> Result<(), StoreFault> {
    with_open(file, |store| {
        let transaction = store.begin_write()?;
        {
            let mut table = transaction.open_table(TABLE)?;
            if let Some(oldest) = oldest {
                table.retain(|_, value| {
                    SiteEntry::moment(value).is_some_and(|moment| moment >= oldest)
                })?;
            }
            match value {
                Some(value) => drop(table.insert(key, value)?),
                None => drop(table.remove(key)?),
            }
        }
        Ok(transaction.commit()?)
    })
}

/// Moves the file away, so that the next use creates a new one. An older moved file is overwritten.
pub(super) fn set_aside(file: &Path) -> io::Result<PathBuf> {
    let aside = file.with_extension("redb.damaged");
    fs::rename(file, &aside)?;
    Ok(aside)
}

fn with_open<T>(
    file: &Path,
    work: impl FnOnce(&Database) -> Result<T, redb::Error>,
) -> Result<T, StoreFault> {
    let unreadable = |()| StoreFault::Damaged(String::from("its pages cannot be read"));
    let store = panic_guard::guarded(|| open(file)).map_err(unreadable)??;
    let Ok(done) = panic_guard::guarded(|| work(&store)) else {
        // Closing it would read the pages that could not be read just now.
        std::mem::forget(store);
        return Err(unreadable(()));
    };
    panic_guard::guarded(|| drop(store)).map_err(unreadable)?;
    Ok(done?)
}

/// Opens the file once no other process has it open.
fn open(file: &Path) -> Result<Database, StoreFault> {
    let begun = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        let file = private(file).map_err(redb::Error::from)?;
        match Builder::new().set_cache_size(MEMORY).create_file(file) {
            Ok(store) => return Ok(store),
            Err(DatabaseError::DatabaseAlreadyOpen) if begun.elapsed() >= WAIT => {
                return Err(StoreFault::Busy);
            }
            Err(DatabaseError::DatabaseAlreadyOpen) => thread::sleep(pause),
            Err(error) => return Err(redb::Error::from(error).into()),
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Opens or creates a file that others cannot read. One that is there stays as it is.
pub(super) fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
}

/// Whether the file was read and is invalid.
fn is_of_bytes(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, UnexpectedEof};
    matches!(error.kind(), InvalidData | UnexpectedEof)
}

/// Entries by their authority. Its name holds the version of their form, so that two versions never read each other's.
const TABLE: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("robots.txt answers, form 5");
/// Bytes of the file that are held in memory.
const MEMORY: usize = 4 * 1024 * 1024;
/// How long another run that has the file open is waited for. A read or a write takes milliseconds, so a process that needs longer
/// is stuck.
pub(super) const WAIT: Duration = Duration::from_secs(2);
/// The time between two attempts to open the file.
const LONGEST_PAUSE: Duration = Duration::from_millis(20);
