//! Every case of `fixtures/`, one named test each, and the properties of all cases together.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    missing_docs,
    unreachable_pub
)]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use robots_policy::engines::Profile;
use robots_policy::ledger::{self, Assumed, State};
use robots_policy::report::{Json, Text};
use robots_policy::uses::Rsl;
use robots_policy::{
    Because, DiagnosticCode, Directive, Policy, Provenance, Source, Statement, Verdict,
};
use robots_policy_kit::case::{
    Ask, Case, cases, differences, fed_in_every_way, folders, small_cases,
};
use robots_policy_kit::files::{below, fixtures, lines_of, root};
use serde_json::Value;

fn main() -> ExitCode {
    let one = |folder: PathBuf| {
        Trial::test(Case::name_of(&folder), move || {
            let case = Case::read(&folder)?;
            holds(&case)?;
            matches_its_snapshot(&case);
            Ok(())
        })
    };
    let small = |case: Case| Trial::test(case.name.clone(), move || holds(&case));
    let mut trials: Vec<Trial> = folders().into_iter().map(one).collect();
    let found = trials.len();
    trials.extend(small_cases().into_iter().map(small));
    trials.extend([
        of_all(what_fields_state_is_what_a_policy_does),
        of_all(every_directive_and_every_diagnostic_has_a_case),
        of_all(every_requirement_is_named_by_a_test),
        of_all(every_basis_is_a_clause),
        of_all(every_ask_says_which_sources_do_not_exist),
        of_all(every_name_begins_with_a_known_prefix),
        of_all(the_reader_says_what_is_wrong_and_where),
        Trial::test("no_case_is_lost", move || no_case_is_lost(found)),
    ]);
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// A test of all cases together, by the name of its function.
fn of_all<T: Fn() + Send + 'static>(test: T) -> Trial {
    let path = std::any::type_name::<T>();
    let name = path.rsplit("::").next().unwrap_or(path);
    Trial::test(name, move || {
        test();
        Ok(())
    })
}

/// What holds of every case.
fn holds(case: &Case) -> Result<(), Failed> {
    gives_what_its_author_expects(case)?;
    reads_the_same_in_any_chunks(case);
    points_at_its_bytes(case);
    is_printed_alike(case);
    answers_as_before_it_was_stored(case);
    Ok(())
}

fn gives_what_its_author_expects(case: &Case) -> Result<(), Failed> {
    let mut wrong = String::new();
    for ask in &case.asks {
        for difference in differences(&ask.value["expect"], &ask.answer(case)) {
            writeln!(wrong, "ask `{}`: {difference}", ask.id).unwrap();
        }
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.into())
    }
}

/// The cases, a line each, whose snapshots have whole records: some of every folder, which together have nearly every key.
const WHOLE: &str = include_str!("cases/whole.txt");

/// The keys of a record that the text of its verdict tells. What is not here is a line of the snapshot, a new key too.
const TOLD: &str = include_str!("cases/told.txt");

/// The text of each verdict, and under it what its record has beyond it.
fn matches_its_snapshot(case: &Case) {
    let is_whole = WHOLE.lines().any(|name| name == case.name);
    let mut snapshot = format!("{}\n", case.about);
    for ask in &case.asks {
        let policy = ask.policy(case);
        let verdict = ask.verdict(&policy);
        let json = Json::new(&case.name, &verdict);
        write!(snapshot, "\n{}", Text::new(&verdict)).unwrap();
        if is_whole {
            let whole = serde_json::to_string_pretty(&json).unwrap();
            writeln!(snapshot, "{whole}").unwrap();
        } else {
            let record = serde_json::to_value(json).unwrap();
            snapshot += &beyond_text(&record, ask.url());
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(&case.folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("verdict", snapshot));
}

/// A line for each key that the text does not tell; of a list for each item.
fn beyond_text(record: &Value, asked: &str) -> String {
    let mut record = record.as_object().unwrap().clone();
    if let Some(Value::Object(access)) = record.remove("access") {
        let named = |(key, value)| (format!("access.{key}"), value);
        record.extend(access.into_iter().map(named));
    }
    let mut lines = String::new();
    for (key, value) in record {
        let items = match value {
            Value::Array(items) => items,
            value => vec![value],
        };
        let is_told = |item: &Value| match key.as_str() {
            "url" => item == asked,
            "access.reason" => item == "unknown",
            // The text has the others with all that they have.
            "reasons" => item["use"].is_null(),
            key => TOLD.lines().any(|told| told == key),
        };
        for item in items.iter().filter(|item| !is_told(item)) {
            writeln!(lines, "  {key}: {item}").unwrap();
        }
    }
    lines
}

/// A verdict and its parts have one text.
fn is_printed_alike(case: &Case) {
    for ask in &case.asks {
        let policy = ask.policy(case);
        let verdict = ask.verdict(&policy);
        let text = Text::new(&verdict).to_string();
        assert_eq!(verdict.to_string(), text);
        for because in verdict.because() {
            assert!(
                text.contains(&format!("\n    {because}\n")),
                "{because}: {text}"
            );
            if let Because::Signal(signal) = because {
                assert_eq!(signal.to_string(), because.to_string());
            }
        }
    }
}

/// The record and the ledger of each client and each engine is the same when the response was stored and read again.
fn answers_as_before_it_was_stored(case: &Case) {
    for ask in &case.asks {
        let page = ask.page(case);
        let stored = page.to_stored();
        let again = Policy::from_stored(&stored).unwrap();
        assert_eq!(again.to_stored(), stored, "{}", case.name);
        let policies = [page, again].map(|page| ask.with_site(case, page));
        let alike = |ask: &dyn Fn(&Policy) -> String| {
            let [before, after] = policies.each_ref().map(ask);
            assert_eq!(before, after, "{}", case.name);
        };
        let record = |verdict: &Verdict| {
            serde_json::to_string(&Json::new(0, verdict).with_ledger()).unwrap()
        };
        alike(&|policy| record(&ask.verdict(policy)));
        for profile in Profile::all().step_by(3) {
            alike(&|policy| record(&policy.engine_verdict(profile, ask.url(), ask.now())));
            alike(&|policy| record(&policy.verdict(&profile.client(), ask.url(), ask.now())));
        }
    }
}

/// Each policy is written as fields that state the same to all clients, or is refused.
fn what_fields_state_is_what_a_policy_does() {
    let (mut written, mut refused) = (0, BTreeSet::new());
    for case in cases().iter().chain(&small_cases()) {
        for ask in &case.asks {
            let page = ask.page(case).with_assumed(Assumed::rest());
            let fields = match page.to_fields() {
                Ok(fields) => fields,
                Err(why) => {
                    refused.insert(why.to_string());
                    continue;
                }
            };
            written += usize::from(!fields.is_empty());
            let lines = fields.iter().map(|(name, value)| (name, value));
            let again = Policy::new()
                .with_assumed(Assumed::rest())
                .with_lines(lines);
            assert!(page.directives().eq(again.directives()), "{}", case.name);
            let [before, after] = [&page, &again].map(|policy| ask.verdict(policy).answers());
            for (activity, answer) in before.uses.iter().filter(|(_, answer)| answer.is_some()) {
                assert_eq!(after.uses.get(activity), Some(answer), "{}", case.name);
            }
        }
    }
    assert!(written > 300, "{written}");
    assert!(
        refused
            .iter()
            .any(|why| why.contains("license in the document"))
    );
}

/// R-98.
fn reads_the_same_in_any_chunks(case: &Case) {
    if let Some(document) = &case.document {
        for ask in &case.asks {
            let _ = fed_in_every_way(|| ask.extractor(case), document, &case.name);
        }
    }
}

/// R-115: each statement and each diagnostic.
fn points_at_its_bytes(case: &Case) {
    for ask in &case.asks {
        let policy = ask.policy(case);
        let signals = policy.signals().iter();
        let places = signals.map(robots_policy::Signal::provenance);
        let diagnostics = policy.diagnostics();
        let diagnostics = diagnostics.map(robots_policy::Diagnostic::provenance);
        for at in places.chain(diagnostics) {
            match at.line() {
                Some(number) if at.source() == Source::RobotsTxt => {
                    quotes_robots_txt(case, ask, at, number);
                }
                _ => quotes_the_response(case, at),
            }
        }
    }
}

fn quotes_robots_txt(case: &Case, ask: &Ask, at: &Provenance, number: usize) {
    let body = ask
        .fetches
        .iter()
        .flatten()
        .rev()
        .find_map(|step| step.body.as_ref());
    let robots = match body {
        Some(body) => body.as_bytes(),
        None => case.robots_txt.as_deref().unwrap(),
    };
    if str::from_utf8(robots).is_ok() && !robots.contains(&0) {
        let quoted = at.span().of(lines_of(robots)[number - 1]);
        assert_eq!(at.text().as_bytes(), quoted, "{}: {at:?}", case.name);
    }
}

fn quotes_the_response(case: &Case, at: &Provenance) {
    let line = match at.line() {
        Some(number) => {
            let named = |(name, _): &&(Vec<u8>, Vec<u8>)| {
                name.eq_ignore_ascii_case(at.source().name().as_bytes())
            };
            let mut lines = case.fields.iter().filter(named);
            lines.nth(number - 1).map(|(_, value)| value.as_slice())
        }
        None if at.source() == Source::TdmRepJson => case.tdmrep.as_deref(),
        None if at.source() == Source::Rsl && case.license.is_some() => case.license.as_deref(),
        // A document that was not saved cannot be quoted.
        None => Some(case.document.as_deref().unwrap_or_default()),
    };
    let line = line.unwrap_or_else(|| panic!("{}: no line for {at:?}", case.name));
    let quoted = at.span().of(line);
    let is_plain = |document: &[u8]| str::from_utf8(document).is_ok() && !document.contains(&0);
    let is_other_encoding = !case.document.as_deref().is_none_or(is_plain);
    // A document that is not read has no bytes to quote; its type is quoted instead.
    let own = case.content_type();
    let is_type = at.span().is_empty() && own.is_some_and(|own| own.starts_with(at.text()));
    // Nor has a field that is not read; its name is.
    let is_named = |(name, _): &(Vec<u8>, _)| name.eq_ignore_ascii_case(at.text().as_bytes());
    let is_field = at.span().is_empty() && case.fields.iter().any(is_named);
    if !is_other_encoding && !is_type && !is_field {
        let quoted = String::from_utf8_lossy(quoted);
        assert_eq!(at.text(), quoted, "{}: {at:?}", case.name);
    }
}

fn every_directive_and_every_diagnostic_has_a_case() {
    let (mut directives, mut codes) = (BTreeSet::new(), BTreeSet::new());
    for case in cases() {
        for ask in &case.asks {
            let policy = ask.policy(&case);
            for signal in policy.signals() {
                if let Statement::Directive(directive, _) = signal.statement() {
                    directives.insert(*directive);
                }
            }
            codes.extend(policy.diagnostics().map(robots_policy::Diagnostic::code));
        }
    }
    let no_case: Vec<_> = Directive::ALL
        .iter()
        .filter(|d| !directives.contains(d))
        .collect();
    assert!(no_case.is_empty(), "directives without a case: {no_case:?}");
    codes.extend(codes_of_licences());
    codes.extend(include_str!("cases/no_case.jsonl").lines().map(|line| {
        let (code, _): (DiagnosticCode, String) = serde_json::from_str(line).unwrap();
        code
    }));
    let no_case: Vec<_> = DiagnosticCode::ALL
        .iter()
        .filter(|c| !codes.contains(c))
        .map(|c| c.name())
        .collect();
    assert!(
        no_case.is_empty(),
        "diagnostics without a case: {no_case:?}"
    );
}

/// The codes of the documents in `fixtures/rsl`, which are read by themselves.
fn codes_of_licences() -> Vec<DiagnosticCode> {
    let entries = fs::read_dir(fixtures().join("rsl")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let documents = paths.filter(|path| path.extension().is_some_and(|end| end == "xml"));
    let read = documents.flat_map(|path| Rsl::parse(&fs::read(path).unwrap()).diagnostics);
    read.map(|diagnostic| diagnostic.code()).collect()
}

/// The requirements of this project, by their numbers. R-277 and R-278 are readings of one engine each, and no verdict takes the
/// name of an engine.
fn requirements() -> impl Iterator<Item = u32> {
    include_str!("cases/requirements.jsonl")
        .lines()
        .flat_map(|line| {
            let (first, last) = serde_json::from_str::<(u32, u32)>(line).unwrap();
            first..=last
        })
}

/// Requirements about the output of other packages, which no case can show, and the tests that prove them.
const PROVEN_ELSEWHERE: &[(u32, &str, &str)] =
    &[(297, "crates/archives/src/columns/tests.rs", "the_schema")];

/// A requirement has a test if the basis of a case names it, the name of a test function, or the name of a licence of
/// `fixtures/rsl`.
fn every_requirement_is_named_by_a_test() {
    let mut names: Vec<String> = cases()
        .iter()
        .chain(&small_cases())
        .flat_map(|case| clauses(case).map(str::to_lowercase).collect::<Vec<_>>())
        .collect();
    for folder in ["src", "tests"] {
        names.extend(test_functions(&root().join(folder)));
    }
    for entry in fs::read_dir(fixtures().join("rsl")).unwrap() {
        names.push(entry.unwrap().file_name().into_string().unwrap());
    }
    for (number, file, test) in PROVEN_ELSEWHERE {
        let text = fs::read_to_string(root().join(file)).unwrap();
        assert!(
            text.contains(&format!("fn {test}(")),
            "{file} has no {test}"
        );
        names.push(format!("r-{number}"));
    }
    let is_named = |number: &u32| {
        let label = format!("r-{number:02}");
        names.iter().any(|name| {
            name.match_indices(&label)
                .any(|(at, _)| !name[at + label.len()..].starts_with(|c: char| c.is_ascii_digit()))
        })
    };
    let unnamed: Vec<_> = requirements().filter(|number| !is_named(number)).collect();
    assert!(
        unnamed.is_empty(),
        "requirements without a test: {unnamed:?}"
    );
}

/// The names of the functions below `folder` that the attribute `test` marks, with hyphens.
fn test_functions(folder: &Path) -> Vec<String> {
    let is_rust = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    let sources = below(folder).into_iter().filter(is_rust);
    let names = sources.flat_map(|path| {
        let text = fs::read_to_string(path).unwrap();
        let marked = text.split("#[test]").skip(1);
        let functions = marked.filter_map(|rest| rest.split("fn ").nth(1)?.split('(').next());
        functions
            .map(|name| name.replace('_', "-"))
            .collect::<Vec<_>>()
    });
    names.collect()
}

/// The clauses of a case and of its asks.
fn clauses(case: &Case) -> impl Iterator<Item = &str> {
    let own = case.asks.iter().filter_map(|ask| ask.basis.as_ref());
    let bases = own.chain([&case.basis]);
    bases.flat_map(|basis| basis.split("; "))
}

/// The beginnings of a clause, and whether a number follows; fixtures/README.md says what they are.
const CLAUSES: &str = include_str!("cases/clauses.jsonl");

fn every_basis_is_a_clause() {
    let beginnings = CLAUSES
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let sources: Vec<(String, bool)> = beginnings.collect();
    let is_clause = |clause: &&str| {
        let rest = |(start, is_number): &(String, bool)| {
            let rest = clause.strip_prefix(&**start)?;
            Some(!is_number || rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        sources.iter().find_map(rest).unwrap_or(false)
    };
    let mut wrong = String::new();
    let mut met: BTreeSet<&(String, bool)> = BTreeSet::new();
    for case in cases().into_iter().chain(small_cases()) {
        for clause in clauses(&case) {
            met.extend(
                sources
                    .iter()
                    .filter(|(start, _)| clause.starts_with(start)),
            );
            if !is_clause(&clause) {
                writeln!(wrong, "{}: `{clause}` is not a clause", case.name).unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    let unmet: Vec<_> = sources
        .iter()
        .filter(|source| !met.contains(source))
        .collect();
    assert!(unmet.is_empty(), "no case has a basis of {unmet:?}");
}

/// The prefixes of the names of cases; the names of `wild` and `saved` begin with a site or a client.
const NAMES: [&str; 14] = [
    "a", "b", "c", "d", "e", "f", "h", "i", "r", "rfc", "rx", "sf", "lenient", "table",
];

fn every_name_begins_with_a_known_prefix() {
    let is_free = |name: &String| name.starts_with("wild/") || name.starts_with("saved/");
    let is_known = |name: &String| {
        let own = name.split('/').nth(1).unwrap();
        own.split_once('-')
            .is_some_and(|(first, _)| NAMES.contains(&first))
    };
    let names = folders().into_iter().map(|folder| Case::name_of(&folder));
    let misnamed: Vec<_> = names
        .filter(|name| !is_free(name) && !is_known(name))
        .collect();
    assert!(
        misnamed.is_empty(),
        "fixtures/README.md says how cases are named, not as {misnamed:?}"
    );
}

/// A licence that a source points at may be missing, and beside it robots.txt.
fn every_ask_says_which_sources_do_not_exist() {
    let mut silent = Vec::new();
    for case in cases() {
        for ask in &case.asks {
            let policy = ask.policy(&case);
            let entries = ask.verdict(&policy).ledger();
            let missing = |source| {
                let is_missing = |state| matches!(state, State::NotGiven);
                let mut all = entries.iter();
                all.any(|entry| entry.source() == source && is_missing(entry.state()))
            };
            let lacks_license = missing(ledger::Input::Licenses);
            let others = ledger::Input::ALL.iter().filter(|source| match source {
                ledger::Input::Licenses => false,
                ledger::Input::RobotsTxt => !lacks_license && missing(**source),
                _ => missing(**source),
            });
            silent.extend(others.map(|source| format!("{}: {}: {source}", case.name, ask.id)));
        }
    }
    assert!(
        silent.is_empty(),
        "`assume_absent` of ask.json names what the case does not have:\n{}",
        silent.join("\n")
    );
}

fn the_reader_says_what_is_wrong_and_where() {
    let right = "{\"about\": \"a\", \"basis\": \"R-01\", \"asks\": [{\"id\": \"a\", \"expect\": {\"directives\": {}, \"codes\": []}}]}";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("html/r-01-wrong");
    fs::create_dir_all(&folder).unwrap();
    let read = |text: &str| {
        fs::write(folder.join("ask.json"), text).unwrap();
        Case::read(&folder).map(drop)
    };
    assert_eq!(read(right), Ok(()));
    // Mistakes that an author may make in `right`, and the message.
    for line in include_str!("cases/wrong.jsonl").lines() {
        let (from, to, message): (String, String, String) = serde_json::from_str(line).unwrap();
        let said = read(&right.replacen(&from, &to, 1)).unwrap_err();
        assert!(said.starts_with("html/r-01-wrong/ask.json: "), "{said}");
        assert!(said.contains(&message), "{to}: {said}");
    }
}

/// The number of cases at the last count.
const FEWEST: usize = 621;

/// Each `ask.json` in any folder is a test, and there are not fewer than before; those with whole records are among them.
fn no_case_is_lost(found: usize) -> Result<(), Failed> {
    let all = below(&fixtures()).into_iter();
    let files = all.filter(|path| path.ends_with("ask.json")).count();
    if files != found || found < FEWEST {
        return Err(
            format!("{found} tests for {files} files ask.json, of {FEWEST} or more").into(),
        );
    }
    let unknown = WHOLE.lines().find(|name| !fixtures().join(name).is_dir());
    match unknown {
        Some(name) => Err(format!("tests/cases/whole.txt: {name} is not a case").into()),
        None => Ok(()),
    }
}
