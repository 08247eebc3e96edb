//! A store that is written.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use redb::{Builder, Database, DatabaseError, ReadableTable, ReadableTableMetadata, Table};

use super::file::{DOCUMENTS, MEMORY, TABLE, is_document, on_store, reader, redb_error, repair};
use super::runs::Runs;
use crate::answer::{Answer, StoreError};

/// A store that is written.
pub struct Writer {
    path: PathBuf,
    file: Database,
    /// Rows that are in no file yet, and about how many bytes they take.
    waiting: BTreeMap<String, Answer>,
    bytes: usize,
    pub(super) most_bytes: usize,
    /// The rows that did not fit into memory.
    runs: Option<Runs>,
}

impl Writer {
    /// Opens a store or begins one.
    ///
    /// # Errors
    /// The file exists and is not a store (an empty one is not), or it cannot be written.
    pub fn open(path: &Path) -> Result<Writer, StoreError> {
        on_store(path, || {
            // redb would create a store in it.
            if fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() == 0) {
                return Err(io::Error::other(EMPTY));
            }
            let file = Builder::new().set_cache_size(MEMORY).create(path);
            let file = file.map_err(redb_error)?;
            Runs::remove_stray(path);
            Ok(Writer {
                path: path.to_owned(),
                file,
                waiting: BTreeMap::new(),
                bytes: 0,
                most_bytes: BATCH,
                runs: None,
            })
        })
    }

    /// Adds the answer of a key, which is that of [`Answer::of`] or [`Answer::of_document`], if it ranks above the stored one.
    pub fn add(&mut self, key: String, answer: Answer) -> Result<(), StoreError> {
        let len = key.len() + answer.body.as_ref().map_or(0, Vec::len) + ROW;
        match self.waiting.get_mut(&key) {
            Some(kept) if answer.rank(kept).is_le() => return Ok(()),
            Some(kept) => *kept = answer,
            None => drop(self.waiting.insert(key, answer)),
        }
        self.bytes += len;
        if self.bytes > self.most_bytes {
            let path = self.path.clone();
            on_store(&path, || self.put_aside())?;
        }
        Ok(())
    }

    fn put_aside(&mut self) -> io::Result<()> {
        self.bytes = 0;
        let waiting = std::mem::take(&mut self.waiting);
        let runs = match &mut self.runs {
            Some(runs) => runs,
            none => none.insert(Runs::new(&self.path)?),
        };
        runs.add(&waiting)
    }

    /// Writes everything; gives the number of authorities in the store.
    pub fn finish(mut self) -> Result<u64, StoreError> {
        let path = self.path.clone();
        let count = on_store(&path, || self.write())?;
        on_store(&path, || self.close())?;
        Ok(count)
    }

    /// Closes the file. Closing writes to it and does not report whether that failed.
    fn close(self) -> io::Result<()> {
        let path = self.path.clone();
        drop(self);
        match reader(&path) {
            Err(DatabaseError::RepairAborted) => {
                repair(&path)?;
                reader(&path).map(drop).map_err(redb_error)
            }
            // Another run adds to it already.
            Ok(_) | Err(DatabaseError::DatabaseAlreadyOpen) => Ok(()),
            Err(error) => Err(redb_error(error)),
        }
    }

    fn write(&mut self) -> io::Result<u64> {
        if self.runs.is_some() {
            self.put_aside()?;
        }
        let transaction = self.file.begin_write().map_err(redb_error)?;
        let count = {
            let mut sites = transaction.open_table(TABLE).map_err(redb_error)?;
            let mut documents = transaction.open_table(DOCUMENTS).map_err(redb_error)?;
            let mut keep = |key: &str, bytes: &[u8]| {
                let is_site = !is_document(key);
                keep(
                    if is_site { &mut sites } else { &mut documents },
                    key,
                    bytes,
                )
            };
            for (key, answer) in &self.waiting {
                keep(key, &answer.to_bytes()?)?;
            }
            if let Some(runs) = &self.runs {
                runs.each(keep)?;
            }
            sites.len().map_err(redb_error)?
        };
        transaction.commit().map_err(redb_error)?;
        Ok(count)
    }
}

/// Writes a row, unless one that is there ranks above it.
fn keep(
    table: &mut Table<'_, &'static str, &'static [u8]>,
    key: &str,
    bytes: &[u8],
) -> io::Result<()> {
    let known = table.get(key).map_err(redb_error)?;
    let known = known.and_then(|row| Answer::from_bytes(row.value()));
    if let Some(known) = known {
        let ranks = Answer::from_bytes(bytes).is_some_and(|new| new.rank(&known).is_gt());
        if !ranks {
            return Ok(());
        }
    }
    table.insert(key, bytes).map_err(redb_error)?;
    Ok(())
}

/// The error about an empty file.
const EMPTY: &str = "it has 0 bytes, so its answers are lost; delete the file to start a new one";
/// Bytes of rows that wait in memory.
pub(super) const BATCH: usize = 32 * 1024 * 1024;
/// The approximate bytes of a row beside its name and its body.
const ROW: usize = 128;
