//! Hostile inputs, everything that reads them, and what reading may cost: in one table, which the test that counts memory
//! and the one that counts work share.
//!
//! A budget holds for every reader of the row, and at two sizes or three: for four times as much input a reading may cost
//! four times as much.

mod documents;
mod engines;
mod fields;
mod licences;
mod readers;
mod robots_txt;
mod robots_txt_uses;
mod sink;
mod tdmrep;
mod uses;

pub use readers::{Kind, Reader};

/// One hostile input.
pub struct Row {
    pub name: &'static str,
    pub kind: &'static Kind,
    /// Makes an input of about the given number of bytes.
    pub input: fn(usize) -> Vec<u8>,
    /// The bytes of the smallest input; each further one has [`TIMES`] as many.
    size: usize,
    sizes: u32,
    /// The most that reading may cost, see [`MEASURES`].
    budget: Cost,
    is_sorted: bool,
}

/// The cost of a reading, or its limit, by each of the [`MEASURES`].
pub type Cost = [u64; MEASURES.len()];

/// The things that are measured.
pub struct Measure {
    /// The thing that is counted, and for how many bytes of input a budget counts it.
    pub name: &'static str,
    pub bytes: u64,
    /// The cost that any reading may have, however short its input.
    floor: u64,
    /// The most that [`TIMES`] the input may cost, in hundredths of [`TIMES`] the cost.
    growth: u64,
}

pub const MEASURES: [Measure; 3] = [
    Measure {
        name: "steps a byte",
        bytes: 1,
        floor: 200_000,
        growth: 110,
    },
    Measure {
        name: "bytes held a byte",
        bytes: 1,
        floor: 64 * KIB as u64,
        growth: 150, // a vector may have doubled
    },
    Measure {
        name: "allocations a KiB",
        bytes: KIB as u64,
        floor: 1024,
        growth: 110,
    },
];

/// The growth that sorting adds: the logarithm of [`TIMES`] beside that of the rows of a file.
const SORTED: u64 = 20;

/// Each larger input of a row has this many times the bytes of the one before it.
pub const TIMES: usize = 4;

const KIB: usize = 1024;

impl Row {
    const fn new(
        name: &'static str,
        kind: &'static Kind,
        size: usize,
        input: fn(usize) -> Vec<u8>,
    ) -> Row {
        Row {
            name,
            kind,
            input,
            size,
            sizes: 2,
            budget: [0; _],
            is_sorted: false,
        }
    }

    /// Sets the budget: steps and bytes for a byte, allocations for 1,024 bytes.
    const fn costs(mut self, steps: u64, held: u64, allocations: u64) -> Row {
        self.budget = [steps, held, allocations];
        self
    }

    const fn size(mut self, size: usize) -> Row {
        self.size = size;
        self
    }

    /// Sets the number of inputs.
    const fn sizes(mut self, sizes: u32) -> Row {
        self.sizes = sizes;
        self
    }

    /// Marks a row whose reading sorts, or keeps a tree: the time is n log n.
    const fn sorted(mut self) -> Row {
        self.is_sorted = true;
        self
    }

    /// The inputs, from the smallest to the largest.
    pub fn inputs(&self) -> Vec<Vec<u8>> {
        let sizes = (0..self.sizes).map(|power| self.size * TIMES.pow(power));
        sizes.map(self.input).collect()
    }

    /// The violations of the budget by a reader, from its costs for each input.
    pub fn faults(&self, reader: &Reader, inputs: &[Vec<u8>], costs: &[Cost]) -> Vec<String> {
        let whose = format!("{}: {}, {}", self.kind.name, self.name, reader.name);
        let mut faults = Vec::new();
        for (at, measure) in MEASURES.iter().enumerate() {
            for (input, cost) in inputs.iter().zip(costs) {
                let (len, cost) = (self.kind.read_of(input.len()), cost[at]);
                if cost > measure.floor + self.budget[at] * len / measure.bytes {
                    let much = cost * measure.bytes / len;
                    faults.push(format!("{whose}: {much} {} of {len}", measure.name));
                }
            }
            let growth = measure.growth + if self.is_sorted { SORTED } else { 0 };
            let times = TIMES as u64;
            for pair in costs.windows(2) {
                let (small, large) = (pair[0][at], pair[1][at]);
                if large > small.max(measure.floor / times) * times * growth / 100 {
                    faults.push(format!(
                        "{whose}: {} grow from {small} to {large}",
                        measure.name
                    ));
                }
            }
        }
        faults
    }
}

/// Every row.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    let tables = [
        fields::ROWS,
        documents::ROWS,
        robots_txt::ROWS,
        licences::ROWS,
        uses::ROWS,
        robots_txt_uses::ROWS,
        tdmrep::ROWS,
        engines::ROWS,
    ];
    tables.into_iter().flatten()
}

/// One piece, repeated up to `bytes` bytes.
fn many(piece: &str, bytes: usize) -> Vec<u8> {
    piece.repeat(bytes / piece.len()).into_bytes()
}

/// One piece, repeated between two other texts, up to `bytes` bytes in all.
fn within(before: &str, piece: &str, after: &str, bytes: usize) -> Vec<u8> {
    let middle = many(piece, bytes.saturating_sub(before.len() + after.len()));
    [before.as_bytes(), &middle, after.as_bytes()].concat()
}

/// Pieces that differ, up to `bytes` bytes.
fn each(bytes: usize, piece: impl Fn(usize) -> String) -> Vec<u8> {
    let mut all = Vec::with_capacity(bytes);
    for at in 0.. {
        let piece = piece(at);
        if all.len() + piece.len() > bytes {
            break;
        }
        all.extend_from_slice(piece.as_bytes());
    }
    all
}
