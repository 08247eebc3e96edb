//! A line of a known key, as it is kept: 12 bytes.
//!
//! A dense file has a line every 20 bytes, so this record is most of what reading keeps. It has the place of the value and
//! no text. The key shares 32 bits with the length; nothing says where the key begins, since only a caller who wants to see
//! the line needs that, and [`Record`](super::record::Record) searches for it.
//!
//! **Invariants**, both asserted below: every key fits into [`KEY_BITS`], and every length into the other bits, for which
//! [`LARGEST`] bounds the octets of a file.

use crate::provenance::Span;
use crate::record_key::RecordKey;
use crate::robots_txt::file::parse::lines::LARGEST;

/// A line of a known key: the number of the line, the key, and the place of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Where the value begins in the octets of the file.
    at: u32,
    number: u32,
    /// The length of the value; in the lowest [`KEY_BITS`] the position of the key in the table.
    len_and_key: u32,
}

impl Line {
    /// A line whose value is this span of the file: one of at most [`LARGEST`] octets, or one and a half times that if it was
    /// decoded.
    pub(crate) fn new(key: RecordKey, value: Span, number: usize) -> Line {
        let short = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Line {
            at: short(value.start),
            number: short(number),
            len_and_key: short(value.len()) << KEY_BITS | key as u32,
        }
    }

    /// The number of the line, from 1.
    #[inline]
    pub(crate) fn number(self) -> usize {
        self.number as usize
    }

    /// The key.
    #[inline]
    pub(crate) fn key(self) -> RecordKey {
        let place = self.len_and_key & ((1 << KEY_BITS) - 1);
        let key = RecordKey::ALL.get(place as usize);
        key.copied().unwrap_or(RecordKey::Disallow)
    }

    /// Whether it has this key. Comparing the bits spares the look into the table that [`Line::key`] takes.
    #[inline]
    pub(crate) fn has(self, key: RecordKey) -> bool {
        self.len_and_key & ((1 << KEY_BITS) - 1) == key as u32
    }

    /// The length of the value in octets.
    #[inline]
    pub(crate) fn len(self) -> u32 {
        self.len_and_key >> KEY_BITS
    }

    /// The place of the value in the octets of the file.
    #[inline]
    pub(crate) fn span(self) -> Span {
        let start = self.at as usize;
        Span::new(start, start + self.len() as usize)
    }

    /// The value, in the octets of the file.
    #[inline]
    pub(crate) fn value(self, file: &[u8]) -> &[u8] {
        self.span().of(file)
    }
}

/// Bits for the position of a key: room for 32 keys.
const KEY_BITS: u32 = 5;
const _: () = assert!(RecordKey::ALL.len() <= 1 << KEY_BITS);
// UTF-16 that is decoded to UTF-8 grows from two bytes to three.
const _: () = assert!(LARGEST / 2 * 3 < 1 << (u32::BITS - KEY_BITS));
