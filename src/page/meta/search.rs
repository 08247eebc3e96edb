//! The search for a licence in the body of a document.
//!
//! **What it is.** A `script` of RSL counts wherever it is (RSL 1.0 §4.6.2), and hardly any document has one. So the octets
//! after the head are not read but searched for the type of such a script.
//!
//! **Invariant.** Where a script of this type is in ASCII or in UTF-16, the search finds it, in whatever pieces the octets come; what
//! it finds may be something else. **What breaks if touched.** A licence that is overlooked forbids nothing. **Which test notices.**
//! The tests below.

/// Searches a document for the type of a licence ([`LicenseSearch::finds`]), and sees whether it ends inside a tag.
///
/// # Examples
///
/// ```
/// use robots_policy::meta::LicenseSearch;
///
/// let mut search = LicenseSearch::new();
/// search.feed(b"<p>Text<script type='application/rs");
/// search.feed(b"l+xml'>");
/// assert!(search.finds());
/// ```
#[derive(Clone, Debug, Default)]
pub struct LicenseSearch {
    finds: bool,
    /// The last octets of the chunks so far, as many as a find may have.
    tail: Vec<u8>,
    is_in_tag: bool,
}

impl LicenseSearch {
    /// A search that has seen no octet.
    pub fn new() -> LicenseSearch {
        LicenseSearch::default()
    }

    /// Takes the next octets of the document.
    pub fn feed(&mut self, chunk: &[u8]) {
        if chunk.is_empty() {
            return;
        }
        let open = memchr::memrchr(b'<', chunk);
        let close = memchr::memrchr(b'>', chunk);
        self.is_in_tag = match (open, close) {
            (None, None) => self.is_in_tag,
            (open, close) => open > close,
        };
        if self.finds {
            return;
        }
        let start = chunk.get(..chunk.len().min(LONGEST)).unwrap_or_default();
        self.tail.extend_from_slice(start);
        self.finds = finds(&self.tail) || finds(chunk);
        if chunk.len() >= LONGEST {
            self.tail.clear();
            let last = chunk.len() - LONGEST;
            self.tail
                .extend_from_slice(chunk.get(last..).unwrap_or_default());
        } else {
            let surplus = self.tail.len().saturating_sub(LONGEST);
            self.tail.drain(..surplus);
        }
    }

    /// Whether the octets may hold a licence, so that the document has to be read to its end.
    pub fn finds(&self) -> bool {
        self.finds
    }

    /// Whether the octets end inside a tag, a comment or a reference to one.
    pub fn ends_in_markup(&self) -> bool {
        self.is_in_tag
    }
}

/// Whether octets hold `rsl+`, in any case and also with characters as references.
fn finds(octets: &[u8]) -> bool {
    let mut at = memchr::memchr2_iter(b'+', b'&', octets);
    at.any(|at| {
        let (before, rest) = octets.split_at(at);
        may_be_spelt(before, rest) && is_spelt(before, rest)
    })
}

/// Whether `rsl+` may be spelt around a place, by the octet before it or the first digits of a number. Most have a word before them that
/// ends otherwise, and pages have thousands of other numbers. A zero is of UTF-16.
fn may_be_spelt(before: &[u8], rest: &[u8]) -> bool {
    match rest {
        [b'&', b'#', b'8', b'2' | b'3', after, ..] => !after.is_ascii_digit(),
        [b'&', b'#', b'x' | b'X', b'2', after, ..] => after.eq_ignore_ascii_case(&b'b'),
        [b'&', 0, b'#', ..]
        | [b'&', b'#', b'4', b'3', ..]
        | [b'&', b'#', b'7', b'6', ..]
        | [b'&', b'#', b'1', b'0' | b'1', ..]
        | [b'&', b'#', b'0', b'0' | b'1' | b'4' | b'7' | b'8', ..]
        | [b'&', b'#', b'x' | b'X', b'0' | b'4'..=b'7', ..] => true,
        _ => matches!(before.last(), Some(b'l' | b'L' | 0)),
    }
}

/// Whether `rsl+` is spelt around a place: with letters as they are before it, and also with references from it on.
fn is_spelt(before: &[u8], rest: &[u8]) -> bool {
    let is = |character: Option<u8>, own: &u8| {
        character.is_some_and(|it| it == ANY || it.eq_ignore_ascii_case(own))
    };
    (0..TYPE.len()).any(|at| {
        let (plain, further) = TYPE.split_at(at);
        let mut before = before
            .iter()
            .rev()
            .copied()
            .filter(|octet| (1..ANY).contains(octet));
        let mut rest = rest;
        plain.iter().rev().all(|own| is(before.next(), own))
            && further.iter().all(|own| is(character(&mut rest), own))
    })
}

/// Takes a character that may be a reference; `None` for one outside ASCII, for a `&` that begins no reference, and at the end.
/// [`ANY`] is not taken, so that it is all further characters too.
fn character(rest: &mut &[u8]) -> Option<u8> {
    let start = *rest;
    let plain = octet(rest)?;
    if plain != b'&' {
        return Some(plain).filter(u8::is_ascii);
    }
    let mut after = *rest;
    if octet(&mut after)? != b'#' {
        // The one name of a character that is searched.
        let is_plus = b"plus;".iter().all(|own| octet(rest) == Some(*own));
        return is_plus.then_some(b'+');
    }
    *rest = after;
    let mut radix = 10;
    if let Some(b'x' | b'X') = octet(&mut after) {
        (*rest, radix) = (after, 16);
    }
    let (mut number, mut digits) = (0_u32, 0);
    loop {
        after = *rest;
        let next = octet(&mut after);
        // After a decimal number none of the letters that are searched is a digit.
        let digit = next.and_then(|octet| char::from(octet).to_digit(16));
        if digit.is_some() || next == Some(b';') {
            *rest = after;
        }
        let Some(digit) = digit else { break };
        number = number.wrapping_mul(radix).wrapping_add(digit);
        digits += 1;
        if digits > MOST_DIGITS {
            *rest = start;
            return Some(ANY);
        }
    }
    u8::try_from(number).ok().filter(u8::is_ascii)
}

/// Takes an octet that is none of the zeros of UTF-16.
fn octet(rest: &mut &[u8]) -> Option<u8> {
    loop {
        let (first, tail) = rest.split_first()?;
        *rest = tail;
        if *first != 0 {
            return Some(*first);
        }
    }
}

const TYPE: &[u8; 4] = b"rsl+";

/// The most digits of a number that is read.
const MOST_DIGITS: usize = 9;

/// A reference with more digits, of which a piece of the document need not have all: it is taken for any character. No other
/// character is this octet, which is not of ASCII.
const ANY: u8 = 0xFF;

/// More octets than a find has: in UTF-16, three letters and the four references that may follow, each as long as `&#x000000072;`.
const LONGEST: usize = 2 * (3 + 4 * 13);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{octets, rows};

    fn search(document: &[u8], size: usize) -> (bool, bool) {
        let mut search = LicenseSearch::new();
        document.chunks(size).for_each(|chunk| search.feed(chunk));
        (search.finds(), search.ends_in_markup())
    }

    /// A text in UTF-16, of which the first octet of a pair is the zero, or the second.
    fn wide(text: &str, first: bool) -> Vec<u8> {
        let pairs = text.bytes().map(|b| if first { [0, b] } else { [b, 0] });
        pairs.flatten().collect()
    }

    /// Documents are octets, some in UTF-16, some with references that a window cuts.
    #[test]
    fn a_licence_is_found_at_every_split_and_a_text_is_not() {
        for (document, finds) in rows::<(String, bool)>(include_str!("search/finds.jsonl")) {
            let document = octets(&document);
            for size in 1..=document.len().max(1) {
                assert_eq!(search(&document, size).0, finds, "{document:?} by {size}");
            }
        }
    }

    #[test]
    fn a_licence_is_found_however_long_its_references_are() {
        let spelt = |letter: char, zeros: usize, is_hex: bool| {
            let (number, zeros) = (u32::from(letter), "0".repeat(zeros));
            if is_hex {
                format!("&#x{zeros}{number:X};")
            } else {
                format!("&#{zeros}{number};")
            }
        };
        // Which of the four are references, by bits.
        for (which, zeros) in (1..16).flat_map(|which| (0..60).map(move |zeros| (which, zeros))) {
            let is_hex = zeros % 3 == 0;
            let letters = if zeros % 2 == 0 { "rsl+" } else { "RSL+" };
            let letters = letters.chars().enumerate().map(|(at, letter)| {
                if which >> at & 1 == 1 {
                    spelt(letter, zeros, is_hex)
                } else {
                    letter.to_string()
                }
            });
            let letters: String = letters.collect();
            let text = format!("<script type=\"application/{letters}xml\"><rsl>");
            for octets in [
                text.clone().into_bytes(),
                wide(&text, true),
                wide(&text, false),
            ] {
                for size in [1, 7, 64, 119, octets.len()] {
                    assert!(search(&octets, size).0, "{octets:?} by {size}");
                }
            }
        }
    }

    #[test]
    fn an_end_inside_a_tag_is_seen() {
        for (document, inside) in rows::<(String, bool)>(include_str!("search/ends.jsonl")) {
            for size in 1..=document.len().max(1) {
                assert_eq!(search(document.as_bytes(), size).1, inside, "{document}");
            }
        }
    }
}
