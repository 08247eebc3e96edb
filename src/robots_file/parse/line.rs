//! A line of a known key, as it is kept.

use crate::provenance::Span;
use crate::record_key::RecordKey;
use crate::robots_file::parse::lines::LARGEST;

/// A line of a known key, as it is kept: the place of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    at: u32,
    number: u32,
    /// The length of the value, and the key's place in the table in the lowest bits.
    len_and_key: u32,
}

impl Line {
    /// A line whose value is this span of the file, no longer than [`LARGEST`] and its half.
    pub(crate) fn new(key: RecordKey, value: Span, number: usize) -> Line {
        let short = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Line {
            at: short(value.start),
            number: short(number),
            len_and_key: short(value.len()) << KEY_BITS | key as u32,
        }
    }

    /// 1-based.
    #[inline]
    pub(crate) fn number(self) -> usize {
        self.number as usize
    }

    #[inline]
    pub(crate) fn key(self) -> RecordKey {
        let place = self.len_and_key & ((1 << KEY_BITS) - 1);
        let key = RecordKey::ALL.get(place as usize);
        key.copied().unwrap_or(RecordKey::Disallow)
    }

    /// Whether it has this key: what comparing [`Line::key`] would say, sooner.
    #[inline]
    pub(crate) fn has(self, key: RecordKey) -> bool {
        self.len_and_key & ((1 << KEY_BITS) - 1) == key as u32
    }

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

const KEY_BITS: u32 = 5;
const _: () = assert!(RecordKey::ALL.len() <= 1 << KEY_BITS);
// The decoding of UTF-16 makes three bytes of two.
const _: () = assert!(LARGEST / 2 * 3 < 1 << (u32::BITS - KEY_BITS));
