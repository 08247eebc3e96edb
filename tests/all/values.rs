//! The values of directives: a value is the same after every blank, through every source, and for every reader.

use robots_policy::engines::Profile;
use robots_policy::{Client, Directive, DirectiveKind, DirectiveSet, MetaExtractor, Policy};

use crate::common::{fields, now};
use crate::rows;

/// None, and all that readers of fields and of attributes see as blanks.
fn blanks() -> Vec<String> {
    rows(include_str!("rows/blanks.jsonl"))
}

/// Texts that are a value of some directive, or the name of one, or nothing.
fn values() -> Vec<String> {
    rows(include_str!("rows/values.jsonl"))
}

/// The doors of a statement, each with the policy that it makes. A field and a meta have a form for one client, too.
const DOORS: [(&str, fn(&str) -> Policy); 5] = [
    ("X-Robots-Tag", |statement| field("X-Robots-Tag", statement)),
    ("X-Robots-Tag, prefix", |statement| {
        field("X-Robots-Tag", &format!("googlebot: {statement}"))
    }),
    ("X-Robots-Tag, close prefix", |statement| {
        field("X-Robots-Tag", &format!("googlebot:{statement}"))
    }),
    ("meta robots", |statement| meta("robots", statement)),
    ("meta googlebot", |statement| meta("googlebot", statement)),
];

fn field(name: &str, statement: &str) -> Policy {
    Policy::new().with_fields(fields(&[(name, statement)]))
}

fn meta(name: &str, statement: &str) -> Policy {
    let page = format!("<meta name=\"{name}\" content=\"{statement}\"><p>");
    let mut extractor = MetaExtractor::new().with_client(&googlebot());
    let _ = extractor.feed(page.as_bytes());
    Policy::new().with_document(extractor.finish())
}

fn googlebot() -> Client {
    Client::new("Googlebot").unwrap()
}

/// The directives in force for any client called Googlebot, and for Google's own.
fn read(policy: &Policy) -> (DirectiveSet, DirectiveSet) {
    let engine: Profile = "googlebot".parse().unwrap();
    (
        *policy.verdict(&googlebot(), "/", now()).directives(),
        *policy.engine_verdict(engine, "/", now()).directives(),
    )
}

fn valued() -> impl Iterator<Item = Directive> {
    let all = Directive::ALL.iter().copied();
    all.filter(|directive| directive.kind().takes_value())
}

#[test]
fn a_value_is_the_same_after_every_blank() {
    for directive in valued() {
        for (door, policy) in DOORS {
            for value in values() {
                let plain = read(&policy(&format!("{directive}:{value}")));
                for blank in blanks() {
                    for statement in [
                        format!("{directive}:{blank}{value}"),
                        format!("{directive}{blank}:{blank}{value}"),
                        format!("{directive}:{blank}{value}{blank}"),
                        format!("{directive}{blank}={blank}{value}"),
                    ] {
                        assert_eq!(read(&policy(&statement)), plain, "{door}: {statement:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_value_forbids_nothing_else() {
    let says = |directive: Directive, value: &str| match directive.kind() {
        DirectiveKind::Level(words) => words.iter().any(|word| word.eq_ignore_ascii_case(value)),
        DirectiveKind::Ceiling => ["0", "20", "-1"].contains(&value),
        _ => value.contains("2040"),
    };
    for directive in valued() {
        for (door, policy) in DOORS {
            for value in values() {
                let names_a_ban = ["noindex", "NOFOLLOW", "none, noarchive"].contains(&&*value);
                let policy = policy(&format!("{directive}: {value}"));
                let (any, google) = read(&policy);
                for forbidden in [Directive::NoIndex, Directive::NoFollow] {
                    let is_named = forbidden.name().eq_ignore_ascii_case(&value);
                    assert_eq!(
                        any.contains(forbidden),
                        is_named,
                        "{door}: {directive}: {value}"
                    );
                    assert_eq!(
                        google.contains(forbidden),
                        is_named,
                        "{door}: {directive}: {value}"
                    );
                }
                if names_a_ban {
                    continue;
                }
                let is_stated = says(directive, &value) && value != "-1";
                assert_eq!(
                    any.contains(directive),
                    is_stated,
                    "{door}: {directive}: {value}"
                );
                if !says(directive, &value) {
                    let is_reported = policy.diagnostics().next().is_some();
                    assert!(is_reported, "{door}: {directive}: {value}");
                }
            }
        }
    }
}

/// The members of `Robots-Tag` have a grammar of their own, and the legacy form with a colon is understood in them.
#[test]
fn a_value_is_the_same_after_every_blank_in_a_member() {
    let policy = |rule: String| read(&field("Robots-Tag", &format!("*;{rule}")));
    for directive in valued() {
        for value in values().into_iter().filter(|value| !value.is_empty()) {
            for sign in ['=', ':'] {
                let plain = policy(format!("{directive}{sign}{value}"));
                for blank in blanks() {
                    let rule = format!("{directive}{blank}{sign}{blank}{value}{blank}");
                    assert_eq!(policy(rule.clone()), plain, "{rule:?}");
                }
            }
        }
    }
}

/// A blank that only people see as one, U+00A0, makes a value that cannot be read, and no ban.
#[test]
fn a_blank_of_another_alphabet_is_a_part_of_the_value() {
    for directive in valued() {
        for (door, policy) in DOORS {
            for value in ["none", "all", "20", "2040-01-01"] {
                let policy = policy(&format!("{directive}:\u{A0}{value}"));
                let (any, google) = read(&policy);
                assert!(
                    any.is_empty() && google.is_empty(),
                    "{door}: {directive}: {any:?}"
                );
                assert!(policy.diagnostics().next().is_some(), "{door}: {directive}");
            }
        }
    }
}
