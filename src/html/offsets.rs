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

    /// The last checkpoint that fulfils a condition which holds for a prefix of them, and the one after it; 0 is the
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
        pieces(bytes.iter().copied(), encoding, |decoded, raw| {
            map.check(decoded, raw);
            true
        });
        map
    }
}

/// Where some places of a decoded text came from. A map of the whole text would hold more than the text.
#[derive(Debug)]
pub(crate) struct Places {
    /// For each place that was asked for, sorted: the bytes of the piece that it stands in or begins, and of the piece
    /// that it ends.
    found: Vec<Found>,
}

#[derive(Debug)]
struct Found {
    decoded: usize,
    start: usize,
    end: usize,
}

impl Places {
    /// Finds the ends of these spans of the text that `bytes` are decoded to, as [`OffsetMap::of_encoding`] does.
    pub(crate) fn of_encoding(
        bytes: impl Iterator<Item = u8>,
        encoding: &'static Encoding,
        spans: impl Iterator<Item = Span>,
    ) -> Places {
        let mut wanted: Vec<usize> = spans.flat_map(|span| [span.start, span.end]).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let mut found = Vec::with_capacity(wanted.len());
        let mut wanted = wanted.into_iter().peekable();
        let mut last = (0, 0);
        pieces(bytes, encoding, |decoded, raw| {
            let piece = (last.0, decoded);
            let is_copied = decoded - last.0 == raw - last.1;
            while let Some(place) = wanted.next_if(|place| *place <= piece.1) {
                let inside = last.1 + (place - piece.0);
                let (start, end) = match place {
                    _ if is_copied => (inside, inside),
                    _ if place == piece.0 => (last.1, last.1),
                    _ if place == piece.1 => (raw, raw),
                    _ => (last.1, raw),
                };
                found.push(Found {
                    decoded: place,
                    start,
                    end,
                });
            }
            last = (decoded, raw);
            wanted.peek().is_some()
        });
        // Behind the last piece all is as long as it was.
        found.extend(wanted.map(|decoded| {
            let raw = last.1 + (decoded - last.0);
            Found {
                decoded,
                start: raw,
                end: raw,
            }
        }));
        Places { found }
    }

    /// The raw bytes of a decoded span whose ends were asked for.
    pub(crate) fn raw(&self, span: Span) -> Span {
        let find = |place: usize| {
            let at = self
                .found
                .binary_search_by_key(&place, |found| found.decoded);
            at.ok().and_then(|at| self.found.get(at))
        };
        let start = find(span.start).map_or(span.start, |found| found.start);
        if span.is_empty() {
            return Span::new(start, start);
        }
        Span::new(start, find(span.end).map_or(span.end, |found| found.end))
    }
}

/// Tells, each time that a byte has made the decoder say something, how much text and how many bytes there are so far;
/// up to the answer that no more is wanted.
fn pieces(
    bytes: impl Iterator<Item = u8>,
    encoding: &'static Encoding,
    mut tell: impl FnMut(usize, usize) -> bool,
) {
    let mut reader = encoding.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(STEP);
    let mut decoded = 0;
    for (at, byte) in bytes.enumerate() {
        text.clear();
        let _ = reader.decode_to_string(&[byte], &mut text, false);
        if !text.is_empty() {
            decoded += text.len();
            if !tell(decoded, at + 1) {
                return;
            }
        }
    }
}

/// Room for all that one byte can make a decoder say.
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
        let map = OffsetMap::of_encoding(b"<\0m\0e\0", encoding_rs::UTF_16LE);
        assert_eq!(map.raw(Span::new(1, 3)), Span::new(2, 6));
    }

    proptest! {
        #[test]
        fn some_places_are_found_as_all_are(
            bytes in prop::collection::vec(prop::sample::select(&b"a\x1B$B0(\xD8\0\xC3\xA9"[..]), 0..40),
            encoding in prop::sample::select(vec![encoding_rs::UTF_16LE, encoding_rs::ISO_2022_JP, encoding_rs::UTF_8]),
            starts in prop::collection::vec(0..60_usize, 0..6),
        ) {
            let (text, _) = encoding.decode_without_bom_handling(&bytes);
            let map = OffsetMap::of_encoding(&bytes, encoding);
            let spans = starts.iter().map(|start| start % (text.len() + 1));
            let spans: Vec<Span> = spans.map(|start| Span::new(start, text.len())).collect();
            let places = Places::of_encoding(bytes.iter().copied(), encoding, spans.iter().copied());
            for span in spans {
                prop_assert_eq!(places.raw(span), map.raw(span), "{:?} of {}", span, bytes.escape_ascii());
            }
        }
    }

    #[test]
    fn a_broken_pair_is_one_piece() {
        let map = OffsetMap::of_encoding(b"\xC3a\xC3\xA9b", encoding_rs::UTF_8);
        assert_eq!(map.raw(Span::new(4, 6)), Span::new(2, 4));
        assert_eq!(map.raw(Span::new(6, 7)), Span::new(4, 5));
    }
}
