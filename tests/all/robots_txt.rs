//! robots.txt by clause: RFC 9309, the drafts that extend it, and the behaviour of readers in use.

use std::time::Duration;

use bytes::Bytes;
use robots_policy::header::SignatureAgent;
use robots_policy::robots_txt::{
    Access, Dialect, GoogleDifference, GroupSelection, LeadingStar, MobileAgentServer, Precedence,
    QueryDelimiters, Reason, RecordKey, RequestTarget, RobotsTxtReader, SignatureAgentLine,
};
use robots_policy::{
    Client, DiagnosticCode, Limits, Parsed, Policy, ProductToken, RobotsTxt, Severity, Source,
    Timestamp,
};

fn agent(token: &str) -> Client {
    Client::new(token).unwrap()
}

/// A client with this product token, or one without a token for `*`.
fn asker(token: &str) -> Client {
    if token == "*" {
        Client::anonymous()
    } else {
        agent(token)
    }
}

fn purposes(token: &str, purposes: &[&str]) -> Client {
    let purposes = purposes
        .iter()
        .map(|purpose| ProductToken::new(purpose).unwrap());
    purposes.fold(asker(token), Client::with_purpose)
}

fn signed(token: &str, field: &str) -> Client {
    asker(token).with_verified_signature(&SignatureAgent::parse(field).unwrap())
}

fn google() -> RobotsTxtReader {
    RobotsTxtReader::new().with_dialect(Dialect::Google)
}

fn parse(file: &str) -> RobotsTxt {
    RobotsTxt::parse(file.as_bytes()).value
}

fn codes<T>(parsed: &Parsed<T>) -> Vec<DiagnosticCode> {
    parsed
        .diagnostics
        .iter()
        .map(robots_policy::Diagnostic::code)
        .collect()
}

fn codes_of(file: &str) -> Vec<DiagnosticCode> {
    codes(&RobotsTxt::parse(file.as_bytes()))
}

/// Questions to a file: the asker's token, a target, and whether it is allowed.
#[track_caller]
fn answers(robots: &RobotsTxt, expected: &[(&str, &str, bool)]) {
    for (token, target, allowed) in expected {
        let access = robots.access(&asker(token), target);
        assert_eq!(
            access.allowed(),
            Some(*allowed),
            "{token} {target}: {access:?}"
        );
    }
}

#[track_caller]
fn file_answers(file: &str, expected: &[(&str, &str, bool)]) {
    answers(&parse(file), expected);
}

/// One rule in a group for every client, a path, and whether the rule matches it.
#[track_caller]
fn matches(reader: &RobotsTxtReader, pattern: &str, path: &str, expected: bool) {
    let file = format!("User-agent: *\nDisallow: {pattern}\n");
    let robots = reader.read(file.as_bytes()).value;
    let access = robots.access(&Client::anonymous(), path);
    assert_eq!(!access.is_allowed(), expected, "{pattern} on {path}");
}

fn group_of(access: &Access<'_>) -> String {
    access
        .group()
        .map_or(String::from("none"), |group| group.to_string())
}

#[test]
fn r_49_figure_1_a_product_token_finds_its_group() {
    file_answers(
        "user-agent: ExampleBot\ndisallow: /",
        &[("ExampleBot", "/", false), ("OtherBot", "/", true)],
    );
}

#[test]
fn r_49_figure_2_groups_of_one_token_are_merged() {
    let file = "user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: ExampleBot\ndisallow: /baz\n";
    for path in ["/foo", "/bar", "/baz"] {
        file_answers(file, &[("examplebot", path, false)]);
    }
    file_answers(file, &[("ExampleBot", "/qux", true)]);
}

#[test]
fn r_49_figure_3_every_other_client_has_the_global_group() {
    let file =
        "user-agent: *\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: BazBot\ndisallow: /baz\n";
    file_answers(
        file,
        &[
            ("ExampleBot", "/foo", false),
            ("ExampleBot", "/bar", false),
            ("ExampleBot", "/baz", true),
            ("BazBot", "/foo", true),
            ("BazBot", "/baz", false),
        ],
    );
}

#[test]
fn r_49_figure_4_octets_are_compared_in_one_form() {
    let reader = RobotsTxtReader::new();
    let same = [
        ("/foo/bar?baz=quz", "/foo/bar?baz=quz"),
        ("/foo/bar/ツ", "/foo/bar/%E3%83%84"),
        ("/foo/bar/%E3%83%84", "/foo/bar/%E3%83%84"),
        ("/foo/bar/%62%61%7A", "/foo/bar/baz"),
    ];
    for (one, other) in same {
        matches(&reader, one, other, true);
        matches(&reader, other, one, true);
    }
    // The second row has two reserved octets equal their encoded form; the others are a setting.
    let (raw, encoded) = (
        "/foo/bar?baz=https://foo.bar",
        "/foo/bar?baz=https%3A%2F%2Ffoo.bar",
    );
    let encoding =
        RobotsTxtReader::new().with_open_points(|open| open.query = QueryDelimiters::Encoded);
    for (one, other) in [(raw, encoded), (encoded, raw)] {
        for reader in [&reader, &encoding] {
            matches(reader, one, other, true);
            matches(reader, one, one, true);
        }
    }
    matches(&reader, "/a?b=@", "/a?b=%40", false);
    matches(&encoding, "/a?b=@", "/a?b=%40", true);
    let google = RobotsTxtReader::new().with_dialect(Dialect::Google);
    matches(&google, raw, encoded, false);
    matches(&encoding, "/a/b", "/a%2Fb", false);
}

#[test]
fn r_49_figure_5_special_characters() {
    let reader = RobotsTxtReader::new();
    matches(&reader, "/ # comment in line", "/x", true);
    matches(
        &reader,
        "/this/path/exactly$",
        "https://e.example/this/path/exactly",
        true,
    );
    matches(&reader, "/this/path/exactly$", "/this/path/exactly/", false);
    matches(&reader, "/this/*/exactly", "/this/path/exactly", true);
    matches(&reader, "/this/*/exactly", "/this//exactly?x", true);
    matches(&reader, "/this/*/exactly", "/this/exactly", false);
}

#[test]
fn r_49_figure_6_special_characters_verbatim() {
    let reader = RobotsTxtReader::new();
    matches(
        &reader,
        "/path/file-with-a-%2A.html",
        "https://www.example.com/path/file-with-a-*.html",
        true,
    );
    matches(
        &reader,
        "/path/file-with-a-%2A.html",
        "/path/file-with-a-x.html",
        false,
    );
    matches(
        &reader,
        "/path/foo-%24",
        "https://www.example.com/path/foo-$",
        true,
    );
    matches(&reader, "/path/foo-%24", "/path/foo-", false);
}

const SIMPLE: &str = "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\n\
    User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\n\
    User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\nUser-Agent: quxbot\n";

#[test]
fn r_49_example_5_1_simple() {
    file_answers(
        SIMPLE,
        &[
            ("anybot", "/publications/a", true),
            ("anybot", "/example/", false),
            ("anybot", "/a.gif", false),
            ("anybot", "/a.gif?x", true),
            ("anybot", "/other", true),
            ("foobot", "/example/page.html", true),
            ("foobot", "/example/allowed.gif", true),
            ("foobot", "/other", false),
            ("barbot", "/example/page.html", false),
            ("bazbot", "/example/page.html", false),
            ("bazbot", "/a.gif", true),
            ("quxbot", "/example/page.html", true),
        ],
    );
    let robots = parse(SIMPLE);
    let access = robots.access(&agent("quxbot"), "/a.gif");
    assert_eq!(
        (access.reason(), group_of(&access)),
        (Reason::NoMatch, "quxbot".into())
    );
}

#[test]
fn r_49_example_5_2_longest_match() {
    let file =
        "User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n";
    file_answers(
        file,
        &[
            (
                "foobot",
                "https://example.com/example/page/disallowed.gif",
                false,
            ),
            ("foobot", "https://example.com/example/page/other.gif", true),
        ],
    );
}

#[test]
fn r_50_groups_of_one_token_are_merged_and_hide_the_global_one() {
    let file =
        "User-agent: a\nDisallow: /x\nUser-agent: *\nDisallow: /\nUser-agent: A\nDisallow: /y\n";
    file_answers(
        file,
        &[
            ("a", "/x", false),
            ("a", "/y", false),
            ("a", "/z", true),
            ("b", "/z", false),
        ],
    );
    assert_eq!(parse(file).groups().count(), 3);
}

#[test]
fn r_51_allow_wins_a_tie() {
    for file in ["Allow: /x\nDisallow: /x", "Disallow: /x\nAllow: /x"] {
        let robots = parse(&format!("User-agent: *\n{file}"));
        let access = robots.access(&agent("a"), "/x");
        assert_eq!(access.reason(), Reason::AllowRule);
    }
    // Lengths are those of the patterns, with their special characters.
    file_answers(
        "User-agent: *\nAllow: /a/*\nDisallow: /a/b",
        &[("a", "/a/b", true)],
    );
    file_answers(
        "User-agent: *\nAllow: /a/\nDisallow: /a/*",
        &[("a", "/a/b", false)],
    );
    file_answers(
        "User-agent: *\nAllow: /%E3%83%84\nDisallow: /*abcdefg",
        &[("a", "/ツabcdefg", true)],
    );
}

#[test]
fn r_52_robots_txt_itself_is_allowed() {
    let robots = parse("User-agent: *\nDisallow: /");
    for target in [
        "/robots.txt",
        "https://example.com/robots.txt#top",
        "/robots%2Etxt",
    ] {
        let access = robots.access(&agent("a"), target);
        assert_eq!(
            (access.allowed(), access.reason()),
            (Some(true), Reason::RobotsTxtItself)
        );
    }
    answers(
        &robots,
        &[
            ("a", "/robots.txt/", false),
            ("a", "/a/robots.txt", false),
            ("a", "/Robots.txt", false),
        ],
    );
}

#[test]
fn r_53_a_pattern_may_begin_with_a_star() {
    matches(&RobotsTxtReader::new(), "*.gif$", "/dir/a.gif", true);
    matches(&RobotsTxtReader::new(), "*.gif$", "/dir/a.gif?x", false);
    let strict =
        RobotsTxtReader::new().with_open_points(|open| open.leading_star = LeadingStar::Ignored);
    matches(&strict, "*.gif$", "/dir/a.gif", false);
    for pattern in ["dir", "https://example.com/", "$", "?x"] {
        matches(&RobotsTxtReader::new(), pattern, "/dir?x", false);
    }
    assert_eq!(
        codes_of("User-agent: *\nDisallow: *.gif$"),
        [DiagnosticCode::PatternWithoutSlash]
    );
    assert_eq!(
        codes_of("User-agent: *\nDisallow: dir"),
        [DiagnosticCode::UnmatchablePattern]
    );
    let strictly = strict.read(b"User-agent: *\nDisallow: *.gif$");
    assert_eq!(codes(&strictly), [DiagnosticCode::UnmatchablePattern]);
}

#[test]
fn r_53_specials_anywhere_in_a_pattern() {
    let reader = RobotsTxtReader::new();
    matches(&reader, "/a$b", "/a$b", true);
    matches(&reader, "/a$b", "/a", false);
    matches(&reader, "/a**b*", "/a-b-", true);
    matches(&reader, "/a*$", "/abc", true);
    matches(&reader, "/$", "/", true);
    matches(&reader, "/$", "/a", false);
    matches(&reader, "*", "/", true);
    matches(&reader, "*$", "/x?y", true);
    matches(&reader, "/*ab*ab$", "/ab", false);
    matches(&reader, "/*ab*b$", "/ab", false);
    matches(&reader, "/a*bc*cd$", "/abcd", false);
    matches(&reader, "/a*bc*d$", "/abcdcd", true);
}

#[test]
fn r_54_octets_are_decoded_and_encoded_on_both_sides() {
    let reader = RobotsTxtReader::new();
    for (pattern, path, expected) in [
        ("/%62%61%7A", "/baz", true),
        ("/baz", "/%62%61%7a", true),
        ("/a%2Fb", "/a/b", false),
        ("/a/b", "/a%2Fb", false),
        ("/a%2fb", "/a%2Fb", true),
        ("/ツ", "/%e3%83%84", true),
        ("/%e3%83%84", "/ツ", true),
        ("/100%", "/100%", true),
        ("/a b", "/a%20b", true),
        ("/a|b", "/a%7cb", true),
    ] {
        matches(&reader, pattern, path, expected);
    }
    matches(&google(), "/foo/bar/%62%61%7A", "/foo/bar/baz", false);
    matches(&google(), "/foo/bar/%62%61%7A", "/foo/bar/%62%61%7A", true);
    matches(&google(), "/ツ", "/%E3%83%84", true);
    matches(&google(), "/%e3%83%84", "/%E3%83%84", true);
    matches(&google(), "/ツ", "/ツ", true);
    let as_google = google().with_open_points(|open| open.target = RequestTarget::AsGiven);
    matches(&as_google, "/ツ", "/ツ", false);
    matches(&as_google, "/ツ", "/%E3%83%84", true);
    matches(&as_google, "/p", "/a/../p", false);
}

#[test]
fn r_55_rules_before_the_first_group_bind_no_client() {
    let file = "Disallow: /\nUser-agent: *\nDisallow: /x\n";
    file_answers(file, &[("a", "/", true), ("a", "/x", false)]);
    assert_eq!(codes_of(file), [DiagnosticCode::RuleWithoutGroup]);
    let robots = parse("Disallow: /\n");
    assert_eq!(robots.access(&agent("a"), "/").reason(), Reason::NoGroup);
}

#[test]
fn r_56_line_ends_comments_and_byte_order_marks() {
    let lines = [
        "# first",
        "User-agent: * # all",
        "",
        "\t Disallow :\t/x # y",
        "Allow: /x#/y",
        "Disallow: /z",
    ];
    for end in ["\n", "\r", "\r\n"] {
        let robots = parse(&lines.join(end));
        answers(
            &robots,
            &[("a", "/x", true), ("a", "/xy", true), ("a", "/z", false)],
        );
        let numbers: Vec<usize> = robots
            .records()
            .map(robots_policy::robots_txt::Record::line)
            .collect();
        assert_eq!(numbers, [2, 4, 5, 6]);
    }
    for (mark, code) in [
        (&b"\xEF\xBB\xBF"[..], DiagnosticCode::ByteOrderMark),
        (b"\xEF\xBB", DiagnosticCode::CutByteOrderMark),
        (b"\xEF", DiagnosticCode::CutByteOrderMark),
    ] {
        let file = [mark, b"User-agent: *\nDisallow: /x"].concat();
        let parsed = RobotsTxt::parse(&file);
        assert_eq!(codes(&parsed), [code]);
        answers(&parsed.value, &[("a", "/x", false)]);
        let starter = parsed.value.records().next().unwrap();
        assert_eq!(
            (starter.span().start, &*starter.text()),
            (mark.len(), "User-agent: *")
        );
    }
    let inside = "User-agent: *\n\u{feff}Disallow: /x\n";
    assert_eq!(codes_of(inside), [DiagnosticCode::NearKey]);
}

#[test]
fn r_57_other_records_neither_open_nor_close_a_group() {
    let other = [
        "Sitemap: https://e.example/s",
        "Crawl-delay: 1",
        "Mobile-agent-server: / none",
        "Content-Signal: search=yes",
        "License: https://e.example/l",
        "Host: e.example",
        "Noindex: /",
        "Unheard-of: x",
        "no colon",
        "",
    ];
    for line in other {
        let file = format!(
            "{line}\nUser-agent: a\n{line}\nUser-agent: b\n{line}\nDisallow: /x\n{line}\nDisallow: /y\n{line}\n"
        );
        file_answers(
            &file,
            &[
                ("a", "/x", false),
                ("b", "/x", false),
                ("a", "/y", false),
                ("b", "/y", false),
                ("c", "/x", true),
            ],
        );
        assert_eq!(parse(&file).groups().count(), 1, "{line}");
    }
}

#[test]
fn r_58_keys_match_whole() {
    for key in [
        "User-Agent-Purpose",
        "DisallowAITraining",
        "Disallowed",
        "Disallow-All",
        "Dis",
    ] {
        let file = format!("User-agent: *\n{key}: /\n");
        file_answers(&file, &[("a", "/", true)]);
    }
    file_answers(
        "User-agent: *\nDisallow: /\nAllowed: /\nSitemaps: /x\nAllowAITraining: /\n",
        &[("a", "/", false)],
    );
    assert_eq!(parse("Sitemaps: /x").sitemaps().count(), 0);
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
    let both = google().read(b"User-agent: *\nDisallowAITraining: /").value;
    answers(&both, &[("a", "/", false)]);
    assert_eq!(
        codes_of("Disallow /\n: /\nUser-agent: *"),
        [
            DiagnosticCode::UnreadableLine,
            DiagnosticCode::UnreadableLine
        ]
    );
    assert_eq!(
        codes_of("User-agent: *\nFoo: bar"),
        [DiagnosticCode::UnknownRecord]
    );
}

#[test]
fn r_59_agent_values_are_cut_and_equal() {
    for (value, token, expected) in [
        ("FooBot", "foobot", true),
        ("FooBot/1.0", "FooBot", true),
        ("Foo Bar", "Foo", true),
        ("Foo Bar", "Bar", false),
        ("Googlebot*", "Googlebot", true),
        ("MJ12bot", "MJ12bot", true),
        ("MJ12bot", "MJ", false),
        ("archive.org_bot", "archive.org_bot", true),
        ("archive.org_bot", "archive", false),
        ("Googlebot", "Googlebot-News", false),
        ("Googlebot-News", "Googlebot", false),
        ("*", "a", true),
        ("* and more", "a", true),
        ("*bot", "bot", false),
        ("", "a", false),
        (".bot", "bot", false),
        ("(compatible; a)", "a", false),
    ] {
        file_answers(
            &format!("User-agent: {value}\nDisallow: /\n"),
            &[(token, "/", !expected)],
        );
    }
    assert_eq!(
        codes_of("User-agent: FooBot/1.0"),
        [DiagnosticCode::AgentCut]
    );
    assert_eq!(
        codes_of("User-agent: * and more"),
        [DiagnosticCode::AgentCut]
    );
    for value in ["*bot", "", "(x)"] {
        assert_eq!(
            codes_of(&format!("User-agent: {value}")),
            [DiagnosticCode::InvalidAgent]
        );
    }
    let short = google().read(b"User-agent: MJ12bot\nDisallow: /").value;
    answers(&short, &[("MJ12bot", "/", true), ("MJ", "/", false)]);
}

#[test]
fn r_59_a_group_of_no_client_still_ends_the_one_above() {
    file_answers(
        "User-agent: a\nDisallow: /x\nUser-agent: *bot\nDisallow: /\n",
        &[("a", "/", true), ("b", "/", true)],
    );
}

#[test]
fn r_60_only_the_first_token_with_a_group_counts() {
    let family = agent("Googlebot-News").with_token(ProductToken::new("Googlebot").unwrap());
    let both =
        parse("User-agent: Googlebot\nDisallow: /a\nUser-agent: Googlebot-News\nDisallow: /b\n");
    assert!(both.access(&family, "/a").is_allowed());
    assert!(!both.access(&family, "/b").is_allowed());
    let one = parse("User-agent: Googlebot\nDisallow: /a\nUser-agent: *\nDisallow: /b\n");
    assert!(!one.access(&family, "/a").is_allowed());
    assert!(one.access(&family, "/b").is_allowed());
}

#[test]
fn r_61_applebot_takes_the_group_of_googlebot() {
    let applebot = agent("Applebot").with_token(ProductToken::new("Googlebot").unwrap());
    for (file, group) in [
        (
            "User-agent: Googlebot\nAllow: /\nUser-agent: Applebot\n",
            "applebot",
        ),
        (
            "User-agent: *\nAllow: /\nUser-agent: Googlebot\n",
            "googlebot",
        ),
        ("User-agent: *\n", "*"),
        ("User-agent: Bingbot\n", "none"),
    ] {
        assert_eq!(group_of(&parse(file).access(&applebot, "/")), group);
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

#[test]
fn r_63_hostile_patterns_cost_little() {
    let stars = format!("User-agent: *\nDisallow: /{}b\n", "*a".repeat(2049));
    let robots = parse(&stars);
    let path = format!("/{}", "a".repeat(60_000));
    for _ in 0..20 {
        assert!(robots.access(&agent("x"), &path).is_allowed());
    }
    assert!(!robots.access(&agent("x"), &format!("{path}b")).is_allowed());
    let rules: String = (0..10_000)
        .map(|i| format!("Disallow: /*{i}*a*a*b$\n"))
        .collect();
    let robots = parse(&format!("User-agent: *\n{rules}"));
    let path = format!("/{}", "a".repeat(1999));
    for _ in 0..20 {
        assert!(robots.access(&agent("x"), &path).is_allowed());
    }
}

#[test]
fn r_63_hostile_files_are_read_in_one_pass() {
    let size = 512 * 1024;
    let fill = |line: &dyn Fn(usize) -> String| {
        let mut file = String::new();
        let mut count = 0;
        while file.len() < size {
            file += &line(count);
            count += 1;
        }
        file
    };
    let files = [
        fill(&|_| "User-agent: a\n".into()),
        fill(&|i| format!("User-agent: a{i}\n")),
        fill(&|_| "User-agent: a\nDisallow: /b\n".into()),
        fill(&|i| format!("User-agent: *\nDisallow: /{}\n", "a".repeat(i % 1000))),
        fill(&|_| "a\n".into()),
        fill(&|_| "Disallow:/\r".into()),
        fill(&|_| "\r".into()),
        fill(&|_| ":".into()),
        fill(&|_| "User-agent-purpose: a\nSignature-agent: a.b\nAllow:*\n".into()),
        fill(&|i| format!("Mobile-agent-server: {} none\n", "/a".repeat(i % 500 + 1))),
        fill(&|_| "Mobile-agent-server: / none\n".into()),
        fill(&|_| "Signature-agent: é.é\n".into()),
        fill(&|_| "%".into()),
        format!("User-agent: *\nDisallow: /{}", "%61".repeat(size / 3)),
        format!("User-agent: *\nDisallow: {}", "*".repeat(size)),
    ];
    for file in files {
        for dialect in [Dialect::Extended, Dialect::Google] {
            let reader = RobotsTxtReader::new().with_dialect(dialect);
            let robots = reader.read(file.as_bytes());
            let client = signed("a", "x.a.b").with_purpose(ProductToken::new("a").unwrap());
            let path = format!("/{}", "a".repeat(2000));
            let _ = robots.value.access(&client, &path);
            let _ = robots.value.mobile_agent_server("/a/a/a/b");
            let _ = robots.value.crawl_delay(&client);
            assert!(robots.diagnostics.len() < 300);
        }
    }
}

#[test]
fn r_66_invalid_utf8_is_octets() {
    let file = b"User-agent: *\nDisallow: /\xE9t\xE9\nDisallow: /caf\xC3\xA9\n";
    let parsed = RobotsTxt::parse(file);
    assert_eq!(codes(&parsed), [DiagnosticCode::InvalidUtf8]);
    answers(
        &parsed.value,
        &[
            ("a", "/%E9t%e9", false),
            ("a", "/été", true),
            ("a", "/café", false),
            ("a", "/caf%C3%A9", false),
        ],
    );
    let rule = parsed
        .value
        .groups()
        .next()
        .unwrap()
        .rules()
        .next()
        .unwrap();
    assert_eq!(
        (rule.line(), &*rule.text()),
        (2, "Disallow: /\u{fffd}t\u{fffd}")
    );
}

#[test]
fn r_66_utf_16_is_decoded() {
    let text = "User-agent: *\r\nDisallow: /é\r\n";
    let units: Vec<u16> = text.encode_utf16().collect();
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    for (file, code) in [
        ([b"\xFF\xFE", &little[..]].concat(), DiagnosticCode::Utf16),
        ([b"\xFE\xFF", &big[..]].concat(), DiagnosticCode::Utf16),
        (little, DiagnosticCode::GuessedUtf16),
        (big, DiagnosticCode::GuessedUtf16),
    ] {
        let parsed = RobotsTxt::parse(&file);
        assert_eq!(codes(&parsed), [code]);
        answers(&parsed.value, &[("a", "/%C3%A9", false), ("a", "/", true)]);
    }
}

#[test]
fn r_66_control_characters_stay_in_their_line() {
    file_answers(
        "User-agent: *\nDisallow: /a\0b\u{b}c\n",
        &[("a", "/a%00b%0Bc", false), ("a", "/a", true)],
    );
    file_answers("User-agent: *\nDisallow\0: /\n", &[("a", "/", true)]);
}

const CLOUDFLARE: &str = "# BEGIN managed content\n\nUser-Agent: *\nContent-signal: search=yes,ai-train=no,use=reference\nAllow: /\n\n\
    User-agent: GPTBot\nDisallow: /\n# END managed content\n\nUser-agent: *\nDisallow: /\n";

#[test]
fn r_67_an_injected_allow_ties_and_is_reported() {
    let parsed = RobotsTxt::parse(CLOUDFLARE.as_bytes());
    answers(
        &parsed.value,
        &[("anybot", "/", true), ("GPTBot", "/", false)],
    );
    assert_eq!(codes(&parsed), [DiagnosticCode::InjectedAllowOverrides]);
    assert_eq!(parsed.diagnostics[0].provenance().line(), Some(12));
    // Within one group the author made the choice.
    assert_eq!(codes_of("User-agent: *\nDisallow: /\nAllow: /\n"), []);
}

#[test]
fn r_68_of_a_page_only_readable_lines_count() {
    let page = "<!DOCTYPE html>\n<html><head><title>404: Not found</title></head>\n<body style=\"color: red\">\n<p>nothing</p>\n";
    let parsed = RobotsTxt::parse(page.as_bytes());
    assert_eq!(codes(&parsed), [DiagnosticCode::HtmlInstead]);
    answers(&parsed.value, &[("a", "/", true)]);
    let mixed = format!("{page}User-agent: *\nDisallow: /x\n</body>");
    file_answers(&mixed, &[("a", "/x", false)]);
    assert_eq!(codes_of(""), []);
    assert_eq!(codes_of("\r\n \t\n"), []);
    assert_eq!(codes_of("# only a comment"), [DiagnosticCode::NoRecord]);
}

const PURPOSE: &str = "# robots.txt with purpose\n# FooBot and all bots that are crawling for EXAMPLE-PURPOSE-1 are disallowed.\n\
    User-Agent: FooBot\nUser-Agent-Purpose: EXAMPLE-PURPOSE-1\nDisallow: /\n\n\
    # EXAMPLE-PURPOSE-2 crawlers are allowed.\nUser-Agent-Purpose: EXAMPLE-PURPOSE-2\n";

#[test]
fn r_69_the_example_of_the_purpose_draft() {
    let robots = parse(PURPOSE);
    for (client, allowed, group) in [
        (agent("FooBot"), false, "foobot"),
        (
            purposes("BarBot", &["EXAMPLE-PURPOSE-1"]),
            false,
            "purpose:example-purpose-1",
        ),
        (
            purposes("BarBot", &["EXAMPLE-PURPOSE-2"]),
            true,
            "purpose:example-purpose-2",
        ),
        (agent("BarBot"), true, "none"),
    ] {
        let access = robots.access(&client, "/");
        assert_eq!((access.is_allowed(), &*group_of(&access)), (allowed, group));
    }
}

#[test]
fn r_70_a_product_token_goes_before_a_purpose_and_that_before_all() {
    let file = "User-agent: FooBot\nAllow: /a\nUser-agent-purpose: P\nDisallow: /\nUser-agent: *\nDisallow: /star\n";
    let foobot = purposes("FooBot", &["P"]);
    assert!(parse(file).access(&foobot, "/a").is_allowed());
    let restrictive = RobotsTxtReader::new()
        .with_group_selection(GroupSelection::EveryNamed)
        .read(file.as_bytes())
        .value;
    let access = restrictive.access(&foobot, "/a");
    assert_eq!(
        (access.is_allowed(), &*group_of(&access)),
        (false, "purpose:p")
    );
    // The group for every client does not bind a client that another names.
    assert!(restrictive.access(&agent("FooBot"), "/star").is_allowed());
    let file = "User-agent: *\nDisallow: /\nUser-agent-purpose: P\n";
    assert!(parse(file).access(&purposes("a", &["P"]), "/").is_allowed());
    assert!(!parse(file).access(&purposes("a", &["Q"]), "/").is_allowed());
}

#[test]
fn r_71_purpose_tokens_are_whole_and_without_case() {
    let robots = parse("User-agent-purpose: Example-Purpose-1 # comment\nDisallow: /\n");
    assert!(
        !robots
            .access(&purposes("a", &["EXAMPLE-purpose-1"]), "/")
            .is_allowed()
    );
    for other in ["EXAMPLE-PURPOSE-10", "EXAMPLE-PURPOSE", "PURPOSE-1"] {
        assert!(robots.access(&purposes("a", &[other]), "/").is_allowed());
    }
    // An invalid token still ends the group above.
    let file = "User-agent: a\nAllow: /\nUser-agent-purpose: z/1\nDisallow: /\n";
    file_answers(file, &[("a", "/", true)]);
    assert_eq!(
        codes_of(file),
        [
            DiagnosticCode::InvalidAgent,
            DiagnosticCode::Rfc9309ViewDiffers
        ]
    );
}

#[test]
fn r_72_each_purpose_has_its_verdict() {
    let file = "User-agent-purpose: A\nAllow: /\nUser-agent-purpose: B\nDisallow: /b\nUser-agent-purpose: B\nDisallow: /c\n";
    let robots = parse(file);
    let both = purposes("x", &["A", "B"]);
    for (path, allowed) in [("/a", true), ("/b", false), ("/c", false)] {
        let access = robots.access(&both, path);
        assert_eq!(access.is_allowed(), allowed);
        let each: Vec<bool> = access
            .purposes()
            .iter()
            .map(|(_, access)| access.is_allowed())
            .collect();
        assert_eq!(each, [true, allowed]);
    }
    let access = robots.access(&both, "/b");
    assert_eq!(group_of(&access), "purpose:b");
    assert_eq!(access.purposes()[0].0.as_str(), "A");
    assert_eq!(robots.access(&both, "/robots.txt").purposes().len(), 2);
    assert!(robots.access(&agent("x"), "/b").purposes().is_empty());
}

#[test]
fn r_73_starters_of_any_kind_open_one_group() {
    let file =
        "User-agent: foo\nUser-agent-purpose: P\nSignature-agent: example.com\nDisallow: /\n";
    let robots = parse(file);
    let subjects: Vec<String> = robots
        .groups()
        .flat_map(robots_policy::robots_txt::Group::subjects)
        .map(|s| s.to_string())
        .collect();
    assert_eq!(subjects, ["foo", "purpose:p", "signature:example.com"]);
    for client in [
        agent("foo"),
        purposes("bar", &["p"]),
        signed("bar", "a.example.com"),
    ] {
        assert!(!robots.access(&client, "/").is_allowed());
    }
    assert!(robots.access(&agent("bar"), "/").is_allowed());
    let closed =
        parse("Signature-agent: example.com\nDisallow: /s\nUser-agent: *\nDisallow: /all\n");
    assert_eq!(closed.groups().count(), 2);
    assert!(closed.access(&agent("bar"), "/s").is_allowed());
}

#[test]
fn r_74_where_a_plain_reader_differs_a_diagnostic_says_so() {
    let differing = "User-agent: *\nAllow: /x\nUser-agent-purpose: P\nDisallow: /\n";
    let parsed = RobotsTxt::parse(differing.as_bytes());
    assert_eq!(codes(&parsed), [DiagnosticCode::Rfc9309ViewDiffers]);
    assert_eq!(
        parsed.diagnostics[0].provenance().text(),
        "User-agent-purpose: P"
    );
    answers(&parsed.value, &[("a", "/", true)]);
    answers(&parsed.value.plain_rfc9309(), &[("a", "/", false)]);
    let plain = RobotsTxtReader::new()
        .with_dialect(Dialect::Rfc9309)
        .read(differing.as_bytes());
    assert_eq!(
        (plain.value, plain.diagnostics.len()),
        (parsed.value.plain_rfc9309(), 0)
    );
    for same in [
        PURPOSE,
        "User-agent-purpose: P\nDisallow: /\nUser-agent: *\nDisallow: /x\n",
        "User-agent: a\nDisallow: /\nUser-agent-purpose: P\nUser-agent: b\nDisallow: /x\n",
        "User-agent: a\nDisallow: /\nUser-agent-purpose: P\nDisallow:\n",
    ] {
        assert_eq!(codes_of(same), [], "{same}");
    }
    assert_eq!(
        codes_of("User-agent: a\nDisallow: /x\nSignature-agent: e.example\nDisallow: /\n"),
        [DiagnosticCode::Rfc9309ViewDiffers]
    );
}

#[test]
fn r_75_hosts_match_at_the_border_of_a_label() {
    let robots = parse("Signature-agent: example.com\nDisallow: /\n");
    for (host, bound) in [
        ("example.com", true),
        ("crawler.example.com", true),
        ("badexample.com", false),
        ("example.com.evil.org", false),
        ("com", false),
    ] {
        assert_eq!(
            !robots.access(&signed("a", host), "/").is_allowed(),
            bound,
            "{host}"
        );
    }
    let narrow = parse("Signature-agent: crawler.example.com\nDisallow: /\n");
    assert!(narrow.access(&signed("a", "example.com"), "/").is_allowed());
}

#[test]
fn r_76_forms_of_the_host_in_a_line() {
    for (value, codes) in [
        ("crawler.example.com", &[][..]),
        ("\"https://crawler.example.com\"", &[]),
        ("https://crawler.example.com/", &[]),
        (
            "\"https://Crawler.Example.com/\"",
            &[DiagnosticCode::SignatureHostNormalised],
        ),
        (
            "crawler.example.com:443",
            &[DiagnosticCode::SignatureHostNormalised],
        ),
        (
            "https://crawler.example.com/keys",
            &[DiagnosticCode::SignatureHostNormalised],
        ),
        (
            "crawler.example.com.",
            &[DiagnosticCode::SignatureHostNormalised],
        ),
        ("com", &[DiagnosticCode::BroadSignatureHost]),
    ] {
        let file = format!("Signature-agent: {value}\nDisallow: /\n");
        assert!(
            !parse(&file)
                .access(&signed("a", "crawler.example.com"), "/")
                .is_allowed(),
            "{value}"
        );
        assert_eq!(codes_of(&file), codes, "{value}");
    }
    // A key is not a host.
    let key = "Signature-Agent: poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U\nDisallow: /path/to/resource\n";
    assert_eq!(codes_of(key), [DiagnosticCode::InvalidSignatureHost]);
    assert!(
        parse(key)
            .access(&signed("a", "example.com"), "/path/to/resource")
            .is_allowed()
    );
    let idn = parse("Signature-agent: bücher.example\nDisallow: /\n");
    assert!(
        !idn.access(&signed("a", "\"https://xn--bcher-kva.example\""), "/")
            .is_allowed()
    );
}

#[test]
fn r_77_the_asker_may_write_its_field_in_three_forms() {
    let robots = parse("Signature-agent: example.com\nDisallow: /\n");
    for field in [
        "crawler.example.com",
        "\"https://crawler.example.com\"",
        "sig=\"https://crawler.example.com\";type=directory",
    ] {
        assert!(
            !robots.access(&signed("a", field), "/").is_allowed(),
            "{field}"
        );
    }
    for field in [
        "sig=\"http://crawler.example.com\"",
        "sig=\"https://crawler.example.com\";type=unheard",
    ] {
        let error = SignatureAgent::parse(field).unwrap_err();
        assert!(error.is_passed_over(), "{field}");
    }
}

#[test]
fn r_78_the_longest_host_wins() {
    let file = "Signature-agent: example.com\nDisallow: /\nSignature-agent: crawler.example.com\nDisallow: /x\nSignature-agent: Crawler.example.com\nDisallow: /y\n";
    let robots = parse(file);
    let crawler = signed("a", "b.crawler.example.com");
    let access = robots.access(&crawler, "/x");
    assert_eq!(
        (access.is_allowed(), &*group_of(&access)),
        (false, "signature:crawler.example.com")
    );
    assert!(!robots.access(&crawler, "/y").is_allowed());
    assert!(robots.access(&crawler, "/z").is_allowed());
    assert!(
        !robots
            .access(&signed("a", "other.example.com"), "/z")
            .is_allowed()
    );
    let two = signed(
        "a",
        "x=\"https://example.com\", y=\"https://crawler.example.com\"",
    );
    assert!(robots.access(&two, "/z").is_allowed());
}

#[test]
fn r_79_a_host_counts_only_when_it_is_verified() {
    let robots = parse("Signature-agent: example.com\nDisallow: /\n");
    let claimed = SignatureAgent::parse("example.com").unwrap();
    assert!(robots.access(&agent("a"), "/").is_allowed());
    assert!(
        !robots
            .access(&agent("a").with_verified_signature(&claimed), "/")
            .is_allowed()
    );
}

#[test]
fn r_79_a_product_token_goes_before_a_signature_by_default() {
    let file = "User-agent: a\nDisallow: /agent\nSignature-agent: example.com\nDisallow: /host\nUser-agent-purpose: p\nDisallow: /purpose\n";
    let client = signed("a", "example.com").with_purpose(ProductToken::new("p").unwrap());
    let first = RobotsTxtReader::new()
        .with_open_points(|open| open.precedence = Precedence::SignatureFirst)
        .read(file.as_bytes())
        .value;
    let restrictive = RobotsTxtReader::new()
        .with_group_selection(GroupSelection::EveryNamed)
        .read(file.as_bytes())
        .value;
    for (robots, refused) in [
        (parse(file), &["/agent"][..]),
        (first, &["/host"]),
        (restrictive, &["/agent", "/host", "/purpose"]),
    ] {
        for path in ["/agent", "/host", "/purpose"] {
            assert_eq!(
                !robots.access(&client, path).is_allowed(),
                refused.contains(&path),
                "{path}"
            );
        }
    }
    let unnamed = signed("b", "example.com").with_purpose(ProductToken::new("p").unwrap());
    assert_eq!(
        group_of(&parse(file).access(&unnamed, "/")),
        "signature:example.com"
    );
}

#[test]
fn r_80_allow_star_matches_everything() {
    let file = "Signature-Agent: example.com\nDisallow: /\nAllow: *\n";
    let robots = parse(file);
    assert!(
        robots
            .access(&signed("a", "example.com"), "/x")
            .is_allowed()
    );
    let longer = parse("Signature-Agent: example.com\nDisallow: /x\nAllow: *\n");
    assert!(
        !longer
            .access(&signed("a", "example.com"), "/x")
            .is_allowed()
    );
}

#[test]
fn r_81_signature_lines_may_restrict_user_agents_instead() {
    let file = "User-agent: *\nSignature-agent: \"https://example.com\"\nDisallow: /\nUser-agent: a\nDisallow: /a\n";
    assert_eq!(codes_of(file), [DiagnosticCode::MixedSignatureGroup]);
    assert!(!parse(file).access(&agent("b"), "/").is_allowed());
    let robots = RobotsTxtReader::new()
        .with_open_points(|open| open.signature_agent = SignatureAgentLine::Modifier)
        .read(file.as_bytes())
        .value;
    assert!(robots.access(&agent("b"), "/").is_allowed());
    assert_eq!(robots.access(&agent("b"), "/").reason(), Reason::NoGroup);
    assert!(
        !robots
            .access(&signed("b", "crawler.example.com"), "/")
            .is_allowed()
    );
    assert!(
        robots
            .access(&signed("b", "badexample.com"), "/")
            .is_allowed()
    );
    assert!(robots.access(&signed("a", "example.com"), "/").is_allowed());
    assert!(!robots.access(&agent("a"), "/a").is_allowed());
    let key = "User-agent: *\nSignature-agent: *\nDisallow: /\n";
    let robots = RobotsTxtReader::new()
        .with_open_points(|open| open.signature_agent = SignatureAgentLine::Modifier)
        .read(key.as_bytes());
    assert_eq!(codes(&robots), [DiagnosticCode::InvalidSignatureHost]);
    assert!(
        robots
            .value
            .access(&signed("b", "example.com"), "/")
            .is_allowed()
    );
}

const MOBILE: &str = "Mobile-agent-server: / atp://www.fict.org:8001\nMobile-agent-server: /home/ none\n\
    Mobile-agent-server: /home/user1/ atp://user1.fict.org:854\nMobile-agent-server: /home/user2/ atp://user2.fict.org:831\n";

fn server(file: &str, path: &str) -> String {
    match parse(file).mobile_agent_server(path) {
        MobileAgentServer::Host(host) => host.to_owned(),
        MobileAgentServer::ExplicitNone => "none".into(),
        _ => "unspecified".into(),
    }
}

#[test]
fn r_82_the_table_of_the_mobile_agent_draft() {
    let (www, user1, user2) = (
        "atp://www.fict.org:8001",
        "atp://user1.fict.org:854",
        "atp://user2.fict.org:831",
    );
    for (path, expected) in [
        ("/", www),
        ("/index.html", www),
        ("/services/", www),
        ("/services/index.html", www),
        ("/robots.txt", www),
        ("/home/", "none"),
        ("/home/user1/", user1),
        ("/home/user1/index.html", user1),
        ("/home/user2/", user2),
        ("/home/user2/index.html?q=/home/user1/", user2),
        ("/home/user3/", "none"),
        ("/home/user3/index.html", "none"),
        ("/home", www),
    ] {
        assert_eq!(
            server(MOBILE, &format!("http://www.fict.org{path}")),
            expected,
            "{path}"
        );
    }
    assert_eq!(server("User-agent: *\n", "/"), "unspecified");
    assert_eq!(server("Mobile-agent-server: /a NONE\n", "/a"), "none");
    assert_eq!(
        server("Mobile-agent-server: /a NONE\n", "/b"),
        "unspecified"
    );
    assert_eq!(codes_of(MOBILE), []);
}

#[test]
fn r_83_the_last_matching_line_wins() {
    let file = "Mobile-agent-server: / none\nMobile-agent-server: /dir1 atp://www.fict.org:544\nMobile-agent-server: /dir1/dir2 atp://www.fict.org:543\n";
    assert_eq!(server(file, "/"), "none");
    assert_eq!(server(file, "/dir1/x"), "atp://www.fict.org:544");
    assert_eq!(server(file, "/dir1/dir2/x"), "atp://www.fict.org:543");
    assert_eq!(codes_of(file), []);
    let reversed = "Mobile-agent-server: /dir1/dir2 x://x\nMobile-agent-server: /dir1-b y://y\nMobile-agent-server: /dir1 y://y\n";
    assert_eq!(server(reversed, "/dir1/dir2/z"), "y://y");
    let parsed = RobotsTxt::parse(reversed.as_bytes());
    assert_eq!(
        codes(&parsed),
        [DiagnosticCode::MobileAgentServerOverridden]
    );
    assert_eq!(parsed.diagnostics[0].provenance().line(), Some(1));
}

#[test]
fn r_84_subtrees_end_at_a_segment() {
    let file = "Mobile-agent-server: /dir1 a://b\nMobile-agent-server: /%7Euser/* c://d\n";
    assert_eq!(server(file, "/dir1"), "a://b");
    assert_eq!(server(file, "/dir1/x"), "a://b");
    assert_eq!(server(file, "/dir10"), "unspecified");
    assert_eq!(server(file, "/Dir1"), "unspecified");
    assert_eq!(server(file, "/~user/*"), "c://d");
    assert_eq!(server(file, "/~user/x"), "unspecified");
}

#[test]
fn r_85_mobile_agent_lines_belong_to_no_group() {
    let file = "User-agent: a\nMobile-agent-server: / x://y\nUser-agent: b\nDisallow: /\nMobile-agent-server:/c none\n";
    file_answers(
        file,
        &[("a", "/", false), ("b", "/", false), ("c", "/", true)],
    );
    assert_eq!(server(file, "/"), "x://y");
    assert_eq!(server(file, "/c/d"), "none");
    for line in [
        "/",
        "dir none",
        "/a",
        "/a none x",
        "/a 1:a://b",
        "/a a://",
        "/a a:b",
        "/a a://:80",
        "/a a://b/c",
        "/a ://b",
    ] {
        let file = format!("Mobile-agent-server: {line}\n");
        assert_eq!(
            codes_of(&file),
            [DiagnosticCode::InvalidMobileAgentServer],
            "{line}"
        );
        assert_eq!(server(&file, "/a"), "unspecified");
    }
}

#[test]
fn r_124_each_difference_of_googles_reader() {
    let ours = RobotsTxtReader::new();
    let asks = |file: &str, token: &str, target: &str| {
        let answer = |reader: &RobotsTxtReader| {
            reader
                .read(file.as_bytes())
                .value
                .access(&asker(token), target)
                .is_allowed()
        };
        (answer(&ours), answer(&google()))
    };
    for difference in GoogleDifference::ALL {
        let long = format!("User-agent: *\nDisallow: /{}/x\n", "a".repeat(16_700));
        let cases: &[(&str, &str, &str, bool)] = match difference {
            GoogleDifference::PrefixKeys => &[
                ("User-agent: *\nDisallowed: /", "a", "/", true),
                ("User-agent-purpose: a\nDisallow: /", "a", "/", true),
                ("Useragents: a\nDisallow: /", "a", "/", true),
            ],
            GoogleDifference::MissingColon => &[("user-agent a\ndisallow /", "a", "/", true)],
            GoogleDifference::ShortToken => &[
                ("User-agent: AB42bot\nDisallow: /", "AB", "/", true),
                ("User-agent: AB42bot\nDisallow: /", "AB42bot", "/", false),
            ],
            GoogleDifference::PatternNotDecoded => {
                &[("User-agent: *\nDisallow: /%62%61%7A", "a", "/baz", false)]
            }
            GoogleDifference::PathAsGiven => &[
                ("User-agent: *\nDisallow: /b", "a", "/%62", false),
                (
                    "User-agent: *\nDisallow: /%E3%83%84",
                    "a",
                    "/%e3%83%84",
                    false,
                ),
            ],
            GoogleDifference::IndexFile => &[
                (
                    "User-agent: *\nDisallow: /\nAllow: /a/index.html",
                    "a",
                    "/a/",
                    false,
                ),
                (
                    "User-agent: *\nDisallow: /\nAllow: /index.htm",
                    "a",
                    "https://e.example",
                    false,
                ),
            ],
            GoogleDifference::NoExemption => {
                &[("User-agent: *\nDisallow: /", "a", "/robots.txt", true)]
            }
            GoogleDifference::VerticalSpace => {
                &[("User-agent: *\nDisallow:\x0B/a\x0C", "a", "/a", true)]
            }
            GoogleDifference::Utf8Alone => &[(
                "\0U\0s\0e\0r\0-\0a\0g\0e\0n\0t\0:\0*\0\n\0D\0i\0s\0a\0l\0l\0o\0w\0:\0/",
                "a",
                "/",
                false,
            )],
            GoogleDifference::LineLimit => {
                &[(&long, "a", &format!("/{}", "a".repeat(16_700)), true)]
            }
            _ => panic!("{} has no case", difference.name()),
        };
        for (file, token, target, allowed_by_us) in cases {
            assert_eq!(
                asks(file, token, target),
                (*allowed_by_us, !allowed_by_us),
                "{}",
                difference.name()
            );
        }
        assert!(!difference.meaning().is_empty());
    }
}

/// Every reader is asked for the path that a client sends: of an IRI, of a URL with dots, of a reference with a host.
#[test]
fn a_target_is_the_path_that_a_client_sends_in_every_dialect() {
    let file = "User-agent: *\nDisallow: /%E3%83%84\nDisallow: /ü\nDisallow: /p\nContent-Signal: ai-train=no";
    let closed = [
        "/ツ",
        "/%E3%83%84",
        "https://example.com/ツ?é",
        "https://例え.example/ü#ä",
        "//example.com/ü",
        "/a/../p",
        "/a/%2E%2e/./ü",
        "https://example.com/./p",
        "//example.com/p",
        " /p\n",
    ];
    let open = [
        "/",
        "/a/p",
        "/p/..",
        "https://example.com//p",
        "/a?/../p",
        "//p",
        "//p/ツa/../a",
    ];
    let googlebot: robots_policy::engines::Profile = "googlebot".parse().unwrap();
    for dialect in [Dialect::Extended, Dialect::Rfc9309, Dialect::Google] {
        let read = RobotsTxtReader::new()
            .with_dialect(dialect)
            .read(file.as_bytes());
        let policy = Policy::new().with_robots_txt(read.clone());
        for (targets, allowed) in [(&closed[..], false), (&open[..], true)] {
            for target in targets {
                let access = read.value.access(&asker("a"), target);
                assert_eq!(access.is_allowed(), allowed, "{dialect:?} {target:?}");
                let verdict = policy.engine_verdict(googlebot, target, Timestamp::from_unix(0));
                assert_eq!(
                    verdict.access().is_allowed(),
                    allowed,
                    "Googlebot {target:?}"
                );
            }
        }
    }
}

/// Likewise for what a file states about AI use, and for mobile agents.
#[test]
fn statements_for_a_path_hold_for_the_path_that_a_client_sends() {
    let file =
        "User-agent: *\nContent-Usage: /ü train-ai=n\nMobile-agent-server: /ü atp://a.example";
    let robots = RobotsTxt::parse(file.as_bytes()).value;
    for (target, holds) in [
        ("/ü", true),
        ("/%C3%BC", true),
        ("/a/../ü", true),
        ("//example.com/ü", true),
        ("/ü/..", false),
    ] {
        let states = robots.uses(&asker("a"), target) != robots.uses(&asker("a"), "/");
        assert_eq!(states, holds, "{target}");
        let server = robots.mobile_agent_server(target);
        assert_eq!(server != MobileAgentServer::Unspecified, holds, "{target}");
    }
}

#[test]
fn r_124_the_common_part_of_googles_reader_and_ours() {
    for (file, token, target, allowed) in [
        (
            "allow: /foo/bar/\nuser-agent: FooBot\ndisallow: /\nallow: /x/\nuser-agent: BarBot\ndisallow: /\nallow: /y/\n\n\nallow: /w/\nuser-agent: BazBot\n\nuser-agent: FooBot\nallow: /z/\ndisallow: /\n",
            "FooBot",
            "http://foo.bar/z/d",
            true,
        ),
        (
            "user-agent: FooBot\ndisallow: /\nallow: /x/\nuser-agent: BarBot\ndisallow: /\nallow: /y/\nuser-agent: BazBot\n\nuser-agent: FooBot\nallow: /z/\n",
            "BazBot",
            "http://foo.bar/z/d",
            true,
        ),
        (
            "User-Agent: *\nDisallow: /\nUser-Agent: Foo Bar\nAllow: /x/\nDisallow: /\n",
            "Foo",
            "http://foo.bar/x/y",
            true,
        ),
        (
            "user-agent: FooBot\nallow: /x/page.html\ndisallow: /x/\n",
            "FooBot",
            "http://foo.bar/x/page.html",
            true,
        ),
        (
            "user-agent: FooBot\ndisallow: /x/page.html\nallow: /x/\n",
            "FooBot",
            "http://foo.bar/x/page.html",
            false,
        ),
        (
            "user-agent: FooBot\ndisallow: \nallow: \n",
            "FooBot",
            "http://foo.bar/x/page.html",
            true,
        ),
        (
            "user-agent: FooBot\ndisallow: /\nallow: /\n",
            "FooBot",
            "http://foo.bar/x/page.html",
            true,
        ),
        (
            "user-agent: FooBot\ndisallow: /x\nallow: /x/\n",
            "FooBot",
            "http://foo.bar/x",
            false,
        ),
        (
            "user-agent: FooBot\ndisallow: /*.html\nallow: /x/*\n",
            "FooBot",
            "http://foo.bar/x/page.html",
            false,
        ),
        (
            "user-agent: FooBot\nDisallow: /\nAllow: /foo/bar/*/qux\n",
            "FooBot",
            "http://foo.bar/foo/bar/x/qux",
            true,
        ),
    ] {
        for reader in [RobotsTxtReader::new(), google()] {
            let access_to = reader.read(file.as_bytes()).value;
            assert_eq!(
                access_to.access(&asker(token), target).is_allowed(),
                allowed,
                "{token} {target}\n{file}"
            );
        }
    }
}

#[test]
fn r_124_googles_reader_reports_the_lines_that_it_reinterprets() {
    let long = format!("User-agent: *\nDisallow: /{}\nallow /x", "a".repeat(17_000));
    assert_eq!(
        codes(&google().read(long.as_bytes())),
        [DiagnosticCode::LineTruncated, DiagnosticCode::MissingColon]
    );
    assert_eq!(
        codes(&google().read(b"User-agents: *\nDisallow: /")),
        [DiagnosticCode::MisspeltKey]
    );
}

#[test]
fn empty_rules_end_a_run_of_starters() {
    file_answers(
        "User-agent: a\nDisallow:\nUser-agent: b\nDisallow: /\n",
        &[("a", "/", true), ("b", "/", false)],
    );
    let robots = parse("User-agent: a\nDisallow:\n");
    assert_eq!(robots.access(&agent("a"), "/").reason(), Reason::NoMatch);
}

#[test]
fn blank_lines_end_no_group() {
    file_answers(
        "User-agent: a\n\nDisallow: /x\n\nDisallow: /y\n",
        &[("a", "/y", false), ("b", "/y", true)],
    );
}

#[test]
fn a_client_that_ignores_the_global_group_is_bound_by_its_own_alone() {
    let robots = parse("User-agent: *\nDisallow: /\nUser-agent: AdsBot\nDisallow: /ads\n");
    let special = |token| agent(token).with_obeys_global(false);
    assert_eq!(
        robots.access(&special("Other"), "/").reason(),
        Reason::NoGroup
    );
    assert!(!robots.access(&special("AdsBot"), "/ads").is_allowed());
}

#[test]
fn r_115_the_deciding_line_is_an_exact_span() {
    let file = "\u{feff}User-agent: *\r\n\t Disallow :\t/a*b  # why\rAllow: /\n";
    let robots = parse(file);
    let lines: Vec<&[u8]> = vec![
        b"\xEF\xBB\xBFUser-agent: *",
        b"\t Disallow :\t/a*b  # why",
        b"Allow: /",
    ];
    for record in robots.records() {
        let at = record.provenance();
        assert_eq!(
            (at.source(), at.line()),
            (Source::RobotsTxt, Some(record.line()))
        );
        assert_eq!(at.span().of(lines[record.line() - 1]), at.text().as_bytes());
    }
    let access = robots.access(&agent("a"), "/axb");
    let rule = access.rule().unwrap();
    assert_eq!(
        (rule.line(), &*rule.text(), &*rule.path()),
        (2, "Disallow :\t/a*b", "/a*b")
    );
    assert!(!rule.allows());
    assert_eq!(rule.provenance().text(), "Disallow :\t/a*b");
    let diagnostic = &RobotsTxt::parse(b"User-agent: *\n\n  Fooo: bar # x").diagnostics[0];
    assert_eq!(
        (
            diagnostic.provenance().line(),
            diagnostic.provenance().span().start,
            diagnostic.provenance().text()
        ),
        (Some(3), 2, "Fooo: bar")
    );
}

#[test]
fn sitemaps_and_delays() {
    let file = "Sitemap: https://e.example/a.xml # one\nUser-agent: a\nCrawl-delay: 2.5\nUser-agent: b\nDisallow: /x\nSite-map: /b.xml\nUser-agent: *\nCrawl-delay: 10\nUser-agent: A\nDisallow:\nCrawl-delay: soon\nCrawl-delay: 3\n";
    let robots = parse(file);
    let sitemaps: Vec<_> = robots
        .sitemaps()
        .map(|record| (record.line(), record.value().into_owned()))
        .collect();
    assert_eq!(
        sitemaps,
        [(1, "https://e.example/a.xml".into()), (6, "/b.xml".into())]
    );
    // `*` and the second `A` share a group: no rule is between them.
    assert_eq!(
        robots.crawl_delay(&agent("b")),
        Some(Duration::from_millis(2500))
    );
    assert_eq!(
        robots.crawl_delay(&agent("a")),
        Some(Duration::from_secs(10))
    );
    assert_eq!(
        robots.crawl_delay(&agent("c")),
        Some(Duration::from_secs(10))
    );
    assert_eq!(
        robots.crawl_delay(&agent("c").with_obeys_global(false)),
        None
    );
    assert_eq!(
        codes_of("User-agent: a\nCrawl-delay: soon"),
        [DiagnosticCode::InvalidCrawlDelay]
    );
    let purposes_differ = parse(
        "User-agent-purpose: p\nCrawl-delay: 1\nAllow:\nUser-agent-purpose: q\nCrawl-delay: 7\n",
    );
    assert_eq!(
        purposes_differ.crawl_delay(&purposes("a", &["p", "q"])),
        Some(Duration::from_secs(7))
    );
}

#[test]
fn a_mobile_agent_server_opens_nothing() {
    let robots = parse("User-agent: *\nDisallow: /\nMobile-agent-server: / atp://e.example:1\n");
    assert!(!robots.access(&agent("a"), "/x").is_allowed());
    assert_eq!(
        robots.mobile_agent_server("/x"),
        MobileAgentServer::Host("atp://e.example:1")
    );
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
    let asked = std::thread::spawn(move || copy.access(&agent("a"), "/x").is_allowed());
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
    for (tokens, alone, closed, delay) in [
        ("a", false, &["/2"][..], 2),
        ("a", true, &["/1"], 1),
        ("b", false, &["/2", "/3"], 5),
        ("b", true, &["/2"], 2),
        // The first token that has a group still decides, wherever its group is.
        ("b, a", true, &["/2"], 2),
        ("x, a", true, &["/1"], 1),
        ("x", false, &["/later"], 4),
        ("x", true, &["/every"], 3),
        ("*", true, &["/every"], 3),
    ] {
        let me = chain(tokens).with_first_group(alone);
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
    assert_eq!(closed(agent("a")), ["/2"]);
    assert_eq!(closed(signed("a", "sign.example")), ["/1"]);
}
