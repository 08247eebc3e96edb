//! The list: domains in their order, up to the last one that is asked for.

use std::cmp::Reverse;

use super::count::{Count, Counts};
use super::{DomainsArgs, DomainsOrder};

/// The domains that are written.
pub(super) struct List {
    pub(super) rows: Vec<(Box<str>, Count)>,
    /// All domains, and their pages.
    pub(super) domains: usize,
    pub(super) pages: u64,
    /// Pages without a domain.
    pub(super) elsewhere: u64,
    /// Domains whose size is not known.
    pub(super) unsized_domains: u64,
}

impl List {
    /// The first domains of these, the largest first and those of one size by their names.
    pub(super) fn of(counts: Counts, args: &DomainsArgs) -> List {
        let mut rows: Vec<(Box<str>, Count)> = counts.domains.into_iter().collect();
        let domains = rows.len();
        let pages = rows.iter().map(|(_, count)| count.pages).sum();
        let unsized_domains = rows.iter().filter(|(_, count)| count.octets().is_none());
        let unsized_domains = unsized_domains.count() as u64;
        // They are in the order of their names, which the sort keeps.
        rows.sort_by_key(|(_, count)| {
            let octets = count.octets().filter(|_| args.by == DomainsOrder::Octets);
            (Reverse(octets), Reverse(count.pages))
        });
        let top = args
            .top
            .map_or(domains, |top| usize::try_from(top).unwrap_or(domains));
        let share = args.share.map_or(domains, |share| share.of(domains));
        rows.truncate(top.min(share));
        List {
            rows,
            domains,
            pages,
            elsewhere: counts.elsewhere,
            unsized_domains,
        }
    }
}
