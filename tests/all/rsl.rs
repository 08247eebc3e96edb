//! Licences in RSL: the documents of `fixtures/rsl`, faults, limits and terms.
//!
//! A case is a document `NAME.xml` and its questions `NAME.json`: `about`, `basis`, the `codes` of the diagnostics, and
//! for each target of `asks` the answers, all of them. `NAME.snap` has the place of each statement.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use robots_policy::uses::{Answer, Label, Rsl, Vocabulary};
use robots_policy::{Diagnostic, Parsed};
use robots_policy_kit::files::fixtures;
use serde_json::{Map, Value};

use crate::rows;

pub(crate) const URL: &str = "https://example.com/license.xml";

/// The strictest answer of each label that is stated.
pub(crate) fn answers(rsl: &Rsl, target: &str) -> BTreeMap<Label, Answer> {
    let mut answers = BTreeMap::new();
    for stated in rsl.stated(URL, target) {
        let before = answers.insert(stated.label(), stated.answer());
        assert!(before.is_none_or(|before| before == stated.answer()));
    }
    answers
}

fn names() -> Vec<PathBuf> {
    let entries = fs::read_dir(fixtures().join("rsl")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let documents = paths.filter(|path| path.extension().is_some_and(|end| end == "xml"));
    let mut documents: Vec<PathBuf> = documents.collect();
    documents.sort();
    documents
}

/// each document answers as its author expects, and quotes its bytes.
#[test]
fn r_263_to_r_271_the_fixtures_hold() {
    let names = names();
    assert!(names.len() >= 40);
    for path in names {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let document = fs::read(&path).unwrap();
        let case = fs::read(path.with_extension("json")).unwrap();
        let case: Value = serde_json::from_slice(&case).unwrap();
        assert!(!case["about"].as_str().unwrap().is_empty(), "{name}");
        let basis = case["basis"].as_str().unwrap();
        let number = basis.split(';').next().unwrap().to_lowercase();
        assert!(name.starts_with(&number), "{name} and {basis}");

        let read = Rsl::parse(&document);
        let codes: BTreeSet<&str> = read.diagnostics.iter().map(|d| d.code().name()).collect();
        assert_eq!(Value::from_iter(codes), case["codes"], "{name}");
        for (target, expected) in case["asks"].as_object().unwrap() {
            let answers = answers(&read.value, target);
            let answers = answers.iter();
            let answers = answers.map(|(label, answer)| (label.to_string(), answer.name().into()));
            let answers: Map<String, Value> = answers.collect();
            assert_eq!(&Value::Object(answers), expected, "{name}: {target}");
        }
        quotes_its_bytes(&read, &document, &name, &case);
        snapshot(&read, &name, &case);
    }
}

fn quotes_its_bytes(read: &Parsed<Rsl>, document: &[u8], name: &str, case: &Value) {
    let targets = case["asks"].as_object().unwrap().keys();
    let stated = targets.flat_map(|target| read.value.stated(URL, target));
    let stated: Vec<_> = stated.map(|stated| stated.provenance().clone()).collect();
    let diagnostics = read.diagnostics.iter().map(Diagnostic::provenance);
    for at in stated.iter().chain(diagnostics) {
        let bytes = at.span().of(document);
        let text = match name {
            "r-264-latin-1" => encoding_rs::WINDOWS_1252.decode(bytes).0,
            "r-264-utf-16" => encoding_rs::UTF_16LE.decode(bytes).0,
            _ => String::from_utf8_lossy(bytes),
        };
        assert_eq!(at.text(), text, "{name}: {at}");
    }
}

fn snapshot(read: &Parsed<Rsl>, name: &str, case: &Value) {
    let mut text = format!("{}\n", case["about"].as_str().unwrap());
    for target in case["asks"].as_object().unwrap().keys() {
        writeln!(text, "\n{target}").unwrap();
        for stated in read.value.stated(URL, target) {
            let (label, answer) = (stated.label(), stated.answer());
            writeln!(text, "  {label} {answer}: {stated}").unwrap();
            if let Some(terms) = stated.terms() {
                writeln!(text, "    {terms:?}").unwrap();
            }
        }
    }
    for found in &read.diagnostics {
        let (code, at) = (found.code(), found.provenance());
        writeln!(text, "\n{}: {at}: {found}", code.name()).unwrap();
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(fixtures().join("rsl"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// Documents with a prohibition in the namespace, or not.
#[test]
fn r_264_names_are_in_the_namespace() {
    for (document, expected) in rows::<(String, bool)>(include_str!("rows/rsl_names.jsonl")) {
        let rsl = Rsl::parse(document.as_bytes()).value;
        let all = answers(&rsl, "/").get(&Label::RslAll).copied();
        assert_eq!(all == Some(Answer::Disallow), expected, "{document}");
    }
}

#[test]
fn r_264_faults_of_xml() {
    let whole = "<rsl xmlns='https://rslstandard.org/rsl'><content url='/'/></rsl>";
    assert!(Rsl::parse(whole.as_bytes()).value.is_conforming());
    let faults = rows::<(String, String, String)>(include_str!("rows/rsl_faults.jsonl"));
    for (from, to, quoted) in faults {
        let document = whole.replacen(&from, &to, 1);
        let read = Rsl::parse(document.as_bytes());
        let found: Vec<_> = read.diagnostics.iter().map(|d| d.code().name()).collect();
        assert_eq!(found, ["rsl-not-well-formed"], "{document}");
        assert_eq!(
            read.diagnostics[0].provenance().text(),
            quoted,
            "{document}"
        );
        assert!(!read.value.is_conforming());
    }
}

/// Half a character at the end is quoted by the bytes that are there.
#[test]
fn r_264_half_a_character_is_at_its_bytes() {
    for (document, start, end) in [
        (&b"<rsl/>\xED"[..], 6, 7),
        (b"<rsl/>\xED\xA0", 6, 8),
        (b"\xEF\xBB\xBF\xED", 3, 4),
        (b"\xFF\xFE<", 2, 3),
    ] {
        let found = Rsl::parse(document).diagnostics;
        assert_eq!(found[0].code().name(), "rsl-not-well-formed");
        let span = found[0].provenance().span();
        assert!(
            span.start >= start && span.end <= document.len(),
            "{span:?}"
        );
        assert_eq!(span.end, end, "{document:?}");
    }
}

/// what is over a limit states nothing, and says so; what is at it is read.
#[test]
fn r_298_limits_are_visible() {
    let root = |inside: &str| format!("<rsl xmlns='https://rslstandard.org/rsl'>{inside}</rsl>");
    let countries = |count: usize| {
        let names: String = (0..count).map(|at| format!("c{at} ")).collect();
        let list = format!("<permits type='geo'>{names}</permits>");
        root(&format!(
            "<content url=''><license>{list}</license></content>"
        ))
    };
    let padded = |len: usize| root(&" ".repeat(len - root("").len()));
    let nested = |depth: usize| {
        let inside = "<x:a>".repeat(depth - 2) + &"</x:a>".repeat(depth - 2);
        root(&format!("<x:a xmlns:x='x'>{inside}</x:a>"))
    };
    let contents = |count: usize| root(&"<content url='/'/>".repeat(count));
    for (at_limit, over) in [
        (padded(Rsl::MOST_BYTES), padded(Rsl::MOST_BYTES + 1)),
        (contents(1024), contents(1025)),
        (nested(64), nested(65)),
        (countries(256), countries(257)),
    ] {
        assert!(Rsl::parse(at_limit.as_bytes()).value.is_conforming());
        let read = Rsl::parse(over.as_bytes());
        assert!(!read.value.is_conforming());
        assert_eq!(read.diagnostics.len(), 1);
        assert_eq!(read.diagnostics[0].code().name(), "rsl-truncated");
    }
    let unknown = format!("<permits type='usage'>{}</permits>", "x ".repeat(10_000));
    let read = Rsl::parse(
        root(&format!(
            "<content url=''><license>{unknown}</license></content>"
        ))
        .as_bytes(),
    );
    assert_eq!(read.diagnostics.len(), 257);
    assert_eq!(read.diagnostics[256].code().name(), "diagnostics-omitted");
    let licenses = "<license><prohibits>all</prohibits></license>".repeat(1000);
    let rsl = Rsl::parse(root(&format!("<content url=''>{licenses}</content>")).as_bytes()).value;
    let stated = rsl.stated(URL, "/");
    assert_eq!(stated.len(), 5 * 16);
}

/// the days for which a copy may be used.
#[test]
fn r_271_max_age_is_in_days() {
    for (attribute, days) in rows::<(String, u32)>(include_str!("rows/max_age.jsonl")) {
        let document = format!("<rsl {attribute} xmlns='https://rslstandard.org/rsl'/>");
        assert_eq!(Rsl::parse(document.as_bytes()).value.max_age_days(), days);
    }
    assert_eq!(Rsl::default().max_age_days(), 30);
}

/// the terms are the words of the document, and a statement without a condition has none.
#[test]
fn r_269_terms_are_verbatim() {
    let document = "<rsl xmlns='https://rslstandard.org/rsl'><content url='' server='https://t.example/'><license>\
        <permits type='usage'>search</permits><permits type='user'>education personal</permits>\
        <prohibits type='geo'>US</prohibits><payment type='crawl free'/><reporting type='telemetry'/>\
        </license></content></rsl>";
    let stated = Rsl::parse(document.as_bytes()).value.stated(URL, "/");
    let conditional: Vec<_> = stated.iter().filter_map(|stated| stated.terms()).collect();
    let [terms] = conditional[..] else {
        panic!("{conditional:?}")
    };
    assert_eq!(terms.url, URL);
    assert_eq!(terms.server.as_deref(), Some("https://t.example/"));
    assert_eq!(terms.payment, ["crawl"]);
    assert_eq!(terms.reporting, ["telemetry"]);
    assert_eq!(terms.user, ["education", "personal"]);
    assert_eq!(terms.geo, ["!US"]);
    assert!(stated.iter().all(|stated| stated.scope() == "*"));
    let labels: BTreeSet<Vocabulary> = stated.iter().map(|s| s.label().vocabulary()).collect();
    assert_eq!(labels, BTreeSet::from([Vocabulary::Rsl]));
}
