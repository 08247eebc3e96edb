//! The texts of documents are in the marks that html5ever's own tokenizer and tree put them in.

use std::collections::BTreeMap;
use std::path::Path;

use html5ever::tendril::TendrilSink;
use html5ever::{QualName, local_name, ns};
use http::HeaderMap;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use proptest::prelude::*;

use super::marks::{is_block, states_no_content};
use super::search::may_have_marks;
use super::*;
use crate::ledger::{Assumed, Input};
use crate::page::html::tests::piece;
use crate::{Client, Policy, Timestamp};

/// By the number of a word: which marks of the tree close it; `None` if it is no text of the page.
type Words = BTreeMap<usize, Option<[bool; 3]>>;

/// The numbers of the words `zq17z` in a text.
fn numbers(text: &str) -> impl Iterator<Item = usize> {
    let after = text.split("zq").skip(1);
    after.filter_map(|word| word.split_once('z')?.0.parse().ok())
}

fn parts(html: &str) -> Parts<'_> {
    let mut headers = HeaderMap::new();
    headers.insert("content-type", "text/html; charset=utf-8".parse().unwrap());
    Parts::of(html.as_bytes(), &headers)
}

fn ours(html: &str) -> Words {
    let parts = parts(html);
    let mut words = Words::new();
    for text in parts.texts() {
        let closed = [
            PartMarkKind::NoSnippet,
            PartMarkKind::NoSnippetElsewhere,
            PartMarkKind::NoContent,
        ]
        .map(|kind| text.closed_by(&[kind]).is_some());
        let place = text.is_page().then_some(closed);
        words.extend(numbers(&text.decoded()).map(|number| (number, place)));
    }
    words
}

fn theirs(html: &str) -> Words {
    let tree =
        html5ever::parse_document(RcDom::default(), html5ever::ParseOpts::default()).one(html);
    let mut words = Words::new();
    let mut open: Vec<(Handle, Option<[bool; 3]>)> =
        vec![(tree.document.clone(), Some([false; 3]))];
    while let Some((node, mut place)) = open.pop() {
        match &node.data {
            NodeData::Element {
                name,
                attrs,
                template_contents,
                ..
            } => {
                for attribute in attrs.borrow().iter().filter(|a| a.name.ns == ns!()) {
                    let kind = match &*attribute.name.local {
                        "data-nosnippet" => usize::from(!is_block(name)),
                        "class" if states_no_content(&attribute.value) => 2,
                        _ => continue,
                    };
                    if let Some(closed) = &mut place {
                        closed[kind] = true;
                    }
                }
                place = place.filter(|_| !hides(name));
                open.extend(
                    template_contents
                        .borrow()
                        .iter()
                        .map(|node| (node.clone(), None)),
                );
            }
            NodeData::Text { contents } => {
                words.extend(numbers(&contents.borrow()).map(|number| (number, place)));
            }
            _ => {}
        }
        open.extend(
            node.children
                .borrow()
                .iter()
                .map(|node| (node.clone(), place)),
        );
    }
    words
}

fn hides(name: &QualName) -> bool {
    let is_raw = matches!(
        &*name.local,
        "script"
            | "style"
            | "title"
            | "textarea"
            | "iframe"
            | "noembed"
            | "noframes"
            | "noscript"
            | "xmp"
    );
    let is_svg = name.ns == ns!(svg);
    name.ns == ns!(html) && (is_raw || name.local == local_name!("head"))
        || is_svg && matches!(&*name.local, "script" | "style")
}

/// How many words are opened, closed too much, and compared.
fn compare(html: &str) -> [usize; 3] {
    let (ours, theirs) = (ours(html), theirs(html));
    // A text that is moved out of a table keeps the marks of its row, which the tree does not give it.
    let rows = [
        "<tr data",
        "<table data",
        "<tbody data",
        "<tr class",
        "<table class",
    ];
    let has_rows = rows.iter().any(|row| html.contains(row));
    let [mut opened, mut closed] = [0, 0];
    for (number, place) in &ours {
        let expected = theirs.get(number).copied().flatten();
        match (place, expected) {
            (Some(_), None) => opened += 1,
            (Some(own), Some(expected)) => {
                let kinds = || own.iter().zip(expected).enumerate();
                opened += usize::from(kinds().any(|(_, (own, expected))| expected && !own));
                let is_more = |(kind, (own, expected)): (usize, (&bool, bool))| {
                    *own && !expected && (kind == 0 || !has_rows)
                };
                closed += usize::from(kinds().any(is_more));
            }
            (None, Some(_)) => closed += 1,
            (None, None) => {}
        }
    }
    let missing = theirs
        .iter()
        .filter(|(number, it)| it.is_some() && !ours.contains_key(number));
    [opened, closed + missing.count(), theirs.len()]
}

fn soup() -> impl Strategy<Value = String> {
    let own = || piece(include_str!("tests/pieces.jsonl"));
    let pieces = prop_oneof![3 => own(), 1 => piece(include_str!("../html/tests/pieces.jsonl"))];
    (any::<bool>(), prop::collection::vec(pieces, 1..30)).prop_map(|(is_quirky, pieces)| {
        let doctype = if is_quirky { "" } else { "<!doctype html>" };
        let words = pieces.iter().enumerate();
        let words: Vec<String> = words.map(|(at, piece)| format!("{piece}zq{at}z")).collect();
        format!("{doctype}{}", words.concat())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn texts_are_in_the_marks_of_the_tree(html in soup()) {
        // A few octets with a NUL are no text.
        prop_assume!(parts(&html).unread().is_none());
        let [opened, closed, _] = compare(&html);
        prop_assert_eq!([opened, closed], [0, 0], "{}", html);
    }

    /// Closed texts are gone in a page that is blanked, and open ones are where they were.
    #[test]
    fn blanked_pages_have_the_open_texts(html in soup()) {
        // After blanks a frameset may still take the place of the body.
        prop_assume!(!html.contains("<frameset"));
        let parts = parts(&html);
        prop_assume!(parts.unread().is_none());
        let policy = Policy::new().with_assumed(Assumed::new().with(Input::Fields).with(Input::Document));
        let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
        let blanked = verdict.quotable(&parts).blanked();
        prop_assert_eq!(blanked.len(), html.len());
        let after = theirs(str::from_utf8(&blanked).unwrap());
        for text in parts.texts().filter(|text| text.is_page()) {
            let is_open = text.closed_by(PartMarkKind::ALL).is_none();
            for number in numbers(&text.decoded()) {
                prop_assert_eq!(after.contains_key(&number), is_open, "{} of {}", number, html);
            }
        }
    }

    #[test]
    fn the_search_misses_no_mark(html in soup(), noise in prop::collection::vec(any::<u8>(), 0..70)) {
        let marks = reading::of_html(html.as_bytes(), UTF_8).marks;
        if marks.iter().any(|mark| mark.kind() != PartMarkKind::NoContent) {
            let bytes = [&noise, html.as_bytes()].concat();
            prop_assert!(may_have_marks(&bytes), "{}", html);
        }
    }

    #[test]
    fn a_number_comes_back(number in 0..(1_u32 << 30)) {
        let text = crate::page::html::feed::placed(" x ", number);
        let found: Vec<u32> = crate::page::html::feed::placed_texts(&text).collect();
        prop_assert_eq!(found, [number]);
    }
}

/// Pages of the corpus, where it is at hand, with marks and broken tags at random places; `PARTS_DOCUMENTS` sets their number.
#[test]
fn texts_of_mutated_pages_are_in_the_marks_of_the_tree() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/html");
    let mut paths: Vec<_> = std::fs::read_dir(root)
        .into_iter()
        .flatten()
        .map(|it| it.unwrap().path())
        .collect();
    paths.sort();
    let read = |path| String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
    let pages: Vec<String> = paths.into_iter().map(read).collect();
    let count = std::env::var("PARTS_DOCUMENTS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(500);
    let pieces: Vec<String> = crate::tests::rows(include_str!("tests/pieces.jsonl"));
    let (mut seed, mut sums) = (88_172_645_463_325_252_u64, [0; 3]);
    for number in 0..if pages.is_empty() { 0 } else { count } {
        let html = mutated(&pages[number % pages.len()], &pieces, &mut |most| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            usize::try_from(seed >> 11).unwrap() % most.max(1)
        });
        let found = compare(&html);
        assert_eq!(found[..2], [0, 0], "{html}");
        sums = std::array::from_fn(|at| sums[at] + found[at]);
    }
    assert!(pages.is_empty() || sums[2] > 10 * count, "{sums:?}");
}

/// A stretch of a page with words after its tags, pieces at random tags, and some tags less.
fn mutated(page: &str, pieces: &[String], random: &mut impl FnMut(usize) -> usize) -> String {
    let starts: Vec<usize> = page.match_indices('<').map(|(at, _)| at).collect();
    let first = random(starts.len());
    let last = (first + 10 + random(120)).min(starts.len().saturating_sub(1));
    let stretch = page.get(*starts.get(first).unwrap_or(&0)..*starts.get(last).unwrap_or(&0));
    let mut html = String::from(if random(2) == 0 {
        "<!doctype html><body>"
    } else {
        "<body>"
    });
    for (at, tag) in stretch.unwrap_or_default().split('<').skip(1).enumerate() {
        match random(30) {
            0 => continue,
            1 | 2 => html.push_str(&pieces[random(pieces.len())]),
            _ => {}
        }
        html.push('<');
        match tag.split_once('>') {
            Some((tag, text)) => {
                html.extend([tag, ">zq", &at.to_string(), "z ", text]);
            }
            None => html.push_str(tag),
        }
    }
    html
}
