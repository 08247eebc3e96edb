//! Lines given to `eval --jsonl`: each gets one answer on one line, which does not depend on the others.

use std::collections::BTreeMap;

use robots_policy_cli::fuzzing::answers;
use serde_json::value::RawValue;

pub(crate) fn check(data: &[u8]) {
    let answered = answers(data);
    assert_eq!(answers(data), answered, "the second time");
    let lines = || data.split_inclusive(|byte| *byte == b'\n');
    let answered = lines_of(&answered);
    assert_eq!(answered.len(), lines().count());
    for (number, (line, answer)) in lines().zip(&answered).enumerate() {
        let reported = read(answer);
        let is_error = reported.contains_key("error");
        assert!(is_error != reported.contains_key("index"), "{answer}");
        if number < MOST_ALONE {
            is_answered_alone(line, number, &reported);
        }
    }
}

fn is_answered_alone(line: &[u8], number: usize, reported: &BTreeMap<String, Box<RawValue>>) {
    let alone = answers(line);
    let alone = read(&lines_of(&alone)[0]);
    for (key, value) in &alone {
        // A record without an id is named by its line.
        let is_line =
            key == "id" && reported[key].get() == number.to_string() && value.get() == "0";
        // An error names its line of the stream.
        let place = format!("line {} of the stream", number + 1);
        let same = reported[key].get().replace(&place, "line 1 of the stream") == value.get();
        assert!(is_line || same, "{key}: {reported:?}");
    }
    assert!(alone.keys().eq(reported.keys()));
}

fn lines_of(answers: &[u8]) -> Vec<String> {
    let answers = str::from_utf8(answers).expect("UTF-8");
    answers.lines().map(str::to_owned).collect()
}

/// An answer by its keys, values as they are written: a number may be larger than any type.
fn read(answer: &str) -> BTreeMap<String, Box<RawValue>> {
    serde_json::from_str(answer).expect("a JSON object")
}

/// Lines that are answered alone too.
const MOST_ALONE: usize = 4;
