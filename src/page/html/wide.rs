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
    let Some(window) = Window::first(bytes) else {
        return swar::find_near(byte, bytes);
    };
    match window.places(|block| block.equal(byte)) {
        0 => {
            let found = memchr::memchr(byte, bytes.get(Window::LEN..)?)?;
            Some(Window::LEN + found)
        }
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

/// The offset after the first `>` of the tag whose name ends at the offset `at`, if that surely ends the tag, and whether a `+`,
/// `&` or `'` comes before it: a tag without them has no type of a licence, see `meta::element::license`.
///
/// A `>` ends a tag in every state but the two quoted ones. Where it is within double quotes, the opening quote is the
/// last `"` before it, and the byte before that is `=` or white space; likewise within single quotes. So where neither
/// the last `"` nor the last `'` follows such a byte, the `>` ends the tag. Values that end with `=` or with a blank, and a `>` within
/// a value, are left to `tag::attributes`.
#[inline]
pub(crate) fn quick_end(tag: &[u8], at: usize) -> Option<(usize, bool)> {
    let rest = tag.get(at..)?;
    let (mut from, mut has_mark) = (0, false);
    loop {
        let window = Window::first(rest.get(from..)?)?;
        // `&` and `'` differ in the lowest bit.
        let marks = |b: Block| b.with(1).equal(b'\'').or(b.equal(b'+'));
        let ends = window.places(|b| b.equal(b'>'));
        if window.has(marks) {
            let before = ends ^ ends.wrapping_sub(1);
            has_mark |= window.places(marks) & before != 0;
        }
        if ends != 0 {
            from += ends.trailing_zeros() as usize;
            let inside = rest.get(..from)?;
            let is_open = may_be_open(inside, b'"') || has_mark && may_be_open(inside, b'\'');
            return (!is_open).then_some((at + from + 1, has_mark));
        }
        from += Window::LEN;
    }
}

/// Whether the last of these quotes may be the one that opens a value.
#[inline]
fn may_be_open(inside: &[u8], quote: u8) -> bool {
    let before = match inside {
        [before @ .., last] | [before @ .., last, b'/'] | [before @ .., last, b' ', b'/']
            if *last == quote =>
        {
            before
        }
        _ => {
            let Some(at) = memchr::memrchr(quote, inside) else {
                return false;
            };
            inside.get(..at).unwrap_or_default()
        }
    };
    let before = before.last();
    before.is_some_and(|byte| *byte == b'=' || swar::is_space(*byte))
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
    use crate::page::html::tag::TagMachine;

    fn bytes(of: &'static [u8]) -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(prop::sample::select(of), 0..200)
    }

    fn text() -> impl Strategy<Value = String> {
        let pieces = prop::collection::vec(prop::sample::select(PIECES), 0..16);
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

        /// At every place where a chunk may end, the end that is found is that of the machine.
        #[test]
        fn r_92_a_quick_end_is_that_of_the_machine(text in text(), white in 0..130_usize) {
            let tag = format!("<p {text}>{}", " ".repeat(white));
            let end = TagMachine::new().skip(&tag.as_bytes()[2..]).map(|len| 2 + len);
            for len in 2..=tag.len() {
                let Some((found, has_mark)) = quick_end(&tag.as_bytes()[..len], 2) else { continue };
                prop_assert_eq!(Some(found), end, "{:?}", tag);
                prop_assert_eq!(has_mark, tag[..found].contains(['+', '&', '\'']), "{:?}", tag);
            }
        }
    }

    /// Few tags need the attributes, or nothing would be gained.
    #[test]
    fn most_tags_have_a_quick_end() {
        for tag in [
            "<p >",
            "<p a>",
            "<p a=b/>",
            "<p a=\"\" b=''>",
            "<p a=\"b\" c='d' e />",
            "<p a='b'/>",
            "<p a=\"it's\">",
            "<p a='b' c=\"d\" e=f g>",
        ] {
            let long = format!("{tag}{}", ">".repeat(Window::LEN));
            let end = quick_end(long.as_bytes(), 2).map(|(end, _)| end);
            assert_eq!(end, Some(tag.len()), "{tag}");
        }
        for tag in ["<p a=\"=\">", "<p a=' '>", "<p a=\">", "<p a= '>"] {
            let long = format!("{tag}{}", ">".repeat(Window::LEN));
            assert_eq!(quick_end(long.as_bytes(), 2), None, "{tag}");
        }
    }

    const PIECES: &[&str] = &[
        "a",
        "=",
        "'",
        "\"",
        " ",
        "\t",
        "/",
        ">",
        "b=",
        "='",
        "=\"",
        "= ",
        "\" c=\"",
        "' d='",
        "\0",
        "+",
        "&",
        " name=\"",
        " http-equiv='",
        "a value of some words, of more than sixty-four bytes, as a description has",
        "\" />",
        "é",
        "/>",
        "=\"\"",
        "\x0B",
    ];
}
