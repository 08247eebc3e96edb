//! Tables of the directives of a server: a line of a data file has a role, a colon and a row.

/// The rows of a role, in the order of the table.
pub(crate) fn rows(table: &'static str, role: &str) -> impl Iterator<Item = &'static str> {
    let of_role = move |line: &'static str| line.strip_prefix(role)?.strip_prefix(": ");
    table.lines().filter_map(of_role)
}

/// The names of a role.
pub(crate) fn names(table: &'static str, role: &str) -> Vec<&'static str> {
    rows(table, role).flat_map(str::split_whitespace).collect()
}
