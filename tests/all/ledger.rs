//! The ledger of a policy: unions, the caller's word, and the sources that could forbid a use.

use robots_policy::ledger::{Assumed, Document, Extent, Input, Observed, State};
use robots_policy::uses::{Activity, Rsl, TdmRep};
use robots_policy::{MetaExtractor, Policy, RobotsTxt, Why};

use crate::common::{fields, heard};
use crate::rows;

/// The state of a source and its reason.
fn state(policy: &Policy, source: Input) -> (State, Option<Why>) {
    let verdict = heard(policy);
    let ledger = verdict.ledger();
    let entry = ledger
        .iter()
        .find(|entry| entry.source() == source)
        .unwrap();
    (entry.state(), entry.why())
}

fn read() -> Document {
    let mut metas = MetaExtractor::new();
    let _ = metas.feed(b"<title>t</title><body>");
    Document::read(metas.finish(), Extent::Searched)
}

/// A document of each state, in the order of a union.
fn documents() -> [(State, Policy); 6] {
    let with = |document: Document| Policy::new().with_document(document);
    [
        (State::NotGiven, Policy::new()),
        (
            State::Assumed,
            Policy::new().with_assumed(Assumed::new().with(Input::Document)),
        ),
        (State::NotApplicable, with(Document::not_applicable())),
        (State::Read, with(read())),
        (State::Unread, with(Document::unread(Why::Limit))),
        (State::NotGiven, with(Document::not_given())),
    ]
}

#[test]
fn a_union_keeps_the_state_that_is_later_in_the_order() {
    let order = [
        State::NotGiven,
        State::Assumed,
        State::NotApplicable,
        State::Read,
        State::Unread,
    ];
    let rank = |state: State| order.iter().position(|own| *own == state);
    for (one, left) in documents() {
        for (other, right) in documents() {
            let both = if rank(one) > rank(other) { one } else { other };
            let united = left.clone().union(right.clone());
            assert_eq!(state(&united, Input::Document).0, both, "{one} {other}");
            let again = united.clone().union(right.clone());
            assert_eq!(heard(&again).ledger(), heard(&united).ledger());
        }
    }
}

#[test]
fn the_word_of_a_caller_is_about_what_is_not_given() {
    let all = [
        (
            Input::RobotsTxt,
            Policy::new().with_robots(RobotsTxt::parse(b"User-agent: *")),
        ),
        (
            Input::Fields,
            Policy::new().with_fields(fields(&[("X-Robots-Tag", "noindex")])),
        ),
        (Input::Document, Policy::new().with_document(read())),
        (
            Input::TdmRep,
            Policy::new().with_tdmrep(TdmRep::parse(b"[]")),
        ),
    ];
    for (source, given) in all {
        let nothing = Policy::new();
        assert_eq!(state(&nothing, source), (State::NotGiven, None));
        for word in [Assumed::new().with(source), Assumed::rest()] {
            assert_eq!(
                state(&nothing.clone().with_assumed(word), source),
                (State::Assumed, None)
            );
            let both = given.clone().with_assumed(word);
            assert_eq!(state(&both, source), (State::Read, None));
            let contradicted = word.names(source).then_some(source);
            assert_eq!(both.contradicted(), contradicted, "{word}");
        }
    }
    let license = Policy::new().with_license("https://a.example/l", Rsl::parse(b""));
    let named = license.with_assumed("licenses".parse().unwrap());
    assert_eq!(named.contradicted(), Some(Input::Licenses));
    assert_eq!(
        "licence".parse::<Assumed>().unwrap_err().known().last(),
        Some(&"rest")
    );
}

/// The first type rules the document out, whose metas a caller may still have.
#[test]
fn a_type_gives_no_document() {
    let types = |value: &'static str| Policy::new().with_content_type([value.as_bytes()]);
    assert_eq!(
        state(&types("image/png"), Input::Document),
        (State::NotApplicable, None)
    );
    assert_eq!(
        state(
            &types("text/plain, application/pdf; a=\",\""),
            Input::Embedded
        ),
        (State::Unread, Some(Why::Embedded))
    );
    assert_eq!(
        state(&types("text/html"), Input::Document),
        (State::NotGiven, None)
    );
    let word = Assumed::new().with(Input::Document);
    assert_eq!(types("image/png").with_assumed(word).contradicted(), None);
    let tdmrep = Policy::new().with_tdmrep(TdmRep::none());
    assert_eq!(state(&tdmrep, Input::TdmRep), (State::Absent, None));
}

#[test]
fn an_observation_of_this_policy_stays_in_a_union() {
    let seen = |status| {
        let observed = Observed {
            status: Some(status),
            ..Observed::default()
        };
        Policy::new().with_observed(Input::Fields, observed)
    };
    let united = seen(200).union(seen(404));
    let verdict = heard(&united);
    assert_eq!(verdict.ledger()[1].observed().status, Some(200));
    let replaced = seen(200).with_observed(Input::Fields, Observed::default());
    let verdict = heard(&replaced);
    assert_eq!(verdict.ledger()[1].observed().status, None);
}

#[test]
fn the_sources_that_could_forbid_a_use_follow_from_the_labels() {
    let expected: Vec<(String, Vec<String>)> = rows(include_str!("rows/could_forbid.jsonl"));
    assert_eq!(expected.len(), Activity::ALL.len());
    for (activity, sources) in expected {
        let use_of: Activity = activity.parse().unwrap();
        let found = Input::ALL.iter();
        let found = found.filter(|source| source.could_forbid(use_of));
        let found: Vec<&str> = found.map(|source| source.name()).collect();
        assert_eq!(found, sources, "{activity}");
    }
}
