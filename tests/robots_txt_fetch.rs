//! How a fetch of robots.txt ends, and how long its result holds.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use std::time::Duration;

use robots_policy::{
    Accessor, Age, Cause, Code, Dialect, Fetched, Limits, Next, ProductToken, Reason, Robots,
    RobotsFetch, RobotsFetchSettings, RobotsTxtReader, Timestamp,
};

const START: i64 = 1_790_000_000;
const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;
const RULES: &[u8] = b"User-agent: *\nDisallow: /x\n";

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_unix(START + seconds)
}

fn response(status: u16, body: &[u8]) -> Fetched<'_> {
    Fetched::Response {
        status,
        location: None,
        cache_control: None,
        body,
    }
}

fn cached(status: u16, cache_control: &str) -> Fetched<'_> {
    Fetched::Response {
        status,
        location: None,
        cache_control: Some(cache_control),
        body: RULES,
    }
}

fn redirect(status: u16, location: &str) -> Fetched<'_> {
    Fetched::Response {
        status,
        location: Some(location),
        cache_control: None,
        body: b"",
    }
}

fn fetch() -> RobotsFetch {
    RobotsFetch::new(RobotsFetchSettings::new())
}

/// The outcome of one answer.
fn outcome(settings: RobotsFetchSettings, fetched: Fetched<'_>) -> Robots {
    let mut robots = RobotsFetch::new(settings);
    assert_eq!(robots.take(fetched, at(0)), Next::Done);
    robots.outcome(at(0))
}

fn reason(robots: &Robots, path: &str) -> Reason {
    robots.access(&Accessor::anonymous(), path).reason()
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
        (300, Robots::Unavailable(Cause::Redirects)),
        (301, Robots::Unavailable(Cause::Redirects)),
        (304, Robots::Unavailable(Cause::Redirects)),
    ] {
        let robots = outcome(RobotsFetchSettings::new(), response(status, RULES));
        assert_eq!(robots, expected, "{status}");
    }
    for status in [200, 203, 206, 299] {
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
    let bot = Accessor::new("Bot").unwrap();
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
    for (hop, status) in [301, 302, 303, 307, 308].into_iter().enumerate() {
        let location = format!("https://host{hop}.example/robots.txt");
        assert_eq!(
            robots.take(redirect(status, &location), at(0)),
            Next::Follow(&location)
        );
    }
    assert_eq!(robots.take(response(200, RULES), at(0)), Next::Done);
    assert_eq!(reason(&robots.outcome(at(0)), "/x"), Reason::DisallowRule);

    let looped = |settings| {
        let mut robots = RobotsFetch::new(settings);
        let mut hops = 0;
        while robots.take(redirect(302, "/robots.txt"), at(0)) != Next::Done {
            hops += 1;
        }
        (hops, robots.outcome(at(0)))
    };
    assert_eq!(
        looped(RobotsFetchSettings::new()),
        (5, Robots::Unavailable(Cause::Redirects))
    );
    let (hops, robots) = looped(
        RobotsFetchSettings::new()
            .with_redirects(10)
            .with_redirects_disallowing(true),
    );
    assert_eq!((hops, reason(&robots, "/")), (10, Reason::Unreachable));
    // The count begins anew with every fetch.
    assert_eq!(looped(RobotsFetchSettings::new().with_redirects(0)).0, 5);
}

#[test]
fn r_64_a_rate_limit_may_count_as_unavailable() {
    let settings = RobotsFetchSettings::new().with_rate_limit_disallowing(false);
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
            assert_eq!(robots.take(response(200, RULES), at(-DAY)), Next::Done);
        }
        let before = if had_copy {
            Reason::DisallowRule
        } else {
            Reason::Unreachable
        };
        for day in 0..29 {
            assert_eq!(robots.take(response(503, b""), at(day * DAY)), Next::Done);
            assert_eq!(reason(&robots.outcome(at(day * DAY)), "/x"), before);
        }
        assert_eq!(robots.unreachable(), Some((at(0), Cause::ServerError)));
        assert_eq!(reason(&robots.outcome(at(month - 1)), "/x"), before);
        assert_eq!(
            robots.outcome(at(month)),
            Robots::Unavailable(Cause::ServerError)
        );
        // It answers again.
        assert_eq!(robots.take(response(200, RULES), at(month)), Next::Done);
        assert_eq!(
            (robots.age(at(month)), robots.unreachable()),
            (Age::Fresh, None)
        );
    }
    let mut robots = fetch();
    assert_eq!(robots.take(Fetched::NetworkError, at(0)), Next::Done);
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
    assert_eq!(robots.take(response(200, RULES), at(0)), Next::Done);
    assert_eq!(robots.age(at(DAY - 1)), Age::Fresh);
    assert_eq!(robots.age(at(DAY)), Age::Stale);
    assert_eq!(robots.take(response(500, b""), at(DAY)), Next::Done);
    assert_eq!(robots.age(at(9 * DAY)), Age::Unreachable);
    assert_eq!(
        reason(&robots.outcome(at(9 * DAY)), "/x"),
        Reason::DisallowRule
    );
    assert_eq!(reason(&robots.outcome(at(9 * DAY)), "/y"), Reason::NoMatch);
    // A file that is gone leaves no copy behind.
    assert_eq!(robots.take(response(404, b""), at(9 * DAY)), Next::Done);
    assert_eq!(
        robots.outcome(at(9 * DAY)),
        Robots::Unavailable(Cause::Absent)
    );
    assert_eq!(robots.take(Fetched::NetworkError, at(10 * DAY)), Next::Done);
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
            assert_eq!(robots.take(cached(status, header), at(0)), Next::Done);
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
    assert_eq!(robots.take(response(200, RULES), at(0)), Next::Done);
    assert_eq!(
        robots.take(cached(304, "max-age=60"), at(2 * DAY)),
        Next::Done
    );
    assert_eq!(robots.age(at(2 * DAY + 59)), Age::Fresh);
    assert_eq!(robots.age(at(2 * DAY + 60)), Age::Stale);
    assert_eq!(
        reason(&robots.outcome(at(2 * DAY)), "/x"),
        Reason::DisallowRule
    );
}

#[test]
fn r_62_too_large_is_told_apart() {
    let file = [RULES, &b"#".repeat(Limits::ROBOTS_TXT_FLOOR)].concat();
    let reader = RobotsTxtReader::new()
        .with_limits(&Limits::default().with_robots_txt(0))
        .with_dialect(Dialect::Google);
    let mut robots = RobotsFetch::new(RobotsFetchSettings::new().with_reader(reader));
    assert_eq!(robots.take(response(200, &file), at(0)), Next::Done);
    assert!(robots.outcome(at(0)).rules().unwrap().is_truncated());
    assert_eq!(robots.diagnostics()[0].code(), Code::RobotsTxtTruncated);
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
            "unknown"
        ]
    );
    let causes: Vec<&str> = Cause::ALL.iter().map(|cause| cause.name()).collect();
    assert_eq!(causes.len(), 7);
}
