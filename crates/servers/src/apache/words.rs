//! Words of Apache: modules and directives that matter, and flags of rules and conditions.

use std::sync::LazyLock;

use crate::tree::names;

const TABLE: &str = include_str!("directives.txt");

/// Modules that are taken for loaded where the configuration does not say which are.
pub(super) fn is_usual(module: &str) -> bool {
    names(TABLE, "usual").contains(&module_name(module))
}

/// `headers` of `mod_headers.c` and of `headers_module`.
pub(super) fn module_name(text: &str) -> &str {
    let text = text.strip_prefix("mod_").unwrap_or(text);
    let text = text.strip_suffix(".c").unwrap_or(text);
    text.strip_suffix("_module").unwrap_or(text)
}

/// Directives that decide which fields are sent, or with which status.
pub(super) static MATTERS: LazyLock<Vec<&str>> = LazyLock::new(|| names(TABLE, "matters"));

/// Directives that hand the answer to another server or a program, or choose files in a way that is not followed here.
pub(super) static HANDLERS: LazyLock<Vec<&str>> = LazyLock::new(|| names(TABLE, "handler"));

/// Whether flags such as `[NC,L]` have one.
pub(super) fn has_flag(flags: &str, flag: &str) -> bool {
    flags_of(flags).any(|own| own.eq_ignore_ascii_case(flag))
}

pub(super) fn flags_of(flags: &str) -> impl Iterator<Item = &str> {
    flags.trim_matches(['[', ']']).split(',').map(str::trim)
}

/// A word without the `!` before it, and whether there is none.
pub(super) fn without_not(word: &str) -> (&str, bool) {
    match word.strip_prefix('!') {
        Some(word) => (word, false),
        None => (word, true),
    }
}
