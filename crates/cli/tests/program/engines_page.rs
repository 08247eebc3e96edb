//! The tables of `docs/engines.md`: made by the program from its table and from `fixtures/engines/situations.jsonl`.
//!
//! With `UPDATE_DOCS=1` the page is written instead of compared.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use robots_policy_kit::files::root;
use robots_policy_kit::output::ends;
use serde_json::{Value, json};

use crate::scanning::{fed, run};

/// The engines whose readings of the situations are compared.
const COMPARED: &[&str] = &[
    "googlebot",
    "bingbot",
    "yandexbot",
    "applebot",
    "amazonbot",
    "seznambot",
    "mojeekbot",
    "slurp",
    "baiduspider",
];

/// Crawlers that robots.txt may not reach.
const OTHERS: &[&str] = &[
    "adsbot-google",
    "mediapartners-google",
    "adidxbot",
    "yandexcalendar",
    "google-read-aloud",
    "google-safety",
    "google-extended",
    "applebot-extended",
    "gptbot",
    "chatgpt-user",
    "claude-user",
    "perplexity-user",
    "amzn-searchbot",
    "amzn-user",
    "meta-externalfetcher",
];

#[test]
fn the_page_about_engines_has_the_tables_of_the_program() {
    let path = root().join("docs/engines.md");
    let page = fs::read_to_string(&path).unwrap();
    let mut made = page.clone();
    for (name, table) in [
        ("situations", situations()),
        ("others", others()),
        ("engines", engines()),
        ("documents", documents()),
    ] {
        let (begin, end) = (
            format!("<!-- {name} -->\n"),
            format!("<!-- end of {name} -->"),
        );
        let (before, rest) = made.split_once(&begin).expect(name);
        let (_, after) = rest.split_once(&end).expect(name);
        made = format!("{before}{begin}{table}{end}{after}");
    }
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, made).unwrap();
    } else {
        assert_eq!(
            page, made,
            "run the test with UPDATE_DOCS=1 and read the page again"
        );
    }
}

/// The answers of `eval --jsonl`, a line each.
fn answers(records: &[Value]) -> Vec<Value> {
    let lines: String = records.iter().map(|record| format!("{record}\n")).collect();
    let output = fed(root().as_path(), ["eval", "--jsonl"], lines.as_bytes());
    let answers = ends(&output, 0);
    let answers = answers.lines();
    answers
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The situations, and the answer of each engine.
fn situations() -> String {
    let lines = fs::read_to_string(root().join("fixtures/engines/situations.jsonl")).unwrap();
    let mut table = format!("| situation | {} |\n", COMPARED.join(" | "));
    table.push_str(&"|---".repeat(COMPARED.len() + 1));
    table.push_str("|\n");
    for line in lines.lines() {
        let situation: Value = serde_json::from_str(line).unwrap();
        let records: Vec<Value> = COMPARED
            .iter()
            .map(|engine| {
                let mut record = situation["record"].clone();
                record["as"] = json!(engine);
                record["url"] = json!("/a");
                record["now"] = json!("2026-11-21T00:00:00Z");
                record
            })
            .collect();
        let keys: Vec<&str> = situation["shows"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let cells = answers(&records);
        let cells = cells.iter().map(|answer| cell(answer, &keys));
        let cells: Vec<String> = cells.collect();
        let about = situation["situation"].as_str().unwrap();
        writeln!(table, "| {about} | {} |", cells.join(" | ")).unwrap();
    }
    table
}

/// The answers about some keys in a few words, with a mark where they are disputed or not documented.
fn cell(answer: &Value, keys: &[&str]) -> String {
    let words: Vec<String> = keys.iter().filter_map(|key| said(answer, key)).collect();
    let marks = answer["as"]["marks"].as_array().unwrap();
    let has = |name: &str| {
        marks
            .iter()
            .filter_map(Value::as_str)
            .any(|mark| mark.starts_with(name))
    };
    let doubt = match (has("disputed"), has("undocumented")) {
        (true, _) => " †",
        (_, true) => " °",
        _ => "",
    };
    format!("{}{doubt}", words.join(", "))
}

/// The answer about one key in words; `None` if it says nothing.
fn said(answer: &Value, key: &str) -> Option<String> {
    let engine = &answer["as"];
    let (value, yes, no) = match key {
        "access" => (&answer["access"]["allowed"], "open", "closed"),
        "index" => (&answer["index"], "in", "out"),
        "follow" => (&answer["follow"], "follows", "does not follow"),
        "archive" => (&answer["archive"], "copy", "no copy"),
        "snippet" => (&answer["snippet"]["allowed"], "excerpt", "no excerpt"),
        "answer" => (&engine["answer"], "answers", "no answers"),
        "train" => (&engine["train"], "training", "no training"),
        "index_if_embedded" => {
            let embedded = engine["index_if_embedded"] == true;
            return embedded.then(|| String::from("in where embedded"));
        }
        "crawl_delay" => {
            let seconds = &answer["crawl_delay"];
            return Some(
                seconds
                    .as_f64()
                    .map_or(String::from("–"), |it| format!("{it} s")),
            );
        }
        key => panic!("{key} is not shown"),
    };
    match value {
        Value::Bool(true) => Some(yes.to_owned()),
        Value::Bool(false) => Some(no.to_owned()),
        Value::String(limited) => Some(format!("{yes} {limited}")),
        _ if matches!(key, "answer" | "train") => None,
        _ => Some(String::from("?")),
    }
}

/// Two files that disallow everything, for crawlers that robots.txt may not reach.
fn others() -> String {
    let named = |engine: &str| {
        let profile = json_of(&format!("engines {engine} --format json"));
        let token = profile[0]["tokens"][0]
            .as_str()
            .unwrap_or(engine)
            .to_owned();
        format!("User-agent: {token}\nDisallow: /\n")
    };
    let mut table = String::from(
        "| crawler | `*` is disallowed | its own name is disallowed | reason |\n|---|---|---|---|\n",
    );
    for engine in OTHERS {
        let files = ["User-agent: *\nDisallow: /\n".to_owned(), named(engine)];
        let records = files.map(|file| json!({"as": engine, "url": "/a", "robots_txt": file}));
        let answers = answers(&records);
        let shown = |answer: &Value| cell(answer, &["access", "answer", "train"]);
        let reason = answers[1]["access"]["reason"].as_str().unwrap().to_owned();
        let [first, second] = [shown(&answers[0]), shown(&answers[1])];
        writeln!(table, "| {engine} | {first} | {second} | `{reason}` |").unwrap();
    }
    table
}

fn json_of(words: &str) -> Value {
    let output = run(Path::new("."), words);
    serde_json::from_str(&ends(&output, 0)).unwrap()
}

/// The cells of the table that readers look for first, a row each engine.
fn engines() -> String {
    const CELLS: &[&str] = &[
        "obeys robots.txt",
        "bound by *",
        "without robots.txt",
        "Crawl-delay",
    ];
    let mut table = format!(
        "| profile | owner | kind | tokens | {} | verified |\n",
        CELLS.join(" | ")
    );
    table.push_str(&"|---".repeat(CELLS.len() + 5));
    table.push_str("|\n");
    for engine in json_of("engines all --format json").as_array().unwrap() {
        let cells: BTreeMap<&str, &Value> = engine["cells"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|cell| Some((cell["cell"].as_str()?, cell)))
            .collect();
        let shown = CELLS.iter().map(|name| {
            let cell = cells[name];
            let value = cell["value"].as_str().unwrap();
            match (cell["disputed"] == true, cell["source"].is_null()) {
                (true, _) => format!("{value} †"),
                (_, true) => String::from("°"),
                _ if value.contains("; then ") => String::from("by steps"),
                _ => value.to_owned(),
            }
        });
        let shown: Vec<String> = shown.collect();
        let tokens = engine["tokens"].as_array().unwrap().iter();
        let tokens: Vec<&str> = tokens.filter_map(Value::as_str).collect();
        let text = |key: &str| engine[key].as_str().unwrap_or("°").to_owned();
        writeln!(
            table,
            "| {} | {} | {} | {} | {} | {} |",
            text("name"),
            text("operator"),
            text("kind"),
            tokens.join(", "),
            shown.join(" | "),
            text("verified")
        )
        .unwrap();
    }
    table
}

/// Every document that a cell rests on.
fn documents() -> String {
    let mut documents = BTreeMap::new();
    for engine in json_of("engines all --format json").as_array().unwrap() {
        for cell in engine["cells"].as_array().unwrap() {
            let source = &cell["source"];
            if let Some(key) = source["key"].as_str() {
                documents.insert(key.to_owned(), source.clone());
            }
        }
    }
    let mut table = String::from("| key | document | date |\n|---|---|---|\n");
    for (key, source) in documents {
        let title = source["title"].as_str().unwrap();
        let title = match source["url"].as_str() {
            Some(url) => format!("[{title}]({url})"),
            None => title.to_owned(),
        };
        let dated = source["dated"].as_str().unwrap();
        writeln!(table, "| {key} | {title} | {dated} |").unwrap();
    }
    table
}
