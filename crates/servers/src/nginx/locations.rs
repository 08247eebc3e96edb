//! Which location has a path: exact ones, the longest prefix, patterns in their order.

use super::read::Nginx;
use super::words::split;
use crate::prediction::Unknown;
use crate::tree::{Statement, named};

fn parts(location: &Statement) -> (&str, &str) {
    let mut words = location.arguments();
    split(words.next().unwrap_or_default(), words.next())
}

impl Nginx {
    /// The locations that have a path, from the outer to the inner one.
    pub(super) fn locations<'c>(
        &'c self,
        server: &'c [Statement],
        path: &str,
    ) -> Result<Vec<&'c Statement>, Unknown> {
        let mut chain = Vec::new();
        self.search(server, path, &mut chain)?;
        Ok(chain)
    }

    /// Adds the locations of a block that have the path. Whether that ends the search; after a prefix, or nothing, patterns may follow.
    fn search<'c>(
        &'c self,
        block: &'c [Statement],
        path: &str,
        chain: &mut Vec<&'c Statement>,
    ) -> Result<bool, Unknown> {
        if let Some(open) = named(block, "include").next() {
            return Err(open.not_given("have locations"));
        }
        let depth = chain.len();
        let mut patterns_follow = true;
        if let Some((location, is_exact)) = longest(block, path) {
            chain.push(location);
            if is_exact {
                return Ok(true);
            }
            patterns_follow = parts(location).0 != "^~";
            if self.search(location.body(), path, chain)? {
                return Ok(true);
            }
        }
        if patterns_follow {
            for location in named(block, "location") {
                let (modifier, pattern) = parts(location);
                if !modifier.starts_with('~') {
                    continue;
                }
                if location.fits(&self.patterns, pattern, modifier == "~*", path)? {
                    chain.truncate(depth);
                    chain.push(location);
                    self.search(location.body(), path, chain)?;
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// The location that is a path, or the longest that begins it; and whether it is exact.
fn longest<'c>(block: &'c [Statement], path: &str) -> Option<(&'c Statement, bool)> {
    let mut best: Option<(&Statement, usize)> = None;
    for location in named(block, "location") {
        let (modifier, text) = parts(location);
        match modifier {
            "=" if text == path => return Some((location, true)),
            "" | "^~"
                if !text.starts_with('@')
                    && path.starts_with(text)
                    && best.is_none_or(|(_, length)| text.len() > length) =>
            {
                best = Some((location, text.len()));
            }
            _ => {}
        }
    }
    best.map(|(location, _)| (location, false))
}
