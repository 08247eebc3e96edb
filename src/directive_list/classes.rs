//! Questions about text: does a directive, a prefix or a name begin here?
//!
//! Nothing here has a state or reports anything. The lenient reader of `Robots-Tag` asks the same questions to
//! recognise legacy text, and the writer of `Robots-Tag` asks which names a reader would take for another thing.

use crate::directive::Directive;
use crate::token::{ProductToken, Scope, letters_digits_and};

/// Whether a statement begins `text`: the name of a directive, or a prefix. Unknown directives do not count, since any
/// word could be one.
pub(crate) fn begins_statement(text: &str) -> bool {
    begins_directive(text) || begins_prefix(text)
}

/// The scope that a prefix names, given without its colon; a version after a product token is ignored. `None` if it is
/// not a product token.
pub(crate) fn scope_of(prefix: &str) -> Option<Scope> {
    if is_global(prefix) {
        return Some(Scope::Global);
    }
    ProductToken::read(crawler_of(prefix)?).map(Scope::Token)
}

/// Whether a prefix addresses every client.
fn is_global(prefix: &str) -> bool {
    prefix == "*" || prefix.eq_ignore_ascii_case("robots")
}

/// The product token before a version: `ExampleBot` of `ExampleBot/1.0`.
fn crawler_of(prefix: &str) -> Option<&str> {
    let (token, after) = prefix.split_at(ProductToken::prefix_len(prefix.as_bytes()));
    let is_version = |version: &str| !version.bytes().any(|b| b.is_ascii_whitespace());
    let ends = after.is_empty() || after.strip_prefix('/').is_some_and(is_version);
    (ends && !token.is_empty()).then_some(token)
}

/// Whether the whole name of a directive begins `text`, after blanks: `noindex=1` does, `noindexed` does not.
pub(super) fn begins_directive(text: &str) -> bool {
    let text = text.trim_ascii_start();
    let (name, rest) = text.split_at(name_len(text.as_bytes()));
    let ended = match rest.as_bytes() {
        [] => true,
        [next, ..] => matches!(next, b',' | b':' | b'=') || is_separator_byte(*next),
    };
    ended && Directive::from_name(name).is_some()
}

/// Whether a directive follows, at once or after further prefixes, and the distance to it. The end of the text counts
/// as a directive, because no value follows it.
pub(super) fn leads_from(text: &str) -> (usize, bool) {
    let mut at = 0;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        if begins_directive(rest) || rest.trim_ascii_start().is_empty() {
            return (at, true);
        }
        match prefix_len(rest) {
            Some(len) => at += len,
            None => return (at, false),
        }
    }
}

/// Whether `text` begins with a prefix.
fn begins_prefix(text: &str) -> bool {
    prefix_len(text).is_some()
}

/// The length of the prefix that `text` begins with, including its colon.
fn prefix_len(text: &str) -> Option<usize> {
    let ends = |b: &u8| matches!(b, b',' | b';' | b':');
    let colon = text.as_bytes().iter().position(ends)?;
    let (name, rest) = text.split_at(colon);
    let rest = rest.strip_prefix(':')?;
    is_prefix(name.trim_ascii(), rest.trim_ascii_start()).then_some(colon + 1)
}

/// Whether a name before a colon is a prefix. It must have a letter, and no digit after the colon: `10:30` is a time of
/// day.
#[cold]
fn is_prefix(name: &str, rest: &str) -> bool {
    let named = name == "*" || name.bytes().any(|b| b.is_ascii_alphabetic());
    let in_time = rest.starts_with(|c: char| c.is_ascii_digit());
    named && !in_time && (is_global(name) || crawler_of(name).is_some())
}

/// Whether every word is a directive, up to one that has a value or is a prefix. Only then are blanks and semicolons
/// taken for commas: one unknown word makes the piece a text of unknown meaning.
pub(super) fn all_known(words: &str) -> bool {
    let mut rest = words.trim_start_matches(is_separator);
    while !rest.is_empty() {
        let (word, after) = rest.split_once(is_separator).unwrap_or((rest, ""));
        match Directive::from_name(word) {
            Some(directive) if !directive.kind().takes_value() => {}
            _ => return word.contains([':', '=']) && begins_statement(rest),
        }
        rest = after.trim_start_matches(is_separator);
    }
    true
}

/// Whether the whole text could be a name.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && name_len(text.as_bytes()) == text.len()
}

/// The length of the name that `text` begins with, known or not; 0 if it begins with none.
#[inline]
pub(crate) fn name_len(text: &[u8]) -> usize {
    let ends = |b: &u8| NAME_BYTES.get(usize::from(*b)) != Some(&true);
    text.iter().position(ends).unwrap_or(text.len())
}

/// Whether each byte may be in a name: those of directives, of product tokens, and `*` of structured keys.
static NAME_BYTES: [bool; 256] = letters_digits_and(b"-_.*");

/// Whether a character separates words where a comma belongs: a blank, or the semicolon of the other field.
pub(super) fn is_separator(c: char) -> bool {
    u8::try_from(c).is_ok_and(is_separator_byte)
}

/// [`is_separator`] for a byte.
pub(super) fn is_separator_byte(byte: u8) -> bool {
    byte == b';' || byte.is_ascii_whitespace()
}
