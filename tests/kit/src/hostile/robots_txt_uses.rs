//! Files of robots.txt that state preferences about AI use.

use super::readers::ROBOTS_TXT_USES;
use super::{KIB, Row, each, many, within};

const fn row(name: &'static str, input: fn(usize) -> Vec<u8>) -> Row {
    Row::new(name, &ROBOTS_TXT_USES, 64 * KIB, input)
}

/// Lines after the start of a group for every client.
fn ruled(line: &str, bytes: usize) -> Vec<u8> {
    within("User-agent: *\n", line, "", bytes)
}

fn ruled_each(bytes: usize, line: impl Fn(usize) -> String) -> Vec<u8> {
    [&b"User-agent: *\n"[..], &each(bytes, line)].concat()
}

/// One line whose value begins with `start`, and pieces that differ after it.
fn line_of(start: &str, bytes: usize, piece: impl Fn(usize) -> String) -> Vec<u8> {
    let start = format!("User-agent: *\n{start}");
    [start.as_bytes(), &each(bytes, piece)].concat()
}

pub(super) const ROWS: &[Row] = &[
    // One value.
    row("keys of one preference", |n| {
        line_of("Content-Usage: ", n, |i| format!("a{i}=y, "))
    })
    .costs(41, 8, 3),
    row("a label, very often", |n| {
        within(
            "User-agent: *\nContent-Usage: ",
            "train-ai=n, ",
            "search=y",
            n,
        )
    })
    .costs(14, 8, 4),
    row("parameters of a preference", |n| {
        within("User-agent: *\nContent-Usage: train-ai=n", ";a=b", "", n)
    })
    .costs(29, 9, 4),
    row("a preference that cannot be read at its end", |n| {
        within("User-agent: *\nContent-Usage: ", "train-ai=n,", "", n)
    })
    .costs(34, 8, 17),
    row("keys of one signal", |n| {
        line_of("Content-Signal: ", n, |i| format!("a{i}=no, "))
    })
    .costs(34, 8, 12),
    row("levels of one signal", |n| {
        within(
            "User-agent: *\nContent-Signal: ",
            "use=full;use=reference;",
            "",
            n,
        )
    })
    .costs(34, 8, 213),
    row("a path of one preference", |n| {
        within("User-agent: *\nContent-Usage: /", "*a", "$ train-ai=n", n)
    })
    .costs(19, 4, 3),
    // Many lines.
    row("a hundred thousand preferences", |n| {
        ruled("Content-Usage: train-ai=n\n", n)
    })
    .costs(28, 16, 392)
    .size(640 * KIB),
    row("preferences that cannot be read", |n| {
        ruled("Content-Usage: /a train-ai=n,\n", n)
    })
    .costs(30, 10, 340),
    row("preferences of paths that differ", |n| {
        ruled_each(n, |i| format!("Content-Usage: /{i} train-ai=n\n"))
    })
    .costs(27, 14, 362)
    .sorted(),
    row("preferences of paths that begin each other", |n| {
        ruled_each(n, |i| {
            format!("Content-Usage: /{} train-ai=n\n", "a".repeat(i))
        })
    })
    .costs(15, 5, 62)
    .sorted(),
    row("preferences of stars", |n| {
        ruled("Content-Usage: /******** search=n\n", n)
    })
    .costs(23, 9, 301),
    row("preferences of stars that nearly match", |n| {
        ruled("Content-Usage: /*ab*ba*ab*aab train-ai=n\n", n)
    })
    .costs(20, 9, 250),
    row("preferences of stars that nearly match, all of them", |n| {
        ruled_each(n, |i| {
            format!("Content-Usage: /*ab*aab{i}*aab train-ai=n\n")
        })
    })
    .costs(27, 9, 270)
    .sorted(),
    row("preferences of stars and letters", |n| {
        ruled("Content-Usage: /*a*a*a*a*a*a*a*b train-ai=n\n", n)
    })
    .costs(20, 9, 233),
    row("preferences that begin with a star", |n| {
        ruled("Content-Usage: *a train-ai=n\n", n)
    })
    .costs(46, 15, 935),
    row("preferences between user agents", |n| {
        each(n, |i| {
            format!("User-agent: a{i}\nContent-Usage: search=n\n")
        })
    })
    .costs(33, 11, 304)
    .sorted(),
    row("preferences of one client in many groups", |n| {
        many("User-agent: a\nContent-Usage: /a search=n\nAllow: /\n", n)
    })
    .costs(37, 11, 275)
    .sorted(),
    row("preferences before the first group", |n| {
        many("Content-Usage: train-ai=n\n", n)
    })
    .costs(30, 14, 393),
    row("signals", |n| {
        ruled("Content-Signal: ai-train=no, search=yes, ai-input=no\n", n)
    })
    .costs(33, 12, 216),
    row("signals of paths that differ", |n| {
        ruled_each(n, |i| {
            format!("Content-Signal: /{i} ai-train=no,use=full\n")
        })
    })
    .costs(34, 13, 403)
    .sorted(),
    row("signals of stars that nearly match", |n| {
        ruled("Content-Signal: /*ab*ba*ab*aab ai-train=no\n", n)
    })
    .costs(20, 9, 212),
    row("signals before the first group", |n| {
        many("Content-Signal: search=yes,ai-train=no\n", n)
    })
    .costs(32, 12, 263),
    row("signals that contradict each other", |n| {
        ruled(
            "Content-Signal: ai-train=no\nContent-Signal: ai-train=yes\n",
            n,
        )
    })
    .costs(30, 14, 319),
    row("rules for training", |n| {
        ruled(
            "DisallowAITraining: /*ab*ba*ab*aab\nAllowAITraining: /*ab*aab$\n",
            n,
        )
    })
    .costs(17, 10, 80),
    row("rules for training that differ", |n| {
        ruled_each(n, |i| format!("DisallowAITraining: /{i}\n"))
    })
    .costs(18, 13, 136)
    .sorted(),
    row("licences of one address", |n| {
        ruled("License: https://a.example/l\n", n)
    })
    .costs(16, 10, 159),
    row("licences that differ", |n| {
        ruled_each(n, |i| format!("License: https://a.example/{i}\n"))
    })
    .costs(90, 10, 193),
    row("licences without an address", |n| ruled("License: <>\n", n)).costs(25, 20, 97),
];
