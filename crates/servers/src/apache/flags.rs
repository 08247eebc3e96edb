//! Flags of rules and conditions.

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
