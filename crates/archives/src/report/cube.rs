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

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::classes::{LONG, MOST_CHARS};
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cube {
    /// Those of this version, in the order of the table, so that a row finds its measure without a search.
    known: [Names; Measure::ALL.len()],
    /// Those of a later version.
    unknown: BTreeMap<String, Names>,
}

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

/// A sum of reports holds more names than one report by this factor: what is rare in one archive may be frequent in a crawl.
pub(super) const IN_SUMS: usize = 16;

/// The name that the smallest ones are added to where there are too many.
pub const OTHERS: &str = "(others)";

impl Cube {
    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.measures().next().is_none()
    }

    /// The names of a measure, each with its parts.
    pub fn of(&self, measure: Measure) -> &Names {
        self.known.get(measure as usize).unwrap_or(&NO_NAMES)
    }

    /// The cells of these measures alone.
    pub(super) fn of_measures(&self, measures: &[Measure]) -> Cube {
        let mut cube = Cube::default();
        for measure in measures {
            if let Some(names) = cube.known.get_mut(*measure as usize) {
                names.clone_from(self.of(*measure));
            }
        }
        cube
    }

    /// Adds rows to a cell. A cell that exists costs no allocation.
    pub fn count(&mut self, measure: Measure, name: &str, part: &str, by: u64) {
        let most = measure.most_names();
        let is_long =
            most.is_some() && name.len() > MOST_CHARS && name.chars().count() > MOST_CHARS;
        let name = if is_long { LONG } else { name };
        let Some(names) = self.known.get_mut(measure as usize) else {
            return;
        };
        // Nearly every name has an entry already.
        if let Some(parts) = names.get_mut(name) {
            return count(parts, part, by);
        }
        names.insert(name.to_owned(), Counts::from([(part.to_owned(), by)]));
        bound(names, most);
    }

    /// Adds the cells of another cube. Measures of a later version are added likewise.
    pub fn add(&mut self, other: &Cube) {
        let both = self.known.iter_mut().zip(&other.known);
        for ((names, more), measure) in both.zip(Measure::ALL) {
            add_names(names, more);
            bound(names, measure.most_names().map(|most| most * IN_SUMS));
        }
        for (measure, more) in &other.unknown {
            add_names(self.unknown.entry(measure.clone()).or_default(), more);
        }
    }

    /// Every cell, in the order of the table of measures.
    pub fn cells(&self) -> impl Iterator<Item = CubeCell<'_>> {
        self.measures().flat_map(|(measure, names)| {
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

    /// The measures that have a name.
    fn measures(&self) -> impl Iterator<Item = (&str, &Names)> {
        let known = Measure::ALL.iter().map(|measure| measure.name());
        let known = known
            .zip(&self.known)
            .filter(|(_, names)| !names.is_empty());
        let unknown = self.unknown.iter();
        known.chain(unknown.map(|(measure, names)| (measure.as_str(), names)))
    }
}

/// Three nested maps.
impl Serialize for Cube {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.measures())
    }
}

impl<'de> Deserialize<'de> for Cube {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cube, D::Error> {
        let mut cube = Cube {
            unknown: BTreeMap::deserialize(deserializer)?,
            ..Cube::default()
        };
        for (names, measure) in cube.known.iter_mut().zip(Measure::ALL) {
            *names = cube.unknown.remove(measure.name()).unwrap_or_default();
        }
        Ok(cube)
    }
}

fn add_names(names: &mut Names, more: &Names) {
    for (name, parts) in more {
        match names.get_mut(name) {
            Some(own) => add(own, parts),
            None => drop(names.insert(name.clone(), parts.clone())),
        }
    }
}

/// Adds to a count. Nearly every name has an entry already.
pub(super) fn count(counts: &mut Counts, name: &str, by: u64) {
    match counts.get_mut(name) {
        // A sum that was made up by another program stays the largest number.
        Some(count) => *count = count.saturating_add(by),
        None => drop(counts.insert(name.to_owned(), by)),
    }
}

fn sum(counts: &Counts) -> u64 {
    counts
        .values()
        .fold(0, |sum, rows| sum.saturating_add(*rows))
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
        .map(|(name, parts)| (sum(parts), name))
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

static NO_NAMES: Names = Names::new();
