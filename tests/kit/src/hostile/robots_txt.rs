//! Files of robots.txt.

use super::readers::ROBOTS_TXT;
use super::{KIB, Row, each, many, within};

const fn row(name: &'static str, input: fn(usize) -> Vec<u8>) -> Row {
    Row::new(name, &ROBOTS_TXT, 128 * KIB, input)
}

/// Lines after the start of a group for every client.
fn ruled(rule: &str, bytes: usize) -> Vec<u8> {
    within("User-agent: *\n", rule, "", bytes)
}

fn ruled_each(bytes: usize, rule: impl Fn(usize) -> String) -> Vec<u8> {
    [&b"User-agent: a\n"[..], &each(bytes, rule)].concat()
}

pub(super) const ROWS: &[Row] = &[
    // Lines.
    row("no line end", |n| many("a", n)).costs(1, 2, 1),
    row("no line end after a key", |n| {
        within("User-agent: *\nDisallow: /", "a", "", n)
    })
    .costs(6, 4, 1),
    row("line ends", |n| many("\n", n)).costs(32, 2, 1),
    row("carriage returns", |n| many("\r", n)).costs(32, 2, 1),
    row("comments", |n| many("#\n", n)).costs(15, 2, 1),
    row("colons", |n| many(":", n)).costs(1, 2, 1),
    row("lines of a colon", |n| many(":\n", n)).costs(24, 3, 1),
    row("blanks", |n| many(" ", n)).costs(10, 4, 1),
    row("bytes that are no text", |n| vec![0xFF; n]).costs(1, 11, 1),
    row("NULs", |n| many("\0", n)).costs(1, 2, 1),
    row("keys that are unknown", |n| many("a:b\n", n)).costs(53, 3, 1),
    row("keys that are misspelt", |n| many("Dissallow: /\n", n)).costs(17, 4, 26),
    row("lines of two words", |n| many("Disallow /\n", n)).costs(13, 6, 1),
    row("tags", |n| many("<p>a</p>\n", n)).costs(8, 3, 1),
    // Starters.
    row("user agents that differ", |n| {
        each(n, |i| format!("User-agent: a{i}\n"))
    })
    .costs(19, 4, 1)
    .sorted(),
    row("user agents of one name", |n| many("User-agent: a\n", n)).costs(13, 4, 1),
    row("user agents of one name, then rules", |n| {
        let agents = many("User-agent: a\n", n / 2);
        [agents, many("Disallow: /a*b\n", n / 2)].concat()
    })
    .costs(13, 4, 43)
    .sorted(),
    row("user agents that begin alike", |n| {
        each(n, |i| format!("User-agent: {}{i}\n", "a".repeat(100)))
    })
    .costs(39, 3, 3)
    .sorted(),
    row("groups of one name", |n| {
        many("User-agent: a\nDisallow: /a*b\n", n)
    })
    .costs(15, 4, 45)
    .sorted(),
    row("groups for every client", |n| {
        many("User-agent: *\nAllow: /\n", n)
    })
    .costs(19, 5, 56),
    row("groups that differ", |n| {
        each(n, |i| format!("User-agent: a{i}\nDisallow: /\n"))
    })
    .costs(17, 4, 44)
    .sorted(),
    row("purposes that differ", |n| {
        each(n, |i| format!("User-agent-purpose: p{i}\n"))
    })
    .costs(15, 3, 1)
    .sorted(),
    row("purposes, a group each", |n| {
        each(n, |i| format!("User-agent-purpose: p{i}\nDisallow: /\n"))
    })
    .costs(14, 4, 35)
    .sorted(),
    row("signature agents that differ", |n| {
        each(n, |i| format!("Signature-agent: h{i}.example\n"))
    })
    .costs(37, 6, 84)
    .sorted(),
    row("signature agents beyond ASCII", |n| {
        many("Signature-agent: \u{e4}.example\n", n)
    })
    .costs(46, 6, 170),
    row("signature agents among user agents", |n| {
        each(n, |i| {
            format!("User-agent: a\nSignature-agent: h{i}.example\nDisallow: /\n")
        })
    })
    .costs(28, 6, 74)
    .sorted(),
    row("signature agents in one group", |n| {
        each(n, |i| {
            format!("User-agent: a\nSignature-agent: h{i}.example\n")
        })
    })
    .costs(28, 5, 86)
    .sorted(),
    // Rules.
    row("rules of one byte", |n| ruled("Disallow:/\n", n)).costs(15, 6, 120),
    row("rules that differ", |n| {
        ruled_each(n, |i| format!("Disallow: /{i}\n"))
    })
    .costs(16, 5, 81)
    .sorted(),
    row("rules that begin alike", |n| {
        ruled_each(n, |i| format!("Disallow: /{}{i}\n", "a".repeat(100)))
    })
    .costs(9, 2, 12)
    .sorted(),
    row("rules that begin each other", |n| {
        ruled_each(n, |i| format!("Disallow: /{}\n", "a".repeat(i)))
    })
    .costs(6, 2, 6)
    .sorted(),
    row("a rule of stars", |n| {
        within("User-agent: *\nDisallow: /", "*", "", n)
    })
    .costs(33, 13, 1),
    row("a rule of stars and letters", |n| {
        within("User-agent: *\nDisallow: /", "*a", "$", n)
    })
    .costs(9, 4, 1),
    row("rules of stars", |n| ruled("Disallow: /********\n", n)).costs(12, 4, 65),
    row("rules of stars and letters", |n| {
        ruled("Disallow: /*a*a*a*a*a*a*a*b\n", n)
    })
    .costs(10, 3, 46),
    row("rules of stars that differ", |n| {
        ruled_each(n, |i| format!("Disallow: /*aa*{i}\n"))
    })
    .costs(20, 5, 65)
    .sorted(),
    row("rules of stars that match at the end", |n| {
        ruled("Disallow: /*a*aa$\n", n)
    })
    .costs(19, 4, 72),
    row("rules of stars that nearly match", |n| {
        ruled("Disallow: /*ab*ba*ab*aab\n", n)
    })
    .costs(40, 3, 52),
    row("rules of stars that nearly match, all of them", |n| {
        ruled_each(n, |i| format!("Disallow: /*ab*aab{i}*aab\n"))
    })
    .costs(16, 4, 48)
    .sorted(),
    row("rules of dollars", |n| ruled("Disallow: /$$$$\n", n)).costs(15, 6, 81),
    row("rules of escapes", |n| ruled("Disallow: /%61%61%61\n", n)).costs(12, 4, 62),
    row("rules of half escapes", |n| ruled("Disallow: /%%%%\n", n)).costs(13, 4, 81),
    row("a rule of what is encoded", |n| {
        within("User-agent: *\nDisallow: /", "\u{e4}", "", n)
    })
    .costs(6, 10, 1),
    row("rules of index files", |n| {
        ruled_each(n, |i| format!("Allow: /{i}/index.html\n"))
    })
    .costs(17, 6, 55)
    .sorted(),
    row("rules that begin with a star", |n| {
        ruled("Disallow: *\n", n)
    })
    .costs(15, 6, 110),
    row("rules without a slash", |n| ruled("Disallow: a\n", n)).costs(11, 5, 26),
    row("rules without a group", |n| many("Disallow: /\n", n)).costs(9, 4, 26),
    row("empty rules", |n| ruled("Disallow:\n", n)).costs(10, 6, 1),
    row("a file of 100 MiB", |n| ruled("Disallow: /a*b\n", n))
        .costs(13, 5, 86)
        .size(25 * KIB * KIB),
    // Records.
    row("sitemaps", |n| many("Sitemap: https://a.example/\n", n)).costs(5, 4, 1),
    row("delays", |n| ruled("Crawl-delay: 1\n", n)).costs(22, 4, 1),
    row("delays of many digits", |n| {
        within("User-agent: a\nCrawl-delay: 0.", "1", "", n)
    })
    .costs(4, 4, 1),
    row("mobile agents' servers", |n| {
        many("Mobile-agent-server: /a m.example\n", n)
    })
    .costs(10, 4, 34),
    row("mobile agents' servers that differ", |n| {
        each(n, |i| format!("Mobile-agent-server: /{i} m.example\n"))
    })
    .costs(9, 4, 34)
    .sorted(),
];
