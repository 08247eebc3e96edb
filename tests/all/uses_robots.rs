//! AI-use preferences in robots.txt: `Content-Usage`, `Content-Signal`, `License`, and the rules for training.

use std::fmt::Write as _;

use proptest::prelude::*;
use robots_policy::robots_txt::{GroupSelection, LeadingStar, RobotsTxtReader};
use robots_policy::uses::{Activity, Answer, FileUses, Label, Preference};
use robots_policy::{Client, DiagnosticCode, Parsed, ProductToken, RobotsTxt};
use robots_policy_checks::rules::{matches, normal};
use serde::Deserialize;

use crate::common::{client, letter, wide};
use crate::robots_txt::parse;
use crate::rows;

fn uses<'f>(robots: &'f RobotsTxt, agent: &str, target: &str) -> FileUses<'f> {
    asked(robots, &client(agent), target)
}

/// The uses after a question about access, which are those without one.
fn asked<'f>(robots: &'f RobotsTxt, me: &Client, target: &str) -> FileUses<'f> {
    let uses = robots.uses(me, target);
    let access = robots.access(me, target);
    let after = robots.uses_after(&access, me, target);
    assert_eq!(after, uses);
    for label in Label::ALL {
        assert_eq!(after.preference(*label), uses.preference(*label), "{label}");
    }
    for activity in Activity::ALL {
        assert_eq!(after.of(*activity), uses.of(*activity), "{activity}");
    }
    assert_eq!(after.is_empty(), uses.is_empty());
    uses
}

/// The strictest statement about a label.
fn answer(uses: &FileUses<'_>, label: Label) -> Answer {
    let about = uses
        .preferences()
        .iter()
        .filter(|said| said.label() == label);
    about
        .map(Preference::answer)
        .max()
        .unwrap_or(Answer::Unstated)
}

/// All statements as `label=answer`, in order. What a level keeps content from follows from the level.
fn said(uses: &FileUses<'_>) -> String {
    let mut said = String::new();
    let is_of_level = |label: Label| label.name().starts_with("use-");
    let stated = uses.preferences().iter();
    for preference in stated.filter(|stated| !is_of_level(stated.label())) {
        write!(said, "{}={} ", preference.label(), preference.answer()).unwrap();
    }
    for (level, _) in uses.levels() {
        write!(said, "use={level} ").unwrap();
    }
    for (license, _) in uses.licenses() {
        write!(said, "<{license}> ").unwrap();
    }
    said.trim_end().to_owned()
}

/// A letter for the answer about each activity.
fn letters(uses: &FileUses<'_>) -> String {
    let activities = Activity::ALL.iter();
    activities
        .map(|activity| letter(uses.of(*activity)))
        .collect()
}

/// The codes of the diagnostics, with their lines.
fn codes(read: &Parsed<RobotsTxt>) -> Vec<(&'static str, usize)> {
    let found = read.diagnostics.iter();
    found
        .map(|found| (found.code().name(), found.provenance().line().unwrap()))
        .collect()
}

/// A question to a file, and what is expected of the answer.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct FileQuestion {
    about: String,
    file: String,
    /// A choice of the reader.
    reader: Option<String>,
    agent: Option<String>,
    purposes: Vec<ProductToken>,
    obeys_global: Option<bool>,
    first_group: bool,
    target: Option<String>,
    said: Option<String>,
    /// A letter for each activity: no, conditional, yes, or not stated.
    uses: Option<String>,
    /// The scope of the first preference.
    scope: Option<String>,
    /// Line and text of each statement.
    places: Option<Vec<(usize, String)>>,
    allowed: Option<bool>,
    /// The codes with their lines, all or some of them.
    codes: Option<Vec<(String, usize)>>,
    codes_some: Vec<(String, usize)>,
}

impl FileQuestion {
    fn reader(&self) -> RobotsTxtReader {
        let reader = RobotsTxtReader::new();
        match self.reader.as_deref() {
            Some("strict patterns") => {
                reader.with_open_points(|open| open.leading_star = LeadingStar::Ignored)
            }
            Some("every named group") => reader.with_group_selection(GroupSelection::EveryNamed),
            _ => reader,
        }
    }

    fn client(&self) -> Client {
        let me = client(self.agent.as_deref().unwrap_or("*"))
            .with_obeys_global(self.obeys_global.unwrap_or(true))
            .with_first_group(self.first_group);
        self.purposes.iter().cloned().fold(me, Client::with_purpose)
    }
}

#[test]
fn files_answer_what_their_rows_ask() {
    for row in rows::<FileQuestion>(include_str!("rows/robots_uses_asked.jsonl")) {
        let target = row.target.as_deref().unwrap_or("https://example.com/a");
        let shown = format!("{}: {:?} at {target}: {}", row.about, row.agent, row.file);
        let read = row.reader().read(row.file.as_bytes());
        let (robots, me) = (&read.value, row.client());
        let heard = asked(robots, &me, target);
        let expected = row.said.unwrap_or_else(|| said(&heard));
        assert_eq!(said(&heard), expected, "{shown}");
        let expected = row.uses.unwrap_or_else(|| letters(&heard));
        assert_eq!(letters(&heard), expected, "{shown}");
        if let Some(scope) = row.scope {
            assert_eq!(heard.preferences()[0].scope(), scope, "{shown}");
        }
        if let Some(places) = row.places {
            let stated = heard.preferences().iter().map(Preference::provenance);
            let all = stated.chain(heard.licenses().iter().map(|(_, at)| at));
            let found: Vec<_> = all
                .map(|at| (at.line().unwrap(), at.text().to_owned()))
                .collect();
            assert_eq!(found, places, "{shown}");
        }
        if let Some(allowed) = row.allowed {
            assert_eq!(robots.access(&me, target).is_allowed(), allowed, "{shown}");
        }
        let found = codes(&read).into_iter();
        let found: Vec<_> = found.map(|(code, line)| (code.to_owned(), line)).collect();
        if let Some(expected) = row.codes {
            assert_eq!(found, expected, "{shown}");
        }
        let mut some = row.codes_some.iter();
        assert!(some.all(|code| found.contains(code)), "{shown}: {found:?}");
    }
}

/// Files, a client, a target, and all that is said to it.
#[test]
fn r_209_r_211_r_215_r_301_files_say_what_their_rows_have() {
    type Row = (String, String, String, String);
    for (file, agent, target, expected) in rows::<Row>(include_str!("rows/robots_uses.jsonl")) {
        let said = said(&uses(&parse(&file), &agent, &target));
        assert_eq!(said, expected, "{agent} at {target}: {file}");
    }
}

/// the text of each statement is that of its span, in files with a byte order mark and in UTF-16, too.
#[test]
fn every_statement_is_at_its_bytes() {
    let text = "\u{feff} Content-Signal :/a  search=yes ;ai-train= no # x\r\nLicense: \"/l\"\rUser-agent: *\n\tContent-Usage: /a\ttrain-ai=n;a=\"b, c\" , search=y\n DisallowAITraining : /\n";
    for (file, mark) in [(text.as_bytes().to_vec(), 3), (wide(text), 0)] {
        let robots = RobotsTxt::parse(&file).value;
        let heard = robots.uses(&Client::anonymous(), "/a");
        let preferences = heard.preferences().iter().map(Preference::provenance);
        let licenses = heard.licenses().iter().map(|(_, at)| at);
        let places: Vec<_> = preferences
            .chain(licenses)
            .map(|at| (at.line().unwrap(), at.span().start, at.text().to_owned()))
            .collect();
        let expected = [
            (1, 21 + mark, "search=yes"),
            (1, 33 + mark, "ai-train= no"),
            (4, 19, "train-ai=n;a=\"b, c\""),
            (4, 41, "search=y"),
            (5, 1, "DisallowAITraining : /"),
            (2, 9, "\"/l\""),
        ];
        assert_eq!(
            places,
            expected.map(|(line, at, text)| (line, at, text.to_owned()))
        );
    }
}

/// a file without such lines states nothing, and one with them answers about access as without them.
#[test]
fn r_299_access_does_not_depend_on_uses() {
    let plain = "User-agent: a\nUser-agent: *\nDisallow: /x\nAllow: /x/y\n";
    let with = "User-agent: a\nContent-Usage: /x/y train-ai=n\nUser-agent: *\nDisallow: /x\nLicense: /l\nAllow: /x/y\nContent-Signal: search=no\n";
    let [plain, with] = [plain, with].map(|file| RobotsTxt::parse(file.as_bytes()).value);
    for path in ["/", "/x", "/x/y"] {
        for agent in ["a", "b"] {
            let me = Client::new(agent).unwrap();
            assert!(plain.uses(&me, path).is_empty());
            let [plain, with] = [&plain, &with].map(|robots| robots.access(&me, path).is_allowed());
            assert_eq!(plain, with);
        }
    }
    assert_eq!(
        with.uses(&Client::new("a").unwrap(), "/x")
            .preferences()
            .len(),
        1
    );
}

/// The lines of the groups of a client, as key and value, merged. A key of `ends` ends a run of user agents.
fn group<'l>(
    lines: &'l [(&'static str, String)],
    agent: &str,
    ends: &[&str],
) -> Vec<&'l (&'static str, String)> {
    let mut groups: Vec<(Vec<&str>, Vec<_>)> = Vec::new();
    let mut is_open = false;
    for line in lines {
        if line.0 != "User-agent" {
            is_open &= !ends.contains(&line.0);
            groups.last_mut().unwrap().1.push(line);
            continue;
        }
        if !is_open {
            groups.push((Vec::new(), Vec::new()));
        }
        groups.last_mut().unwrap().0.push(&line.1);
        is_open = true;
    }
    let is_listed = |name| groups.iter().any(|(names, _)| names.contains(&name));
    let name = if is_listed(agent) { agent } else { "*" };
    let own = groups
        .into_iter()
        .filter(|(names, _)| names.contains(&name));
    own.flat_map(|(_, lines)| lines).collect()
}

/// Path and statement of a value.
fn parts(value: &str) -> (&str, &str) {
    match value.split_once(' ') {
        Some((path, said)) if value.starts_with('/') => (path, said),
        _ if value.starts_with('/') => (value, ""),
        _ => ("", value),
    }
}

fn naive(lines: &[(&'static str, String)], agent: &str, path: &str) -> (Answer, Answer) {
    let own = |key: &str, ends: &[&str]| {
        let lines = group(lines, agent, ends).into_iter();
        let lines = lines.filter(move |line| line.0 == key);
        let parts = lines.map(|line| parts(&line.1));
        let matching =
            parts.filter(|(pattern, _)| matches(&normal(pattern, true), &normal(path, false)));
        matching.collect::<Vec<_>>()
    };
    let longest = |rules: &[(&str, &str)]| rules.iter().map(|(path, _)| path.len()).max();
    let rules = ["Allow", "Disallow"];
    let [allow, disallow] = rules.map(|key| longest(&own(key, &rules)));
    let is_allowed = disallow.is_none() || allow >= disallow;
    let all = own("Content-Usage", &["Allow", "Disallow", "Content-Usage"]);
    let (bad, good): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, said)| said.contains('T'));
    let said = good
        .iter()
        .filter(|(path, _)| Some(path.len()) == longest(&good));
    let no = said.clone().any(|(_, said)| said.contains("train-ai=n"));
    let yes = said.clone().any(|(_, said)| said.contains("train-ai=y"))
        && longest(&bad) <= longest(&good);
    let usage = match (is_allowed, no, yes) {
        (true, true, _) => Answer::Disallow,
        (true, _, true) => Answer::Allow,
        _ => Answer::Unstated,
    };
    let signals = own("Content-Signal", &rules);
    let about: Vec<_> = signals
        .into_iter()
        .filter(|(_, said)| said.contains("ai-train"))
        .collect();
    let said = about
        .iter()
        .filter(|(path, _)| Some(path.len()) == longest(&about));
    let signal = said.map(|(_, said)| {
        if said.contains("ai-train=no") {
            Answer::Disallow
        } else {
            Answer::Allow
        }
    });
    (usage, signal.max().unwrap_or(Answer::Unstated))
}

fn line() -> impl Strategy<Value = (&'static str, String)> {
    let one_of = |lines| prop::sample::select(rows::<String>(lines));
    let path = one_of(include_str!("rows/usage_paths.jsonl"));
    let usage = one_of(include_str!("rows/usage_lines.jsonl"));
    let rule = path.clone();
    let rule = rule.prop_filter("an empty rule is none", |path| !path.is_empty());
    let signals = ["ai-train=no", "ai-train=yes", "search=no"];
    let signal = prop::sample::select(signals.map(String::from).to_vec());
    let join = |(path, said): (String, String)| format!("{path} {said}").trim().to_owned();
    prop_oneof![
        prop::sample::select(vec!["a", "b", "*"]).prop_map(|name| ("User-agent", name.to_owned())),
        (path.clone(), usage).prop_map(move |parts| ("Content-Usage", join(parts))),
        (path, signal).prop_map(move |parts| ("Content-Signal", join(parts))),
        rule.clone().prop_map(|path| ("Disallow", path)),
        rule.prop_map(|path| ("Allow", path)),
    ]
}

/// Lines of files that are asked without comparing a path, and some that are not.
fn pathless() -> Vec<String> {
    rows(include_str!("rows/pathless.jsonl"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn r_210_files_answer_like_the_naive_reader(
        mut lines in prop::collection::vec(line(), 1..14),
        agent in prop::sample::select(vec!["a", "b", "c"]),
        path in prop::sample::select(vec!["/", "/a", "/a/b", "/ab", "/b", "/aab"]),
    ) {
        lines.insert(0, ("User-agent", "*".to_owned()));
        let file: String = lines.iter().map(|(key, value)| format!("{key}: {value}\n")).collect();
        let robots = parse(&file);
        let heard = uses(&robots, agent, path);
        let found = (answer(&heard, Label::AiprefTrainAi), answer(&heard, Label::SignalAiTrain));
        prop_assert_eq!(found, naive(&lines, agent, path), "{}", file);
    }

    /// In files without paths, a question after that about access has the answers of one without it (see `uses`).
    #[test]
    fn files_without_paths_are_asked_in_two_ways(
        lines in prop::collection::vec(prop::sample::select(pathless()), 1..12),
        agent in prop::sample::select(vec!["a", "b", "c", "*"]),
        path in prop::sample::select(vec!["/", "/a", "/robots.txt"]),
    ) {
        uses(&parse(&format!("User-agent: a\n{}\n", lines.join("\n"))), agent, path);
        uses(&parse(&lines.join("\n")), agent, path);
    }

    /// A file keeps the statements of the group that was asked first: every later question has the answer of a file of its own.
    #[test]
    fn later_questions_have_the_answers_of_a_first_one(
        lines in prop::collection::vec(prop::sample::select(pathless()), 1..12),
        questions in prop::collection::vec((prop::sample::select(vec!["a", "b", "c", "*"]), prop::sample::select(vec!["/", "/a"])), 2..6),
    ) {
        let file = format!("User-agent: a\n{}\n", lines.join("\n"));
        let robots = RobotsTxt::parse(file.as_bytes()).value;
        for (agent, path) in questions {
            let me = client(agent);
            let heard = robots.uses_after(&robots.access(&me, path), &me, path);
            let alone = RobotsTxt::parse(file.as_bytes()).value;
            let alone = alone.uses(&me, path);
            prop_assert_eq!(heard.preferences(), alone.preferences(), "{} {}: {}", agent, path, file);
            prop_assert_eq!(heard.levels(), alone.levels(), "{} {}: {}", agent, path, file);
        }
    }

    /// Law: the order of the rules of a group decides nothing, and one more statement for a path never loosens.
    #[test]
    fn order_decides_nothing_and_a_further_line_for_a_path_never_loosens(
        rules in prop::collection::vec(line().prop_filter("no starter", |line| line.0 != "User-agent"), 1..10),
        more in prop::sample::select(vec!["train-ai=y", "train-ai=n", "search=n"]),
        path in prop::sample::select(vec!["/", "/a", "/a/b", "/ab", "/b"]),
    ) {
        let file = |rules: &[(&str, String)]| {
            let rules: String = rules.iter().map(|(key, value)| format!("{key}: {value}\n")).collect();
            format!("User-agent: *\n{rules}")
        };
        let answers = |file: &str| {
            let robots = parse(file);
            let heard = uses(&robots, "a", path);
            [Label::AiprefTrainAi, Label::AiprefSearch, Label::SignalAiTrain, Label::SignalSearch].map(|label| answer(&heard, label))
        };
        let once = answers(&file(&rules));
        let turned: Vec<_> = rules.iter().rev().cloned().collect();
        prop_assert_eq!(once, answers(&file(&turned)));

        let paths = rules.iter().filter(|line| line.0 == "Content-Usage" && !line.1.contains('T'));
        let paths: Vec<_> = paths.map(|line| parts(&line.1).0.to_owned()).collect();
        for own in paths {
            let mut more_rules = rules.clone();
            more_rules.push(("Content-Usage", format!("{own} {more}").trim().to_owned()));
            for (before, after) in once.into_iter().zip(answers(&file(&more_rules))) {
                prop_assert!(before != Answer::Disallow || after == Answer::Disallow, "{own} {more}");
            }
        }
    }

    /// No octets make reading or asking fail.
    #[test]
    fn any_octets_are_asked(file in prop::collection::vec(any::<u8>(), 0..200), value in "[ /*a-z=,;\"#$-]{0,40}") {
        let keys = ["Content-Usage", "Content-Signal", "License", "AllowAITraining"];
        let mut text = b"User-agent: *\n".to_vec();
        for key in keys {
            text.extend_from_slice(format!("{key}: {value}\n{key}: ").as_bytes());
            text.extend_from_slice(&file);
            text.push(b'\n');
        }
        let read = RobotsTxt::parse(&text);
        let heard = read.value.uses(&Client::anonymous(), "/a");
        for said in heard.preferences() {
            prop_assert!(!said.provenance().text().is_empty());
        }
        prop_assert!(read.diagnostics.iter().all(|found| found.code() != DiagnosticCode::NotHtml));
    }
}
