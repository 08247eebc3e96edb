//! Records are read back as they were written.

use std::time::Duration;

use http::HeaderMap;
use robots_policy::ledger::Document;
use robots_policy::report::record::Value;
use robots_policy::report::{Json, Record};
use robots_policy::robots_txt::{Cause, Robots};
use robots_policy::{Client, MetaExtractor, Policy, ProductToken, RobotsTxt, Timestamp, Why};

fn policy(fields: &[(&'static str, &str)], document: &[u8], robots: &[u8]) -> Policy {
    let mut headers = HeaderMap::new();
    for (name, value) in fields {
        headers.append(*name, value.parse().unwrap());
    }
    let mut metas = MetaExtractor::from_headers(&headers);
    let _ = metas.feed(document);
    Policy::new()
        .with_robots(RobotsTxt::parse(robots))
        .with_headers(&headers)
        .with_document(metas.finish())
}

/// The record of a verdict, which `Json` writes with the same bytes.
#[track_caller]
fn record(policy: &Policy, client: &Client, target: &str) -> Record<u32> {
    let verdict = policy.verdict(client, target, Timestamp::from_unix(1_790_000_000));
    let record = Record::new(7, &verdict);
    let written = serde_json::to_string(&Json::new(7, &verdict)).unwrap();
    assert_eq!(serde_json::to_string(&record).unwrap(), written);
    record
}

/// Reads what was written and writes it again.
#[track_caller]
fn is_read_back(record: &Record<u32>) -> String {
    let line = serde_json::to_string(record).unwrap();
    let again: Record<u32> = serde_json::from_str(&line).unwrap();
    assert_eq!(again, *record);
    assert_eq!(serde_json::to_string(&again).unwrap(), line);
    line
}

fn me() -> Client {
    let purpose = |name| ProductToken::new(name).unwrap();
    Client::new("ExampleBot")
        .unwrap()
        .with_purpose(purpose("search"))
        .with_purpose(purpose("ai-training"))
}

/// A record with every key.
fn whole() -> Record<u32> {
    let fields = [
        (
            "robots-tag",
            "*;a=1;unavailable_after=@1790000001;max-snippet=-1",
        ),
        (
            "x-robots-tag",
            "b, a: 2, noindex, max-image-preview: none, \u{e4}",
        ),
        ("content-type", "text/html; charset=utf-8"),
    ];
    let robots = b"Sitemap: https://a.example/\xff\nUser-agent-purpose: ai-training\nDisallow: /a\nUser-agent: *\n\
        Allow: /\nCrawl-delay: 0.1\nMobile-agent-server: /a atp://a.example:1\nMobile-agent-server: /b none\n";
    let page = "<meta name=robots content='a, index, NoArchive, x=\u{1F600}\u{7}'><p>".as_bytes();
    let policy = policy(&fields, page, robots);
    record(
        &policy.with_document(Document::unread(Why::Encoding)),
        &me(),
        "/a",
    )
}

#[test]
fn every_key_is_read_back() {
    let whole = whole();
    let line = is_read_back(&whole);
    for key in [
        "purposes",
        "permits",
        "unread",
        "mobile_agent_server",
        "sitemaps",
        "crawl_delay",
        "placement",
    ] {
        assert!(line.contains(&format!("\"{key}\":")), "{key}: {line}");
    }
    assert_eq!(whole.crawl_delay, Some(Duration::from_millis(100)));
    let server = whole.mobile_agent_server.as_ref().unwrap();
    assert_eq!(
        (server.host.as_deref(), server.none),
        (Some("atp://a.example:1"), false)
    );
    assert!(
        line.contains(r#""extensions":{"a":["1","2",true],"b":true"#),
        "{line}"
    );
    let permits = [
        ("index", Value::Flag(true)),
        ("max-snippet", Value::Number(-1)),
    ];
    assert_eq!(
        whole.permits,
        permits.map(|(name, value)| (name.into(), value))
    );

    let unavailable = Policy::new().with_robots(Robots::Unavailable(Cause::Absent));
    let line = is_read_back(&record(&unavailable, &Client::anonymous(), "/"));
    assert!(line.contains(r#""robots_cause":"#), "{line}");
}

/// Every object but those whose keys are names of the input gets a key more.
#[test]
fn a_record_of_a_newer_version_is_read() {
    let whole = whole();
    let more = r#"{"newer":[{"a":1.5},null],""#;
    let mut newer = serde_json::to_string(&whole).unwrap().replace("{\"", more);
    for names in ["directives", "permits", "uses", "extensions"] {
        newer = newer.replace(&format!("\"{names}\":{more}"), &format!("\"{names}\":{{\""));
    }
    assert!(newer.matches("newer").count() > 10, "{newer}");
    assert_eq!(serde_json::from_str::<Record<u32>>(&newer).unwrap(), whole);
}
