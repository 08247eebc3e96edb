//! Answers that wait to be sorted: each batch is a sorted run of its own in a file beside the store, and at the end all
//! runs are read side by side. So every page of a store of many million sites is written once, in order, and not once a
//! batch.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use redb::{
    AccessGuard, Builder, Database, Range, ReadOnlyTable, ReadableDatabase, ReadableTable,
    TableDefinition,
};

use super::file::{MEMORY, redb_error};
use crate::answer::Answer;

/// The runs of one store, and the file that holds them, which is removed with them.
pub(super) struct Runs {
    path: PathBuf,
    file: Database,
    count: u64,
}

impl Runs {
    /// Begins a file of runs for the store at `store`.
    pub(super) fn new(store: &Path) -> io::Result<Runs> {
        Runs::remove_stray(store);
        let path = path(store);
        let file = Builder::new().set_cache_size(MEMORY).create(&path);
        let file = file
            .map_err(redb_error)
            .inspect_err(|_| Runs::remove_stray(store))?;
        Ok(Runs {
            file,
            path,
            count: 0,
        })
    }

    /// Removes the file of a killed process, whose store this process writes now.
    pub(super) fn remove_stray(store: &Path) {
        let _ = fs::remove_file(path(store));
    }

    /// Adds a run.
    pub(super) fn add(&mut self, rows: &BTreeMap<String, Answer>) -> io::Result<()> {
        let name = name(self.count);
        let transaction = self.file.begin_write().map_err(redb_error)?;
        {
            let mut table = transaction
                .open_table(definition(&name))
                .map_err(redb_error)?;
            for (authority, answer) in rows {
                let bytes = answer.to_bytes()?;
                table
                    .insert(authority.as_str(), bytes.as_slice())
                    .map_err(redb_error)?;
            }
        }
        self.count += 1;
        transaction.commit().map_err(redb_error)
    }

    /// Hands over all rows in the order of their keys; those of one key follow each other.
    pub(super) fn each(
        &self,
        mut row: impl FnMut(&str, &[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let transaction = self.file.begin_read().map_err(redb_error)?;
        let mut tables: Vec<ReadOnlyTable<&str, &[u8]>> = Vec::new();
        for number in 0..self.count {
            let table = transaction.open_table(definition(&name(number)));
            tables.push(table.map_err(redb_error)?);
        }
        let mut runs: Vec<Range<'_, &str, &[u8]>> = Vec::new();
        for table in &tables {
            runs.push(table.iter().map_err(redb_error)?);
        }
        let mut next = BinaryHeap::new();
        for (number, run) in runs.iter_mut().enumerate() {
            next.extend(front(run, number)?);
        }
        while let Some(Reverse((authority, number, bytes))) = next.pop() {
            row(&authority, &bytes)?;
            if let Some(run) = runs.get_mut(number) {
                next.extend(front(run, number)?);
            }
        }
        Ok(())
    }
}

impl Drop for Runs {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The first row of a run that was not handed over: its authority, the number of its run, and its bytes.
type Front = Reverse<(String, usize, Vec<u8>)>;

fn front(run: &mut Range<'_, &str, &[u8]>, number: usize) -> io::Result<Option<Front>> {
    let Some(row) = run.next() else {
        return Ok(None);
    };
    let (authority, bytes): (AccessGuard<'_, &str>, AccessGuard<'_, &[u8]>) =
        row.map_err(redb_error)?;
    let row = (authority.value().to_owned(), number, bytes.value().to_vec());
    Ok(Some(Reverse(row)))
}

/// The file of the runs of the store at `store`.
fn path(store: &Path) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push(".runs");
    PathBuf::from(name)
}

fn name(number: u64) -> String {
    format!("run {number}")
}

fn definition(name: &str) -> TableDefinition<'_, &'static str, &'static [u8]> {
    TableDefinition::new(name)
}
