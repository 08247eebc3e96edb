//! Groups for hosts of which one is below the other: only the longer host applies.

use crate::record_key::{RecordKey, Role};
use crate::robots_file::options::Options;
use crate::robots_file::parse::line::Line;

/// The indices of the first `most` `Signature-agent` lines to whose clients a `Disallow` of a group for a shorter host above
/// theirs does not apply.
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
    refusing.sort_unstable();
    let refuses = |host: &str| refusing.binary_search(&host).is_ok();
    let deaf = signers
        .iter()
        .filter(|(_, host)| !refusing.is_empty() && parents(host).any(refuses));
    deaf.map(|(line, _)| *line).take(most).collect()
}

/// The hosts that a group with a `Disallow` lists.
fn refusing<'s>(
    file: &[u8],
    lines: &[Line],
    signers: &'s [(u32, Box<str>)],
    options: Options,
) -> Vec<&'s str> {
    let mut refusing = Vec::new();
    // The signers that the group at hand lists, and those of further groups.
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

/// The hosts above this one.
fn parents(host: &str) -> impl Iterator<Item = &str> {
    host.match_indices('.')
        .filter_map(|(dot, _)| host.get(dot + 1..))
}
