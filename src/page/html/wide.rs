//! The inner loops of the tag readers on x86-64, by registers of sixteen bytes.
//!
//! **What it is.** The functions of `swar` that read longer runs, with 64 bytes at once. Nothing in them depends on where
//! in its window a byte is found: no loop, and no branch that a processor must foresee.
//!
//! **Invariants.** Each returns what the function of that name in `swar` returns, which reads what is nearer to the end of a chunk
//! than a window.
//!
//! **What breaks if touched.** Tags are cut at a wrong byte on one kind of processor only.
//!
//! **Which test notices.** The properties below compare each function with that of `swar` for random bytes.

use crate::page::html::block::{Block, Window};
use crate::page::html::swar;

/// The offset of the first byte from `at` on that is not white space; `None` if there is none.
///
/// Between two tags of a head there is mostly nothing, or a line feed.
#[inline]
pub(crate) fn skip_space(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at..)? {
        [b'<', ..] => Some(at),
        [b'\n', b'<', ..] => Some(at + 1),
        _ => skip_run(bytes, at),
    }
}

/// [`skip_space`] for any run. In the scanner's loop its constants would be loaded again after each tag.
#[inline(never)]
fn skip_run(bytes: &[u8], mut at: usize) -> Option<usize> {
    while let Some(block) = bytes.get(at..)?.first_chunk() {
        let run = (!blank(Block::of(block)).places()).trailing_zeros();
        at += run as usize;
        if run < 16 {
            return Some(at);
        }
    }
    swar::skip_space(bytes, at)
}

/// Which bytes are white space.
#[inline]
fn blank(block: Block) -> Block {
    let spaces = block.equal(b' ').or(block.equal(b'\n'));
    let others = block.equal(b'\r').or(block.equal(b'\x0C'));
    spaces.or(others).or(block.equal(b'\t'))
}

/// The offset of the first `byte` in `bytes`, which is near in most cases.
#[inline]
pub(crate) fn find_near(byte: u8, bytes: &[u8]) -> Option<usize> {
    let Some((window, rest)) = Window::split(bytes) else {
        return swar::find_near(byte, bytes);
    };
    match window.places(|block| block.equal(byte)) {
        0 => Some(Window::LEN + memchr::memchr(byte, rest)?),
        places => Some(places.trailing_zeros() as usize),
    }
}

/// The lengths of the name and of the value of the attribute at the start of `rest`, see [`swar::usual_attribute`].
#[inline]
pub(crate) fn usual_attribute(rest: &[u8]) -> Option<(usize, usize)> {
    let Some(first) = rest.first_chunk() else {
        return swar::usual_attribute(rest);
    };
    let name = name_len(first);
    let [b'=', quote @ (b'"' | b'\''), value @ ..] = rest.get(name..)? else {
        return None;
    };
    Some((name, find_near(*quote, value)?))
}

/// The number of bytes before the first that ends the name of an attribute, or is a control character; the first byte ends none. 16 if there is
/// none.
#[inline]
fn name_len(bytes: &[u8; 16]) -> usize {
    let bytes = Block::of(bytes);
    let ends = bytes.up_to(b' ').or(bytes.equal(b'='));
    let ends = ends.or(bytes.equal(b'/')).or(bytes.equal(b'>'));
    (ends.places() & !1 | 1 << 16).trailing_zeros() as usize
}

/// The offset of the first `>`, and whether a `+`, a `&` or a `'` comes before it.
#[inline]
pub(crate) fn first_end(bytes: &[u8]) -> Option<(usize, bool)> {
    let (mut rest, mut is_marked) = (bytes, false);
    let ends = loop {
        let Some((window, after)) = Window::split(rest) else {
            let (ends, marks) = look_at_last(rest);
            is_marked |= marks;
            if ends == 0 {
                return None;
            }
            break ends;
        };
        let ends = look(window, &mut is_marked);
        if ends != 0 {
            break ends;
        }
        rest = after;
    };
    let at = bytes.len() - rest.len() + ends.trailing_zeros() as usize;
    Some((at, is_marked))
}

/// The places of `>`; `is_marked` becomes true if one of the marks comes before the first.
#[inline]
fn look(window: Window, is_marked: &mut bool) -> u64 {
    // `&` and `'` differ in the lowest bit.
    let marks = |b: Block| b.with(1).equal(b'\'').or(b.equal(b'+'));
    let ends = window.places(|b| b.equal(b'>'));
    if window.has(marks) {
        let before = ends ^ ends.wrapping_sub(1);
        *is_marked |= window.places(marks) & before != 0;
    }
    ends
}

/// [`look`] for the last bytes of a chunk.
#[inline(never)]
fn look_at_last(bytes: &[u8]) -> (u64, bool) {
    let mut is_marked = false;
    let ends = look(Window::padded(bytes), &mut is_marked);
    (ends, is_marked)
}

/// The places in a window at which one of the pairs of letters, in any case, or a `&#` follows a byte that is below the letters; of `&#` the
/// byte before does not matter. One bit each, the first for the second byte of the window.
#[inline]
pub(crate) fn begins(window: &[u8; 18], pairs: [[u8; 2]; 3]) -> u32 {
    let [before @ .., _, _] = window;
    let [_, first @ .., _] = window;
    let [_, _, second @ ..] = window;
    let (before, first, second) = (Block::of(before), Block::of(first), Block::of(second));
    let reference = first.equal(b'&').and(second.equal(b'#'));
    let (first, second) = (first.with(0x20), second.with(0x20));
    let is_pair = |[a, b]: [u8; 2]| first.equal(a).and(second.equal(b));
    let [one, two, three] = pairs;
    let (one, two, three) = (is_pair(one), is_pair(two), is_pair(three));
    let words = one.or(two).or(three).and(before.up_to(b'A' - 1));
    words.or(reference).places()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::page::html::tests::TAG_PIECES;

    fn bytes(of: &'static [u8]) -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(prop::sample::select(of), 0..200)
    }

    fn text() -> impl Strategy<Value = String> {
        let pieces = prop::collection::vec(prop::sample::select(TAG_PIECES), 0..16);
        pieces.prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn each_is_that_of_eight_bytes(
            spaces in bytes(b"\t\n\r\x0C \x0B\x00a\xA0"),
            values in bytes(b"ab\"'<"),
            white in 0..200_usize,
        ) {
            let padded = [&vec![b' '; white][..], &spaces].concat();
            prop_assert_eq!(skip_space(&padded, 0), swar::skip_space(&padded, 0));
            prop_assert_eq!(find_near(b'"', &values), swar::find_near(b'"', &values));
            let rare: Vec<u8> = values.iter().map(|b| if *b == b'"' { b'a' } else { *b }).collect();
            let rare = [&rare[..], b"\""].concat();
            prop_assert_eq!(find_near(b'"', &rare), swar::find_near(b'"', &rare));
        }

        #[test]
        fn words_begin_where_eight_bytes_say(bytes in prop::collection::vec(prop::sample::select(&b"nNoOmau,;&#x@`A\xEE"[..]), 18)) {
            let window = bytes.first_chunk().unwrap();
            let pairs = [*b"no", *b"ma", *b"un"];
            prop_assert_eq!(begins(window, pairs), swar::begins(window, pairs));
        }

        /// Where eight bytes are enough the answer is the same, and where they are not it is what follows from the bytes.
        #[test]
        fn r_92_a_usual_attribute_is_cut_as_by_eight_bytes(text in text()) {
            for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
                let rest = &text.as_bytes()[at..];
                let begins = !swar::is_space(rest[0]) && !matches!(rest[0], b'/' | b'>');
                let Some((name, value)) = usual_attribute(rest).filter(|_| begins) else {
                    prop_assert_eq!(swar::usual_attribute(rest).filter(|_| begins), None, "{:?}", rest);
                    continue;
                };
                let ends = |b: &u8| swar::is_space(*b) || matches!(*b, b'=' | b'/' | b'>');
                prop_assert_eq!(rest[1..].iter().position(ends), Some(name - 1));
                let quote = rest[name + 1];
                prop_assert!(rest[name] == b'=' && matches!(quote, b'"' | b'\''));
                prop_assert_eq!(rest[name + 2..].iter().position(|b| *b == quote), Some(value));
            }
        }

        #[test]
        fn a_first_end_is_that_of_eight_bytes(text in text()) {
            for at in 0..text.len() {
                let rest = &text.as_bytes()[at..];
                prop_assert_eq!(first_end(rest), swar::first_end(rest), "{:?}", rest);
            }
        }
    }
}
