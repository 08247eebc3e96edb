//! Documents.

use super::readers::{DOCUMENT, SINK, XHTML};
use super::{KIB, Row, each, many, within};

const fn row(name: &'static str, input: fn(usize) -> Vec<u8>) -> Row {
    Row::new(name, &DOCUMENT, 32 * KIB, input)
}

const fn xhtml(name: &'static str, input: fn(usize) -> Vec<u8>) -> Row {
    Row::new(name, &XHTML, 32 * KIB, input)
}

const fn sink(name: &'static str, input: fn(usize) -> Vec<u8>) -> Row {
    Row::new(name, &SINK, 32 * KIB, input)
}

/// A document of XHTML up to its head, with one piece repeated in it.
fn in_head(piece: &str, bytes: usize) -> Vec<u8> {
    within(XHTML_HEAD, piece, "", bytes)
}

const XHTML_HEAD: &str = "<html xmlns='http://www.w3.org/1999/xhtml'><head>";

/// A meta whose `content` is one piece, repeated.
fn content(piece: &str, bytes: usize) -> Vec<u8> {
    within("<meta name=robots content='", piece, "'>", bytes)
}

/// The bytes of an attribute that is far beyond the limit.
const HUGE: usize = 25 * KIB * KIB;

pub(super) const ROWS: &[Row] = &[
    // Parts that never end.
    row("white space", |n| many(" ", n)).costs(25, 15, 2),
    row("a comment without end", |n| within("<!--", "-", "", n)).costs(70, 17, 2),
    row("a comment of tags", |n| within("<!--", "<meta>", "", n)).costs(250, 12, 13),
    row("a comment of open comments", |n| {
        within("<!--", "<!--", "", n)
    })
    .costs(86, 17, 650),
    row("a section without end", |n| {
        within("<![CDATA[", "]>", "", n)
    })
    .costs(120, 7, 2),
    row("a doctype without end", |n| {
        within("<!doctype ", "a ", "", n)
    })
    .costs(53, 15, 2),
    row("a script without end", |n| {
        within("<script>", "</script ", "", n)
    })
    .costs(36, 14, 82),
    row("a script of scripts", |n| {
        within("<script><!--", "<script></script>", "", n)
    })
    .costs(560, 12, 16),
    row("a title without end", |n| {
        within("<title>", "</titl>&amp", "", n)
    })
    .costs(450, 12, 15),
    row("a noscript without end", |n| {
        within("<noscript>", "<meta>", "", n)
    })
    .costs(440, 32, 880),
    row("a head that never ends", |n| many("<link>\n", n)).costs(180, 32, 790),
    row("less-than signs", |n| within("<head>", "<", "", n)).costs(200, 15, 1300),
    row("end tags", |n| many("</", n)).costs(71, 17, 2),
    row("NULs", |n| many("\0", n)).costs(140, 15, 1300),
    row("bytes that are no text", |n| {
        [&b"<title>"[..], &vec![0x81; n]].concat()
    })
    .costs(85, 38, 2),
    // Small parts in large numbers.
    row("comments", |n| many("<!---->", n)).costs(110, 7, 580),
    row("declarations", |n| many("<!a>", n)).costs(160, 7, 1500),
    row("instructions", |n| many("<?a>", n)).costs(150, 7, 1200),
    row("titles", |n| many("<title></title>", n)).costs(180, 7, 810),
    row("scripts", |n| many("<script></script>", n)).costs(170, 7, 780),
    row("heads", |n| many("<head></head>", n)).costs(160, 7, 490),
    row("roots", |n| each(n, |i| format!("<html a{i}>"))).costs(120, 7, 560),
    // Metas.
    row("metas", |n| many("<meta name=robots content=noindex>", n)).costs(190, 24, 1100),
    row("metas without content", |n| many("<meta name=robots>", n)).costs(210, 48, 1600),
    row("metas in fields' names", |n| {
        many("<meta http-equiv=robots-tag content='*;noindex'>", n)
    })
    .costs(170, 26, 880),
    row("metas of many crawlers", |n| {
        each(n, |i| format!("<meta name=a{i} content=noindex>"))
    })
    .costs(200, 30, 1200),
    row("a meta of commas", |n| content(",", n)).costs(37, 19, 2),
    row("a meta of prefixes", |n| content("x: ", n)).costs(110, 49, 110),
    row("a meta of ampersands", |n| content("&", n)).costs(210, 70, 4),
    row("a meta of references", |n| content("&#x6e;", n)).costs(320, 54, 1500),
    row("a meta of references that are none", |n| {
        content("&notit;", n)
    })
    .costs(400, 60, 1300),
    row("a meta of one reference", |n| content("&amp", n)).costs(520, 54, 2300),
    row("a meta of one long reference", |n| {
        within("<meta name=robots content='&#", "1", "'>", n)
    })
    .costs(180, 49, 4),
    row("a meta of line ends", |n| content("\r", n)).costs(120, 50, 3),
    row("a meta of unknown words", |n| content("a,", n)).costs(131, 76, 174),
    row("a meta of words", |n| content("noindex,", n)).costs(150, 95, 1800),
    row("a meta of statements of one name", |n| {
        let list = each(n, |i| format!("a={i},"));
        [b"<meta name=robots content='", &*list, b"'>"].concat()
    })
    .costs(190, 140, 350),
    // Attributes.
    row("a meta of a million attributes", |n| {
        within("<meta", " a", ">", n)
    })
    .costs(42, 17, 1)
    .size(512 * KIB),
    row("a meta of attributes that differ", |n| {
        within_each("<meta", n)
    })
    .costs(69, 17, 3),
    row("a link of attributes that differ", |n| {
        within_each("<link", n)
    })
    .costs(60, 17, 2),
    row("a root of attributes that differ", |n| {
        within_each("<html", n)
    })
    .costs(59, 16, 2),
    row("an end tag of attributes that differ", |n| {
        within_each("</meta", n)
    })
    .costs(59, 16, 2),
    row("a title's end tag of attributes that differ", |n| {
        within_each("<title></title", n)
    })
    .costs(59, 16, 3),
    row("a noscript of a tag of attributes", |n| {
        within_each("<noscript><meta", n)
    })
    .costs(84, 19, 4),
    row("a template of a tag of attributes", |n| {
        within_each("<template><p", n)
    })
    .costs(110, 16, 5),
    row("attributes that close tags", |n| {
        within("<meta", " a='>'", ">", n)
    })
    .costs(170, 14, 8),
    row("equals signs for attributes", |n| {
        within("<meta", " =", ">", n)
    })
    .costs(47, 17, 82),
    row("contents", |n| {
        within("<meta name=robots", " content=noindex", ">", n)
    })
    .costs(100, 47, 3),
    row("many tags of attributes", |n| {
        let attributes = each(4 * KIB, |i| format!(" a{i}"));
        many(
            &format!("<link{}>", String::from_utf8_lossy(&attributes)),
            n,
        )
    })
    .costs(220, 7, 8)
    .size(128 * KIB),
    row("an attribute without end", |n| {
        within("<meta content='", "noindex,", "", n)
    })
    .costs(31, 16, 2),
    row("an attribute of a long name", |n| {
        within("<meta ", "a", ">", n)
    })
    .costs(81, 19, 3),
    row("a tag of a long name", |n| within("<", "a", ">", n)).costs(80, 17, 2),
    row("an attribute of 100 MiB", |n| content("a", n))
        .costs(38, 15, 1)
        .size(HUGE),
    row("an attribute of 100 MiB of closed tags", |n| {
        content("<b>", n)
    })
    .costs(180, 13, 1)
    .size(HUGE),
    // Nesting.
    row("nested templates", |n| many("<template>", n)).costs(390, 46, 3200),
    row("templates", |n| many("<template></template>", n)).costs(330, 12, 870),
    row("metas in a template", |n| {
        within("<template>", "<meta name=robots content=noindex>", "", n)
    })
    .costs(320, 29, 1900),
    row("templates in metas", |n| {
        many("<meta name=robots content=noindex><template>", n)
    })
    .costs(320, 34, 2200),
    row("nested elements in a template", |n| {
        within("<template>", "<div>", "", n)
    })
    .costs(380, 32, 450),
    row("nested tables in a template", |n| {
        within("<template>", "<table><td>", "", n)
    })
    .costs(500, 120, 3300),
    row("formatting in a template", |n| {
        within("<template>", "<b><p>", "", n)
    })
    .costs(900, 60, 7500),
    row("formatting of attributes in a template", |n| {
        [
            &b"<template>"[..],
            &each(n, |i| format!("<font a{i}=b c=d>")),
        ]
        .concat()
    })
    .costs(450, 9, 6800),
    row("markers, then formatting", |n| {
        halves("<template>", "<applet>", "", "<b></b>", "", n)
    })
    .costs(210, 45, 820),
    row("markers that stay, then formatting", |n| {
        let stays = "<template><applet></template>";
        halves("", stays, "<template>", "<b></b>", "", n)
    })
    .costs(270, 15, 1000),
    row("markers, then an element taken out of many", |n| {
        halves("<template>", "<applet>", "<b>", "<q>", "<p></b>", n)
    })
    .costs(370, 65, 1000),
    row("many elements taken out below many", |n| {
        halves("<template><b>", "<q>", "<p>", "<ul>", "</b>", n)
    })
    .costs(250, 65, 860),
    row("anchors in a template", |n| {
        within("<template>", "<a><div>", "", n)
    })
    .costs(370, 31, 950),
    row("nested noscripts", |n| many("<noscript>", n)).costs(280, 18, 540),
    row("noscripts", |n| many("<noscript><p></noscript>", n)).costs(280, 7, 2000),
    row("noscripts of metas", |n| {
        many("<noscript><meta name=robots content=noindex></noscript>", n)
    })
    .costs(280, 22, 1800),
    row("noscripts in a template", |n| {
        within("<template>", "<noscript><meta></noscript>", "", n)
    })
    .costs(610, 12, 4000),
    row("a noscript of open metas", |n| {
        within("<noscript>", "<meta ", "</noscript>", n)
    })
    .costs(150, 47, 4),
    row("a noscript of open strings", |n| {
        within("<noscript>", "<meta a=\"<meta b=\"", "</noscript>", n)
    })
    .costs(120, 47, 4),
    row("a noscript of metas", |n| {
        let meta = "<meta name=robots content=noindex>";
        within("<noscript>", meta, "</noscript>", n)
    })
    .costs(250, 44, 830),
    row("a noscript of nested elements", |n| {
        within("<noscript>", "<div>", "</noscript>", n)
    })
    .costs(520, 44, 410),
    row("nested elements", |n| within("<body>", "<div>", "", n)).costs(89, 32, 410),
    row("nested formatting", |n| within("<body>", "<b><i>", "", n)).costs(42, 60, 580),
    row("formatting across paragraphs", |n| {
        within("<body>", "<p><b>", "", n)
    })
    .costs(260, 60, 2200),
    row("formatting closed in the wrong order", |n| {
        within("<body>", "<a><p></a>", "", n)
    })
    .costs(150, 7, 520),
    row("tables in tables", |n| {
        within("<body>", "<table><tr><td>", "", n)
    })
    .costs(140, 87, 690),
    row("text in a table", |n| {
        within("<body><table>", "a<b>", "", n)
    })
    .costs(35, 31, 430),
    row("lists", |n| within("<body>", "<ul><li>", "", n)).costs(79, 31, 450),
    row("foreign elements", |n| {
        within("<body>", "<svg><math>", "", n)
    })
    .costs(120, 52, 470),
    row("sections in foreign elements", |n| {
        within("<body><svg>", "<![CDATA[<meta>]]>", "", n)
    })
    .costs(58, 7, 72),
    row("framesets", |n| many("<frameset>", n)).costs(97, 29, 390),
    row("metas in the body", |n| {
        within("<body>", "<meta name=robots content=noindex>", "", n)
    })
    .costs(77, 19, 350),
    row("metas in the body, gone with it", |n| {
        let meta = "<meta name=robots content=noindex>";
        within("<p></p>", meta, "<frameset>", n)
    })
    .costs(75, 13, 350),
    // XHTML.
    xhtml("nested elements of XML", |n| in_head("<a>", n)).costs(43, 60, 580),
    xhtml("elements of XML", |n| in_head("<a/>", n)).costs(32, 2, 330),
    xhtml("metas of XML", |n| {
        in_head("<meta name='robots' content='noindex'/>", n)
    })
    .costs(18, 11, 67),
    xhtml("attributes of XML", |n| {
        let attributes = each(n, |i| format!(" a{i}=''"));
        [XHTML_HEAD.as_bytes(), b"<meta", &attributes, b"/>"].concat()
    })
    .costs(30, 7, 24)
    .sorted(),
    xhtml("namespaces", |n| {
        let attributes = each(n, |i| format!(" xmlns:a{i}=''"));
        [XHTML_HEAD.as_bytes(), b"<meta", &attributes, b"/>"].concat()
    })
    .costs(42, 19, 300)
    .sorted(),
    xhtml("nested namespaces", |n| {
        [
            XHTML_HEAD.as_bytes(),
            &each(n, |i| format!("<a xmlns:b{i}=''>")),
        ]
        .concat()
    })
    .costs(28, 21, 500)
    .sorted(),
    xhtml("references of XML", |n| in_head("&a;", n)).costs(11, 4, 1),
    xhtml("references in a meta of XML", |n| {
        [XHTML_HEAD.as_bytes(), &content("&#x6e;", n)].concat()
    })
    .costs(1, 4, 1),
    xhtml("text of XML", |n| in_head("a > ", n)).costs(1, 4, 1),
    xhtml("sections of XML", |n| in_head("<![CDATA[]]>", n)).costs(6, 2, 1),
    xhtml("a section of XML without end", |n| {
        in_head("<![CDATA[ > ", n)
    })
    .costs(3, 4, 1),
    xhtml("comments of XML", |n| in_head("<!-- -->", n)).costs(8, 2, 1),
    xhtml("a comment of XML without end", |n| {
        within(XHTML_HEAD, "> ", "", n)
    })
    .costs(1, 4, 1),
    xhtml("instructions of XML", |n| in_head("<?a ?>", n)).costs(10, 2, 1),
    xhtml("a doctype of entities", |n| {
        within("<!DOCTYPE a [", "<!ENTITY a 'b'>", "", n)
    })
    .costs(11, 4, 1),
    xhtml("open tags of XML", |n| in_head("<a ", n)).costs(1, 4, 1),
    xhtml("an attribute of XML without end", |n| {
        within(XHTML_HEAD, "<a b='>", "", n)
    })
    .costs(18, 16, 240),
    // For parsers of others.
    sink("metas", |n| many("<meta name=robots content=noindex>", n)).costs(54, 13, 230),
    sink("noscripts", |n| {
        many("<noscript><meta name=robots content=noindex></noscript>", n)
    })
    .costs(95, 13, 610),
    sink("a noscript of metas", |n| {
        let meta = "<meta name=robots content=noindex>";
        within("<noscript>", meta, "</noscript>", n)
    })
    .costs(88, 13, 380),
    sink("a noscript of a tag of attributes", |n| {
        within_each("<noscript><meta", n)
    })
    .costs(52, 9, 2),
    sink("a noscript of formatting", |n| {
        [
            &b"<noscript>"[..],
            &each(n, |i| format!("<font a{i}=b c=d>")),
        ]
        .concat()
    })
    .costs(82, 5, 920),
];

/// Half of the bytes of one piece, half of another, with texts before, between and after.
fn halves(
    before: &str,
    one: &str,
    between: &str,
    other: &str,
    after: &str,
    bytes: usize,
) -> Vec<u8> {
    let [one, other] = [one, other].map(|piece| many(piece, bytes / 2));
    let texts = [before, between, after].map(str::as_bytes);
    [texts[0], &one, texts[1], &other, texts[2]].concat()
}

/// Attributes that differ, between the start of a tag and its end.
fn within_each(before: &str, bytes: usize) -> Vec<u8> {
    let attributes = each(bytes, |i| format!(" a{i}"));
    [before.as_bytes(), &attributes, b">"].concat()
}
