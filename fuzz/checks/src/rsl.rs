//! A licence in RSL: it is read alike twice, places are in it and quote it, each label has one answer, and one more
//! prohibition never loosens.

use std::collections::BTreeMap;

use robots_policy::uses::{Answer, Label, Rsl};
use robots_policy::{Diagnostic, Provenance, Source};

/// A target in the first line and the document after it.
pub(crate) fn check(data: &[u8]) {
    let end = data.iter().position(|byte| *byte == b'\n');
    let (target, document) = data.split_at(end.unwrap_or_default());
    let target = String::from_utf8_lossy(target);
    for document in [document.to_vec(), rooted(document)] {
        reads(&document, &target);
        reads(&document, "https://example.com/a");
    }
}

/// The bytes as contents of a licence, so that the fuzzer need not find the namespace.
fn rooted(inside: &[u8]) -> Vec<u8> {
    [ROOT, inside, b"</rsl>"].concat()
}

fn reads(document: &[u8], target: &str) {
    let read = Rsl::parse(document);
    assert_eq!(Rsl::parse(document), read, "the second time");
    let stated = read.value.stated(URL, target);
    let places = stated.iter().map(|stated| stated.provenance());
    let diagnostics = read.diagnostics.iter().map(Diagnostic::provenance);
    for place in places.chain(diagnostics) {
        is_in_the_document(place, document);
    }
    if !read.value.is_conforming() {
        assert_eq!((stated.len(), read.diagnostics.len()), (0, 1));
        return;
    }
    let mut answers: BTreeMap<Label, Answer> = BTreeMap::new();
    for stated in &stated {
        let answer = stated.answer();
        assert_eq!(*answers.entry(stated.label()).or_insert(answer), answer);
        assert_eq!(stated.terms().is_some(), answer == Answer::Conditional);
    }
    prohibits_more(document, target, &answers);
}

fn is_in_the_document(place: &Provenance, document: &[u8]) {
    assert_eq!((place.source(), place.line()), (Source::Rsl, None));
    assert!(place.span().end <= document.len(), "{place:?}");
    let is_utf_8 = str::from_utf8(document).is_ok() && !document.contains(&0);
    let is_declared = document.starts_with(b"<?xml");
    if is_utf_8 && !is_declared {
        assert_eq!(place.text().as_bytes(), place.span().of(document));
    }
}

/// A content that prohibits training, at the end of the document: the root ends there, as a rule.
fn prohibits_more(document: &[u8], target: &str, before: &BTreeMap<Label, Answer>) {
    let Some(inside) = document.strip_suffix(b"</rsl>") else {
        return;
    };
    let more = Rsl::parse(&[inside, PROHIBITION, b"</rsl>"].concat()).value;
    if !more.is_conforming() {
        return; // one content or one byte too many, or another prefix
    }
    let stated = more.stated(URL, target);
    for (label, answer) in before {
        let now = stated.iter().find(|stated| stated.label() == *label);
        let now = now.expect("a label that was stated is stated").answer();
        assert!(*answer != Answer::Disallow || now == *answer, "{label}");
        assert!(*label != Label::RslAiTrain || now == Answer::Disallow);
    }
}

const URL: &str = "https://example.com/license.xml";
const ROOT: &[u8] = b"<rsl xmlns=\"https://rslstandard.org/rsl\">";
const PROHIBITION: &[u8] = b"<content xmlns=\"https://rslstandard.org/rsl\" url=\"\"><license>\
    <prohibits type=\"usage\">ai-train</prohibits></license></content>";
