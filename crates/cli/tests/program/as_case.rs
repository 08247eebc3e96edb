//! `eval --as-case`: a case that is filled in has the answers of its run. What is written is in the session `as_case`.

use std::fs;

use serde_json::{Value, json};

use crate::scanning::{folder, run};
use robots_policy_kit::bytes::bytes;
use robots_policy_kit::case::{Case, differences};
use robots_policy_kit::output::ends;

/// The files with their bytes, and the options of each run with what is to be added for its answer: the page of a case has a type, so
/// that it has fields.
const TABLE: &str = include_str!("as_case.txt");

#[test]
fn a_case_that_is_filled_in_has_the_answers_of_its_run() {
    let place = folder("as-case");
    let (files, runs): (Vec<&str>, Vec<&str>) = TABLE.lines().partition(|row| row.contains(" = "));
    for (name, text) in files.iter().filter_map(|row| row.split_once(" = ")) {
        fs::write(place.join(name), bytes(text)).unwrap();
    }
    for (index, run_of) in runs.iter().enumerate() {
        let (options, more) = run_of.split_once(" | ").unwrap();
        let name = format!("html/r-01-{index}");
        ends(&run(&place, &format!("eval --as-case {name} {options}")), 0);
        let answer = run(&place, &format!("eval --format json {options} {more}"));
        let answer: Value = serde_json::from_slice(&answer.stdout).unwrap();
        let expect = json!({
            "directives": answer["directives"], "access": answer["access"], "index": answer["index"],
        });
        let folder = place.join(name);
        let path = folder.join("ask.json");
        let mut case: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        // Missing parts are reported one at a time.
        for (missing, pointer, value) in [
            ("`about` is empty", "/about", json!("A page says noindex.")),
            ("`basis` is empty", "/basis", json!("R-01")),
            (
                "expects nothing; write into `expect`",
                "/asks/0/expect",
                expect.clone(),
            ),
        ] {
            let refused = Case::read(&folder).err().unwrap();
            assert!(refused.contains(missing), "{refused}");
            *case.pointer_mut(pointer).unwrap() = value;
            fs::write(&path, case.to_string()).unwrap();
        }
        let case = Case::read(&folder).unwrap();
        let answer = case.asks[0].answer(&case);
        assert_eq!(differences(&expect, &answer), [""; 0], "{options}");
    }
}
