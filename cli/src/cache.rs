//! Answers for robots.txt on disk, shared by every run that names the same folder.
//!
//! The store is opened for each look and each change and closed again: a run that waits for a slow server keeps no other
//! run waiting. A cache only saves requests, so trouble with it is told and never ends a run.

mod entry;
mod store;
#[cfg(test)]
mod tests;

use std::env;
use std::fmt;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(crate) use self::entry::Entry;
use self::store::{Fault, Store};

/// The answers of former runs.
#[derive(Debug)]
pub(crate) struct Cache {
    store: Store,
    /// Not used any more: waiting for it at every authority would be felt.
    is_off: bool,
    has_pruned: bool,
    warnings: Vec<Trouble>,
}

impl Cache {
    /// The cache in `folder`, which is made where it is missing.
    ///
    /// # Errors
    /// A folder in which nothing can be written.
    pub(crate) fn open(folder: &Path) -> Result<Cache, Trouble> {
        let unusable = |error: io::Error| Trouble::Unusable(folder.to_owned(), error.to_string());
        fs::create_dir_all(folder).map_err(unusable)?;
        let file = folder.join(FILE);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        options.open(&file).map_err(unusable)?;
        Ok(Cache {
            store: Store::new(file, WAIT),
            is_off: false,
            has_pruned: false,
            warnings: Vec::new(),
        })
    }

    #[cfg(test)]
    /// Sets how long it waits for another run that has the store open (default: 2 seconds).
    #[must_use]
    pub(crate) fn with_wait(mut self, most: Duration) -> Cache {
        self.store.set_wait(most);
        self
    }

    /// The entry of an authority (see [`robots_policy::authority`]) at `now`, in seconds since 1970.
    ///
    /// Nothing is known from the future: the clock was wrong then or is wrong now, and either way an age would be too.
    pub(crate) fn get(&mut self, authority: &str, now: i64) -> Option<Entry> {
        let bytes = self.use_store(|store| store.get(authority))??;
        let Some(entry) = Entry::from_bytes(&bytes) else {
            self.rebuild("an entry is not as it was written");
            return None;
        };
        entry.is_current(now).then_some(entry)
    }

    /// Stores the entry of an authority at `now`; an empty entry removes the stored one. The first call also removes every
    /// entry that no run has used for 90 days.
    pub(crate) fn put(&mut self, authority: &str, entry: &Entry, now: i64) {
        let bytes = entry.to_bytes();
        let oldest = (!self.has_pruned).then(|| now.saturating_sub(entry::KEPT));
        let written = self.use_store(|store| store.put(authority, bytes.as_deref(), oldest));
        self.has_pruned |= written.is_some();
    }

    /// Takes what there is to tell; each trouble is told once.
    pub(crate) fn take_warnings(&mut self) -> Vec<Trouble> {
        std::mem::take(&mut self.warnings)
    }

    fn use_store<T>(&mut self, work: impl Fn(&Store) -> Result<T, Fault>) -> Option<T> {
        if self.is_off {
            return None;
        }
        match work(&self.store) {
            Ok(done) => Some(done),
            Err(Fault::Damaged(why)) => {
                self.rebuild(&why);
                None
            }
            Err(Fault::Busy) => {
                self.give_up(Trouble::Busy(
                    self.store.file().to_owned(),
                    self.store.wait(),
                ));
                None
            }
            Err(Fault::Failed(why)) => {
                self.give_up(Trouble::Failed(self.store.file().to_owned(), why));
                None
            }
        }
    }

    fn give_up(&mut self, trouble: Trouble) {
        self.is_off = true;
        self.warnings.push(trouble);
    }

    fn rebuild(&mut self, why: &str) {
        let file = self.store.file().to_owned();
        match self.store.set_aside() {
            Ok(aside) => self.warnings.push(Trouble::Damaged {
                file,
                why: why.to_owned(),
                aside,
            }),
            Err(error) => self.give_up(Trouble::Failed(file, format!("{why}; {error}"))),
        }
    }
}

/// What is told about a cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Nothing can be kept in the folder.
    Unusable(PathBuf, String),
    /// Another run had the store open for too long.
    Busy(PathBuf, Duration),
    /// The store was damaged, and begins anew.
    Damaged {
        /// The store.
        file: PathBuf,
        /// How that showed.
        why: String,
        /// Where the damaged one is now.
        aside: PathBuf,
    },
    /// The store cannot be used.
    Failed(PathBuf, String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Unusable(folder, why) => write!(
                f,
                "cannot keep a cache in {}: {why}; name another folder with --cache, or none with --no-cache",
                folder.display()
            ),
            Trouble::Busy(file, most) => write!(
                f,
                "goes on without the cache: another process has {} open for more than {most:?}",
                file.display()
            ),
            Trouble::Damaged { file, why, aside } => write!(
                f,
                "the cache {} was damaged ({why}) and begins anew; the old file is now {}",
                file.display(),
                aside.display()
            ),
            Trouble::Failed(file, why) => write!(
                f,
                "goes on without the cache: {} cannot be used: {why}",
                file.display()
            ),
        }
    }
}

/// Where caches are kept on this system, by its custom.
pub(crate) fn default_folder() -> Option<PathBuf> {
    let folder = |name: &str| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let caches = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Caches"))
    } else {
        folder("XDG_CACHE_HOME").or_else(|| folder("HOME").map(|home| home.join(".cache")))
    };
    caches.map(|caches| caches.join("robots-policy"))
}

/// The store in the folder.
const FILE: &str = "robots.redb";
/// A look or a change takes milliseconds, so whoever needs longer is stuck.
const WAIT: Duration = Duration::from_secs(2);
