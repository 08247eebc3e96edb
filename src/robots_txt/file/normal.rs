//! The percent-normal form in which patterns and paths are compared.
//!
//! **What it is.** RFC 9309 §2.2.2 compares octets after encoding some and decoding others. Both sides are brought into one
//! form once, so that matching compares plain octets: the pattern when the index is made, the path when a question
//! begins.
//!
//! | octet | in the normal form |
//! |---|---|
//! | a letter, a digit, `-`, `.`, `_`, `~`, raw or encoded | raw |
//! | a reserved octet such as `/`, `:` or `&` | as it is written: raw and encoded differ |
//! | `:` and `/` in a query | raw, also if they are encoded (figure 4, second row) |
//! | `'` in a query | raw, also if it is encoded: clients encode it themselves, so the two cannot be told apart |
//! | an octet that no URI has, such as a blank or `é` in UTF-8 | encoded |
//! | `*` and a final `$` | raw in a pattern, where they are special; encoded in a path |
//! | a `%` without two hexadecimal digits | raw |
//! | hexadecimal digits | upper case |
//!
//! **In one look.** Most texts are in this form as they are written. [`common_classes`] takes the bits of [`CLASSES`] that
//! all octets of a text have in common, eight octets at a time without a branch; if the bit of the side is among them, the
//! text is borrowed. `%` and a final `$` have no bit, so that the slow way sees them.
//!
//! **Invariants.** A `*` or final `$` is raw in a pattern where it is special, and neither is raw in a path; `matching`
//! relies on it, and takes care of the paths of Google's dialect, which are not rewritten. The length of a pattern in this
//! form ranks it: `/%C3%A9` has seven octets and not two. A text that is plain in one look comes out of the slow way
//! unchanged.
//!
//! **What breaks if touched.** A rule and a path that mean one octet no longer meet, and the answer allows what the file
//! disallows; or `%2F` meets `/`, and a rule is wider than it was written.
//!
//! **Which test notices.** `r_54_both_sides_have_one_normal_form` below; the cases of in
//! `fixtures/rfc9309`; `tests/all/robots_txt_oracle.rs` and the fuzz target `robots_txt`, which have a plain normal
//! form of their own.

use std::borrow::Cow;

use crate::robots_txt::file::options::{GoogleDifference, Options, QueryDelimiters};

/// The side of a comparison that a text is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// A rule: `*` and a final `$` are special.
    Pattern,
    /// A requested path: `*` and `$` are ordinary octets.
    Path,
}

/// The normal form of a text, borrowed if the text has it already. The table at the top has the rules.
///
/// An ordinary `*` or `$` becomes `%2A` or `%24`, and a pattern that means one spells it so. Google's dialect leaves paths
/// as they are given and does not decode patterns.
pub(crate) fn normal(text: &[u8], side: Side, options: Options) -> Cow<'_, [u8]> {
    if side == Side::Path && options.has(GoogleDifference::PathAsGiven) {
        return Cow::Borrowed(text);
    }
    if common_classes(text) & plain_bit(side) != 0
        && options.open.query == QueryDelimiters::Distinct
    {
        return Cow::Borrowed(text);
    }
    rewritten(text, side, options)
}

/// The slow way: octet by octet into a new text. Whether the query has begun is known by the first raw `?`.
fn rewritten(text: &[u8], side: Side, options: Options) -> Cow<'_, [u8]> {
    let mut out = Vec::with_capacity(text.len() + 16);
    let (mut rest, mut in_query) = (text, false);
    while let [byte, tail @ ..] = rest {
        rest = tail;
        match *byte {
            b'%' => rest = escape(tail, in_query, &mut out, options),
            byte if options.has(GoogleDifference::PatternNotDecoded) && byte.is_ascii() => {
                out.push(byte);
            }
            b'$' if side == Side::Pattern && tail.is_empty() => out.push(b'$'),
            byte if in_query
                && options.open.query == QueryDelimiters::Encoded
                && GENERAL_DELIMITERS.contains(&byte) =>
            {
                encode(byte, &mut out);
            }
            byte if class(byte) & plain_bit(side) != 0 => {
                in_query |= byte == b'?';
                out.push(byte);
            }
            byte => encode(byte, &mut out),
        }
    }
    if *out == *text {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(out)
    }
}

/// Writes the octet that the text after a `%` encodes, raw or encoded, and returns the rest. A `%` without two hexadecimal
/// digits is written as it is.
fn escape<'t>(tail: &'t [u8], in_query: bool, out: &mut Vec<u8>, options: Options) -> &'t [u8] {
    let digits = match tail {
        [high, low, rest @ ..] => hex(*high).zip(hex(*low)).map(|digits| (digits, rest)),
        _ => None,
    };
    let Some(((high, low), rest)) = digits else {
        out.push(b'%');
        return tail;
    };
    let byte = high << 4 | low;
    let is_decoded = class(byte) & UNRESERVED != 0 || in_query && IN_QUERY.contains(&byte);
    if is_decoded && !options.has(GoogleDifference::PatternNotDecoded) {
        out.push(byte);
    } else {
        encode(byte, out);
    }
    rest
}

/// Writes an octet as `%` and two upper-case digits.
pub(crate) fn encode(byte: u8, out: &mut Vec<u8>) {
    let digit = |value: u8| {
        if value < 10 {
            b'0' + value
        } else {
            b'A' + value - 10
        }
    };
    out.extend([b'%', digit(byte >> 4), digit(byte & 15)]);
}

/// The value of a hexadecimal digit of either case.
fn hex(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

/// Whether a target that begins with a path is that path in normal form, without a fragment: the usual target, which then
/// takes no further step.
pub(crate) fn is_plain_target(target: &[u8], options: Options) -> bool {
    common_classes(target) & PLAIN_IN_TARGET != 0 && options.open.query == QueryDelimiters::Distinct
}

/// The classes that all octets of a text are in.
fn common_classes(text: &[u8]) -> u8 {
    let common = |classes, octet: &u8| classes & class(*octet);
    // Eight at a time, as most texts are plain.
    let (chunks, rest) = text.as_chunks::<8>();
    let chunks = chunks
        .iter()
        .fold(u8::MAX, |classes, chunk| chunk.iter().fold(classes, common));
    rest.iter().fold(chunks, common)
}

/// The class of the octets that this side need not rewrite.
fn plain_bit(side: Side) -> u8 {
    match side {
        Side::Pattern => PLAIN_IN_PATTERN,
        Side::Path => PLAIN_IN_PATH,
    }
}

/// The classes of an octet, as bits.
fn class(byte: u8) -> u8 {
    CLASSES.get(usize::from(byte)).copied().unwrap_or_default()
}

/// RFC 3986 §2.3: decoded wherever it is encoded.
const UNRESERVED: u8 = 1;
/// Not rewritten in a pattern.
const PLAIN_IN_PATTERN: u8 = 2;
/// Not rewritten in a path, whose fragment was taken off before.
const PLAIN_IN_PATH: u8 = 4;
/// Not rewritten in a target, which may have a fragment and is not yet as a client sends it: all of [`PLAIN_IN_PATH`] but `#` and `'`.
const PLAIN_IN_TARGET: u8 = 8;

/// Octets that are equal to their encoded form in a query. Of the octets of ASCII that a rule can have raw and a client encodes,
/// `'` alone is reserved; the others are encoded on both sides.
const IN_QUERY: &[u8] = b":/'";

/// Further octets that equal their encoded form with [`QueryDelimiters::Encoded`]; `=` and `&` do not, because they divide a
/// query.
const GENERAL_DELIMITERS: &[u8] = b"?[]@";

const CLASSES: [u8; 256] = classes();

/// The classes of each octet; none for `%`, `$`, and octets that no URI has.
// A constant is made at compile time, where an index past the end does not compile.
#[allow(clippy::indexing_slicing)]
const fn classes() -> [u8; 256] {
    let mut classes = [0; 256];
    let mut byte: u8 = 0;
    while byte < 128 {
        classes[byte as usize] = match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                UNRESERVED | PLAIN_IN_PATTERN | PLAIN_IN_PATH | PLAIN_IN_TARGET
            }
            b'*' => PLAIN_IN_PATTERN,
            // A fragment may begin with the one, and a client may encode the other.
            b'#' | b'\'' => PLAIN_IN_PATTERN | PLAIN_IN_PATH,
            b':' | b'/' | b'?' | b'[' | b']' | b'@' | b'!' | b'&' | b'(' | b')' | b'+' | b','
            | b';' | b'=' => PLAIN_IN_PATTERN | PLAIN_IN_PATH | PLAIN_IN_TARGET,
            _ => 0,
        };
        byte += 1;
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    fn form(text: &str, side: Side) -> String {
        String::from_utf8(normal(text.as_bytes(), side, Options::default()).into_owned()).unwrap()
    }

    #[test]
    fn r_54_both_sides_have_one_normal_form() {
        for (text, pattern, path) in
            rows::<(String, String, String)>(include_str!("normal/forms.jsonl"))
        {
            assert_eq!(form(&text, Side::Pattern), pattern, "{text}");
            assert_eq!(form(&text, Side::Path), path, "{text}");
        }
    }
}
