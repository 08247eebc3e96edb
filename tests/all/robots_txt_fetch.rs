//! How a fetch of robots.txt ends, and how long its result holds.

use std::time::Duration;

use robots_policy::robots_txt::{
    AccessResult, Age, AnswerFields, Cause, Dialect, Fetched, Next, Reason, Robots, RobotsFetch,
    RobotsFetchSettings, RobotsTxtReader,
};
use robots_policy::{Client, DiagnosticCode, Limits, Policy, ProductToken, Timestamp};

const START: i64 = 1_790_000_000;
const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;
const RULES: &[u8] = b"User-agent: *\nDisallow: /x\n";

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_unix(START + seconds)
}

fn response(status: u16, body: &[u8]) -> Fetched<'_> {
    Fetched::of(status, body)
}

fn cached(status: u16, cache_control: &str) -> Fetched<'_> {
    Fetched::Response {
        status,
        fields: AnswerFields {
            cache_control: Some(cache_control.into()),
            ..AnswerFields::default()
        },
        body: Some(RULES),
    }
}

fn redirect(status: u16, location: &str) -> Fetched<'_> {
    Fetched::Response {
        status,
        fields: AnswerFields {
            location: Some(location.into()),
            ..AnswerFields::default()
        },
        body: Some(b""),
    }
}

fn fetch() -> RobotsFetch {
    RobotsFetch::new(RobotsFetchSettings::new())
}

/// One fetch that ends with its first answer.
fn take(robots: &mut RobotsFetch, fetched: Fetched<'_>, now: Timestamp) -> bool {
    robots.answered(&mut robots.begin(), fetched, now) == Next::Done
}

/// The outcome of one answer.
fn outcome(settings: RobotsFetchSettings, fetched: Fetched<'_>) -> Robots {
    let mut robots = RobotsFetch::new(settings);
    assert!(take(&mut robots, fetched, at(0)));
    robots.outcome(at(0))
}

fn reason(robots: &Robots, path: &str) -> Reason {
    robots.access(&Client::anonymous(), path).reason()
}

#[test]
fn r_64_every_status_has_its_outcome() {
    let since = at(0);
    let unreachable = |cause| Robots::Unreachable { since, cause };
    for (status, expected) in [
        (404, Robots::Unavailable(Cause::Absent)),
        (410, Robots::Unavailable(Cause::Absent)),
        (400, Robots::Unavailable(Cause::Refused)),
        (401, Robots::Unavailable(Cause::Refused)),
        (403, Robots::Unavailable(Cause::Refused)),
        (451, Robots::Unavailable(Cause::Refused)),
        (499, Robots::Unavailable(Cause::Refused)),
        (429, unreachable(Cause::RateLimited)),
        (500, unreachable(Cause::ServerError)),
        (503, unreachable(Cause::ServerError)),
        (599, unreachable(Cause::ServerError)),
        (600, unreachable(Cause::ServerError)),
        (100, unreachable(Cause::ServerError)),
        (0, unreachable(Cause::NetworkError)),
        // A redirect that names no place, and a status of redirects that does not redirect: failures of the server.
        (300, unreachable(Cause::Redirects)),
        (301, unreachable(Cause::Redirects)),
        (305, unreachable(Cause::Redirects)),
        // There is no copy that it could confirm.
        (304, unreachable(Cause::ServerError)),
        // The request was not for a part of the file.
        (206, unreachable(Cause::ServerError)),
    ] {
        let robots = outcome(RobotsFetchSettings::new(), response(status, RULES));
        assert_eq!(robots, expected, "{status}");
    }
    for status in [200, 203, 299] {
        let robots = outcome(RobotsFetchSettings::new(), response(status, RULES));
        assert_eq!(reason(&robots, "/x"), Reason::DisallowRule, "{status}");
    }
    let empty = outcome(RobotsFetchSettings::new(), response(204, b""));
    assert_eq!(reason(&empty, "/x"), Reason::NoGroup);
    let network = outcome(RobotsFetchSettings::new(), Fetched::NetworkError);
    assert_eq!(network, unreachable(Cause::NetworkError));
    let garbled = outcome(RobotsFetchSettings::new(), Fetched::Undecodable);
    assert_eq!(garbled, unreachable(Cause::Undecodable));
    assert_eq!(garbled.cause().map(Cause::name), Some("undecodable"));
}

#[test]
fn r_64_outcomes_give_access() {
    let bot = Client::new("Bot").unwrap();
    let settings = RobotsFetchSettings::new;
    for (robots, allowed, reason) in [
        (Robots::Unknown, None, Reason::Unknown),
        (
            outcome(settings(), response(404, b"")),
            Some(true),
            Reason::Unavailable,
        ),
        (
            outcome(settings(), response(500, b"")),
            Some(false),
            Reason::Unreachable,
        ),
        (
            outcome(settings(), response(200, RULES)),
            Some(false),
            Reason::DisallowRule,
        ),
    ] {
        let access = robots.access(&bot, "https://e.example/x");
        assert_eq!((access.allowed(), access.reason()), (allowed, reason));
        let itself = robots.access(&bot, "/robots.txt");
        assert_eq!(itself.reason(), Reason::RobotsTxtItself);
        let two = bot.clone().with_purpose(ProductToken::new("p").unwrap());
        assert_eq!(robots.access(&two, "/x").purposes().len(), 1);
    }
}

#[test]
fn r_64_five_redirects_are_followed_across_authorities() {
    let mut robots = fetch();
    let mut ask = robots.ask(at(0)).unwrap();
    for (hop, status) in [301, 302, 303, 307, 308].into_iter().enumerate() {
        let location = format!("https://host{hop}.example/robots.txt");
        let next = robots.answered(&mut ask, redirect(status, &location), at(0));
        assert_eq!(next, Next::Follow(location.as_str().into()));
    }
    let next = robots.answered(&mut ask, response(200, RULES), at(0));
    assert_eq!(next, Next::Done);
    assert_eq!(reason(&robots.outcome(at(0)), "/x"), Reason::DisallowRule);
}

/// Follows a circle of redirects to its end, and returns how many were followed.
fn circle(robots: &mut RobotsFetch, now: Timestamp) -> u32 {
    let mut ask = robots.begin();
    let mut hops = 0;
    while robots.answered(&mut ask, redirect(302, "/robots.txt"), now) != Next::Done {
        hops += 1;
    }
    hops
}

#[test]
fn r_64_more_redirects_are_unavailable() {
    for (settings, hops, robots) in [
        (RobotsFetchSettings::new(), 5, Reason::Unavailable),
        (
            RobotsFetchSettings::new().with_redirects(0),
            5,
            Reason::Unavailable,
        ),
        (
            RobotsFetchSettings::new()
                .with_redirects(10)
                .with_too_many_redirects(AccessResult::Unreachable),
            10,
            Reason::Unreachable,
        ),
    ] {
        let mut fetch = RobotsFetch::new(settings.clone());
        // The count begins anew with every fetch of one authority.
        for day in 0..3 {
            assert_eq!(circle(&mut fetch, at(day * DAY)), hops);
            assert_eq!(reason(&fetch.outcome(at(day * DAY)), "/x"), robots);
        }
        assert_eq!(fetch.outcome(at(2 * DAY)).cause(), Some(Cause::Redirects));
    }
}

#[test]
fn r_64_a_circle_is_followed_as_its_second_answer_may_differ() {
    let mut robots = fetch();
    let mut ask = robots.begin();
    let next = robots.answered(&mut ask, redirect(302, "/robots.txt"), at(0));
    assert_eq!(next, Next::Follow("/robots.txt".into()));
    let next = robots.answered(&mut ask, response(200, RULES), at(0));
    assert_eq!(next, Next::Done);
    assert_eq!(reason(&robots.outcome(at(0)), "/x"), Reason::DisallowRule);
}

#[test]
fn r_64_a_chain_that_was_left_counts_for_nothing() {
    let mut robots = fetch();
    for _ in 0..9 {
        let mut left = robots.ask(at(0)).unwrap();
        let next = robots.answered(&mut left, redirect(301, "/x"), at(0));
        assert_eq!(next, Next::Follow("/x".into()));
    }
    assert_eq!(robots.outcome(at(0)), Robots::Unknown);
    assert_eq!((robots.age(at(0)), robots.due()), (Age::Nothing, None));
    assert_eq!(circle(&mut robots, at(DAY)), 5);
}

#[test]
fn r_64_redirects_that_lead_nowhere_are_unreachable() {
    let robots = outcome(RobotsFetchSettings::new(), Fetched::LeadsNowhere);
    assert_eq!(reason(&robots, "/x"), Reason::Unreachable);
    assert_eq!(robots.cause(), Some(Cause::Redirects));
    // A reference that is empty would lead to the redirect itself.
    for place in ["", " "] {
        let robots = outcome(RobotsFetchSettings::new(), redirect(302, place));
        assert_eq!(reason(&robots, "/x"), Reason::Unreachable);
        assert_eq!(robots.cause(), Some(Cause::Redirects));
    }
    // Where a copy is held, it is used.
    let mut robots = fetch();
    assert!(take(&mut robots, response(200, RULES), at(0)));
    assert!(take(&mut robots, Fetched::LeadsNowhere, at(DAY)));
    assert_eq!(reason(&robots.outcome(at(DAY)), "/y"), Reason::NoMatch);
}

#[test]
fn r_64_a_rate_limit_may_count_as_unavailable() {
    let settings = RobotsFetchSettings::new().with_rate_limit(AccessResult::Unavailable);
    assert_eq!(
        outcome(settings, response(429, b"")),
        Robots::Unavailable(Cause::RateLimited)
    );
}

#[test]
fn r_64_long_unreachable_may_count_as_unavailable() {
    let month = 30 * DAY;
    let patient = RobotsFetchSettings::new().with_patience(Some(Duration::from_hours(30 * 24)));
    for had_copy in [false, true] {
        let mut robots = RobotsFetch::new(patient.clone());
        if had_copy {
            assert!(take(&mut robots, response(200, RULES), at(-DAY)));
        }
        let before = if had_copy {
            Reason::DisallowRule
        } else {
            Reason::Unreachable
        };
        for day in 0..29 {
            assert!(take(&mut robots, response(503, b""), at(day * DAY)));
            assert_eq!(reason(&robots.outcome(at(day * DAY)), "/x"), before);
        }
        assert_eq!(robots.unreachable(), Some((at(0), Cause::ServerError)));
        assert_eq!(reason(&robots.outcome(at(month - 1)), "/x"), before);
        assert_eq!(
            robots.outcome(at(month)),
            Robots::Unavailable(Cause::ServerError)
        );
        // It answers again.
        assert!(take(&mut robots, response(200, RULES), at(month)));
        assert_eq!(
            (robots.age(at(month)), robots.unreachable()),
            (Age::Fresh, None)
        );
    }
    let mut robots = fetch();
    assert!(take(&mut robots, Fetched::NetworkError, at(0)));
    assert_eq!(
        reason(&robots.outcome(at(1000 * DAY)), "/x"),
        Reason::Unreachable
    );
}

#[test]
fn r_65_a_copy_is_stale_after_a_day_unless_unreachable() {
    let mut robots = fetch();
    assert_eq!(robots.age(at(0)), Age::Nothing);
    assert_eq!(robots.outcome(at(0)), Robots::Unknown);
    assert!(take(&mut robots, response(200, RULES), at(0)));
    assert_eq!(robots.age(at(DAY - 1)), Age::Fresh);
    assert_eq!(robots.age(at(DAY)), Age::Stale);
    assert!(take(&mut robots, response(500, b""), at(DAY)));
    assert_eq!(robots.age(at(9 * DAY)), Age::Unreachable);
    assert_eq!(
        reason(&robots.outcome(at(9 * DAY)), "/x"),
        Reason::DisallowRule
    );
    assert_eq!(reason(&robots.outcome(at(9 * DAY)), "/y"), Reason::NoMatch);
    // A removed file leaves no copy.
    assert!(take(&mut robots, response(404, b""), at(9 * DAY)));
    assert_eq!(
        robots.outcome(at(9 * DAY)),
        Robots::Unavailable(Cause::Absent)
    );
    assert!(take(&mut robots, Fetched::NetworkError, at(10 * DAY)));
    assert_eq!(
        reason(&robots.outcome(at(10 * DAY)), "/y"),
        Reason::Unreachable
    );
}

#[test]
fn r_65_cache_control_shortens_the_day() {
    for (header, fresh_until) in [
        ("max-age=60", 60),
        ("public, Max-Age = \"60\"", 60),
        ("max-age=0", 0),
        ("no-cache", 0),
        ("max-age=60, no-store", 0),
        ("max-age=99999999999999999999", DAY),
        ("max-age=172800", DAY),
        ("max-age=60, max-age=30", 30),
        ("max-age=soon", DAY),
        ("s-maxage=5, max-age", DAY),
        ("", DAY),
    ] {
        for status in [200, 404] {
            let mut robots = fetch();
            assert!(take(&mut robots, cached(status, header), at(0)));
            assert_eq!(robots.age(at(fresh_until)), Age::Stale, "{header}");
            if fresh_until > 0 {
                assert_eq!(robots.age(at(fresh_until - 1)), Age::Fresh, "{header}");
            }
        }
    }
}

#[test]
fn r_65_not_modified_makes_the_copy_fresh() {
    let mut robots = fetch();
    assert!(take(&mut robots, response(200, RULES), at(0)));
    assert!(take(&mut robots, cached(304, "max-age=60"), at(2 * DAY)));
    assert_eq!(robots.age(at(2 * DAY + 59)), Age::Fresh);
    assert_eq!(robots.age(at(2 * DAY + 60)), Age::Stale);
    assert_eq!(
        reason(&robots.outcome(at(2 * DAY)), "/x"),
        Reason::DisallowRule
    );
}

#[test]
fn r_65_a_304_to_a_request_without_conditions_confirms_no_copy() {
    let mut robots = fetch();
    assert!(take(&mut robots, response(200, RULES), at(0)));
    let mut ask = robots.begin();
    ask.without_conditions();
    let next = robots.answered(&mut ask, redirect(302, "/hop"), at(DAY));
    assert_eq!(next, Next::Follow("/hop".into()));
    ask.without_conditions();
    let next = robots.answered(&mut ask, response(304, b""), at(DAY));
    assert_eq!(next, Next::Done);
    let since = (at(DAY), Cause::ServerError);
    assert_eq!(robots.unreachable(), Some(since));
    assert_eq!(reason(&robots.outcome(at(DAY)), "/x"), Reason::DisallowRule);
    // Each request is noted for itself.
    let mut ask = robots.begin();
    ask.without_conditions();
    let _ = robots.answered(&mut ask, redirect(302, "/robots.txt"), at(DAY));
    assert_eq!(
        robots.answered(&mut ask, response(304, b""), at(DAY)),
        Next::Done
    );
    assert_eq!(robots.age(at(DAY)), Age::Fresh);
}

#[test]
fn r_65_a_copy_that_must_not_be_stored_serves_once() {
    let mut robots = fetch();
    assert!(take(&mut robots, cached(200, "no-store"), at(0)));
    assert_eq!(reason(&robots.outcome(at(0)), "/y"), Reason::NoMatch);
    assert!(!robots.begin().may_be_conditional());
    assert!(take(&mut robots, response(304, b""), at(HOUR)));
    assert_eq!(reason(&robots.outcome(at(HOUR)), "/y"), Reason::Unreachable);
    // Nor is it there when the site fails; one that has to be asked about again is.
    for (control, then) in [
        ("no-store", Reason::Unreachable),
        ("no-cache", Reason::NoMatch),
        ("max-age=0", Reason::NoMatch),
    ] {
        let mut robots = fetch();
        assert!(take(&mut robots, cached(200, control), at(0)));
        assert_eq!(robots.begin().may_be_conditional(), control != "no-store");
        assert!(take(&mut robots, response(500, b""), at(HOUR)));
        assert_eq!(reason(&robots.outcome(at(HOUR)), "/y"), then, "{control}");
    }
}

#[test]
fn r_65_no_site_is_asked_too_often() {
    let minute = 60;
    for (answer, due) in [
        (response(200, RULES), DAY),
        (response(404, b""), DAY),
        (cached(200, "max-age=3600"), HOUR),
        (cached(200, "max-age=1"), 5 * minute),
        (cached(200, "no-cache"), 5 * minute),
        (cached(200, "no-store"), 5 * minute),
        (response(503, b""), HOUR),
        (Fetched::NetworkError, HOUR),
    ] {
        let mut robots = fetch();
        assert_eq!(robots.due(), None);
        let mut ask = robots.ask(at(0)).unwrap();
        assert_eq!(robots.answered(&mut ask, answer.clone(), at(0)), Next::Done);
        assert_eq!(robots.due(), Some(at(due)), "{answer:?}");
        assert_eq!(robots.ask(at(due - 1)), None, "{answer:?}");
        assert!(robots.ask(at(due)).is_some(), "{answer:?}");
    }
    let settings = RobotsFetchSettings::new()
        .with_floor(Duration::ZERO)
        .with_rest(Duration::from_mins(1));
    let mut robots = RobotsFetch::new(settings);
    assert!(take(&mut robots, cached(200, "no-cache"), at(0)));
    assert!(robots.ask(at(0)).is_some());
    assert!(take(&mut robots, Fetched::NetworkError, at(0)));
    assert!(robots.ask(at(59)).is_none() && robots.ask(at(60)).is_some());
}

#[test]
fn a_response_is_taken_as_http_clients_have_it() {
    let mut headers = http::HeaderMap::new();
    headers.append("cache-control", "public".parse().unwrap());
    headers.append("cache-control", "max-age=60".parse().unwrap());
    let raw = http::HeaderValue::from_bytes(b"/\xc3\xa9\xe9").unwrap();
    headers.insert("location", raw);
    let expected = Fetched::Response {
        status: 301,
        fields: AnswerFields {
            location: Some("/é%E9".into()),
            cache_control: Some("public, max-age=60".into()),
            ..AnswerFields::default()
        },
        body: Some(RULES),
    };
    assert_eq!(Fetched::from_response(301, &headers, RULES), expected);
}

#[test]
fn a_policy_takes_a_fetch_with_its_diagnostics() {
    let mut robots = fetch();
    assert!(take(&mut robots, response(200, b"oops"), at(0)));
    let policy = Policy::new().with_fetch(&robots, at(0));
    assert_eq!(policy.robots(), &robots.outcome(at(0)));
    assert_eq!(policy.diagnostics(), robots.diagnostics());
    assert_eq!(policy.diagnostics().len(), 1);
    assert!(take(&mut robots, response(404, b""), at(0)));
    assert!(policy.with_fetch(&robots, at(0)).diagnostics().is_empty());
}

#[test]
fn r_62_too_large_differs_from_cut() {
    let file = [RULES, &b"#".repeat(Limits::ROBOTS_TXT_FLOOR)].concat();
    let reader = RobotsTxtReader::new()
        .with_limits(Limits::default().with_robots_txt(0))
        .with_dialect(Dialect::Google);
    let mut robots = RobotsFetch::new(RobotsFetchSettings::new().with_reader(reader));
    assert!(take(&mut robots, response(200, &file), at(0)));
    assert!(robots.outcome(at(0)).rules().unwrap().is_truncated());
    assert_eq!(
        robots.diagnostics()[0].code(),
        DiagnosticCode::RobotsTxtTruncated
    );
    assert_eq!(reason(&robots.outcome(at(0)), "/x"), Reason::DisallowRule);
}

#[test]
fn names_in_output() {
    let names: Vec<&str> = Reason::ALL.iter().map(|reason| reason.name()).collect();
    assert_eq!(
        names,
        [
            "allow-rule",
            "disallow-rule",
            "no-match",
            "no-group",
            "robots-txt-itself",
            "unavailable",
            "unreachable",
            "unknown",
            "not-obeyed",
            "may-not-be-obeyed",
            "makes-no-requests",
            "unsaid",
        ]
    );
    let allowed = |allowed| {
        let reasons = Reason::ALL.iter();
        let reasons = reasons.filter(move |reason| reason.allowed() == allowed);
        reasons.map(|reason| reason.name()).collect::<Vec<_>>()
    };
    assert_eq!(allowed(Some(false)), ["disallow-rule", "unreachable"]);
    assert_eq!(
        allowed(None),
        [
            "unknown",
            "may-not-be-obeyed",
            "makes-no-requests",
            "unsaid"
        ]
    );
    let causes: Vec<&str> = Cause::ALL.iter().map(|cause| cause.name()).collect();
    assert_eq!(causes.len(), 7);
}
