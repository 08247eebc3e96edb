//! The rows of a plot out of the cells of a measure: the first of them, and the sum of the others.

use std::collections::BTreeMap;

use robots_policy_archives::{Counts, Names, OTHERS};

use super::cube::{AgentCube, is_bounded};
use super::months;
use super::plots::{Order, Plot, rank};
use super::share::exact;

/// The rows of a plot.
#[derive(Debug)]
pub(super) struct Series {
    /// The parts in their order; `[""]` where a measure has none.
    pub(super) parts: Vec<String>,
    pub(super) entries: Vec<SeriesRow>,
    /// How many names are not shown, and the sum of their counts for each part.
    pub(super) rest: Option<(u64, Vec<u64>)>,
    /// Whether the reports add up names that they do not have one by one: the numbers of the entries are lower bounds, and the
    /// rest includes those names.
    pub(super) is_bounded: bool,
}

/// A row of a plot.
#[derive(Debug)]
pub(super) struct SeriesRow {
    pub(super) name: String,
    /// A count for each part.
    pub(super) counts: Vec<u64>,
}

impl SeriesRow {
    /// The rows of all parts.
    pub(super) fn rows(&self) -> u64 {
        sum(&self.counts)
    }

    /// The rows of one part.
    pub(super) fn part(&self, at: usize) -> u64 {
        self.counts.get(at).copied().unwrap_or(0)
    }
}

/// The rows of these counts.
pub(super) fn sum<'c>(counts: impl IntoIterator<Item = &'c u64>) -> u64 {
    let rows = counts.into_iter();
    rows.fold(0, |sum, rows| sum.saturating_add(*rows))
}

impl Series {
    /// The rows of a measure, at most `most` of them.
    pub(super) fn of(measure: &Names, order: Order, most: usize) -> Series {
        let parts = ordered_parts(measure.values());
        let counts = |of: &Counts| -> Vec<u64> {
            let counts = parts.iter().map(|part| of.get(part).copied());
            counts.map(Option::unwrap_or_default).collect()
        };
        let names = measure.iter().filter(|(name, _)| *name != OTHERS);
        let mut entries: Vec<SeriesRow> = names
            .map(|(name, of)| SeriesRow {
                name: name.clone(),
                counts: counts(of),
            })
            .collect();
        ordered(&mut entries, order);
        let bounded = measure.get(OTHERS).map(counts);
        // The row of the others has room for one name.
        let is_one_more = entries.len() == most + 1 && bounded.is_none();
        let most = most + usize::from(is_one_more && most > 0);
        let hidden = match order {
            // The last ones are the latest.
            Order::Name | Order::Time => {
                let shown = entries.split_off(entries.len().saturating_sub(most));
                std::mem::replace(&mut entries, shown)
            }
            _ => entries.split_off(most.min(entries.len())),
        };
        let rest = (!hidden.is_empty() || bounded.is_some()).then(|| {
            let counts = hidden.iter().map(|entry| &entry.counts).chain(&bounded);
            (hidden.len() as u64, added(parts.len(), counts))
        });
        Series {
            parts,
            entries,
            rest,
            is_bounded: is_bounded(measure),
        }
    }

    /// A row for each agent, with these parts of its pages.
    pub(super) fn of_agents(agents: &[(&String, &Counts)]) -> Series {
        let parts = ordered_parts(agents.iter().map(|(_, of)| *of));
        let entries = agents.iter().map(|(name, of)| {
            let rows = parts.iter().map(|part| of.get(part).copied().unwrap_or(0));
            SeriesRow {
                name: (*name).clone(),
                counts: rows.collect(),
            }
        });
        Series {
            entries: entries.collect(),
            parts,
            rest: None,
            is_bounded: false,
        }
    }

    /// The text of a number of an entry.
    pub(super) fn of_entry(&self, text: String) -> String {
        Bound::of_row(self.is_bounded, false).of(text)
    }

    /// The text of a number of the rest.
    pub(super) fn of_rest(&self, text: String) -> String {
        Bound::of_row(self.is_bounded, true).of(text)
    }

    /// The rows of this part of an entry.
    pub(super) fn of_part(&self, entry: &SeriesRow, part: &str) -> u64 {
        let at = self.parts.iter().position(|known| known == part);
        at.map_or(0, |at| entry.part(at))
    }

    /// Whether the measure has parts.
    pub(super) fn has_parts(&self) -> bool {
        self.parts.iter().any(|part| !part.is_empty())
    }
}

/// All parts, in the order of the table of parts.
pub(super) fn ordered_parts<'c, C: 'c>(
    names: impl Iterator<Item = &'c BTreeMap<String, C>>,
) -> Vec<String> {
    let mut parts: Vec<String> = names.flat_map(BTreeMap::keys).cloned().collect();
    parts.sort_by(|a, b| (rank(a), a).cmp(&(rank(b), b)));
    parts.dedup();
    parts
}

fn ordered(entries: &mut [SeriesRow], order: Order) {
    let listed = |name: &str| match order {
        Order::Listed(names) => names.iter().position(|listed| *listed == name),
        _ => None,
    };
    match order {
        Order::Name => {}
        Order::Time => entries.sort_by(|a, b| months::rank(&a.name).cmp(&months::rank(&b.name))),
        Order::Largest => entries.sort_by_key(|entry| std::cmp::Reverse(entry.rows())),
        // Names of a later version follow.
        Order::Listed(names) => {
            entries.sort_by_key(|entry| listed(&entry.name).unwrap_or(names.len()));
        }
    }
}

fn added<'c>(parts: usize, all: impl Iterator<Item = &'c Vec<u64>>) -> Vec<u64> {
    let mut sums = vec![0u64; parts];
    for counts in all {
        for (sum, count) in sums.iter_mut().zip(counts) {
            *sum = sum.saturating_add(*count);
        }
    }
    sums
}

/// A name, or a part of one, in two runs.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) name: String,
    /// The rows of each run, and of all of its agent; `None` if the run has no such agent.
    pub(super) before: Option<(u64, u64)>,
    pub(super) after: Option<(u64, u64)>,
    pub(super) bound: Bound,
    /// Whether it is the sum of names that are not counted one by one.
    pub(super) is_rest: bool,
}

/// The meaning of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// Those of a name that reports may have added to the others.
    Least,
    /// Those of the others, which have pages of other names.
    Most,
}

impl Bound {
    /// That of the numbers of a row, where reports may have added names to the others.
    fn of_row(is_bounded: bool, is_rest: bool) -> Bound {
        match (is_bounded, is_rest) {
            (false, _) => Bound::Exact,
            (true, false) => Bound::Least,
            (true, true) => Bound::Most,
        }
    }

    /// The text of a number.
    pub(super) fn of(self, text: String) -> String {
        match self {
            Bound::Exact => text,
            Bound::Least => format!("\u{2265}\u{A0}{text}"),
            Bound::Most => format!("\u{2264}\u{A0}{text}"),
        }
    }
}

impl Pair {
    /// The shares before and after, each a part and its whole; a run without the agent has none.
    pub(super) fn shares(&self) -> [(u64, u64); 2] {
        [self.before, self.after].map(Option::unwrap_or_default)
    }
}

/// The cells of a plot in two runs of an agent, the largest first, and how many there are beyond `most`.
pub(super) fn pairs(
    plot: &Plot,
    before: Option<&AgentCube>,
    after: Option<&AgentCube>,
    most: usize,
) -> (Vec<Pair>, u64) {
    let measure = plot.measure.name();
    let cells = |agent: Option<&AgentCube>| -> BTreeMap<(String, String), u64> {
        let names = agent.and_then(|agent| agent.measure(measure));
        let cells = names.into_iter().flatten().flat_map(|(name, parts)| {
            let parts = parts.iter();
            parts.map(|(part, count)| ((name.clone(), part.clone()), *count))
        });
        cells.collect()
    };
    let (first, second) = (cells(before), cells(after));
    let mut keys: Vec<&(String, String)> = first.keys().chain(second.keys()).collect();
    keys.sort();
    keys.dedup();
    if plot.order == Order::Time {
        keys.sort_by_key(|(name, _)| months::rank(name));
    }
    let runs = [before, after].into_iter().flatten();
    let is_bounded = runs.filter_map(|run| run.measure(measure)).any(is_bounded);
    let pair = |key: &(String, String)| Pair {
        name: label(&key.0, &key.1),
        bound: Bound::of_row(is_bounded, key.0 == OTHERS),
        is_rest: key.0 == OTHERS,
        before: of(&first, before, plot, key),
        after: of(&second, after, plot, key),
    };
    let pairs = keys.into_iter().map(pair);
    let (rest, mut pairs): (Vec<Pair>, Vec<Pair>) = pairs.partition(|pair| pair.is_rest);
    // A sentence about one row is as long as the row.
    let most = most + usize::from(pairs.len() == most + 1);
    if plot.order == Order::Largest || pairs.len() > most {
        pairs.sort_by_key(|pair| {
            let [before, after] = pair.shares();
            std::cmp::Reverse(exact(before).max(exact(after)))
        });
    }
    let others = pairs.split_off(most.min(pairs.len()));
    pairs.extend(rest);
    (pairs, others.len() as u64)
}

/// The rows of a cell of an agent, and all of those that its measure counts.
fn of(
    cells: &BTreeMap<(String, String), u64>,
    agent: Option<&AgentCube>,
    plot: &Plot,
    key: &(String, String),
) -> Option<(u64, u64)> {
    agent.map(|agent| {
        let rows = cells.get(key).copied().unwrap_or(0);
        (rows, agent.whole(plot.measure))
    })
}

/// The label of a part of a name.
pub(super) fn label(name: &str, part: &str) -> String {
    match part {
        "" => name.to_owned(),
        part => format!("{name} \u{B7} {part}"),
    }
}
