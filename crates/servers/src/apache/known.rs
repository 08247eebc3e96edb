//! Modules and directives of Apache.

use std::sync::LazyLock;

use crate::table::names;

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
