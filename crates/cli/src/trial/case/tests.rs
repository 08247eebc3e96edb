//! The cases are whole: each can be read, has a clause and a level, and names only what it has.

use std::collections::BTreeSet;

use super::*;

#[test]
fn every_case_can_be_read_and_is_whole() {
    let cases = cases().unwrap();
    assert!(cases.len() >= 60, "only {} cases", cases.len());
    let ids: BTreeSet<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    assert_eq!(ids.len(), cases.len(), "two cases have one id");
    assert!(cases.is_sorted_by_key(|case| &case.id));
    for case in &cases {
        let id = &case.id;
        let kinds = id.strip_prefix("client/").unwrap().split('/');
        assert_eq!(kinds.count(), 2, "{id}");
        let widest = case
            .basis
            .iter()
            .map(|basis| basis.clause().chars().count());
        // A line of 80 columns has them.
        assert!(id.len() <= 31 && widest.max().unwrap() <= 35, "{id}");
        assert!(case.about.chars().count() <= 66, "{id}");
        assert!(!case.start.is_empty(), "{id}");
        for at in addresses(case) {
            let (host, path) = at.split_once('/').unwrap();
            let paths = &case.hosts[host];
            assert!(
                path == "robots.txt" || paths.contains_key(&format!("/{path}")),
                "{id}: {at}"
            );
        }
        let replies = case.hosts.values().flat_map(BTreeMap::values).flatten();
        assert!(replies.into_iter().all(Reply::is_well_formed), "{id}");
    }
}

fn addresses(case: &Case) -> impl Iterator<Item = &String> {
    let expect = &case.expect;
    let of_gap = expect.gap.iter().flat_map(|gap| &gap.of);
    let lists = case.start.iter().chain(&expect.closed).chain(&expect.open);
    lists.chain(expect.at_most.keys()).chain(of_gap)
}

#[test]
fn every_case_expects_something() {
    for case in cases().unwrap() {
        let Expect {
            closed,
            open,
            robots_first,
            at_most,
            gap,
            named,
        } = &case.expect;
        let is_asked = !closed.is_empty() || !open.is_empty() || !robots_first.is_empty();
        assert!(
            is_asked || !at_most.is_empty() || gap.is_some() || named.is_some(),
            "{}",
            case.id
        );
        assert_eq!(
            named.is_some(),
            case.needs == [Ability::Text],
            "{}",
            case.id
        );
        let several = case.start.len() > 1;
        let is_of_two = case.needs == [Ability::Two] || case.control == Some(Ability::Two);
        assert_eq!(several, is_of_two, "{}", case.id);
    }
}

#[test]
fn every_document_that_changes_has_a_day() {
    for case in cases().unwrap() {
        for basis in &case.basis {
            let is_fixed = basis.doc.starts_with("RFC ") || basis.doc.starts_with("draft-");
            let is_living = ["HTML", "DeviantArt, noai"].contains(&basis.doc.as_str());
            assert!(is_fixed || is_living || basis.read.is_some(), "{}", case.id);
            assert!(
                basis.url.is_some() || case.level == Level::Open,
                "{}",
                case.id
            );
        }
    }
}

#[test]
fn every_level_and_ability_has_a_case() {
    let cases = cases().unwrap();
    for level in Level::ALL {
        assert!(cases.iter().any(|case| case.level == level), "{level:?}");
        assert_eq!(Level::of(level.name()), Ok(level));
    }
    for ability in [
        Ability::Fetch,
        Ability::Crawl,
        Ability::Redirect,
        Ability::Text,
        Ability::Two,
    ] {
        assert!(cases.iter().any(|case| case.control == Some(ability)));
    }
    assert!(Level::of("must").is_err());
}

#[test]
fn a_case_with_a_key_that_is_unknown_is_an_error() {
    let line = CASES.lines().next().unwrap();
    let wrong = line.replacen('{', "{\"expects\":{},", 1);
    assert!(serde_json::from_str::<Case>(&wrong).is_err());
}

#[test]
fn ids_fit_patterns() {
    for (pattern, id, does) in [
        ("client/status/503", "client/status/503", true),
        ("client/status/503", "client/status/503-html", false),
        ("*/status/*", "client/status/503", true),
        ("*503*", "client/status/503-html", true),
        ("*503", "client/status/503-html", false),
        ("*", "client/ä", true),
        ("a*b*c", "a-b-b-c", true),
    ] {
        assert_eq!(fits(pattern, id), does, "{pattern} {id}");
    }
}
