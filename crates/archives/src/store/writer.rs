//! A store that is written.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use super::blocks::{SortedRows, TreeWriter, damaged};
use super::digest::Digest;
use super::form;
use super::part::{Lock, Part, stem};
use super::place::Place;
use super::reader::{HOLDINGS, Holdings, MAGIC, Store, body_key, failure};
use super::runs::{Merged, Runs};
use crate::answer::{Answer, StoreError};
use sha2::{Digest as _, Sha256};

/// A store that is written: beside its place, where it is moved when it is complete. Until then the place has what it had.
pub struct Writer {
    path: PathBuf,
    /// The store that is added to.
    former: Option<Store>,
    part: Part,
    /// Places and bodies that are in no file yet, and about how many bytes they take.
    waiting: Waiting,
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
        Ok(Writer {
            former: is_there.then(|| Store::open(path)).transpose()?,
            part: begun(&place).map_err(unwritable)?,
            path: path.to_owned(),
            waiting: Waiting::default(),
            bytes: 0,
            most_bytes: BATCH,
            runs: None,
            _lock: lock,
        })
    }

    /// Adds an answer of a key, which is that of [`Answer::of`] or [`Answer::at_address`].
    pub fn add(&mut self, key: String, answer: Answer) -> Result<(), StoreError> {
        self.bytes += self.waiting.add(key, answer);
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
        runs.add(waiting.rows())
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
        let mut sources: Vec<SortedRows<'_>> = vec![self.waiting.rows()];
        sources.extend(self.runs.iter().flat_map(Runs::each));
        sources.extend(self.former.iter().map(Store::rows));
        let mut out = BufWriter::new(self.part.file());
        out.write_all(MAGIC)?;
        let mut tree = TreeWriter::new(out, MAGIC.len() as u64);
        let mut rows = Merged::new(sources)?;
        let mut holdings = Holdings::default();
        // Of texts, each with its length.
        let mut digest = Sha256::new();
        let mut add = |text: &[u8]| {
            digest.update((text.len() as u64).to_le_bytes());
            digest.update(text);
        };
        let mut next = rows.next()?;
        while let Some((key, mut kept)) = next {
            next = rows.next()?;
            let is_place = !key.starts_with(&[0]) && key != HOLDINGS;
            let mut place = is_place.then(|| read(&kept)).transpose()?;
            let mut is_united = false;
            while let Some((_, other)) = next.take_if(|(other, _)| *other == key) {
                if let Some(place) = &mut place {
                    place.unite(read(&other)?);
                    is_united = true;
                }
                next = rows.next()?;
            }
            match place {
                Some(place) => {
                    holdings.count(&key, &place);
                    if is_united {
                        kept = place.to_bytes();
                    }
                }
                None if key == HOLDINGS => continue,
                None => holdings.bodies += 1,
            }
            add(&key);
            if is_place {
                add(&kept);
            }
            tree.add(&key, &kept)?;
        }
        holdings.digest = Digest::of_bytes(digest.finalize().into());
        tree.add(HOLDINGS, &holdings.to_bytes())?;
        let (mut out, tree, _) = tree.finish()?;
        out.write_all(&tree.footer())?;
        out.flush()?;
        Ok(holdings.sites)
    }
}

fn read(bytes: &[u8]) -> io::Result<Place> {
    Place::of_bytes(bytes).ok_or_else(damaged)
}

/// Places and bodies that wait.
#[derive(Default)]
struct Waiting {
    bodies: BTreeMap<Digest, Vec<u8>>,
    places: BTreeMap<String, Place>,
}

impl Waiting {
    /// Adds an answer; gives about how many bytes that takes.
    fn add(&mut self, key: String, answer: Answer) -> usize {
        let mut len = ROW + key.len();
        let body = self.places.entry(key).or_default().add(answer);
        if let Some((digest, body)) = body {
            self.bodies.entry(digest).or_insert_with(|| {
                len += body.len();
                // How long it was is a fact of the place.
                body.into_octets()
            });
        }
        len
    }

    /// The rows in the order of their keys.
    fn rows(&self) -> SortedRows<'_> {
        let bodies = self.bodies.iter();
        let bodies = bodies.map(|(digest, body)| Ok((body_key(digest), form::of_octets(body)?)));
        let places = self.places.iter();
        let places = places.map(|(key, place)| Ok((key.clone().into(), place.to_bytes())));
        Box::new(bodies.chain(places))
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

/// The name of what is damaged where only new files are read.
const NEW: &str = "a file beside it is";
/// The error about a file in the place of a new store.
const THERE: &str = "it is there already; add to it with --update, or name another file";
/// Bytes of rows that wait in memory.
pub(super) const BATCH: usize = 32 * 1024 * 1024;
/// The approximate bytes of a row beside its name and its body.
const ROW: usize = 128;
