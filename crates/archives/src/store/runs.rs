//! Answers that wait to be sorted: each batch is a tree of its own in a file beside the store, and at the end all of them are
//! read side by side. So a store of many million sites is written once, in order, and not once a batch.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{self, BufWriter};
use std::path::Path;

use super::blocks::{SortedRows, Tree, TreeWriter};
use super::part::Part;

/// The batches of one store, and the file that holds them, which is removed with them.
pub(super) struct Runs {
    part: Part,
    trees: Vec<Tree>,
    end: u64,
}

impl Runs {
    /// Begins a file of batches for the store at `store`.
    pub(super) fn new(store: &Path) -> io::Result<Runs> {
        Ok(Runs {
            part: Part::create(store)?,
            trees: Vec::new(),
            end: 0,
        })
    }

    /// Adds a batch, whose rows come in the order of their keys.
    pub(super) fn add(&mut self, rows: SortedRows<'_>) -> io::Result<()> {
        let mut tree = TreeWriter::new(BufWriter::new(self.part.file()), self.end);
        for row in rows {
            let (key, value) = row?;
            tree.add(&key, &value)?;
        }
        let (_, tree, end) = tree.finish()?;
        self.trees.push(tree);
        self.end = end;
        Ok(())
    }

    /// The rows of each batch.
    pub(super) fn each(&self) -> impl Iterator<Item = SortedRows<'_>> {
        self.trees.iter().map(|tree| tree.rows(self.part.file()))
    }
}

/// Several sources of sorted rows as one; the rows of one key follow each other.
pub(super) struct Merged<'r> {
    sources: Vec<SortedRows<'r>>,
    /// The first row of each source that was not handed over.
    front: BinaryHeap<Reverse<Front>>,
}

/// The first row of a source: its key, the number of its source, its value.
type Front = (Vec<u8>, usize, Vec<u8>);

impl<'r> Merged<'r> {
    pub(super) fn new(sources: Vec<SortedRows<'r>>) -> io::Result<Merged<'r>> {
        let count = sources.len();
        let mut merged = Merged {
            sources,
            front: BinaryHeap::new(),
        };
        for number in 0..count {
            merged.refill(number)?;
        }
        Ok(merged)
    }

    /// The next row.
    pub(super) fn next(&mut self) -> io::Result<Option<(Vec<u8>, Vec<u8>)>> {
        let Some(Reverse((key, number, value))) = self.front.pop() else {
            return Ok(None);
        };
        self.refill(number)?;
        Ok(Some((key, value)))
    }

    fn refill(&mut self, number: usize) -> io::Result<()> {
        if let Some(row) = self.sources.get_mut(number).and_then(Iterator::next) {
            let (key, value) = row?;
            self.front.push(Reverse((key, number, value)));
        }
        Ok(())
    }
}
