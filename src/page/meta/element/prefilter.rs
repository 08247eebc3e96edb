//! A quick look at the raw values of a meta, which most metas do not pass.
//!
//! **What it is.** A meta with an unknown name counts if its content restricts, because the name
//! may be a crawler's. So the content of every `description`, `og:title` and `viewport` must be
//! searched for directives. This file answers from the undecoded bytes whether there can be one:
//! only then is the tag decoded and read by the grammar.
//!
//! **Invariants.** It never says no where the full reading would find a restriction. It says yes
//! too often: for a text with the word `none`, or with a reference whose digits it does not follow
//! to the end. References matter because one may spell any letter of a directive, as in
//! `no&#105;ndex`; here it is enough that one *may* be a letter. No *named* reference gives a
//! letter that begins a directive, so names are passed.
//!
//! **How it is fast.** Directives begin after a byte that is not a letter. Windows of eighteen
//! bytes are tested at sixteen places without a branch: is a byte below `A` followed by two letters
//! with which a restriction begins, or is it `&#`? Only a window that passes is examined place by
//! place.
//!
//! **What breaks if touched.** A restriction is lost without a diagnostic, for one spelling or for
//! one length of the text before it.
//!
//! **Which test notices.** `a_restriction_is_never_overlooked` compares with the full reading for
//! random contents; `a_word_that_only_begins_like_a_directive_is_passed_over` puts every
//! restricting directive at every place of two windows. A new directive needs no change here:
//! `directive::prefilter` computes the letters from the table.

use crate::diagnostic::{FIELD_NAMES, META_NAME};
use crate::directive::Directive;
use crate::page::meta::element::use_meta::UseMeta;

/// Whether a raw value of `http-equiv` may be the name of a robots field, which authors write
/// although HTML knows no such keyword, or that of a meta.
pub(super) fn may_be_field(keyword: &[u8]) -> bool {
    let keyword = keyword.trim_ascii();
    let is_it = |field: &&str| keyword.eq_ignore_ascii_case(field.as_bytes());
    FIELD_NAMES.iter().any(is_it)
        || is_meta_name(keyword)
        || UseMeta::of(keyword).is_some()
        || keyword.iter().any(|b| is_doubtful(*b))
}

/// Whether a raw name is `robots`, which addresses every client.
pub(super) fn is_meta_name(name: &[u8]) -> bool {
    name.trim_ascii().eq_ignore_ascii_case(META_NAME.as_bytes())
}

/// Whether a byte of a raw value may be part of a reference, of a character that must be decoded,
/// or of a pair of back quotes, which are reported as typographic quotes are.
pub(super) fn is_doubtful(byte: u8) -> bool {
    !byte.is_ascii() || matches!(byte, b'&' | b'`')
}

/// Whether a byte of a raw name is one that a name has only by mistake: of a list, of a quote that
/// was escaped, or of a character that is not of ASCII.
pub(super) fn is_amiss(byte: u8) -> bool {
    is_doubtful(byte) || matches!(byte, b',' | b';' | b' ' | b'|' | b'\\' | b'"' | b'\'')
}

/// Whether a raw `content` may hold a statement that restricts: the first letters of a directive at
/// its start or after a byte that is not a letter, or a reference that may be a letter.
pub(super) fn may_restrict(raw: &[u8]) -> bool {
    if may_restrict_from(raw) {
        return true;
    }
    let mut at = 0;
    while let Some(window) = raw.get(at..).and_then(<[u8]>::first_chunk::<WINDOW>) {
        // Without branches: a processor takes all places of a window at once, and few windows pass.
        let [_, firsts @ .., _] = window;
        let [_, _, seconds @ ..] = window;
        let places = window.iter().zip(firsts).zip(seconds);
        let begins = places.fold(false, |begins, ((before, first), second)| {
            begins | may_begin(*before, *first, *second)
        });
        if begins && may_restrict_within(raw, at, WINDOW) {
            return true;
        }
        at += WINDOW - 2;
    }
    may_restrict_within(raw, at, raw.len() - at)
}

/// Whether a restriction may start after any of the `len` bytes from `at` on.
fn may_restrict_within(raw: &[u8], at: usize, len: usize) -> bool {
    let window = raw.get(at..at + len).unwrap_or_default();
    let places = window.iter().zip(window.iter().skip(1)).zip(at + 1..);
    places
        .filter(|((before, first), _)| **before < b'A' || **first == b'&')
        .any(|(_, at)| may_restrict_from(raw.get(at..).unwrap_or_default()))
}

/// Whether the second of three bytes may begin a directive that restricts, or a numeric reference.
// Lazy operators would be branches, and this pass has none.
#[allow(clippy::needless_bitwise_bool)]
#[inline]
fn may_begin(before: u8, first: u8, second: u8) -> bool {
    ((before < b'A') & Directive::may_restrict_from(first, second))
        | ((first == b'&') & (second == b'#'))
}

/// Whether these bytes begin with the first letters of a directive that restricts, or with a
/// reference that may be a letter.
fn may_restrict_from(raw: &[u8]) -> bool {
    Directive::may_restrict(raw) || may_be_letter(raw)
}

/// Whether a reference may be a letter. A named one is not, if that letter begins a directive.
fn may_be_letter(reference: &[u8]) -> bool {
    let Some(number) = reference.strip_prefix(b"&#") else {
        return false;
    };
    let (radix, digits) = match number {
        [b'x' | b'X', digits @ ..] => (16, digits),
        _ => (10, number),
    };
    let mut value = 0_u32;
    for byte in digits {
        let Some(digit) = char::from(*byte).to_digit(radix) else {
            // Without the semicolon it is not clear where the digits end and a word begins.
            let is_letter = u8::try_from(value).is_ok_and(|b| b.is_ascii_alphabetic());
            return *byte != b';' || is_letter;
        };
        value = value.saturating_mul(radix).saturating_add(digit);
    }
    true
}

/// Sixteen places of two bytes, and the byte before each. Sixteen bytes fill a vector register of
/// 128 bits, which every 64-bit processor of today has.
const WINDOW: usize = 18;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::directive::DirectiveKind;
    use crate::page::html::tests::piece;
    use crate::page::html::value;
    use crate::page::meta::element::rules::restricts;
    use crate::token::Scope;

    proptest! {
        /// Where a content restricts, the quick look at its bytes has said that it may.
        #[test]
        fn a_restriction_is_never_overlooked(
            pieces in prop::collection::vec(piece(include_str!("prefilter/pieces.jsonl")), 0..24),
        ) {
            let raw = pieces.concat();
            let (text, _) = value::decode(&raw);
            prop_assert!(!restricts(&text, &Scope::Global) || may_restrict(raw.as_bytes()), "{:?}", raw);
        }
    }

    #[test]
    fn a_word_that_only_begins_like_a_directive_is_passed_over() {
        for plain in [
            "maximum-scale=1",
            "width, maximum",
            "nonesuch",
            "nobody, not",
            "&#8217;s",
            "",
        ] {
            let long = format!("{plain}, and so on and so forth, {plain}");
            assert!(
                !may_restrict(plain.as_bytes()) && !may_restrict(long.as_bytes()),
                "{plain}"
            );
        }
        for word in Directive::ALL
            .iter()
            .filter(|d| d.kind() != DirectiveKind::Permissive)
        {
            for len in 0..2 * WINDOW {
                let text = format!("{},{word}", "a".repeat(len));
                assert!(may_restrict(text.as_bytes()), "{text}");
            }
        }
    }
}
