//! A fetch of robots.txt as the library has it; how one ends, and how long its result holds, are cases of
//! `fixtures/robots-access`.

use robots_policy::robots_txt::{
    AnswerFields, Cause, Dialect, Fetched, Next, Reason, Robots, RobotsFetch, RobotsFetchSettings,
    RobotsTxtReader,
};
use robots_policy::{Client, DiagnosticCode, Limits, Policy, Timestamp};

use crate::rows;

const START: i64 = 1_790_000_000;
const RULES: &[u8] = b"User-agent: *\nDisallow: /x\n";

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_unix(START + seconds)
}

fn response(status: u16, body: &[u8]) -> Fetched<'_> {
    Fetched::of(status, body)
}

/// One fetch that ends with its first answer.
fn take(robots: &mut RobotsFetch, fetched: Fetched<'_>, now: Timestamp) -> bool {
    robots.answered(&mut robots.begin(), fetched, now) == Next::Done
}

fn reason(robots: &Robots, path: &str) -> Reason {
    robots.access(&Client::anonymous(), path).reason()
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
fn a_server_says_when_it_is_asked_again_after_a_failure() {
    let failed = |settings: RobotsFetchSettings, value: Option<&'static str>| {
        let mut robots = RobotsFetch::new(settings);
        let failed = Fetched::Response {
            status: 503,
            fields: AnswerFields {
                retry_after: value.map(Into::into),
                ..AnswerFields::default()
            },
            body: None,
        };
        assert!(take(&mut robots, failed, at(0)));
        robots.due().unwrap().as_unix() - START
    };
    let usual = RobotsFetchSettings::new;
    assert_eq!(failed(usual(), None), 3600);
    assert_eq!(failed(usual(), Some("soon")), 3600);
    assert_eq!(failed(usual(), Some("86400")), 86_400);
    assert_eq!(failed(usual(), Some("99999999999999999999999")), 86_400);
    assert_eq!(failed(usual(), Some("900")), 900);
    assert_eq!(failed(usual(), Some("4")), 300, "no sooner than the floor");
    let quick = usual().with_rest(std::time::Duration::from_secs(1));
    assert_eq!(failed(quick, Some("4")), 4);
}

#[test]
fn an_answer_from_the_future_is_asked_for_again() {
    for answer in [response(200, RULES), response(404, b""), response(503, b"")] {
        let mut robots = RobotsFetch::default();
        let year = 365 * 24 * 3600;
        assert!(take(&mut robots, answer, at(year)));
        assert!(!robots.is_due(at(year - 300)));
        assert!(robots.is_due(at(year - 301)) && robots.ask(at(0)).is_some());
        assert_ne!(robots.age(at(0)), robots_policy::robots_txt::Age::Fresh);
    }
}

#[test]
fn a_policy_takes_a_fetch_with_its_diagnostics() {
    let mut robots = RobotsFetch::default();
    assert!(take(&mut robots, response(200, b"oops"), at(0)));
    let policy = Policy::new().with_robots(robots.at(at(0)));
    assert_eq!(policy.robots(), &robots.outcome(at(0)));
    assert!(policy.diagnostics().eq(robots.diagnostics()));
    assert_eq!(policy.diagnostics().count(), 1);
    assert!(take(&mut robots, response(404, b""), at(0)));
    assert!(
        policy
            .with_robots(robots.at(at(0)))
            .diagnostics()
            .next()
            .is_none()
    );
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

/// The names of the reasons in their order, and what each allows.
#[test]
fn names_in_output() {
    let reasons = Reason::ALL.iter();
    let found: Vec<_> = reasons
        .map(|reason| (reason.name().to_owned(), reason.allowed()))
        .collect();
    let expected: Vec<(String, Option<bool>)> = rows(include_str!("rows/reasons.jsonl"));
    assert_eq!(found, expected);
    assert_eq!(Cause::ALL.len(), 7);
}
/// The limit of the reader does not show that a file was cut that someone kept at a lower one.
#[test]
fn a_file_that_is_known_to_be_cut_allows_nothing() {
    let reader =
        RobotsTxtReader::new().with_limits(Limits::default().with_robots_txt(8 * 1024 * 1024));
    for (start, reasons) in rows::<(String, [String; 2])>(include_str!("rows/cut_files.jsonl")) {
        let fetched = Fetched::Response {
            status: 200,
            fields: AnswerFields {
                is_cut: true,
                ..AnswerFields::default()
            },
            body: Some(start.as_bytes()),
        };
        let mut robots = RobotsFetch::new(RobotsFetchSettings::new().with_reader(reader.clone()));
        assert!(take(&mut robots, fetched, at(0)));
        let outcome = robots.outcome(at(0));
        let found = ["/x", "/y"].map(|path| reason(&outcome, path).name());
        assert_eq!(found, reasons, "{start:?}");
        let codes = robots
            .diagnostics()
            .iter()
            .map(robots_policy::Diagnostic::code);
        let cut = codes.filter(|code| *code == DiagnosticCode::RobotsTxtTruncated);
        assert_eq!(cut.count(), 1, "{start:?}");
    }
}
