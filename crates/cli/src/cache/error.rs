//! The errors of the cache.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// An error of a cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StoreError {
    /// Nothing can be kept in the folder.
    Unusable(PathBuf, String),
    /// Another run had the store open for too long.
    Busy(PathBuf, Duration),
    /// The store was damaged, and a new one replaces it.
    Damaged {
        /// The store.
        file: PathBuf,
        /// How the damage was noticed.
        why: String,
        /// The path of the damaged one now.
        aside: Option<PathBuf>,
    },
    /// The store cannot be used.
    Failed(PathBuf, String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Unusable(folder, why) => write!(
                f,
                "cannot keep a cache in {}: {why}; name another folder with --cache, or none with --no-cache",
                folder.display()
            ),
            StoreError::Busy(file, most) => write!(
                f,
                "continuing without the cache: another process has {} open for more than {most:?}",
                file.display()
            ),
            StoreError::Damaged { file, why, aside } => {
                write!(f, "the cache {} was damaged ({why})", file.display())?;
                match aside {
                    Some(aside) => write!(
                        f,
                        " and is replaced; the old file is now {}",
                        aside.display()
                    ),
                    None => Ok(()),
                }
            }
            StoreError::Failed(file, why) => write!(
                f,
                "continuing without the cache: {} cannot be used: {why}",
                file.display()
            ),
        }
    }
}
