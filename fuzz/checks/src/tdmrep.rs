//! A `tdmrep.json`: it is read alike twice, places are in it and quote it, and the first rule that matches decides.

use robots_policy::uses::{Answer, Preference, TdmRep};
use robots_policy::{Diagnostic, Provenance, Source};

/// A path in the first line and the file after it.
pub(crate) fn check(data: &[u8]) {
    let end = data.iter().position(|byte| *byte == b'\n');
    let (path, file) = data.split_at(end.unwrap_or_default());
    let path = format!("/{}", String::from_utf8_lossy(path));
    let read = TdmRep::parse(file);
    assert_eq!(TdmRep::parse(file), read, "the second time");
    let stated = read.value.stated(&path);
    assert_eq!(read.value.stated(&path), stated, "the second question");
    let reservation = stated.reservation.iter().map(Preference::provenance);
    let policy = stated.policy.iter().map(|(_, at)| at);
    let diagnostics = read.diagnostics.iter().map(Diagnostic::provenance);
    for place in reservation.chain(policy).chain(diagnostics) {
        is_in_the_file(place, file);
    }
    if let Some(rules) = file.trim_ascii_start().strip_prefix(b"[") {
        let reserved = TdmRep::parse(&[FIRST, rules].concat()).value;
        let first = reserved.stated(&path).reservation;
        let answer = first.map(|stated| stated.answer());
        assert!(answer.is_none_or(|answer| answer == Answer::Disallow));
        if stated.reservation.is_some() {
            assert_eq!(answer, Some(Answer::Disallow), "{path:?}");
        }
    }
}

fn is_in_the_file(place: &Provenance, file: &[u8]) {
    assert_eq!((place.source(), place.line()), (Source::TdmRepJson, None));
    assert!(place.span().end <= file.len(), "{place:?}");
    assert_eq!(place.text(), String::from_utf8_lossy(place.span().of(file)));
}

const FIRST: &[u8] = br#"[{"location": "/*", "tdm-reservation": 1}, "#;
