//! `robots-policy scan`: verdicts on archives.

#[cfg_attr(not(test), expect(dead_code))]
pub(crate) mod table;
