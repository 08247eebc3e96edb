//! A store that is read.

use std::path::{Path, PathBuf};

use redb::{ReadOnlyDatabase, ReadOnlyTable, ReadableDatabase, TableError};

use super::file::{DOCUMENTS, TABLE, damaged, is_document, on_store, redb_error, repaired};
use crate::answer::{Answer, Answers, StoreError};

/// Rows by key.
type Rows = ReadOnlyTable<&'static str, &'static [u8]>;

/// A store that is read.
pub struct Store {
    path: PathBuf,
    sites: Rows,
    /// `None` in a store of an earlier version.
    documents: Option<Rows>,
    /// Kept open as long as its table is read.
    _file: ReadOnlyDatabase,
}

impl Store {
    /// Opens a store; other processes may read it at the same time.
    ///
    /// # Errors
    /// The file is not a store, or cannot be read.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let (sites, documents, file) = on_store(path, || {
            let file = repaired(path)?;
            let transaction = file.begin_read().map_err(redb_error)?;
            let sites = transaction.open_table(TABLE).map_err(redb_error)?;
            let documents = match transaction.open_table(DOCUMENTS) {
                Err(TableError::TableDoesNotExist(_)) => None,
                documents => Some(documents.map_err(redb_error)?),
            };
            Ok((sites, documents, file))
        })?;
        Ok(Store {
            path: path.to_owned(),
            sites,
            documents,
            _file: file,
        })
    }
}

impl Answers for Store {
    fn get(&self, key: &str) -> Result<Option<Answer>, StoreError> {
        let table = if is_document(key) {
            self.documents.as_ref()
        } else {
            Some(&self.sites)
        };
        let Some(table) = table else { return Ok(None) };
        on_store(&self.path, || {
            let Some(row) = table.get(key).map_err(redb_error)? else {
                return Ok(None);
            };
            let answer = Answer::from_bytes(row.value());
            answer.map(Some).ok_or_else(|| damaged("a row of it"))
        })
    }
}
