//! The cases of a question of the fixtures, one for each kind that it asks.

use robots_policy_kit::case::{Ask, Case as Fixture};
use serde_json::{Map, Value, json};

use super::form::{ConformanceCase, Input, Kind, Reading};
use super::inputs::input;
use super::levels::Levels;

/// Keys of an ask that only this project has: a corpus for every reader cannot ask them.
const OF_THIS_PROJECT: &str = "options library page_agent purposes signature_agent policy_tokens license_url chunk obeys_global";

/// The reader whose dialect the fixtures ask, too.
const GOOGLE: &str = "google/robotstxt";

pub(super) fn cases(fixture: &Fixture, levels: &mut Levels) -> Vec<ConformanceCase> {
    let is_plain = |ask: &&Ask| {
        OF_THIS_PROJECT
            .split(' ')
            .all(|key| ask.value[key].is_null())
    };
    let mut made: Vec<ConformanceCase> = Vec::new();
    for ask in fixture.asks.iter().filter(is_plain) {
        let from = question(fixture, ask);
        for (kind, expect) in answers(fixture, ask) {
            let Some((level, basis, row)) = levels.of(&from, kind, basis(fixture, ask)) else {
                continue;
            };
            let (input, features) = input(fixture, ask, kind);
            let id = format!("{}/{}", kind.name(), id(fixture, ask, &input));
            if made.iter().any(|other| other.id == id) {
                continue;
            }
            made.push(ConformanceCase {
                id,
                kind,
                since: String::new(),
                level,
                basis,
                about: fixture.about.clone(),
                features,
                input,
                readings: readings(fixture, ask, &expect, row.why.clone()),
                expect: [expect].into_iter().chain(row.accept.clone()).collect(),
                from: from.clone(),
            });
        }
    }
    made
}

fn basis<'f>(fixture: &'f Fixture, ask: &'f Ask) -> &'f str {
    ask.basis.as_deref().unwrap_or(&fixture.basis)
}

/// Google's dialect where the fixture has the same question for it and expects another answer, and what is known of an open case.
fn readings(
    fixture: &Fixture,
    ask: &Ask,
    expect: &Map<String, Value>,
    why: Option<String>,
) -> Vec<Reading> {
    let dialect = json!({"google_compat": true});
    let is_the_same = |other: &&Ask| {
        let keys = ["agent", "url", "robots_status", "fetches"];
        other.value["options"] == dialect
            && other.value["library"].is_null()
            && keys.iter().all(|key| other.value[key] == ask.value[key])
    };
    let google = fixture.asks.iter().find(is_the_same);
    let google = google.and_then(allowed).filter(|other| other != expect);
    let google = google.map(|answer| Reading {
        who: GOOGLE.into(),
        answer,
        why: "its own reading, which its documentation and tests describe".into(),
    });
    let own = why.map(|why| Reading {
        who: "robots-policy".into(),
        answer: expect.clone(),
        why,
    });
    google.into_iter().chain(own).collect()
}

/// The kinds that an ask is about, and the right answer to each.
fn answers(fixture: &Fixture, ask: &Ask) -> Vec<(Kind, Map<String, Value>)> {
    let mut all = Vec::new();
    if let Some(kind) = access_kind(fixture, ask) {
        all.extend(allowed(ask).map(|answer| (kind, answer)));
    }
    if let Some(kind) = page_kind(fixture) {
        all.extend(permissions(ask).map(|answer| (kind, answer)));
    }
    let expect = &ask.value["expect"];
    if let (Some(uses), true) = (expect["uses"].as_object(), expect["unread"].is_null()) {
        all.extend((!uses.is_empty()).then(|| (Kind::Uses, uses.clone())));
    }
    all
}

fn access_kind(fixture: &Fixture, ask: &Ask) -> Option<Kind> {
    if let Some(steps) = &ask.fetches {
        let last = steps.len().checked_sub(1)?;
        let is_a_chain = steps.iter().enumerate().all(|(index, step)| {
            (step.followed || index == last)
                && step.at == steps[0].at
                && step.due.is_none()
                && step.body.is_none()
                && step.cache_control.is_none()
                && !step.abandoned
                && !step.unconditional
        });
        return is_a_chain.then_some(Kind::Status);
    }
    match ask.robots_status {
        None | Some(200) => fixture.robots_txt.as_ref().map(|_| Kind::Access),
        Some(_) => Some(Kind::Status),
    }
}

fn allowed(ask: &Ask) -> Option<Map<String, Value>> {
    let access = ask.value["expect"]["access"].as_object()?;
    let answer = access.get("allowed")?;
    Some(Map::from_iter([("allowed".into(), answer.clone())]))
}

fn page_kind(fixture: &Fixture) -> Option<Kind> {
    let is_robots = |(name, _): &(Vec<u8>, Vec<u8>)| {
        let names: [&[u8]; 2] = [b"robots-tag", b"x-robots-tag"];
        names.iter().any(|own| name.eq_ignore_ascii_case(own))
    };
    if fixture.robots_txt.is_some() {
        return None;
    }
    let has_page = fixture
        .document
        .as_ref()
        .is_some_and(|page| !page.is_empty());
    match (fixture.fields.iter().any(is_robots), has_page) {
        (true, true) => Some(Kind::Union),
        (true, false) => Some(Kind::Field),
        (false, true) => Some(Kind::Meta),
        (false, false) => None,
    }
}

/// The permissions that the directives of a page leave; none where the fixture says that a part was not read and not what follows from it.
fn permissions(ask: &Ask) -> Option<Map<String, Value>> {
    let expect = &ask.value["expect"];
    let directives = expect["directives"].as_object()?;
    let has = |names: &[&str]| names.iter().any(|name| directives.contains_key(*name));
    let is_unread = !expect["unread"].is_null() || !expect["truncated"].is_null();
    let is_dated = directives.contains_key("unavailable_after");
    if expect.get("index").is_none() && (is_unread || is_dated) {
        return None;
    }
    let all = [
        ("index", !has(&["noindex", "none"])),
        ("follow", !has(&["nofollow", "none"])),
        ("archive", !has(&["noarchive", "nocache"])),
        (
            "snippet",
            !has(&["nosnippet"]) && directives.get("max-snippet") != Some(&json!(0)),
        ),
    ];
    let of = |(name, from_directives): (&str, bool)| {
        let said = expect.get(name).map(|said| match said {
            Value::Object(snippet) => snippet.get("allowed").cloned().unwrap_or_default(),
            said => said.clone(),
        });
        let derived = (!is_unread).then(|| from_directives.into());
        Some((name.to_owned(), said.or(derived)?))
    };
    Some(all.into_iter().filter_map(of).collect())
}

/// The topic of a case, and its folder; none for a line of `small.jsonl`, which has `about` in its place.
fn place(fixture: &Fixture) -> (&str, Option<&str>) {
    let (topic, case) = fixture.name.split_once('/').unwrap_or_default();
    (
        topic,
        Some(case).filter(|case| !case.starts_with("small.jsonl")),
    )
}

/// The name of a question, as `levels.toml` has it.
fn question(fixture: &Fixture, ask: &Ask) -> String {
    match place(fixture) {
        (topic, Some(case)) => format!("{topic}/{case}/{}", ask.id),
        (topic, None) => format!("{topic}/small: {}", fixture.about),
    }
}

/// The rest of the id of a question: names without the numbers of this project; a small case is named by its input.
fn id(fixture: &Fixture, ask: &Ask, input: &Input) -> String {
    match place(fixture) {
        (topic, Some(case)) => format!("{topic}/{}/{}", without_numbers(case), ask.id),
        (topic, None) => format!("{topic}/{:016x}", hash(&json!(input).to_string())),
    }
}

/// A name without the numbers of requirements and decisions that it begins with, such as `r-49-c-2-`.
fn without_numbers(name: &str) -> &str {
    let mut rest = name;
    loop {
        let Some((letters, after)) = rest.split_once('-') else {
            return rest;
        };
        if !matches!(letters.len(), 1 | 2) && letters != "rfc" {
            return rest;
        }
        let after = after.strip_prefix("new-").unwrap_or(after);
        let Some(end) = after.find(|c: char| !c.is_ascii_digit() && c != '-') else {
            return rest;
        };
        let number = &after[..end];
        if number.is_empty() || !number.ends_with('-') {
            return rest;
        }
        rest = &after[end..];
    }
}

/// FNV-1a with 64 bits: the same for ever.
fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}
