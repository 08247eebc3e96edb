//! The memory that hostile inputs take is in proportion to their length, and within the budgets of their table.
//! `fuzz/work` counts the work that they make.

use robots_policy_kit::counting::counted;
use robots_policy_kit::hostile;

const FIELDS: &[&str] = &["field", "field about AI use", "Signature-Agent"];
const DOCUMENTS: &[&str] = &["HTML", "XHTML", "MetaSink"];
const ROBOTS_TXT: &[&str] = &["robots.txt"];
const LICENCES: &[&str] = &["RSL"];
const USES: &[&str] = &["robots.txt about AI use", "tdmrep.json"];

const ENGINES: &[&str] = &[
    "page for engines",
    "fields for engines",
    "robots.txt for engines",
];

/// Reads every input of these kinds; one test for some of them, so that they run side by side.
#[track_caller]
fn hold(kinds: &[&str]) {
    let mut faults = Vec::new();
    for row in hostile::rows().filter(|row| kinds.contains(&row.kind.name)) {
        let inputs = row.inputs();
        for (reader, read) in row.kind.readers {
            let costs = inputs.iter().map(|input| {
                let ((), taken) = counted(|| read(input));
                [0, taken.peak as u64, taken.allocations as u64]
            });
            let costs: Vec<[u64; 3]> = costs.collect();
            faults.extend(row.faults(reader, &inputs, &costs));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn memory_of_fields_is_in_proportion() {
    hold(FIELDS);
}

#[test]
fn memory_of_documents_is_in_proportion() {
    hold(DOCUMENTS);
}

#[test]
fn memory_of_robots_txt_is_in_proportion() {
    hold(ROBOTS_TXT);
}

#[test]
fn memory_of_licences_is_in_proportion() {
    hold(LICENCES);
}

#[test]
fn memory_of_files_about_uses_is_in_proportion() {
    hold(USES);
}

#[test]
fn memory_of_what_engines_read_is_in_proportion() {
    hold(ENGINES);
}

#[test]
fn every_kind_is_held() {
    let held = [FIELDS, DOCUMENTS, ROBOTS_TXT, LICENCES, USES, ENGINES].concat();
    assert!(hostile::rows().all(|row| held.contains(&row.kind.name)));
}
