//! Places in the files of a configuration.

/// A place: a file, a line, and bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConfigPlace {
    /// The number of the file, in the order in which the files were given.
    pub source: usize,
    /// The line, from 1.
    pub line: usize,
    /// The first byte, from 0.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

/// Finds lines by bytes.
pub(crate) struct ConfigLines {
    source: usize,
    /// The byte at which each line begins.
    begins: Vec<usize>,
}

impl ConfigLines {
    pub(crate) fn new(source: usize, text: &str) -> ConfigLines {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        ConfigLines {
            source,
            begins: std::iter::once(0).chain(ends).collect(),
        }
    }

    pub(crate) fn place(&self, start: usize, end: usize) -> ConfigPlace {
        ConfigPlace {
            source: self.source,
            line: self.begins.partition_point(|begin| *begin <= start),
            start,
            end,
        }
    }
}
