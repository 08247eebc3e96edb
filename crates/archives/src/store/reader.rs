//! A store that is read.

use robots_policy_live::StoredBody;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::blocks::{Recent, SortedRows, Tree, damaged, read_at};
use super::bytes::{put_number, take_array, take_number};
use super::digest::Digest;
use super::form;
use super::place::{Observation, Place};
use crate::answer::{Answer, Answers, Joined, StoreError, is_document, led_to};
use crate::history::History;
use crate::time::{Span, When};

/// A store that is read.
pub struct Store {
    path: PathBuf,
    file: File,
    tree: Tree,
    recent: Recent,
}

/// How much a store holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holdings {
    /// Authorities.
    pub sites: u64,
    /// Documents about AI use, by address.
    pub documents: u64,
    /// Observations of these.
    pub observations: u64,
    /// Different bodies.
    pub bodies: u64,
    /// The times of the first and the last observation, in seconds since 1970.
    pub span: Option<(i64, i64)>,
    /// The SHA-256 of its rows: two stores with the same one hold the same observations and bodies.
    pub digest: Digest,
}

impl Holdings {
    /// Counts a place.
    pub(super) fn count(&mut self, key: &[u8], place: &Place) {
        let key = str::from_utf8(key).unwrap_or_default();
        // Those of redirects are no sites, and no documents.
        if is_document(key) {
            self.documents += 1;
        } else if led_to(key).is_none() {
            self.sites += 1;
        }
        self.observations += place.len() as u64;
        let spans = self.span.into_iter().chain(place.span());
        self.span = spans.reduce(|(first, last), other| (first.min(other.0), last.max(other.1)));
    }

    pub(super) fn to_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let (first, last) = self.span.unwrap_or_default();
        let counts = [self.sites, self.documents, self.observations, self.bodies];
        let times = [first, last].map(i64::cast_unsigned);
        for number in counts.into_iter().chain(times) {
            put_number(&mut bytes, number);
        }
        bytes.extend(self.digest.bytes());
        bytes
    }

    fn of_bytes(mut bytes: &[u8]) -> Option<Holdings> {
        let mut number = || take_number(&mut bytes);
        let (sites, documents) = (number()?, number()?);
        let (observations, bodies) = (number()?, number()?);
        let span = (number()?.cast_signed(), number()?.cast_signed());
        let digest = Digest::of_bytes(*take_array(&mut bytes)?);
        Some(Holdings {
            sites,
            documents,
            observations,
            bodies,
            span: Some(span).filter(|_| observations > 0),
            digest,
        })
    }
}

impl Store {
    /// Opens a store; other processes may read it at the same time.
    ///
    /// # Errors
    /// The file is not a store, or cannot be read.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::opened(path).map_err(|error| failure(path, "the store is", &error))
    }

    fn opened(path: &Path) -> io::Result<Store> {
        // A pipe would wait for a writer.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::other(NOT_A_STORE));
        }
        let file = File::open(path)?;
        let len = file.metadata()?.len();
        if len == 0 {
            return Err(io::Error::other(EMPTY));
        }
        let mut start = vec![0; MAGIC.len().min(usize::try_from(len).unwrap_or(MAGIC.len()))];
        read_at(&file, &mut start, 0)?;
        match &*start {
            MAGIC => {}
            start if start.starts_with(ANY_FORM) => return Err(io::Error::other(OTHER_FORM)),
            _ => return Err(io::Error::other(NOT_A_STORE)),
        }
        let tree = Tree::of_footer(&file, len)?;
        let recent = Recent::default();
        tree.open(&file, &recent)?;
        Ok(Store {
            path: path.to_owned(),
            file,
            tree,
            recent,
        })
    }

    /// All rows in the order of their keys.
    pub(super) fn rows(&self) -> SortedRows<'_> {
        self.tree.rows(&self.file)
    }

    fn find(&self, key: &[u8]) -> io::Result<Option<Vec<u8>>> {
        self.tree.find(&self.file, &self.recent, key)
    }

    /// The observations of a key, in the order of their times; none where the store has none.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn observations(&self, key: &str) -> Result<Vec<Observation>, StoreError> {
        let place = self.place(key.as_bytes());
        let place = place.map_err(|error| self.of_key(key, &error))?;
        Ok(place.into_observations().collect())
    }

    fn place(&self, key: &[u8]) -> io::Result<Place> {
        let Some(bytes) = self.find(key)? else {
            return Ok(Place::default());
        };
        Place::of_bytes(&bytes).ok_or_else(damaged)
    }

    /// The answer that an observation of a key is.
    ///
    /// # Errors
    /// The store cannot be read, or lacks the body.
    pub fn answer(&self, key: &str, observation: &Observation) -> Result<Answer, StoreError> {
        let answer = self.with_body(observation);
        answer.map_err(|error| self.of_key(key, &error))
    }

    fn with_body(&self, observation: &Observation) -> io::Result<Answer> {
        let Some(body) = observation.body else {
            return Ok(observation.with_body(None));
        };
        let octets = self.octets(&body.digest)?.ok_or_else(damaged)?;
        let body = StoredBody::new(octets, body.seen, body.is_all_seen);
        Ok(observation.with_body(Some(body)))
    }

    /// The bytes of the body with this digest; `None` if the store has none. They are compared with the digest.
    ///
    /// # Errors
    /// The store cannot be read, or the bytes are not those of the digest.
    pub fn body(&self, digest: &Digest) -> Result<Option<Vec<u8>>, StoreError> {
        let is_it = |octets: &Vec<u8>| Digest::of(octets) == *digest;
        let octets = self.octets(digest).and_then(|octets| match octets {
            Some(octets) if !is_it(&octets) => Err(damaged()),
            octets => Ok(octets),
        });
        octets.map_err(|error| failure(&self.path, &format!("its body {digest} is"), &error))
    }

    fn octets(&self, digest: &Digest) -> io::Result<Option<Vec<u8>>> {
        let found = self.find(&body_key(digest))?;
        let read = |bytes: Vec<u8>| form::octets(&bytes).ok_or_else(damaged);
        found.map(read).transpose()
    }

    /// How much the store holds.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn holdings(&self) -> Result<Holdings, StoreError> {
        let found = self.find(HOLDINGS).and_then(|found| {
            let holdings = found.and_then(|bytes| Holdings::of_bytes(&bytes));
            holdings.ok_or_else(damaged)
        });
        found.map_err(|error| failure(&self.path, "what it holds is", &error))
    }

    fn of_key(&self, key: &str, error: &io::Error) -> StoreError {
        failure(&self.path, &format!("its answer for {key} is"), error)
    }

    /// The answer of a key that ranks above the others.
    fn highest(&self, key: &str) -> io::Result<Joined> {
        let observations: Vec<Observation> =
            self.place(key.as_bytes())?.into_observations().collect();
        let rank = |one: &Observation, other: &Observation| {
            one.without_body().rank_without_body(&other.without_body())
        };
        let Some(first) = observations.iter().max_by(|one, other| rank(one, other)) else {
            return Ok(Joined::always(None));
        };
        // Only bodies tell apart what is left.
        let equal = observations
            .iter()
            .filter(|other| rank(first, other).is_eq());
        let answers: io::Result<Vec<(Answer, &Observation)>> =
            equal.map(|one| Ok((self.with_body(one)?, one))).collect();
        let highest = answers?
            .into_iter()
            .max_by(|one, other| one.0.rank(&other.0));
        let Some((answer, one)) = highest else {
            return Ok(Joined::always(None));
        };
        let contested = History::new(&observations).contested(one);
        Ok(Joined {
            sha256: one.sha256(),
            why: contested.filter(|_| answer.has_outcome()),
            ..Joined::always(Some(answer))
        })
    }

    fn joined_with(&self, key: &str, when: When, tier: usize) -> io::Result<Vec<Joined>> {
        let (at, within) = match when {
            When::Latest => (i64::MAX, i64::MAX),
            When::Capture { at, within } => (at, within),
        };
        let observations: Vec<Observation> =
            self.place(key.as_bytes())?.into_observations().collect();
        let history = History::new(&observations);
        let span = match when {
            When::Latest => Span::ALWAYS,
            When::Capture { .. } => history.span(at, within),
        };
        let chosen = history.tiers(at, within).nth(tier).unwrap_or_default();
        let joined = chosen.iter().map(|chosen| {
            Ok(Joined {
                answer: Some(self.with_body(chosen.observation)?),
                sha256: chosen.observation.sha256(),
                why: chosen.why,
                span,
            })
        });
        let mut joined: Vec<Joined> = joined.collect::<io::Result<_>>()?;
        if joined.is_empty() && tier == 0 {
            joined.push(Joined {
                span,
                ..Joined::always(None)
            });
        }
        Ok(joined)
    }
}

impl Answers for Store {
    fn joined(&self, key: &str, when: When) -> Result<Joined, StoreError> {
        if when == When::Latest {
            let highest = self.highest(key);
            return highest.map_err(|error| self.of_key(key, &error));
        }
        let first = self.tier(key, when, 0)?.into_iter().next();
        Ok(first.unwrap_or_else(|| Joined::always(None)))
    }

    fn tier(&self, key: &str, when: When, tier: usize) -> Result<Vec<Joined>, StoreError> {
        let joined = self.joined_with(key, when, tier);
        joined.map_err(|error| self.of_key(key, &error))
    }

    fn get(&self, key: &str) -> Result<Option<Answer>, StoreError> {
        self.joined(key, When::Latest).map(|joined| joined.answer)
    }
}

/// The error about the store at `path`; `what` is damaged, if that is the error.
pub(super) fn failure(path: &Path, what: &str, error: &io::Error) -> StoreError {
    let is_damaged = error.kind() == io::ErrorKind::InvalidData;
    StoreError {
        store: path.display().to_string(),
        why: match error.kind() {
            _ if is_damaged => format!("{what} not as it was written; build the store again"),
            io::ErrorKind::UnexpectedEof => String::from("it was cut; build the store again"),
            _ => error.to_string(),
        },
        is_damaged,
    }
}

/// The error about a file of another kind.
const NOT_A_STORE: &str = "it is not a store of robots.txt answers; `robots-policy robots-store build ARCHIVES -o STORE` makes one out of archives, and `eval --robots` reads a single robots.txt";
/// The error about an empty file.
const EMPTY: &str = "it has 0 bytes, so its answers are lost; delete the file to start a new one";
/// The first bytes of a store; they hold the version of its form.
pub(super) const MAGIC: &[u8] = b"robots.txt answers, form 3\n";
/// Those of any form.
const ANY_FORM: &[u8] = b"robots.txt answers, form ";
/// The error about a store of another form.
const OTHER_FORM: &str = "it was written by another version, whose form this one does not read; install that version, or build the store again";
/// The key of the row of [`Holdings`], which is after all others.
pub(super) const HOLDINGS: &[u8] = b"\xFF";

/// The key of a body, which is before those of all places.
pub(super) fn body_key(digest: &Digest) -> Vec<u8> {
    let mut key = vec![0];
    key.extend(digest.bytes());
    key
}
