//! Entry points for the fuzz targets, to the parts that read untrusted input.

use std::io::{self, Cursor, Read, Write};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use robots_policy::Timestamp;
use robots_policy_archives::table::{Table, TableFormat};
use robots_policy_archives::{Archive, Asker, Judge, Scan, ScanError, Skip, WholeMembers, columns};
use robots_policy_input::{Clock, RecordDefaults};

use crate::eval::jsonl::{Blocks, answer_all};

/// How an archive is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadAs {
    /// As a file, from end to end.
    File,
    /// As a file, each member decompressed in pieces.
    FileInPieces,
    /// As a file, whose members two threads decompress ahead.
    FileOnCores,
    /// As a file, without the bytes after the heads of pages.
    FastFile,
    /// As a pipe that gives this many bytes at a time, at least one.
    Pipe(usize),
}

/// The result of reading an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scanned {
    /// The rows, as JSON records.
    pub rows: String,
    /// Records of any kind.
    pub records: u64,
    /// The damages: offset and code.
    pub damage: Vec<(u64, String)>,
}

/// The rows of `scan` for an archive, for a client without a name.
///
/// # Panics
/// If a table or an archive in memory cannot be used, which is a bug.
pub fn scan(archive: &[u8], reading: ReadAs) -> Scanned {
    let now = Timestamp::from_unix(1_800_000_000);
    let judge = Judge::new(vec![Asker::anonymous()], now);
    let mut scan = Scan::new(Arc::new(judge), opened(archive, reading), "archive");
    let written = Written::default();
    let scanned = Table::create(
        TableFormat::Jsonl,
        Box::new(written.clone()),
        columns(),
        &[],
    );
    let scanned = scanned.map_err(ScanError::Sink).and_then(|mut table| {
        while scan.next(|row| table.push(row))? {}
        table.finish().map_err(ScanError::Sink)
    });
    if let Err(failure) = scanned {
        panic!("{failure}");
    }
    let report = scan.into_report();
    let damage = report.damage.into_iter();
    Scanned {
        rows: written.text(),
        records: report.records,
        damage: damage.map(|place| (place.offset, place.code)).collect(),
    }
}

fn opened(archive: &[u8], reading: ReadAs) -> Archive {
    let bytes = archive.to_vec();
    match reading {
        ReadAs::File => Archive::of_file(Box::new(Cursor::new(bytes)), Skip::Verified),
        ReadAs::FileInPieces => Archive::of_file(Box::new(Cursor::new(bytes)), Skip::Verified)
            .with_whole_members(WholeMembers::NONE),
        ReadAs::FileOnCores => {
            Archive::of_file(Box::new(Cursor::new(bytes)), Skip::Verified).with_cores(2)
        }
        ReadAs::FastFile => Archive::of_file(Box::new(Cursor::new(bytes)), Skip::Fast),
        ReadAs::Pipe(most) => {
            let pipe = Pieces {
                bytes: Cursor::new(bytes),
                most: most.max(1),
            };
            Archive::new(Box::new(pipe), Skip::Verified)
        }
    }
}

/// The answers of `eval --jsonl` to these lines.
///
/// # Panics
/// If lines in memory cannot be read or answers not be written, which is a bug.
pub fn answers(lines: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let blocks = Blocks::of_bytes(lines.to_vec());
    let answered = answer_all(
        blocks,
        RecordDefaults::new(Clock::Read(|| SystemTime::now().into())),
        NonZeroUsize::MIN,
        &mut out,
    );
    match answered {
        Ok(_) => out,
        Err(failure) => panic!("{failure}"),
    }
}

/// Bytes that arrive a few at a time.
struct Pieces {
    bytes: Cursor<Vec<u8>>,
    most: usize,
}

impl Read for Pieces {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let most = room.len().min(self.most);
        self.bytes.read(room.get_mut(..most).unwrap_or_default())
    }
}

/// A table in memory.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn text(&self) -> String {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
