//! robots.txt by clause: RFC 9309, the drafts that extend it, and the behaviour of readers in use.

use bytes::Bytes;
use robots_policy::header::SignatureAgent;
use robots_policy::robots_txt::{
    Dialect, GoogleDifference, MobileAgentServer, RecordKey, RobotsTxtReader, SignatureAgentLine,
};
use robots_policy::{
    Client, DiagnosticCode, Limits, Policy, ProductToken, RobotsTxt, Severity, Timestamp,
};
use robots_policy_kit::case::{cases, repeated, repeated_cases, small_cases};

use crate::common::client;
use crate::meta_harness::codes;
use crate::rows;

fn signed(token: &str, field: &str) -> Client {
    client(token).with_verified_signature(&SignatureAgent::parse(field).unwrap())
}

pub(crate) fn parse(file: &str) -> RobotsTxt {
    RobotsTxt::parse(file.as_bytes()).value
}

/// Questions to a file: the asker's token, a target, and whether it is allowed.
#[track_caller]
fn answers(robots: &RobotsTxt, expected: &[(&str, &str, bool)]) {
    // Beyond the limit anything may be forbidden.
    let yes = (!robots.is_truncated()).then_some(true);
    for (token, target, allowed) in expected {
        let access = robots.access(&client(token), target);
        assert_eq!(
            access.allowed(),
            if *allowed { yes } else { Some(false) },
            "{token} {target}: {access:?}"
        );
    }
}

#[test]
fn r_62_a_line_cut_by_the_limit_is_not_read() {
    let limit = Limits::ROBOTS_TXT_FLOOR;
    let limits = Limits::default().with_robots_txt(1);
    let reader = RobotsTxtReader::new().with_limits(limits);
    let head = "User-agent: *\nDisallow: /private/x\n";
    let filler = format!("#{}\n", "x".repeat(limit - 2 * head.len()));
    // The limit falls into the second `Disallow: /private/y`, after its first slash.
    let body = format!("User-agent: *\nDisallow: /x\n{filler}");
    let pad = limit - body.len() - "Disallow: /".len() - 2;
    let file = format!(
        "{body}#{}\nDisallow: /private/y\nDisallow: /z\n",
        "p".repeat(pad)
    );
    assert_eq!(&file[..limit][limit - 11..], "Disallow: /");
    for read in [
        reader.read(file.as_bytes()),
        reader.read_shared(&Bytes::from(file.clone())),
    ] {
        assert!(read.value.is_truncated());
        assert_eq!(codes(&read), [DiagnosticCode::RobotsTxtTruncated]);
        assert_eq!(read.diagnostics[0].provenance().text(), "Disallow: /");
        answers(
            &read.value,
            &[
                ("a", "/x", false),
                ("a", "/private/y", true),
                ("a", "/other", true),
                ("a", "/z", true),
            ],
        );
    }
    for end in ["\n", "\r"] {
        // The limit falls on the end of a line: nothing is cut.
        let whole = format!("{body}#{}\nDisallow: /{end}Disallow: /z\n", "p".repeat(pad));
        let read = reader.read(whole.as_bytes());
        assert_eq!(codes(&read), [DiagnosticCode::RobotsTxtTruncated]);
        answers(&read.value, &[("a", "/other", false)]);
    }
    let fits = &file[..limit];
    let read = reader.read(fits.as_bytes());
    assert!(!read.value.is_truncated() && read.diagnostics.is_empty());
    answers(&read.value, &[("a", "/other", false)]);
    let wider = RobotsTxt::parse(file.as_bytes()).value;
    assert!(!wider.is_truncated());
    answers(&wider, &[("a", "/private/y", false), ("a", "/z", false)]);
}

/// Every reader is asked for the path that a client sends: of an IRI, of a URL with dots, of a reference with a host.
#[test]
fn a_target_is_the_path_that_a_client_sends_in_every_dialect() {
    let file = "User-agent: *\nDisallow: /%E3%83%84\nDisallow: /ü\nDisallow: /p\nContent-Signal: ai-train=no";
    let targets: Vec<(String, bool)> = rows(include_str!("rows/targets.jsonl"));
    let googlebot: robots_policy::engines::Profile = "googlebot".parse().unwrap();
    for dialect in [Dialect::Extended, Dialect::Rfc9309, Dialect::Google] {
        let read = RobotsTxtReader::new()
            .with_dialect(dialect)
            .read(file.as_bytes());
        let policy = Policy::new().with_robots(read.clone());
        for (target, allowed) in &targets {
            let access = read.value.access(&client("a"), target);
            assert_eq!(access.is_allowed(), *allowed, "{dialect:?} {target:?}");
            let verdict = policy.engine_verdict(googlebot, target, Timestamp::from_unix(0));
            let access = verdict.access();
            assert_eq!(access.is_allowed(), *allowed, "Googlebot {target:?}");
        }
    }
}

/// Likewise for what a file states about AI use, and for mobile agents.
#[test]
fn statements_for_a_path_hold_for_the_path_that_a_client_sends() {
    let file =
        "User-agent: *\nContent-Usage: /ü train-ai=n\nMobile-agent-server: /ü atp://a.example";
    let robots = RobotsTxt::parse(file.as_bytes()).value;
    for (target, holds) in rows::<(String, bool)>(include_str!("rows/sent_paths.jsonl")) {
        let states = robots.uses(&client("a"), &target) != robots.uses(&client("a"), "/");
        assert_eq!(states, holds, "{target}");
        let server = robots.mobile_agent_server(&target);
        assert_eq!(server != MobileAgentServer::Unspecified, holds, "{target}");
    }
}

#[test]
fn diagnostics_are_few_and_in_order() {
    let noisy = format!("User-agent: *\nDisallow: /\n{}", "noise\n".repeat(10_000));
    let parsed = RobotsTxt::parse(noisy.as_bytes());
    assert_eq!(parsed.diagnostics.len(), 257);
    assert_eq!(
        parsed.diagnostics.last().unwrap().code(),
        DiagnosticCode::DiagnosticsOmitted
    );
    let lines: Vec<_> = parsed
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.provenance().line())
        .collect();
    assert!(lines.is_sorted());
    assert_eq!(
        RobotsTxt::parse(b"User-agent: a\nDisallow: x")
            .strict(Severity::Error)
            .unwrap_err()
            .code(),
        DiagnosticCode::UnmatchablePattern
    );
}

#[test]
fn a_clone_is_shared_and_threads_may_ask() {
    fn holds<T: Send + Sync + Clone>() {}
    holds::<RobotsTxt>();
    let robots = parse("User-agent: *\nDisallow: /x\n");
    let copy = robots.clone();
    let asked = std::thread::spawn(move || copy.access(&client("a"), "/x").is_allowed());
    assert!(!asked.join().unwrap());
    assert_eq!(robots, parse("User-agent: *\nDisallow: /x\n"));
    assert_eq!(RobotsTxt::default(), parse(""));
}

#[test]
fn r_471_the_first_group_alone_binds_whoever_obeys_no_other() {
    let file = parse(
        "User-agent: a\nDisallow: /1\nCrawl-delay: 1\n\n\
         User-agent: *\nDisallow: /every\nCrawl-delay: 3\n\n\
         User-agent: b\nUser-agent: a\nAllow: /1\nDisallow: /2\nCrawl-delay: 2\n\n\
         User-agent: *\nAllow: /every\nDisallow: /later\nCrawl-delay: 4\n\n\
         User-agent: b\nDisallow: /3\nCrawl-delay: 5",
    );
    let chain = |tokens: &str| tokens.parse::<Client>().unwrap();
    // The client, whether it obeys the first group alone, the paths that are closed to it, and its delay.
    for (tokens, alone, closed, delay) in
        rows::<(String, bool, Vec<String>, u64)>(include_str!("rows/first_groups.jsonl"))
    {
        let me = chain(&tokens).with_first_group(alone);
        let paths = ["/1", "/2", "/3", "/every", "/later"].into_iter();
        let found: Vec<_> = paths
            .filter(|path| !file.access(&me, path).is_allowed())
            .collect();
        assert_eq!(found, closed, "{tokens}, alone: {alone}");
        let found = file.crawl_delay(&me).map(|delay| delay.as_secs());
        assert_eq!(found, Some(delay), "{tokens}, alone: {alone}");
    }
}

#[test]
fn r_471_a_first_group_that_does_not_admit_the_client_is_not_its_first() {
    let file = b"User-agent: a\nSignature-agent: sign.example\nDisallow: /1\n\n\
        User-agent: a\nDisallow: /2\n\nUser-agent: a\nDisallow: /3";
    let reader = RobotsTxtReader::new()
        .with_open_points(|open| open.signature_agent = SignatureAgentLine::Modifier);
    let file = reader.read(file).value;
    let closed = |me: Client| {
        let me = me.with_first_group(true);
        let paths = ["/1", "/2", "/3"].into_iter();
        let closed = paths.filter(|path| !file.access(&me, path).is_allowed());
        closed.collect::<Vec<_>>()
    };
    assert_eq!(closed(client("a")), ["/2"]);
    assert_eq!(closed(signed("a", "sign.example")), ["/1"]);
}

#[test]
fn r_58_every_spelling_of_a_key_is_read() {
    for key in RecordKey::ALL {
        for spelling in key.misspellings() {
            let parsed = RobotsTxt::parse(format!("{spelling}: x").as_bytes());
            assert_eq!(parsed.value.records().next().unwrap().key(), *key);
            assert!(
                codes(&parsed).contains(&DiagnosticCode::MisspeltKey),
                "{spelling}"
            );
        }
        let shouted = format!("\t{} : x", key.name().to_uppercase());
        assert_eq!(parse(&shouted).records().next().unwrap().key(), *key);
    }
    let twice = [DiagnosticCode::UnreadableLine; 2];
    assert_eq!(
        codes(&RobotsTxt::parse(b"Disallow /\n: /\nUser-agent: *")),
        twice
    );
}

#[test]
fn r_73_starters_of_any_kind_open_one_group() {
    let robots = parse(
        "User-agent: foo\nUser-agent-purpose: P\nSignature-agent: example.com\nDisallow: /\n",
    );
    let subjects: Vec<String> = robots
        .groups()
        .flat_map(robots_policy::robots_txt::Group::subjects)
        .map(|s| s.to_string())
        .collect();
    assert_eq!(subjects, ["foo", "purpose:p", "signature:example.com"]);
    for (file, groups) in rows::<(String, usize)>(include_str!("rows/groups.jsonl")) {
        assert_eq!(parse(&file).groups().count(), groups);
    }
}

#[test]
fn r_74_the_plain_dialect_is_the_plain_reading() {
    let file = b"User-agent: *\nAllow: /x\nUser-agent-purpose: P\nDisallow: /\n";
    let plain = RobotsTxtReader::new()
        .with_dialect(Dialect::Rfc9309)
        .read(file);
    assert_eq!(plain.value, RobotsTxt::parse(file).value.plain_rfc9309());
    answers(&plain.value, &[("a", "/", false)]);
}

/// A case of `fixtures/google` is about it, by its name or its sentence.
#[test]
fn r_124_each_difference_of_googles_reader_has_a_case() {
    let cases = cases().into_iter().chain(small_cases());
    let own: Vec<_> = cases
        .filter(|case| case.name.starts_with("google/"))
        .collect();
    for difference in GoogleDifference::ALL {
        let name = difference.name();
        assert!(
            own.iter()
                .any(|case| case.about == name || case.name.ends_with(name)),
            "{name} has no case"
        );
        assert!(!difference.meaning().is_empty());
    }
}

#[test]
fn sitemaps_have_lines() {
    let robots = parse("Sitemap: https://e.example/a.xml # one\nUser-agent: a\nSite-map: /b.xml\n");
    let sitemaps: Vec<_> = robots
        .sitemaps()
        .map(|record| (record.line(), record.value().into_owned()))
        .collect();
    assert_eq!(
        sitemaps,
        [(1, "https://e.example/a.xml".into()), (3, "/b.xml".into())]
    );
}

/// A reader that takes exponential time does not end here.
#[test]
fn files_that_are_meant_to_take_long_have_their_answer() {
    for case in repeated_cases() {
        let robots = RobotsTxt::parse(repeated(&case.robots_txt).as_bytes()).value;
        let tokens = case.agent.iter().map(|agent| ProductToken::new(agent));
        let client: Client = tokens.map(Result::unwrap).collect();
        let url = format!("https://example.com{}", repeated(&case.url));
        let access = robots.access(&client, &url);
        assert_eq!(access.is_allowed(), case.allowed, "{}", case.id);
    }
}
