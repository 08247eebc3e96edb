//! Files of robots.txt that are meant to take long: `fixtures/hostile.jsonl`. A reader that takes exponential time does not end here.

use robots_policy::robots_txt::RobotsTxt;
use robots_policy::{Client, ProductToken};
use robots_policy_kit::case::{repeated, repeated_cases};

#[test]
fn files_that_are_meant_to_take_long_have_their_answer() {
    for case in repeated_cases() {
        let robots = RobotsTxt::parse(repeated(&case.robots_txt).as_bytes()).value;
        let tokens = case.agent.iter().map(|agent| ProductToken::new(agent));
        let client: Client = tokens.map(Result::unwrap).collect();
        let url = format!("https://example.com{}", repeated(&case.url));
        let access = robots.access(&client, &url);
        assert_eq!(access.is_allowed(), case.allowed, "{}", case.id);
    }
}
