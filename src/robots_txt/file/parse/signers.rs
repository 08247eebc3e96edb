//! Groups for signing hosts of which one is below the other: only the group of the longer host applies.
//!
//! A site that disallows everything for `example.com` and adds a group for `bot.example.com` may expect both to bind that
//! client. Like product tokens, hosts select and do not add up (the longest wins), so the first group does not bind it. The
//! diagnostic `shorter-signature-host` reports such a line. It takes the whole file to see it, so this runs after the pass.

use crate::order;
use crate::record_key::{RecordKey, Role};
use crate::robots_txt::file::options::Options;
use crate::robots_txt::file::parse::line::Line;

/// The lines for hosts whose clients do not obey a `Disallow` for a host above theirs: the indices of the first `most`
/// `Signature-agent` lines of this kind.
///
/// Each host is looked up in the sorted list of refusing ones, once for each of its labels, so that a file of hosts alone
/// is not quadratic.
pub(crate) fn deaf(
    file: &[u8],
    lines: &[Line],
    signers: &[(u32, Box<str>)],
    options: Options,
    most: usize,
) -> Vec<u32> {
    if RecordKey::SignatureAgent.role(options) != Role::Starter || signers.len() < 2 {
        return Vec::new();
    }
    let mut refusing = refusing(file, lines, signers, options);
    order::sort_by(&mut refusing, Ord::cmp);
    let refuses = |host: &str| refusing.binary_search(&host).is_ok();
    let deaf = signers
        .iter()
        .filter(|(_, host)| !refusing.is_empty() && parents(host).any(refuses));
    deaf.map(|(line, _)| *line).take(most).collect()
}

/// The hosts of all groups that have a `Disallow` with a value.
///
/// One walk over the lines beside one over the signers: `listed` are the signers of the group at hand, of which each is
/// taken at most once.
fn refusing<'s>(
    file: &[u8],
    lines: &[Line],
    signers: &'s [(u32, Box<str>)],
    options: Options,
) -> Vec<&'s str> {
    let mut refusing = Vec::new();
    let (mut listed, mut next) = (0..0, 0);
    let mut has_rules = false;
    for (index, line) in lines.iter().enumerate() {
        match line.key().role(options) {
            Role::Starter => {
                if has_rules {
                    listed.start = next;
                    has_rules = false;
                }
                let is_listed = signers
                    .get(next)
                    .is_some_and(|(at, _)| *at as usize == index);
                next += usize::from(is_listed);
                listed.end = next;
            }
            Role::Rule => {
                has_rules = true;
                if line.key() == RecordKey::Disallow && !line.value(file).is_empty() {
                    let hosts = signers.get(listed.clone()).unwrap_or_default();
                    refusing.extend(hosts.iter().map(|(_, host)| &**host));
                    listed.start = next;
                }
            }
            Role::Other => {}
        }
    }
    refusing
}

/// The hosts above this one, from the nearest: `b.c` and `c` for `a.b.c`.
fn parents(host: &str) -> impl Iterator<Item = &str> {
    host.match_indices('.')
        .filter_map(|(dot, _)| host.get(dot + 1..))
}
