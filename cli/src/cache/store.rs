//! The file: one table of an embedded store, opened for as long as one look or one change takes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use redb::{Builder, Database, DatabaseError, ReadableDatabase, TableDefinition, TableError};

use super::entry::Entry;
use crate::panic_guard;

/// A file that may not be there yet.
#[derive(Debug)]
pub(super) struct Store {
    file: PathBuf,
    wait: Duration,
}

/// Why the store did not do as asked.
#[derive(Debug)]
pub(super) enum Fault {
    /// Another process has it open.
    Busy,
    /// Its bytes make no sense.
    Damaged(String),
    /// Anything else.
    Failed(String),
}

impl Store {
    pub(super) fn new(file: PathBuf, wait: Duration) -> Store {
        Store { file, wait }
    }

    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    pub(super) fn wait(&self) -> Duration {
        self.wait
    }

    #[cfg(test)]
    pub(super) fn set_wait(&mut self, most: Duration) {
        self.wait = most;
    }

    pub(super) fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Fault> {
        self.with_open(|store| {
            let transaction = store.begin_read().map_err(fault)?;
            let table = match transaction.open_table(TABLE) {
                Err(TableError::TableDoesNotExist(_)) => return Ok(None),
                table => table.map_err(fault)?,
            };
            let value = table.get(key).map_err(fault)?;
            Ok(value.map(|value| value.value().to_vec()))
        })
    }

    /// Sets a value, or takes it away, and drops every entry from before `oldest`.
    pub(super) fn put(
        &self,
        key: &str,
        value: Option<&[u8]>,
        oldest: Option<i64>,
    ) -> Result<(), Fault> {
        self.with_open(|store| {
            let transaction = store.begin_write().map_err(fault)?;
            {
                let mut table = transaction.open_table(TABLE).map_err(fault)?;
                if let Some(oldest) = oldest {
                    let is_kept = |_: &str, value: &[u8]| {
                        Entry::moment(value).is_some_and(|moment| moment >= oldest)
                    };
                    table.retain(is_kept).map_err(fault)?;
                }
                match value {
                    Some(value) => table.insert(key, value).map(drop),
                    None => table.remove(key).map(drop),
                }
                .map_err(fault)?;
            }
            for former in FORMER {
                transaction.delete_table(former).map_err(fault)?;
            }
            transaction.commit().map_err(fault)
        })
    }

    /// Moves the file away, so that the next use begins a new one. The last that was moved is overwritten.
    pub(super) fn set_aside(&self) -> io::Result<PathBuf> {
        let aside = self.file.with_extension("redb.damaged");
        fs::rename(&self.file, &aside)?;
        Ok(aside)
    }

    fn with_open<T>(&self, work: impl FnOnce(&Database) -> Result<T, Fault>) -> Result<T, Fault> {
        let store = panic_guard::guarded(|| self.open()).unwrap_or_else(panicked)?;
        let Ok(done) = panic_guard::guarded(|| work(&store)) else {
            // Closing it would read what could not be read just now.
            std::mem::forget(store);
            return panicked(());
        };
        panic_guard::guarded(|| drop(store)).or_else(|()| panicked(()))?;
        done
    }

    /// Waits for its turn.
    fn open(&self) -> Result<Database, Fault> {
        let begun = Instant::now();
        let mut pause = Duration::from_millis(1);
        loop {
            match Builder::new().set_cache_size(MEMORY).create(&self.file) {
                Ok(store) => return Ok(store),
                Err(DatabaseError::DatabaseAlreadyOpen) if begun.elapsed() >= self.wait => {
                    return Err(Fault::Busy);
                }
                Err(DatabaseError::DatabaseAlreadyOpen) => thread::sleep(pause),
                Err(error) => return Err(fault(error)),
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }
}

fn panicked<T>((): ()) -> Result<T, Fault> {
    Err(Fault::Damaged(String::from("its pages cannot be read")))
}

fn fault(error: impl Into<redb::Error>) -> Fault {
    match error.into() {
        redb::Error::Io(error) if !is_of_bytes(&error) => Fault::Failed(error.to_string()),
        error @ (redb::Error::Corrupted(_)
        | redb::Error::Io(_)
        | redb::Error::RepairAborted
        | redb::Error::UpgradeRequired(_)
        | redb::Error::TableTypeMismatch { .. }
        | redb::Error::TableIsMultimap(_)
        | redb::Error::TypeDefinitionChanged { .. }) => Fault::Damaged(error.to_string()),
        error => Fault::Failed(error.to_string()),
    }
}

/// Whether the file was read and does not make sense.
fn is_of_bytes(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, UnexpectedEof};
    matches!(error.kind(), InvalidData | UnexpectedEof)
}

/// Entries by their authority. Its name holds the version of their form, so that two versions never read each other's.
const TABLE: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("robots.txt answers, form 3");
/// The tables of former versions: the first had no validators and counted a circle of redirects as an answer, the second
/// had no `Location`. Everything in them can be asked for again.
const FORMER: [TableDefinition<'_, &str, &[u8]>; 2] = [
    TableDefinition::new("robots.txt answers, form 1"),
    TableDefinition::new("robots.txt answers, form 2"),
];
/// Bytes of the file that are held in memory.
const MEMORY: usize = 4 * 1024 * 1024;
/// Between two attempts to open the file.
const LONGEST_PAUSE: Duration = Duration::from_millis(20);
