//! A file that was read, with the index that answers questions.

use std::sync::OnceLock;

use crate::robots_file::matching::index::Index;
use crate::robots_file::parse::file::File;

#[derive(Debug)]
pub(crate) struct IndexedFile {
    pub(crate) file: File,
    index: OnceLock<Index>,
}

impl IndexedFile {
    pub(crate) fn new(file: File) -> IndexedFile {
        IndexedFile {
            file,
            index: OnceLock::new(),
        }
    }

    /// The index, made for the first question.
    pub(crate) fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(&self.file))
    }
}

impl PartialEq for IndexedFile {
    /// The index follows from the file.
    fn eq(&self, other: &IndexedFile) -> bool {
        self.file == other.file
    }
}

impl Eq for IndexedFile {}
