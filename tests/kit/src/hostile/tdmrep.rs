//! Files of `TDMRep`.

use super::readers::TDMREP;
use super::{KIB, Row, each, many, within};

const fn row(name: &'static str, input: fn(usize) -> Vec<u8>) -> Row {
    Row::new(name, &TDMREP, 64 * KIB, input)
}

/// Rules that differ, in an array.
fn rules(bytes: usize, rule: impl Fn(usize) -> String) -> Vec<u8> {
    [b"[", &*each(bytes, rule), b"{}]"].concat()
}

const RULE: &str = r#"{"location":"/a","tdm-reservation":1},"#;

pub(super) const ROWS: &[Row] = &[
    // JSON.
    row("arrays", |n| many("[", n)).costs(17, 3, 2),
    row("objects", |n| many(r#"{"a":"#, n)).costs(9, 1, 2),
    row("arrays in a rule", |n| within(r#"[{"a":"#, "[", "", n)).costs(17, 3, 2),
    row("objects in a rule, closed", |n| {
        let depth = n / 12;
        [
            r#"[{"a":"#.as_bytes(),
            &many(r#"{"a":"#, 5 * depth),
            b"1",
            &many("}", depth),
            b"}]",
        ]
        .concat()
    })
    .costs(10, 2, 3),
    row("a string without end", |n| within("[\"", "a", "", n)).costs(2, 1, 2),
    row("a string of escapes", |n| {
        within(
            r#"[{"location":"/"#,
            r"\u0061",
            r#"","tdm-reservation":1}]"#,
            n,
        )
    })
    .costs(4, 2, 2),
    row("a number", |n| within("[", "1", "]", n)).costs(3, 2, 2),
    row("blanks", |n| many(" ", n)).costs(4, 1, 2),
    row("bytes that are no text", |n| vec![0xFF; n]).costs(2, 1, 2),
    // Rules.
    row("rules", |n| within("[", RULE, "{}]", n)).costs(7, 11, 32),
    row("a million patterns", |n| {
        rules(n, |i| format!(r#"{{"location":"/*{i}"}},"#))
    })
    .costs(7, 11, 25)
    .size(6 * KIB * KIB),
    row("rules of paths that differ", |n| {
        rules(n, |i| {
            format!(r#"{{"location":"/{i}","tdm-reservation":0}},"#)
        })
    })
    .costs(8, 11, 30),
    row("rules of stars that nearly match", |n| {
        within(
            "[",
            r#"{"location":"/*ab*ba*ab*aab*aab*aac","tdm-reservation":1},"#,
            "{}]",
            n,
        )
    })
    .costs(8, 12, 22),
    row("a rule of stars and letters", |n| {
        within(r#"[{"location":"/"#, "*a", r#"$","tdm-reservation":1}]"#, n)
    })
    .costs(21, 3, 2),
    row("rules of addresses", |n| {
        within(
            "[",
            r#"{"location":"https://other.example/a","tdm-reservation":1},"#,
            "{}]",
            n,
        )
    })
    .costs(17, 14, 200),
    row("rules without a location", |n| {
        within("[", r#"{"tdm-reservation":1},"#, "{}]", n)
    })
    .costs(11, 4, 20),
    row("rules without a reservation", |n| {
        within("[", r#"{"location":"/a"},"#, "{}]", n)
    })
    .costs(13, 22, 83),
    row("rules that are none", |n| within("[", "1,", "1]", n)).costs(14, 4, 11),
    row("reservations of one rule", |n| {
        within(
            r#"[{"location":"/","#,
            r#""tdm-reservation":1,"#,
            r#""a":1}]"#,
            n,
        )
    })
    .costs(5, 1, 2),
    row("reservations that cannot be read", |n| {
        within(
            r#"[{"location":"/","#,
            r#""tdm-reservation":[],"#,
            r#""a":1}]"#,
            n,
        )
    })
    .costs(11, 5, 20),
    row("policies of one rule", |n| {
        within(
            r#"[{"location":"/","#,
            r#""tdm-policy":"/p","#,
            r#""a":1}]"#,
            n,
        )
    })
    .costs(6, 2, 65),
    row("a policy", |n| {
        within(
            r#"[{"location":"/","tdm-reservation":1,"tdm-policy":"/"#,
            "p",
            r#""}]"#,
            n,
        )
    })
    .costs(4, 8, 3),
];
