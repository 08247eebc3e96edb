//! Answers for robots.txt on disk, shared by every run that names the same folder.
//!
//! The store is opened for each read and each write and closed again: a run that waits for a slow server keeps no other
//! run waiting. A cache only saves requests, so its errors are warnings and never end a run.

mod entry;
mod error;
mod page;
mod store;
#[cfg(test)]
mod tests;

use std::env;
use std::fs::DirBuilder;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(crate) use self::entry::Entry;
pub(crate) use self::error::StoreError;
pub(crate) use self::page::KeptPage;
use self::store::CacheFile;

/// The answers of former runs.
#[derive(Debug)]
pub(crate) struct Cache {
    store: CacheFile,
    /// Another run holds the store; waiting for it at every authority would slow the run down.
    is_off: bool,
    has_pruned: bool,
    warnings: Vec<StoreError>,
}

impl Cache {
    /// The cache in `folder`, which is created if it is missing.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub(crate) fn open(folder: &Path) -> Result<Cache, StoreError> {
        let unusable =
            |error: io::Error| StoreError::Unusable(folder.to_owned(), error.to_string());
        private_folder(folder).map_err(unusable)?;
        let file = folder.join(FILE);
        store::private(&file).map_err(unusable)?;
        Ok(Cache {
            store: CacheFile::new(file, WAIT),
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

    /// The entry of an authority (see [`robots_policy::robots_txt::authority`]) at `now`, in seconds since 1970.
    ///
    /// An entry from the future is ignored: the clock was wrong then or is wrong now, and either way its age would be
    /// wrong.
    pub(crate) fn get(&mut self, authority: &str, now: i64) -> Option<Entry> {
        let bytes = self.use_store(|store| store.get(authority))??;
        let Some(entry) = Entry::from_bytes(authority, &bytes) else {
            self.rebuild("an entry is not as it was written");
            return None;
        };
        entry.is_current(now).then_some(entry)
    }

    /// Stores the entry of an authority at `now`; an empty entry removes the stored one. The first call also removes every
    /// entry that no run has used for 90 days.
    pub(crate) fn put(&mut self, authority: &str, entry: &Entry, now: i64) {
        let bytes = entry.to_bytes(authority);
        let oldest = (!self.has_pruned).then(|| now.saturating_sub(entry::KEPT));
        let written = self.use_store(|store| store.put(authority, bytes.as_deref(), oldest));
        self.has_pruned |= written.is_some();
    }

    /// Returns the errors since the last call, each once.
    pub(crate) fn take_warnings(&mut self) -> Vec<StoreError> {
        std::mem::take(&mut self.warnings)
    }

    fn use_store<T>(&mut self, work: impl Fn(&CacheFile) -> Result<T, StoreError>) -> Option<T> {
        if self.is_off {
            return None;
        }
        match work(&self.store) {
            Ok(done) => Some(done),
            Err(StoreError::Damaged { why, .. }) => {
                self.rebuild(&why);
                None
            }
            Err(error) => {
                self.give_up(error);
                None
            }
        }
    }

    fn give_up(&mut self, error: StoreError) {
        self.is_off = true;
        self.warnings.push(error);
    }

    fn rebuild(&mut self, why: &str) {
        let file = self.store.file().to_owned();
        match self.store.set_aside() {
            Ok(aside) => self.warnings.push(StoreError::Damaged {
                file,
                why: why.to_owned(),
                aside: Some(aside),
            }),
            Err(error) => self.give_up(StoreError::Failed(file, format!("{why}; {error}"))),
        }
    }
}

/// Creates a folder that others cannot read: it says which sites were asked. One that is there stays as it is.
fn private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// The folder of caches on this system, by its conventions.
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
/// A read or a write takes milliseconds, so a process that needs longer is stuck.
const WAIT: Duration = Duration::from_secs(2);
