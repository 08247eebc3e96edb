use std::time::Duration;

use crate::date::Timestamp;
use crate::policy::Policy;
use crate::robots_txt::fetch::Outcome;
use crate::robots_txt::{
    AccessResult, Cause, FetchRules, Fetched, Reason, Robots, RobotsFetch, RobotsFetchSettings,
    Rung, Then,
};
use crate::tests::rows;
use crate::token::Client;

const START: i64 = 1_790_000_000;
const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

const fn rung(seconds: i64, then: Then) -> Rung {
    Rung::new(Duration::from_secs(seconds.unsigned_abs()), then)
}

const RFC: FetchRules = FetchRules::RFC9309;
const LADDER: FetchRules = FetchRules::new(&[
    rung(0, Then::Nothing),
    rung(12 * HOUR, Then::CopyOrEverything),
    rung(30 * DAY, Then::EverythingIfSiteAnswers),
])
.with_redirects(Then::Everything);
const COPY: FetchRules = FetchRules::new(&[
    rung(0, Then::CopyOrEverything),
    rung(30 * DAY, Then::Everything),
]);
const OPEN: FetchRules = FetchRules::new(&[rung(0, Then::Everything)]);

/// The rules that a row of a table names.
fn named(rules: &str) -> FetchRules {
    match rules {
        "ladder" => LADDER,
        "copy" => COPY,
        "open" => OPEN,
        "closing" => RFC.with_redirects(Then::Nothing),
        "asking" => LADDER.with_redirects(Then::EverythingIfSiteAnswers),
        _ => RFC,
    }
}

/// A redirect that leads nowhere, as a status.
const NOWHERE: u16 = 302;

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_unix(START + seconds)
}

fn answered(fetch: &mut RobotsFetch, status: u16, now: Timestamp) {
    let fetched = match status {
        NOWHERE => Fetched::LeadsNowhere,
        0 => Fetched::NetworkError,
        status => Fetched::of(status, b"User-agent: *\nDisallow: /x"),
    };
    let _ = fetch.answered(&mut fetch.begin(), fetched, now);
}

/// A policy of these answers, each a status at its time.
fn policy(answers: &[(u16, i64)], now: i64) -> Policy {
    let mut fetch = RobotsFetch::default();
    for (status, seconds) in answers {
        answered(&mut fetch, *status, at(*seconds));
    }
    Policy::new().with_robots(fetch.at(at(now)))
}

/// An outcome in a word.
fn word(outcome: Outcome<'_>) -> &'static str {
    match outcome {
        Outcome::Unknown | Outcome::Unread(_) => "unknown",
        Outcome::Rules(_) => "copy",
        Outcome::Unavailable(_) => "everything",
        Outcome::Unreachable { .. } => "nothing",
    }
}

/// A clock that runs backwards is at the first rung.
#[test]
fn r_420_ladders_at_the_second() {
    // Rules, answers, whether the site answers, the seconds after the first failure, and what follows.
    type Ladder = (String, Vec<(u16, i64)>, Option<bool>, i64, String);
    for (rules, answers, site_up, waited, expected) in
        rows::<Ladder>(include_str!("tests/ladders.jsonl"))
    {
        let rules = named(&rules);
        let policy = policy(&answers, waited);
        let policy = match site_up {
            Some(is_up) => policy.with_site_up(is_up),
            None => policy,
        };
        let outcome = policy.robots_by(&rules, "/", at(waited));
        let row = format!("{rules}: {answers:?}, {site_up:?}, {waited}");
        assert_eq!(word(outcome), expected, "{row}");
        let access = outcome.access(&Client::anonymous(), "/y");
        let (allowed, reason) = match &*expected {
            "copy" => (Some(true), Reason::NoMatch),
            "everything" => (Some(true), Reason::Unavailable),
            "nothing" => (Some(false), Reason::Unreachable),
            _ => (None, Reason::Unknown),
        };
        assert_eq!(
            (access.allowed(), access.reason()),
            (allowed, reason),
            "{row}"
        );
        if let Outcome::Unreachable { since, cause } = outcome {
            let last = match answers.last() {
                Some((429, _)) => Cause::RateLimited,
                _ => Cause::ServerError,
            };
            assert_eq!(
                (since, cause),
                (at(0), last),
                "the first time, the last cause: {row}"
            );
        }
    }
}

#[test]
fn r_420_answers_that_no_ladder_changes() {
    for (answers, expected) in rows::<(Vec<(u16, i64)>, String)>(include_str!("tests/final.jsonl"))
    {
        for rules in [RFC, LADDER, COPY, OPEN] {
            for now in [5, 12 * HOUR, 90 * DAY] {
                let policy = policy(&answers, now).with_site_up(false);
                let outcome = policy.robots_by(&rules, "/", at(now));
                assert_eq!(word(outcome), expected, "{rules}: {answers:?} at {now}");
                assert_eq!(outcome, policy.robots().borrowed(), "as in general");
            }
        }
    }
}

/// Of redirects and failures the last cause counts.
#[test]
fn r_420_redirects_that_lead_nowhere() {
    for (rules, answers, expected) in
        rows::<(String, Vec<(u16, i64)>, String)>(include_str!("tests/redirects.jsonl"))
    {
        let (rules, policy) = (named(&rules), policy(&answers, 5));
        let outcome = policy.robots_by(&rules, "/", at(5));
        assert_eq!(word(outcome), expected, "{rules}: {answers:?}");
    }
    // Too many of them are unavailable by default: what that means to a crawler is a question to its rules.
    for (rules, expected) in rows::<(String, String)>(include_str!("tests/too_many.jsonl")) {
        let policy = Policy::new().with_robots(Robots::Unavailable(Cause::Redirects));
        let rules = named(&rules);
        assert_eq!(
            word(policy.robots_by(&rules, "/", at(0))),
            expected,
            "{rules}"
        );
    }
}

#[test]
fn r_420_a_patience_of_ours_changes_no_ladder() {
    let patience = Some(Duration::from_secs(3600));
    let settings = RobotsFetchSettings::new()
        .with_patience(patience)
        .with_rate_limit(AccessResult::Unreachable);
    let mut fetch = RobotsFetch::new(settings);
    answered(&mut fetch, 200, at(-60));
    answered(&mut fetch, 503, at(0));
    let policy = Policy::new().with_robots(fetch.at(at(13 * HOUR)));
    assert_eq!(policy.robots().cause(), Some(Cause::ServerError));
    let word_of = |rules: FetchRules| word(policy.robots_by(&rules, "/", at(13 * HOUR)));
    assert_eq!((word_of(LADDER), word_of(RFC)), ("copy", "copy"));
}

#[test]
fn the_state_of_a_fetch_belongs_to_its_outcome() {
    let (since, cause) = (at(0), Cause::NetworkError);
    let down = || Policy::new().with_robots(Robots::Unreachable { since, cause });
    let by = |policy: &Policy, waited| word(policy.robots_by(&LADDER, "/", at(waited)));
    assert_eq!(by(&down(), 0), "nothing");
    assert_eq!(by(&down(), 12 * HOUR), "everything");
    assert_eq!(down(), policy(&[(0, 0)], 0));
    assert_ne!(policy(&[(200, 0)], 0), policy(&[(200, 0), (503, 1)], 1));

    // Another outcome replaces it; the site stays as it is.
    let absent = || Robots::Unavailable(Cause::Absent);
    let up = down().with_site_up(true).with_robots(absent());
    assert_eq!(by(&up, 0), "everything");
    assert_eq!(
        by(&up.with_robots(down().robots().clone()), 30 * DAY),
        "everything"
    );

    // A union keeps the state of the outcome that stays.
    let copy = || policy(&[(200, -60), (503, 0)], 0);
    for (one, other, waited, expected) in [
        (down(), Policy::new(), 0, "nothing"),
        (copy(), Policy::new(), 0, "nothing"),
        (copy(), Policy::new(), 12 * HOUR, "copy"),
        (copy(), Policy::new().with_robots(absent()), 0, "nothing"),
        (copy(), down(), 12 * HOUR, "everything"),
        (
            down(),
            Policy::new().with_site_up(true),
            30 * DAY,
            "everything",
        ),
        (
            down().with_site_up(false),
            Policy::new().with_site_up(true),
            30 * DAY,
            "nothing",
        ),
    ] {
        assert_eq!(by(&one.clone().union(other.clone()), waited), expected);
        assert_eq!(by(&other.union(one), waited), expected);
    }
}
