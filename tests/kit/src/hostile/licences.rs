//! Licences in RSL.

use super::readers::RSL;
use super::{KIB, Row, each, many, within};

const fn row(name: &'static str, input: fn(usize) -> Vec<u8>) -> Row {
    Row::new(name, &RSL, 31 * KIB, input) // four times as much is below the limit in UTF-16 too
}

const ROOT: &str = "<rsl xmlns='https://rslstandard.org/rsl'>";
const END: &str = "</rsl>";
const LICENSE: &str = "<rsl xmlns='https://rslstandard.org/rsl'><content url='/'><license>";
const LICENSE_END: &str = "</license></content></rsl>";

/// Pieces in the root.
fn root(piece: &str, bytes: usize) -> Vec<u8> {
    within(ROOT, piece, END, bytes)
}

/// Pieces in a licence.
fn license(before: &str, piece: &str, after: &str, bytes: usize) -> Vec<u8> {
    within(
        &format!("{LICENSE}{before}"),
        piece,
        &format!("{after}{LICENSE_END}"),
        bytes,
    )
}

fn root_each(bytes: usize, piece: impl Fn(usize) -> String) -> Vec<u8> {
    let middle = each(bytes - ROOT.len() - END.len(), piece);
    [ROOT.as_bytes(), &middle, END.as_bytes()].concat()
}

pub(super) const ROWS: &[Row] = &[
    // XML.
    row("no tag", |n| many("a", n)).costs(51, 33, 2),
    row("start tags", |n| many("<", n)).costs(51, 33, 2),
    row("references", |n| many("&amp;", n)).costs(51, 33, 2),
    row("nested elements", |n| root("<license>", n)).costs(51, 33, 2),
    row("nested foreign elements", |n| root("<a xmlns=''>", n)).costs(52, 33, 7),
    row("foreign elements", |n| root("<a xmlns=''/>", n)).costs(67, 33, 167),
    row("foreign elements of many prefixes", |n| {
        root_each(n, |i| format!("<p{i}:a xmlns:p{i}='x'/>"))
    }).costs(73, 34, 230),
    row("prefixes of one element", |n| {
        let prefixes = each(n - 100, |i| {
            format!(" xmlns:p{i}='https://rslstandard.org/rsl'")
        });
        [
            b"<rsl xmlns='https://rslstandard.org/rsl'",
            &*prefixes,
            b"></rsl>",
        ]
        .concat()
    }).costs(65, 34, 89),
    row("prefixes, and elements below them", |n| {
        let prefixes = each(n / 2, |i| format!(" xmlns:p{i}='x'"));
        let elements = each(n / 2 - 100, |i| format!("<p{i}:a/>"));
        [
            b"<rsl xmlns='https://rslstandard.org/rsl'",
            &*prefixes,
            b">",
            &elements,
            b"</rsl>",
        ]
        .concat()
    }).costs(68, 34, 122),
    row("entities that grow", |n| {
        let entities = each(n - 100, |i| {
            format!("<!ENTITY a{} '&a{i};&a{i};&a{i};'>", i + 1)
        });
        [
            b"<!DOCTYPE rsl [<!ENTITY a0 'x'>",
            &*entities,
            b"]><rsl>&a99;</rsl>",
        ]
        .concat()
    }).costs(52, 34, 2),
    row("comments", |n| root("<!---->", n)).costs(55, 33, 2),
    row("sections", |n| {
        license("<permits>", "<![CDATA[]]>", "</permits>", n)
    }).costs(55, 33, 5),
    row("end tags", |n| many("</a>", n)).costs(51, 33, 2),
    row("characters beyond ASCII", |n| {
        license("<permits>", "\u{e4}", "</permits>", n)
    }).costs(29, 18, 4),
    row("a longer document than is read", |n| {
        root("<content url='/'/>", n)
    }).costs(100, 64, 2).size(KIB * KIB)
    ,
    // Contents and licences.
    row("contents", |n| root("<content url='/'/>", n)).costs(59, 34, 107),
    row("contents with a licence", |n| {
        root(
            "<content url='/'><license><permits>all</permits></license></content>",
            n,
        )
    }).costs(79, 63, 337),
    row("contents of urls that begin each other", |n| {
        root_each(n, |i| {
            let path = "a".repeat(i % 512);
            format!(
                "<content url='/{path}'><license><permits>all</permits><prohibits>all</prohibits></license></content>"
            )
        })
    }).costs(71, 49, 122),
    row("a url of stars", |n| {
        within(
            &format!("{ROOT}<content url='/"),
            "*a",
            "$'><license/></content></rsl>",
            n,
        )
    }).costs(70, 33, 2),
    row("urls of stars that nearly match", |n| {
        root(
            "<content url='/*ab*ba*ab*aab*aab*ab*aab*aab*aac'><license/></content>",
            n,
        )
    }).costs(64, 46, 65),
    row("licences", |n| license("", "</license><license>", "", n)).costs(73, 54, 10),
    row("licences with a price", |n| {
        license("", "</license><license><payment type='use'/>", "", n)
    }).costs(69, 41, 112),
    row("licences of a content with a long server", |n| {
        let server = "s".repeat(n / 2);
        let before = format!("{ROOT}<content server='{server}' url='/'>");
        within(&before, "<license/>", "</content></rsl>", n)
    }).costs(75, 55, 13),
    // Lists.
    row("names of one list", |n| {
        license("<permits>", "all ", "</permits>", n)
    }).costs(74, 33, 4),
    row("names that are unknown", |n| {
        license("<permits>", "a ", "</permits>", n)
    }).costs(96, 33, 22),
    row("commas", |n| license("<permits>", ",", "</permits>", n)).costs(63, 33, 5),
    row("names in pieces", |n| {
        license("<permits>", "a&#97;<!---->", "</permits>", n)
    }).costs(62, 33, 88),
    row("one long name", |n| {
        license("<prohibits>", "a", "</prohibits>", n)
    }).costs(56, 33, 4),
    row("lists that permit", |n| {
        license("", "<permits>all</permits>", "", n)
    }).costs(86, 64, 226),
    row("lists that prohibit", |n| {
        license("", "<prohibits>all</prohibits>", "", n)
    }).costs(80, 34, 195),
    row("users", |n| {
        license("<permits type='user'>", "a ", "</permits>", n)
    }).costs(52, 33, 12),
    row("types of payment", |n| {
        license("<payment type='", "a b ", "'/>", n)
    }).costs(67, 33, 5),
    row("payments that differ", |n| {
        let payments = each(n - 200, |i| format!("<payment type='p{i}'/>"));
        [LICENSE.as_bytes(), &payments, LICENSE_END.as_bytes()].concat()
    }).costs(65, 34, 103),
    row("reports", |n| {
        license("", "<reporting profile='https://a.example/'/>", "", n)
    }).costs(60, 34, 57),
];
