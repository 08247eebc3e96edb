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
    row("no tag", |n| many("a", n)),
    row("start tags", |n| many("<", n)),
    row("references", |n| many("&amp;", n)),
    row("nested elements", |n| root("<license>", n)),
    row("nested foreign elements", |n| root("<a xmlns=''>", n)),
    row("foreign elements", |n| root("<a xmlns=''/>", n)),
    row("foreign elements of many prefixes", |n| {
        root_each(n, |i| format!("<p{i}:a xmlns:p{i}='x'/>"))
    }),
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
    }),
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
    }),
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
    }),
    row("comments", |n| root("<!---->", n)),
    row("sections", |n| {
        license("<permits>", "<![CDATA[]]>", "</permits>", n)
    }),
    row("end tags", |n| many("</a>", n)),
    row("characters beyond ASCII", |n| {
        license("<permits>", "\u{e4}", "</permits>", n)
    }),
    row("a longer document than is read", |n| {
        root("<content url='/'/>", n)
    })
    .size(KIB * KIB),
    // Contents and licences.
    row("contents", |n| root("<content url='/'/>", n)),
    row("contents with a licence", |n| {
        root(
            "<content url='/'><license><permits>all</permits></license></content>",
            n,
        )
    }),
    row("contents of urls that begin each other", |n| {
        root_each(n, |i| {
            let path = "a".repeat(i % 512);
            format!(
                "<content url='/{path}'><license><permits>all</permits><prohibits>all</prohibits></license></content>"
            )
        })
    }),
    row("a url of stars", |n| {
        within(
            &format!("{ROOT}<content url='/"),
            "*a",
            "$'><license/></content></rsl>",
            n,
        )
    }),
    row("urls of stars that nearly match", |n| {
        root(
            "<content url='/*ab*ba*ab*aab*aab*ab*aab*aab*aac'><license/></content>",
            n,
        )
    }),
    row("licences", |n| license("", "</license><license>", "", n)),
    row("licences with a price", |n| {
        license("", "</license><license><payment type='use'/>", "", n)
    }),
    row("licences of a content with a long server", |n| {
        let server = "s".repeat(n / 2);
        let before = format!("{ROOT}<content server='{server}' url='/'>");
        within(&before, "<license/>", "</content></rsl>", n)
    }),
    // Lists.
    row("names of one list", |n| {
        license("<permits>", "all ", "</permits>", n)
    }),
    row("names that are unknown", |n| {
        license("<permits>", "a ", "</permits>", n)
    }),
    row("commas", |n| license("<permits>", ",", "</permits>", n)),
    row("names in pieces", |n| {
        license("<permits>", "a&#97;<!---->", "</permits>", n)
    }),
    row("one long name", |n| {
        license("<prohibits>", "a", "</prohibits>", n)
    }),
    row("lists that permit", |n| {
        license("", "<permits>all</permits>", "", n)
    }),
    row("lists that prohibit", |n| {
        license("", "<prohibits>all</prohibits>", "", n)
    }),
    row("users", |n| {
        license("<permits type='user'>", "a ", "</permits>", n)
    }),
    row("types of payment", |n| {
        license("<payment type='", "a b ", "'/>", n)
    }),
    row("payments that differ", |n| {
        let payments = each(n - 200, |i| format!("<payment type='p{i}'/>"));
        [LICENSE.as_bytes(), &payments, LICENSE_END.as_bytes()].concat()
    }),
    row("reports", |n| {
        license("", "<reporting profile='https://a.example/'/>", "", n)
    }),
];
