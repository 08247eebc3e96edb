//! Verdicts that say the same, and those that differ in one thing that a record shows.

use robots_policy::ledger::{Assumed, Input};
use robots_policy::report::Json;
use robots_policy::uses::Activity;
use robots_policy::{
    Client, HeaderReader, MetaExtractor, Policy, ProductToken, RobotsTxt, Timestamp, Verdict,
};

use crate::common::now;
use crate::rows;

/// A policy of one field line, and a robots.txt.
fn policy(field: &str, robots: &str) -> Policy {
    let fields = HeaderReader::new().read_lines([("X-Robots-Tag", field)]);
    Policy::new()
        .with_fields(fields)
        .with_robots(RobotsTxt::parse(robots.as_bytes()))
        .with_document(MetaExtractor::new().finish())
        .with_assumed(Assumed::new().with(Input::TdmRep))
}

/// A client with these tokens.
fn client(tokens: &str) -> Client {
    let tokens = tokens.split_whitespace();
    tokens.fold(Client::anonymous(), |client, token| {
        client.with_token(ProductToken::new(token).unwrap())
    })
}

fn answers(verdict: &Verdict<'_>) -> String {
    serde_json::to_string(&Json::new(0, verdict).with_ledger().answers()).unwrap()
}

/// Checks that two verdicts are alike, and have the same text, or neither.
#[track_caller]
fn compare(one: &Verdict<'_>, other: &Verdict<'_>, alike: bool) {
    let same = answers(one) == answers(other);
    let found = (one.is_alike(other), other.is_alike(one), same);
    assert_eq!(found, (alike, alike, alike), "{}", answers(other));
}

/// Compares the verdicts of a policy for two clients.
#[track_caller]
fn compare_clients(policy: &Policy, target: &str, clients: &[Client; 2], alike: bool) {
    let [one, other] = clients
        .each_ref()
        .map(|client| policy.verdict(client, target, now()));
    compare(&one, &other, alike);
}

/// A field, a robots.txt, a target, and two clients that they say different things to.
///
/// The last is closed to agents of AI, which is said to others; everyone may fetch /robots.txt.
#[test]
fn clients_that_hear_different_things_are_not_alike() {
    type Row = (String, String, String, [String; 2]);
    for (field, robots, target, clients) in rows::<Row>(include_str!("rows/different.jsonl")) {
        let clients = clients.map(|tokens| client(&tokens));
        compare_clients(&policy(&field, &robots), &target, &clients, false);
    }
}

#[test]
fn a_client_of_the_first_group_alone_has_a_delay_of_its_own() {
    let policy = policy(
        "",
        "User-agent: *\nAllow: /\n\nUser-agent: *\nCrawl-delay: 9",
    );
    let clients = [true, false].map(|alone| client("a").with_first_group(alone));
    compare_clients(&policy, "/", &clients, false);
}

#[test]
fn clients_that_hear_the_same_are_alike() {
    let policy = policy(
        "c: noindex, nofollow",
        "User-agent: *\nDisallow: /y\nContent-Usage: train-ai=n",
    );
    for target in ["/x", "/y"] {
        compare_clients(&policy, target, &["a", "b"].map(client), true);
    }
}

#[test]
fn verdicts_of_other_uses_targets_moments_or_policies_are_not_alike() {
    let robots = "User-agent: b\nDisallow: /\n\nUser-agent: *\nDisallow: /y\nMobile-agent-server: /m atp://m.example:1";
    let own = policy("unavailable_after: 2026-09-21T14:13:21Z", robots);
    let bot = client("a");
    let verdict = own.verdict(&bot, "/x", now());
    let uses = vec![Activity::Train];
    let asking = bot
        .clone()
        .with_policy_token(ProductToken::new("b").unwrap(), uses);
    compare(&verdict, &own.verdict(&asking, "/x", now()), false);
    compare(&verdict, &own.verdict(&bot, "/m", now()), false);
    let later = Timestamp::from_unix(1_790_000_002);
    compare(&verdict, &own.verdict(&bot, "/x", later), false);
    // Neither has a statement of a page.
    let [own, with_sitemap] =
        ["", "\nSitemap: https://a.example/s"].map(|line| policy("", &format!("{robots}{line}")));
    let verdicts = [&own, &with_sitemap].map(|policy| policy.verdict(&bot, "/x", now()));
    compare(&verdicts[0], &verdicts[1], false);
}

#[test]
fn purposes_in_other_letters_are_shown_as_they_are_spelt() {
    let policy = policy("", "User-agent-purpose: training\nDisallow: /");
    let clients = ["Training", "training"].map(|purpose| {
        let purpose = ProductToken::new(purpose).unwrap();
        client("a").with_purpose(purpose)
    });
    compare_clients(&policy, "/", &clients, false);
}
