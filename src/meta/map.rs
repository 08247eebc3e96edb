//! From positions in a text that was decoded back to positions in what it was decoded from.

use encoding_rs::Encoding;

use crate::provenance::Span;

/// Knows where each piece of a decoded text came from.
///
/// Two neighbouring checkpoints that are equally far apart on both sides bound a piece that was copied; between others
/// stands a piece that was replaced as a whole, as a character reference is. Behind the last one all was copied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OffsetMap {
    /// Pairs of (decoded, raw), growing; an implied pair of zeros stands in front.
    checkpoints: Vec<(usize, usize)>,
}

impl OffsetMap {
    /// Says that what stands from `decoded` on was decoded from `raw` on.
    pub(crate) fn check(&mut self, decoded: usize, raw: usize) {
        let (last_decoded, last_raw) = self.checkpoints.last().copied().unwrap_or_default();
        if (last_decoded, last_raw) != (decoded, raw) {
            self.checkpoints.push((decoded, raw));
        }
    }

    /// The raw bytes of a decoded span.
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

    /// The last checkpoint that fulfils a condition which holds for a prefix of them, and the one behind it; 0 is the
    /// implied one.
    fn piece(&self, condition: impl Fn((usize, usize)) -> bool) -> (usize, usize) {
        let count = self.checkpoints.partition_point(|c| condition(*c));
        (count, count + 1)
    }

    fn at(&self, checkpoint: usize) -> (usize, usize) {
        let before = checkpoint.checked_sub(1);
        before
            .and_then(|i| self.checkpoints.get(i))
            .copied()
            .unwrap_or_default()
    }

    fn copied(&self, checkpoint: usize) -> bool {
        let (decoded, raw) = self.at(checkpoint);
        match self.checkpoints.get(checkpoint) {
            Some((next_decoded, next_raw)) => next_decoded - decoded == next_raw - raw,
            None => true,
        }
    }

    /// The map of `bytes` decoded as the streaming decoder does.
    pub(crate) fn of_encoding(bytes: &[u8], encoding: &'static Encoding) -> OffsetMap {
        let mut map = OffsetMap::default();
        let mut reader = encoding.new_decoder_without_bom_handling();
        let mut text = String::with_capacity(STEP);
        let mut decoded = 0;
        for (at, byte) in bytes.iter().enumerate() {
            text.clear();
            let _ = reader.decode_to_string(std::slice::from_ref(byte), &mut text, false);
            if !text.is_empty() {
                decoded += text.len();
                map.check(decoded, at + 1);
            }
        }
        map
    }
}

/// Room for all that one byte can make a decoder say.
const STEP: usize = 64;

#[cfg(test)]
mod tests {
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
        let map = OffsetMap::of_encoding(b"<\0m\0e\0", encoding_rs::UTF_16LE);
        assert_eq!(map.raw(Span::new(1, 3)), Span::new(2, 6));
    }

    #[test]
    fn a_broken_pair_is_one_piece() {
        let map = OffsetMap::of_encoding(b"\xC3a\xC3\xA9b", encoding_rs::UTF_8);
        assert_eq!(map.raw(Span::new(4, 6)), Span::new(2, 4));
        assert_eq!(map.raw(Span::new(6, 7)), Span::new(4, 5));
    }
}
