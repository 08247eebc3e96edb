//! Permissions that a prohibition for a wider url takes back.
//!
//! The text of RSL has both "the narrower scope prevails" and "the most restrictive prevails", and they differ here alone. A
//! wider url is the beginning of the other as text; those with wildcards are not compared. Sorted, each url follows those
//! that it begins with, so that one pass with a stack finds all pairs.

use crate::ai::preference::Label;
use crate::ai::rsl::{Content, Rsl};
use crate::order;
use crate::provenance::Provenance;

/// The names that permit, each once for each use that a wider prohibition takes back, in no particular order.
pub(super) fn found(rsl: &Rsl) -> Vec<Provenance> {
    let contents = rsl.contents.iter();
    let with_url = contents.filter_map(|content| Some((content.scope.parts()?, content)));
    let mut sorted: Vec<((&str, &str), &Content)> = with_url.collect();
    order::sort_by_key(&mut sorted, |(url, _)| *url);
    let mut found: Vec<Provenance> = Vec::new();
    for label in Label::ALL {
        let mut wider: Vec<(&str, &str)> = Vec::new();
        for (url, content) in &sorted {
            let is_wider = |wide: &(&str, &str)| wide.0 == url.0 && url.1.starts_with(wide.1);
            while wider.last().is_some_and(|wide| !is_wider(wide)) {
                wider.pop();
            }
            // The content of the same url comes first or after, so that it counts as no wider one.
            if wider.iter().rev().take(2).any(|wide| wide != url) {
                found.extend(permitting(content, *label).cloned());
            }
            let is_plain = !url.1.contains('*') && !url.1.ends_with('$');
            if is_plain && wider.last() != Some(url) && prohibits(content, *label) {
                wider.push(*url);
            }
        }
        if found.len() > MOST {
            break;
        }
    }
    order::sort_by(&mut found, Ord::cmp);
    found.dedup();
    found
}

fn prohibits(content: &Content, label: Label) -> bool {
    let licenses = content.licenses.iter();
    let mut prohibited = licenses.flat_map(|license| &license.prohibits);
    prohibited.any(|(own, _)| *own == label)
}

fn permitting(content: &Content, label: Label) -> impl Iterator<Item = &Provenance> {
    let licenses = content.licenses.iter();
    let lists = licenses.flat_map(|license| &license.permits);
    let named = lists.flat_map(|list| &list.named);
    named
        .filter(move |(own, _)| *own == label)
        .map(|(_, at)| at)
}

/// More than these are not reported by any reader.
const MOST: usize = 1024;
