//! Words of Apache: modules and directives that matter, and flags of rules and conditions.

use std::sync::LazyLock;

use crate::tree::{Statement, names};

const TABLE: &str = include_str!("directives.txt");

/// Modules that are taken for loaded where the configuration does not say which are.
pub(super) fn is_usual(module: &str) -> bool {
    names(TABLE, "usual").contains(&module_name(module))
}

/// The name of the module that a condition means and that Apache does not know so: `mod_headers.c` of `mod_header.c` and of `headers`.
pub(super) fn meant_module(module: &str) -> Option<String> {
    let lower = module.to_ascii_lowercase();
    let stem = module_name(&lower);
    let meant = names(TABLE, "usual")
        .into_iter()
        .find(|usual| *usual == stem || is_one_letter_off(stem, usual))?;
    let meant = format!("mod_{meant}.c");
    let is_known = module == meant || module == format!("{}_module", module_name(&meant));
    (!is_known).then_some(meant)
}

/// Whether a word is a longer name but for one letter.
fn is_one_letter_off(word: &str, name: &str) -> bool {
    let pairs = word.bytes().zip(name.bytes());
    let same = pairs.take_while(|(one, other)| one == other).count();
    let after = |text: &str, more: usize| text.get(same + more..).map(str::to_owned);
    let edits = [(0, 1), (1, 0), (1, 1)];
    name.len() > 4
        && edits.iter().any(|(one, other)| {
            let rest = after(word, *one);
            rest.is_some() && rest == after(name, *other)
        })
}

/// Directives and sections that `.htaccess` must not have.
static OUTSIDE: LazyLock<Vec<&str>> = LazyLock::new(|| names(TABLE, "outside"));

/// The first statement of a `.htaccess` that is not allowed there. What a condition may take away is not looked at.
pub(super) fn not_allowed(body: &[Statement]) -> Option<&Statement> {
    body.iter().find_map(|own| {
        let is_read = match own.name() {
            "ifmodule" => is_usual(own.word(1)) && meant_module(own.word(1)).is_none(),
            name => matches!(name, "if" | "elseif" | "else") || !name.starts_with("if"),
        };
        let inner = own.body().iter().filter(|_| is_read);
        let is_outside = OUTSIDE.contains(&own.name());
        let inner = inner.map(std::slice::from_ref).find_map(not_allowed);
        is_outside.then_some(own).or(inner)
    })
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
