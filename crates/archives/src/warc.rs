//! Archives of responses (WARC 1.0 and 1.1, and the drafts before them): plain, in gzip members or in zstd frames.
//!
//! This project has its own reader: `fastwarc` 2 gives member offsets and bounded bodies, but it inflates in pieces, which takes
//! twice the time, reports the same error for ever from the first damaged member on, inflates every record to its end, and
//! allocates for each (with 40 more packages). The same records, bodies and offsets come out of both where nothing is
//! damaged.
//!
//! Only the header block of a record is kept, in memory that all records share, and nothing is allocated for a record.
//! The size that a record claims is never trusted: bodies are read in pieces, or as members within limits.

#[cfg(test)]
pub(crate) mod tests;

mod body;
mod codec;
mod format;
mod gzip;
mod header;
mod member;
mod proof;
mod readahead;
mod record;
mod source;
mod start;
mod stream;
mod zstandard;

use robots_policy_live::remote::RemoteFile;
use std::io::Read;
use std::ops::Range;

use robots_policy_input::{Damage, DamageCode};

pub use self::header::{RecordHeader, RecordKind};
pub use self::member::WholeMembers;
pub use self::record::Record;
pub use self::source::ReadSeek;

pub(crate) use self::record::Rest;

use self::body::{Open, Search};
use self::proof::Proof;
use self::source::StoredBytes;
use self::stream::{Stream, StreamPlace};
use crate::block::{self, Gathered};
use crate::memory::Memory;

/// How [`Archive::next`] skips the rest of a record that its reader did not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    /// It is decompressed, and its checksum is verified.
    Verified,
    /// In gzip members that hold one record each, it is not decompressed: the next member is where its signature
    /// comes after a trailer that names the size of this record, which neither a stored archive inside the record nor
    /// a second record in its member does. Where no trailer within the next 768 KiB says so, it is decompressed like
    /// other archives. The same records are found; a record that was left in this way was not verified, and its damage may go
    /// unnoticed. [`Archive::finish_record`] verifies the record.
    Fast,
}

/// Reads an archive, record by record, as far as its damage allows.
pub struct Archive {
    stream: Stream,
    skip: Skip,
    /// The header block of the record.
    head: Vec<u8>,
    /// Memory for the header block of its message.
    block: Vec<u8>,
    /// The record that was given last.
    open: Option<Open>,
    /// The step that a damage requires.
    search: Option<Search>,
    /// The damage of the record that was closed.
    unreported: Option<Damage>,
    /// Bytes of the empty lines after the last record that was read to its end.
    tail: u64,
    is_ended: bool,
    /// The part of an archive that this is.
    range: Option<Range<u64>>,
}

impl Archive {
    /// An archive that is read once from its start to its end: a pipe, which needs no buffer of its own. Where a record
    /// is wrong about its length, the records after it are found if they begin in the last 256 KiB.
    pub fn new(source: Box<dyn Read + Send>, skip: Skip) -> Archive {
        Archive::of(StoredBytes::once(source), skip)
    }

    /// An archive at an address, from its beginning on; only where its server gives ranges is a part of it read again.
    pub fn of_remote(file: RemoteFile, skip: Skip) -> Archive {
        if file.opening().serves_ranges {
            Archive::of_file(Box::new(file), skip)
        } else {
            Archive::new(Box::new(file), skip)
        }
    }

    /// An archive that can be read again from any place: a file, which is at its start and needs no buffer of its
    /// own. Whatever a record says of its length, the records after it are found.
    pub fn of_file(source: Box<dyn ReadSeek>, skip: Skip) -> Archive {
        Archive::of(StoredBytes::again(source), skip)
    }

    /// The bytes `range` of an archive, where an index says that records are. `source` gives exactly these: its first byte is
    /// byte `range.start` of the archive. Offsets, positions and damages are those of the archive. If `source` ends before
    /// the range does, that is a damage ([`DamageCode::PastEnd`]).
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use robots_policy_archives::{Archive, Skip};
    ///
    /// let record = b"WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 2\r\n\r\nhi\r\n\r\n".to_vec();
    /// let range = 1_000..1_000 + record.len() as u64;
    /// let mut archive = Archive::of_range(Box::new(Cursor::new(record)), range, Skip::Verified);
    /// let record = archive.next().expect("it has one")?;
    /// assert_eq!(record.head().offset(), 1_000);
    /// # Ok::<(), robots_policy_input::Damage>(())
    /// ```
    pub fn of_range(source: Box<dyn ReadSeek>, range: Range<u64>, skip: Skip) -> Archive {
        Archive {
            range: Some(range.clone()),
            ..Archive::of(StoredBytes::range(source, range), skip)
        }
    }

    fn of(source: StoredBytes, skip: Skip) -> Archive {
        Archive {
            stream: Stream::new(source, skip),
            skip,
            head: Vec::new(),
            block: Vec::new(),
            open: None,
            search: None,
            unreported: None,
            tail: body::TAIL,
            is_ended: false,
            range: None,
        }
    }

    /// Sets which gzip members may be decompressed at once. With [`Skip::Fast`] only the smallest of these are, and those
    /// that are needed to their end.
    #[must_use]
    pub fn with_whole_members(mut self, members: WholeMembers) -> Archive {
        self.stream.take_at_once(members);
        self
    }

    /// Has members of gzip decompressed by `cores` threads before they are reached, in about a `cores`th of the time: the
    /// reader's own work is a tenth of all. Records, damages, places and their order stay as they are. With 1, as without
    /// this method, nothing is read ahead in this way, and no thread is started. It counts for archives that are
    /// files ([`Archive::of_file`], [`Archive::of_range`]) and for [`Skip::Verified`]; elsewhere it has no effect.
    ///
    /// Each thread takes about 6 MiB of memory; with members as large as the limits ([`WholeMembers`]) allow, each takes
    /// up to four such members, as far as the memory allows ([`Archive::with_memory`]). The threads end when the archive is
    /// dropped.
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use robots_policy_archives::{Archive, Skip};
    ///
    /// let record = b"WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 2\r\n\r\nhi\r\n\r\n";
    /// let source = Box::new(Cursor::new(record.to_vec()));
    /// let mut archive = Archive::of_file(source, Skip::Verified).with_cores(2);
    /// assert_eq!(archive.next().expect("it has one")?.head().content_length(), 2);
    /// assert!(archive.next().is_none());
    /// # Ok::<(), robots_policy_input::Damage>(())
    /// ```
    #[must_use]
    pub fn with_cores(mut self, cores: usize) -> Archive {
        self.stream.work_ahead(if cores > 1 { cores } else { 0 });
        self
    }

    /// Shares `memory` with other archives, each of which should be read on a thread of its own. Call it before the first record.
    ///
    /// An archive without it takes what the limits of members and windows allow. Where the memory does not suffice, members of
    /// gzip are decompressed in pieces: more time, the same records. A frame of zstd waits until other archives have given
    /// back what its window takes; one that takes more than the whole memory ends the archive ([`DamageCode::NoMemory`]).
    #[must_use]
    pub fn with_memory(mut self, memory: Memory) -> Archive {
        self.stream.use_memory(memory);
        self
    }

    /// Bytes of the source consumed so far; less than before where a damage has made it step back.
    pub fn position(&self) -> u64 {
        self.stream.position()
    }

    /// The next record, what is left of the last one skipped; or a damage, each reported once and after the record that
    /// it cuts, after which the archive continues. It returns `None` at its end and from then on; call it until then,
    /// since the last record is verified only by asking for one more.
    #[allow(clippy::should_implement_trait)] // a record borrows from the archive, and an `Iterator` cannot lend its items
    pub fn next(&mut self) -> Option<Result<Record<'_>, Damage>> {
        if self.is_ended {
            return None;
        }
        match self.advance() {
            Ok(true) => self.record().map(Ok),
            Ok(false) => {
                self.is_ended = true;
                self.missing().map(Err)
            }
            Err(damage) => {
                self.is_ended = damage.ends_archive();
                Some(Err(damage))
            }
        }
    }

    /// The damage of an archive that has ended, if it has no byte, or fewer than its range.
    fn missing(&self) -> Option<Damage> {
        let Some(range) = &self.range else {
            let is_empty = self.position() == 0;
            return is_empty.then(|| Damage::new(DamageCode::Empty, 0));
        };
        let end = self.stream.read_to();
        (end < range.end).then(|| Damage::new(DamageCode::PastEnd, end))
    }

    fn record(&mut self) -> Option<Record<'_>> {
        let open = self.open.as_mut()?;
        Some(Record {
            head: RecordHeader::new(&self.head, open.offset, open.length),
            body: Rest {
                stream: &mut self.stream,
                open,
            },
            block: &mut self.block,
        })
    }

    /// Reads what is left of the record that was given last, and gives the number of bytes that it takes in the source:
    /// this many from its offset on are an archive of this record. `None` where it shares its member with another record or
    /// is damaged, which is reported next.
    ///
    /// With [`Skip::Fast`] too the rest is decompressed and verified: call it for each record whose bytes count.
    pub fn finish_record(&mut self) -> Option<u64> {
        self.close(Skip::Verified)
    }

    /// Ends the record that was given last.
    fn close(&mut self, skip: Skip) -> Option<u64> {
        let open = self.open.take()?;
        let begins_member = open.alone.is_some() || self.stream.is_plain();
        let offset = open.offset;
        match open.close(&mut self.stream, skip, &mut self.tail) {
            Ok(()) => {
                let is_alone = begins_member && self.stream.is_between_members();
                is_alone.then(|| self.position().saturating_sub(offset))
            }
            Err((damage, search)) => {
                self.unreported = Some(self.reported(damage, search));
                None
            }
        }
    }

    /// Whether the record that [`Archive::finish_record`] has finished is damaged, as [`Archive::next`] reports next: its bytes may
    /// be wrong, or lack some that its reader could not miss, so that they decide nothing.
    pub fn is_damaged(&self) -> bool {
        self.unreported.is_some()
    }

    /// Closes the last record and opens the next, if there is one.
    fn advance(&mut self) -> Result<bool, Damage> {
        self.close(self.skip);
        if let Some(damage) = self.unreported.take() {
            return Err(damage);
        }
        let result = match self.search.take() {
            Some(search) => search.run(&mut self.stream),
            None => self.skip_blank(),
        };
        let is_there = result.map_err(|damage| {
            let search = Search::after(&damage);
            self.reported(damage, search)
        })?;
        if is_there {
            self.begin()?;
        }
        Ok(is_there)
    }

    fn reported(&mut self, damage: Damage, search: Search) -> Damage {
        self.search = Some(search);
        damage
    }

    /// Advances to the next byte that is not a line end; `false` at the end of the source.
    fn skip_blank(&mut self) -> Result<bool, Damage> {
        loop {
            if self.stream.peek(1)? == 0 {
                if !self.stream.cross()? {
                    return Ok(false);
                }
                continue;
            }
            let taken = body::blank(self.stream.view());
            if taken == 0 {
                return Ok(true);
            }
            self.stream.consume(taken);
        }
    }

    /// Reads the header block of the record that begins here.
    fn begin(&mut self) -> Result<(), Damage> {
        let start = self.stream.place();
        self.gather(start)?;
        block::unfold(&mut self.head);
        let Some(length) = block::content_length(&self.head) else {
            let damage = Damage::new(DamageCode::NoLength, start.member);
            return Err(self.reported(damage, Search::Text(None)));
        };
        let body = self.stream.place();
        let is_alone = start.inside == 0
            && start.member == body.member
            && body.inside == self.head.len() as u64;
        let head = RecordHeader::new(&self.head, start.member, length);
        let proof = self.stream.is_unproven().then(|| Proof::of(&head));
        self.open = Some(Open {
            offset: start.member,
            proof: proof.flatten().map(Box::new),
            body,
            alone: is_alone.then_some(body.inside),
            length,
            left: length,
            is_all_or_no_more: false,
            damage: None,
        });
        Ok(())
    }

    /// Reads the header block of the record that begins at `start`.
    fn gather(&mut self, start: StreamPlace) -> Result<(), Damage> {
        self.head.clear();
        let gathered = self.gather_lines().map_err(|damage| {
            let search = Search::after(&damage);
            self.reported(damage.of_record(start.member), search)
        })?;
        let is_first = (start.member, start.inside) == (0, 0);
        if gathered == Err(DamageCode::NoRecord) && is_first {
            self.stream.peek(format::LOOKED_AT)?;
            if let Some(what) = format::of_text(self.stream.view()) {
                return Err(Damage::new(DamageCode::OtherFormat, 0).because(what));
            }
        }
        let second = block::second_record(&self.head);
        let code = match (gathered, second) {
            (Ok(()), None) => return Ok(()),
            (Ok(()), Some(_)) => DamageCode::CutHead,
            (Err(code), _) => code,
        };
        let search = match second {
            Some(at) => Some(self.stream.ahead(start, at)),
            None if code == DamageCode::NoRecord && !self.head.is_empty() => Some(start),
            None => None,
        };
        Err(self.reported(Damage::new(code, start.member), Search::Text(search)))
    }

    fn gather_lines(&mut self) -> Result<Result<(), DamageCode>, Damage> {
        loop {
            if self.stream.fill_record()? == 0 {
                return Ok(Err(DamageCode::CutHead));
            }
            let view = self.stream.view();
            if self.head.is_empty() && !block::may_be_record(view) {
                return Ok(Err(DamageCode::NoRecord));
            }
            let (taken, progress) = block::gather(&mut self.head, view, MOST_HEAD);
            self.stream.consume(taken);
            match progress {
                _ if !block::may_be_record(&self.head) => return Ok(Err(DamageCode::NoRecord)),
                Gathered::More => {}
                Gathered::Whole => return Ok(Ok(())),
                Gathered::TooLarge => return Ok(Err(DamageCode::LargeHead)),
            }
        }
    }
}

/// The most bytes of the header block of a record.
const MOST_HEAD: usize = 64 * 1024;
