//! The file: one table of an embedded store, open only for the duration of one read or one write.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use redb::{Builder, Database, DatabaseError, ReadableDatabase, TableDefinition, TableError};

use super::entry::Entry;
use super::error::StoreError;
use crate::panic_guard;

/// A file that may not exist yet.
#[derive(Debug)]
pub(super) struct CacheFile {
    file: PathBuf,
    wait: Duration,
}

impl CacheFile {
    pub(super) fn new(file: PathBuf, wait: Duration) -> CacheFile {
        CacheFile { file, wait }
    }

    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    #[cfg(test)]
    pub(super) fn set_wait(&mut self, most: Duration) {
        self.wait = most;
    }

    pub(super) fn get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.with_open(|store| {
            let transaction = store.begin_read().map_err(|error| self.error(error))?;
            let table = match transaction.open_table(TABLE) {
                Err(TableError::TableDoesNotExist(_)) => return Ok(None),
                table => table.map_err(|error| self.error(error))?,
            };
            let value = table.get(key).map_err(|error| self.error(error))?;
            Ok(value.map(|value| value.value().to_vec()))
        })
    }

    /// Sets or removes a value, and drops every entry from before `oldest`.
    pub(super) fn put(
        &self,
        key: &str,
        value: Option<&[u8]>,
        oldest: Option<i64>,
    ) -> Result<(), StoreError> {
        self.with_open(|store| {
            let transaction = store.begin_write().map_err(|error| self.error(error))?;
            {
                let mut table = transaction
                    .open_table(TABLE)
                    .map_err(|error| self.error(error))?;
                if let Some(oldest) = oldest {
                    let is_kept = |_: &str, value: &[u8]| {
                        Entry::moment(value).is_some_and(|moment| moment >= oldest)
                    };
                    table.retain(is_kept).map_err(|error| self.error(error))?;
                }
                match value {
                    Some(value) => table.insert(key, value).map(drop),
                    None => table.remove(key).map(drop),
                }
                .map_err(|error| self.error(error))?;
            }
            transaction.commit().map_err(|error| self.error(error))
        })
    }

    /// Moves the file away, so that the next use creates a new one. An older moved file is overwritten.
    pub(super) fn set_aside(&self) -> io::Result<PathBuf> {
        let aside = self.file.with_extension("redb.damaged");
        fs::rename(&self.file, &aside)?;
        Ok(aside)
    }

    fn with_open<T>(
        &self,
        work: impl FnOnce(&Database) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let store =
            panic_guard::guarded(|| self.open()).unwrap_or_else(|()| Err(self.unreadable()))?;
        let Ok(done) = panic_guard::guarded(|| work(&store)) else {
            // Closing it would read the pages that could not be read just now.
            std::mem::forget(store);
            return Err(self.unreadable());
        };
        panic_guard::guarded(|| drop(store)).map_err(|()| self.unreadable())?;
        done
    }

    /// Opens the file once no other process has it open.
    fn open(&self) -> Result<Database, StoreError> {
        let begun = Instant::now();
        let mut pause = Duration::from_millis(1);
        loop {
            let file = private(&self.file).map_err(|error| self.error(error))?;
            match Builder::new().set_cache_size(MEMORY).create_file(file) {
                Ok(store) => return Ok(store),
                Err(DatabaseError::DatabaseAlreadyOpen) if begun.elapsed() >= self.wait => {
                    return Err(StoreError::Busy(self.file.clone(), self.wait));
                }
                Err(DatabaseError::DatabaseAlreadyOpen) => thread::sleep(pause),
                Err(error) => return Err(self.error(error)),
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// The error after the pages of the file made its reader panic.
    fn unreadable(&self) -> StoreError {
        self.damaged(String::from("its pages cannot be read"))
    }

    fn damaged(&self, why: String) -> StoreError {
        StoreError::Damaged {
            file: self.file.clone(),
            why,
            aside: None,
        }
    }

    fn error(&self, error: impl Into<redb::Error>) -> StoreError {
        match error.into() {
            redb::Error::Io(error) if !is_of_bytes(&error) => {
                StoreError::Failed(self.file.clone(), error.to_string())
            }
            error @ (redb::Error::Corrupted(_)
            | redb::Error::Io(_)
            | redb::Error::RepairAborted
            | redb::Error::UpgradeRequired(_)
            | redb::Error::TableTypeMismatch { .. }
            | redb::Error::TableIsMultimap(_)
            | redb::Error::TypeDefinitionChanged { .. }) => self.damaged(error.to_string()),
            error => StoreError::Failed(self.file.clone(), error.to_string()),
        }
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
/// The time between two attempts to open the file.
const LONGEST_PAUSE: Duration = Duration::from_millis(20);
