//! The search for a licence in the body of a document.
//!
//! **What it is.** A `script` of RSL counts wherever it is (RSL 1.0 §4.6.2), and hardly any document has one. So the octets
//! after the head are not read but searched for the type of such a script.
//!
//! **Invariant.** Where a script of this type is in ASCII or in UTF-16, the search finds it, in whatever pieces the octets come; what
//! it finds may be something else. **What breaks if touched.** A licence that is overlooked forbids nothing. **Which test notices.**
//! The tests below.

use std::ops::ControlFlow;

use crate::page::html::value;

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
    let found = at.try_for_each(|at| {
        let (before, rest) = octets.split_at(at);
        // Few characters are references, and most have a word before them that ends otherwise. A zero is of UTF-16.
        let is_number = matches!(rest, [b'&', b'#', ..] | [b'&', 0, b'#', ..]);
        let ends = |letters: &[u8; 3]| letters.eq_ignore_ascii_case(b"rsl");
        let may_be =
            is_number || before.last() == Some(&0) || before.last_chunk().is_some_and(ends);
        if may_be && is_spelt(before, rest) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    found.is_break()
}

/// Whether `rsl+` begins before a place, or with the reference there. All four fit into the window unless one is [`LONG`], which may be
/// any of them.
#[cold]
fn is_spelt(before: &[u8], rest: &[u8]) -> bool {
    let (_, before) = before.split_at(before.len().saturating_sub(BEFORE));
    let narrow = before.iter().chain(rest).filter(|b| **b != 0);
    // An octet outside ASCII becomes a character that is none of those.
    let window: String = narrow.map(|b| char::from(*b)).take(WINDOW).collect();
    LONG.iter().any(|begin| window.contains(begin))
        || value::decode(&window)
            .0
            .to_ascii_lowercase()
            .contains("rsl+")
}

/// The octets of `rsl` in UTF-16.
const BEFORE: usize = 6;

/// The octets that are decoded: those before, and four references as long as `&#x00000072;`, the longest that is not [`LONG`].
const WINDOW: usize = 54;

/// How longer references to a letter begin.
const LONG: [&str; 3] = ["&#0000000", "&#x0000000", "&#X0000000"];

/// More octets than a find has, in UTF-16.
const LONGEST: usize = 2 * WINDOW;

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
