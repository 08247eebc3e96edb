//! Laws that hold for every input.

use proptest::collection::vec;
use proptest::prelude::*;
use robots_policy::header::RobotsTagMode;
use robots_policy::{
    Client, DiagnosticCode, Directive, DirectiveKind, DirectiveSet, DirectiveValue, HeaderReader,
    Limits, Parsed, Policy, Scope, Signal, Timestamp, report,
};

use crate::common::{askers, fields};
use crate::laws_of_sources::{NOW, now};

/// Any directive with any value of its kind.
fn statement() -> impl Strategy<Value = (Directive, DirectiveValue)> {
    let directive = proptest::sample::select(Directive::ALL);
    (directive, any::<Option<u8>>(), -2_i64..3).prop_map(|(directive, number, days)| {
        let value = match directive.kind() {
            DirectiveKind::Ceiling => DirectiveValue::Ceiling(number.map(u32::from)),
            DirectiveKind::Level(words) => {
                DirectiveValue::Level(words[usize::from(number.unwrap_or(0)) % words.len()])
            }
            DirectiveKind::Deadline => {
                DirectiveValue::Deadline(Timestamp::from_unix(NOW + days * 86_400))
            }
            _ => DirectiveValue::Flag,
        };
        (directive, value)
    })
}

fn set() -> impl Strategy<Value = DirectiveSet> {
    vec(statement(), 0..6).prop_map(|statements| statements.into_iter().collect())
}

/// Text of pieces that have a meaning in a field.
fn field() -> impl Strategy<Value = String> {
    let pieces = crate::rows::<String>(include_str!("rows/field_pieces.jsonl"));
    vec(proptest::sample::select(pieces), 0..24).prop_map(|pieces| pieces.concat())
}

fn line() -> impl Strategy<Value = (&'static str, String)> {
    (
        proptest::sample::select(vec!["Robots-Tag", "X-Robots-Tag"]),
        field(),
    )
}

fn policy(lines: &[(&str, String)]) -> Policy {
    Policy::new().with_fields(fields(lines))
}

fn at_least(stricter: &DirectiveSet, looser: &DirectiveSet) -> bool {
    stricter.union(looser) == *stricter
}

/// Only notices that do not affect the reading.
fn is_clean<T>(read: &Parsed<T>) -> bool {
    read.diagnostics.is_empty()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn r_117_union_is_commutative_associative_idempotent((a, b, c) in (set(), set(), set())) {
        prop_assert_eq!(a.union(&b), b.union(&a));
        prop_assert_eq!(a.union(&b).union(&c), a.union(&b.union(&c)));
        prop_assert_eq!(a.union(&a), a);
        prop_assert_eq!(a.union(&DirectiveSet::default()), a);
        prop_assert_eq!(a.resolved_at(now()).union(&b.resolved_at(now())), a.union(&b).resolved_at(now()));
    }

    #[test]
    fn r_117_one_more_statement_never_loosens(a in set(), (directive, value) in statement()) {
        let mut more = a;
        more.insert(directive, value);
        prop_assert!(at_least(&more, &a));
        prop_assert!(at_least(&more.resolved_at(now()), &a.resolved_at(now())));
    }

    #[test]
    fn r_117_one_more_line_never_loosens_a_verdict(lines in vec(line(), 0..4), more in line()) {
        // Lines of one Robots-Tag field are one text: a quote that is open at the end of a line continues in the next.
        let unquoted = |(name, value): (&'static str, String)| (name, value.replace('"', ""));
        let (lines, more): (Vec<_>, _) = (lines.into_iter().map(unquoted).collect(), unquoted(more));
        let fewer = policy(&lines);
        let all = policy(&[lines, vec![more]].concat());
        for asker in askers() {
            let (fewer, all) = (fewer.verdict(&asker, "/", now()), all.verdict(&asker, "/", now()));
            prop_assert!(at_least(all.directives(), fewer.directives()));
        }
    }

    #[test]
    fn r_118_two_states_of_a_response_unite(one in vec(line(), 0..3), other in vec(line(), 0..3)) {
        let (one, other) = (policy(&one), policy(&other));
        for asker in askers() {
            let sets = [&one, &other].map(|policy| *policy.verdict(&asker, "/", now()).directives());
            let both = one.clone().union(other.clone());
            let swapped = other.clone().union(one.clone());
            prop_assert_eq!(*both.verdict(&asker, "/", now()).directives(), sets[0].union(&sets[1]));
            prop_assert_eq!(*both.verdict(&asker, "/", now()).directives(), *swapped.verdict(&asker, "/", now()).directives());
        }
    }

    #[test]
    fn r_46_names_outside_the_table_never_bind(
        name in "[a-z]{1,8}",
        value in prop::option::of("[0-9]{1,8}|[a-z][a-z0-9]{0,7}|noindex|none|-1|\"[a-z ]{0,8}\""),
    ) {
        prop_assume!(Directive::from_name(&name).is_none());
        let statement = value.map_or(name.clone(), |value| format!("{name}={value}"));
        let lines = [("Robots-Tag", format!("*;{statement}")), ("X-Robots-Tag", format!("{name}, {statement}"))];
        for lines in [&lines[..1], &lines[1..], &lines] {
            let policy = policy(lines);
            for asker in askers() {
                prop_assert!(policy.verdict(&asker, "/", now()).directives().is_empty(), "{:?}", lines);
                prop_assert!(policy.verdict(&asker, "/", now()).extensions().any(|said| said.name() == name), "{:?}", lines);
            }
        }
    }

    #[test]
    fn r_121_lenient_finds_all_that_strict_finds(value in field()) {
        let read = |mode| Policy::new().with_fields(HeaderReader::new().with_mode(mode).read_lines([("Robots-Tag", &value)]));
        let lenient = read(RobotsTagMode::Lenient);
        for mode in [RobotsTagMode::StrictList, RobotsTagMode::StrictDictionary] {
            let strict = read(mode);
            for scope in strict.signals().iter().map(Signal::scope) {
                let asker = match scope {
                    Scope::Global => Client::anonymous(),
                    Scope::Token(token) => Client::anonymous().with_token(token.clone()),
                };
                let lenient = lenient.verdict(&asker, "/", now());
                prop_assert!(at_least(lenient.directives(), strict.verdict(&asker, "/", now()).directives()), "{:?}", mode);
            }
        }
    }

    #[test]
    fn every_place_is_in_its_line(lines in vec(line(), 0..4)) {
        let policy = policy(&lines);
        let places = policy.signals().iter().map(Signal::provenance);
        for at in places.chain(policy.diagnostics().map(robots_policy::Diagnostic::provenance)) {
            let own = lines.iter().filter(|(name, _)| name.eq_ignore_ascii_case(at.source().name()));
            let (_, line) = own.clone().nth(at.line().unwrap() - 1).unwrap();
            prop_assert!(at.span().end <= line.len());
            prop_assert_eq!(at.text().as_bytes(), at.span().of(line.as_bytes()));
        }
        for signal in policy.signals() {
            prop_assert!(!signal.provenance().span().is_empty(), "{:?}", signal);
        }
    }

    #[test]
    fn any_octets_are_read(name in proptest::sample::select(vec!["Robots-Tag", "X-Robots-Tag"]), value in vec(any::<u8>(), 0..64)) {
        for mode in RobotsTagMode::ALL.iter().copied() {
            let read = HeaderReader::new().with_mode(mode).read_lines([(name, &value)]);
            for diagnostic in &read.diagnostics {
                prop_assert!(diagnostic.provenance().span().end <= value.len());
            }
        }
    }

    #[test]
    fn a_written_set_is_read_back_unchanged(a in set(), b in set()) {
        let bot = Scope::Token("ExampleBot".parse().unwrap());
        let scopes = [(&Scope::Global, &a), (&bot, &b)];
        let written = report::robots_tag(scopes).unwrap().unwrap_or_default();
        for mode in [RobotsTagMode::Lenient, RobotsTagMode::StrictList] {
            let read = HeaderReader::new().with_mode(mode).read_lines([("Robots-Tag", &written)]);
            prop_assert!(is_clean(&read), "{} {:?}", written, read.diagnostics);
            let policy = Policy::new().with_fields(read);
            let early = Timestamp::from_unix(0);
            prop_assert_eq!(*policy.verdict(&Client::anonymous(), "/", early).directives(), a);
            let own = Client::new("ExampleBot").unwrap();
            prop_assert_eq!(*policy.verdict(&own, "/", early).directives(), a.union(&b));
        }
    }
}

#[test]
fn r_12_the_field_limit_is_raised_and_never_lowered() {
    let value = format!("{},*;noindex", "f".repeat(8_200));
    let read = |reader: HeaderReader| reader.read_lines([("Robots-Tag", &value)]).value.len();
    assert_eq!(read(HeaderReader::new()), 0);
    let raised = Limits::default().with_field(value.len());
    assert_eq!(read(HeaderReader::new().with_limits(raised)), 1);
    assert_eq!(Limits::default().with_field(1), Limits::default());
}
#[test]
fn r_12_blanks_around_a_line_do_not_count() {
    for name in ["X-Robots-Tag", "Robots-Tag"] {
        let rule = if name == "Robots-Tag" {
            "*;noindex"
        } else {
            "noindex"
        };
        let word = rule.find("noindex").unwrap();
        let line = format!("{}{rule}{}", " ".repeat(8_190), "\t".repeat(9_000));
        let second = format!("\t{rule} ");
        let lines = [(name, line.as_str()), (name, second.as_str())];
        for lines in [&lines[..1], &lines[..]] {
            let read = HeaderReader::new().read_lines(lines.iter().copied());
            assert!(
                read.diagnostics.is_empty(),
                "{name}: {:?}",
                read.diagnostics
            );
            assert_eq!(read.value.len(), lines.len());
            for (signal, (_, line)) in read.value.iter().zip(lines) {
                let span = signal.provenance().span();
                assert_eq!(&line[span.start..span.end], "noindex", "{name}");
                assert_eq!(span.start, line.find(rule).unwrap() + word);
            }
        }
    }
}

#[test]
fn r_38_an_unknown_directive_with_a_value_is_not_a_scope() {
    let scopes = |line: &str| {
        let read = HeaderReader::new().read_lines([("X-Robots-Tag", line)]);
        let scopes = read.value.iter().map(|signal| signal.scope().to_string());
        scopes.collect::<Vec<_>>()
    };
    assert_eq!(scopes("foo: bar, noindex"), ["*", "*"]);
    assert_eq!(scopes("foo: nofollow, noindex"), ["foo", "foo"]);
    assert_eq!(scopes("foo: nofollow, bar: 1, noindex"), ["foo"; 3]);
}

#[test]
fn r_40_strict_callers_refuse_other_separators() {
    use robots_policy::Severity;
    let read = || HeaderReader::new().read_lines([("X-Robots-Tag", "noindex; nofollow")]);
    assert_eq!(read().value.len(), 2);
    let refusal = read().strict(Severity::Warning).unwrap_err();
    assert_eq!(refusal.code(), DiagnosticCode::Separator);
    assert_eq!(
        refusal.to_string(),
        "`noindex; nofollow` is not separated by commas; a strict reader finds no directive in it"
    );
    assert!(read().strict(Severity::Error).is_ok());
}
