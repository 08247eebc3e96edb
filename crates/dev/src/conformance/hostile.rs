//! The cases whose input is made of repeated parts: `fixtures/hostile.jsonl`.

use std::fs;

use serde::Deserialize;
use serde_json::Map;

use super::form::{Case, Input, Kind, Level};
use super::levels::Levels;

const PATH: &str = "fixtures/hostile.jsonl";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    about: String,
    basis: String,
    robots_txt: Vec<(String, usize)>,
    agent: Option<String>,
    url: Vec<(String, usize)>,
    allowed: bool,
}

pub(super) fn cases(levels: &Levels) -> Result<Vec<Case>, String> {
    let path = robots_policy_kit::files::root().join(PATH);
    let text = fs::read_to_string(path).map_err(|error| format!("{PATH}: {error}"))?;
    let lines = (1..).zip(text.lines());
    let cases = lines.map(|(number, line)| {
        let line: Line =
            serde_json::from_str(line).map_err(|error| format!("{PATH}:{number}: {error}"))?;
        Ok(case(line, levels))
    });
    cases.collect()
}

fn case(line: Line, levels: &Levels) -> Case {
    let path: String = line
        .url
        .iter()
        .map(|(part, times)| part.repeat(*times))
        .collect();
    Case {
        id: format!("hostile/{}", line.id),
        kind: Kind::Hostile,
        since: String::new(),
        level: Level::Rfc,
        basis: line
            .basis
            .split("; ")
            .filter_map(|clause| levels.clause(clause))
            .collect(),
        about: line.about,
        features: Vec::new(),
        input: Input {
            url: format!("https://example.com{path}"),
            agents: line.agent.into_iter().collect(),
            robots_txt_parts: Some(line.robots_txt),
            ..Input::default()
        },
        expect: vec![Map::from_iter([("allowed".into(), line.allowed.into())])],
        readings: Vec::new(),
        from: format!("hostile/{}", line.id),
    }
}
