//! Fields about AI use, and licences that documents point at.

use super::readers::{DOCUMENT, USE_FIELD};
use super::{KIB, Row, each, many, within};

const fn row(name: &'static str, input: fn(usize) -> Vec<u8>) -> Row {
    Row::new(name, &USE_FIELD, 16 * KIB, input)
}

const fn page(name: &'static str, input: fn(usize) -> Vec<u8>) -> Row {
    Row::new(name, &DOCUMENT, 32 * KIB, input)
}

/// A link of the type of a licence, up to its address.
const LINK: &str = "<link rel=license type=application/rsl+xml href=";

/// A script of the type of a licence.
const SCRIPT: &str = "<script type=application/rsl+xml>";

pub(super) const ROWS: &[Row] = &[
    row("commas", |n| many(",", n)).costs(20, 3, 1),
    row("values", |n| many("1,0,x,", n)).costs(50, 30, 2),
    row("lines", |n| many("1\n", n)).costs(80, 80, 30),
    row("addresses", |n| many("/a, ", n)).costs(30, 20, 20),
    row("keys that differ", |n| each(n, |i| format!("a{i}=y, "))).costs(20, 9, 20),
    row("levels", |n| many("use=full, ai-train=no, ", n)).costs(20, 7, 60),
    row("open targets", |n| many("<rsl+xml", n)).costs(9, 3, 1),
    row("targets", |n| many("<rsl+xml>,", n)).costs(20, 9, 2),
    row("licences", |n| {
        many("</>;rel=license;type=application/rsl+xml,", n)
    })
    .costs(20, 9, 30),
    row("licences of another context", |n| {
        many("<a>;rel=license;type=application/rsl+xml;anchor=b,", n)
    })
    .costs(20, 20, 30),
    row("parameters", |n| within("<rsl+xml>", ";a=b", "", n)).costs(40, 30, 2),
    row("parameters without a value", |n| {
        within("<rsl+xml>", ";", "", n)
    })
    .costs(20, 3, 1),
    row("open strings", |n| within("<rsl+xml>;a=", "\"", "", n)).costs(10, 3, 1),
    row("escapes", |n| within("<rsl+xml>;rel=\"", "\\a", "\"", n)).costs(20, 3, 1),
    row("relations", |n| {
        within(
            "<rsl+xml>;type=\"application/rsl+xml\";rel=\"",
            "a ",
            "\"",
            n,
        )
    })
    .costs(7, 2, 1),
    row("text between links", |n| many("+rsl+xml ,", n)).costs(20, 9, 2),
    page("licences", |n| within("", &format!("{LINK}a>"), "", n)).costs(120, 20, 200),
    page("licences that differ", |n| {
        each(n, |i| format!("{LINK}a{i}>"))
    })
    .costs(130, 20, 300),
    page("a licence with a long address", |n| {
        within(LINK, "&amp;", ">", n)
    })
    .costs(280, 20, 1730),
    page("types of references", |n| {
        many("<link rel=license type='&#97;pplication/rsl+xm'>", n)
    })
    .costs(50, 7, 360),
    page("a type of references", |n| {
        within("<script type='", "&#97;", "'>", n)
    })
    .costs(190, 20, 1730),
    page("scripts that hold licences", |n| {
        many(&format!("{SCRIPT}a</script>"), n)
    })
    .costs(300, 40, 260),
    page("a licence without end", |n| within(SCRIPT, "<", "", n)).costs(60, 20, 3),
    page("a licence of end tags", |n| {
        within(SCRIPT, "</scrip", "", n)
    })
    .costs(70, 20, 3),
    page("a licence beyond its limit", |n| {
        within(SCRIPT, "a", "</script>", n)
    })
    .size(64 * KIB)
    .costs(60, 20, 2),
    page("licences in noscripts", |n| {
        many(
            &format!("<noscript>{LINK}a>{SCRIPT}b</script></noscript>"),
            n,
        )
    })
    .costs(180, 20, 350),
    page("licences in templates", |n| {
        many(
            &format!("<template>{LINK}a>{SCRIPT}b</script></template>"),
            n,
        )
    })
    .costs(90, 30, 450),
    page("reservations", |n| {
        many("<meta name=tdm-reservation content=1,0>", n)
    })
    .costs(100, 40, 360),
    page("a reservation of many values", |n| {
        within("<meta name=tdm-reservation content='", "1,x,", "'>", n)
    })
    .costs(30, 20, 30),
    page("metas that are fields", |n| {
        many("<meta name=content-usage content=a>", n)
    })
    .costs(80, 30, 220),
];
