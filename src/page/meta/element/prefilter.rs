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
use crate::directive::prefilter::RESTRICTIVE_PAIRS;
use crate::page::html::seek;
use crate::page::meta::element::use_meta::UseMeta;
use crate::token::ProductToken;

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
pub(super) const fn is_doubtful(byte: u8) -> bool {
    !byte.is_ascii() || matches!(byte, b'&' | b'`')
}

/// The kinds of bytes that a raw name has, one bit each.
#[derive(Clone, Copy)]
pub(super) struct NameBytes(u8);

impl NameBytes {
    /// A byte that no product token has.
    const OTHER: u8 = 1;
    /// A byte that a name has only by mistake: of a list, of a quote that
    /// was escaped, or of a character that is not of ASCII.
    const AMISS: u8 = 2;

    /// The bits of each byte.
    const TABLE: [u8; 256] = {
        let mut table = [0; 256];
        let (mut rest, mut tokens): (&mut [u8], &[bool]) = (&mut table, &ProductToken::BYTES);
        let mut byte = 0_u8;
        while let ([bits, more @ ..], [is_token, others @ ..]) = (rest, tokens) {
            if !*is_token {
                *bits |= NameBytes::OTHER;
            }
            if is_doubtful(byte) || matches!(byte, b',' | b';' | b' ' | b'|' | b'\\' | b'"' | b'\'')
            {
                *bits |= NameBytes::AMISS;
            }
            byte = byte.wrapping_add(1);
            (rest, tokens) = (more, others);
        }
        table
    };

    /// One pass without a branch.
    #[inline]
    pub(super) fn of(name: &[u8]) -> NameBytes {
        static TABLE: [u8; 256] = NameBytes::TABLE;
        let bits = name.iter().filter_map(|byte| TABLE.get(usize::from(*byte)));
        NameBytes(bits.fold(0, |all, bits| all | bits))
    }

    /// Whether all are those of product tokens.
    #[inline]
    pub(super) fn are_of_token(self) -> bool {
        self.0 & NameBytes::OTHER == 0
    }

    /// Whether any is there by mistake.
    #[inline]
    pub(super) fn are_amiss(self) -> bool {
        self.0 & NameBytes::AMISS != 0
    }
}

/// Whether a raw `content` may hold a statement that restricts: the first letters of a directive at
/// its start or after a byte that is not a letter, or a reference that may be a letter.
pub(super) fn may_restrict(raw: &[u8]) -> bool {
    if may_restrict_from(raw) {
        return true;
    }
    let Some(last) = raw.last_chunk() else {
        let mut window = [0; WINDOW];
        if let Some(start) = window.get_mut(..raw.len()) {
            start.copy_from_slice(raw);
        }
        return may_restrict_within(&window, raw);
    };
    let mut rest = raw;
    while let Some(window) = rest.first_chunk() {
        if may_restrict_within(window, rest) {
            return true;
        }
        rest = rest.get(WINDOW - 2..).unwrap_or_default();
    }
    may_restrict_within(last, raw.get(raw.len() - WINDOW..).unwrap_or_default())
}

/// Whether a restriction may start after any byte of a window, with which `raw` begins.
#[inline]
fn may_restrict_within(window: &[u8; WINDOW], raw: &[u8]) -> bool {
    let mut places = seek::begins(window, RESTRICTIVE_PAIRS);
    while places != 0 {
        let at = 1 + places.trailing_zeros() as usize;
        if may_restrict_from(raw.get(at..).unwrap_or_default()) {
            return true;
        }
        places &= places - 1;
    }
    false
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
    use crate::tests::rows;
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
        for plain in rows::<String>(include_str!("prefilter/plain.jsonl")) {
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
