//! Which groups bind a client, and what they say.
//!
//! | tier | a group binds | source |
//! |---|---|---|
//! | product token | the client that answers to it; of several tokens the first that has a group | RFC 9309 §2.2.1 |
//! | signature | clients that its host, or one below it, verifiably signs for; the longest host | draft-meunier-signature-agent-rep |
//! | purpose | clients that crawl for it | draft-illyes-rep-purpose |
//! | `*` | clients that no other group binds | RFC 9309 §2.2.1 |
//!
//! The first tier that has a group decides; all its groups are merged. A group without rules frees.

use std::time::Duration;

use crate::record_key::{RecordKey, Role};
use crate::robots_file::matching::access::{Access, Reason};
use crate::robots_file::matching::indexed::IndexedFile;
use crate::robots_file::matching::listing::{Listed, Listing};
use crate::robots_file::matching::request_path::RequestPath;
use crate::robots_file::matching::rows::{ListingRow, Row};
use crate::robots_file::matching::target::{self, is_robots_txt};
use crate::robots_file::options::{
    GoogleDifference, GroupSelection, Precedence, SignatureAgentLine,
};
use crate::robots_file::parse::crawl_delay as delay;
use crate::robots_file::parse::record::{Record, Rule};
use crate::token::{Accessor, ProductToken};

/// Who asks, for one purpose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asker<'a> {
    accessor: &'a Accessor,
    purpose: Option<&'a ProductToken>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tier {
    Product,
    Signature,
    Purpose,
}

/// The groups of one tier that bind an asker, by who is listed in them: at least one.
type Selection<'r> = &'r [Row];

/// Whether `accessor` may fetch `target`.
pub(crate) fn access<'r>(
    indexed: &'r IndexedFile,
    accessor: &Accessor,
    target: &str,
) -> Access<'r> {
    let path = RequestPath::new(target::normal_path(target, indexed.file.options));
    let is_exempt =
        is_robots_txt(&path.octets) && !indexed.file.options.has(GoogleDifference::NoExemption);
    Access::for_purposes(accessor, |purpose| {
        if is_exempt {
            Access::bare(Reason::RobotsTxtItself)
        } else {
            judge(indexed, Asker { accessor, purpose }, &path)
        }
    })
}

/// The longest delay that the groups of `accessor` ask for, over all its purposes.
pub(crate) fn crawl_delay(indexed: &IndexedFile, accessor: &Accessor) -> Option<Duration> {
    let none = accessor.purposes().is_empty().then_some(None);
    let purposes = none.into_iter().chain(accessor.purposes().iter().map(Some));
    let askers = purposes.map(|purpose| Asker { accessor, purpose });
    let delays = askers.flat_map(|asker| {
        let groups =
            selections(indexed, asker).flat_map(move |selection| groups(indexed, selection, asker));
        groups.filter_map(|group| group_delay(indexed, group))
    });
    delays.max()
}

#[inline]
fn judge<'r>(indexed: &'r IndexedFile, asker: Asker<'_>, path: &RequestPath<'_>) -> Access<'r> {
    if indexed.file.options.groups == GroupSelection::MostSpecific {
        return match binding(indexed, asker) {
            Some(selection) => ruled(indexed, selection, asker, path),
            None => Access::bare(Reason::NoGroup),
        };
    }
    let mut first = None;
    for selection in selections(indexed, asker) {
        let access = ruled(indexed, selection, asker, path);
        if !access.is_allowed() {
            return access;
        }
        first.get_or_insert(access);
    }
    first.unwrap_or_else(|| Access::bare(Reason::NoGroup))
}

#[inline]
fn ruled<'r>(
    indexed: &'r IndexedFile,
    selection: Selection<'r>,
    asker: Asker<'_>,
    path: &RequestPath<'_>,
) -> Access<'r> {
    let index = indexed.index();
    let admitted = selection.iter().map(|row| ListingRow(*row));
    let admitted = admitted.filter(|row| admits(indexed, row.group(), asker));
    let mut first = None;
    let best = admitted.fold(None, |best, row| {
        first.get_or_insert(row);
        index.best(&indexed.file, row.group(), path, best)
    });
    let line = best.and_then(|best| indexed.file.lines.get(best.line() as usize));
    let rule = line.map(|line| {
        Rule(Record {
            file: &indexed.file,
            line: *line,
        })
    });
    let group = first.map(|row| Listing::new(&indexed.file, row));
    Access::ruled(group, rule)
}

/// What binds an asker: the first tier that has a group, or, where any may refuse, every tier that has one.
fn selections<'r>(
    indexed: &'r IndexedFile,
    asker: Asker<'_>,
) -> impl Iterator<Item = Selection<'r>> + use<'r> {
    let mut found = [None; TIERS];
    if indexed.file.options.groups == GroupSelection::EveryNamed {
        found = tiers(indexed).map(|tier| select(indexed, tier, asker));
    }
    let is_bound = found.iter().any(Option::is_some);
    let only = if is_bound {
        None
    } else {
        binding(indexed, asker)
    };
    found.into_iter().flatten().chain(only)
}

/// The first tier that has a group.
fn binding<'r>(indexed: &'r IndexedFile, asker: Asker<'_>) -> Option<Selection<'r>> {
    let [first, second, third] = tiers(indexed);
    select(indexed, first, asker)
        .or_else(|| select(indexed, second, asker))
        .or_else(|| select(indexed, third, asker))
        .or_else(|| global(indexed, asker))
}

fn tiers(indexed: &IndexedFile) -> [Tier; TIERS] {
    if indexed.file.options.precedence == Precedence::SignatureFirst {
        [Tier::Signature, Tier::Product, Tier::Purpose]
    } else {
        [Tier::Product, Tier::Signature, Tier::Purpose]
    }
}

fn select<'r>(indexed: &'r IndexedFile, tier: Tier, asker: Asker<'_>) -> Option<Selection<'r>> {
    let accessor = asker.accessor;
    match tier {
        Tier::Product => {
            let mut tokens = accessor.tokens().iter();
            tokens.find_map(|token| listed(indexed, Listed::agent(token), asker))
        }
        Tier::Signature if indexed.file.signers.is_empty() => None,
        Tier::Signature => {
            let found = accessor
                .signature_hosts()
                .filter_map(|host| signer(indexed, host, asker));
            found
                .max_by_key(|(len, _)| *len)
                .map(|(_, selection)| selection)
        }
        Tier::Purpose => listed(indexed, Listed::purpose(asker.purpose?), asker),
    }
}

fn global<'r>(indexed: &'r IndexedFile, asker: Asker<'_>) -> Option<Selection<'r>> {
    let is_bound = asker.accessor.obeys_global();
    is_bound
        .then(|| listed(indexed, Listed::EVERY_CLIENT, asker))
        .flatten()
}

/// The groups that list the longest suffix of `host`, cut at the borders of labels.
fn signer<'r>(
    indexed: &'r IndexedFile,
    host: &str,
    asker: Asker<'_>,
) -> Option<(usize, Selection<'r>)> {
    let after_dots = host
        .match_indices('.')
        .filter_map(|(dot, _)| host.get(dot + 1..));
    let mut suffixes = std::iter::once(host).chain(after_dots);
    suffixes.find_map(|suffix| {
        Some((
            suffix.len(),
            listed(indexed, Listed::signer(suffix), asker)?,
        ))
    })
}

fn listed<'r>(
    indexed: &'r IndexedFile,
    client: Listed<'_>,
    asker: Asker<'_>,
) -> Option<Selection<'r>> {
    let listings = indexed.index().listings(&indexed.file, client);
    let mut groups = listings.iter().map(|listing| ListingRow(*listing).group());
    groups
        .any(|group| admits(indexed, group, asker))
        .then_some(listings)
}

fn groups<'r, 'a>(
    indexed: &'r IndexedFile,
    selection: Selection<'r>,
    asker: Asker<'a>,
) -> impl Iterator<Item = u32> + use<'r, 'a> {
    let groups = selection.iter().map(|listing| ListingRow(*listing).group());
    groups.filter(move |group| admits(indexed, *group, asker))
}

/// Whether the `Signature-agent` lines of a group, where they restrict its user agents, admit the asker.
#[inline]
fn admits(indexed: &IndexedFile, group: u32, asker: Asker<'_>) -> bool {
    indexed.file.options.signature_agent == SignatureAgentLine::Starter
        || admits_signer(indexed, group, asker)
}

fn admits_signer(indexed: &IndexedFile, group: u32, asker: Asker<'_>) -> bool {
    let mut is_restricted = false;
    for index in indexed.index().lines(&indexed.file, group) {
        let Some(line) = indexed.file.lines.get(index) else {
            break;
        };
        if line.key().role(indexed.file.options) == Role::Rule {
            break;
        }
        if line.key() == RecordKey::SignatureAgent {
            is_restricted = true;
            let signer = u32::try_from(index)
                .ok()
                .and_then(|index| indexed.file.signer(index));
            let signs = |host: &str| signer.is_some_and(|signer| is_below(host, signer));
            if asker.accessor.signature_hosts().any(signs) {
                return true;
            }
        }
    }
    !is_restricted
}

fn is_below(host: &str, above: &str) -> bool {
    let rest = host.strip_suffix(above);
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

fn group_delay(indexed: &IndexedFile, group: u32) -> Option<Duration> {
    let lines = indexed
        .file
        .lines
        .get(indexed.index().lines(&indexed.file, group))
        .unwrap_or_default();
    let delays = lines
        .iter()
        .filter(|line| line.key() == RecordKey::CrawlDelay);
    delays
        .filter_map(|line| delay::read(line.value(&indexed.file.text.bytes)))
        .max()
}

/// Those above the group for `*`.
const TIERS: usize = 3;
