//! The search for a licence in the body of a document.
//!
//! **What it is.** A `script` of RSL counts wherever it is (RSL 1.0 §4.6.2), and hardly any document has one. So the octets
//! after the head are not read but searched for the type of such a script.
//!
//! **Invariant.** Where a script of this type is in ASCII or in UTF-16, the search finds it; what it finds may be something
//! else. **What breaks if touched.** A licence that is overlooked forbids nothing. **Which test notices.** The tests below.

use std::iter::Peekable;
use std::ops::ControlFlow;

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
    /// The last octets of the chunks so far, fewer than a find has.
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
    let found = at.try_for_each(|at| {
        let (before, rest) = octets.split_at(at);
        // Most have a word before them that ends otherwise, and few are a number of a character.
        let may_end = matches!(before.last(), Some(b'l' | b'L' | 0));
        let may_begin = matches!(rest, [b'&', b'#', ..] | [b'&', 0, b'#', ..]);
        if may_end && spelt_before(before) == Some(b"+") || may_begin && is_spelt(before, rest) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    found.is_break()
}

/// The characters of `rsl+` that are to follow these octets, if some of the others end them. They are of one octet or of two each.
fn spelt_before(before: &[u8]) -> Option<&'static [u8]> {
    let ends = |letters: &&[u8]| {
        let before = before.iter().rev().filter(|b| **b != 0);
        let before = before.map(u8::to_ascii_lowercase).take(letters.len());
        before.eq(letters.iter().rev().copied())
    };
    let parts: [(&[u8], &[u8]); 3] = [(b"rsl", b"+"), (b"rs", b"l+"), (b"r", b"sl+")];
    let (_, rest) = parts.into_iter().find(|(letters, _)| ends(letters))?;
    Some(rest)
}

/// Whether the characters before a reference and those from it on may be `rsl+`. What is cut is not: the next octets complete it.
#[cold]
fn is_spelt(before: &[u8], rest: &[u8]) -> bool {
    let mut rest = rest.iter().copied().filter(|b| *b != 0).peekable();
    for wanted in spelt_before(before).unwrap_or(b"rsl+") {
        let found = match (rest.next(), rest.peek()) {
            (None, _) | (Some(b'&'), None) => return false,
            (Some(b'&'), _) => numbered(&mut rest),
            (literal, _) => literal,
        };
        let Some(found) = found else { return true };
        if !found.eq_ignore_ascii_case(wanted) {
            return false;
        }
    }
    true
}

/// The character of the reference whose `&` was read, 0 if it is outside ASCII; `None` if it may be any, as it has many digits, or a
/// name.
fn numbered(rest: &mut Peekable<impl Iterator<Item = u8>>) -> Option<u8> {
    rest.next_if_eq(&b'#')?;
    let radix = rest
        .next_if(|b| matches!(b, b'x' | b'X'))
        .map_or(10, |_| 16);
    let mut number: u32 = 0;
    for _ in 0..MOST_DIGITS {
        let Some(digit) = rest.next_if(|b| char::from(*b).is_digit(radix)) else {
            rest.next_if_eq(&b';');
            return Some(u8::try_from(number).unwrap_or_default());
        };
        let digit = char::from(digit).to_digit(radix).unwrap_or_default();
        number = number.wrapping_mul(radix).wrapping_add(digit); // which never wraps
    }
    None
}

/// References with more digits have zeros before their numbers, which hardly anyone writes.
const MOST_DIGITS: usize = 8;

/// More octets than `rsl+` has in UTF-16 with each character as a reference.
const LONGEST: usize = 2 * (3 + 4 * (MOST_DIGITS + 4));

#[cfg(test)]
mod tests {
    use super::*;

    fn search(document: &[u8], size: usize) -> (bool, bool) {
        let mut search = LicenseSearch::new();
        document.chunks(size).for_each(|chunk| search.feed(chunk));
        (search.finds(), search.ends_in_markup())
    }

    #[test]
    fn a_licence_is_found_at_every_split_and_a_text_is_not() {
        let wide = |text: &str, first: bool| -> Vec<u8> {
            let pairs = text.bytes().map(|b| if first { [0, b] } else { [b, 0] });
            pairs.flatten().collect()
        };
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
            (Vec::new(), false),
        ] {
            for size in 1..=document.len().max(1) {
                assert_eq!(search(&document, size).0, finds, "{document:?} by {size}");
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
