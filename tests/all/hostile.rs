//! Files of robots.txt that are meant to take long: `fixtures/hostile.jsonl`. A reader that takes exponential time does not end here.

use std::fs;

use robots_policy::robots_txt::RobotsTxt;
use robots_policy::{Client, ProductToken};
use robots_policy_kit::files::fixtures;
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    id: String,
    robots_txt: Vec<(String, usize)>,
    agent: String,
    url: Vec<(String, usize)>,
    allowed: bool,
}

#[test]
fn files_that_are_meant_to_take_long_have_their_answer() {
    let text = fs::read_to_string(fixtures().join("hostile.jsonl")).unwrap();
    for row in crate::rows::<Row>(&text) {
        let robots = RobotsTxt::parse(joined(&row.robots_txt).as_bytes()).value;
        let client = Client::anonymous().with_token(ProductToken::new(&row.agent).unwrap());
        let access = robots.access(&client, &format!("https://example.com{}", joined(&row.url)));
        assert_eq!(access.is_allowed(), row.allowed, "{}", row.id);
    }
}

fn joined(parts: &[(String, usize)]) -> String {
    parts
        .iter()
        .map(|(part, times)| part.repeat(*times))
        .collect()
}
