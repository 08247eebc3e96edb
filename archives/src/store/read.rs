//! A store that is read.

use std::path::Path;

use redb::{ReadOnlyDatabase, ReadOnlyTable, ReadableDatabase};

use super::file::{TABLE, damaged, fault, mended, panicked};
use crate::answer::{Answer, Answers, StoreError};
use crate::guard::guarded;

/// A store that is read.
pub struct Store {
    name: String,
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
            .map_err(|why| StoreError {
                store: name.clone(),
                why,
            })?;
        Ok(Store {
            name,
            table,
            _file: file,
        })
    }
}

impl Answers for Store {
    fn get(&self, authority: &str) -> Result<Option<Answer>, StoreError> {
        let get = || {
            let Some(row) = self.table.get(authority).map_err(fault)? else {
                return Ok(None);
            };
            let answer = Answer::from_bytes(row.value());
            answer.map(Some).ok_or_else(|| damaged("a row of it"))
        };
        let row = guarded(get).unwrap_or_else(panicked);
        row.map_err(|why| StoreError {
            store: self.name.clone(),
            why,
        })
    }
}
