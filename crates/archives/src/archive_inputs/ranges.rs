//! Parts of archives: the bytes of single records, wherever the archive is.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use robots_policy_input::DamageCode;
use robots_policy_live::remote::Remote;

use crate::{Archive, Skip};

/// The bytes of an archive that an index names, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RecordRange {
    pub(super) offset: u64,
    pub(super) length: u64,
}

impl RecordRange {
    /// The byte after the last.
    pub(super) fn end(&self) -> u64 {
        self.offset.saturating_add(self.length)
    }
}

impl fmt::Display for RecordRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecordRange { offset, length } = self;
        let plural = if *length == 1 { "" } else { "s" };
        write!(f, "{length} byte{plural} from byte {offset} on")
    }
}

/// An archive that gives parts of itself.
pub(super) trait Ranges: Send + Sync {
    /// A reader of `length` bytes from `offset` on. It gives fewer only where the archive ends before; a connection that
    /// breaks is continued or is an error. Of two readers only the later one is read.
    ///
    /// # Errors
    /// The archive cannot be read.
    fn range(&self, offset: u64, length: u64) -> io::Result<Box<dyn Read + Send>>;
}

/// A file of this machine.
impl Ranges for Arc<File> {
    fn range(&self, offset: u64, length: u64) -> io::Result<Box<dyn Read + Send>> {
        let file = Arc::clone(self);
        Ok(Box::new(LocalRange { file, at: offset }.take(length)))
    }
}

/// A file from a place on. Other readers move the file's own place, so that each read begins with a seek.
struct LocalRange {
    file: Arc<File>,
    at: u64,
}

impl Read for LocalRange {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let mut file = &*self.file;
        file.seek(SeekFrom::Start(self.at))?;
        let read = file.read(room)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Ranges for Remote {
    fn range(&self, offset: u64, length: u64) -> io::Result<Box<dyn Read + Send>> {
        match Remote::range(self, offset, length) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                let end = self.length().unwrap_or(offset);
                Remote::range(self, offset, end.saturating_sub(offset))
            }
            read => read,
        }
    }
}

/// A range as a source of its own, which can be read again from any of its bytes.
struct RangeSource {
    ranges: Arc<dyn Ranges>,
    range: RecordRange,
    /// The next byte, counted from the first of the range.
    at: u64,
    /// A reader at this place; `None` before the first read, and after a seek.
    reader: Option<Box<dyn Read + Send>>,
}

impl Read for RangeSource {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let left = self.range.length.saturating_sub(self.at);
        if left == 0 || room.is_empty() {
            return Ok(0);
        }
        let reader = match &mut self.reader {
            Some(reader) => reader,
            none => none.insert(self.ranges.range(self.range.offset + self.at, left)?),
        };
        let read = reader.take(left).read(room)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for RangeSource {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => self.range.length.checked_add_signed(by),
        };
        let at = at.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        if at != self.at {
            self.reader = None;
            self.at = at;
        }
        Ok(at)
    }
}

/// A part of an archive, as an archive of its own.
pub(super) fn part(ranges: &Arc<dyn Ranges>, range: RecordRange, skip: Skip) -> Archive {
    let source = RangeSource {
        ranges: Arc::clone(ranges),
        range,
        at: 0,
        reader: None,
    };
    Archive::of_range(Box::new(source), range.offset..range.end(), skip)
}

/// The text about a damage at `offset`, if a wrong row of the index may have caused it.
pub(super) fn because_of_index(ranges: &[RecordRange], code: &str, offset: u64) -> Option<String> {
    let mut codes = CAUSED_BY_INDEX.iter().map(|code| code.name());
    codes.find(|caused| *caused == code)?;
    let after = ranges.partition_point(|range| range.offset <= offset);
    let range = ranges.get(after.checked_sub(1)?)?;
    Some(format!(
        "; the index names {range}: correct its row, or make the index from this file"
    ))
}

/// Damages that are found where an index names other bytes than those of a record.
const CAUSED_BY_INDEX: &[DamageCode] = &[
    DamageCode::PastEnd,
    DamageCode::TruncatedMember,
    DamageCode::CorruptMember,
    DamageCode::OtherFormat,
    DamageCode::NoRecord,
    DamageCode::CutHead,
    DamageCode::CutRecord,
    DamageCode::WrongLength,
];
