//! Tables of verdicts in notebooks. `tests/browser/notebook.test.mjs` shows the snapshots in Chromium.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use robots_policy::engines::Profile;
use robots_policy::robots_txt::Reason;
use robots_policy::{Client, HeaderReader, MetaExtractor, Policy, RobotsTxt, Timestamp, Verdict};
use robots_policy_show::{AccessAnswer, Kept, access_html, robots_html, verdict_html};

/// A response and its robots.txt.
#[derive(Default)]
struct Response<'r> {
    fields: &'r [(&'r str, &'r str)],
    page: Option<&'r [u8]>,
    robots: Option<&'r [u8]>,
}

impl Response<'_> {
    fn policy(&self) -> (Policy, Kept) {
        let fields = || {
            let fields = self.fields.iter();
            fields.map(|(name, value)| (name.as_bytes(), value.as_bytes()))
        };
        let mut policy = Policy::new().with_fields(HeaderReader::new().read_lines(fields()));
        if let Some(robots) = self.robots {
            policy = policy.with_robots(RobotsTxt::parse(robots));
        }
        if let Some(page) = self.page {
            let mut metas = MetaExtractor::new().with_client(&client("ExampleBot"));
            let _ = metas.feed(page);
            policy = policy.with_document(metas.finish());
        }
        let kept = Kept::new(&policy, fields(), self.page);
        (policy, kept)
    }

    fn html(&self, judge: impl for<'p> Fn(&'p Policy) -> Verdict<'p>) -> String {
        let (policy, kept) = self.policy();
        verdict_html(&judge(&policy), &kept)
    }
}

fn client(token: &str) -> Client {
    Client::new(token).unwrap()
}

/// The verdict for `ExampleBot`.
fn own(policy: &Policy) -> Verdict<'_> {
    policy.verdict(
        &client("ExampleBot"),
        "https://example.com/private/x",
        Timestamp::from_unix(NOW),
    )
}

/// Seconds since 1970 at which they are asked.
const NOW: i64 = 1_795_000_000;

const FIELDS: &[(&str, &str)] = &[
    ("Content-Type", "text/html"),
    ("X-Robots-Tag", "noarchive, otherbot: noindex"),
    ("Content-Usage", "train-ai=n"),
];
const PAGE: &[u8] =
    b"<!doctype html>\n<title>x</title>\n  <meta name=robots content='nofollow, noidex'>\n<body>";
const ROBOTS: &[u8] = b"User-agent: *\nAllow: /\nDisallow: /private # not for you\n";
const WHOLE: Response<'_> = Response {
    fields: FIELDS,
    page: Some(PAGE),
    robots: Some(ROBOTS),
};
const HOSTILE_PAGE: &[u8] = "<meta name=robots content=\"noindex, </code><script>alert(1)</script>\u{202E}\u{1B}[31m\"><meta name='\"><img src=x onerror=alert(1)>' content=noindex>".as_bytes();

#[test]
fn a_verdict_is_a_table_with_the_lines_that_decide() {
    insta::assert_snapshot!(WHOLE.html(own));
}

#[test]
fn an_engine_has_what_it_leaves_undone() {
    let google: Profile = "googlebot".parse().unwrap();
    insta::assert_snapshot!(WHOLE.html(|policy| {
        policy.engine_verdict(
            google,
            "https://example.com/private/x",
            Timestamp::from_unix(NOW),
        )
    }));
}

#[test]
fn what_is_not_known_has_its_reason() {
    insta::assert_snapshot!(Response::default().html(own));
}

#[test]
fn a_verdict_without_its_response_shows_statements_alone() {
    let response = Response {
        robots: None,
        ..WHOLE
    };
    let (policy, _) = response.policy();
    insta::assert_snapshot!(verdict_html(&own(&policy), &Kept::default()));
}

#[test]
fn a_hostile_response_is_text() {
    let response = Response {
        fields: &[("X-Robots-Tag", "noindex, <img src=x onerror=alert(1)>")],
        page: Some(HOSTILE_PAGE),
        robots: Some(b"User-agent: *\nDisallow: /<script>alert(1)</script>&\xE2\x80\xAE\n"),
    };
    let html = response.html(|policy| {
        let url = "/<script>alert(1)</script>&\u{202E}";
        policy.verdict(&client("ExampleBot"), url, Timestamp::from_unix(NOW))
    });
    assert!(
        !html.contains("<script") && !html.contains("<img"),
        "{html}"
    );
    assert!(
        !html.contains('\u{202E}') && !html.contains('\u{1B}'),
        "{html}"
    );
    insta::assert_snapshot!(html);
}

#[test]
fn a_line_of_a_long_document_is_found_in_what_is_kept() {
    let mut page = b"<title>x</title>".to_vec();
    page.extend(b"<!-- \xC3\xA9 -->\n".repeat(500));
    page.extend(b"<!-- \xC3\xA9 -->".repeat(500));
    page.extend(b"<meta name=robots content=noindex>");
    page.extend(b"<p>\xC3\xA9".repeat(5000));
    let response = Response {
        page: Some(&page),
        ..Response::default()
    };
    let html = response.html(own);
    // 500 comments of 10 characters are before it in its line, which is the 501st.
    assert!(html.contains("html:501:5027</bdi>"), "{html}");
    assert!(
        html.contains("content=<mark>noindex</mark>&gt;&lt;p&gt;\u{E9}&lt;p&gt;"),
        "{html}"
    );
}

#[test]
fn an_answer_of_robots_txt_is_a_table() {
    let refused = AccessAnswer {
        allowed: Some(false),
        reason: Reason::DisallowRule,
        group: Some(String::from("ExampleBot")),
        rule: Some((String::from("Disallow: /private"), 3)),
        purposes: Vec::new(),
    };
    let free = AccessAnswer {
        allowed: Some(true),
        reason: Reason::NoMatch,
        rule: None,
        ..refused.clone()
    };
    let purposes = [("ai-training", refused.clone()), ("search", free)];
    let purposes = purposes.map(|(purpose, answer)| (purpose.to_owned(), answer));
    insta::assert_snapshot!(access_html(&AccessAnswer {
        purposes: purposes.to_vec(),
        ..refused
    }));
}

#[test]
fn a_robots_txt_has_a_part_for_each_name() {
    let file = b"User-agent: *\nAllow: /\nDisallow: /private\nContent-Signal: ai-train=no\n\nUser-agent: GPTBot\nUser-agent: CCBot\nDisallow: / # none of it\nNoindx: /x\n";
    let policy = Policy::new().with_robots(RobotsTxt::parse(file));
    insta::assert_snapshot!(robots_html(policy, Timestamp::from_unix(NOW)));
}
