//! Reports on what `scan` wrote.

#[allow(dead_code)] // the option that prints a query is not yet there
pub(crate) mod sql;
