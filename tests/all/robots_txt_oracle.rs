//! Random patterns, paths and files against naive readings of RFC 9309.

use proptest::prelude::*;
use robots_policy::robots_txt::{
    Dialect, GroupSelection, QueryDelimiters, RobotsTxtReader, SignatureAgentLine,
};
use robots_policy::{Client, ProductToken, RobotsTxt};
use robots_policy_checks::rules::{allow, is_robots_txt, matches, normal, sent};
use robots_policy_kit::files::lines_of;

/// A naive reader: merges the groups of a token, else those of `*`, and tries every rule.
fn naive(file: &str, token: &str, path: &str) -> bool {
    let mut groups: Vec<(Vec<String>, Vec<(bool, String)>)> = Vec::new();
    let mut takes_agents = false;
    for line in file.split(['\n', '\r']) {
        let line = line.split('#').next().unwrap();
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let (key, value) = (key.trim().to_lowercase(), value.trim().to_owned());
        match (key.as_str(), groups.last_mut()) {
            ("user-agent", Some((agents, _))) if takes_agents => agents.push(value.to_lowercase()),
            ("user-agent", _) => {
                groups.push((vec![value.to_lowercase()], Vec::new()));
                takes_agents = true;
            }
            ("allow" | "disallow", group) => {
                takes_agents = false;
                if let Some((_, rules)) = group {
                    rules.push((key == "allow", value));
                }
            }
            _ => {}
        }
    }
    let listing = |agent: &str| {
        groups
            .iter()
            .filter(|(agents, _)| agents.iter().any(|a| a == agent))
            .collect::<Vec<_>>()
    };
    let own = listing(&token.to_lowercase());
    let chosen = if own.is_empty() { listing("*") } else { own };
    let rules = chosen.iter().flat_map(|(_, rules)| rules);
    allow(rules.map(|(allows, pattern)| (*allows, &**pattern)), path)
}

fn pattern() -> impl Strategy<Value = String> {
    let piece = prop_oneof![6 => "[ab]", 2 => Just("*".to_owned()), 2 => Just("/".to_owned()), 1 => "[$?=%|']", 1 => "%[26][0-9a-fA-F]", 1 => Just("é".to_owned())];
    let body = prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat());
    (
        prop_oneof![4 => Just("/"), 1 => Just("*"), 1 => Just("")],
        body,
        prop_oneof![3 => Just(""), 1 => Just("$")],
    )
        .prop_map(|(start, body, end)| format!("{start}{body}{end}"))
}

fn path() -> impl Strategy<Value = String> {
    let piece = prop_oneof![8 => "[ab]", 2 => Just("/".to_owned()), 1 => "[$?=%*|'\\\\\t\n]", 1 => "%[26][0-9a-fA-F]", 1 => Just("é".to_owned()), 1 => "/(\\.|%2[eE]){1,3}"];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| format!("/{}", pieces.concat()))
}

/// The URL of a path, of which a client sends another path if there are dots in it. A path that begins with `//` alone would be
/// one with a host.
fn url_of(path: &str) -> String {
    format!("https://example.com{path}")
}

/// Texts of few octets, so that most questions are about a part that may be the path or the query.
fn in_query(special: &'static str) -> impl Strategy<Value = String> {
    let plain = prop_oneof![
        Just("a"),
        Just("/"),
        Just(":"),
        Just("'"),
        Just("%27"),
        Just("%2F"),
        Just("%3a"),
        Just("%3A")
    ];
    let piece = prop_oneof![
        6 => plain.prop_map(str::to_owned),
        1 => Just("?".to_owned()),
        2 => (0..3_usize).prop_map(move |at| special.get(at..=at).unwrap_or("a").to_owned()),
    ];
    prop::collection::vec(piece, 0..9).prop_map(|pieces| pieces.concat())
}

fn file() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        3 => prop_oneof![Just("User-agent: a"), Just("user-AGENT :B"), Just("User-agent: *"), Just("User-agent: c # c")].prop_map(str::to_owned),
        4 => pattern().prop_map(|pattern| format!("Disallow: {pattern}")),
        2 => pattern().prop_map(|pattern| format!("allow:{pattern}#x")),
        1 => prop_oneof![Just("Disallow:"), Just("Sitemap: /x"), Just(""), Just("junk"), Just("Crawl-delay: 1"), Just("# all: well")].prop_map(str::to_owned),
    ];
    let end = prop_oneof![Just("\n"), Just("\r\n"), Just("\r")];
    prop::collection::vec((line, end), 0..24)
        .prop_map(|lines| lines.into_iter().map(|(line, end)| line + end).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn r_63_matching_equals_trying_everything(pattern in pattern(), path in path()) {
        let file = format!("User-agent: *\nDisallow: {pattern}");
        let robots = RobotsTxt::parse(file.as_bytes()).value;
        let url = url_of(&path);
        let path = normal(&sent(&url), false);
        let expected = pattern.starts_with(['/', '*']) && matches(&normal(&pattern, true), &path);
        prop_assert_eq!(!robots.access(&Client::anonymous(), &url).is_allowed(), expected && !is_robots_txt(&path));
    }

    #[test]
    fn c_3_a_query_matches_raw_and_encoded(pattern in in_query("*$"), path in in_query("")) {
        let file = format!("User-agent: *\nDisallow: /{pattern}");
        let robots = RobotsTxt::parse(file.as_bytes()).value;
        let (pattern, url) = (format!("/{pattern}"), format!("https://example.com/{path}"));
        let expected = matches(&normal(&pattern, true), &normal(&sent(&url), false));
        prop_assert_eq!(!robots.access(&Client::anonymous(), &url).is_allowed(), expected);
    }

    #[test]
    fn r_50_files_answer_like_the_naive_reader(file in file(), paths in prop::collection::vec(path(), 1..6)) {
        for reader in [RobotsTxtReader::new(), RobotsTxtReader::new().with_dialect(Dialect::Rfc9309)] {
            let robots = reader.read(file.as_bytes()).value;
            for token in ["A", "b", "c", "d"] {
                for path in &paths {
                    let url = url_of(path);
                    let access = robots.access(&Client::new(token).unwrap(), &url);
                    prop_assert_eq!(access.is_allowed(), naive(&file, token, &sent(&url)), "{} {} {:?}", token, path, access);
                    if let Some(rule) = access.rule() {
                        prop_assert!(matches(&normal(&rule.path(), true), &normal(&sent(&url), false)));
                        prop_assert!(file.contains(&*rule.text()));
                    }
                }
            }
        }
    }

    #[test]
    fn any_octets_are_read(file in prop::collection::vec(any::<u8>(), 0..300), target in ".{0,40}") {
        let client = Client::new("a").unwrap().with_purpose(ProductToken::new("p").unwrap());
        for dialect in [Dialect::Extended, Dialect::Rfc9309, Dialect::Google] {
            let read = RobotsTxtReader::new().with_dialect(dialect).with_open_points(|open| open.query = QueryDelimiters::Encoded).read(&file);
            let _ = read.value.access(&client, &target);
            let _ = read.value.mobile_agent_server(&target);
            for record in read.value.records() {
                let at = record.provenance();
                let line = lines_of(&file)[at.line().unwrap() - 1];
                prop_assert!(!at.span().is_empty() && at.span().end <= line.len(), "{:?} in {:?}", at, line);
            }
        }
    }

    #[test]
    fn any_lines_are_read(lines in prop::collection::vec(("(User-agent|user-agent-purpose|Signature-agent|Allow|Disallow|Mobile-agent-server|Crawl-delay|Sitemap|x)", "[ :#]{1,2}", ".{0,12}"), 0..30), target in path()) {
        let file: String = lines.into_iter().map(|(key, colon, value)| format!("{key}{colon}{value}\n")).collect();
        for reader in [RobotsTxtReader::new(), RobotsTxtReader::new().with_open_points(|open| open.signature_agent = SignatureAgentLine::Modifier), RobotsTxtReader::new().with_dialect(Dialect::Google).with_group_selection(GroupSelection::EveryNamed)] {
            let read = reader.read(file.as_bytes());
            let _ = read.value.access(&Client::anonymous(), &target);
            let _ = read.value.mobile_agent_server(&target);
            let subjects: usize = read.value.groups().map(|group| group.subjects().count()).sum();
            prop_assert!(subjects <= read.value.records().count());
            for diagnostic in &read.diagnostics {
                prop_assert!(file.contains(diagnostic.provenance().text()));
            }
        }
    }
}

/// More rules than are looked at one after the other, half of which begin with `/*`, and one that paths are made of.
fn large_group() -> impl Strategy<Value = (Vec<(bool, String)>, usize)> {
    let literal = "[ab0-2=&/?]{0,4}";
    let start = prop_oneof![Just("/*"), Just("/")];
    let second = prop::option::of(literal);
    let ends = prop_oneof![4 => Just(""), 1 => Just("$")];
    let rule = (any::<bool>(), start, literal, second, ends);
    let rule = rule.prop_map(|(allows, start, first, second, ends)| {
        let second = second.map_or(String::new(), |second| format!("*{second}"));
        (allows, format!("{start}{first}{second}{ends}"))
    });
    prop::collection::vec(rule, 60..400).prop_flat_map(|rules| {
        let one = 0..rules.len();
        (Just(rules), one)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn r_63_many_rules_answer_like_the_naive_reader((rules, one) in large_group(), between in "[ab0-2=&/?]{0,6}") {
        let lines = rules.iter().map(|(allows, path)| format!("{}: {path}\n", if *allows { "Allow" } else { "Disallow" }));
        let file = format!("User-agent: *\n{}", lines.collect::<String>());
        let robots = RobotsTxt::parse(file.as_bytes()).value;
        for path in [rules[one].1.replace('*', &between).replace('$', ""), format!("/{between}")] {
            let access = robots.access(&Client::anonymous(), &url_of(&path));
            let sent = sent(&url_of(&path));
            prop_assert_eq!(access.is_allowed(), naive(&file, "a", &sent), "{} {:?}", path, access);
            let found = rules.iter().filter(|(_, pattern)| matches(&normal(pattern, true), &normal(&sent, false)));
            let longest = found.map(|(_, pattern)| normal(pattern, true).len()).max();
            prop_assert_eq!(access.rule().map(|rule| normal(&rule.path(), true).len()), longest, "{}", path);
        }
    }
}
