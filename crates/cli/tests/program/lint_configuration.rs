//! `robots-policy.toml`: the JSON Schema refuses what the reader does, and the file is found from the folders below it. What people see
//! is in the session `lint_intent`.

use std::fs;
use std::path::Path;

use robots_policy_kit::files::root;
use robots_policy_kit::output::ends;
use serde_json::Value;
use toml::Table;

use crate::engines::misfits;
use crate::scanning::{command, ends_saying, folder, run};

const ROBOTS: &str = "User-agent: *\nCrawl-delay: 5\nDisallow: /a\n";

fn schema() -> Value {
    let path = root().join("docs/robots-policy.schema.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// A configuration as JSON, in which a date is a text.
fn json(text: &str) -> Value {
    fn of(value: &toml::Value) -> Value {
        match value {
            toml::Value::Datetime(own) => Value::String(own.to_string()),
            toml::Value::Array(values) => values.iter().map(of).collect(),
            toml::Value::Table(table) => table
                .iter()
                .map(|(key, value)| (key.clone(), of(value)))
                .collect(),
            value => serde_json::to_value(value).unwrap(),
        }
    }
    of(&toml::Value::Table(text.parse::<Table>().unwrap()))
}

/// A value for each shape, and values that are none.
const EACH: &str = r#"
environments = "preview"
assume_absent = ["fields", "tdmrep.json"]
levels = { crawl-delay = "off", all-closed = { preview = "info" } }
map = { "a/" = "b/" }

[[expect]]
url = ["/a", "https://example.org/**"]
agents = ["search", "ExampleBot", "*"]
environments = ["preview", "production"]
index = "no"
train = "unstated"

[[ignore]]
code = "crawl-delay"
reason = "a reason"
url = "/a"
input = "dist/**"
until = 2036-01-31

[twins]
urls = ["staging.example.org", "https://example.org/preview"]

[lock]
urls = "/"
agents = "googlebot"
"#;

/// Texts of the configuration, and others in their place that are wrong.
const WRONG: &[(&str, &str)] = &[
    ("environments = \"preview\"", "environments = \"a b\""),
    ("environments = \"preview\"", "environments = []"),
    ("environments = \"preview\"", "environment = \"preview\""),
    ("\"fields\"", "\"field\""),
    ("crawl-delay = \"off\"", "crawldelay = \"off\""),
    ("crawl-delay = \"off\"", "crawl-delay = \"loud\""),
    ("preview = \"info\"", "preview = 1"),
    ("\"a/\" = \"b/\"", "\"a/\" = 1"),
    ("\"/a\", \"https", "\"a\", \"https"),
    ("url = [\"/a\", \"https://example.org/**\"]\n", ""),
    ("\"search\", ", "1, "),
    ("index = \"no\"", "index = \"maybe\""),
    ("index = \"no\"", "index = \"unstated\""),
    ("index = \"no\"", "index = true"),
    ("index = \"no\"\ntrain = \"unstated\"\n", ""),
    ("train = \"unstated\"", "train = \"unknown\""),
    ("code = \"crawl-delay\"", "code = \"crawldelay\""),
    ("code = \"crawl-delay\"\n", ""),
    ("reason = \"a reason\"\n", ""),
    ("reason = \"a reason\"", "reason = \"\""),
    ("until = 2036-01-31", "until = \"soon\""),
    ("until = 2036-01-31", "til = 2036-01-31"),
    ("\"staging.example.org\"", "7"),
    ("[twins]\nurls", "[twins]\nhosts"),
    ("[lock]", "[locks]"),
    ("[[ignore]]", "[ignore]"),
    ("urls = \"/\"", "urls = { a = 1 }"),
];

#[test]
fn the_schema_takes_what_the_reader_takes() {
    let folder = folder("lint-configuration-schema");
    fs::write(folder.join("robots.txt"), ROBOTS).unwrap();
    let taken = |text: &str| {
        fs::write(folder.join("own.toml"), text).unwrap();
        let run = run(&folder, "lint robots.txt --config own.toml --fail-on never");
        let schema = misfits(&folder, &schema(), &json(text));
        (run.status.code().unwrap(), schema)
    };
    let example = fs::read_to_string(root().join("fixtures/lint/intent/robots-policy.toml"));
    for text in ["", EACH, &example.unwrap()] {
        let (code, misfits) = taken(text);
        assert!(code != 2 && misfits.is_empty(), "{code} {misfits}\n{text}");
    }
    for (own, wrong) in WRONG {
        assert!(EACH.contains(own), "{own}");
        let (code, misfits) = taken(&EACH.replacen(own, wrong, 1));
        assert!(
            code == 2 && !misfits.is_empty(),
            "{wrong}: {code} {misfits}"
        );
    }
}

#[test]
fn the_nearest_file_holds() {
    let folder = folder("lint-configuration-nearest");
    let below = folder.join("a/b");
    fs::create_dir_all(&below).unwrap();
    fs::write(below.join("robots.txt"), ROBOTS).unwrap();
    let words = "lint robots.txt --format json --min info";
    let codes = |at: &Path, words: &str| ends(&run(at, words), 0).contains("crawl-delay\"");
    let config = |text: &str, at: &Path| fs::write(at.join("robots-policy.toml"), text).unwrap();
    config("", &below);
    assert!(codes(&below, words));
    fs::remove_file(below.join("robots-policy.toml")).unwrap();
    config("[levels]\ncrawl-delay = \"off\"\n", &folder);
    assert!(!codes(&below, words));
    assert!(codes(&below, &format!("{words} --no-config")));
    // The command line holds before the file.
    assert!(codes(&below, &format!("{words} --level crawl-delay=info")));
    config("", &folder.join("a"));
    assert!(codes(&below, words));
    // The lock is beside the file.
    let update = run(&below, "lint robots.txt --update-lock");
    ends(&update, 0);
    assert!(folder.join("a/robots-policy.lock").is_file());
    ends(&run(&below, "lint robots.txt --locked"), 0);
    fs::write(folder.join("a/robots-policy.toml"), "level = 1\n").unwrap();
    ends_saying(
        &run(&below, "lint robots.txt"),
        2,
        "a/robots-policy.toml:1: level:",
    );
}

#[test]
fn a_token_near_to_an_engine_is_said() {
    let folder = folder("lint-configuration-near");
    fs::write(folder.join("robots.txt"), ROBOTS).unwrap();
    let said = |agent: &str| {
        let text = format!("[[expect]]\nurl = \"/a\"\nagents = \"{agent}\"\nfetch = \"no\"\n");
        fs::write(folder.join("robots-policy.toml"), text).unwrap();
        let output = command(&folder, "lint robots.txt").output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(said("gogglebot").contains("`googlebot` is near to it"));
    for known in ["googlebot", "openai", "training", "ExampleBot", "*"] {
        assert_eq!(said(known), "", "{known}");
    }
}
