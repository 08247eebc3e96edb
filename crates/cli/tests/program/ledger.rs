//! The ledger: each door has the same states and the same answers for the same facts, those of `fixtures/ledger.json`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;

use crate::doors::question::several;
use crate::scanning::{fed, folder, json_lines, program};
use robots_policy_kit::files::fixtures;
use robots_policy_kit::output::{ends, said};

/// The state of each source, and the reason after a blank.
fn states(answer: &Value) -> BTreeMap<String, String> {
    let entries = answer["ledger"].as_array().unwrap().iter();
    let state = |entry: &Value| {
        let [source, state] = ["source", "state"].map(|key| entry[key].as_str().unwrap());
        let why = entry["why"].as_str().map(|why| format!(" {why}"));
        (
            source.to_owned(),
            format!("{state}{}", why.unwrap_or_default()),
        )
    };
    entries.map(state).collect()
}

/// The questions of `fixtures/ledger.json`. In a long robots.txt a line of padding stands for as many as `padding` says.
pub(crate) fn questions() -> Vec<Value> {
    let text = fs::read_to_string(fixtures().join("ledger.json")).unwrap();
    let mut questions: Vec<Value> = serde_json::from_str(&text).unwrap();
    for question in &mut questions {
        let Some(times) = question["padding"].as_u64() else {
            continue;
        };
        let file = question["record"]["robots_txt"].as_str().unwrap();
        let line = "# padding\n";
        let long = file.replace(line, &line.repeat(usize::try_from(times).unwrap()));
        question["record"]["robots_txt"] = long.into();
    }
    questions
}

/// The host of a question's page, and what follows it.
pub(crate) fn place(question: &Value) -> (&str, &str) {
    let url = question["record"]["url"].as_str();
    let url = url.and_then(|url| url.strip_prefix("https://"));
    url.map_or(("example.com", "/p"), |place| {
        place.split_at(place.find('/').unwrap_or(place.len()))
    })
}

/// The answers of a record, in the form of a question.
pub(crate) fn answers_of(answer: &Value) -> Value {
    let mut all = serde_json::json!({
        "access": answer["access"]["allowed"],
        "index": answer["index"],
        "follow": answer["follow"],
        "archive": answer["archive"],
        "snippet": answer["snippet"]["allowed"],
    });
    for (activity, answer) in answer["uses"].as_object().expect("answers about uses") {
        all[activity] = answer.clone();
    }
    all
}

/// The sources that are not known, each with its reason and the answers that it keeps.
pub(crate) fn unread_of(answer: &Value) -> Value {
    let list = answer["unread"].as_array().cloned().unwrap_or_default();
    let each = list.iter().map(|unread| {
        serde_json::json!({
            "source": unread["source"],
            "why": unread["why"],
            "keeps": unread["keeps"],
        })
    });
    each.collect()
}

/// Holds an answer to its question.
fn holds(question: &Value, answer: &Value) {
    let about = &question["about"];
    assert_eq!(states(answer), expected(question), "{about}");
    assert_eq!(answers_of(answer), question["answers"], "{about}");
    assert_eq!(unread_of(answer), question["unread"], "{about}");
}

fn expected(question: &Value) -> BTreeMap<String, String> {
    let states = question["states"].as_object().unwrap().iter();
    states
        .map(|(source, state)| (source.clone(), state.as_str().unwrap().to_owned()))
        .collect()
}

#[test]
fn records_answer_the_questions() {
    let questions = questions();
    let records = questions.iter().map(|question| {
        let mut record = question["record"].clone();
        record["ledger"] = true.into();
        format!("{record}\n")
    });
    let input: String = records.collect();
    // Some are refused.
    let answers = ends(
        &fed(Path::new("."), ["eval", "--jsonl"], input.as_bytes()),
        1,
    );
    let answers = json_lines(&answers);
    assert_eq!(answers.len(), questions.len());
    for (question, answer) in questions.iter().zip(&answers) {
        let about = &question["about"];
        match question["refused"].as_str() {
            Some(words) => {
                let message = answer["error"]["message"].as_str().expect("a refusal");
                assert!(message.contains(words), "{about}: {message}");
            }
            None => holds(question, answer),
        }
    }
}

/// The words of `eval` for a record, whose inputs become files; `None` where a record has what no file can, or no input.
fn words(folder: &Path, record: &Value) -> Option<Vec<String>> {
    let mut words = ["eval", "--format=json", "--ledger"]
        .map(str::to_owned)
        .to_vec();
    let file = |name: &str, text: &[u8]| {
        fs::write(folder.join(name), text).unwrap();
        name.to_owned()
    };
    if record["robots_status"] == 200 && record["robots_txt"].is_null() {
        return None; // a status of a file is refused without it
    }
    for (key, value) in record.as_object()? {
        let text = value.as_str().map(str::to_owned);
        let text = text.unwrap_or_else(|| value.to_string());
        words.push(match key.as_str() {
            "headers" => {
                let lines = value.as_array()?.iter();
                let lines = lines
                    .map(|line| Some(format!("{}: {}\n", line[0].as_str()?, line[1].as_str()?)));
                let lines: Option<String> = lines.collect();
                let lines = lines.filter(|lines| !lines.is_empty())?;
                format!("--headers={}", file("fields", lines.as_bytes()))
            }
            "html" => format!("--html={}", file("page.html", text.as_bytes())),
            "html_base64" => {
                let octets = BASE64_STANDARD.decode(text).unwrap();
                format!("--html={}", file("page.html", &octets))
            }
            "robots_txt" => format!("--robots={}", file("robots.txt", text.as_bytes())),
            "tdmrep" => format!("--tdmrep={}", file("tdmrep.json", text.as_bytes())),
            "robots_status" | "status" | "fetched" | "robots_fetched" | "url" | "agent" | "now" => {
                format!("--{}={text}", key.replace('_', "-"))
            }
            "cut" => String::from("--cut"),
            "assume_absent" => format!("--assume-absent={}", several(value).join(",")),
            _ => return None,
        });
    }
    let inputs = [
        "--headers",
        "--html",
        "--robots=",
        "--robots-status",
        "--tdmrep",
    ];
    let is_input = |word: &String| inputs.iter().any(|input| word.starts_with(input));
    words.iter().any(is_input).then_some(words)
}

#[test]
fn files_answer_the_questions() {
    let mut asked = 0;
    for question in questions() {
        let folder = folder("ledger-files");
        // A file has octets, and this question is about characters.
        let is_text = question["text"] == true;
        // Here codings are undone.
        let is_coded = question["states"]["document"] == "unread content-coding";
        let words = words(&folder, &question["record"]);
        let Some(words) = words.filter(|_| !is_text && !is_coded) else {
            continue;
        };
        // Without an input, and with nothing on its standard input.
        let output = program(&folder).args(&words).output().unwrap();
        asked += 1;
        let about = &question["about"];
        if let Some(refused) = question["refused"].as_str() {
            ends(&output, 2);
            let said = said(&output);
            assert!(
                ["leave", refused].iter().any(|words| said.contains(words)),
                "{about}: {said}"
            );
            continue;
        }
        let answers = json_lines(str::from_utf8(&output.stdout).unwrap());
        let answer = answers
            .first()
            .unwrap_or_else(|| panic!("{about}: {}", said(&output)));
        holds(&question, answer);
    }
    assert!(asked > 75, "{asked}");
}
