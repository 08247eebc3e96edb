//! Laws over whole responses: one more source never loosens, their order does not matter, every place cuts the quoted
//! text, and the output is a function of the input.

use std::fmt::Write as _;

use crate::common::{self, askers, fields};
use crate::meta_harness::feed;
use crate::robots_txt_answers::ended;
use crate::rows;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use robots_policy::header::Validity;
use robots_policy::ledger::Assumed;
use robots_policy::meta::{MetaRules, Placement, signals_from_metas};
use robots_policy::report::{Json, Text};
use robots_policy::robots_txt::{Fetched, Rule};
use robots_policy::{
    Client, DiagnosticCode, DirectiveSet, MetaExtractor, Policy, RobotsTxt, Timestamp,
};

pub(crate) const NOW: i64 = 1_800_000_000;

/// A part of a response that has its own statements.
#[derive(Clone, Debug)]
enum HeadSource {
    /// A field line: name and value.
    Line(&'static str, String),
    /// A meta of the head: name and content.
    Meta(&'static str, String),
}

impl HeadSource {
    fn said_by(&self, policy: Policy) -> Policy {
        match self {
            HeadSource::Line(name, value) => policy.with_fields(fields(&[(name, value)])),
            HeadSource::Meta(name, content) => {
                let rules = MetaRules::new();
                policy.with_document(signals_from_metas(
                    [(*name, &**content, Placement::Head)],
                    &rules,
                ))
            }
        }
    }
}

fn policy<'s>(sources: impl IntoIterator<Item = &'s HeadSource>) -> Policy {
    let sources = sources.into_iter();
    // What is not given does not exist: giving a source can make an unknown known.
    let nothing = Policy::new().with_assumed(Assumed::rest());
    sources.fold(nothing, |policy, source| source.said_by(policy))
}

fn members() -> Vec<String> {
    rows(include_str!("rows/members.jsonl"))
}

fn contents() -> Vec<String> {
    rows(include_str!("rows/contents.jsonl"))
}

fn source() -> impl Strategy<Value = HeadSource> {
    let line = (
        select(&["Robots-Tag", "X-Robots-Tag"][..]),
        vec(select(members()), 1..4),
    )
        .prop_map(|(name, members)| HeadSource::Line(name, members.join(", ")));
    let meta = (
        select(&["robots", "ExampleBot", "b"][..]),
        select(contents()),
    )
        .prop_map(|(name, content)| HeadSource::Meta(name, content));
    prop_oneof![line, meta]
}

pub(crate) fn now() -> Timestamp {
    Timestamp::from_unix(NOW)
}

fn directives(policy: &Policy, asker: &Client) -> DirectiveSet {
    *policy.verdict(asker, "/", now()).directives()
}

/// The permissions of a response, each ordered from the strictest to the loosest.
fn freedoms(policy: &Policy, asker: &Client) -> [u64; 5] {
    let verdict = policy.verdict(asker, "/", now());
    let snippet = verdict.snippet();
    let chars = snippet.max_chars.map_or(u64::MAX, u64::from);
    [
        u64::from(verdict.may_index()),
        u64::from(verdict.may_follow()),
        u64::from(verdict.may_archive()),
        u64::from(snippet.allowed == Some(true)),
        chars,
    ]
}

/// A file of groups, each for its subjects, each with its rules.
fn groups() -> impl Strategy<Value = Vec<String>> {
    let agents = vec(select(&["*", "ExampleBot", "b", "c"][..]), 1..3);
    let paths = select(&["/", "/a", "/a/", "/a*b", "/ab$", "*b", ""][..]);
    let rules = vec((any::<bool>(), paths), 1..5);
    let group = (agents, rules).prop_map(|(agents, rules)| {
        let mut group = String::new();
        for agent in agents {
            writeln!(group, "User-agent: {agent}").unwrap();
        }
        for (allows, path) in rules {
            let key = if allows { "Allow" } else { "Disallow" };
            writeln!(group, "{key}: {path}").unwrap();
        }
        group
    });
    vec(group, 1..6)
}

fn printed(policy: &Policy, asker: &Client) -> (String, String) {
    let verdict = policy.verdict(asker, "/a", now());
    let json = serde_json::to_string(&Json::new("one", &verdict)).unwrap();
    (json, Text::new(&verdict).to_string())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn r_117_one_more_source_never_loosens(sources in vec(source(), 0..5), more in source()) {
        let fewer = policy(&sources);
        let all = policy(sources.iter().chain([&more]));
        for asker in askers() {
            let (fewer_said, all_said) = (directives(&fewer, &asker), directives(&all, &asker));
            prop_assert_eq!(all_said.union(&fewer_said), all_said);
            for (less, more) in freedoms(&all, &asker).iter().zip(freedoms(&fewer, &asker)) {
                prop_assert!(*less <= more);
            }
        }
    }

    #[test]
    fn r_117_one_more_member_never_loosens(
        name in select(&["Robots-Tag", "X-Robots-Tag"][..]),
        members in vec(select(members()), 1..5),
        more in select(members()),
    ) {
        let line = |members: &[String]| HeadSource::Line(name, members.join(", "));
        let fewer = policy(&[line(&members)]);
        let all = policy(&[line(&[members, vec![more]].concat())]);
        for asker in askers() {
            let (fewer, all) = (directives(&fewer, &asker), directives(&all, &asker));
            prop_assert_eq!(all.union(&fewer), all);
        }
    }

    #[test]
    fn r_117_one_more_meta_never_loosens(
        contents in vec((select(&["robots", "ExampleBot"][..]), select(contents())), 1..5),
        at in any::<Index>(),
        chunk in 1..40_usize,
    ) {
        let page = |skipped: Option<usize>| {
            let mut page = String::from("<!doctype html><title>x</title>");
            for (number, (name, content)) in contents.iter().enumerate() {
                if Some(number) != skipped {
                    write!(page, "<meta name={name} content='{content}'>").unwrap();
                }
            }
            let metas = MetaExtractor::new().with_rules(MetaRules::new().with_token("ExampleBot".parse().unwrap()));
            Policy::new().with_document(feed(metas, page.as_bytes().chunks(chunk)))
        };
        let (all, fewer) = (page(None), page(Some(at.index(contents.len()))));
        for asker in askers() {
            let (fewer, all) = (directives(&fewer, &asker), directives(&all, &asker));
            prop_assert_eq!(all.union(&fewer), all);
        }
    }

    #[test]
    fn the_order_of_sources_decides_nothing(
        sources in vec(source(), 0..6).prop_flat_map(|sources| {
            let shuffled = Just(sources.clone()).prop_shuffle();
            (Just(sources), shuffled)
        }),
    ) {
        let (one, other) = (policy(&sources.0), policy(&sources.1));
        for asker in askers() {
            prop_assert_eq!(directives(&one, &asker), directives(&other, &asker));
            prop_assert_eq!(freedoms(&one, &asker), freedoms(&other, &asker));
            let extensions = [&one, &other].map(|policy| {
                let mut said: Vec<_> = policy.verdict(&asker, "/", now()).extensions()
                    .map(|extension| (extension.name(), extension.value()))
                    .collect();
                said.sort_unstable();
                said
            });
            prop_assert_eq!(&extensions[0], &extensions[1]);
        }
    }

    #[test]
    fn the_order_of_groups_decides_nothing(
        groups in groups().prop_flat_map(|groups| {
            let shuffled = Just(groups.clone()).prop_shuffle();
            (Just(groups), shuffled)
        }),
        path in "/[ab/]{0,6}",
    ) {
        let read = |groups: &[String]| RobotsTxt::parse(groups.concat().as_bytes()).value;
        let (one, other) = (read(&groups.0), read(&groups.1));
        for asker in askers() {
            let (one, other) = (one.access(&asker, &path), other.access(&asker, &path));
            prop_assert_eq!(one.is_allowed(), other.is_allowed());
            prop_assert_eq!(one.rule().map(Rule::allows), other.rule().map(Rule::allows));
        }
    }

    #[test]
    fn every_record_is_cut_from_its_line(
        lines in vec(("[ \t]{0,2}(User-agent|disallow|ALLOW|Sitemap|user-agent-purpose|Crawl-delay|Signature-agent)", "[ \t]{0,2}:[ \t]{0,2}", "[^\r\n]{0,12}", "(\n|\r\n|\r)"), 0..12),
    ) {
        let file: String = lines.iter().map(|(key, colon, value, end)| format!("{key}{colon}{value}{end}")).collect();
        let read = RobotsTxt::parse(file.as_bytes());
        let normal = file.replace("\r\n", "\n").replace('\r', "\n");
        let lines: Vec<&str> = normal.split('\n').collect();
        let diagnostics = read.diagnostics.iter().map(|diagnostic| diagnostic.provenance().clone());
        let records = read.value.records().map(robots_policy::robots_txt::Record::provenance);
        for place in diagnostics.chain(records) {
            let Some(number) = place.line() else { continue };
            let cut = place.span().of(lines[number - 1].as_bytes());
            prop_assert_eq!(place.text().as_bytes(), cut, "{:?} in {:?}", place, file);
        }
    }

    #[test]
    fn r_119_output_is_a_function_of_the_input(sources in vec(source(), 0..5), groups in groups()) {
        let again = || {
            let robots = RobotsTxt::parse(groups.concat().as_bytes());
            policy(&sources).with_robots(robots)
        };
        for asker in askers() {
            prop_assert_eq!(printed(&again(), &asker), printed(&again(), &asker));
        }
    }
}

/// Every outcome of a fetch of robots.txt, one policy each.
fn outcomes() -> Vec<Policy> {
    let mut outcomes = vec![Policy::new()];
    for (status, body) in [
        (200, "User-agent: *\nDisallow: /x\noops"),
        (404, ""),
        (503, ""),
    ] {
        let fetch = ended(Fetched::of(status, body.as_bytes()));
        outcomes.push(Policy::new().with_robots(fetch.at(common::now())));
    }
    outcomes
}

#[test]
fn r_118_union_never_loosens_what_robots_txt_says() {
    let asker = Client::anonymous();
    let freedom = |policy: &Policy, path: &str| match policy.robots().access(&asker, path).allowed()
    {
        Some(false) => 0,
        Some(true) => 1,
        None => 2,
    };
    for one in outcomes() {
        for other in outcomes() {
            let both = one.clone().union(other.clone());
            assert_eq!(both.robots(), other.clone().union(one.clone()).robots());
            for path in ["/x", "/y"] {
                let least = freedom(&one, path).min(freedom(&other, path));
                assert!(freedom(&both, path) <= least, "{one:?} {other:?} {path}");
            }
            // The diagnostics are those of the file that is held.
            let file = |policy: &Policy| policy.diagnostics().count();
            let held = [&one, &other]
                .into_iter()
                .find(|policy| policy.robots() == both.robots());
            assert_eq!(file(&both), held.map_or(0, file));
        }
    }
}

#[test]
fn the_file_that_is_replaced_leaves_no_diagnostics() {
    let metas = || {
        signals_from_metas(
            [("robots", "noindex nofollow", Placement::Head)],
            &MetaRules::new(),
        )
    };
    let replaced = Policy::new()
        .with_robots(RobotsTxt::parse(b"oops"))
        .with_document(metas())
        .with_robots(RobotsTxt::parse(b"User-agent: *\nDisallow: /\nbad"));
    let codes: Vec<DiagnosticCode> = replaced
        .diagnostics()
        .map(robots_policy::Diagnostic::code)
        .collect();
    assert_eq!(
        codes,
        [DiagnosticCode::UnreadableLine, DiagnosticCode::Separator]
    );
    let gone = replaced.with_robots(robots_policy::robots_txt::Robots::Unknown);
    assert_eq!(gone.diagnostics().count(), 1);
    assert_eq!(gone, Policy::new().with_document(metas()));
}

proptest! {
    #[test]
    fn r_120_a_union_holds_no_longer_than_either(
        hints in vec((any::<Option<u8>>(), any::<Option<u8>>(), any::<Option<u8>>()), 2..3),
        received in 0_i64..300,
    ) {
        let validity = |(max_age, expires, date): (Option<u8>, Option<u8>, Option<u8>)| {
            let at = |seconds: u8| format!("Thu, 01 Jan 1970 00:{:02}:{:02} GMT", seconds / 60, seconds % 60);
            let age = max_age.map(|seconds| ("cache-control", format!("max-age={seconds}")));
            let expires = expires.map(|seconds| ("expires", at(seconds)));
            let date = date.map(|seconds| ("date", at(seconds)));
            Validity::from_lines([age, expires, date].into_iter().flatten())
        };
        let received = Timestamp::from_unix(received);
        let policies: Vec<Policy> = hints.into_iter().map(|hint| Policy::new().with_validity(validity(hint))).collect();
        let both = policies[0].clone().union(policies[1].clone());
        let swapped = policies[1].clone().union(policies[0].clone());
        let until = |policy: &Policy| policy.validity().until(received);
        prop_assert_eq!(until(&both), until(&swapped));
        for policy in &policies {
            if let Some(own) = until(policy) {
                // A deadline in the past stays in the past.
                prop_assert!(until(&both).unwrap() <= own.max(received));
            }
        }
    }
}

#[test]
fn the_number_of_a_meta_given_as_a_pair_identifies_it() {
    let metas = [
        ("description", "A page", Placement::Head),
        ("robots", "noindex", Placement::Head),
        ("robots", "max-snippet:20", Placement::Head),
    ];
    let read = signals_from_metas(metas, &MetaRules::new());
    let at = |index: usize| {
        let place = read.value[index].provenance();
        (place.line(), place.span().start, place.span().end)
    };
    assert_eq!((at(0), at(1)), ((Some(2), 0, 7), (Some(3), 0, 14)));
    let policy = Policy::new().with_document(read);
    let text = Text::new(&policy.verdict(&Client::anonymous(), "/", now())).to_string();
    assert!(
        text.contains("meta 2 in head, content, bytes 0-7: «noindex»"),
        "{text}"
    );
}
