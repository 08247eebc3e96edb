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

/// Whether octets hold `rsl+xml`, in any case and also with the plus as a reference.
fn finds(octets: &[u8]) -> bool {
    let mut at = memchr::memchr2_iter(b'+', b'&', octets);
    let found = at.try_for_each(|at| {
        // Most have a word before them that ends otherwise.
        let may_be = matches!(
            octets.get(..at).and_then(<[u8]>::last),
            Some(b'l' | b'L' | 0)
        );
        if may_be && is_rsl(octets.get(at.saturating_sub(6)..at).unwrap_or_default()) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    found.is_break()
}

/// Whether octets end with `rsl`, of one octet or of two each.
fn is_rsl(before: &[u8]) -> bool {
    let narrow = before.len().checked_sub(3).and_then(|at| before.get(at..));
    if narrow.is_some_and(|last| last.eq_ignore_ascii_case(b"rsl")) {
        return true;
    }
    let letters = |from: usize| before.iter().skip(from).step_by(2).copied();
    let is_wide = |from: usize| letters(from).map(|b| b.to_ascii_lowercase()).eq(*b"rsl");
    before.len() >= 5 && (is_wide(0) || is_wide(1)) && before.contains(&0)
}

/// More octets than `rsl+` has in UTF-16.
const LONGEST: usize = 16;

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
