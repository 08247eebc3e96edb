//! The search for a licence in the body of a document.
//!
//! **What it is.** A `script` of RSL counts wherever it is (RSL 1.0 §4.6.2), and hardly any document has one. So the octets
//! after the head are not read but searched for the type of such a script.
//!
//! **Invariant.** Where a script of this type is in ASCII or in UTF-16, the search finds it, in whatever pieces the octets come; what
//! it finds may be something else. **What breaks if touched.** A licence that is overlooked forbids nothing. **Which test notices.**
//! The tests below.

use std::iter::Peekable;

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
        // Few characters are references, and most have a word before them that ends otherwise. A zero is of UTF-16.
        let is_number = matches!(rest, [b'&', b'#', ..] | [b'&', 0, b'#', ..]);
        let ends = |letters: &[u8; 3]| letters.eq_ignore_ascii_case(b"rsl");
        let may_be =
            is_number || before.last() == Some(&0) || before.last_chunk().is_some_and(ends);
        may_be && is_spelt(before, rest)
    })
}

/// Whether `rsl+` is spelt around a place: with letters as they are before it, and also with references from it on.
fn is_spelt(before: &[u8], rest: &[u8]) -> bool {
    let mut rest = rest.iter().copied().filter(|octet| *octet != 0).peekable();
    let is = |character: u8, own: &u8| character.eq_ignore_ascii_case(own);
    let first = match character(&mut rest) {
        Some(Character::Of(first)) => first,
        Some(Character::Any) => return true,
        None => return false,
    };
    let Some(at) = TYPE.iter().position(|own| is(first, own)) else {
        return false;
    };
    let mut before = before.iter().rev().filter(|octet| **octet != 0);
    let (plain, further) = TYPE.split_at(at);
    let is_begun = |own: &u8| before.next().is_some_and(|octet| is(*octet, own));
    if !plain.iter().rev().all(is_begun) {
        return false;
    }
    for own in further.iter().skip(1) {
        match character(&mut rest) {
            Some(Character::Any) => return true,
            Some(Character::Of(next)) if is(next, own) => {}
            _ => return false,
        }
    }
    true
}

/// A character that may be a reference.
enum Character {
    /// This one of ASCII.
    Of(u8),
    /// A reference with so many zeros that a piece of the document need not have all of it: it is taken for any character.
    Any,
}

/// Takes a character; `None` for one outside ASCII, for a `&` that begins no reference, and at the end.
fn character(octets: &mut Peekable<impl Iterator<Item = u8>>) -> Option<Character> {
    match octets.next()? {
        b'&' => {}
        plain => return Some(Character::Of(plain)),
    }
    if octets.next_if_eq(&b'#').is_none() {
        // The one name of a character that is searched.
        let is_plus = b"plus;".iter().all(|own| octets.next() == Some(*own));
        return is_plus.then_some(Character::Of(b'+'));
    }
    let is_hex = octets
        .next_if(|octet| octet.eq_ignore_ascii_case(&b'x'))
        .is_some();
    let radix = if is_hex { 16 } else { 10 };
    let digit = |octet: &u8| char::from(*octet).to_digit(radix);
    let (mut number, mut zeros) = (0_u32, 0);
    while let Some(octet) = octets.next_if(|octet| digit(octet).is_some()) {
        number = number.saturating_mul(radix).saturating_add(digit(&octet)?);
        zeros += usize::from(number == 0);
        if zeros > MOST_ZEROS {
            return Some(Character::Any);
        }
    }
    octets.next_if_eq(&b';');
    u8::try_from(number).ok().map(Character::Of)
}

const TYPE: &[u8; 4] = b"rsl+";

/// The most zeros that begin a number which is read.
const MOST_ZEROS: usize = 6;

/// More octets than a find has: in UTF-16, three letters and the four references that may follow, each as long as `&#x00000072;`.
const LONGEST: usize = 2 * (3 + 4 * 12);

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_licence_is_found_at_every_split_and_a_text_is_not() {
        let script = "<p>x</p><script type='application/rsl+xml'><rsl>";
        for (document, finds) in [
            (script.as_bytes().to_vec(), true),
            (script.to_uppercase().into_bytes(), true),
            (wide(script, false), true),
            (wide(script, true), true),
            (b"<script type=application/rsl&#43;xml>".to_vec(), true),
            (b"<script type=application/rsl&plus;xml>".to_vec(), true),
            (b"<script type=application/&#114;sl+xml>".to_vec(), true),
            (
                b"<script type=application/R&#0115;&#x4C+xml>".to_vec(),
                true,
            ),
            (
                b"<script type=application/rs&#108;&plus;xml>".to_vec(),
                true,
            ),
            (
                b"<script type=application/rs&#0000000000108;+xml>".to_vec(),
                true,
            ),
            (
                wide("=application/&#114;&#x0073;&#108&#0043;xml>", false),
                true,
            ),
            (
                wide("=application/&#114;&#x0073;&#108&#0043;xml>", true),
                true,
            ),
            (b"<script type=application/&#114;ss+xml>".to_vec(), false),
            (
                b"<p>it&#39;s l+r &#114;s &#8217;sl+ &amp;rs&#115;l+".to_vec(),
                false,
            ),
            (b"<script type=application/ld+json>a+b & c".to_vec(), false),
            (b"parsl xml + rs l+xml".to_vec(), false),
            // References that a window cuts.
            (
                b"H=/.*[&#?]google_debug(=[^&]*)?(&.*)?$/.exec(decodeURI) 4111?\"&#65533;\":(e.i.default&&(e=i.default[e]),s(e)".to_vec(),
                false,
            ),
            (b"h=600&#038;min_featured_level=0&#038;category=all&#038;".repeat(9), false),
            (Vec::new(), false),
        ] {
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
            let letters = "rsl+".chars().enumerate().map(|(at, letter)| {
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
        for (document, inside) in [
            ("<p>a", false),
            ("<p>a<scr", true),
            ("<p>a<", true),
            ("<p", true),
            ("a > b", false),
            ("<p>a</p>\n", false),
            ("", false),
        ] {
            for size in 1..=document.len().max(1) {
                assert_eq!(search(document.as_bytes(), size).1, inside, "{document}");
            }
        }
    }
}
