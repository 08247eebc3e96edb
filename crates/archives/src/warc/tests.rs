//! The reader against archives that are made here, and against real ones where they are.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout)] // a test fails by panicking

mod cores;
mod corpus;
mod damages;
mod limits;
mod members;
mod memory;
mod oracle;
mod ranges;
mod whole_members;

use std::io::{self, Cursor, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use flate2::Compression;
use flate2::write::GzEncoder;
pub(crate) use robots_policy_kit::bytes::packed;
use robots_policy_kit::bytes::{bytes, page, record};
use robots_policy_kit::told::assert_told;

use super::*;

pub(crate) fn gzip(text: &[u8]) -> Vec<u8> {
    packed(text, Compression::default())
}

pub(crate) fn zstd(text: &[u8]) -> Vec<u8> {
    let mut encoder = ::zstd::stream::Encoder::new(Vec::new(), 3).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

pub(crate) fn plain(text: &[u8]) -> Vec<u8> {
    text.to_vec()
}

pub(crate) type Form = fn(&[u8]) -> Vec<u8>;

/// How records are stored.
pub(crate) const FORMS: [Form; 3] = [plain, gzip, zstd];

/// Bytes that do not compress, the same at each run.
pub(crate) fn noise(len: usize) -> Vec<u8> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..len).map(|_| next()).collect()
}

/// A line for each record and each damage, as these two tell it.
fn told(
    mut archive: Archive,
    record: impl Fn(&mut Record<'_>) -> String,
    damage: impl Fn(&Damage) -> String,
) -> Vec<String> {
    let mut lines = Vec::new();
    while let Some(next) = archive.next() {
        lines.push(match next {
            Ok(mut own) => record(&mut own),
            Err(own) => damage(&own),
        });
    }
    lines
}

/// The offset and the target of a record.
fn named(record: &Record<'_>) -> String {
    let head = record.head();
    let uri = String::from_utf8_lossy(head.target_uri().unwrap_or(b"-"));
    format!("{} {uri}", head.offset())
}

/// The same with a checksum of the body.
fn summed(record: &mut Record<'_>) -> String {
    let mut body = Vec::new();
    record.read_to_end(&mut body).unwrap();
    format!("{} {:08x}", named(record), sum(&body))
}

/// The offset and the code of a damage.
fn coded(damage: &Damage) -> String {
    format!("{} {}", damage.offset(), damage.code().name())
}

/// A line a record or damage: offset, target and a checksum of the body; or the code.
pub(crate) fn reports_of(archive: Archive) -> Vec<String> {
    told(archive, summed, coded)
}

/// A line for each record or damage, with only the first bytes of each body read, and so without checksums.
pub(crate) fn report_of_heads(archive: Archive) -> Vec<String> {
    let start = |record: &mut Record<'_>| {
        assert!(record.read(&mut [0; 16]).unwrap() <= 16);
        named(record)
    };
    told(archive, start, coded)
}

/// The report on an archive that is read as a file. Checks that a pipe, members in pieces and several cores give the same, and that
/// the fast way loses no record.
fn lines(bytes: &[u8]) -> Vec<String> {
    let lines = reports_of(file(bytes, Skip::Verified));
    let is_record = |line: &&str| line.starts_with("http");
    let records = |lines: &[String]| -> Vec<String> {
        let targets = short(lines).into_iter().filter(is_record);
        targets.map(ToOwned::to_owned).collect()
    };
    let in_pieces = file(bytes, Skip::Verified).with_whole_members(WholeMembers::NONE);
    for archive in [
        once(bytes, Skip::Verified),
        once(bytes, Skip::Fast),
        in_pieces,
        file(bytes, Skip::Verified).with_cores(3),
    ] {
        assert_eq!(reports_of(archive), lines);
    }
    let heads = report_of_heads(once(bytes, Skip::Fast));
    assert_eq!(records(&heads), records(&lines));
    if short(&lines).iter().all(is_record) {
        assert_eq!(report_of_heads(once(bytes, Skip::Verified)), heads);
        assert_eq!(heads.len(), lines.len());
    }
    lines
}

/// A source that counts, may have other bytes after it was sought, and may fail after its bytes.
#[derive(Default)]
struct TestSource {
    now: Cursor<Vec<u8>>,
    later: Option<Vec<u8>>,
    /// The bytes that were read, and how often it was sought.
    read: Arc<AtomicUsize>,
    sought: Arc<AtomicUsize>,
    fails: bool,
}

impl io::Read for TestSource {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.now.read(buffer)?;
        self.read.fetch_add(read, Ordering::Relaxed);
        match read {
            0 if self.fails && !buffer.is_empty() => Err(io::Error::other("the disk")),
            read => Ok(read),
        }
    }
}

impl io::Seek for TestSource {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.sought.fetch_add(1, Ordering::Relaxed);
        if let Some(later) = &self.later {
            self.now = Cursor::new(later.clone());
        }
        self.now.seek(to)
    }
}

/// An archive of these bytes, after which its source fails.
fn failing(bytes: &[u8], skip: Skip) -> Archive {
    let source = TestSource {
        now: Cursor::new(bytes.to_vec()),
        fails: true,
        ..TestSource::default()
    };
    Archive::new(Box::new(source), skip)
}

/// The dictionary of the frames after it.
fn dictionary(stored: &[u8]) -> Vec<u8> {
    let size = u32::try_from(stored.len()).unwrap().to_le_bytes();
    [b"\x5D\x2A\x4D\x18", &size[..], stored].concat()
}

/// A frame that needs this dictionary.
fn with_dictionary(text: &[u8], dictionary: &[u8]) -> Vec<u8> {
    let mut encoder = ::zstd::stream::Encoder::with_dictionary(Vec::new(), 3, dictionary).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

pub(crate) fn once(bytes: &[u8], skip: Skip) -> Archive {
    Archive::new(Box::new(Cursor::new(bytes.to_vec())), skip)
}

pub(crate) fn file(bytes: &[u8], skip: Skip) -> Archive {
    Archive::of_file(Box::new(Cursor::new(bytes.to_vec())), skip)
}

pub(crate) fn sum(body: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(body);
    crc.sum()
}

/// Targets and codes alone.
pub(crate) fn short(lines: &[String]) -> Vec<&str> {
    lines
        .iter()
        .map(|line| line.split(' ').nth(1).unwrap())
        .collect()
}
