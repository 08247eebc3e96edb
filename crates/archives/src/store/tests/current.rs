//! Of several stored answers, every one that may be the current one is asked for its `Disallow`.

use std::sync::Arc;

use robots_policy::robots_txt::RobotsTxtReader;
use robots_policy::{Client, Timestamp};
use url::Url;

use super::*;
use crate::sites::CrawlSites;
use crate::when::When;

const A: &str = "https://a.example";
const DAY: i64 = 24 * 60 * 60;
const CLOSED: &str = "User-agent: *\nDisallow: /private\n";

fn file(at: i64, body: &str) -> (String, Answer) {
    let body = Some(StoredBody::whole(body.as_bytes().to_vec()));
    let answer = Answer {
        at,
        body,
        ..answer(0, 200)
    };
    (A.to_owned(), answer)
}

fn to(at: i64, place: &str) -> (String, Answer) {
    let answer = Answer {
        location: Some(place.to_owned()),
        at,
        ..answer(0, 301)
    };
    (A.to_owned(), answer)
}

/// An answer at another address.
fn at(address: &str, (_, answer): (String, Answer)) -> (String, Answer) {
    let key = crate::answer::robots_at(Url::parse(address).unwrap());
    (key.unwrap(), answer)
}

/// Whether `/private` and `/` may be fetched by a page of a time, of a store of these answers in any order.
fn access(answers: &[(String, Answer)], when: When) -> [Option<bool>; 2] {
    let folder = Folder::new(&format!("current-{:?}", std::thread::current().id()));
    let reversed: Vec<_> = answers.iter().rev().cloned().collect();
    let [one, other] = [("one", answers), ("other", reversed.as_slice())].map(|(name, answers)| {
        let store = Arc::new(put(&folder.0.join(name), BATCH, answers));
        let mut sites = CrawlSites::new(store, RobotsTxtReader::new(), Timestamp::from_unix(0));
        ["https://a.example/private", "https://a.example/"].map(|page| {
            let site = sites.of(page, &Url::parse(page).unwrap(), when).unwrap();
            let policies = std::iter::once(&site.policy).chain(&site.others);
            let all: Vec<_> = policies
                .map(|policy| {
                    let verdict =
                        policy.verdict(&Client::anonymous(), page, Timestamp::from_unix(0));
                    verdict.access().allowed()
                })
                .collect();
            all.iter()
                .find(|one| **one == NO)
                .copied()
                .unwrap_or(all[0])
        })
    });
    assert_eq!(one, other);
    one
}

fn page(day: i64) -> When {
    When::Capture {
        at: day * DAY,
        within: DAY,
    }
}

const NO: Option<bool> = Some(false);
const YES: Option<bool> = Some(true);

#[test]
fn a_redirect_leads_to_any_address_that_is_stored() {
    let other = "https://b.example";
    for (place, address) in [
        (
            "https://b.example/u/robots.txt",
            "https://b.example/u/robots.txt",
        ),
        ("/u/robots.txt", "https://a.example/u/robots.txt"),
        (
            "https://b.example/robots.txt?for=a",
            "https://b.example/robots.txt?for=a",
        ),
    ] {
        let own = at(
            "https://b.example/robots.txt",
            file(0, "User-agent: *\nDisallow: /\n"),
        );
        assert_eq!(own.0, other);
        let answers = [to(0, place), at(address, file(1, CLOSED)), own];
        assert_eq!(access(&answers, page(0)), [NO, YES], "{place}");
        // Far from the page, it permits nothing.
        assert_eq!(access(&answers, page(9)), [NO, None], "{place}");
        assert_eq!(access(&answers, When::Latest), [NO, YES], "{place}");
        let missing = at(address, (String::new(), answer(0, 404)));
        assert_eq!(access(&[to(0, place), missing], page(0)), [YES, YES]);
    }
}

#[test]
fn at_most_five_redirects_are_followed() {
    let place = |number: usize| format!("https://b.example/{number}/robots.txt");
    for (count, private) in [(5, NO), (6, YES)] {
        let mut answers = vec![to(0, &place(1))];
        for number in 1..count {
            answers.push(at(&place(number), to(0, &place(number + 1))));
        }
        answers.push(at(&place(count), file(0, CLOSED)));
        assert_eq!(access(&answers, page(0)), [private, YES], "{count}");
    }
}

#[test]
fn a_redirect_that_leads_out_of_the_store_hides_no_file() {
    let out = "https://gone.example/robots.txt";
    for (own, redirect, day) in [(1, 3, 3), (3, 1, 1), (1, 1, 1), (1, 1, 2), (1, 9, 9)] {
        let answers = [file(own * DAY, CLOSED), to(redirect * DAY, out)];
        assert_eq!(access(&answers, page(day)), [NO, None], "{own} {redirect}");
    }
    let answers = [file(DAY, CLOSED), to(2 * DAY, out)];
    assert_eq!(access(&answers, When::Latest), [NO, None]);
    // A redirect before it may lead to a file, and a chain may break off.
    let mut answers = vec![to(DAY, "https://b.example/robots.txt"), to(3 * DAY, out)];
    answers.push(at("https://b.example/robots.txt", file(0, CLOSED)));
    assert_eq!(access(&answers, page(3)), [NO, None]);
    answers.push(at("https://b.example/robots.txt", to(3 * DAY, out)));
    assert_eq!(access(&answers, page(3)), [NO, None]);
    // One that leads to a known answer replaces what was before.
    let mut answers = vec![
        file(DAY, CLOSED),
        to(3 * DAY, "https://b.example/robots.txt"),
    ];
    answers.push(at(
        "https://b.example/robots.txt",
        file(0, "User-agent: *\nAllow: /\n"),
    ));
    assert_eq!(access(&answers, When::Latest), [YES, YES]);
    // A failure is no answer of another time.
    let answers = [(A.to_owned(), answer(0, 503)), to(0, out)];
    assert_eq!(access(&answers, page(0)), [None, None]);
}

#[test]
fn each_answer_of_one_second_forbids_and_none_permits() {
    for number in 0..6 {
        let other = format!("User-agent: *\nDisallow: /other{number}\n");
        for rest in [
            file(0, &other),
            (A.to_owned(), answer(0, 404)),
            to(0, "https://gone.example/"),
        ] {
            for when in [page(0), page(5), When::Latest] {
                let answers = [file(0, CLOSED), rest.clone()];
                assert_eq!(access(&answers, when), [NO, None], "{number}");
            }
        }
    }
}
