//! The parts that all benches share: settings, files, works in turns, medians and ratios, and tables.
#![allow(dead_code)] // each bench uses its own part

use std::env;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The settings that the environment gives.
pub struct BenchSettings {
    only: String,
    rounds: Option<usize>,
    times: Option<usize>,
}

impl BenchSettings {
    pub fn read() -> BenchSettings {
        let number = |name: &str| env::var(name).ok()?.parse().ok();
        BenchSettings {
            only: env::var("ONLY").unwrap_or_default(),
            rounds: number("ROUNDS"),
            times: number("TIMES"),
        }
    }

    /// With `TIMES` a bench runs only the work that `ONLY` names, `TIMES` times, for `instructions.sh`.
    pub fn repeated(&self) -> Option<(&str, usize)> {
        Some((&self.only, self.times?))
    }

    /// Whether this name begins with one of the prefixes in `ONLY` (separated by commas); without `ONLY` everything is
    /// measured.
    pub fn wants(&self, name: &str) -> bool {
        self.only.split(',').any(|only| name.starts_with(only))
    }

    /// How often each work gets its turn: `ROUNDS`, or as often as the bench needs for a steady median.
    pub fn rounds(&self, usual: usize) -> usize {
        self.rounds.unwrap_or(usual)
    }
}

/// The seconds of each work in each round.
pub struct Times(Vec<Vec<f64>>);

/// Runs each work once a round and records its time.
///
/// The order changes each round, because each work affects the caches of the next.
pub fn in_turns(rounds: usize, works: &mut [&mut dyn FnMut() -> Duration]) -> Times {
    let mut state = 1;
    let round = |_| {
        let mut times = vec![0.0; works.len()];
        for which in shuffled(&mut state, works.len()) {
            times[which] = works[which]().as_secs_f64();
        }
        times
    };
    Times((0..rounds).map(round).collect())
}

impl Times {
    /// The median of a value computed from the times of each round.
    pub fn median(&self, of_round: impl Fn(&[f64]) -> f64) -> f64 {
        median(self.0.iter().map(|times| of_round(times)))
    }

    /// The median time of a work.
    pub fn of(&self, work: usize) -> f64 {
        self.median(|times| times[work])
    }

    /// The median of a work's time divided by that of another in the same round.
    pub fn ratio(&self, work: usize, to: usize) -> f64 {
        self.median(|times| times[work] / times[to])
    }
}

/// The time of one call, the mean of `calls` calls.
pub fn each(calls: usize, mut work: impl FnMut()) -> Duration {
    let start = Instant::now();
    (0..calls).for_each(|_| work());
    start.elapsed().div_f64(calls as f64)
}

fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The numbers below `len` in an order that follows from the state.
fn shuffled(state: &mut u64, len: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    for at in (1..len).rev() {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        order.swap(at, (*state >> 33) as usize % (at + 1));
    }
    order
}

/// The files of this folder of the corpus; without a corpus, similar fixtures.
pub fn corpus(folder: &str, or_fixtures: fn(&Path) -> bool) -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = files(&root.join("../shared/corpus").join(folder));
    if found.is_empty() {
        found = files(&root.join("fixtures"));
        found.retain(|path| or_fixtures(path));
    }
    let read = |path: PathBuf| std::fs::read(path).expect("a file that can be read");
    found.into_iter().map(read).collect()
}

/// The real pages.
pub fn pages() -> Vec<Vec<u8>> {
    corpus("html", |path| path.extension().is_some_and(|e| e == "html"))
}

/// All files below a folder, by their paths.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.append(&mut files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Prints the head of a table, whose columns are named with `|` between them, and returns their widths; the first column is aligned
/// to the left.
pub fn table<const COLUMNS: usize>(title: &str, columns: &str) -> [usize; COLUMNS] {
    let columns: Vec<&str> = columns.split(" | ").collect();
    let columns: [&str; COLUMNS] = columns.try_into().expect("a name for each cell of a row");
    let mut widths = columns.map(|column| column.len().max(8));
    widths[0] = 36;
    println!("\n{title}");
    row(widths, columns.each_ref().map(|column| column as _));
    widths
}

/// Prints a row of a table with columns of these widths.
pub fn row<const COLUMNS: usize>(widths: [usize; COLUMNS], cells: [&dyn Display; COLUMNS]) {
    for (at, (cell, width)) in cells.iter().zip(widths).enumerate() {
        let cell = cell.to_string();
        if at == 0 {
            print!("{cell:width$}");
        } else {
            print!(" {cell:>width$}");
        }
    }
    println!();
}

/// A number with `decimals` decimals, as a cell.
pub fn fixed(number: f64, decimals: usize) -> String {
    format!("{number:.decimals$}")
}
