//! `conformance-adapters PEER`: readers from crates.io.

use std::io::{self, BufRead as _, Write as _};
use std::panic;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use url::Url;

/// The name of a client that no file names, for readers that cannot be asked for one without a name.
const UNNAMED: &str = "unnamed-client";

struct Question {
    robots: Vec<u8>,
    agent: String,
    url: String,
}

impl Question {
    fn read(input: &Value) -> Question {
        let robots = input["robots_txt_b64"].as_str().unwrap_or_default();
        Question {
            robots: STANDARD.decode(robots).unwrap_or_default(),
            agent: input["agents"][0].as_str().unwrap_or(UNNAMED).to_owned(),
            url: input["url"].as_str().unwrap_or_default().to_owned(),
        }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.robots).into_owned()
    }

    fn url(&self) -> Result<Url, String> {
        Url::parse(&self.url).map_err(|error| error.to_string())
    }

    /// The path and the query, for readers that take no address.
    fn path(&self) -> String {
        let rest = self.url.split_once("://").map_or(self.url.as_str(), |(_, rest)| rest);
        let path = rest.find(['/', '?']).map_or("/", |at| &rest[at..]);
        let path = path.split('#').next().unwrap_or_default();
        if path.starts_with('/') { path.to_owned() } else { format!("/{path}") }
    }
}

fn version(peer: &str) -> &'static str {
    match peer {
        "robotstxt" => "0.3.0",
        "robotxt" => "0.7.0",
        "texting_robots" => "0.2.2",
        "robotparser" => "0.11.0",
        "halldyll-robots" => "0.1.0",
        "robots_txt" => "0.7.0",
        "robotstxt-rs" => "0.1.4",
        "robotparser-rs" => "0.1.0",
        _ => "",
    }
}

fn allowed(peer: &str, q: &Question) -> Result<bool, String> {
    let text = q.text();
    Ok(match peer {
        "robotstxt" => robotstxt::DefaultMatcher::default().one_agent_allowed_by_robots(&text, &q.agent, &q.url),
        "robotxt" => robotxt::Robots::parse(&q.robots, &q.agent).is_url_allowed(&q.url()?),
        "texting_robots" => {
            let robot = texting_robots::Robot::new(&q.agent, &q.robots).map_err(|error| error.to_string())?;
            robot.allowed(&q.url)
        }
        "robotparser" => {
            use robotparser::service::RobotsTxtService as _;
            let url = q.url()?;
            let parsed = robotparser::parser::parse_robots_txt(url.origin(), &text);
            parsed.get_result().can_fetch(&q.agent, &url)
        }
        "halldyll-robots" => {
            let rules = halldyll_robots::RobotsParser::new().parse(&text, Duration::from_secs(60));
            halldyll_robots::RobotsMatcher::new(&q.agent).is_allowed(&rules, &q.path()).allowed
        }
        "robots_txt" => {
            let robots = robots_txt::Robots::from_str_lossy(&text);
            let section = robots.choose_section(&q.agent);
            robots_txt::matcher::SimpleMatcher::new(&section.rules).check_path(&q.path())
        }
        "robotstxt-rs" => robotstxt_rs::RobotsTxt::parse(&text).can_fetch(&q.agent, &q.path()),
        "robotparser-rs" => {
            let mut parser = robotparser_rs::RobotFileParser::new("https://example.com/robots.txt");
            parser.parse(&text.lines().collect::<Vec<_>>());
            parser.can_fetch(&q.agent, &q.url).map_err(|error| format!("{error:?}"))?
        }
        _ => return Err(format!("{peer} is not a reader of this adapter")),
    })
}

fn answer(peer: &str, message: &Value) -> Value {
    if message["cmd"] == "start" {
        let kinds = ["access", "hostile"];
        return json!({"name": peer, "version": version(peer), "language": "Rust", "kinds": kinds, "features_missing": []});
    }
    let question = Question::read(&message["input"]);
    match panic::catch_unwind(|| allowed(peer, &question)) {
        Ok(Ok(allowed)) => json!({"id": message["id"], "answer": {"allowed": allowed}}),
        Ok(Err(error)) => json!({"id": message["id"], "error": error}),
        Err(_) => json!({"id": message["id"], "crash": true}),
    }
}

fn main() {
    let peer = std::env::args().nth(1).unwrap_or_default();
    panic::set_hook(Box::new(|_| {}));
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let message: Value = serde_json::from_str(&line).expect("a line of JSON");
        if message["cmd"] == "stop" {
            return;
        }
        println!("{}", answer(&peer, &message));
        io::stdout().flush().expect("standard output");
    }
}
