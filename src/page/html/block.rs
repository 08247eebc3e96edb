//! Sixteen bytes at a time, on x86-64.
//!
//! **What it is.** A [`Block`] is one register of SSE2, which every processor of that architecture has, so nothing is
//! detected at run time. A [`Window`] is four of them. A question about a byte is answered for all bytes at once: a
//! block has all bits of a byte set where the answer is yes, and [`Window::places`] makes one bit a byte of it, the first byte
//! in the lowest place.
//!
//! **Invariants.** No answer depends on the bytes beside a byte. Bounds of [`Block::up_to`] are compared without sign: bytes from
//! 0x80 on are above the letters.
//!
//! **What breaks if touched.** The readers that search with it (`wide`), for some bytes only.
//!
//! **Which test notices.** `every_question_is_that_about_each_byte` below, and the properties of `wide`.

use safe_arch::{
    cmp_eq_mask_i8_m128i, load_unaligned_m128i, m128i, min_u8_m128i, move_mask_i8_m128i,
    set_splat_i8_m128i,
};

/// Sixteen bytes, or sixteen answers.
#[derive(Clone, Copy)]
pub(crate) struct Block(m128i);

impl Block {
    #[inline]
    pub(crate) fn of(bytes: &[u8; 16]) -> Block {
        Block(load_unaligned_m128i(bytes))
    }

    #[inline]
    fn each(byte: u8) -> Block {
        Block(set_splat_i8_m128i(byte.cast_signed()))
    }

    /// Which bytes are this one.
    #[inline]
    pub(crate) fn equal(self, byte: u8) -> Block {
        Block(cmp_eq_mask_i8_m128i(self.0, Block::each(byte).0))
    }

    /// Which bytes are this one or below it.
    #[inline]
    pub(crate) fn up_to(self, byte: u8) -> Block {
        let least = min_u8_m128i(self.0, Block::each(byte).0);
        Block(cmp_eq_mask_i8_m128i(self.0, least))
    }

    /// The bytes with these bits set: 0x20 lowers letters.
    #[inline]
    pub(crate) fn with(self, bits: u8) -> Block {
        Block(self.0 | Block::each(bits).0)
    }

    #[inline]
    pub(crate) fn or(self, other: Block) -> Block {
        Block(self.0 | other.0)
    }

    #[inline]
    pub(crate) fn and(self, other: Block) -> Block {
        Block(self.0 & other.0)
    }

    /// One bit for each answer.
    #[inline]
    pub(crate) fn places(self) -> u32 {
        move_mask_i8_m128i(self.0).cast_unsigned()
    }
}

/// Sixty-four bytes.
#[derive(Clone, Copy)]
pub(crate) struct Window([Block; 4]);

impl Window {
    /// The first bytes, and the others; `None` if there are fewer.
    #[inline]
    pub(crate) fn split(bytes: &[u8]) -> Option<(Window, &[u8])> {
        let (first, rest) = bytes.split_first_chunk::<{ Window::LEN }>()?;
        let (blocks, _) = first.as_chunks();
        let [a, b, c, d] = blocks else { return None };
        let blocks = [Block::of(a), Block::of(b), Block::of(c), Block::of(d)];
        Some((Window(blocks), rest))
    }

    /// Fewer bytes, and zeros after them.
    pub(crate) fn padded(bytes: &[u8]) -> Window {
        let mut padded = [[0; 16]; 4];
        if let Some(start) = padded.as_flattened_mut().get_mut(..bytes.len()) {
            start.copy_from_slice(bytes);
        }
        Window(padded.each_ref().map(Block::of))
    }

    /// One bit for each byte about which a question is answered with yes.
    #[inline]
    pub(crate) fn places(self, is_it: impl Fn(Block) -> Block) -> u64 {
        let [a, b, c, d] = self.0.map(|block| u64::from(is_it(block).places()));
        a | b << 16 | c << 32 | d << 48
    }

    /// One bit for each byte about which, and about that of another window at its place, a question is answered with yes; most
    /// windows have none.
    #[cfg(feature = "parts")]
    #[inline]
    pub(crate) fn pairs(self, other: Window, is_it: impl Fn(Block, Block) -> Block) -> u64 {
        let mut others = other.0.into_iter();
        let answers = self
            .0
            .map(|block| is_it(block, others.next().unwrap_or(block)));
        let [a, b, c, d] = answers;
        if a.or(b).or(c.or(d)).places() == 0 {
            return 0;
        }
        let [a, b, c, d] = answers.map(|answer| u64::from(answer.places()));
        a | b << 16 | c << 32 | d << 48
    }

    /// Whether a question is answered with yes for any byte.
    #[inline]
    pub(crate) fn has(self, is_it: impl Fn(Block) -> Block) -> bool {
        let [a, b, c, d] = self.0.map(is_it);
        a.or(b).or(c.or(d)).places() != 0
    }

    pub(crate) const LEN: usize = 64;
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_question_is_that_about_each_byte(
            bytes in prop::collection::vec(any::<u8>(), Window::LEN),
            byte in any::<u8>(),
        ) {
            let window = Window::split(&bytes).unwrap().0;
            let places = |is_it: &dyn Fn(u8) -> bool| {
                let bits = bytes.iter().enumerate().map(|(at, b)| u64::from(is_it(*b)) << at);
                bits.fold(0, |places, bit| places | bit)
            };
            prop_assert_eq!(window.places(|b| b.up_to(byte)), places(&|b| b <= byte));
            prop_assert_eq!(window.places(|b| b.with(byte).equal(byte)), places(&|b| b | byte == byte));
            let either = |b: Block| b.equal(byte).or(b.equal(b' '));
            prop_assert_eq!(window.places(either), places(&|b| b == byte || b == b' '));
            prop_assert_eq!(window.has(either), bytes.iter().any(|b| *b == byte || *b == b' '));
            let few = Window::padded(bytes.get(..usize::from(byte)).unwrap_or(&bytes));
            let bits = u64::MAX.checked_shl(u32::from(byte)).map_or(0, |above| above);
            prop_assert_eq!(few.places(|b| b.equal(b' ')), places(&|b| b == b' ') & !bits);
            let both = |b: Block| b.up_to(b'z').and(b.up_to(byte));
            prop_assert_eq!(window.places(both), places(&|b| b <= b'z' && b <= byte));
        }
    }
}
