//! A map from positions in decoded text back to positions in the source of that text.
//!
//! **What it is.** Statements are read from decoded text, and every span must point at the bytes of the input: through
//! character references (`&#105;` for `i`) and through encodings (two bytes for one character). A map for every byte would
//! cost more than the text, so a map has checkpoints only where the distance between the two sides changes.
//!
//! **Invariants.** Checkpoints grow on both sides. Between two of them the text was either copied, byte for byte, or
//! replaced as a whole; nothing in between exists. A span that begins or ends inside a replaced piece covers all of its
//! bytes, so that no half of a reference is ever quoted.
//!
//! **What breaks if touched.** Spans that are wrong by a few bytes, and only in documents with references or in encodings
//! that few tests use.
//!
//! **Which test notices.** A property test below, over bytes in several encodings, and `tests/cases.rs`, which compares the
//! text of every statement and diagnostic of the fixtures with the bytes of its span.

use crate::decode::Encoding;

use crate::decode::Decoder;
#[cfg(any(feature = "html", test))]
use crate::order;
use crate::provenance::Span;

/// Knows where each piece of a decoded text came from.
///
/// Between two neighbouring checkpoints the text was copied if both distances are equal; otherwise
/// it was replaced as a whole, as a character reference is. After the last checkpoint everything
/// was copied.
///
/// For `no&#105;ndex`, decoded to `noindex`, the checkpoints are (2, 2) and (3, 8): two bytes were
/// copied, one was replaced, the rest was copied again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OffsetMap {
    /// Pairs of (decoded, raw), growing; an implied pair of zeros comes first. Empty if nothing was
    /// replaced, so the usual value takes no allocation.
    checkpoints: Vec<(usize, usize)>,
}

impl OffsetMap {
    /// Adds a checkpoint: the text from `decoded` on was decoded from `raw` on. Both must not be
    /// less than those of the last one.
    pub(crate) fn check(&mut self, decoded: usize, raw: usize) {
        let (last_decoded, last_raw) = self.checkpoints.last().copied().unwrap_or_default();
        if (last_decoded, last_raw) != (decoded, raw) {
            self.checkpoints.push((decoded, raw));
        }
    }

    /// The raw bytes of a decoded span. An empty span stays empty; any other grows to whole
    /// replaced pieces on both sides.
    pub(crate) fn raw(&self, span: Span) -> Span {
        let start = self.piece(|(decoded, _)| decoded <= span.start).0;
        let raw_start = if self.copied(start) {
            self.at(start).1 + (span.start - self.at(start).0)
        } else {
            self.at(start).1
        };
        if span.is_empty() {
            return Span::new(raw_start, raw_start);
        }
        let (end, next) = self.piece(|(decoded, _)| decoded < span.end);
        let raw_end = if self.copied(end) {
            self.at(end).1 + (span.end - self.at(end).0)
        } else {
            self.at(next).1
        };
        Span::new(raw_start, raw_end)
    }

    /// The number of the last checkpoint that fulfils a condition which holds for a prefix of them,
    /// and of the one after it. Number 0 is the implied one.
    fn piece(&self, condition: impl Fn((usize, usize)) -> bool) -> (usize, usize) {
        let count = self.checkpoints.partition_point(|c| condition(*c));
        (count, count + 1)
    }

    /// The checkpoint of this number; zeros for the implied one and for one that does not exist.
    fn at(&self, checkpoint: usize) -> (usize, usize) {
        let before = checkpoint.checked_sub(1);
        before
            .and_then(|i| self.checkpoints.get(i))
            .copied()
            .unwrap_or_default()
    }

    /// Whether the text from this checkpoint up to the next one was copied.
    fn copied(&self, checkpoint: usize) -> bool {
        let (decoded, raw) = self.at(checkpoint);
        match self.checkpoints.get(checkpoint) {
            Some((next_decoded, next_raw)) => next_decoded - decoded == next_raw - raw,
            None => true,
        }
    }

    /// The map of all of `bytes`, decoded as the streaming decoder does, with a checkpoint for each
    /// character. It is made for one tag at a time, and only if that tag has a statement and is not
    /// ASCII.
    pub(crate) fn of_encoding(bytes: &[u8], encoding: &'static Encoding) -> OffsetMap {
        let mut map = OffsetMap::default();
        pieces(bytes.iter().copied(), encoding, |decoded, raw| {
            map.check(decoded, raw);
            true
        });
        map
    }

    /// The part of that map which these spans of the decoded text need: the pieces that hold their
    /// ends.
    ///
    /// The transcoder uses it for a whole document in UTF-16, where a full map would have a
    /// checkpoint for each character. The walk ends at the last place that is wanted.
    #[cfg(any(feature = "html", test))]
    pub(crate) fn of_spans(
        bytes: impl Iterator<Item = u8>,
        encoding: &'static Encoding,
        spans: impl Iterator<Item = Span>,
    ) -> OffsetMap {
        let mut wanted: Vec<usize> = spans.flat_map(|span| [span.start, span.end]).collect();
        order::sort_by(&mut wanted, Ord::cmp);
        let mut wanted = wanted.into_iter().peekable();
        let mut map = OffsetMap::default();
        let mut last = (0, 0);
        pieces(bytes, encoding, |decoded, raw| {
            let mut is_needed = false;
            while wanted.next_if(|place| *place <= decoded).is_some() {
                is_needed = true;
            }
            if is_needed {
                map.check(last.0, last.1);
                map.check(decoded, raw);
            }
            last = (decoded, raw);
            wanted.peek().is_some()
        });
        // After the last piece all is as long as it was.
        map.check(last.0, last.1);
        map
    }
}

/// Calls `each` whenever a byte has made the decoder write, with the lengths of the text and of the
/// bytes so far, until it returns false.
///
/// The bytes are given one by one, because a decoder does not report which byte completed a
/// character.
fn pieces(
    bytes: impl Iterator<Item = u8>,
    encoding: &'static Encoding,
    mut each: impl FnMut(usize, usize) -> bool,
) {
    let mut reader = Decoder::new(encoding);
    let mut text = String::with_capacity(STEP);
    let mut decoded = 0;
    for (at, byte) in bytes.enumerate() {
        text.clear();
        reader.step(byte, &mut text);
        if !text.is_empty() {
            decoded += text.len();
            if !each(decoded, at + 1) {
                return;
            }
        }
    }
}

/// Room for all that one byte can make a decoder write: the character itself, and U+FFFD for a few
/// bytes that were waiting for it. With too little room the decoder would stop before the byte.
const STEP: usize = 64;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn without_checkpoints_nothing_moves() {
        assert_eq!(OffsetMap::default().raw(Span::new(3, 7)), Span::new(3, 7));
    }

    #[test]
    fn a_replaced_piece_is_found_whole() {
        // `no&#105;ndex`
        let mut map = OffsetMap::default();
        map.check(2, 2);
        map.check(3, 8);
        assert_eq!(map.raw(Span::new(0, 7)), Span::new(0, 12));
        assert_eq!(map.raw(Span::new(2, 3)), Span::new(2, 8));
        assert_eq!(map.raw(Span::new(0, 2)), Span::new(0, 2));
        assert_eq!(map.raw(Span::new(3, 7)), Span::new(8, 12));
        assert_eq!(map.raw(Span::new(3, 3)), Span::new(8, 8));
    }

    #[test]
    fn utf_16_is_twice_as_long() {
        let map = OffsetMap::of_encoding(b"<\0m\0e\0", crate::decode::UTF_16LE);
        assert_eq!(map.raw(Span::new(1, 3)), Span::new(2, 6));
    }

    proptest! {
        #[test]
        fn some_places_are_found_as_all_are(
            bytes in prop::collection::vec(prop::sample::select(&b"a\x1B$B0(\xD8\0\xC3\xA9"[..]), 0..40),
            encoding in prop::sample::select(vec![crate::decode::UTF_16LE, crate::decode::Encoding::for_label(b"iso-2022-jp").unwrap(), crate::decode::UTF_8]),
            starts in prop::collection::vec(0..60_usize, 0..6),
        ) {
            let (text, _) = crate::decode::decode(encoding, &bytes);
            let map = OffsetMap::of_encoding(&bytes, encoding);
            let spans = starts.iter().map(|start| start % (text.len() + 1));
            let spans: Vec<Span> = spans.map(|start| Span::new(start, text.len())).collect();
            let places = OffsetMap::of_spans(bytes.iter().copied(), encoding, spans.iter().copied());
            for span in spans {
                prop_assert_eq!(places.raw(span), map.raw(span), "{:?} of {}", span, bytes.escape_ascii());
            }
        }
    }

    #[test]
    fn a_broken_pair_is_one_piece() {
        let map = OffsetMap::of_encoding(b"\xC3a\xC3\xA9b", crate::decode::UTF_8);
        assert_eq!(map.raw(Span::new(4, 6)), Span::new(2, 4));
        assert_eq!(map.raw(Span::new(6, 7)), Span::new(4, 5));
    }
}
