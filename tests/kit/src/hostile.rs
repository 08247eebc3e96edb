//! Hostile inputs, everything that reads them, and what reading may cost: in one table, `hostile/rows.jsonl`, which the test
//! that counts memory and the one that counts work share.
//!
//! A budget holds for every reader of the row, and at two sizes or three: for four times as much input a reading may cost
//! four times as much.

mod engines;
mod readers;
mod sink;

use std::sync::LazyLock;

use serde_json::Value;

pub use readers::InputKind;

/// One hostile input: a line of the table.
pub struct Row {
    pub name: String,
    pub kind: &'static InputKind,
    text: Vec<TextPart>,
    /// The bytes of the smallest input; each further one has [`TIMES`] as many.
    size: usize,
    sizes: u32,
    /// The most that reading may cost, see [`MEASURES`].
    budget: [u64; 3],
    /// Whether its reading sorts, or keeps a tree: the time is n log n.
    is_sorted: bool,
}

/// A part of an input. What is many shares the bytes that the rest leaves.
enum TextPart {
    /// A text, once.
    Once(String),
    /// One piece, many times. `{i}` is the number of each, `{i+1}` the next one, `{a*i}` that many letters, and `{a*i%512}`
    /// not more than 511.
    Many(String),
    /// One byte, many times.
    Byte(u8),
}

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
    fn new(line: &str) -> Row {
        let row: Value = serde_json::from_str(line).expect("a row of JSON");
        let number = |key: &Value| key.as_u64().expect("a number");
        let parts = row["text"].as_array().expect("the parts of a text");
        Row {
            name: row["name"].as_str().expect("a name").to_owned(),
            kind: kind(row["kind"].as_str().expect("a kind")),
            text: parts.iter().map(TextPart::new).collect(),
            size: usize::try_from(number(&row["kib"])).expect("a size") * KIB,
            sizes: u32::try_from(row["sizes"].as_u64().unwrap_or(2)).expect("few sizes"),
            budget: [0, 1, 2].map(|at| number(&row["costs"][at])),
            is_sorted: row["sorted"].as_bool().unwrap_or(false),
        }
    }

    /// The inputs, from the smallest to the largest.
    pub fn inputs(&self) -> Vec<Vec<u8>> {
        let sizes = (0..self.sizes).map(|power| self.size * TIMES.pow(power));
        sizes.map(|bytes| self.input(bytes)).collect()
    }

    /// An input of about this number of bytes.
    fn input(&self, bytes: usize) -> Vec<u8> {
        let once = self.text.iter().map(|part| match part {
            TextPart::Once(text) => text.len(),
            TextPart::Many(_) | TextPart::Byte(_) => 0,
        });
        let many = self
            .text
            .iter()
            .filter(|part| !matches!(part, TextPart::Once(_)));
        let share = bytes.saturating_sub(once.sum()) / many.count();
        let parts = self.text.iter().map(|part| match part {
            TextPart::Once(text) => text.clone().into_bytes(),
            TextPart::Many(piece) if piece.contains('{') => each(piece, share),
            TextPart::Many(piece) => piece.repeat(share / piece.len()).into_bytes(),
            TextPart::Byte(byte) => vec![*byte; share],
        });
        parts.collect::<Vec<_>>().concat()
    }

    /// The violations of the budget by the reader of this name, from its costs for each input.
    pub fn faults(&self, reader: &str, inputs: &[Vec<u8>], costs: &[[u64; 3]]) -> Vec<String> {
        let whose = format!("{}: {}, {reader}", self.kind.name, self.name);
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

impl TextPart {
    fn new(part: &Value) -> TextPart {
        match part {
            Value::Array(many) => TextPart::Many(many[0].as_str().expect("a piece").to_owned()),
            Value::Number(byte) => {
                let byte = byte.as_u64().and_then(|byte| u8::try_from(byte).ok());
                TextPart::Byte(byte.expect("a byte"))
            }
            once => TextPart::Once(once.as_str().expect("a text").to_owned()),
        }
    }
}

/// Pieces that differ, up to `bytes` bytes.
fn each(piece: &str, bytes: usize) -> Vec<u8> {
    let mut all = String::with_capacity(bytes);
    for at in 0.. {
        let piece = piece
            .replace("{i}", &at.to_string())
            .replace("{i+1}", &(at + 1).to_string())
            .replace("{a*i}", &"a".repeat(at))
            .replace("{a*i%512}", &"a".repeat(at % 512));
        if all.len() + piece.len() > bytes {
            break;
        }
        all += &piece;
    }
    all.into_bytes()
}

/// Every kind of input.
const KINDS: [&InputKind; 13] = [
    &readers::FIELD,
    &readers::USE_FIELD,
    &readers::SIGNATURE_AGENT,
    &readers::DOCUMENT,
    &readers::XHTML,
    &readers::SINK,
    &readers::ROBOTS_TXT,
    &readers::ROBOTS_TXT_USES,
    &readers::TDMREP,
    &readers::RSL,
    &engines::PAGE,
    &engines::FIELDS,
    &engines::ROBOTS_TXT,
];

fn kind(name: &str) -> &'static InputKind {
    let named = KINDS.into_iter().find(|kind| kind.name == name);
    named.unwrap_or_else(|| panic!("{name} is not a kind"))
}

/// Every row.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
        let lines = include_str!("hostile/rows.jsonl").lines();
        lines.map(Row::new).collect()
    });
    ROWS.iter()
}
