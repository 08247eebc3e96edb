//! The records that an index names, by archive.

mod columns;
mod csv;
mod parquet;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::hash::Hasher as _;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use robots_policy_input::names::shown;
use robots_policy_input::number::number;
use robots_policy_input::{Failure, read_input};
use robots_policy_live::panic_guard::guarded;
use twox_hash::XxHash64;

use super::list::os_name;
use super::ranges::RecordRange;

/// The archives that an index names, in the order in which it names them, and the ranges of their records.
pub(super) struct RecordIndex {
    pub(super) files: Vec<(OsString, Arc<[RecordRange]>)>,
    /// The text that distinguishes it from an index of other records.
    pub(super) identity: String,
}

/// A record that a row of an index names.
struct Named<'i> {
    file: &'i [u8],
    offset: u64,
    length: u64,
}

impl RecordIndex {
    /// Reads an index: CSV, plain or in gzip, or Parquet.
    ///
    /// # Errors
    /// A file that cannot be read, or whose rows do not all name records that do not overlap.
    pub(super) fn read(path: &Path) -> Result<RecordIndex, Failure> {
        let unreadable = |why: String| Failure::Input(shown(path.as_os_str()), why);
        let mut archives = Archives::default();
        read_rows(path, &mut |named| archives.add(&named)).map_err(unreadable)?;
        archives.index().map_err(unreadable)
    }
}

/// Gives `add` the record that each row of a file names.
fn read_rows(
    path: &Path,
    add: &mut dyn FnMut(Named<'_>) -> Result<(), String>,
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
    add: &mut dyn FnMut(Named<'_>) -> Result<(), String>,
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

/// The archives that were named so far.
#[derive(Default)]
struct Archives {
    /// By name, its number in `files`.
    numbers: HashMap<Vec<u8>, usize>,
    files: Vec<NamedRanges>,
    names: Vec<OsString>,
}

impl Archives {
    fn add(&mut self, named: &Named<'_>) -> Result<(), String> {
        let &Named {
            file,
            offset,
            length,
        } = named;
        if file.is_empty() {
            return Err(String::from("it names no archive"));
        }
        if length == 0 {
            return Err(String::from("its length is 0, and no record is as short"));
        }
        if offset.checked_add(length).is_none() {
            return Err(String::from(
                "its offset and its length are more than any file has",
            ));
        }
        let range = RecordRange { offset, length };
        let number = self.numbers.get(file).copied();
        if let Some(ranges) = number.and_then(|number| self.files.get_mut(number)) {
            ranges.push(range);
            return Ok(());
        }
        self.numbers.insert(file.to_owned(), self.files.len());
        self.names.push(os_name(file));
        self.files.push(NamedRanges::of(range));
        Ok(())
    }

    /// The ranges in order, each once.
    fn index(self) -> Result<RecordIndex, String> {
        let mut hash = XxHash64::with_seed(0);
        let mut records = 0;
        let mut files = Vec::new();
        for (name, named) in self.names.into_iter().zip(self.files) {
            let ranges = named.distinct();
            require_distinct(&name, &ranges)?;
            records += ranges.len() as u64;
            hash.write(name.as_encoded_bytes());
            // No name has this byte, which separates it from the numbers.
            hash.write(&[0]);
            hash.write(&(ranges.len() as u64).to_le_bytes());
            for range in &ranges {
                hash.write(&range.offset.to_le_bytes());
                hash.write(&range.length.to_le_bytes());
            }
            files.push((name, ranges.into()));
        }
        if files.is_empty() {
            return Err(String::from("it names no record"));
        }
        let records = number(records, "record");
        let archives = number(files.len() as u64, "archive");
        Ok(RecordIndex {
            identity: format!("{records} in {archives}, xxh64 {:016x}", hash.finish()),
            files,
        })
    }
}

/// The ranges of one archive that were named so far. What it holds is bounded by the number of those that differ.
struct NamedRanges {
    ranges: Vec<RecordRange>,
    /// When there are this many, equal ones are left out.
    most: usize,
}

impl NamedRanges {
    fn of(range: RecordRange) -> NamedRanges {
        NamedRanges {
            ranges: vec![range],
            most: MOST_EQUAL,
        }
    }

    fn push(&mut self, range: RecordRange) {
        if self.ranges.len() == self.most {
            self.leave_out_equal();
            self.most = MOST_EQUAL.max(self.ranges.len() * 2);
        }
        self.ranges.push(range);
    }

    fn leave_out_equal(&mut self) {
        self.ranges.sort_unstable();
        self.ranges.dedup();
    }

    /// The ranges in order, each once.
    fn distinct(mut self) -> Vec<RecordRange> {
        self.leave_out_equal();
        self.ranges
    }
}

/// Returns an error that names two ranges that overlap: their common records would have rows twice.
fn require_distinct(name: &OsStr, ranges: &[RecordRange]) -> Result<(), String> {
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

/// The most ranges of an archive that are held before equal ones are left out.
const MOST_EQUAL: usize = 4096;
/// The first bytes of a Parquet file.
const PARQUET: &[u8] = b"PAR1";
