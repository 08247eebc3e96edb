//! The reports of a run while it reads.

use crate::archive_inputs::Input;

/// The one who watches a run over archives.
pub trait Progress: Sync {
    /// An archive was opened, by which its length may have become known.
    fn opened(&self, input: &Input);

    /// This many more bytes of some archive were read.
    fn read(&self, bytes: u64);

    /// An archive need not be read.
    fn skip(&self, input: &Input);

    /// An archive has been read, with this result.
    fn done(&self, input: &Input, result: &str);

    /// A message about an archive.
    fn line(&self, line: &str);
}

/// No one watches.
impl Progress for () {
    fn opened(&self, _: &Input) {}
    fn read(&self, _: u64) {}
    fn skip(&self, _: &Input) {}
    fn done(&self, _: &Input, _: &str) {}
    fn line(&self, _: &str) {}
}

/// The progress within one archive.
pub struct ArchiveProgress<'p> {
    progress: &'p dyn Progress,
    bytes: u64,
}

impl<'p> ArchiveProgress<'p> {
    /// Begins with one archive.
    pub fn new(progress: &'p dyn Progress) -> ArchiveProgress<'p> {
        ArchiveProgress { progress, bytes: 0 }
    }

    /// Continues at this byte of the archive, without the bytes before it.
    pub fn continue_at(&mut self, byte: u64) {
        self.bytes = byte;
    }

    /// Reports how many bytes of the archive have been read so far.
    pub fn record(&mut self, bytes: u64) {
        self.progress.read(bytes.saturating_sub(self.bytes));
        self.bytes = bytes;
    }
}
