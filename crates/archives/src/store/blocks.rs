//! The form of a store: sorted rows in blocks, above them blocks of references to blocks, up to one root.
//!
//! A reference holds the CRC-32 of its block, and a block is read only if that is right. So an answer that is found is the one
//! that was written for its key, and one that is not found is not there: damage takes no answer away and moves none.

use std::fs::File;
use std::io::{self, Write};
use std::iter;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use flate2::Crc;

/// The place and the checksum of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    at: u64,
    len: u32,
    sum: u32,
}

/// Sorted rows in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tree {
    root: Block,
    /// The levels of references.
    height: u32,
}

/// Keys with their values, in the order of the keys.
pub(super) type SortedRows<'r> = Box<dyn Iterator<Item = io::Result<(Vec<u8>, Vec<u8>)>> + 'r>;

impl Block {
    /// The bytes of the block, which are as they were written.
    pub(super) fn read(self, file: &File) -> io::Result<Vec<u8>> {
        // A length that was forged takes no memory. The error is that of reading past the end: a file that was cut is
        // not damage of one answer.
        let end = self.at.checked_add(self.len.into());
        if end.is_none_or(|end| file.metadata().is_ok_and(|file| end > file.len())) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut bytes = vec![0; usize::try_from(self.len).map_err(io::Error::other)?];
        read_at(file, &mut bytes, self.at)?;
        if checksum(&bytes) == self.sum {
            Ok(bytes)
        } else {
            Err(damaged())
        }
    }

    fn to_bytes(self) -> [u8; BLOCK_BYTES] {
        let mut bytes = [0; BLOCK_BYTES];
        let numbers = self.at.to_le_bytes().into_iter();
        let numbers = numbers.chain(self.len.to_le_bytes());
        let numbers = numbers.chain(self.sum.to_le_bytes());
        for (byte, number) in bytes.iter_mut().zip(numbers) {
            *byte = number;
        }
        bytes
    }

    fn of_bytes(bytes: &[u8]) -> Option<Block> {
        let (at, bytes) = bytes.split_first_chunk::<8>()?;
        let (len, bytes) = bytes.split_first_chunk::<4>()?;
        let (sum, _) = bytes.split_first_chunk::<4>()?;
        Some(Block {
            at: u64::from_le_bytes(*at),
            len: u32::from_le_bytes(*len),
            sum: u32::from_le_bytes(*sum),
        })
    }
}

/// The blocks that were read last, the latest first: those near the root, which every search passes, and the rows of a site,
/// which are next to each other.
#[derive(Default)]
pub(super) struct Recent(Mutex<Vec<(u64, Arc<[u8]>)>>);

impl Recent {
    /// A block, read unless it was among the last.
    fn read(&self, block: Block, file: &File) -> io::Result<Arc<[u8]>> {
        let held = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut held = held();
            let place = held.iter().position(|(at, _)| *at == block.at);
            if let Some(found) = place.and_then(|place| held.get_mut(..=place)) {
                found.rotate_right(1);
                if let Some((_, bytes)) = found.first() {
                    return Ok(Arc::clone(bytes));
                }
            }
        }
        let bytes: Arc<[u8]> = block.read(file)?.into();
        let mut held = held();
        held.truncate(RECENT - 1);
        held.insert(0, (block.at, Arc::clone(&bytes)));
        Ok(bytes)
    }
}

impl Tree {
    /// The value of a key.
    pub(super) fn find(
        self,
        file: &File,
        recent: &Recent,
        key: &[u8],
    ) -> io::Result<Option<Vec<u8>>> {
        let mut block = recent.read(self.root, file)?;
        for _ in 0..self.height {
            let Some((_, child)) = last_until(&block, key)? else {
                return Ok(None);
            };
            let child = Block::of_bytes(child).ok_or_else(damaged)?;
            block = recent.read(child, file)?;
        }
        let found = last_until(&block, key)?;
        Ok(found.and_then(|(found, value)| (found == key).then(|| value.to_vec())))
    }

    /// Reads the root.
    pub(super) fn open(self, file: &File, recent: &Recent) -> io::Result<()> {
        recent.read(self.root, file).map(drop)
    }

    /// All rows, block by block.
    pub(super) fn rows(self, file: &File) -> SortedRows<'_> {
        let mut next = Some(self.root);
        // From the root downwards, the blocks that were not read to their end, and how far.
        let mut open: Vec<(Vec<u8>, usize)> = Vec::new();
        let mut step = move || {
            loop {
                if let Some(block) = next.take() {
                    open.push((block.read(file)?, 0));
                }
                let is_leaf = open.len() as u64 > u64::from(self.height);
                let Some((block, at)) = open.last_mut() else {
                    return Ok(None);
                };
                let mut rest = block.get(*at..).unwrap_or_default();
                let row = next_row(&mut rest)?.map(|(key, value)| (key.to_vec(), value.to_vec()));
                *at = block.len() - rest.len();
                match row {
                    None => drop(open.pop()),
                    Some(row) if is_leaf => return Ok(Some(row)),
                    Some((_, child)) => {
                        next = Some(Block::of_bytes(&child).ok_or_else(damaged)?);
                    }
                }
            }
        };
        Box::new(iter::from_fn(move || step().transpose()))
    }

    /// The last bytes of a store, which lead to its root.
    pub(super) fn footer(self) -> Vec<u8> {
        let mut bytes = self.root.to_bytes().to_vec();
        bytes.extend(self.height.to_le_bytes());
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the last bytes of a store.
    pub(super) fn of_footer(file: &File, len: u64) -> io::Result<Tree> {
        let mut bytes = [0; FOOTER_BYTES];
        let at = len.checked_sub(FOOTER_BYTES as u64).ok_or_else(damaged)?;
        read_at(file, &mut bytes, at)?;
        let (sum, content) = bytes
            .split_last_chunk::<4>()
            .map_or((0, &bytes[..]), |(content, sum)| {
                (u32::from_le_bytes(*sum), content)
            });
        let height = content.last_chunk::<4>().copied().map(u32::from_le_bytes);
        match (Block::of_bytes(content), height) {
            (Some(root), Some(height)) if checksum(content) == sum && height <= HIGHEST => {
                Ok(Tree { root, height })
            }
            _ => Err(damaged()),
        }
    }
}

/// A tree that is written; its rows come in the order of their keys, each key once.
pub(super) struct TreeWriter<W> {
    out: W,
    /// The place of the next block.
    at: u64,
    /// The last block of each level, from the rows upwards.
    open: Vec<OpenBlock>,
}

#[derive(Default)]
struct OpenBlock {
    first: Vec<u8>,
    bytes: Vec<u8>,
}

impl OpenBlock {
    fn of(key: &[u8], value: &[u8]) -> io::Result<OpenBlock> {
        let mut block = OpenBlock {
            first: key.to_vec(),
            bytes: Vec::new(),
        };
        block.add(key, value)?;
        Ok(block)
    }

    fn add(&mut self, key: &[u8], value: &[u8]) -> io::Result<()> {
        for part in [key, value] {
            let len = u32::try_from(part.len()).map_err(io::Error::other)?;
            self.bytes.extend(len.to_le_bytes());
        }
        self.bytes.extend(key);
        self.bytes.extend(value);
        Ok(())
    }
}

impl<W: Write> TreeWriter<W> {
    /// Writes to `out`, which is at byte `at` of its file.
    pub(super) fn new(out: W, at: u64) -> TreeWriter<W> {
        TreeWriter {
            out,
            at,
            open: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, key: &[u8], value: &[u8]) -> io::Result<()> {
        self.add_at(0, key, value)
    }

    /// Writes what is left; returns the tree, and the place after it.
    pub(super) fn finish(mut self) -> io::Result<(W, Tree, u64)> {
        let mut level = 0;
        let mut root = OpenBlock::default();
        while let Some(open) = self.open.get_mut(level) {
            let last = mem::take(open);
            level += 1;
            if level == self.open.len() {
                root = last;
            } else {
                self.close(level, &last)?;
            }
        }
        let root = self.write(&root.bytes)?;
        self.out.flush()?;
        let height = u32::try_from(level.saturating_sub(1)).map_err(io::Error::other)?;
        Ok((self.out, Tree { root, height }, self.at))
    }

    fn add_at(&mut self, level: usize, key: &[u8], value: &[u8]) -> io::Result<()> {
        let Some(open) = self.open.get_mut(level) else {
            self.open.push(OpenBlock::of(key, value)?);
            return Ok(());
        };
        if open.bytes.len() < FULL {
            return open.add(key, value);
        }
        let full = mem::replace(open, OpenBlock::of(key, value)?);
        self.close(level + 1, &full)
    }

    /// Writes a block, and its reference to the level above.
    fn close(&mut self, above: usize, block: &OpenBlock) -> io::Result<()> {
        let written = self.write(&block.bytes)?;
        self.add_at(above, &block.first, &written.to_bytes())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<Block> {
        let block = Block {
            at: self.at,
            len: u32::try_from(bytes.len()).map_err(io::Error::other)?,
            sum: checksum(bytes),
        };
        self.out.write_all(bytes)?;
        self.at += u64::from(block.len);
        Ok(block)
    }
}

/// The last row of a block whose key is not after `key`.
fn last_until<'b>(mut block: &'b [u8], key: &[u8]) -> io::Result<Option<(&'b [u8], &'b [u8])>> {
    let mut last = None;
    while let Some(row) = next_row(&mut block)? {
        if row.0 > key {
            break;
        }
        last = Some(row);
    }
    Ok(last)
}

fn next_row<'b>(rest: &mut &'b [u8]) -> io::Result<Option<(&'b [u8], &'b [u8])>> {
    if rest.is_empty() {
        return Ok(None);
    }
    let (row, after) = row(rest).ok_or_else(damaged)?;
    *rest = after;
    Ok(Some(row))
}

/// The first row, and what follows.
#[allow(clippy::type_complexity)] // a name would say no more
fn row(bytes: &[u8]) -> Option<((&[u8], &[u8]), &[u8])> {
    let (key, bytes) = bytes.split_first_chunk::<4>()?;
    let (value, bytes) = bytes.split_first_chunk::<4>()?;
    let [key, value] = [key, value].map(|len| usize::try_from(u32::from_le_bytes(*len)));
    let (key, bytes) = bytes.split_at_checked(key.ok()?)?;
    let (value, bytes) = bytes.split_at_checked(value.ok()?)?;
    Some(((key, value), bytes))
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// The error about bytes that are not as they were written.
pub(super) fn damaged() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

/// Reads at a place without moving the file's own, which threads and forked processes share.
#[cfg(unix)]
pub(super) fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

/// Reads at a place; each read says where.
#[cfg(windows)]
pub(super) fn read_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, bytes, at)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes = bytes.get_mut(read..).unwrap_or_default();
        at += read as u64;
    }
    Ok(())
}

/// The bytes of a block after which a new one begins. Larger ones cost each answer more, smaller ones more levels.
const FULL: usize = 8 * 1024;
/// The blocks that are held, which take about 256 KiB. A block may be longer by one value.
const RECENT: usize = 32;
/// More levels than the references of a file need: a block has room for many.
const HIGHEST: u32 = 32;
/// The bytes of a reference, and of the footer: a reference, the height, a checksum.
const BLOCK_BYTES: usize = 16;
const FOOTER_BYTES: usize = BLOCK_BYTES + 8;
