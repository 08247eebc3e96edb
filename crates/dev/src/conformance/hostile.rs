//! The cases whose input is made of repeated parts: `fixtures/hostile.jsonl`.

use robots_policy_kit::case::{RepeatedCase, repeated, repeated_cases};
use serde_json::Map;

use super::form::{ConformanceCase, Input, Kind, Level};
use super::levels::Levels;

pub(super) fn cases(levels: &Levels) -> impl Iterator<Item = ConformanceCase> {
    repeated_cases().into_iter().map(|line| case(line, levels))
}

fn case(line: RepeatedCase, levels: &Levels) -> ConformanceCase {
    ConformanceCase {
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
            url: format!("https://example.com{}", repeated(&line.url)),
            agents: line.agent.into_iter().collect(),
            robots_txt_parts: Some(line.robots_txt),
            ..Input::default()
        },
        expect: vec![Map::from_iter([("allowed".into(), line.allowed.into())])],
        readings: Vec::new(),
        from: format!("hostile/{}", line.id),
    }
}
