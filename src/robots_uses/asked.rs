//! A file, with what the questions about it need.

use std::ops::Deref;
use std::sync::OnceLock;

use crate::robots_file::matching::indexed::IndexedFile;
use crate::robots_uses::index::UsesIndex;
use crate::robots_uses::making;

/// A file with its index for access and its index for uses. Each is made by the first question that needs it.
#[derive(Debug)]
pub(crate) struct AskedFile {
    pub(super) indexed: IndexedFile,
    uses: OnceLock<Box<UsesIndex>>,
}

impl Deref for AskedFile {
    type Target = IndexedFile;

    fn deref(&self) -> &IndexedFile {
        &self.indexed
    }
}

impl PartialEq for AskedFile {
    /// Compares the files; their indices follow from them.
    fn eq(&self, other: &AskedFile) -> bool {
        self.indexed == other.indexed
    }
}

impl Eq for AskedFile {}

impl AskedFile {
    /// A file that was not asked yet.
    pub(crate) fn new(indexed: IndexedFile) -> AskedFile {
        AskedFile {
            indexed,
            uses: OnceLock::new(),
        }
    }

    /// The index of the lines about AI use; the first call makes it.
    pub(super) fn uses(&self) -> &UsesIndex {
        self.uses
            .get_or_init(|| Box::new(making::index(&self.indexed.file)))
    }
}
