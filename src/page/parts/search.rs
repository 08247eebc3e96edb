//! Whether a document may have a mark, by its bytes: nearly none has, and then nothing else of it is read.
//!
//! **What it is.** Each mark begins with two bytes that are rare together: `<!` or `<n`, and `-n` of `data-nosnippet` and
//! `robots-nocontent`. 64 bytes are looked at once; only where a pair is, is more compared.
//!
//! **Invariant.** It never says no where a reading would find a mark, but for one in a class that is spelled with character
//! references alone. **Which test notices.** `the_search_misses_no_mark`.

#[cfg(all(target_arch = "x86_64", not(portable)))]
use crate::page::html::block::{Block, Window};
use crate::page::html::swar::is_space;
use crate::page::html::tag::ends_name;

/// Whether a mark may be in the document.
pub(super) fn may_have_marks(bytes: &[u8]) -> bool {
    // Without windows it stays at the start.
    #[cfg_attr(any(not(target_arch = "x86_64"), portable), allow(unused_mut))]
    let mut at = 0;
    #[cfg(all(target_arch = "x86_64", not(portable)))]
    while let Some((first, _)) = bytes.get(at..).and_then(Window::split)
        && let Some((second, _)) = bytes.get(at + 1..).and_then(Window::split)
    {
        let mut places = first.pairs(second, begins);
        while places != 0 {
            if is_mark(bytes.get(at + places.trailing_zeros() as usize..)) {
                return true;
            }
            places &= places - 1;
        }
        at += Window::LEN;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    memchr::memchr2_iter(b'<', b'-', rest).any(|found| is_mark(rest.get(found..)))
}

/// Where a byte and the one after it begin a mark.
#[cfg(all(target_arch = "x86_64", not(portable)))]
#[inline]
fn begins(first: Block, second: Block) -> Block {
    let n = second.with(0x20).equal(b'n');
    let tag = first.equal(b'<').and(second.equal(b'!').or(n));
    tag.or(first.equal(b'-').and(n))
}

/// Whether the bytes have the end of `robots-nocontent`.
pub(super) fn has_no_content(class: &[u8]) -> bool {
    memchr::memchr_iter(b'-', class).any(|at| is_mark(class.get(at..)))
}

/// Whether a mark begins here.
fn is_mark(at: Option<&[u8]>) -> bool {
    let is = |bytes: &[u8], word: &[u8]| {
        let start = bytes.get(..word.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    match at {
        Some([b'<', b'!', b'-', b'-', text @ ..]) => {
            let blanks = text.iter().take_while(|byte| is_space(**byte)).count();
            let word = text.get(blanks..).unwrap_or_default();
            is(word, b"noindex") || is(word, b"googleoff")
        }
        Some([b'<', name @ ..]) => {
            is(name, b"noindex") && name.get(7).is_none_or(|b| ends_name(*b))
        }
        Some([b'-', word @ ..]) => is(word, b"nosnippet") || is(word, b"nocontent"),
        _ => false,
    }
}
