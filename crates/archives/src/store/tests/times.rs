//! Of several stored answers, every one that may be the current one is asked for its `Disallow`.

use robots_policy_live::StoredBody;
use std::sync::Arc;

use robots_policy::robots_txt::RobotsTxtReader;
use robots_policy::{Client, Timestamp};
use robots_policy_kit::bytes::bytes;
use robots_policy_kit::told::assert_told;
use url::Url;

use super::*;
use crate::sites::CrawlSites;
use crate::time::When;

const A: &str = "https://a.example";
const DAY: i64 = 24 * 60 * 60;

/// Whether `/private` and `/` may be fetched by a page of a time, of a store of these answers in any order.
fn access(answers: &[(String, Answer)], when: When) -> String {
    let folder = StoreFolder::new(&format!("current-{:?}", std::thread::current().id()));
    let reversed: Vec<_> = answers.iter().rev().cloned().collect();
    let [one, other] = [("one", answers), ("other", reversed.as_slice())].map(|(name, answers)| {
        let store = Arc::new(put(&folder.0.join(name), BATCH, answers));
        let mut sites = CrawlSites::new(store, RobotsTxtReader::new(), Timestamp::from_unix(0));
        ["https://a.example/private", "https://a.example/"].map(|page| {
            let site = sites.of(page, &Url::parse(page).unwrap(), when).unwrap();
            let policies = std::iter::once(&site.first).chain(&site.others);
            let all: Vec<_> = policies
                .map(|policy| {
                    let verdict =
                        policy.verdict(&Client::anonymous(), page, Timestamp::from_unix(0));
                    verdict.access().allowed()
                })
                .collect();
            if all.contains(&Some(false)) {
                "no"
            } else if all[0] == Some(true) {
                "yes"
            } else {
                "?"
            }
        })
    });
    assert_eq!(one, other);
    one.join(", ")
}

/// A step is an answer of this second in a store (`address second = status body`), or a page of a day, of which is told whether
/// `/private` and `/` may be fetched. A heading begins anew.
#[test]
fn every_answer_that_may_be_current_is_asked() {
    let mut answers = Vec::new();
    assert_told("crates/archives/src/store/tests/current.txt", |step, _| {
        if step.starts_with("# ") {
            answers.clear();
        } else if let Some((place, stored)) = step.split_once(" = ") {
            let (address, second) = place.split_once(' ').unwrap();
            answers.push(stored_as(address, second.parse().unwrap(), stored));
        } else {
            let when = step
                .strip_prefix("day ")
                .map_or(When::Latest, |day| When::Capture {
                    at: day.parse::<i64>().unwrap() * DAY,
                    within: DAY,
                });
            return access(&answers, when);
        }
        String::new()
    });
}

/// `A` is the robots.txt of a site by its authority, and another address a file that it may lead to.
fn stored_as(address: &str, at: i64, stored: &str) -> (String, Answer) {
    let key = match address {
        "A" => A.to_owned(),
        _ => crate::answer::robots_at(Url::parse(address).unwrap()).unwrap(),
    };
    let (status, rest) = stored.split_once(' ').unwrap_or((stored, ""));
    let location = rest.strip_prefix("-> ").map(str::to_owned);
    let body = bytes(if location.is_some() { "" } else { rest });
    let answer = Answer {
        at,
        location,
        body: Some(StoredBody::whole(body)),
        ..answer(0, status.parse().unwrap())
    };
    (key, answer)
}
