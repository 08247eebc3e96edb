//! The metas of a document, row by row of the tables of the specifications.

use crate::meta_harness::{EVERYWHERE, check_spans, codes, feed, placements, places, read, texts};
use crate::{common, rows};
use robots_policy::meta::{MetaRules, Placement, signals_from_metas};
use robots_policy::{DiagnosticCode, Limits, MetaExtractor, ProductToken};

use Placement::{Body, Head, Noscript, Template};

const META: &str = "<meta name=robots content=noindex>";

/// A document, where `M` is `META`, and where its metas are counted to be.
fn documents() -> Vec<(String, Vec<Placement>)> {
    rows(include_str!("rows/places.jsonl"))
}

fn everywhere() -> MetaExtractor {
    MetaExtractor::new().with_rules(MetaRules::new().with_placements(EVERYWHERE))
}

#[test]
fn r_86_every_row_of_the_placement_table_holds() {
    for (document, expected) in documents() {
        let html = document.replace('M', META);
        let parsed = read(everywhere, html.as_bytes());
        let found = placements(&parsed);
        assert_eq!(found, expected, "{document}");
    }
}

#[test]
fn r_98_bytes_after_the_head_change_nothing() {
    for (document, expected) in documents() {
        let html = document.replace('M', META);
        let parsed = read(MetaExtractor::new, html.as_bytes());
        let found = placements(&parsed);
        let head = expected.iter().copied().take_while(|place| *place != Body);
        let head: Vec<Placement> = head.collect();
        let is_body_noscript = document.starts_with("<p><noscript>")
            || document.starts_with("<head></head><noscript>");
        if !is_body_noscript {
            assert_eq!(found, head, "{document}");
        }
        let more = format!("{html}<p>x{META}");
        if !head.is_empty() && !document.contains("<noscript>M") && !document.ends_with("</meta") {
            assert_eq!(
                read(MetaExtractor::new, more.as_bytes()),
                parsed,
                "{document}"
            );
        }
    }
}

#[test]
fn r_92_attributes_are_read_as_the_standard_says() {
    for (tag, expected) in rows::<(String, Vec<String>)>(include_str!("rows/tags.jsonl")) {
        let parsed = read(
            MetaExtractor::new,
            format!("<title>x</title>{tag}<p>").as_bytes(),
        );
        let known: Vec<&str> = parsed
            .value
            .iter()
            .filter(|signal| signal.directive().is_some())
            .map(crate::meta_harness::text)
            .collect();
        assert_eq!(known, expected, "{tag}");
    }
}

#[test]
fn r_99_the_head_is_enough() {
    let mut documents: Vec<String> = rows(include_str!("rows/head_ends.jsonl"));
    // Whether octets are text, the first 256 say.
    documents.push(format!("{:256}", " \n t"));
    for html in documents {
        let mut metas = common::html();
        let (last, first) = html.as_bytes().split_last().unwrap();
        for byte in first {
            assert!(!metas.feed(&[*byte]).is_done(), "{html}");
        }
        assert!(metas.feed(&[*last]).is_done(), "{html}");
        assert!(metas.feed(META.as_bytes()).is_done());
        assert_eq!(metas.finish().value[..], []);
    }
}

#[test]
fn r_100_the_limit_is_said() {
    // A page of metas `M` and padding `P`, what is read, and what is reported.
    type Row = (String, Vec<String>, Vec<String>);
    let limits = Limits::default().with_document(0);
    assert_eq!(limits.document(), 1024);
    let new = || MetaExtractor::new().with_limits(limits);
    let pad = " ".repeat(1024 - META.len());
    for (form, expected, reported) in rows::<Row>(include_str!("rows/limit.jsonl")) {
        let page = form.replace('P', &pad).replace('M', META);
        let parsed = read(new, page.as_bytes());
        assert_eq!(texts(&parsed), expected, "{form}");
        let found: Vec<_> = codes(&parsed).iter().map(|code| code.name()).collect();
        assert_eq!(found, reported, "{form}");
    }
    let unclosed = format!("<noscript>{META}{pad}{META}");
    assert_eq!(
        places(&read(new, unclosed.as_bytes())),
        [(Noscript, "noindex")]
    );
}

fn wide(text: &str, big: bool) -> Vec<u8> {
    let bytes = |unit: u16| {
        if big {
            unit.to_be_bytes()
        } else {
            unit.to_le_bytes()
        }
    };
    text.encode_utf16().flat_map(bytes).collect()
}

#[test]
fn r_101_the_prescan_waits_for_its_bytes() {
    let early = format!("<meta charset=utf-8>{META}<p>");
    let mut metas = MetaExtractor::new();
    assert!(metas.feed(early.as_bytes()).is_done());
    // Without an answer the first 1,024 bytes are held.
    let mut metas = MetaExtractor::new();
    assert!(!metas.feed(b"<title>x</title><p>").is_done());
    assert!(metas.feed(&[b' '; 1024]).is_done());
    let late = format!(
        "{}<meta charset=shift_jis><meta name=robots content='\u{8}, noindex'>",
        " ".repeat(900)
    );
    assert!(texts(&read(MetaExtractor::new, late.as_bytes())).contains(&"noindex"));
}

#[test]
fn r_104_without_a_type_the_first_character_decides() {
    let untyped = || MetaExtractor::from_headers(&http::HeaderMap::new());
    for html in [META.to_owned(), format!("\u{feff}\n\t {META}")] {
        let parsed = read(untyped, html.as_bytes());
        assert_eq!(
            (texts(&parsed), codes(&parsed)),
            (vec!["noindex"], vec![DiagnosticCode::SniffedHtml])
        );
    }
    let parsed = read(untyped, &wide(&format!("\u{feff} {META}"), true));
    assert_eq!(texts(&parsed), ["noindex"]);
    for other in ["%PDF <", "{}", "\u{feff}x<"] {
        assert_eq!(
            codes(&read(untyped, other.as_bytes())),
            [DiagnosticCode::NotHtml],
            "{other}"
        );
    }
    assert_eq!(codes(&read(untyped, b"")), []);
    assert_eq!(
        codes(&read(untyped, &[b' '; 3000])),
        [DiagnosticCode::NotHtml]
    );
    let mut headers = http::HeaderMap::new();
    headers.insert("content-type", "Text/HTML".parse().unwrap());
    let typed = || MetaExtractor::from_headers(&headers);
    assert_eq!(codes(&read(typed, format!("x{META}").as_bytes())), []);
}

#[test]
fn r_105_one_tag_of_two_mebibytes_is_read_to_its_end() {
    let attributes: Vec<String> = (0..240_000).map(|i| format!(" a{i:x}")).collect();
    let mut html = format!("<meta{}", attributes.concat());
    html.push_str(" name=robots content='noindex'>");
    html.push_str(META);
    assert!(html.len() < Limits::default().document());
    let parsed = feed(MetaExtractor::new(), html.as_bytes().chunks(1460));
    assert_eq!(texts(&parsed), ["noindex", "noindex"]);
    check_spans(&parsed, html.as_bytes());
    let end_tags = html.replace("<meta a0", "<title></title a0");
    assert_eq!(
        texts(&feed(MetaExtractor::new(), [end_tags.as_bytes()])),
        ["noindex"]
    );
}

#[test]
fn r_105_an_unfinished_thing_is_not_read_again_and_again() {
    for start in rows::<String>(include_str!("rows/unfinished.jsonl")) {
        for unit in [">", "</script ", "<!-- >", "</script>", "<a b='>"] {
            let html = format!("{start}{}", unit.repeat(50_000 / unit.len()));
            let whole = feed(MetaExtractor::new(), [html.as_bytes()]);
            let chunked = feed(MetaExtractor::new(), html.as_bytes().chunks(16));
            assert_eq!(whole, chunked, "{start}{unit}");
        }
    }
}

#[test]
fn r_105_deep_nesting_ends_the_reading() {
    for unit in rows::<String>(include_str!("rows/nested.jsonl")) {
        let body: String = (0..60_000)
            .map(|i| unit.replace("{}", &i.to_string()))
            .collect();
        for html in [format!("<template>{body}"), body.clone()] {
            let whole = feed(everywhere(), [html.as_bytes()]);
            let chunked = feed(everywhere(), html.as_bytes().chunks(999));
            assert_eq!(whole, chunked, "{unit}");
        }
    }
    let deep = format!(
        "{META}<template>{}</template>{META}",
        "<div>".repeat(60_000)
    );
    let parsed = feed(MetaExtractor::new(), deep.as_bytes().chunks(777));
    assert_eq!(
        (texts(&parsed), codes(&parsed)),
        (vec!["noindex"], vec![DiagnosticCode::TreeTooCostly])
    );
    let flat = format!(
        "<template>{}</template>{META}",
        "<div><p><b>x</b></div>".repeat(20_000)
    );
    let parsed = feed(MetaExtractor::new(), [flat.as_bytes()]);
    assert_eq!((texts(&parsed), codes(&parsed)), (vec!["noindex"], vec![]));
}

#[test]
fn pairs_from_another_parser_are_read_by_the_same_rules() {
    let asker = MetaRules::new().with_token(ProductToken::new("ExampleBot").unwrap());
    let pairs = [
        ("robots", "all,  noindex", Head),
        ("examplebot", "nofollow", Noscript),
        ("description", "x", Head),
        ("robots", "nosnippet", Template),
    ];
    let parsed = signals_from_metas(pairs, &asker);
    assert_eq!(texts(&parsed), ["all", "noindex", "nofollow"]);
    assert_eq!(codes(&parsed), [DiagnosticCode::NotCounted]);
    let span = parsed.value[1].provenance().span();
    assert_eq!((span.start, span.end), (6, 13));
}

#[test]
fn an_extractor_can_travel_between_threads() {
    fn travels<T: Send + Sync + 'static>() {}
    travels::<MetaExtractor>();
}
