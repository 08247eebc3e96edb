//! Parts of a page: which text may be quoted, and which links may be followed.

use http::HeaderMap;
use proptest::prelude::*;
use robots_policy::ledger::{Document, Extent};
use robots_policy::meta::{MetaRules, Placement};
use robots_policy::parts::{Parts, Permit};
use robots_policy::{
    Client, HeaderReader, Limits, MetaExtractor, Policy, RobotsTxt, Timestamp, Verdict, Why,
};
use serde::Deserialize;
use unicode_segmentation::UnicodeSegmentation;

use crate::rows;

/// A page, who asks, and what they may quote.
#[derive(Deserialize)]
struct Page {
    html: String,
    /// The engine; a client where there is none.
    #[serde(default)]
    engine: String,
    #[serde(default)]
    fields: Vec<(String, String)>,
    #[serde(default)]
    robots: String,
    #[serde(default)]
    is_cut: bool,
    /// The runs that may be quoted, with `|` between them, or why none may.
    #[serde(default)]
    quotes: String,
    /// Excerpts, and whether they may be shown.
    #[serde(default)]
    permits: Vec<(String, String)>,
    /// The links: their addresses, and whether they may be followed.
    #[serde(default)]
    links: Vec<(String, String)>,
}

const URL: &str = "https://example.com/folder/page";

impl Page {
    fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert("content-type", "text/html; charset=utf-8".parse().unwrap());
        for (name, value) in &self.fields {
            let name: http::HeaderName = name.parse().unwrap();
            headers.insert(name, value.parse().unwrap());
        }
        headers
    }

    fn policy(&self) -> Policy {
        let headers = self.headers();
        let places = Placement::ALL.iter().copied();
        let mut metas = MetaExtractor::from_headers(&headers)
            .with_rules(MetaRules::new().with_placements(places));
        let _ = metas.feed(self.html.as_bytes());
        let document = Document::read(metas.finish(), Extent::Whole);
        let policy = Policy::new().with_headers(&headers).with_document(document);
        match self.robots.as_str() {
            "" => policy,
            robots => policy.with_robots(RobotsTxt::parse(robots.as_bytes())),
        }
    }

    fn parts(&self) -> Parts<'_> {
        let parts = Parts::of(self.html.as_bytes(), &self.headers());
        if self.is_cut { parts.cut() } else { parts }
    }
}

fn asked<'p>(policy: &'p Policy, engine: &str) -> Verdict<'p> {
    let now = Timestamp::from_unix(0);
    match engine {
        "" => policy.verdict(&Client::new("ExampleBot").unwrap(), URL, now),
        engine => policy.engine_verdict(engine.parse().unwrap(), URL, now),
    }
}

#[test]
fn each_row_holds() {
    for page in rows::<Page>(include_str!("rows/parts.jsonl")) {
        let (policy, parts) = (page.policy(), page.parts());
        let verdict = asked(&policy, &page.engine);
        let quotable = verdict.quotable(&parts);
        let runs: Vec<&str> = quotable.runs().collect();
        let quotes = match quotable.refusal() {
            Some(refusal) => {
                assert!(quotable.ranges().is_empty() && runs.is_empty());
                assert!(quotable.blanked().iter().all(|byte| *byte == b' '));
                format!("no: {refusal}")
            }
            None => runs.join("|"),
        };
        let (html, engine) = (&page.html, &page.engine);
        if !page.quotes.is_empty() {
            assert_eq!(quotes, page.quotes, "{engine}: {html}");
        }
        for (excerpt, answer) in &page.permits {
            let given = quotable.permits(excerpt).to_string();
            assert_eq!(given, *answer, "{excerpt:?} of {engine}: {html}");
        }
        let links = parts.links(URL);
        let links: Vec<(String, String)> = links
            .iter()
            .map(|link| {
                let following = verdict.following(link);
                let why = following
                    .why
                    .map(|why| format!(", {why}"))
                    .unwrap_or_default();
                let answer = match following.allowed {
                    Some(true) => "yes",
                    Some(false) => "no",
                    None => "?",
                };
                let address = link.address().unwrap_or_else(|text| text);
                (address.to_owned(), format!("{answer}{why}"))
            })
            .collect();
        if !page.links.is_empty() {
            assert_eq!(links, page.links, "{engine}: {html}");
        }
    }
}

/// A yes rests on each source that could forbid it.
#[test]
fn without_a_source_nothing_may_be_quoted() {
    let html = b"<title>t</title><p>Text <span data-nosnippet>closed</span>";
    let parts = Parts::of(html, &HeaderMap::new());
    let fields = || Policy::new().with_fields(HeaderReader::new().read_lines([("x", "")]));
    let document = |why| fields().with_document(Document::unread(why));
    for policy in [
        Policy::new(),
        fields(),
        document(Why::ContentCoding),
        document(Why::Incomplete),
    ] {
        for engine in ["", "googlebot", "bingbot", "yandexbot"] {
            let verdict = asked(&policy, engine);
            let quotable = verdict.quotable(&parts);
            assert!(quotable.ranges().is_empty() && quotable.excerpt(0, 9).is_none());
            assert!(!matches!(quotable.permits("Text"), Permit::Yes));
        }
    }
    let coded = Parts::of(b"\x1f\x8b\x08\x00\x00", &HeaderMap::new());
    assert_eq!(coded.unread(), Some(Why::ContentCoding));
}

/// Elements that are nested deeply take a time in proportion, or the page is not read.
#[test]
fn deep_nesting_is_linear_or_unread() {
    let page = Page {
        html: String::from("<p>t"),
        ..serde_json::from_str("{\"html\": \"\"}").unwrap()
    };
    let policy = page.policy();
    for piece in [
        "<div data-nosnippet>",
        "<b data-nosnippet>x",
        "<table data-nosnippet>",
        "<a data-nosnippet>x<p>",
        "<noindex>x",
    ] {
        let html = piece.repeat(16_000) + "open";
        let parts = Parts::of(html.as_bytes(), &page.headers());
        let verdict = asked(&policy, "");
        let quotable = verdict.quotable(&parts);
        assert!(quotable.ranges().is_empty(), "{piece}");
        assert_eq!(
            quotable.refusal().is_some(),
            parts.unread().is_some(),
            "{piece}"
        );
        assert!(
            !quotable.blanked().windows(4).any(|word| word == b"open"),
            "{piece}"
        );
    }
    // Without a mark no text is closed, and which text is where is as unknown.
    let html = "<b>".repeat(300) + &"<p></b>".repeat(300);
    let parts = Parts::of(html.as_bytes(), &page.headers());
    let verdict = asked(&policy, "");
    let quotable = verdict.quotable(&parts);
    let refusal = quotable.refusal().map(|refusal| refusal.to_string());
    assert_eq!(
        refusal.as_deref(),
        Some("the document is not known (incomplete)")
    );
    assert_eq!(*quotable.blanked(), *html.as_bytes());
}

const WORDS: [&str; 12] = [
    "word",
    "слово",
    "λέξη",
    "מילה",
    "كلمة",
    "शब्द",
    "คำ",
    "단어",
    "言葉",
    "👨\u{200D}👩\u{200D}👧",
    "e\u{301}",
    "a",
];

fn word() -> impl Strategy<Value = String> {
    prop::sample::select(&WORDS[..]).prop_map(str::to_owned)
}

proptest! {
    /// An excerpt is in the page, is no longer than allowed, and cuts no cluster.
    #[test]
    fn an_excerpt_fits(words in prop::collection::vec(word(), 1..40), limit in 1..30_usize, around in 0..300_usize) {
        let text = words.join(" ");
        let html = format!("<p>{text}<p data-nosnippet>closed");
        let lines = [("X-Robots-Tag", format!("max-snippet: {limit}"))];
        let policy = Policy::new()
            .with_fields(HeaderReader::new().read_lines(lines.iter().map(|(n, v)| (*n, v.as_str()))))
            .with_document(Document::none());
        let headers = Page { html: html.clone(), ..serde_json::from_str("{\"html\": \"\"}").unwrap() }.headers();
        let parts = Parts::of(html.as_bytes(), &headers);
        let verdict = asked(&policy, "");
        let quotable = verdict.quotable(&parts);
        let excerpt = quotable.excerpt(around, 160).unwrap();
        let excerpt = excerpt.text();
        prop_assert!(excerpt.chars().count() <= limit, "{excerpt:?}");
        let inner = excerpt.trim_matches('…');
        prop_assert!(text.contains(inner), "{excerpt:?} of {text:?}");
        prop_assert_eq!(quotable.permits(excerpt), Permit::Yes);
        let ends: Vec<usize> = text.grapheme_indices(true).map(|(at, _)| at).chain([text.len()]).collect();
        let is_whole = text.match_indices(inner).any(|(at, _)| ends.contains(&at) && ends.contains(&(at + inner.len())));
        prop_assert!(is_whole, "{excerpt:?} of {text:?}");
    }

    /// Another encoding of a page has the same runs, and the same text when it is blanked.
    #[test]
    fn encodings_say_the_same(words in prop::collection::vec(word(), 1..9), mark in 0..9_usize) {
        let pieces = words.iter().enumerate().map(|(at, word)| {
            let mark = if at == mark { " data-nosnippet" } else { "" };
            format!("<p{mark}>{word}</p>")
        });
        let html = format!("<title>t</title>{}", pieces.collect::<String>());
        let read = |body: Vec<u8>, charset: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("content-type", format!("text/html; charset={charset}").parse().unwrap());
            let policy = Policy::new().with_headers(&headers).with_document(Document::none());
            let parts = Parts::of(body, &headers);
            let verdict = asked(&policy, "");
            let quotable = verdict.quotable(&parts);
            let runs: Vec<String> = quotable.runs().map(str::to_owned).collect();
            (runs, quotable.blanked().into_owned())
        };
        let (runs, blanked) = read(html.clone().into_bytes(), "utf-8");
        let blanked = String::from_utf8(blanked).unwrap();
        let wide = html.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let (of_wide, wide) = read(wide, "utf-16le");
        prop_assert_eq!(&runs, &of_wide);
        let wide: Vec<u16> = wide.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        prop_assert_eq!(squeezed(&String::from_utf16(&wide).unwrap()), squeezed(&blanked));
    }
}

/// What lies beyond the limit was not searched for marks, so that nothing of it is handed on.
#[test]
fn beyond_the_limit_all_is_blank() {
    let metas = MetaExtractor::new().with_limits(Limits::default().with_document(1024));
    let policy = Policy::new().with_fields(HeaderReader::new().read_lines([("x", "")]));
    let policy = policy.with_document(Document::none());
    for start in ["<p>open", "<p>open <b data-nosnippet>a</b>"] {
        let html = format!("{start:<1020}<span data-nosnippet>secret</span>");
        let parts = Parts::read_as(&metas, html.as_bytes());
        let blanked = asked(&policy, "googlebot")
            .quotable(&parts)
            .blanked()
            .into_owned();
        assert!(blanked.starts_with(b"<p>open") && blanked.len() == html.len());
        assert!(!blanked.windows(6).any(|word| word == b"secret"), "{start}");
    }
}
