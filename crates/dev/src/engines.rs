//! The tables of `docs/engines.md`: made of the profiles and of `fixtures/engines/situations.jsonl`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use robots_policy::Timestamp;
use robots_policy::engines::{Evidence, Known, MarkKind, Profile};
use robots_policy::ledger::Assumed;
use robots_policy_input::{Clock, RecordDefaults, answer_record};
use robots_policy_kit::files::root;
use serde_json::{Value, json};

use crate::files::Files;

/// The engines whose readings of the situations are compared.
const COMPARED: &str =
    "googlebot bingbot yandexbot applebot amazonbot seznambot mojeekbot slurp baiduspider";

/// Crawlers that robots.txt may not reach.
const OTHERS: &str = "\
    adsbot-google mediapartners-google adidxbot yandexcalendar google-read-aloud google-safety google-extended \
    applebot-extended gptbot chatgpt-user claude-user perplexity-user amzn-searchbot amzn-user meta-externalfetcher";

pub(crate) fn generate(files: &mut Files) -> Result<(), String> {
    let page = "docs/engines.md";
    files.part(page, "situations", &situations()?)?;
    files.part(page, "others", &others()?)?;
    files.part(page, "engines", &engines())?;
    files.part(page, "marks", &marks())?;
    files.part(page, "documents", &documents())?;
    files.part("src/token/crawlers.rs", "tokens of engines", &tokens())
}

/// The tokens of engines in use that no retired one has, in the order of lower case.
fn tokens() -> String {
    let tokens_of = |is_retired: bool| -> BTreeSet<&str> {
        let of = Profile::all().filter(|profile| profile.retired().is_some() == is_retired);
        of.flat_map(|profile| profile.tokens().to_vec()).collect()
    };
    let retired = tokens_of(true);
    let mut tokens: Vec<&str> = tokens_of(false).difference(&retired).copied().collect();
    tokens.sort_by_key(|token| token.to_ascii_lowercase());
    tokens
        .iter()
        .map(|token| format!("    {token:?},\n"))
        .collect()
}

/// The verdict on a record.
fn answer(record: &Value) -> Result<Value, String> {
    let now = Timestamp::from_unix(1_795_219_200); // 2026-11-21
    let mut answer = Vec::new();
    let text = record.to_string();
    // A situation has all that its response has.
    let defaults = RecordDefaults {
        assumed: Assumed::rest(),
        ..RecordDefaults::new(Clock::At(now))
    };
    match answer_record(text.as_bytes(), &defaults, &mut answer) {
        Ok(true) => serde_json::from_slice(&answer).map_err(|error| error.to_string()),
        Ok(false) => Err(String::from_utf8_lossy(&answer).into_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// The situations, and the answer of each engine.
fn situations() -> Result<String, String> {
    let path = root().join("fixtures/engines/situations.jsonl");
    let lines = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let compared: Vec<&str> = COMPARED.split(' ').collect();
    let mut table = format!("| situation | {} |\n", compared.join(" | "));
    table.push_str(&"|---".repeat(compared.len() + 1));
    table.push_str("|\n");
    for line in lines.lines() {
        let situation: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let keys = situation.get("shows").and_then(Value::as_array);
        let keys: Vec<&str> = keys
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let about = situation.get("situation").and_then(Value::as_str);
        let mut cells = Vec::new();
        for engine in &compared {
            let mut record = situation.get("record").cloned().unwrap_or_default();
            record["as"] = json!(engine);
            record["url"] = json!("/a");
            cells.push(cell(&answer(&record)?, &keys)?);
        }
        let _ = writeln!(
            table,
            "| {} | {} |",
            about.unwrap_or_default(),
            cells.join(" | ")
        );
    }
    Ok(table)
}

/// The answers about some keys in a few words, with a mark where they are disputed or not documented.
fn cell(answer: &Value, keys: &[&str]) -> Result<String, String> {
    let words = keys.iter().filter_map(|key| said(answer, key).transpose());
    let words: Vec<String> = words.collect::<Result<_, _>>()?;
    let marks = answer.pointer("/as/marks").and_then(Value::as_array);
    let marks: Vec<&str> = marks
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let has = |name: &str| marks.iter().any(|mark| mark.starts_with(name));
    let doubt = match (has("disputed"), has("undocumented")) {
        (true, _) => " †",
        (_, true) => " °",
        _ => "",
    };
    Ok(format!("{}{doubt}", words.join(", ")))
}

/// The answer about one key in words; `None` if it says nothing.
fn said(answer: &Value, key: &str) -> Result<Option<String>, String> {
    let (place, yes, no) = match key {
        "access" => ("/access/allowed", "open", "closed"),
        "index" => ("/index", "in", "out"),
        "follow" => ("/follow", "follows", "does not follow"),
        "archive" => ("/archive", "copy", "no copy"),
        "snippet" => ("/snippet/allowed", "excerpt", "no excerpt"),
        "answer" => ("/as/answer", "answers", "no answers"),
        "train" => ("/as/train", "training", "no training"),
        "index_if_embedded" => {
            let embedded = answer.pointer("/as/index_if_embedded") == Some(&json!(true));
            return Ok(embedded.then(|| String::from("in where embedded")));
        }
        "crawl_delay" => {
            let seconds = answer.get("crawl_delay").and_then(Value::as_f64);
            let seconds = seconds.map_or(String::from("–"), |seconds| format!("{seconds} s"));
            return Ok(Some(seconds));
        }
        key => return Err(format!("situations.jsonl: {key} is not shown")),
    };
    Ok(match answer.pointer(place) {
        Some(Value::Bool(true)) => Some(yes.to_owned()),
        Some(Value::Bool(false)) => Some(no.to_owned()),
        Some(Value::String(limited)) => Some(format!("{yes} {limited}")),
        _ if matches!(key, "answer" | "train") => None,
        _ => Some(String::from("?")),
    })
}

/// Two files that disallow everything, for crawlers that robots.txt may not reach.
fn others() -> Result<String, String> {
    let mut table = String::from(
        "| crawler | `*` is disallowed | its own name is disallowed | reason |\n|---|---|---|---|\n",
    );
    for engine in OTHERS.split(' ') {
        let profile: Profile = engine
            .parse()
            .map_err(|_| format!("{engine} is not an engine"))?;
        let token = profile.tokens().first().copied().unwrap_or(engine);
        let answered = |name: &str| {
            let file = format!("User-agent: {name}\nDisallow: /\n");
            answer(&json!({"as": engine, "url": "/a", "robots_txt": file}))
        };
        let (all, own) = (answered("*")?, answered(token)?);
        let keys = ["access", "answer", "train"];
        let reason = own.pointer("/access/reason").and_then(Value::as_str);
        let _ = writeln!(
            table,
            "| {engine} | {} | {} | `{}` |",
            cell(&all, &keys)?,
            cell(&own, &keys)?,
            reason.unwrap_or_default(),
        );
    }
    Ok(table)
}

/// The crawlers that are in use.
fn in_use() -> impl Iterator<Item = Profile> {
    Profile::all().filter(|profile| profile.retired().is_none())
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
    for profile in in_use() {
        let cells = profile.cells();
        let named = |name: &&str| cells.iter().find(|known| known.cell == *name).map(in_short);
        let shown: Vec<String> = CELLS.iter().filter_map(named).collect();
        let verified = profile.verified().map(|day| day.to_string());
        let _ = writeln!(
            table,
            "| {} | {} | {} | {} | {} | {} |",
            profile.name(),
            profile.operator(),
            profile.kind().name(),
            profile.tokens().join(", "),
            shown.join(" | "),
            verified.as_deref().unwrap_or("°"),
        );
    }
    table
}

fn in_short(known: &Known) -> String {
    match (known.is_disputed, known.evidence.is_none()) {
        (true, _) => format!("{} †", known.value),
        (_, true) => String::from("°"),
        _ if known.value.contains("; then ") => String::from("by steps"),
        _ => known.value.clone(),
    }
}

/// The ways in which readings differ, and the doubts.
fn marks() -> String {
    let mut table = String::from("| mark | meaning |\n|---|---|\n");
    for kind in MarkKind::ALL {
        let _ = writeln!(table, "| `{kind}` | {} |", kind.meaning());
    }
    table
}

/// Every document that a cell rests on.
fn documents() -> String {
    let cells = in_use().flat_map(Profile::cells);
    let sources = cells.filter_map(|known| known.evidence.as_ref().map(Evidence::source));
    let documents: BTreeMap<&str, _> = sources.map(|source| (source.key(), source)).collect();
    let mut table = String::from("| key | document | date | verified |\n|---|---|---|---|\n");
    for (key, source) in documents {
        let title = match source.url() {
            Some(url) => format!("[{}]({url})", source.title()),
            None => source.title().to_owned(),
        };
        let (dated, verified) = (source.dated(), source.verified());
        let _ = writeln!(table, "| {key} | {title} | {dated} | {verified} |");
    }
    table
}
