//! The groups that bind a client, and their answer.
//!
//! | tier | a group binds | source |
//! |---|---|---|
//! | product token | the client that answers to it; of several tokens the first that has a group | RFC 9309 §2.2.1 |
//! | signature | clients that its host, or one below it, verifiably signs for; the longest host | draft-meunier-signature-agent-rep |
//! | purpose | clients that crawl for it | draft-illyes-rep-purpose |
//! | `*` | clients that no other group binds | RFC 9309 §2.2.1 |
//!
//! The first tier that has a group decides; all its groups are merged. A client that is bound by groups without rules may
//! fetch everything, since the tiers below do not count. A client that obeys the first group alone
//! ([`Client::obeys_first_group_alone`]) has a selection that ends with the first group that admits it.
//!
//! **How data flows.** A question is asked for one purpose at a time ([`Asker`]). A tier looks up its name in the index and
//! gets a selection: the listings of that name, each a link to a group. [`ruled`] then asks the index of each group
//! for the rule that beats the best of the groups before: this merges them. [`crawl_delay`] takes the same selections.
//!
//! **Invariants.** A selection has at least one group that admits the asker, else its tier has none and the next one is
//! tried. It may have others, which [`admits`] has to filter again: a restricted group with a token binds some clients
//! with that token and not others. Tiers are never merged with each other: an `Allow` of one would win ties against a
//! `Disallow` of another. With [`GroupSelection::EveryNamed`] each tier answers for itself, and the first refusal counts.
//!
//! **What breaks if touched.** A tier that counts as present without a group hides `*` and allows everything. A tier that is
//! skipped binds a client by rules that are not for it.
//!
//! **Which test notices.** `tests/all/robots_txt.rs`: `r_50`, `r_60`, `r_61` (tokens), `r_69` to `r_73` (purposes), `r_75` to
//! `r_79` (hosts), `r_81` (the modifier), `r_471` (the first group alone); the fixtures `rfc9309`, `purpose` and
//! `signature-agent`; the fuzz target `robots_txt`.

use std::ops::Range;
use std::time::Duration;

use crate::record_key::{RecordKey, Role};
use crate::robots_txt::file::matching::access::{Access, Reason};
use crate::robots_txt::file::matching::indexing::IndexedFile;
use crate::robots_txt::file::matching::listing::{Listed, Listing};
use crate::robots_txt::file::matching::request_path::RequestPath;
use crate::robots_txt::file::matching::rows::{IndexRow, ListingRow};
use crate::robots_txt::file::matching::target::{self, is_robots_txt};
use crate::robots_txt::file::options::{
    GoogleDifference, GroupSelection, Precedence, SignatureAgentLine,
};
use crate::robots_txt::file::parse::crawl_delay as delay;
use crate::robots_txt::file::parse::record::{Record, Rule};
use crate::token::{Client, ProductToken};

/// A client, with the one purpose that its question names, or without a purpose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asker<'a> {
    client: &'a Client,
    purpose: Option<&'a ProductToken>,
}

/// The rows of the table above, except the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tier {
    Product,
    Signature,
    Purpose,
}

/// Whether `client` may fetch `target`. The path is brought into normal form once, for all purposes and groups.
pub(crate) fn access<'r>(indexed: &'r IndexedFile, client: &Client, target: &str) -> Access<'r> {
    let Some(path) = target::normal_path(target, indexed.file.options) else {
        return Access::for_purposes(client, |_| Access::bare(Reason::Unknown));
    };
    let path = RequestPath::new(path);
    let is_exempt =
        is_robots_txt(&path.octets) && !indexed.file.options.has(GoogleDifference::NoExemption);
    Access::for_purposes(client, |purpose| {
        if is_exempt {
            Access::bare(Reason::RobotsTxtItself)
        } else {
            judge(indexed, Asker { client, purpose }, &path)
        }
    })
}

/// Whether a group has a product token of this client.
pub(crate) fn names(indexed: &IndexedFile, client: &Client) -> bool {
    let purpose = None;
    select(indexed, Tier::Product, Asker { client, purpose }).is_some()
}

/// A client with each of its purposes in turn, or without one.
pub(crate) fn askers(client: &Client) -> impl Iterator<Item = Asker<'_>> {
    let none = client.purposes().is_empty().then_some(None);
    let purposes = none.into_iter().chain(client.purposes().iter().map(Some));
    purposes.map(move |purpose| Asker { client, purpose })
}

/// Each selection that binds an asker.
pub(crate) fn bound<'r, 'a>(
    indexed: &'r IndexedFile,
    asker: Asker<'a>,
) -> impl Iterator<Item = Bound<'r, 'a>> {
    selections(indexed, asker).filter_map(move |selection| {
        let mut rows = selection.iter().map(|row| ListingRow(*row));
        Some(Bound {
            first: rows.find(|row| admits(indexed, row.group(), asker))?,
            indexed,
            selection,
            asker,
        })
    })
}

/// A selection that binds an asker, for questions other than access.
pub(crate) struct Bound<'r, 'a> {
    indexed: &'r IndexedFile,
    selection: &'r [IndexRow],
    asker: Asker<'a>,
    first: ListingRow,
}

impl Bound<'_, '_> {
    /// The first starter that lists the asker.
    pub(crate) fn first(&self) -> ListingRow {
        self.first
    }

    /// The lines of its groups.
    pub(crate) fn groups(&self) -> impl Iterator<Item = Range<usize>> {
        let groups = groups(self.indexed, self.selection, self.asker);
        groups.map(|group| self.indexed.index().lines(&self.indexed.file, group))
    }
}

/// The longest delay in the groups of `client`, over all its purposes.
pub(crate) fn crawl_delay(indexed: &IndexedFile, client: &Client) -> Option<Duration> {
    let delays = askers(client).flat_map(|asker| {
        let groups =
            selections(indexed, asker).flat_map(move |selection| groups(indexed, selection, asker));
        groups.filter_map(|group| group_delay(indexed, group))
    });
    delays.max()
}

/// The answer for one purpose: that of the groups which bind the asker, or the first refusal among several tiers.
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

/// The answer of one selection: its groups merged, by the rule that decides among all of them.
#[inline]
fn ruled<'r>(
    indexed: &'r IndexedFile,
    selection: &'r [IndexRow],
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

/// The selections that bind an asker: that of the first tier that has a group, or with [`GroupSelection::EveryNamed`] those
/// of all such tiers.
fn selections<'r>(
    indexed: &'r IndexedFile,
    asker: Asker<'_>,
) -> impl Iterator<Item = &'r [IndexRow]> + use<'r> {
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

/// The selection of the first tier that has a group, `*` included.
fn binding<'r>(indexed: &'r IndexedFile, asker: Asker<'_>) -> Option<&'r [IndexRow]> {
    let [first, second, third] = tiers(indexed);
    select(indexed, first, asker)
        .or_else(|| select(indexed, second, asker))
        .or_else(|| select(indexed, third, asker))
        .or_else(|| global(indexed, asker))
}

/// The tiers before `*`, in the order of the option [`Precedence`].
fn tiers(indexed: &IndexedFile) -> [Tier; TIERS] {
    if indexed.file.options.open.precedence == Precedence::SignatureFirst {
        [Tier::Signature, Tier::Product, Tier::Purpose]
    } else {
        [Tier::Product, Tier::Signature, Tier::Purpose]
    }
}

/// The selection of one tier. Of several tokens the first that has a group counts, of several hosts the longest.
fn select<'r>(indexed: &'r IndexedFile, tier: Tier, asker: Asker<'_>) -> Option<&'r [IndexRow]> {
    let client = asker.client;
    match tier {
        Tier::Product => {
            let mut tokens = client.tokens().iter();
            tokens.find_map(|token| listed(indexed, Listed::agent(token), asker))
        }
        Tier::Signature if indexed.file.signers.is_none() => None,
        Tier::Signature => {
            let found = client
                .signature_hosts()
                .filter_map(|host| signer(indexed, host, asker));
            found
                .max_by_key(|(len, _)| *len)
                .map(|(_, selection)| selection)
        }
        Tier::Purpose => listed(indexed, Listed::purpose(asker.purpose?), asker),
    }
}

/// The groups for `*`; `None` for a client that does not obey them ([`Client::obeys_global`]).
fn global<'r>(indexed: &'r IndexedFile, asker: Asker<'_>) -> Option<&'r [IndexRow]> {
    let is_bound = asker.client.obeys_global();
    is_bound
        .then(|| listed(indexed, Listed::EVERY_CLIENT, asker))
        .flatten()
}

/// The groups that list the longest suffix of `host`, cut at the borders of labels, and the length of that suffix.
fn signer<'r>(
    indexed: &'r IndexedFile,
    host: &str,
    asker: Asker<'_>,
) -> Option<(usize, &'r [IndexRow])> {
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

/// The listings of a client, if one of their groups admits the asker. They are in the order of the file, so the first is that
/// of the first group.
fn listed<'r>(
    indexed: &'r IndexedFile,
    client: Listed<'_>,
    asker: Asker<'_>,
) -> Option<&'r [IndexRow]> {
    let listings = indexed.index().listings(&indexed.file, client);
    let mut groups = listings.iter().map(|listing| ListingRow(*listing).group());
    let first = groups.position(|group| admits(indexed, group, asker))?;
    if asker.client.obeys_first_group_alone() {
        listings.get(..=first)
    } else {
        Some(listings)
    }
}

/// The groups of a selection that admit the asker, as positions in the index.
fn groups<'r, 'a>(
    indexed: &'r IndexedFile,
    selection: &'r [IndexRow],
    asker: Asker<'a>,
) -> impl Iterator<Item = u32> + use<'r, 'a> {
    let groups = selection.iter().map(|listing| ListingRow(*listing).group());
    groups.filter(move |group| admits(indexed, *group, asker))
}

/// Whether a group admits the asker: always, unless `Signature-agent` lines restrict groups
/// ([`SignatureAgentLine::Modifier`]).
#[inline]
fn admits(indexed: &IndexedFile, group: u32, asker: Asker<'_>) -> bool {
    indexed.file.options.open.signature_agent == SignatureAgentLine::Starter
        || admits_signer(indexed, group, asker)
}

/// Whether one of the `Signature-agent` lines before the rules of a group has a host that signs for the asker. True also for
/// a group without such a line; a line without a valid host restricts, too, and admits no client.
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
            if asker.client.signature_hosts().any(signs) {
                return true;
            }
        }
    }
    !is_restricted
}

/// Whether `host` is `above` or a host below it, by whole labels: `badexample.com` is not below `example.com`.
fn is_below(host: &str, above: &str) -> bool {
    let rest = host.strip_suffix(above);
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// The longest readable `Crawl-delay` of a group, wherever in it.
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

/// The number of tiers before `*`.
const TIERS: usize = 3;
