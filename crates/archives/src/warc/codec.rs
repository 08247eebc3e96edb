//! The compressions of an archive, detected from its bytes.

use memchr::memmem;
use robots_policy_input::Damage;

use super::gzip::{self, Gzip};
use super::source::StoredBytes;
use super::zstandard::{self, Zstandard};
use crate::block::RECORD;
use crate::memory::Memory;

/// A compression, and its decoder.
pub(super) enum Codec {
    Plain,
    Gzip(Box<Gzip>),
    Zstandard(Box<Zstandard>),
}

impl Codec {
    /// The compression of a source that begins with these bytes: the one that comes first, where rubbish begins it.
    pub(super) fn of(start: &[u8], memory: &Memory) -> Codec {
        let found = |magic: &[u8]| memmem::find(start, magic).unwrap_or(usize::MAX);
        let begins = |is_it: bool, magic: &[u8]| if is_it { 0 } else { found(magic) };
        let plain = found(RECORD);
        let gzip = gzip::next_member(start, 0).unwrap_or(usize::MAX);
        let zstandard = begins(zstandard::begins_skippable(start), zstandard::MAGIC);
        if gzip < plain && gzip < zstandard {
            Codec::Gzip(Box::new(Gzip::new()))
        } else if zstandard < plain {
            Codec::Zstandard(Box::new(Zstandard::new(memory)))
        } else {
            Codec::Plain
        }
    }

    /// The bytes that begin a member; none in plain data.
    pub(super) fn magic(&self) -> Option<&'static [u8]> {
        match self {
            Codec::Plain => None,
            Codec::Gzip(_) => Some(gzip::MAGIC),
            Codec::Zstandard(_) => Some(zstandard::MAGIC),
        }
    }

    /// Begins a member, and returns its offset; `None` at the end of the source.
    pub(super) fn begin(&mut self, source: &mut StoredBytes) -> Result<Option<u64>, Damage> {
        match self {
            Codec::Plain => Ok(None),
            Codec::Gzip(gzip) => gzip.begin(source),
            Codec::Zstandard(zstandard) => zstandard.begin(source),
        }
    }

    /// Decodes some of the member into `output`, which has space. Gives the number of bytes that were written, and whether the member
    /// ended and was what it should be.
    pub(super) fn step(
        &mut self,
        source: &mut StoredBytes,
        output: &mut [u8],
    ) -> Result<(usize, bool), Damage> {
        match self {
            Codec::Plain => Ok((0, true)),
            Codec::Gzip(gzip) => gzip.step(source, output),
            Codec::Zstandard(zstandard) => zstandard.step(source, output),
        }
    }
}
