//! One reading of a response through every door: each ask of `fixtures/` goes through every door that can express it,
//! plain and wrapped as responses are on their way. People derived the expectations from the specifications.

pub(crate) mod archives;
mod codings;
mod law;
mod library;
mod network;
pub(crate) mod process;
pub(crate) mod question;
mod table;
pub(crate) mod wire;
mod wrappings;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::Value;

use law::{forbids, looser, opens, restricts, unequal};
use question::Question;
use robots_policy_kit::case::{Case, cases, differences};

use crate::scanning::folder;

use table::{ACCESS, DOORS, Door, Meets};
use wire::Wire;
use wrappings::{Law, Layer, WRAPPINGS};

/// The result of a question.
pub(crate) enum DoorAnswer {
    Said(Value),
    /// No answer, but a message on standard error.
    Refused(String),
    /// The door cannot express this question.
    Cannot(&'static str),
}

/// Asks the questions that have a group, one run for each group.
fn by_group(
    questions: &[Question<'_>],
    group: impl Fn(&Question<'_>) -> Result<Vec<String>, &'static str>,
    ask: impl Fn(&[String], &[&Question<'_>]) -> Vec<DoorAnswer>,
) -> Vec<DoorAnswer> {
    let mut groups: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::new();
    let mut answers: BTreeMap<usize, DoorAnswer> = BTreeMap::new();
    for (index, question) in questions.iter().enumerate() {
        match group(question) {
            Ok(group) => groups.entry(group).or_default().push(index),
            Err(why) => drop(answers.insert(index, DoorAnswer::Cannot(why))),
        }
    }
    for (group, members) in groups {
        let asked: Vec<_> = members.iter().map(|index| &questions[*index]).collect();
        answers.extend(members.iter().copied().zip(ask(&group, &asked)));
    }
    assert_eq!(answers.len(), questions.len());
    answers.into_values().collect()
}

fn has(keys: &str, key: &str) -> bool {
    keys.split(' ').any(|own| own == key)
}

/// The author's expectation of an answer at this door.
fn expected(door: &Door, question: &Question<'_>) -> Value {
    let mut expect = question.ask()["expect"].clone();
    let keys = expect.as_object_mut().unwrap();
    // The state of a fetch is not part of an answer.
    keys.retain(|key, _| !has(door.silent, key) && key != "fetch");
    if door.name == "check" {
        if question.robots.is_none() {
            // It requests robots.txt before it answers anything.
            keys.retain(|key, _| !has(ACCESS, key));
        } else if keys
            .get("access")
            .is_some_and(|access| access["allowed"] == false)
        {
            keys.retain(|key, _| has(ACCESS, key));
        }
    }
    if has_rules_in_its_body_alone(question) {
        if door.name == "check" {
            // Without further fetches it stops where the head is over.
            keys.remove("codes");
        } else if !door.name.starts_with("library") {
            keys["codes"] = serde_json::json!(["not-counted"]);
        }
    }
    expect
}

/// Whether an ask expects no diagnostic, and an ask of its case that reads the body a restriction: the library stops after the head,
/// and doors that hold the whole page say that this restriction is not counted.
fn has_rules_in_its_body_alone(question: &Question<'_>) -> bool {
    let reads_body = |ask: &Value| ask["options"]["metas"].to_string().contains("body");
    let own = question.ask();
    let mut asks = question.case.asks.iter().map(|ask| &ask.value);
    let restricts = |ask| reads_body(ask) && ask["expect"]["directives"] != serde_json::json!({});
    let expects_none = own["expect"]["codes"] == serde_json::json!([]);
    expects_none && !reads_body(own) && asks.any(restricts)
}

/// An answer, or an expectation, as far as a door has it that takes no word of its caller about other sources: of `unread` the faults of
/// fields and document, of uses those that are forbidden.
fn without_word(mut answer: Value) -> Value {
    if let Some(unread) = answer.get("unread").and_then(Value::as_array).cloned() {
        let is_fault = |one: &&Value| {
            let of_caller = ["body", "not-given"];
            (one["source"] == "document" || one["source"] == "fields")
                && !of_caller.iter().any(|why| one["why"] == *why)
        };
        let faults = unread.iter().filter(is_fault);
        let faults: Vec<Value> = faults
            .map(|one| serde_json::json!({"source": one["source"], "why": one["why"]}))
            .collect();
        answer["unread"] = if faults.is_empty() {
            Value::Null
        } else {
            faults.into()
        };
    }
    if let Some(uses) = answer.get_mut("uses").and_then(Value::as_object_mut) {
        uses.retain(|_, answer| answer == "disallow");
    }
    answer
}

fn plain(name: &str) {
    let door = Door::named(name);
    let cases = cases();
    let mut questions = Question::all(&cases);
    if name == "eval-parts" {
        // A process answers one question. It is asked about each set of files and options; `eval` is, for every asker.
        let mut seen = BTreeSet::new();
        questions.retain(|question| {
            let [options, status] = ["options", "robots_status"].map(|key| &question.ask()[key]);
            seen.insert((&question.case.name, options.to_string(), status.to_string()))
        });
    }
    let answers = (door.ask)(&folder(&format!("doors-{name}-plain")), &questions);
    let (mut wrong, mut said) = (String::new(), 0);
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for (question, answer) in questions.iter().zip(answers) {
        match answer {
            DoorAnswer::Cannot(why) => *reasons.entry(why).or_default() += 1,
            DoorAnswer::Refused(why) => {
                writeln!(wrong, "{}: refused: {why}", question.name()).unwrap();
            }
            DoorAnswer::Said(got) => {
                said += 1;
                let (mut expected, mut got) = (expected(door, question), got);
                if door.name == "check" {
                    (expected, got) = (without_word(expected), without_word(got));
                }
                for difference in differences(&expected, &got) {
                    writeln!(wrong, "{}: {difference}", question.name()).unwrap();
                }
            }
        }
    }
    eprintln!("{name}: {said} asks; cannot say: {reasons:?}");
    assert!(
        wrong.is_empty(),
        "{} of {said}\n{wrong}",
        wrong.lines().count()
    );
}

/// Questions about a page alone, one for every case and way of asking.
fn pages(cases: &[Case]) -> Vec<Question<'_>> {
    let mut seen = BTreeSet::new();
    let mut questions = Question::all(cases);
    questions.retain_mut(|question| {
        question.robots = None;
        // A response that its client has wrapped already is used as it is.
        let is_plain = |wire: &Wire| {
            !wire.has("Content-Encoding")
                && !question.case.name.starts_with("saved/")
                && question.ask()["expect"]["unread"].is_null()
        };
        let mut ask = question.ask().clone();
        for key in ["id", "url", "robots_status", "expect", "chunk"] {
            ask.as_object_mut().unwrap().remove(key);
        }
        question.wire.as_ref().is_some_and(is_plain)
            && seen.insert((question.case.name.clone(), ask.to_string()))
    });
    questions
}

fn wrapped(name: &str) {
    let door = Door::named(name);
    let cases = cases();
    let page = |question: &mut Question<'_>, wrap: fn(&mut Wire)| {
        let wire = question.wire.as_mut().unwrap();
        wire.raw = None;
        wrap(wire);
    };
    let mut questions = pages(&cases);
    if name == "scan" {
        // A row has the evidence of each statement, and that of a thousand takes half a second. Other doors get these wrapped.
        let is_short = |wire: &Wire| wire.fields().len() < 4096;
        questions.retain(|question| question.wire.as_ref().is_some_and(is_short));
    }
    door.wrapped(
        &questions,
        door.page,
        page,
        restricts,
        |law, plain, wrapped| match law {
            Law::Equal => unequal(plain, wrapped),
            Law::NeverLooser => looser(plain, wrapped),
        },
    );
}

fn robots_wrapped(name: &str) {
    let door = Door::named(name);
    let cases = cases();
    let mut questions = Question::all(&cases);
    // For an empty body it is not known whether it was saved.
    questions.retain(|question| {
        question
            .case
            .robots_txt
            .as_ref()
            .is_some_and(|text| !text.is_empty())
    });
    let robots = |question: &mut Question<'_>, wrap: fn(&mut Wire)| {
        wrap(&mut question.robots.as_mut().unwrap().1);
    };
    door.wrapped(
        &questions,
        door.robots,
        robots,
        |_, plain| forbids(plain),
        |law, plain, wrapped| match law {
            Law::Equal => unequal(&plain["access"], &wrapped["access"]),
            Law::NeverLooser => opens(plain, wrapped),
        },
    );
}

impl Door {
    fn named(name: &str) -> &'static Door {
        DOORS.iter().find(|door| door.name == name).unwrap()
    }

    /// Asks plain and wrapped in one go, and compares. Each wrapping must meet a case whose plain answer is `strict`, so
    /// that no wrapping passes because its cases restrict nothing. One that leaves a response as it is, is not asked about.
    fn wrapped(
        &self,
        questions: &[Question<'_>],
        meets: fn(Layer) -> Meets,
        wrap: impl Fn(&mut Question<'_>, fn(&mut Wire)),
        strict: fn(Layer, &Value) -> bool,
        fault: impl Fn(Law, &Value, &Value) -> Option<String>,
    ) {
        let laws = WRAPPINGS
            .iter()
            .filter_map(|wrapping| match meets(wrapping.layer) {
                Meets::Never(_) => None,
                Meets::Sees => Some((wrapping, Law::NeverLooser)),
                Meets::Undoes => Some((wrapping, wrapping.law)),
            });
        let mut unmet: BTreeSet<&str> = laws.clone().map(|(wrapping, _)| wrapping.name).collect();
        let mut plain = BTreeMap::new();
        let (mut about, mut all) = (Vec::new(), Vec::new());
        for (nth, (wrapping, law)) in laws.enumerate() {
            let cases = questions.chunk_by(|one, next| one.case.name == next.case.name);
            for (place, asks) in cases.enumerate() {
                // Each wrapping meets these cases once, with their asks in turn.
                let own = &asks[nth / self.every % asks.len()];
                let mut question = own.clone();
                wrap(&mut question, wrapping.wrap);
                if (place + nth) % self.every == 0 && !question.is_as(own) {
                    plain.insert(own.name(), own);
                    about.push((wrapping, law, own.name()));
                    all.push(question);
                }
            }
        }
        all.extend(plain.values().copied().cloned());
        let mut wrapped = (self.ask)(&folder(&format!("doors-{}-wrapped", self.name)), &all);
        let answers = wrapped.split_off(about.len());
        let answers: BTreeMap<_, _> = plain.into_keys().zip(answers).collect();
        let mut faults = String::new();
        for ((wrapping, law, question), wrapped) in about.into_iter().zip(wrapped) {
            let plain = &answers[&question];
            if let (DoorAnswer::Said(plain), DoorAnswer::Said(_) | DoorAnswer::Refused(_)) =
                (plain, &wrapped)
                && strict(wrapping.layer, plain)
            {
                unmet.remove(wrapping.name);
            }
            let fault = match (plain, wrapped) {
                (DoorAnswer::Said(plain), DoorAnswer::Said(wrapped)) => fault(law, plain, &wrapped),
                (DoorAnswer::Said(_), DoorAnswer::Refused(why))
                    if law == Law::Equal || why.is_empty() =>
                {
                    Some(format!("refused: {why}"))
                }
                (DoorAnswer::Said(_), DoorAnswer::Cannot(why)) => Some(format!("cannot: {why}")),
                _ => None,
            };
            if let Some(fault) = fault {
                writeln!(faults, "{}\t{question}\t{fault}", wrapping.name).unwrap();
            }
        }
        assert!(
            faults.is_empty(),
            "{}: {} faults\n{faults}",
            self.name,
            faults.lines().count()
        );
        assert!(
            unmet.is_empty(),
            "{}: no restriction meets {unmet:?}; ask more of the cases",
            self.name
        );
    }
}

/// The wrappings that every door gets of a page and of a robots.txt, and why it does not get the others.
#[test]
fn the_table_of_doors_and_wrappings() {
    let mut table = String::new();
    let word = |meets| match meets {
        Meets::Undoes => "as the plain one",
        Meets::Sees => "never looser",
        Meets::Never(why) => why,
    };
    for door in DOORS {
        writeln!(table, "{}", door.name).unwrap();
        for layer in Layer::ALL {
            let (page, robots) = (word((door.page)(layer)), word((door.robots)(layer)));
            writeln!(table, "  {:8} {page} | {robots}", format!("{layer:?}")).unwrap();
        }
    }
    insta::assert_snapshot!(table);
}

macro_rules! doors {
    ($($test:ident: $check:ident($name:literal);)*) => {
        $(#[test]
        fn $test() {
            $check($name);
        })*
    };
}

doors! {
    the_library_with_a_map: plain("library-map");
    the_library_with_a_body: plain("library-body");
    the_library_with_lines: plain("library-lines");
    eval_of_saved_responses: plain("eval");
    eval_of_the_output_of_curl: plain("eval-curl-v");
    eval_of_the_output_of_wget: plain("eval-wget-S");
    eval_of_parts: plain("eval-parts");
    eval_of_records: plain("eval-jsonl");
    eval_of_records_with_characters: plain("eval-jsonl-html");
    check_of_live_sites: plain("check");
    scan_of_archives: plain("scan");
    scan_with_a_store: plain("scan-robots");
    matrix_of_a_robots_txt: plain("matrix");
    wrapped_for_the_library_with_a_map: wrapped("library-map");
    wrapped_for_the_library_with_a_body: wrapped("library-body");
    wrapped_for_the_library_with_lines: wrapped("library-lines");
    wrapped_for_eval: wrapped("eval");
    wrapped_for_parts: wrapped("eval-parts");
    wrapped_for_records: wrapped("eval-jsonl");
    wrapped_for_check: wrapped("check");
    wrapped_for_scan: wrapped("scan");
    robots_txt_wrapped_for_eval: robots_wrapped("eval-robots");
    robots_txt_wrapped_for_matrix: robots_wrapped("matrix");
    robots_txt_wrapped_for_check: robots_wrapped("check");
    robots_txt_wrapped_for_a_store: robots_wrapped("scan-robots");
}
