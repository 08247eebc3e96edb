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

use crate::robots_txt::access::{Access, Reason};
use crate::robots_txt::asked::AskedPath;
use crate::robots_txt::delay;
use crate::robots_txt::file::File;
use crate::robots_txt::key::{RecordKey, Role};
use crate::robots_txt::options::GoogleDifference;
use crate::robots_txt::pattern;
use crate::robots_txt::record::{Record, Rule};
use crate::robots_txt::rules::Row;
use crate::robots_txt::starter::{Listed, Listing};
use crate::token::{Accessor, ProductToken};

/// Who asks, for one purpose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asker<'a> {
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
pub(super) fn access<'r>(file: &'r File, accessor: &Accessor, target: &str) -> Access<'r> {
    let is_as_given = file.options.has(GoogleDifference::PathAsGiven);
    let path = AskedPath::new(pattern::asked(target, file.options)).with_as_given(is_as_given);
    let is_exempt = is_robots_txt(&path.octets) && !file.options.has(GoogleDifference::NoExemption);
    Access::for_purposes(accessor, |purpose| {
        if is_exempt {
            Access::bare(Reason::RobotsTxtItself)
        } else {
            judge(file, Asker { accessor, purpose }, &path)
        }
    })
}

/// Whether a path in normal form is that of robots.txt.
pub(super) fn is_robots_txt(path: &[u8]) -> bool {
    path == b"/robots.txt"
}

/// The longest delay that the groups of `accessor` ask for, over all its purposes.
pub(super) fn crawl_delay(file: &File, accessor: &Accessor) -> Option<Duration> {
    let none = accessor.purposes().is_empty().then_some(None);
    let purposes = none.into_iter().chain(accessor.purposes().iter().map(Some));
    let askers = purposes.map(|purpose| Asker { accessor, purpose });
    let delays = askers.flat_map(|asker| {
        let groups =
            selections(file, asker).flat_map(move |selection| groups(file, selection, asker));
        groups.filter_map(|group| group_delay(file, group))
    });
    delays.max()
}

fn judge<'r>(file: &'r File, asker: Asker<'_>, path: &AskedPath<'_>) -> Access<'r> {
    if !file.options.is_restrictive {
        return match binding(file, asker) {
            Some(selection) => ruled(file, selection, asker, path),
            None => Access::bare(Reason::NoGroup),
        };
    }
    let mut first = None;
    for selection in selections(file, asker) {
        let access = ruled(file, selection, asker, path);
        if !access.is_allowed() {
            return access;
        }
        first.get_or_insert(access);
    }
    first.unwrap_or_else(|| Access::bare(Reason::NoGroup))
}

fn ruled<'r>(
    file: &'r File,
    selection: Selection<'r>,
    asker: Asker<'_>,
    path: &AskedPath<'_>,
) -> Access<'r> {
    let index = file.index();
    let best = groups(file, selection, asker)
        .fold(None, |best, group| index.best(file, group, path, best));
    let line = best.and_then(|best| file.lines.get(best.line() as usize));
    let rule = line.map(|line| Rule(Record { file, line: *line }));
    let first = selection.iter().find(|row| admits(file, row.link, asker));
    let group = first.map(|row| Listing::new(file, *row));
    Access::ruled(group, rule)
}

/// What binds an asker: the first tier that has a group, or, where any may refuse, every tier that has one.
fn selections<'r>(
    file: &'r File,
    asker: Asker<'_>,
) -> impl Iterator<Item = Selection<'r>> + use<'r> {
    let mut found = [None; TIERS];
    if file.options.is_restrictive {
        found = tiers(file).map(|tier| select(file, tier, asker));
    }
    let is_bound = found.iter().any(Option::is_some);
    let only = if is_bound { None } else { binding(file, asker) };
    found.into_iter().flatten().chain(only)
}

/// The first tier that has a group.
fn binding<'r>(file: &'r File, asker: Asker<'_>) -> Option<Selection<'r>> {
    let [first, second, third] = tiers(file);
    select(file, first, asker)
        .or_else(|| select(file, second, asker))
        .or_else(|| select(file, third, asker))
        .or_else(|| global(file, asker))
}

fn tiers(file: &File) -> [Tier; TIERS] {
    if file.options.has_signature_first {
        [Tier::Signature, Tier::Product, Tier::Purpose]
    } else {
        [Tier::Product, Tier::Signature, Tier::Purpose]
    }
}

fn select<'r>(file: &'r File, tier: Tier, asker: Asker<'_>) -> Option<Selection<'r>> {
    let accessor = asker.accessor;
    match tier {
        Tier::Product => {
            let mut tokens = accessor.tokens().iter();
            tokens.find_map(|token| listed(file, Listed::agent(token), asker))
        }
        Tier::Signature if file.signers.is_empty() => None,
        Tier::Signature => {
            let found = accessor
                .signature_hosts()
                .filter_map(|host| signer(file, host, asker));
            found
                .max_by_key(|(len, _)| *len)
                .map(|(_, selection)| selection)
        }
        Tier::Purpose => listed(file, Listed::purpose(asker.purpose?), asker),
    }
}

fn global<'r>(file: &'r File, asker: Asker<'_>) -> Option<Selection<'r>> {
    let is_bound = asker.accessor.obeys_global();
    is_bound
        .then(|| listed(file, Listed::EVERYBODY, asker))
        .flatten()
}

/// The groups that list the longest suffix of `host`, cut at the borders of labels.
fn signer<'r>(file: &'r File, host: &str, asker: Asker<'_>) -> Option<(usize, Selection<'r>)> {
    let behind_dots = host
        .match_indices('.')
        .filter_map(|(dot, _)| host.get(dot + 1..));
    let mut suffixes = std::iter::once(host).chain(behind_dots);
    suffixes.find_map(|suffix| Some((suffix.len(), listed(file, Listed::signer(suffix), asker)?)))
}

fn listed<'r>(file: &'r File, whom: Listed<'_>, asker: Asker<'_>) -> Option<Selection<'r>> {
    let listings = file.index().listings(file, whom);
    let mut groups = listings.iter().map(|listing| listing.link);
    groups
        .any(|group| admits(file, group, asker))
        .then_some(listings)
}

fn groups<'r, 'a>(
    file: &'r File,
    selection: Selection<'r>,
    asker: Asker<'a>,
) -> impl Iterator<Item = u32> + use<'r, 'a> {
    let groups = selection.iter().map(|listing| listing.link);
    groups.filter(move |group| admits(file, *group, asker))
}

/// Whether the `Signature-agent` lines of a group, where they restrict its user agents, admit the asker.
#[inline]
fn admits(file: &File, group: u32, asker: Asker<'_>) -> bool {
    !file.options.has_signature_modifier || admits_signer(file, group, asker)
}

fn admits_signer(file: &File, group: u32, asker: Asker<'_>) -> bool {
    let mut is_restricted = false;
    for index in file.index().lines(file, group) {
        let Some(line) = file.lines.get(index) else {
            break;
        };
        if line.key().role(file.options) == Role::Rule {
            break;
        }
        if line.key() == RecordKey::SignatureAgent {
            is_restricted = true;
            let signer = u32::try_from(index)
                .ok()
                .and_then(|index| file.signer(index));
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

fn group_delay(file: &File, group: u32) -> Option<Duration> {
    let lines = file
        .lines
        .get(file.index().lines(file, group))
        .unwrap_or_default();
    let delays = lines
        .iter()
        .filter(|line| line.key() == RecordKey::CrawlDelay);
    delays
        .filter_map(|line| delay::read(line.value(&file.text.bytes)))
        .max()
}

/// Those above the group for everybody.
const TIERS: usize = 3;
