//! Files that get their name when they are complete, and the lock of the run that writes them.

use std::collections::hash_map::RandomState;
use std::fs::{self, File, TryLockError};
use std::hash::BuildHasher as _;
use std::io;
use std::path::{Path, PathBuf};

/// A file beside its place, under a name that none can foresee: whoever may write into the folder could otherwise have put a
/// link there, and its target would be written. It is removed if it is not finished.
#[derive(Debug)]
pub struct Part {
    place: PathBuf,
    path: PathBuf,
    file: File,
}

impl Part {
    /// Begins the file of `place`.
    pub fn create(place: &Path) -> io::Result<Part> {
        let number = RandomState::new().hash_one(std::process::id());
        let path = place.with_file_name(format!("{}.{number:016x}{PART}", stem(place)));
        let mut options = File::options();
        let file = options
            .read(true)
            .write(true)
            .create_new(true)
            .open(&path)?;
        Ok(Part {
            place: place.to_owned(),
            path,
            file,
        })
    }

    pub(super) fn place(&self) -> &Path {
        &self.place
    }

    /// The file.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Gives it its name, in the place of a file that has it.
    pub fn finish(self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.path, &self.place)
    }

    /// Removes the parts that killed runs left in `folder`: those of the places whose name `is_own`. The caller holds the lock
    /// of these places.
    pub fn remove_strays(folder: &Path, is_own: impl Fn(&str) -> bool) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_str().and_then(|name| name.strip_suffix(PART));
            let split = name.and_then(|name| name.rsplit_once('.'));
            let is_stray = split.is_some_and(|(stem, number)| {
                let is_number = number.bytes().all(|byte| byte.is_ascii_hexdigit());
                number.len() == 16 && is_number && is_own(stem)
            });
            if is_stray {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // After `finish` there is none.
        let _ = fs::remove_file(&self.path);
    }
}

/// The lock of a place: a file beside it, which is removed with the lock. The one who holds it may write the place.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Locks a place.
    ///
    /// # Errors
    /// Another run holds the lock, or the folder cannot be written.
    pub(super) fn of(place: &Path) -> io::Result<Lock> {
        let path = place.with_file_name(format!("{}.lock", stem(place)));
        loop {
            let file = open_unlinked(&path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(io::Error::other(BUSY)),
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // Whoever had it may have removed it meanwhile; then another run can lock a new one.
            if is_itself(&file, &path) {
                return Ok(Lock { path, _file: file });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Opens or creates the file of this name for reading and writing, and no file that a link of this name leads to. Where a link
/// may come meanwhile, ask [`is_itself`] before writing.
pub fn open_unlinked(path: &Path) -> io::Result<File> {
    if fs::symlink_metadata(path).is_ok_and(|there| there.is_symlink()) {
        let name = path.display();
        let why = format!("{name} is a symbolic link, which is not followed; delete it");
        return Err(io::Error::other(why));
    }
    let mut options = File::options();
    let options = options.read(true).write(true).create(true);
    options.truncate(false).open(path)
}

/// Whether an open file is the one of this name, and not one that was there before or that a link of this name leads to.
pub fn is_itself(file: &File, path: &Path) -> bool {
    let (Ok(own), Ok(there)) = (file.metadata(), fs::symlink_metadata(path)) else {
        return false;
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        (own.dev(), own.ino()) == (there.dev(), there.ino())
    }
    #[cfg(not(unix))]
    {
        own.is_file() && !there.is_symlink()
    }
}

/// The end of the name of a place, so far that the name of a part is not too long where that of the place is not.
pub(super) fn stem(place: &Path) -> String {
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    let mut from = name.len().saturating_sub(MOST_STEM);
    while !name.is_char_boundary(from) {
        from += 1;
    }
    name.get(from..).unwrap_or_default().to_owned()
}

/// The error of a run that came second.
const BUSY: &str = "another run is writing it; wait until it has ended";
/// The last part of the names of parts.
const PART: &str = ".part";
/// Bytes of the name of a place that the name of its part has.
const MOST_STEM: usize = 200;
