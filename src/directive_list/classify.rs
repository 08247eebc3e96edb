//! What a piece of a list may begin with.

use crate::directive::Directive;
use crate::token::{ProductToken, Scope, letters_digits_and};

/// Whether a statement begins `text`: a known name, or a prefix. The lenient reader of `Robots-Tag` asks.
pub(crate) fn begins_statement(text: &str) -> bool {
    begins_directive(text) || begins_prefix(text)
}

/// The scope that a prefix names, without its colon.
pub(crate) fn scope_of(prefix: &str) -> Option<Scope> {
    if is_global(prefix) {
        return Some(Scope::Global);
    }
    ProductToken::read(crawler_of(prefix)?).map(Scope::Token)
}

fn is_global(prefix: &str) -> bool {
    prefix == "*" || prefix.eq_ignore_ascii_case("robots")
}

/// The product token before a version.
fn crawler_of(prefix: &str) -> Option<&str> {
    let (token, after) = prefix.split_at(ProductToken::prefix_len(prefix.as_bytes()));
    let is_version = |version: &str| !version.bytes().any(|b| b.is_ascii_whitespace());
    let ends = after.is_empty() || after.strip_prefix('/').is_some_and(is_version);
    (ends && !token.is_empty()).then_some(token)
}

pub(super) fn begins_directive(text: &str) -> bool {
    let text = text.trim_ascii_start();
    let (name, rest) = text.split_at(name_len(text.as_bytes()));
    let ended = match rest.as_bytes() {
        [] => true,
        [next, ..] => matches!(next, b',' | b':' | b'=') || is_separator_byte(*next),
    };
    ended && Directive::from_name(name).is_some()
}

/// Whether a directive follows here, at once or after further prefixes, and how far from here it begins. The end of the
/// text counts as a directive, because there is no value.
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

/// Whether every word is a directive, up to one that has a value or is a prefix.
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

pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && name_len(text.as_bytes()) == text.len()
}

/// How many bytes at the start of `text` could be in a name.
#[inline]
pub(crate) fn name_len(text: &[u8]) -> usize {
    let ends = |b: &u8| NAME_BYTES.get(usize::from(*b)) != Some(&true);
    text.iter().position(ends).unwrap_or(text.len())
}

static NAME_BYTES: [bool; 256] = letters_digits_and(b"-_.*");

/// What separates words where a comma belongs.
pub(super) fn is_separator(c: char) -> bool {
    u8::try_from(c).is_ok_and(is_separator_byte)
}

pub(super) fn is_separator_byte(byte: u8) -> bool {
    byte == b';' || byte.is_ascii_whitespace()
}
