//! The search for a licence in the body of a document.
//!
//! **What it is.** A `script` of RSL counts wherever it is (RSL 1.0 §4.6.2), and hardly any document has one. So the octets
//! after the head are not read but searched for the type of such a script.
//!
//! **Invariant.** Where a script of this type is in ASCII or in UTF-16, the search finds it; what it finds may be something
//! else. **What breaks if touched.** A licence that is overlooked forbids nothing. **Which test notices.** The tests below.

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
        if may_end && spelt_before(before) == 3 || may_begin && is_spelt(before, rest) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    found.is_break()
}

/// How many characters of `rsl` end these octets, which are of one octet or of two each.
fn spelt_before(before: &[u8]) -> usize {
    let mut before = before.iter().rev().filter(|b| **b != 0);
    let mut next = || before.next().map_or(0, |b| b | 0x20);
    match next() {
        b'l' if next() == b's' && next() == b'r' => 3,
        b's' if next() == b'r' => 2,
        b'r' => 1,
        _ => 0,
    }
}

/// Whether the characters before a reference and those from it on may be `rsl+`. What is cut is not: the next octets complete it.
#[cold]
fn is_spelt(before: &[u8], rest: &[u8]) -> bool {
    let mut rest = rest.iter().copied().filter(|b| *b != 0);
    let mut next = rest.next();
    for wanted in b"rsl+".iter().skip(spelt_before(before)) {
        let mut found = next.unwrap_or_default();
        next = rest.next();
        if found == b'&' {
            match next {
                Some(b'#') => (found, next) = numbered(&mut rest),
                None => return false,
                Some(_) => found = ANY,
            }
        }
        if found == ANY {
            return true;
        }
        if found.to_ascii_lowercase() != *wanted {
            return false;
        }
    }
    true
}

/// The character of a reference by the number that follows, and the octet after it: [`ANY`] where there are many digits, 0 where it is
/// outside ASCII.
fn numbered(rest: &mut impl Iterator<Item = u8>) -> (u8, Option<u8>) {
    let (mut number, mut radix) = (0, 10);
    let mut digits = 0..MOST_DIGITS;
    loop {
        let next = rest.next();
        let digit = match next.unwrap_or_default() {
            b'x' | b'X' if digits.start == 0 => {
                radix = 16;
                continue;
            }
            digit @ b'0'..=b'9' => digit - b'0',
            digit @ (b'a'..=b'f' | b'A'..=b'F') if radix == 16 => (digit | 0x20) - b'a' + 10,
            b';' => return (in_ascii(number), rest.next()),
            _ => return (in_ascii(number), next),
        };
        if digits.next().is_none() {
            return (ANY, None);
        }
        number = number * radix + u32::from(digit);
    }
}

/// A character; 0 outside ASCII.
fn in_ascii(number: u32) -> u8 {
    let byte = u8::try_from(number).unwrap_or_default();
    if byte.is_ascii() { byte } else { 0 }
}

/// A reference by a name, or with many digits, is taken for any character.
const ANY: u8 = 0xFF;

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
