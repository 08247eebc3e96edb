//! Directives of nginx that change no field about robots, and those that hand the answer to others.

use std::sync::LazyLock;

use crate::table::names;

pub(super) const TABLE: &str = include_str!("directives.txt");

/// Directives that give the answer to another server or a program.
pub(super) static HANDLERS: LazyLock<Vec<&str>> = LazyLock::new(|| names(TABLE, "handler"));

/// Directives of other modules that set fields.
pub(super) static SETTERS: LazyLock<Vec<&str>> = LazyLock::new(|| names(TABLE, "setter"));

/// Names of directives that are read here.
static READ: LazyLock<Vec<&str>> = LazyLock::new(|| names(TABLE, "read"));

/// Beginnings of the names of directives without a field about robots.
static HARMLESS: LazyLock<Vec<&str>> = LazyLock::new(|| names(TABLE, "harmless"));

/// Whether a directive alone sets no field about robots and hands nothing to others.
pub(super) fn is_known(name: &str) -> bool {
    READ.contains(&name)
        || !HANDLERS.contains(&name) && HARMLESS.iter().any(|stem| name.starts_with(stem))
}

/// Included files that every installation has and that set no field.
pub(super) fn is_stock(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or_default();
    names(TABLE, "stock").contains(&name) || file.contains("modules-enabled/")
}
