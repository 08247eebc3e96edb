//! A store that is read.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::blocks::{Rows, Tree, damaged, read_at};
use crate::answer::{Answer, Answers, StoreError};

/// A store that is read.
pub struct Store {
    path: PathBuf,
    file: File,
    tree: Tree,
    /// The block at which every search begins.
    root: Vec<u8>,
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
        if start != MAGIC {
            let is_earlier = start.starts_with(EARLIER);
            return Err(io::Error::other(if is_earlier {
                UNVERIFIED
            } else {
                NOT_A_STORE
            }));
        }
        let tree = Tree::of_footer(&file, len)?;
        let root = tree.root().read(&file)?;
        Ok(Store {
            path: path.to_owned(),
            file,
            tree,
            root,
        })
    }

    /// All rows in the order of their keys.
    pub(super) fn rows(&self) -> Rows<'_> {
        self.tree.rows(&self.file)
    }
}

impl Answers for Store {
    fn get(&self, key: &str) -> Result<Option<Answer>, StoreError> {
        let found = self.tree.find(&self.file, &self.root, key.as_bytes());
        let answer = found.and_then(|found| {
            let answer = found.map(|bytes| Answer::from_bytes(&bytes).ok_or_else(damaged));
            answer.transpose()
        });
        answer.map_err(|error| failure(&self.path, &format!("its answer for {key} is"), &error))
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
/// The error about a file of an earlier version, or a cache of `check`.
const UNVERIFIED: &str = "it is not a store of robots.txt answers of this version: earlier ones kept no checksums, so their bytes cannot be verified; `robots-policy robots-store build ARCHIVES -o STORE` makes one again out of the archives";
/// The error about an empty file.
const EMPTY: &str = "it has 0 bytes, so its answers are lost; delete the file to start a new one";
/// The first bytes of a store; they hold the version of its form.
pub(super) const MAGIC: &[u8] = b"robots.txt answers, form 2\n";
/// The first bytes of a store of an earlier version.
const EARLIER: &[u8] = b"redb\x1A\x0A\xA9\x0D\x0A";
