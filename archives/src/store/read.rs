//! A store that is read.

use std::path::{Path, PathBuf};

use redb::{ReadOnlyDatabase, ReadOnlyTable, ReadableDatabase};

use super::file::{TABLE, damaged, on_store, redb_error, repaired};
use crate::answer::{Answer, Answers, StoreError};

/// A store that is read.
pub struct Store {
    path: PathBuf,
    table: ReadOnlyTable<&'static str, &'static [u8]>,
    /// Kept open as long as its table is read.
    _file: ReadOnlyDatabase,
}

impl Store {
    /// Opens a store; other processes may read it at the same time.
    ///
    /// # Errors
    /// The file is not a store, or cannot be read.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let (table, file) = on_store(path, || {
            let file = repaired(path)?;
            let table = file
                .begin_read()
                .map_err(redb_error)?
                .open_table(TABLE)
                .map_err(redb_error)?;
            Ok((table, file))
        })?;
        Ok(Store {
            path: path.to_owned(),
            table,
            _file: file,
        })
    }
}

impl Answers for Store {
    fn get(&self, authority: &str) -> Result<Option<Answer>, StoreError> {
        on_store(&self.path, || {
            let Some(row) = self.table.get(authority).map_err(redb_error)? else {
                return Ok(None);
            };
            let answer = Answer::from_bytes(row.value());
            answer.map(Some).ok_or_else(|| damaged("a row of it"))
        })
    }
}
