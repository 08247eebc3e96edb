//! Outcomes, each of a case and what was seen.

use super::*;

fn case(rest: &str) -> Case {
    let line = format!(
        r#"{{"id":"client/a/b","since":"1.0","level":"rfc","basis":[{{"doc":"RFC 9309"}}],"about":"a","hosts":{{"a":{{}}}},"start":["a/x"],{rest}}}"#
    );
    serde_json::from_str(&line).unwrap()
}

/// Requests as `a/x@MS`.
fn seen(requests: &str, output: &str) -> Seen {
    let request = |text: &str| {
        let (at, ms) = text.split_once('@').unwrap();
        Request::of(at, ms.parse().unwrap())
    };
    Seen {
        requests: requests.split_whitespace().map(request).collect(),
        output: Some(output.to_owned()),
        has_timed_out: false,
        end: String::new(),
    }
}

#[test]
fn each_expectation_has_its_outcome() {
    use Outcome::{BlockedOpen, NotTested, Ok, ReadClosed, TooFast, TooOften, Untold};
    let page = marker("p");
    let closed = r#""expect":{"closed":["a/x"]}"#;
    let open = r#""expect":{"open":["a/x","a/y"]}"#;
    let first = r#""expect":{"robots_first":["a"]}"#;
    let most = r#""expect":{"at_most":{"a/robots.txt":1}}"#;
    let gap = r#""expect":{"gap":{"of":["a/x","a/y"],"ms":100}}"#;
    let named = r#""expect":{"named":{"page":"p","names":["NoAI"]}},"needs":["text"]"#;
    let crawl = r#""expect":{"closed":["a/y"],"open":["a/x"]},"needs":["crawl"]"#;
    for (rest, requests, output, outcome) in [
        (closed, "a/robots.txt@0", "", Ok),
        (closed, "a/robots.txt@0 a/x@1", "", ReadClosed),
        (open, "a/x@0 a/y@1", "", Ok),
        (open, "a/x@0", "", BlockedOpen),
        (first, "a/robots.txt@0 a/x@1", "", Ok),
        (first, "", "", Ok),
        (first, "a/x@0", "", ReadClosed),
        (first, "a/x@0 a/robots.txt@1", "", ReadClosed),
        (most, "a/robots.txt@0", "", Ok),
        (most, "a/robots.txt@0 a/robots.txt@9", "", TooOften),
        (gap, "a/x@0 a/robots.txt@1 a/y@100", "", Ok),
        (gap, "a/x@0 a/y@99", "", TooFast),
        (named, "a/x@0", "", Ok),
        (named, "a/x@0", &page, Untold),
        (named, "a/x@0", &format!("{page}, noai"), Ok),
        (crawl, "a/x@0", "", NotTested),
        (crawl, "a/x@0 a/y@1", "", ReadClosed),
    ] {
        let abilities = BTreeSet::from([Ability::Fetch, Ability::Text]);
        let found = judge(&case(rest), &seen(requests, output), &abilities);
        assert_eq!(found, outcome, "{rest} {requests}");
    }
}

#[test]
fn a_client_that_reads_nothing_is_not_tested() {
    let closed = case(r#""expect":{"closed":["a/x"]}"#);
    let none = BTreeSet::new();
    assert_eq!(judge(&closed, &seen("", ""), &none), Outcome::NotTested);
    // It read something.
    assert_eq!(
        judge(&closed, &seen("a/x@0", ""), &none),
        Outcome::ReadClosed
    );
}

#[test]
fn a_time_out_hides_no_fault() {
    let abilities = BTreeSet::from([Ability::Fetch]);
    for (rest, requests, outcome) in [
        (r#""expect":{"closed":["a/x"]}"#, "", Outcome::TimeOut),
        (
            r#""expect":{"closed":["a/x"]}"#,
            "a/x@0",
            Outcome::ReadClosed,
        ),
        (r#""expect":{"open":["a/x"]}"#, "", Outcome::TimeOut),
        (r#""expect":{"open":["a/x"]}"#, "a/x@0", Outcome::Ok),
    ] {
        let late = Seen {
            has_timed_out: true,
            ..seen(requests, "")
        };
        assert_eq!(judge(&case(rest), &late, &abilities), outcome, "{rest}");
    }
}

#[test]
fn controls_show_abilities() {
    let crawl = case(r#""expect":{"open":["a/x","a/y"]},"control":"crawl""#);
    assert_eq!(shows(&crawl, &seen("a/x@0", "")), None);
    assert_eq!(
        shows(&crawl, &seen("a/x@0 a/y@0", "")),
        Some(Ability::Crawl)
    );
    let text = case(r#""expect":{"open":["a/x"]},"control":"text""#);
    assert_eq!(shows(&text, &seen("a/x@0", "")), None);
    assert_eq!(
        shows(&text, &seen("a/x@0", &marker("text"))),
        Some(Ability::Text)
    );
    let fetch = BTreeSet::from([Ability::Fetch]);
    assert_eq!(
        judge(&crawl, &seen("a/x@0", ""), &fetch),
        Outcome::NotTested
    );
}

#[test]
fn only_scored_levels_have_faults() {
    for outcome in Outcome::ALL {
        let is_right = matches!(outcome, Outcome::Ok | Outcome::NotTested | Outcome::TimeOut);
        assert_eq!(outcome.is_fault(Level::Should), !is_right);
        assert!(!outcome.is_fault(Level::Open));
    }
}
