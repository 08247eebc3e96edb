//! A store that is written.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use super::blocks::{TreeWriter, damaged};
use super::part::{Lock, Part, stem};
use super::read::{MAGIC, Store, failure};
use super::runs::{Merged, Runs, Sorted};
use crate::answer::{Answer, StoreError};

/// A store that is written: beside its place, where it is moved when it is complete. Until then the place has what it had.
pub struct Writer {
    path: PathBuf,
    /// The store that is added to.
    former: Option<Store>,
    part: Part,
    /// Rows that are in no file yet, and about how many bytes they take.
    waiting: BTreeMap<String, Answer>,
    bytes: usize,
    pub(super) most_bytes: usize,
    /// The rows that did not fit into memory.
    runs: Option<Runs>,
    /// The last field, so that it is let go when the files are.
    _lock: Lock,
}

impl Writer {
    /// Begins a store at `path`, or with `updates` one that has the answers of the store there too.
    ///
    /// # Errors
    /// A file is there, and without `updates` or not a store; another run is writing the store; or it cannot be written.
    pub fn open(path: &Path, updates: bool) -> Result<Writer, StoreError> {
        // A link to a store stays one.
        let place = fs::canonicalize(path).ok().filter(|_| updates);
        let place = place.unwrap_or_else(|| path.to_owned());
        let unwritable = |error: io::Error| failure(path, NEW, &error);
        let lock = Lock::of(&place).map_err(unwritable)?;
        let own = stem(&place);
        let folder = place.parent().filter(|folder| *folder != Path::new(""));
        Part::remove_strays(folder.unwrap_or(Path::new(".")), |name| name == own);
        let is_there = fs::symlink_metadata(&place).is_ok();
        if is_there && !updates {
            return Err(unwritable(io::Error::other(THERE)));
        }
        let former = is_there.then(|| Store::open(path)).transpose()?;
        Ok(Writer {
            part: begun(&place).map_err(unwritable)?,
            path: path.to_owned(),
            former,
            waiting: BTreeMap::new(),
            bytes: 0,
            most_bytes: BATCH,
            runs: None,
            _lock: lock,
        })
    }

    /// Adds the answer of a key, which is that of [`Answer::of`] or [`Answer::of_document`], if it ranks above the stored one.
    pub fn add(&mut self, key: String, answer: Answer) -> Result<(), StoreError> {
        let len = key.len() + answer.body.as_ref().map_or(0, |body| body.len()) + ROW;
        match self.waiting.get_mut(&key) {
            Some(kept) if answer.rank(kept).is_le() => return Ok(()),
            Some(kept) => *kept = answer,
            None => drop(self.waiting.insert(key, answer)),
        }
        self.bytes += len;
        if self.bytes > self.most_bytes {
            let put = self.put_aside();
            put.map_err(|error| failure(&self.path, NEW, &error))?;
        }
        Ok(())
    }

    fn put_aside(&mut self) -> io::Result<()> {
        self.bytes = 0;
        let waiting = std::mem::take(&mut self.waiting);
        let runs = match &mut self.runs {
            Some(runs) => runs,
            none => none.insert(Runs::new(self.part.place())?),
        };
        runs.add(&waiting)
    }

    /// Writes everything, and moves the store to its place; gives the number of authorities in it.
    ///
    /// # Errors
    /// It cannot be written, or the store that is added to is damaged, and stays as it is.
    pub fn finish(mut self) -> Result<u64, StoreError> {
        let count = self.write();
        let moved = count.and_then(|count| self.part.finish().map(|()| count));
        moved.map_err(|error| failure(&self.path, "what it holds is", &error))
    }

    fn write(&mut self) -> io::Result<u64> {
        if self.runs.is_some() {
            self.put_aside()?;
        }
        let waiting = self.waiting.iter();
        let waiting = waiting.map(|(key, answer)| Ok((key.clone().into(), answer.to_bytes()?)));
        let mut sources: Vec<Sorted<'_>> = vec![Box::new(waiting)];
        sources.extend(self.runs.iter().flat_map(Runs::each));
        sources.extend(
            self.former
                .iter()
                .map(|store| Box::new(store.rows()) as Sorted<'_>),
        );
        let mut out = BufWriter::new(self.part.file());
        out.write_all(MAGIC)?;
        let mut tree = TreeWriter::new(out, MAGIC.len() as u64);
        let mut rows = Merged::new(sources)?;
        let mut sites = 0;
        let mut next = rows.next()?;
        while let Some((key, mut kept)) = next {
            next = rows.next()?;
            while let Some((_, other)) = next.take_if(|(other, _)| *other == key) {
                kept = higher(kept, other)?;
                next = rows.next()?;
            }
            tree.add(&key, &kept)?;
            sites += u64::from(!is_document(&key));
        }
        let (mut out, tree, _) = tree.finish()?;
        out.write_all(&tree.footer())?;
        out.flush()?;
        Ok(sites)
    }
}

/// The file of a new store, which may be read by those who may read the one that it replaces.
fn begun(place: &Path) -> io::Result<Part> {
    let part = Part::create(place)?;
    if let Ok(former) = fs::metadata(place) {
        part.file().set_permissions(former.permissions())?;
    }
    Ok(part)
}

/// Of two answers of one key the one that ranks above the other.
fn higher(first: Vec<u8>, second: Vec<u8>) -> io::Result<Vec<u8>> {
    let read = |bytes: &[u8]| Answer::from_bytes(bytes).ok_or_else(damaged);
    let is_second = read(&second)?.rank(&read(&first)?).is_gt();
    Ok(if is_second { second } else { first })
}

/// Whether a key is that of a document, and not an authority.
fn is_document(key: &[u8]) -> bool {
    let key = str::from_utf8(key).unwrap_or_default();
    key.split_once("://")
        .is_some_and(|(_, rest)| rest.contains('/'))
}

/// The name of what is damaged where only new files are read.
const NEW: &str = "a file beside it is";
/// The error about a file in the place of a new store.
const THERE: &str = "it is there already; add to it with --update, or name another file";
/// Bytes of rows that wait in memory.
pub(super) const BATCH: usize = 32 * 1024 * 1024;
/// The approximate bytes of a row beside its name and its body.
const ROW: usize = 128;
