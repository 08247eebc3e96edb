//! Where a tag ends, without its attributes.
//!
//! **What it is.** Most tags of a head only have to be passed. A `>` ends a tag in every state but the two quoted ones.
//! Where it is within double quotes, the opening quote is the last `"` before it, and the byte before that is `=` or
//! white space; likewise within single quotes. So where neither the last `"` nor the last `'` follows such a byte, the
//! first `>` ends the tag ([`quick`]). Values that end with `=` or with a blank, and a `>` within a value, are left to
//! `tag::attributes`, which cuts the tag.
//!
//! **Invariants.** An end that is found is that of the grammar. It may always be [`End::Unknown`].
//!
//! **What breaks if touched.** The rest of a tag becomes text, and text ends the head: every meta after it is lost.
//!
//! **Which test notices.** `r_92_a_quick_end_is_that_of_the_machine` compares with the states, for random tags that are cut at every place;
//! `most_tags_have_a_quick_end` notices if nothing is gained any more.

use crate::page::html::swar::is_space;
use crate::page::html::{seek, tag};

/// Where a tag ends, as far as that is known without cutting its attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// At this offset, which is after its `>`. No `+`, `&` or `'` comes before that, so it has no type of a licence, see
    /// `meta::element::license`.
    Plain(usize),
    /// At this offset, likewise, and one of these bytes does.
    Marked(usize),
    /// After the bytes that are there, which have no `>`.
    Later,
    /// It follows from the attributes.
    Unknown,
}

/// The end of the tag whose name ends at the offset `at`, if it is found without its attributes.
#[inline]
pub(crate) fn quick(tag: &[u8], at: usize) -> End {
    let rest = tag.get(at..).unwrap_or_default();
    let Some((first, is_marked)) = seek::first_end(rest) else {
        return End::Later;
    };
    let inside = rest.get(..first).unwrap_or_default();
    let end = at + first + 1;
    if may_be_open(inside, b'"') || is_marked && may_be_open(inside, b'\'') {
        End::Unknown
    } else if is_marked {
        End::Marked(end)
    } else {
        End::Plain(end)
    }
}

/// The offset after the `>` of the tag whose name ends at the offset `at`; `None` if it is incomplete.
#[inline]
pub(crate) fn of(tag: &[u8], at: usize) -> Option<usize> {
    if tag.get(at) == Some(&b'>') {
        return Some(at + 1);
    }
    match quick(tag, at) {
        End::Plain(end) | End::Marked(end) => Some(end),
        End::Later => None,
        End::Unknown => tag::attributes(tag, at, |_| {}),
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
    before.is_some_and(|byte| *byte == b'=' || is_space(*byte))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::page::html::tag::TagMachine;
    use crate::page::html::tests::TAG_PIECES;
    use crate::tests::rows;

    proptest! {
        /// At every place where a chunk may end, the end that is found is that of the machine.
        #[test]
        fn r_92_a_quick_end_is_that_of_the_machine(
            pieces in prop::collection::vec(prop::sample::select(TAG_PIECES), 0..16),
            white in 0..130_usize,
        ) {
            let text = pieces.concat();
            let tag = format!("<p {text}>{}", " ".repeat(white));
            let end = TagMachine::new().skip(&tag.as_bytes()[2..]).map(|len| 2 + len);
            for len in 2..=tag.len() {
                let (found, has_mark) = match quick(&tag.as_bytes()[..len], 2) {
                    End::Plain(found) => (found, false),
                    End::Marked(found) => (found, true),
                    End::Later => {
                        prop_assert!(!tag.as_bytes()[2..len].contains(&b'>'), "{:?}", tag);
                        continue;
                    }
                    End::Unknown => continue,
                };
                prop_assert_eq!(Some(found), end, "{:?}", tag);
                prop_assert_eq!(has_mark, tag[..found].contains(['+', '&', '\'']), "{:?}", tag);
            }
        }
    }

    /// Few tags need the attributes, or nothing would be gained.
    #[test]
    fn most_tags_have_a_quick_end() {
        for tag in rows::<String>(include_str!("tag_end/quick.jsonl")) {
            let long = format!("{tag}{}", ">".repeat(64));
            let end = quick(long.as_bytes(), 2);
            assert!(
                matches!(end, End::Plain(len) | End::Marked(len) if len == tag.len()),
                "{tag}"
            );
        }
        for tag in ["<p a=\"=\">", "<p a=' '>", "<p a=\">", "<p a= '>"] {
            let long = format!("{tag}{}", ">".repeat(64));
            assert_eq!(quick(long.as_bytes(), 2), End::Unknown, "{tag}");
        }
    }
}
