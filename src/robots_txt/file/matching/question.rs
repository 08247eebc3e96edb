//! A target that is compared with single patterns, for sources that have the patterns of robots.txt and no file of it.
//!
//! `tdmrep.json` and licences in RSL name RFC 9309 for their paths. They have few patterns, so that each is brought into
//! normal form when it is compared, and nothing is indexed.

use std::borrow::Cow;

use memchr::memchr;

use crate::robots_txt::file::matching::parts::depend_on_part;
use crate::robots_txt::file::matching::request_path::{PrefixMatch, RequestPath};
use crate::robots_txt::file::matching::target;
use crate::robots_txt::file::normal::{Side, normal};
use crate::robots_txt::file::options::Options;

impl<'t> RequestPath<'t> {
    /// The path and query of a target, an absolute URL or a path, see [`RobotsTxt::access`](crate::RobotsTxt::access).
    pub(crate) fn of_target(target: &'t str) -> RequestPath<'t> {
        RequestPath::new(target::normal_or_root(target, Options::default()))
    }

    /// The number of octets of the pattern in normal form if the path matches it (RFC 9309 §2.2.2 and §2.2.3).
    pub(crate) fn matches(&self, pattern: &[u8]) -> Option<usize> {
        let pattern: Cow<'_, [u8]> = normal(pattern, Side::Pattern, Options::default());
        let wild = memchr(b'*', &pattern).and_then(|star| pattern.get(star + 1..));
        let depends_on_part = wild.is_some_and(depend_on_part);
        let meets = self.meets(&pattern, depends_on_part);
        (meets == PrefixMatch::Full).then_some(pattern.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn a_target_is_compared_with_single_patterns() {
        for (pattern, target, expected) in
            rows::<(String, String, Option<usize>)>(include_str!("question/patterns.jsonl"))
        {
            assert_eq!(
                RequestPath::of_target(&target).matches(pattern.as_bytes()),
                expected,
                "{pattern} and {target}"
            );
        }
    }
}
