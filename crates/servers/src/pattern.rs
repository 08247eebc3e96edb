//! Patterns of PCRE and of Go, run in linear time or refused.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use regex::bytes::{Match, Regex, RegexBuilder};

use crate::prediction::{Unknown, Why};
use crate::tree::Statement;

/// The most patterns of a configuration; those after them are refused.
const MOST: usize = 1_000;

/// The most bytes of a compiled pattern.
const LARGEST: usize = 1 << 18;

/// The patterns of a configuration, each compiled when it is first needed.
#[derive(Debug, Default)]
pub(crate) struct Patterns {
    compiled: BTreeMap<(String, bool), OnceLock<Option<Regex>>>,
}

impl Patterns {
    /// Adds a pattern, with whether small and large letters are one.
    pub(crate) fn add(&mut self, pattern: &str, folded: bool) {
        if self.compiled.len() < MOST {
            let key = (pattern.to_owned(), folded);
            self.compiled.entry(key).or_default();
        }
    }

    /// The pattern, unless only PCRE can run it.
    pub(crate) fn get(&self, pattern: &str, folded: bool) -> Option<&Regex> {
        let cell = self.compiled.get(&(pattern.to_owned(), folded))?;
        cell.get_or_init(|| compile(pattern, folded)).as_ref()
    }
}

impl Statement {
    /// Whether a text fits a pattern that the statement has.
    pub(crate) fn fits(
        &self,
        patterns: &Patterns,
        pattern: &str,
        folded: bool,
        text: &str,
    ) -> Result<bool, Unknown> {
        let compiled = self.pattern(patterns, pattern, folded)?;
        Ok(compiled.is_match(text.as_bytes()))
    }

    /// The parts of a text that the groups of such a pattern have, or nothing where it does not fit.
    pub(crate) fn groups(
        &self,
        patterns: &Patterns,
        pattern: &str,
        folded: bool,
        text: &str,
    ) -> Result<Option<Vec<String>>, Unknown> {
        let compiled = self.pattern(patterns, pattern, folded)?;
        let of_group = |group: Option<Match<'_>>| {
            let bytes = group.map_or(&b""[..], |group| group.as_bytes());
            String::from_utf8_lossy(bytes).into_owned()
        };
        let found = compiled.captures(text.as_bytes());
        Ok(found.map(|found| found.iter().map(of_group).collect()))
    }

    fn pattern<'p>(
        &self,
        patterns: &'p Patterns,
        pattern: &str,
        folded: bool,
    ) -> Result<&'p Regex, Unknown> {
        let compiled = patterns.get(pattern, folded);
        let reason = || format!("the pattern `{pattern}` cannot be run here");
        compiled.ok_or_else(|| self.unknown(Why::Pattern, reason()))
    }
}

fn compile(pattern: &str, folded: bool) -> Option<Regex> {
    if pattern.len() > 10_000 || differs(pattern) {
        return None;
    }
    let mut builder = RegexBuilder::new(pattern);
    builder.unicode(false).case_insensitive(folded);
    builder.size_limit(LARGEST).dfa_size_limit(LARGEST);
    builder.nest_limit(50).build().ok()
}

/// Whether the two dialects may read a pattern in two ways: operations on sets, sets in sets, borders of words.
fn differs(pattern: &str) -> bool {
    let mut in_class = false;
    let mut last = ' ';
    let mut rest = pattern.chars().peekable();
    while let Some(c) = rest.next() {
        let next = rest.peek().copied();
        match c {
            '\\' => {
                if matches!(next, Some('<' | '>')) {
                    return true;
                }
                rest.next();
            }
            '[' if in_class && next != Some(':') => return true,
            '[' if !in_class => {
                in_class = true;
                // A `]` that comes first is one of the set.
                if matches!(next, Some('^' | ']')) {
                    rest.next();
                }
            }
            ']' => in_class = last == ':' && in_class && next == Some(']'),
            '&' | '~' | '-' if in_class && c == last => return true,
            _ => {}
        }
        last = c;
    }
    !pattern.is_ascii()
}
