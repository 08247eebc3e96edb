//! Licences that `Link`, links and scripts of a document point at or hold.

use std::ops::Deref;

use robots_policy::header::{FieldLines, Fields};
use robots_policy::meta::html5ever::tendril::TendrilSink;
use robots_policy::meta::html5ever::{ParseOpts, parse_document};
use robots_policy::meta::{MetaRules, MetaSink, Placement};
use robots_policy::{HeaderReader, MetaExtractor, Parsed, Signal, Source, Statement};

use crate::common::{self, wide};
use crate::meta_harness::{EVERYWHERE, code_names, read};
use crate::rows;

const LICENSE: &str = "rel=license; type=application/rsl+xml";

fn link(lines: &[&str]) -> Parsed<Fields> {
    let read = HeaderReader::new().read_lines(lines.iter().map(|line| ("Link", line)));
    let mut map = http::HeaderMap::new();
    for line in lines {
        map.append("link", line.parse().unwrap());
    }
    assert_eq!(read, HeaderReader::new().read(&map), "{lines:?}");
    read
}

/// The licences, each by its address or text.
fn licenses<T: Deref<Target = [Signal]>>(read: &Parsed<T>) -> Vec<&str> {
    let license = |signal| match Signal::statement(signal) {
        Statement::License(license) | Statement::InlineLicense(license) => Some(&**license),
        _ => None,
    };
    read.value.iter().filter_map(license).collect()
}

#[test]
fn r_260_links_of_a_field() {
    let one = format!("</a>; rel=preload; as=style, </l>; {LICENSE}");
    let read = link(&[&one, "</b>; rel=next", &format!("</c>; {LICENSE}")]);
    assert_eq!(licenses(&read), ["/l", "/c"]);
    let at = read.value[0].provenance();
    assert_eq!(
        (at.source(), at.line(), at.text()),
        (Source::Link, Some(1), "/l")
    );
    let joined = HeaderReader::new().with_field_lines(FieldLines::Joined);
    let line = format!("</a>; {LICENSE}, </b>; {LICENSE}");
    assert_eq!(licenses(&joined.read_lines([("Link", line)])), ["/a", "/b"]);
}

#[test]
fn r_260_other_links_leave_nothing_however_long_they_are() {
    let long = "</style.css>; rel=preload; as=style, ".repeat(500);
    let feed = "</feed>; rel=alternate; type=application/atom+xml";
    for lines in [&[&*long, "<a", "\"", "; rel=license"][..], &[feed]] {
        let read = link(lines);
        assert_eq!(read.value.len() + read.diagnostics.len(), 0, "{read:?}");
    }

    let after = link(&[&format!("{long}</l>; {LICENSE}")]);
    assert_eq!(
        (licenses(&after), code_names(&after)),
        (vec![], vec!["field-truncated"])
    );
    let before = link(&[&format!("</l>; {LICENSE}, {long}")]);
    assert_eq!(
        (licenses(&before), code_names(&before)),
        (vec!["/l"], vec![])
    );
}

#[test]
fn r_298_licences_of_a_field_are_bounded() {
    let limits = robots_policy::Limits::default().with_field(1 << 20);
    let many = format!("</l>; {LICENSE}, ").repeat(400);
    let read = HeaderReader::new()
        .with_limits(limits)
        .read_lines([("Link", many)]);
    assert_eq!(
        (read.value.len(), code_names(&read)),
        (256, vec!["field-truncated"])
    );
}

const LINK: &str = "<link rel=license type=application/rsl+xml href=/l>";
const SCRIPT: &str = "<script type=application/rsl+xml><rsl/></script>";

/// Documents, their licences, and whether one is reported as not counted.
fn documents() -> Vec<(String, Vec<String>, bool)> {
    rows(include_str!("rows/links.jsonl"))
}

#[test]
fn r_261_r_262_licences_of_a_head() {
    for (head, expected, is_reported) in documents() {
        for html in [
            format!("<!DOCTYPE html><title>t</title>{head}"),
            head.clone(),
        ] {
            let utf8 = || common::html();
            let read = read(utf8, html.as_bytes());
            assert_eq!(licenses(&read), expected, "{html}");
            let codes = code_names(&read);
            assert_eq!(
                codes.contains(&"license-not-counted"),
                is_reported,
                "{html}: {codes:?}"
            );
            for signal in &read.value {
                let at = signal.provenance();
                assert_eq!(
                    String::from_utf8_lossy(at.span().of(html.as_bytes())),
                    at.text(),
                    "{html}"
                );
            }
            let utf16 = crate::meta_harness::feed(
                MetaExtractor::new().with_content_type("text/html; charset=utf-16le"),
                wide(&html).chunks(7),
            );
            assert_eq!(licenses(&utf16), expected, "{html} in UTF-16");
        }
    }
}

#[test]
fn r_261_r_262_the_sink_and_the_whole_document_say_the_same() {
    for (head, expected, is_reported) in documents() {
        let html = format!("<!DOCTYPE html><title>t</title>{head}");
        let sink = MetaSink::new(markup5ever_rcdom::RcDom::default(), MetaRules::new());
        let (_, tree) = parse_document(sink, ParseOpts::default()).one(&*html);
        assert_eq!(licenses(&tree), expected, "{html}");
        assert_eq!(
            code_names(&tree).contains(&"license-not-counted"),
            is_reported,
            "{html}"
        );
        let rules = MetaRules::new().with_placements(EVERYWHERE);
        let whole = read(
            || {
                let metas = common::html();
                metas.with_rules(rules.clone())
            },
            html.as_bytes(),
        );
        assert_eq!(licenses(&whole), expected, "{html}");
    }
}

#[test]
fn r_261_a_link_in_the_body_is_about_its_parent() {
    for body in [LINK, SCRIPT] {
        let html = format!("<title>t</title><p>{body}");
        let by_default = read(MetaExtractor::new, html.as_bytes());
        assert!(by_default.value.is_empty());
        let rules = MetaRules::new().with_placements(EVERYWHERE);
        let read = read(
            || MetaExtractor::new().with_rules(rules.clone()),
            html.as_bytes(),
        );
        // A script counts wherever it is (RSL 1.0 §4.6.2).
        let counts = usize::from(body == SCRIPT);
        assert_eq!(read.value.len(), counts, "{body}");
        let is_reported = code_names(&read).contains(&"license-not-counted");
        assert_eq!(is_reported, body == LINK, "{body}");
    }
    let rules = MetaRules::new().with_placements([Placement::Body]);
    let head = read(
        || MetaExtractor::new().with_rules(rules.clone()),
        LINK.as_bytes(),
    );
    assert!(head.value.is_empty() && code_names(&head).contains(&"license-not-counted"));
}

#[test]
fn r_262_a_licence_that_is_too_long_is_not_read() {
    for (len, expected) in [(65_536, 1), (65_537, 0)] {
        let html = format!(
            "<script type=application/rsl+xml>{}</script>{LINK}",
            "a".repeat(len)
        );
        for chunk in [1000, html.len()] {
            let metas = common::html();
            let read = crate::meta_harness::feed(metas, html.as_bytes().chunks(chunk));
            assert_eq!(read.value.len(), expected + 1, "the link after it counts");
            let is_reported = code_names(&read) == ["inline-license-too-long"];
            assert_eq!(is_reported, expected == 0);
        }
    }
}

#[test]
fn r_261_xhtml_has_links_and_reports_scripts() {
    let page = |head: &str| {
        let html =
            format!("<html xmlns='http://www.w3.org/1999/xhtml'><head>{head}</head><body/></html>");
        read(
            || MetaExtractor::new().with_content_type("application/xhtml+xml"),
            html.as_bytes(),
        )
    };
    let link = "<link rel='license' type='application/rsl+xml' href='/a?b&amp;c'/>";
    assert_eq!(licenses(&page(link)), ["/a?b&c"]);
    assert!(page(&link.replace("type", "TYPE")).value.is_empty());
    let script = page("<script type='application/rsl+xml'><rsl/></script>");
    assert_eq!(
        (licenses(&script), code_names(&script)),
        (vec![], vec!["license-not-counted"])
    );
    let tdm = page("<meta name='tdm-reservation' content='1'/>");
    assert_eq!(
        tdm.value[0].statement().to_string(),
        "tdmrep:mine: disallow"
    );
}
