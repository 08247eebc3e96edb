//! Answers that wait to be sorted: each batch is a sorted run of its own in a file beside the store, and at the end all
//! runs are read side by side. So every page of a store of many million sites is written once, in order, and not once a
//! batch.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::fs;
use std::path::{Path, PathBuf};

use redb::{
    AccessGuard, Builder, Database, Range, ReadOnlyTable, ReadableDatabase, ReadableTable,
    TableDefinition,
};

use super::file::{MEMORY, fault};
use crate::answer::Answer;

/// The runs of one store, and the file that holds them, which goes with them.
pub(super) struct Runs {
    path: PathBuf,
    file: Database,
    count: u64,
}

impl Runs {
    /// Begins a file of runs for the store at `store`.
    pub(super) fn new(store: &Path) -> Result<Runs, String> {
        Runs::remove_stray(store);
        let path = path(store);
        let file = Builder::new().set_cache_size(MEMORY).create(&path);
        let file = file
            .map_err(fault)
            .inspect_err(|_| Runs::remove_stray(store))?;
        Ok(Runs {
            file,
            path,
            count: 0,
        })
    }

    /// Takes away what a killed process left, whose store this process writes now.
    pub(super) fn remove_stray(store: &Path) {
        let _ = fs::remove_file(path(store));
    }

    /// Adds a run.
    pub(super) fn add(&mut self, rows: &BTreeMap<String, Answer>) -> Result<(), String> {
        let name = name(self.count);
        let transaction = self.file.begin_write().map_err(fault)?;
        {
            let mut table = transaction.open_table(definition(&name)).map_err(fault)?;
            for (authority, answer) in rows {
                let bytes = answer.to_bytes().map_err(|error| error.to_string())?;
                table
                    .insert(authority.as_str(), bytes.as_slice())
                    .map_err(fault)?;
            }
        }
        self.count += 1;
        transaction.commit().map_err(fault)
    }

    /// Hands over all rows in the order of their authorities; those of one authority follow each other.
    pub(super) fn each(
        &self,
        mut row: impl FnMut(&str, &[u8]) -> Result<(), String>,
    ) -> Result<(), String> {
        let transaction = self.file.begin_read().map_err(fault)?;
        let mut tables: Vec<ReadOnlyTable<&str, &[u8]>> = Vec::new();
        for number in 0..self.count {
            let table = transaction.open_table(definition(&name(number)));
            tables.push(table.map_err(fault)?);
        }
        let mut runs: Vec<Range<'_, &str, &[u8]>> = Vec::new();
        for table in &tables {
            runs.push(table.iter().map_err(fault)?);
        }
        let mut next = BinaryHeap::new();
        for (number, run) in runs.iter_mut().enumerate() {
            next.extend(head(run, number)?);
        }
        while let Some(Reverse((authority, number, bytes))) = next.pop() {
            row(&authority, &bytes)?;
            if let Some(run) = runs.get_mut(number) {
                next.extend(head(run, number)?);
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

/// The row at the head of a run: its authority, the number of its run, and its bytes.
type Head = Reverse<(String, usize, Vec<u8>)>;

fn head(run: &mut Range<'_, &str, &[u8]>, number: usize) -> Result<Option<Head>, String> {
    let Some(row) = run.next() else {
        return Ok(None);
    };
    let (authority, bytes): (AccessGuard<'_, &str>, AccessGuard<'_, &[u8]>) = row.map_err(fault)?;
    let row = (authority.value().to_owned(), number, bytes.value().to_vec());
    Ok(Some(Reverse(row)))
}

/// Where the runs of the store at `store` are.
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
