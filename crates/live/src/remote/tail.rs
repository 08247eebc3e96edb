//! The last bytes of a stream, by which the next answer is recognised.

/// At most the last 512 bytes before a place.
#[derive(Clone, Debug)]
pub(super) struct Tail {
    end: u64,
    bytes: Vec<u8>,
}

impl Tail {
    /// Nothing, before this place.
    pub(super) fn at(end: u64) -> Tail {
        Tail {
            end,
            bytes: Vec::new(),
        }
    }

    /// The place after its last byte.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// The place of its first byte.
    pub(super) fn start(&self) -> u64 {
        self.end.saturating_sub(self.bytes.len() as u64)
    }

    /// Whether these bytes, of which the first is at `place`, are the same as those that are kept, where they overlap.
    pub(super) fn agrees(&self, place: u64, bytes: &[u8]) -> bool {
        let from = self.start().max(place);
        let to = self.end.min(place.saturating_add(bytes.len() as u64));
        if from >= to {
            return true;
        }
        let part = |bytes: &[u8], start: u64| {
            let [from, to] = [from, to].map(|at| usize::try_from(at - start).ok());
            bytes.get(from?..to?).map(<[u8]>::to_vec)
        };
        part(&self.bytes, self.start()) == part(bytes, place)
    }

    /// Adds bytes, of which the first is at `place`; those before the end are known.
    pub(super) fn push(&mut self, place: u64, bytes: &[u8]) {
        let known = usize::try_from(self.end.saturating_sub(place)).unwrap_or(usize::MAX);
        let Some(new) = bytes.get(known..) else {
            return;
        };
        let last = new
            .get(new.len().saturating_sub(KEPT)..)
            .unwrap_or_default();
        let old = self.bytes.len().saturating_sub(KEPT - last.len());
        self.bytes.drain(..old);
        self.bytes.extend_from_slice(last);
        self.end += new.len() as u64;
    }
}

/// Enough that another file of the same kind differs: the headers of two gzip members are alike, their data are not.
const KEPT: usize = 512;

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use super::*;

    #[test]
    fn the_last_bytes_are_compared_wherever_pieces_end() {
        let bytes: Vec<u8> = (0..2000_u32).map(|n| (n * 7 % 251) as u8).collect();
        for piece in [1, 3, 511, 512, 513, 1999] {
            let mut tail = Tail::at(0);
            for (index, part) in bytes.chunks(piece).enumerate() {
                let place = (index * piece) as u64;
                tail.push(place, part);
                // A seek reads bytes again.
                tail.push(place, part);
            }
            assert_eq!((tail.start(), tail.end()), (1488, 2000), "{piece}");
            assert!(tail.agrees(0, &bytes) && tail.agrees(1700, &bytes[1700..1800]));
            assert!(tail.agrees(2000, b"new") && tail.agrees(0, b"old"));
            let mut other = bytes.clone();
            other[1999] ^= 1;
            assert!(!tail.agrees(0, &other) && !tail.agrees(1999, &other[1999..]));
            assert!(tail.agrees(0, &other[..1999]), "{piece}");
        }
    }
}
