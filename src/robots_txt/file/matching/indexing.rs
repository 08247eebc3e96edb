//! A file that was read, with the index that answers questions.
//!
//! The index is made by the first question: sorting takes longer than reading, and most files are asked once or never.
//! Threads that ask at once wait for the one that makes it.

use std::sync::OnceLock;

use crate::robots_txt::file::matching::index::Index;
use crate::robots_txt::file::parse::file::File;

/// A file and its index. The index points into the lines of this file and no other, so the two are never apart.
#[derive(Debug)]
pub(crate) struct IndexedFile {
    pub(crate) file: File,
    index: OnceLock<Index>,
}

impl IndexedFile {
    /// A file that was not asked yet.
    pub(crate) fn new(file: File) -> IndexedFile {
        IndexedFile {
            file,
            index: OnceLock::new(),
        }
    }

    /// The octets that it keeps in memory beside its text.
    pub(crate) fn weight(&self) -> usize {
        let signers = self.file.signers.iter().flat_map(|signers| signers.iter());
        let signers = signers.map(|(_, host)| size_of::<(u32, Box<str>)>() + host.len());
        let index = self.index.get().map_or(0, Index::weight);
        size_of_val(&*self.file.lines) + signers.sum::<usize>() + index
    }

    /// The index; the first call makes it.
    pub(crate) fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(&self.file))
    }
}

impl PartialEq for IndexedFile {
    /// Compares the files; their indices follow from them.
    fn eq(&self, other: &IndexedFile) -> bool {
        self.file == other.file
    }
}

impl Eq for IndexedFile {}
