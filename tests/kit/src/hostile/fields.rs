//! Fields, and lists in a `content`.

use super::readers::{FIELD, SIGNATURE_AGENT};
use super::{KIB, Row, each, many, within};

const fn row(name: &'static str, input: fn(usize) -> Vec<u8>) -> Row {
    Row::new(name, &FIELD, 16 * KIB, input)
}

const fn signed(name: &'static str, input: fn(usize) -> Vec<u8>) -> Row {
    Row::new(name, &SIGNATURE_AGENT, 16 * KIB, input)
}

/// Two pieces, each repeated for half of the bytes.
fn halves(one: &str, other: &str, bytes: usize) -> Vec<u8> {
    [many(one, bytes / 2), many(other, bytes / 2)].concat()
}

pub(super) const ROWS: &[Row] = &[
    // Delimiters alone.
    row("commas", |n| many(",", n)).costs(31, 2, 6),
    row("commas and blanks", |n| many(" ,\t", n)).costs(19, 2, 6),
    row("quotes", |n| many("\"", n)).costs(16, 4, 7),
    row("escaped quotes", |n| many("\"\\", n)).costs(12, 4, 7),
    row("empty strings", |n| many("\"\",", n)).costs(83, 83, 370),
    row("an open string a line", |n| many("a;b=\"\n", n)).costs(160, 62, 860),
    row("colons", |n| many(":", n)).costs(120, 18, 190),
    row("semicolons", |n| many(";", n)).costs(52, 14, 190),
    row("blanks", |n| many(" ", n)).costs(12, 1, 5),
    row("equals signs", |n| many("=", n)).costs(6, 4, 7),
    row("parentheses", |n| many("(", n)).costs(8, 4, 7),
    row("bytes that are no text", |n| vec![0xFF; n]).costs(14, 14, 8),
    row("one word", |n| many("a", n)).costs(20, 11, 8),
    // Parameters.
    row("unknown parameters", |n| within("*", ";a", "", n)).costs(230, 205, 200),
    row("parameters that differ", |n| {
        each(n, |i| format!("{};a{i}=1", if i == 0 { "*" } else { "" }))
    })
    .costs(230, 180, 820),
    row("known parameters", |n| within("*", ";noindex", "", n)).costs(190, 120, 2000),
    row("parameters with strings", |n| {
        within("*", ";a=\"b\"", "", n)
    })
    .costs(160, 87, 200),
    row("a number", |n| within("*;a=", "9", "", n)).costs(6, 4, 7),
    row("bytes without end", |n| within("*;a=:", "AAAA", "", n)).costs(11, 5, 8),
    row("a display string", |n| within("*;a=%\"", "%c3%a4", "\"", n)).costs(18, 11, 11),
    row("an inner list", |n| within("*=(", "noindex ", ")", n)).costs(150, 85, 1800),
    row("an inner list without end", |n| within("a=(", "a ", "", n)).costs(17, 15, 8),
    // Members.
    row("members of one key", |n| many("a,", n)).costs(200, 99, 190),
    row("crawlers that differ", |n| {
        each(n, |i| format!("a{i};noindex, "))
    })
    .costs(57, 60, 320),
    row("malformed members", |n| many("<>,", n)).costs(75, 27, 370),
    row("members of two grammars", |n| {
        many("noindex, *;nofollow, ", n)
    })
    .costs(220, 140, 2500),
    row("members of two grammars, a line each", |n| {
        many("noindex\n*;nofollow\n", n)
    })
    .costs(370, 230, 3700),
    row("members without a known rule", |n| many("a;x,", n)).costs(280, 150, 1010),
    row("members with strings without end", |n| many("a;\"x, ", n)).costs(76, 27, 520),
    row("members whose subjects are open strings", |n| {
        many("*;\"", n)
    })
    .costs(12, 4, 7),
    row("members among statements", |n| {
        many("*;noindex, nofollow, b: ", n)
    })
    .costs(130, 74, 1140),
    // Prefixes.
    row("prefixes", |n| many("x: ", n)).costs(56, 15, 210),
    row("prefixes that are none", |n| many("x y: ", n)).costs(48, 18, 200),
    row("prefixes that differ", |n| {
        each(n, |i| format!("a{i}: noindex, "))
    })
    .costs(71, 81, 440),
    row("prefixes of words", |n| many("noindex x: ", n)).costs(86, 93, 440),
    row("times of day", |n| many("10:30 ", n)).costs(8, 4, 7),
    // Statements.
    row("words", |n| many("noindex, ", n)).costs(270, 140, 3200),
    row("words without commas", |n| many("noindex ", n)).costs(320, 160, 3600),
    row("words without commas, and one unknown", |n| {
        within("", "noindex ", "x", n)
    })
    .costs(29, 4, 7),
    row("words, then blanks", |n| halves("noindex ", " ", n)).costs(170, 79, 1800),
    row("words, then blanks and a colon", |n| {
        [halves("noindex ", " ", n), b":".to_vec()].concat()
    })
    .costs(26, 4, 7),
    row("colons, then blanks", |n| halves("noindex:", " ", n)).costs(280, 420, 2400),
    row("values, then blanks", |n| halves("max-snippet: ", " ", n)).costs(92, 34, 650),
    row("dates, then blanks", |n| {
        halves("unavailable_after: 1 ", " ", n)
    })
    .costs(84, 34, 490),
    row("prefixes, then blanks", |n| halves("x: ", " ", n)).costs(42, 15, 210),
    row("prefixes that are none, then blanks", |n| {
        halves("<: ", " ", n)
    })
    .costs(48, 17, 190),
    row("members, then blanks", |n| halves("noindex,", " ", n)).costs(160, 77, 1800),
    row("words and semicolons", |n| many("noindex;", n)).costs(300, 160, 3600),
    row("words that are half known", |n| many("noindex x ", n)).costs(9, 4, 7),
    row("statements of one name", |n| {
        each(n, |i| format!("a={i}, "))
    })
    .costs(200, 83, 610),
    row("statements of many names", |n| {
        each(n, |i| format!("a{i}, "))
    })
    .costs(230, 94, 900),
    row("values that are missing", |n| many("max-snippet,", n)).costs(130, 67, 1200),
    row("values without commas", |n| many("max-snippet: ", n)).costs(140, 67, 1200),
    row("dates", |n| many("unavailable_after: 2027-01-01, ", n)).costs(120, 65, 1200),
    row("dates that are none", |n| {
        many("unavailable_after: soon ", n)
    })
    .costs(130, 49, 1100),
    row("a date of commas", |n| {
        within("unavailable_after: ", "1 , ", "", n)
    })
    .costs(41, 2, 7),
    row("a date of weekdays", |n| {
        within("unavailable_after: ", "Mon, ", "", n)
    })
    .costs(39, 2, 7),
    row("a date of digits", |n| {
        within("unavailable_after: ", "1", "", n)
    })
    .costs(27, 4, 7),
    // Lines.
    row("lines", |n| many("noindex\n", n)).costs(340, 220, 3400),
    row("lines of members", |n| many("*;noindex\n", n)).costs(410, 230, 4200),
    row("empty lines", |n| many("\n", n)).costs(150, 160, 10),
    row("ages", |n| many("max-age=1,", n)).costs(230, 150, 1700),
    // The other field.
    signed("commas", |n| many(",", n)).costs(25, 2, 1),
    signed("a string", |n| within("\"https://", "a", "\"", n)).costs(29, 2, 2),
    signed("a string without end", |n| within("\"", "\\\"", "", n)).costs(3, 2, 1),
    signed("parameters", |n| {
        within("\"https://a.example\"", ";a=1", "", n)
    })
    .costs(10, 1, 2),
    signed("keys of one name", |n| {
        within("", "a=\"https://a.example\", ", "a", n)
    })
    .costs(8, 1, 120),
    signed("keys that differ", |n| {
        [
            each(n, |i| format!("a{i}=\"https://h{i}.example\", ")),
            b"a".to_vec(),
        ]
        .concat()
    })
    .costs(29, 7, 240),
    signed("labels", |n| many("a.", n)).costs(25, 2, 1),
    signed("labels beyond ASCII", |n| many("\u{e4}.", n)).costs(17, 2, 1),
];
