//! The table, measured.

use std::process::ExitCode;

use crate::counter::{counts, work};
use robots_policy_kit::counting::counted;
use robots_policy_kit::hostile::{self, MEASURES, Row};

/// Measures every row, prints a table in Markdown, and says what is over its budget.
pub(crate) fn all() -> ExitCode {
    let columns = MEASURES.map(|measure| measure.name);
    println!("| input | bytes | {} |", columns.join(" | "));
    println!("|---|--:|--:|--:|--:|");
    let mut faults = Vec::new();
    for row in hostile::rows() {
        faults.extend(held(row));
    }
    for fault in &faults {
        eprintln!("over its budget: {fault}");
    }
    if !counts() {
        eprintln!("no edge was counted: the compiler left the counters out");
    }
    if faults.is_empty() && counts() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Reads the inputs of a row by every reader, prints the most expensive reading by each measure, and returns the
/// violations.
fn held(row: &Row) -> Vec<String> {
    let inputs = row.inputs();
    let mut most_expensive = [(0.0, ""); MEASURES.len()];
    let mut faults = Vec::new();
    for (reader, read) in row.kind.readers {
        let costs: Vec<[u64; 3]> = inputs.iter().map(|input| cost(*read, input)).collect();
        faults.extend(row.faults(reader, &inputs, &costs));
        for (input, cost) in inputs.iter().zip(costs) {
            let len = row.kind.read_of(input.len());
            for ((most, whose), (measure, cost)) in
                most_expensive.iter_mut().zip(MEASURES.iter().zip(cost))
            {
                let much = cost as f64 * measure.bytes as f64 / len as f64;
                if much > *most {
                    (*most, *whose) = (much, *reader);
                }
            }
        }
    }
    let cells = most_expensive.map(|(most, whose)| format!("{most:.1} ({whose})"));
    let large = inputs.last().map_or(0, Vec::len);
    println!(
        "| {}: {} | {} | {} |",
        row.kind.name,
        row.name,
        large,
        cells.join(" | ")
    );
    faults
}

fn cost(read: fn(&[u8]), input: &[u8]) -> [u64; 3] {
    let before = work();
    let ((), taken) = counted(|| read(input));
    [work() - before, taken.peak as u64, taken.allocations as u64]
}
