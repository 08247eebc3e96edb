//! AI-use preferences in robots.txt: `Content-Usage`, `Content-Signal`, `License`, and the rules for training.

use std::fmt::Write as _;
use std::fs;

use proptest::prelude::*;
use robots_policy::robots_txt::{GroupSelection, LeadingStar, RobotsTxtReader};
use robots_policy::uses::{Activity, Answer, FileUses, Label, Level, Preference};
use robots_policy::{Client, Diagnostic, DiagnosticCode, RobotsTxt, Severity};
use serde_json::Value;

use crate::rows;

fn file_of(text: &str) -> RobotsTxt {
    RobotsTxt::parse(text.as_bytes()).value
}

fn uses<'f>(robots: &'f RobotsTxt, agent: &str, target: &str) -> FileUses<'f> {
    asked(robots, &client(agent), target)
}

/// A client with this name; `*` for one without.
fn client(agent: &str) -> Client {
    match agent {
        "*" => Client::anonymous(),
        agent => Client::new(agent).unwrap(),
    }
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

/// The codes of the diagnostics, with their lines.
fn codes(file: &str) -> Vec<(&'static str, usize)> {
    let read = RobotsTxt::parse(file.as_bytes());
    let found = read.diagnostics.iter();
    found
        .map(|found| (found.code().name(), found.provenance().line().unwrap()))
        .collect()
}

/// The vectors of a file that decide here: those of robots.txt alone.
#[test]
fn the_vectors_about_robots_txt_agree() {
    let path = robots_policy_kit::files::root().join("../shared/suites/ai-signals/vectors.jsonl");
    let Ok(vectors) = fs::read_to_string(path) else {
        eprintln!("skipped: there is no ../shared/suites/ai-signals");
        return;
    };
    let (mut asked, mut wrong) = (0, String::new());
    for vector in vectors.lines() {
        let vector: Value = serde_json::from_str(vector).unwrap();
        let (Some(file), None) = (vector["robots_txt"].as_str(), vector.get("headers")) else {
            continue;
        };
        let agent = vector["agent"].as_str().unwrap();
        let robots = file_of(file);
        let uses = uses(&robots, agent, vector["url"].as_str().unwrap());
        for (key, expected) in vector["expect"].as_object().unwrap() {
            let Ok(label) = key.parse::<Label>() else {
                continue;
            };
            let is_ours = ["aipref", "content-signal", "canel"];
            if !is_ours.contains(&label.vocabulary().name()) {
                continue;
            }
            asked += 1;
            let answer = answer(&uses, label);
            if answer.name() != expected.as_str().unwrap() {
                writeln!(wrong, "{}: {key} is {answer}, not {expected}", vector["id"]).unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(asked > 70, "only {asked} answers were compared");
}

const ALL: &str = "https://example.com/a";

/// Files, a client, a target, and all that is said to it.
#[test]
fn r_209_r_211_r_215_r_301_files_say_what_their_rows_have() {
    type Row = (String, String, String, String);
    for (file, agent, target, expected) in rows::<Row>(include_str!("rows/robots_uses.jsonl")) {
        let said = said(&uses(&file_of(&file), &agent, &target));
        assert_eq!(said, expected, "{agent} at {target}: {file}");
    }
}

#[test]
fn r_214_a_strict_reader_ignores_a_star_in_front() {
    let file = "User-agent: *\nContent-Usage: train-ai=n\nContent-Usage: *.gif$ search=n\n";
    let strict =
        RobotsTxtReader::new().with_open_points(|open| open.leading_star = LeadingStar::Ignored);
    let robots = strict.read(file.as_bytes()).value;
    let uses = robots.uses(&Client::anonymous(), "/b.gif");
    assert_eq!(answer(&uses, Label::AiprefSearch), Answer::Unstated);
}

#[test]
fn r_216_r_217_groups_are_those_of_access() {
    let file = "Content-Usage: search=n\nUser-agent: abot\nAllow: /\n\nUser-agent-purpose: training\nContent-Usage: train-ai=n\n\n\
        User-agent: *\nContent-Usage: train-ai=y\n\nUser-agent: ABot/2\nContent-Usage: ai-use=n\n";
    let robots = RobotsTxt::parse(file.as_bytes()).value;
    let me = Client::anonymous().with_purpose("training".parse().unwrap());
    let heard = robots.uses(&me, ALL);
    assert_eq!(heard.preferences()[0].scope(), "purpose:training");
    let both = me.with_purpose("search".parse().unwrap());
    assert_eq!(
        said(&robots.uses(&both, ALL)),
        "aipref:train-ai=disallow aipref:train-ai=allow",
        "each purpose is heard"
    );
    let free = Client::anonymous().with_obeys_global(false);
    assert!(robots.uses(&free, ALL).is_empty());
    let all = RobotsTxtReader::new().with_group_selection(GroupSelection::EveryNamed);
    let me = Client::new("abot")
        .unwrap()
        .with_purpose("training".parse().unwrap());
    let robots = all.read(file.as_bytes()).value;
    let heard = robots.uses(&me, ALL);
    assert_eq!(
        said(&heard),
        "aipref:train-ai=disallow aipref:ai-use=disallow"
    );
}

#[test]
fn r_218_preferences_end_a_run_and_access_does_not() {
    let file = "User-agent: abot\nContent-Usage: train-ai=n\nUser-agent: bbot\nContent-Usage: search=n\nUser-agent: abot\nContent-Signal: search=yes\nUser-agent: cbot\nDisallow: /x\n";
    for agent in ["abot", "bbot", "cbot", "dbot"] {
        let robots = RobotsTxt::parse(file.as_bytes()).value;
        let is_allowed = robots
            .access(&Client::new(agent).unwrap(), "/x")
            .is_allowed();
        assert_eq!(is_allowed, agent == "dbot");
    }
    let found = codes(file);
    for differs in [("usage-grouping-differs", 2), ("usage-grouping-differs", 4)] {
        assert!(found.contains(&differs), "{found:?}");
    }
}

#[test]
fn r_230_a_client_that_obeys_no_global_group_hears_no_signal_of_the_file() {
    let file = "Content-Signal: ai-train=no, use=reference\n\nUser-agent: *\nContent-Signal: search=yes, ai-input=yes\n\
        Content-Signal: /private/ ai-input=no, use=immediate\nAllow: /\n\nUser-agent: abot\nContent-Signal: /b ai-train=yes\nDisallow: /x\n";
    let free = Client::anonymous().with_obeys_global(false);
    assert!(
        RobotsTxt::parse(file.as_bytes())
            .value
            .uses(&free, "/")
            .is_empty()
    );
}

#[test]
fn r_233_the_levels_are_heard_and_contradictions_are_reported() {
    let file = "User-agent: *\nContent-Signal: ai-train=yes\nContent-Signal: use=reference\nContent-Signal: use=full\n";
    let robots = file_of(file);
    let heard = uses(&robots, "a", ALL);
    let levels: Vec<_> = heard.levels().iter().map(|(level, _)| *level).collect();
    assert_eq!(levels, [Level::Reference, Level::Full]);
    assert_eq!(
        codes(file),
        [("signal-use-below-yes", 2), ("signal-conflict", 4)]
    );
}

/// A level caps the uses above it, whatever other keys say, and permits nothing by itself.
#[test]
fn r_233_a_level_caps_the_uses_above_it() {
    let letter = |answer| match answer {
        Answer::Unstated => '-',
        Answer::Allow => 'y',
        Answer::Conditional => 'c',
        Answer::Disallow => 'n',
    };
    for (signals, expected) in [
        ("use=full", "------"),
        ("ai-train=yes, ai-input=yes, search=yes, use=full", "yyy-y-"),
        ("use=reference", "nnc---"),
        ("ai-train=yes, use=reference", "nnc---"),
        ("search=yes, ai-train=no, use=reference", "nnc-y-"),
        ("ai-input=yes, use=reference", "nnc---"),
        ("ai-input=no, use=reference", "nnn---"),
        ("use=immediate", "nncnn-"),
        ("search=yes, ai-train=yes, use=immediate", "nncnn-"),
        ("use=full, use=immediate", "nncnn-"),
        // Refusals that are visible in what cannot be read.
        ("search=yes ai-train=no", "nn----"),
        ("search=yes|ai-train=no", "nn----"),
        ("ai-train: no", "nn----"),
        ("\u{a0}ai-train=no, search=yes", "nn--y-"),
        ("ai-train = \"no\" ai-input: 'false'", "nnn---"),
        ("search=yes use=immediate", "nncnn-"),
        ("search=yes ai-train=yes", "------"),
        ("x-ai-train=no", "------"),
        ("ai-train=nothing", "------"),
        ("ai-train=maybe, no", "------"),
        ("no ai-train", "------"),
    ] {
        let file = format!("User-agent: *\nContent-Signal: {signals}\n");
        let robots = file_of(&file);
        let heard = uses(&robots, "a", ALL);
        let found: String = Activity::ALL
            .iter()
            .map(|activity| letter(heard.of(*activity)))
            .collect();
        assert_eq!(found, expected, "{signals}");
    }
}

#[test]
fn r_235_r_303_a_managed_file_is_without_a_warning() {
    let file = "# Content-Signal: ai-input=no\nUser-Agent: *\nContent-signal: search=yes,ai-train=no,use=reference\nAllow: /\n\n\
        User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /cart\n\nUser-agent: own\nAllow: /\n";
    let read = RobotsTxt::parse(file.as_bytes());
    let worst = read.diagnostics.iter().map(Diagnostic::severity).max();
    assert_eq!(worst, Some(Severity::Notice));
    assert_eq!(codes(file), [("signal-not-inherited", 12)]);
    assert_eq!(
        said(&read.value.uses(&Client::anonymous(), "/cart")),
        "content-signal:search=allow content-signal:ai-train=disallow use=reference"
    );
}

#[test]
fn r_257_r_259_r_272_licences_of_a_group_hide_those_of_the_file() {
    let file = "License: https://example.com/all.xml\nLicense: /all.xml\n\nUser-agent: abot\nLicense: <https://example.com/a.xml>\nDisallow: /x\n\nUser-agent: *\nAllow: /\n";
    let at = uses(&file_of(file), "abot", ALL).licenses()[0].1.clone();
    assert_eq!(
        (at.line(), at.text()),
        (Some(5), "<https://example.com/a.xml>")
    );
}

#[test]
fn r_279_rules_for_training_are_path_rules() {
    let file = "User-agent: *\nDisallowAITraining: /\nAllowAITraining: /opened/\nAllowAITraining: /tie\nDisallowAITraining: /tie\nDisallowAITraining: *.gif$\nDisallowAITraining:\n";
    for (path, expected) in [
        ("/a", Answer::Disallow),
        ("/opened/a", Answer::Allow),
        ("/tie", Answer::Disallow),
        ("/opened/a.gif", Answer::Allow),
        ("/a.gif", Answer::Disallow),
    ] {
        assert_eq!(
            answer(&uses(&file_of(file), "a", path), Label::CanelTraining),
            expected,
            "{path}"
        );
    }
    let robots = file_of(file);
    let heard = uses(&robots, "a", "/opened/");
    assert_eq!(
        heard.preferences()[0].provenance().text(),
        "AllowAITraining: /opened/"
    );
}

/// the text of each statement is that of its span, in files with a byte order mark and in UTF-16, too.
#[test]
fn every_statement_is_at_its_bytes() {
    let text = "\u{feff} Content-Signal :/a  search=yes ;ai-train= no # x\r\nLicense: \"/l\"\rUser-agent: *\n\tContent-Usage: /a\ttrain-ai=n;a=\"b, c\" , search=y\n DisallowAITraining : /\n";
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (file, mark) in [(text.as_bytes().to_vec(), 3), (wide, 0)] {
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

/// large files of the worst kinds give an answer, and few diagnostics.
#[test]
fn r_298_hostile_lines_cost_little() {
    let many = |line: &dyn Fn(usize) -> String| {
        let lines: String = (0..10_000).map(line).collect();
        format!("User-agent: *\n{lines}")
    };
    let files = [
        many(&|i| format!("Content-Usage: /*{i}*a*b$ train-ai=n\n")),
        many(&|i| format!("Content-Usage: /{} train-ai=n,\n", "a".repeat(i % 40))),
        many(&|i| format!("Content-Signal: /a{i} use=full\n")),
        many(&|i| format!("User-agent: a{i}\nContent-Usage: train-ai=n\n")),
        many(&|i| format!("License: https://example.com/{i}\n")),
        many(&|_| "Content-Usage: train-ai=n\n".to_owned()),
        format!(
            "User-agent: *\nContent-Usage: {}\n",
            "search=y, ".repeat(50_000)
        ),
        format!(
            "User-agent: *\nContent-Signal: {}\n",
            "ai-train=no;".repeat(40_000)
        ),
        format!(
            "User-agent: *\nContent-Usage: {}\n",
            "train-ai =".repeat(50_000)
        ),
    ];
    let target = format!("/{}", "a".repeat(2000));
    for file in files {
        let read = RobotsTxt::parse(file.as_bytes());
        assert!(read.diagnostics.len() <= 258, "{}", read.diagnostics.len());
        for _ in 0..20 {
            let heard = asked(&read.value, &Client::anonymous(), &target);
            assert!(heard.preferences().len() + heard.licenses().len() <= 256);
        }
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

/// Whether a path matches a pattern: every way is tried.
fn matches(pattern: &[u8], path: &[u8]) -> bool {
    match (pattern, path) {
        ([], _) | ([b'$'], []) => true,
        ([b'*', rest @ ..], _) => (0..=path.len()).any(|at| matches(rest, &path[at..])),
        ([octet, pattern @ ..], [own, path @ ..]) => octet == own && matches(pattern, path),
        _ => false,
    }
}

/// Lines of a file, as key and value.
type Lines = Vec<(&'static str, String)>;

/// The lines of the groups of a client, merged. A key of `ends` ends a run of user agents.
fn group<'l>(lines: &'l Lines, agent: &str, ends: &[&str]) -> Vec<&'l (&'static str, String)> {
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

fn naive(lines: &Lines, agent: &str, path: &str) -> (Answer, Answer) {
    let own = |key: &str, ends: &[&str]| {
        let lines = group(lines, agent, ends).into_iter();
        let lines = lines.filter(move |line| line.0 == key);
        let parts = lines.map(|line| parts(&line.1));
        let matching = parts.filter(|(pattern, _)| matches(pattern.as_bytes(), path.as_bytes()));
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
    let path = prop::sample::select(vec![
        "", "/", "/a", "/a/b", "/*b", "/a*", "/ab$", "/*a*", "/b",
    ]);
    let usage = prop::sample::select(vec![
        "train-ai=n",
        "train-ai=y",
        "search=n",
        "TRAIN-AI=n",
        "train-ai=y, train-ai=n",
    ]);
    let signal = prop::sample::select(vec!["ai-train=no", "ai-train=yes", "search=no"]);
    let join = |(path, said): (&str, &str)| format!("{path} {said}").trim().to_owned();
    prop_oneof![
        prop::sample::select(vec!["a", "b", "*"]).prop_map(|name| ("User-agent", name.to_owned())),
        (path.clone(), usage).prop_map(move |parts| ("Content-Usage", join(parts))),
        (path.clone(), signal).prop_map(move |parts| ("Content-Signal", join(parts))),
        path.clone()
            .prop_filter("an empty rule is none", |path| !path.is_empty())
            .prop_map(|path| ("Disallow", path.to_owned())),
        path.prop_filter("an empty rule is none", |path| !path.is_empty())
            .prop_map(|path| ("Allow", path.to_owned())),
    ]
}

/// Lines of files that are asked without comparing a path, and some that are not.
const PATHLESS: &[&str] = &[
    "User-agent: a",
    "User-agent: b",
    "User-agent: *",
    "Disallow: /a",
    "Allow: /",
    "Content-Usage: train-ai=n",
    "Content-Usage: train-ai=y, search=n",
    "Content-Usage: /a train-ai=n",
    "Content-Signal: ai-train=no, search=yes",
    "Content-Signal: ai-train=yes, use=reference",
    "Content-Signal: use=full",
    "DisallowAITraining: /",
    "License: https://example.com/license.xml",
];

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
        let robots = file_of(&file);
        let heard = uses(&robots, agent, path);
        let found = (answer(&heard, Label::AiprefTrainAi), answer(&heard, Label::SignalAiTrain));
        prop_assert_eq!(found, naive(&lines, agent, path), "{}", file);
    }

    /// In files without paths, a question after that about access has the answers of one without it (see `uses`).
    #[test]
    fn files_without_paths_are_asked_in_two_ways(
        lines in prop::collection::vec(prop::sample::select(PATHLESS.to_vec()), 1..12),
        agent in prop::sample::select(vec!["a", "b", "c", "*"]),
        path in prop::sample::select(vec!["/", "/a", "/robots.txt"]),
    ) {
        uses(&file_of(&format!("User-agent: a\n{}\n", lines.join("\n"))), agent, path);
        uses(&file_of(&lines.join("\n")), agent, path);
    }

    /// A file keeps the statements of the group that was asked first: every later question has the answer of a file of its own.
    #[test]
    fn later_questions_have_the_answers_of_a_first_one(
        lines in prop::collection::vec(prop::sample::select(PATHLESS.to_vec()), 1..12),
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
            let robots = file_of(file);
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

#[test]
fn r_471_uses_of_the_first_group_alone() {
    let file = "License: /all.xml\n\nUser-agent: abot\nContent-Signal: ai-train=no\nContent-Usage: train-ai=n\n\
         DisallowAITraining: /\nAllow: /\n\n\
         User-agent: *\nContent-Signal: search=no\nAllow: /\n\n\
         User-agent: abot\nContent-Signal: ai-train=yes, ai-input=no\nContent-Usage: search=n\nLicense: /a.xml\nAllow: /\n\n\
         User-agent: *\nContent-Signal: ai-input=no\nAllow: /";
    let robots = RobotsTxt::parse(file.as_bytes()).value;
    for (agent, alone, expected) in [
        (
            "abot",
            true,
            "content-signal:ai-train=disallow aipref:train-ai=disallow canel:ai-training=disallow \
             <https://e.example/all.xml>",
        ),
        (
            "abot",
            false,
            "content-signal:ai-train=disallow aipref:train-ai=disallow canel:ai-training=disallow \
             content-signal:ai-train=allow content-signal:ai-input=disallow aipref:search=disallow \
             <https://e.example/a.xml>",
        ),
        (
            "bbot",
            true,
            "content-signal:search=disallow <https://e.example/all.xml>",
        ),
        (
            "bbot",
            false,
            "content-signal:search=disallow content-signal:ai-input=disallow \
             <https://e.example/all.xml>",
        ),
    ] {
        let me = Client::new(agent).unwrap().with_first_group(alone);
        let heard = asked(&robots, &me, "https://e.example/p");
        assert_eq!(said(&heard), expected, "{agent}, alone: {alone}");
    }
}
