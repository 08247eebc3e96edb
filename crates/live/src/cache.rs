//! Answers for robots.txt on disk, shared by every run that names the same folder.
//!
//! The store is opened for each read and each write and closed again: a run that waits for a slow server keeps no other
//! run waiting. A cache only saves requests, so its errors are warnings and never end a run.

mod entry;
mod page;
mod store;
#[cfg(test)]
mod tests;

use std::env;
use std::fs::DirBuilder;
use std::io;
use std::path::{Path, PathBuf};

pub(crate) use self::entry::SiteEntry;
pub use self::page::KeptPage;
use self::store::StoreFault;

/// The answers of former runs.
#[derive(Debug)]
pub(crate) struct Cache {
    file: PathBuf,
    /// Another run holds the store; waiting for it at every authority would slow the run down.
    is_off: bool,
    has_pruned: bool,
    warnings: Vec<String>,
}

impl Cache {
    /// The cache in `folder`, which is created if it is missing.
    ///
    /// # Errors
    /// A folder that cannot be written, in words.
    pub(crate) fn open(folder: &Path) -> Result<Cache, String> {
        let file = folder.join(FILE);
        private_folder(folder)
            .and_then(|()| store::private(&file))
            .map_err(|why| {
                let folder = folder.display();
                format!("cannot keep a cache in {folder}: {why}; name another folder with --cache, or none with --no-cache")
            })?;
        Ok(Cache {
            file,
            is_off: false,
            has_pruned: false,
            warnings: Vec::new(),
        })
    }

    /// The entry of an authority (see [`robots_policy::robots_txt::authority`]) at `now`, in seconds since 1970.
    ///
    /// An entry from the future is ignored: the clock was wrong then or is wrong now, and either way its age would be
    /// wrong.
    pub(crate) fn get(&mut self, authority: &str, now: i64) -> Option<SiteEntry> {
        let bytes = self.use_store(|file| store::get(file, authority))??;
        let Some(entry) = SiteEntry::from_bytes(authority, &bytes) else {
            self.rebuild("an entry is not as it was written");
            return None;
        };
        entry.is_current(now).then_some(entry)
    }

    /// Stores the entry of an authority at `now`; an empty entry removes the stored one. The first call also removes every
    /// entry that no run has used for 90 days.
    pub(crate) fn put(&mut self, authority: &str, entry: &SiteEntry, now: i64) {
        let bytes = entry.to_bytes(authority);
        let oldest = (!self.has_pruned).then(|| now.saturating_sub(entry::KEPT));
        let written = self.use_store(|file| store::put(file, authority, bytes.as_deref(), oldest));
        self.has_pruned |= written.is_some();
    }

    /// Returns the errors since the last call, each once, in words.
    pub(crate) fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    fn use_store<T>(&mut self, work: impl Fn(&Path) -> Result<T, StoreFault>) -> Option<T> {
        if self.is_off {
            return None;
        }
        match work(&self.file) {
            Ok(done) => return Some(done),
            Err(StoreFault::Damaged(why)) => self.rebuild(&why),
            Err(StoreFault::Busy) => self.give_up(&format!(
                "another process has {} open for more than {:?}",
                self.file.display(),
                store::WAIT
            )),
            Err(StoreFault::Failed(why)) => self.unusable(&why),
        }
        None
    }

    fn give_up(&mut self, why: &str) {
        self.is_off = true;
        self.warnings
            .push(format!("continuing without the cache: {why}"));
    }

    fn unusable(&mut self, why: &str) {
        self.give_up(&format!("{} cannot be used: {why}", self.file.display()));
    }

    fn rebuild(&mut self, why: &str) {
        match store::set_aside(&self.file) {
            Ok(aside) => self.warnings.push(format!(
                "the cache {} was damaged ({why}) and is replaced; the old file is now {}",
                self.file.display(),
                aside.display()
            )),
            Err(error) => self.unusable(&format!("{why}; {error}")),
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
pub fn default_folder() -> Option<PathBuf> {
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
