//! Documents from their first octet to their end: the one function that says what was read of one.
//!
//! **What it is.** Every door that has octets of a document ends here: records, archives, saved responses, live pages, Python. The
//! head is read for directives; the octets after it are searched for a licence, and read where the search finds one.
//!
//! **Invariant.** The answer depends on the octets and on [`Ending`] alone, and not on the pieces in which they came. **What breaks
//! if touched.** Two doors answer the same facts differently. **Which test notices.** The questions of `fixtures/ledger.json`, and
//! `crates/input/tests/feeding.rs`.

pub(crate) mod body;
pub(crate) mod head;
#[cfg(feature = "parts")]
pub(crate) mod parts;

use std::io::Read;

use robots_policy::ledger::Document;
use robots_policy::meta::{LicenseSearch, Metas};
use robots_policy::{Client, Diagnostic, Limits, MetaExtractor, Parsed, Scope, Signal, Why};

use crate::document::head::{DocumentHead, Readers};
use crate::message::ending::Ending;

/// A document that was read.
#[derive(Clone, Debug)]
pub struct ReadDocument {
    /// Its statements, or why there are none, for a policy.
    pub document: Document,
    /// The number of octets up to the end of its head, in the pieces in which they came.
    pub head_octets: u64,
    /// Whether its head was over before its end.
    pub is_over: bool,
    /// Why its head was not read, or not whole.
    pub unread: Option<Why>,
    /// Whether what was read of it may depend on the names of the askers: a meta addresses a crawler by its name, or something is
    /// amiss.
    pub is_of_names: bool,
}

/// Memory for one document after another: it is taken once, and grows to the length of the longest one that is read.
#[derive(Debug, Default)]
pub struct Room {
    octets: Vec<u8>,
    /// The length of the document in it; `None` if it was too long.
    filled: Option<usize>,
}

impl Room {
    /// Forgets the document in it.
    pub fn clear(&mut self) {
        self.filled = None;
    }

    /// Room for a piece that begins at this place.
    fn piece(&mut self, start: usize, size: usize) -> &mut [u8] {
        let end = start.saturating_add(size);
        if self.octets.len() < end {
            let most = Limits::default().document().saturating_add(LARGE);
            let twice = self.octets.len().saturating_mul(2).min(most);
            self.octets.resize(end.max(twice), 0);
        }
        self.octets.get_mut(start..end).unwrap_or_default()
    }

    /// The document in it; `None` if it was too long.
    pub fn document(&self) -> Option<&[u8]> {
        self.octets.get(..self.filled?)
    }
}

/// A document that streams by.
pub struct FedDocument {
    head: DocumentHead,
    search: LicenseSearch,
    /// The octets so far, to read a licence in the body; `None` beyond the limit.
    held: Option<Vec<u8>>,
    /// Whether its type lets it speak at all.
    is_document: bool,
    is_over: bool,
    octets: u64,
    head_octets: u64,
    /// The first octets, which show the format of a file that is no markup by its type.
    start: Vec<u8>,
    /// Whether no field names a type.
    is_untyped: bool,
    /// What is reported about its body.
    left_out: Vec<Diagnostic>,
}

impl FedDocument {
    /// Begins with the extractor that `document` makes, for all of these askers.
    pub fn new(
        readers: &Readers,
        askers: &[Client],
        document: impl Fn() -> MetaExtractor,
    ) -> FedDocument {
        let mut head = DocumentHead::new(readers, askers, document);
        let is_document = !head.feed(b"");
        let is_over = !is_document && !head.needs_start();
        FedDocument {
            head,
            search: LicenseSearch::new(),
            held: Some(Vec::new()),
            is_document,
            is_over,
            octets: 0,
            head_octets: 0,
            start: Vec::new(),
            is_untyped: false,
            left_out: Vec::new(),
        }
    }

    /// This document, of which no field names a type: its first octets may show that it is a file of another format.
    #[must_use]
    pub fn untyped(mut self) -> FedDocument {
        self.is_untyped = true;
        self
    }

    /// Takes the next octets; returns whether the head is over, so that directives need no more. Answers about AI use need the
    /// rest.
    pub fn feed(&mut self, chunk: &[u8]) -> bool {
        if let Some(held) = &mut self.held {
            if self.is_document && held.len() + chunk.len() <= Limits::default().document() {
                held.extend_from_slice(chunk);
            } else {
                self.held = None;
            }
        }
        self.look(chunk)
    }

    /// Takes all that is in `body`, as far as that can be read, into `room`. Up to the end of the head it comes in pieces of one
    /// size, so that the number of octets of the head is a function of the document alone. End it with
    /// [`FedDocument::finish_held`].
    pub fn drain(&mut self, body: &mut impl Read, room: &mut Room) {
        let most = Limits::default().document();
        self.held = None;
        let (mut start, mut is_held) = (0, true);
        loop {
            if start > most {
                (start, is_held) = (0, false);
            }
            let size = if self.is_over { LARGE } else { PIECE };
            let piece = room.piece(start, size);
            let len = fill(body, piece);
            let Some(filled) = piece.get(..len).filter(|filled| !filled.is_empty()) else {
                break;
            };
            let _ = self.look(filled);
            start += len;
            if self.is_over && !self.is_document {
                break;
            }
        }
        room.filled = Some(start).filter(|start| is_held && *start <= most);
    }

    /// Takes a whole document that is in memory, as [`FedDocument::drain`] takes its octets.
    pub fn take(&mut self, octets: &[u8]) {
        self.held = None;
        let mut rest = octets;
        while !rest.is_empty() {
            let size = if self.is_over { rest.len() } else { PIECE };
            let (piece, after) = rest.split_at(size.min(rest.len()));
            let _ = self.look(piece);
            rest = after;
        }
    }

    /// Ends a document that was taken ([`FedDocument::take`]), or drained into a room of which these are the octets
    /// ([`Room::document`]). The other arguments are those of [`FedDocument::finish`].
    pub fn finish_held(
        self,
        octets: Option<&[u8]>,
        readers: &Readers,
        askers: &[Client],
        document: impl Fn() -> MetaExtractor,
        ending: Ending,
    ) -> ReadDocument {
        let held = octets.filter(|octets| octets.len() <= Limits::default().document());
        self.end(readers, askers, document, ending, true, held)
    }

    /// Reads a document that is held as far as it came, in chunks of this many octets or at once.
    pub fn read(
        mut self,
        octets: &[u8],
        chunk: Option<usize>,
        readers: &Readers,
        askers: &[Client],
        document: impl Fn() -> MetaExtractor,
        ending: Ending,
    ) -> ReadDocument {
        let size = chunk.unwrap_or(octets.len()).max(1);
        for chunk in octets.chunks(size) {
            let _ = self.look(chunk);
        }
        self.finish_held(Some(octets), readers, askers, document, ending)
    }

    fn look(&mut self, chunk: &[u8]) -> bool {
        let room = START.saturating_sub(self.start.len()).min(chunk.len());
        let start = chunk.get(..room).unwrap_or_default();
        self.start.extend_from_slice(start);
        self.octets += chunk.len() as u64;
        if self.is_document {
            self.search.feed(chunk);
        }
        if !self.is_document {
            self.is_over |= self.start.len() >= START;
        } else if !self.is_over {
            self.head_octets = self.octets;
            self.is_over = self.head.feed(chunk);
        }
        self.is_over
    }

    /// Whether its type lets it have a head.
    pub fn is_document(&self) -> bool {
        self.is_document
    }

    /// Whether the head is over; of a type that has none, whether no first octets are needed to tell its format.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// The number of octets so far.
    pub fn octets(&self) -> u64 {
        self.octets
    }

    /// Ends the document. The arguments are those of [`FedDocument::new`]: a document whose body may hold a licence is read again.
    /// `is_all` says whether the octets after the head came too.
    pub fn finish(
        mut self,
        readers: &Readers,
        askers: &[Client],
        document: impl Fn() -> MetaExtractor,
        ending: Ending,
        is_all: bool,
    ) -> ReadDocument {
        let held = self.held.take();
        self.end(readers, askers, document, ending, is_all, held.as_deref())
    }

    fn end(
        self,
        readers: &Readers,
        askers: &[Client],
        document: impl Fn() -> MetaExtractor,
        ending: Ending,
        is_all: bool,
        held: Option<&[u8]>,
    ) -> ReadDocument {
        let (is_over, head_octets) = (self.is_over, self.head_octets);
        let done = |document: Document, unread: Option<Why>, is_of_names: bool| ReadDocument {
            document,
            head_octets,
            is_over,
            unread,
            is_of_names,
        };
        if self.is_document && self.octets == 0 && ending == Ending::Open {
            return done(Document::unread(Why::Empty), Some(Why::Empty), false);
        }
        let is_body_known = match ending {
            _ if !self.is_document => true,
            Ending::Whole => is_all,
            Ending::Open => is_all && !self.search.ends_in_markup(),
            Ending::Cut(_) | Ending::WithoutStart => false,
        };
        let may_hold_licence = self.search.finds();
        let mut metas = self.head.finish(ending, is_over);
        let left_out = match held {
            Some(octets) if is_body_known => {
                body::left_out(octets, &metas, readers, askers, &document)
            }
            _ => self.left_out,
        };
        if is_body_known
            && may_hold_licence
            && !readers.whole
            && let Some(octets) = held
        {
            let whole = Readers {
                whole: true,
                ..readers.clone()
            };
            let mut again = FedDocument::new(&whole, askers, &document);
            again.left_out = left_out;
            let _ = again.look(octets);
            let read = again.end(&whole, askers, document, ending, true, None);
            return ReadDocument {
                head_octets,
                is_over,
                ..read
            };
        }
        let is_searched = is_body_known && (readers.whole || !may_hold_licence);
        let is_all_seen = match ending {
            Ending::Whole => is_all,
            Ending::Open => is_all && self.octets > 0,
            Ending::Cut(_) | Ending::WithoutStart => false,
        };
        let is_start_seen = is_all_seen || self.start.len() >= START;
        metas.diagnostics.extend(left_out);
        let unread = metas
            .diagnostics
            .iter()
            .find_map(|found| found.code().unread());
        if self.is_untyped && Document::is_file(&self.start) {
            return done(Document::file(), None, false);
        }
        let is_of_names = is_of_names(&metas);
        let is_cut = matches!(ending, Ending::Cut(_) | Ending::WithoutStart);
        let mut read = readers.document(metas, is_searched && !is_cut);
        if is_start_seen {
            read = read.beginning(&self.start);
        }
        done(read, unread, is_of_names)
    }
}

/// Whether another asker may have had less of these, or more: of metas to its name everything is kept, of others restrictions.
fn is_of_names(read: &Parsed<Metas>) -> bool {
    let is_named = |signal: &Signal| *signal.scope() != Scope::Global;
    !read.diagnostics.is_empty() || read.value.iter().any(is_named)
}

/// Reads until the piece is full or the body ends; returns the number of octets.
fn fill(body: &mut impl Read, piece: &mut [u8]) -> usize {
    let mut len = 0;
    while let Some(room) = piece.get_mut(len..).filter(|room| !room.is_empty()) {
        match body.read(room) {
            Ok(0) | Err(_) => break,
            Ok(read) => len += read,
        }
    }
    len
}

/// Octets of a head that are taken at a time.
const PIECE: usize = 4096;
/// Octets after a head that are taken at a time: they are searched while the caches have them.
const LARGE: usize = 64 * 1024;
/// The octets that show the format of a file.
const START: usize = 128;
