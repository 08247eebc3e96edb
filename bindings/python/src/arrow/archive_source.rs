//! The source of the tables of an archive.

use robots_policy_archives::Damaged;

use super::batches::BatchSource;

/// An archive that is read as batches.
pub(super) trait ArchiveSource: BatchSource {
    /// Bytes that were consumed; 0 at its end.
    fn position(&self) -> u64;

    /// The records so far.
    fn records(&self) -> u64;

    /// How many damages were found so far.
    fn damaged(&self) -> u64;

    /// The first of the damages.
    fn damages(&self) -> &[Damaged];

    /// Lets the archive and the rows go.
    fn close(&mut self);
}
