//! What a piece of a list may begin with.

use crate::directive::Directive;
use crate::token::{ProductToken, Scope};

/// Whether a statement begins `text`: a known name, or a prefix. The lenient reader of `Robots-Tag` asks.
pub(crate) fn begins_statement(text: &str) -> bool {
    begins_directive(text) || begins_prefix(text)
}

/// The scope that a prefix names, without its colon.
pub(super) fn scope_of(prefix: &str) -> Option<Scope> {
    if prefix == "*" || prefix.eq_ignore_ascii_case("robots") {
        return Some(Scope::Global);
    }
    let (token, version) = prefix.split_once('/').unwrap_or((prefix, ""));
    if version.contains(|c: char| c.is_ascii_whitespace()) {
        return None;
    }
    ProductToken::new(token).ok().map(Scope::Token)
}

pub(super) fn begins_directive(text: &str) -> bool {
    let text = text.trim_ascii_start();
    let (name, rest) = text.split_at(text.find(|c| !is_name_char(c)).unwrap_or(text.len()));
    let ended =
        rest.is_empty() || rest.starts_with([',', ':', '=']) || rest.starts_with(is_separator);
    ended && Directive::from_name(name).is_some()
}

/// A letter is asked for, and no digit behind the colon: `10:30` is a time of day.
pub(super) fn begins_prefix(text: &str) -> bool {
    let piece = text.split([',', ';']).next().unwrap_or_default();
    let Some((name, rest)) = piece.split_once(':') else {
        return false;
    };
    let name = name.trim_ascii();
    let named = name == "*" || name.contains(|c: char| c.is_ascii_alphabetic());
    let in_time = rest
        .trim_ascii_start()
        .starts_with(|c: char| c.is_ascii_digit());
    named && !in_time && scope_of(name).is_some()
}

/// Whether every word is a directive, up to one that has a value or is a prefix.
pub(super) fn all_known(words: &str) -> bool {
    let mut rest = words.trim_start_matches(is_separator);
    while !rest.is_empty() {
        let (word, behind) = rest.split_once(is_separator).unwrap_or((rest, ""));
        match Directive::from_name(word) {
            Some(directive) if !directive.kind().takes_value() => {}
            _ => return word.contains([':', '=']) && begins_statement(rest),
        }
        rest = behind.trim_start_matches(is_separator);
    }
    true
}

pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_name_char)
}

pub(super) fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '*')
}

/// What separates words where a comma should stand.
pub(super) fn is_separator(c: char) -> bool {
    c == ';' || c.is_ascii_whitespace()
}
