//! The cube: rows by measure, name and part.
//!
//! **What it is.** Three nested maps whose numbers are rows, so that the cubes of two reports are added cell by cell.
//!
//! **Invariants.** Adding is associative and commutative as long as no measure has more names than its bound
//! ([`Measure::most_names`]). Beyond it the names with the fewest rows are added to [`OTHERS`]: which ones depends on the order,
//! and the sum of a measure never does.
//!
//! **What breaks if touched.** A bound that drops cells makes shares of a whole wrong. Hosts come from the pages, so that
//! without a bound the report on a crawl has a cell for each of its millions of hosts.
//!
//! **Which test notices.** `report/tests.rs`: the laws of adding, over drawn cubes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::measure::Measure;

/// Counts by name.
pub type Counts = BTreeMap<String, u64>;

/// Counts by name and part.
pub type Names = BTreeMap<String, Counts>;

/// The rows of one agent by measure, name and part.
///
/// # Examples
///
/// ```
/// use robots_policy_archives::{Cube, Measure};
///
/// let mut cube = Cube::default();
/// cube.count(Measure::Tld, "example", "free", 2);
/// cube.count(Measure::Tld, "example", "closed", 1);
/// let mut both = cube.clone();
/// both.add(&cube);
///
/// assert_eq!(both.of(Measure::Tld)["example"]["free"], 4);
/// assert_eq!(both.cells().count(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cube(BTreeMap<String, Names>);

/// One cell of a report in the long form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct CubeCell<'c> {
    /// The name of the measure.
    pub measure: &'c str,
    /// The name that was counted.
    pub name: &'c str,
    /// The part of the name; `""` where there is one only.
    pub part: &'c str,
    /// How many rows there are.
    pub rows: u64,
}

/// The name that the smallest ones are added to where there are too many.
pub const OTHERS: &str = "(others)";

impl Cube {
    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names of a measure, each with its parts.
    pub fn of(&self, measure: Measure) -> &Names {
        self.0.get(measure.name()).unwrap_or(&NONE)
    }

    /// Adds rows to a cell.
    pub fn count(&mut self, measure: Measure, name: &str, part: &str, by: u64) {
        self.with(measure, |names| names.count(name, part, by));
    }

    /// Adds the cells of another cube. Measures of a later version are added likewise.
    pub fn add(&mut self, other: &Cube) {
        for (measure, more) in &other.0 {
            let most = Measure::from_name(measure).and_then(Measure::most_names);
            let names = self.0.entry(measure.clone()).or_default();
            Counter { names, most: None }.add(more);
            bound(names, most);
        }
    }

    /// Every cell, in the order of the names.
    pub fn cells(&self) -> impl Iterator<Item = CubeCell<'_>> {
        self.0.iter().flat_map(|(measure, names)| {
            let names = names.iter();
            let cells = names.flat_map(|(name, parts)| parts.iter().map(move |part| (name, part)));
            cells.map(move |(name, (part, rows))| CubeCell {
                measure,
                name,
                part,
                rows: *rows,
            })
        })
    }

    /// Counts many cells of a measure.
    pub(super) fn with(&mut self, measure: Measure, add: impl FnOnce(&mut Counter<'_>)) {
        let most = measure.most_names();
        // Nearly every measure has an entry already.
        match self.0.get_mut(measure.name()) {
            Some(names) => add(&mut Counter { names, most }),
            None => add(&mut Counter {
                names: self.0.entry(measure.name().to_owned()).or_default(),
                most,
            }),
        }
    }
}

/// The names of one measure, while they are counted.
pub(super) struct Counter<'c> {
    names: &'c mut Names,
    most: Option<usize>,
}

impl Counter<'_> {
    /// Adds rows to a cell. A cell that exists costs no allocation.
    pub(super) fn count(&mut self, name: &str, part: &str, by: u64) {
        if let Some(parts) = self.names.get_mut(name) {
            return count(parts, part, by);
        }
        let parts = Counts::from([(part.to_owned(), by)]);
        self.names.insert(name.to_owned(), parts);
        bound(self.names, self.most);
    }

    fn add(&mut self, more: &Names) {
        for (name, parts) in more {
            for (part, by) in parts {
                self.count(name, part, *by);
            }
        }
    }
}

/// Adds to a count. Nearly every name has an entry already.
pub(super) fn count(counts: &mut Counts, name: &str, by: u64) {
    match counts.get_mut(name) {
        Some(count) => *count += by,
        None => drop(counts.insert(name.to_owned(), by)),
    }
}

/// Adds the counts of another map.
pub(super) fn add(counts: &mut Counts, other: &Counts) {
    for (name, by) in other {
        count(counts, name, *by);
    }
}

/// Keeps at most this many names: beyond it, half of them, so that the cost for each new name is small. The others, those with
/// the fewest rows, are added to [`OTHERS`].
fn bound(names: &mut Names, most: Option<usize>) {
    let Some(most) = most.filter(|most| names.len() > *most) else {
        return;
    };
    let mut ranked: Vec<(u64, &String)> = names
        .iter()
        .filter(|(name, _)| *name != OTHERS)
        .map(|(name, parts)| (parts.values().sum(), name))
        .collect();
    ranked.sort_unstable_by(|(a, a_name), (b, b_name)| b.cmp(a).then(a_name.cmp(b_name)));
    let small = ranked.split_off(most / 2);
    let small: Vec<String> = small.into_iter().map(|(_, name)| name.clone()).collect();
    let mut others = names.remove(OTHERS).unwrap_or_default();
    for name in small {
        if let Some(parts) = names.remove(&name) {
            add(&mut others, &parts);
        }
    }
    names.insert(OTHERS.to_owned(), others);
}

static NONE: Names = Names::new();
