//! The records that an index names, by archive.

mod columns;
mod csv;
mod parquet;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::hash::Hasher as _;
use std::io::{self, BufReader, Read};
use std::path::Path;

use robots_policy_input::names::shown;
use robots_policy_input::number::number;
use robots_policy_input::{Failure, read_input};
use robots_policy_live::panic_guard::guarded;
use twox_hash::XxHash64;

use super::names::os_name;
use super::ranges::RecordRange;

/// The archives that an index names, and the ranges of their records.
#[derive(Default)]
pub(super) struct RecordIndex {
    /// In the order in which it names them; the ranges of each in their order, equal ones once.
    pub(super) files: Vec<(OsString, BTreeSet<RecordRange>)>,
    /// By name, its number in `files`.
    numbers: HashMap<Vec<u8>, usize>,
    /// The text that distinguishes it from an index of other records.
    pub(super) identity: String,
}

impl RecordIndex {
    /// Reads an index: CSV, plain or in gzip, or Parquet.
    ///
    /// # Errors
    /// A file that cannot be read, or whose rows do not all name records that do not overlap.
    pub(super) fn read(path: &Path) -> Result<RecordIndex, Failure> {
        let unreadable = |why: String| Failure::Input(shown(path.as_os_str()), why);
        let mut index = RecordIndex::default();
        read_rows(path, |file, range| index.add(file, range)).map_err(unreadable)?;
        index.identify().map_err(unreadable)?;
        Ok(index)
    }

    fn add(&mut self, file: &[u8], range: RecordRange) -> Result<(), String> {
        if file.is_empty() {
            return Err(String::from("it names no archive"));
        }
        if range.length == 0 {
            return Err(String::from("its length is 0, and no record is as short"));
        }
        if range.offset.checked_add(range.length).is_none() {
            return Err(String::from(
                "its offset and its length are more than any file has",
            ));
        }
        let number = self.numbers.get(file).copied();
        if let Some((_, ranges)) = number.and_then(|number| self.files.get_mut(number)) {
            ranges.insert(range);
            return Ok(());
        }
        self.numbers.insert(file.to_owned(), self.files.len());
        self.files.push((os_name(file), BTreeSet::from([range])));
        Ok(())
    }

    /// Sets the identity, when all rows were read.
    fn identify(&mut self) -> Result<(), String> {
        let mut hash = XxHash64::with_seed(0);
        let mut records = 0;
        for (name, ranges) in &self.files {
            require_distinct(name, ranges)?;
            records += ranges.len() as u64;
            hash.write(name.as_encoded_bytes());
            // No name has this byte, which separates it from the numbers.
            hash.write(&[0]);
            hash.write(&(ranges.len() as u64).to_le_bytes());
            for range in ranges {
                hash.write(&range.offset.to_le_bytes());
                hash.write(&range.length.to_le_bytes());
            }
        }
        if self.files.is_empty() {
            return Err(String::from("it names no record"));
        }
        let records = number(records, "record");
        let archives = number(self.files.len() as u64, "archive");
        self.identity = format!("{records} in {archives}, xxh64 {:016x}", hash.finish());
        Ok(())
    }
}

/// Gives `add` the archive and the range of the record that each row of a file names.
fn read_rows(
    path: &Path,
    add: impl FnMut(&[u8], RecordRange) -> Result<(), String>,
) -> Result<(), String> {
    let text = |error: io::Error| error.to_string();
    let mut source: Box<dyn Read + Send> = if path == Path::new("-") {
        Box::new(io::stdin())
    } else {
        let file = File::open(path);
        Box::new(file.map_err(|error| read_input::why(path.as_os_str(), &error))?)
    };
    let mut start = Vec::new();
    let mut magic = source.by_ref().take(PARQUET.len() as u64);
    magic.read_to_end(&mut start).map_err(text)?;
    if start == PARQUET {
        return read_parquet(path, add);
    }
    if start.starts_with(b"{") {
        return Err(String::from(
            "it is JSON, and an index is CSV or Parquet; `scan` writes Parquet by default",
        ));
    }
    let whole = io::Cursor::new(start).chain(source);
    let plain = read_input::plain(whole).map_err(text)?;
    csv::read(BufReader::new(plain), add)
}

fn read_parquet(
    path: &Path,
    add: impl FnMut(&[u8], RecordRange) -> Result<(), String>,
) -> Result<(), String> {
    if !path.is_file() {
        return Err(String::from(
            "it is Parquet in a pipe, which cannot be read from its end; name a file",
        ));
    }
    let file = File::open(path).map_err(|error| error.to_string())?;
    // The crate panics over some damaged files.
    let damaged = |()| Err(String::from("it is damaged Parquet; write it again"));
    guarded(|| parquet::read(file, add)).unwrap_or_else(damaged)
}

/// Returns an error that names two ranges that overlap: their common records would have rows twice.
fn require_distinct(name: &OsStr, ranges: &BTreeSet<RecordRange>) -> Result<(), String> {
    let mut pairs = ranges.iter().zip(ranges.iter().skip(1));
    match pairs.find(|(one, next)| next.offset < one.end()) {
        None => Ok(()),
        Some((one, next)) => Err(format!(
            "it names {one} and {next} of {}, which overlap; leave one of them out",
            shown(name)
        )),
    }
}

/// The error of a cell without a number.
fn without_bytes(column: &str, cell: &str) -> String {
    format!(
        "`{column}` is {cell}, so that the record has no bytes of its own; leave the row out, or read the whole archive"
    )
}

/// The first bytes of a Parquet file.
const PARQUET: &[u8] = b"PAR1";
