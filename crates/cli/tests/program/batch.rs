//! `eval --jsonl`: the order of the answers, when they come, and the options that are defaults of keys.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::scanning::{fed, folder, run};
use robots_policy_kit::files::fixtures;
use robots_policy_kit::output::{ends, said};

/// The options that set these numbers of jobs.
const JOBS: [&str; 3] = ["-j 1", "-j 2", "--jobs 7"];

fn words(more: &str) -> impl Iterator<Item = &str> {
    ["eval", "--jsonl"]
        .into_iter()
        .chain(more.split_whitespace())
}

#[test]
fn answers_come_in_the_order_of_the_lines_for_any_number_of_jobs() {
    let mut input = String::new();
    for number in 0..3000 {
        let page = "<p>".repeat(match number % 500 {
            0 => 300_000,
            remainder => remainder % 40,
        });
        let html = format!("<meta name=robots content=max-snippet:{number}>{page}");
        let record = json!({"html": html, "now": "2026-01-01T00:00:00Z"}).to_string();
        input.push_str(match number % 7 {
            3 => "{\"html\":",
            _ => &record,
        });
        input.push('\n');
    }
    let answers = JOBS.map(|jobs| {
        let output = fed(Path::new("."), words(jobs), input.as_bytes());
        let message =
            "robots-policy: 429 of 3,000 records could not be read; the first is line 4\n";
        assert_eq!(said(&output), message, "{jobs}");
        ends(&output, 1)
    });
    for (number, line) in answers[0].lines().enumerate() {
        let answer: Value = serde_json::from_str(line).unwrap();
        assert_eq!(answer["id"], number, "{answer}");
        if answer.get("error").is_none() {
            assert_eq!(answer["snippet"]["max_chars"], number);
        }
    }
    assert_eq!(answers[0].lines().count(), 3000);
    assert!(answers.iter().all(|other| *other == answers[0]));
}

fn coprocess(more: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_robots-policy"))
        .args(words(more))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn a_line_is_answered_before_the_next_arrives() {
    for jobs in JOBS {
        let mut child = coprocess(jobs);
        let mut stdin = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut next =
            || -> Value { serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap() };
        for number in 0..20 {
            // The second line is there, the third not yet.
            stdin.write_all(b"{}\n{}\n{\"id\":\"half").unwrap();
            assert_eq!(next()["id"], 3 * number);
            assert_eq!(next()["id"], 3 * number + 1);
            stdin.write_all(b"\"}\n").unwrap();
            assert_eq!(next()["id"], "half");
        }
        drop(stdin);
        ends(&child.wait_with_output().unwrap(), 0);
    }
}

#[test]
fn the_program_ends_when_its_output_is_closed() {
    for jobs in JOBS {
        let mut child = coprocess(jobs);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"{}\n").unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap());
        answers.read_line(&mut String::new()).unwrap();
        drop(answers);
        // A process that another test starts may hold the other end for a moment.
        let status = loop {
            let _ = stdin.write_all(b"{}\n");
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            thread::sleep(Duration::from_millis(20));
        };
        assert_eq!(status.code(), Some(0), "{jobs}");
    }
}

#[test]
fn an_input_that_cannot_be_read_costs_no_other_and_no_order() {
    let folder = folder("batch");
    fs::write(folder.join("a"), "{\"id\":\"a\"}\n{\"id\":\"b\"}").unwrap();
    fs::write(folder.join("c"), "\n{\"id\":\"c\"}\n").unwrap();
    for jobs in JOBS {
        let output = run(&folder, &format!("eval --jsonl {jobs} a none c"));
        let answers = ends(&output, 1);
        let ids = answers.lines().map(|line| {
            let answer: Value = serde_json::from_str(line).unwrap();
            answer["id"].clone()
        });
        assert_eq!(
            ids.collect::<Vec<_>>(),
            ["a".into(), "b".into(), json!(2), "c".into()]
        );
        let said = said(&output);
        let (first, last) = said.split_once('\n').unwrap();
        assert!(
            first.starts_with("robots-policy: cannot read none: "),
            "{said}"
        );
        let count = "robots-policy: 1 of 4 records could not be read; the first is line 3\n";
        assert_eq!(last, count);
    }
}

fn with(record: &Value, keys: &Value) -> Value {
    let mut record = record.as_object().unwrap().clone();
    record.extend(keys.as_object().unwrap().clone());
    record.into()
}

/// A row has options, a record, the keys that say the same as the options, and other keys, which win: the page token is that of
/// the other client, robots.txt is read as the record says, and an option that the record lacks is that of the command line.
#[test]
fn an_option_is_the_default_of_a_key() {
    let folder = folder("defaults");
    for line in include_str!("batch.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let (options, record) = (row["options"].as_str().unwrap(), &row["record"]);
        if let Some(robots) = row["same"]["robots_txt"].as_str() {
            fs::write(folder.join("robots.txt"), robots).unwrap();
        }
        let answer = |options: &str, record: &Value| {
            let input = record.to_string();
            ends(&fed(&folder, words(options), input.as_bytes()), 0)
        };
        let plain = answer("", record);
        let stated = answer("", &with(record, &row["same"]));
        assert_ne!(plain, stated, "{options}");
        assert_eq!(answer(options, record), stated, "{options}");
        let other = with(record, &row["other"]);
        assert_eq!(answer(options, &other), answer("", &other), "{options}");
    }
}

/// This file has every key that a record may have.
#[test]
fn r_119_a_batch_is_a_function_of_its_input() {
    let input = fs::read_to_string(fixtures().join("archives/records.jsonl")).unwrap();
    let records = input.lines();
    let records = records.filter_map(|line| serde_json::from_str::<Map<_, _>>(line).ok());
    let records = records.map(|mut record| {
        record.insert(String::from("now"), json!("2026-11-20T00:00:00Z"));
        format!("{}\n", Value::from(record))
    });
    let input: String = records.collect();
    let answers = || fed(Path::new("."), words(""), input.as_bytes()).stdout;
    let once = answers();
    assert!(once.len() > input.len() / 2, "{} octets", once.len());
    assert_eq!(once, answers());
}
