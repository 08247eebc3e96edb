//! Laws of the answers about AI use: one more statement never loosens, the order of sources decides nothing, what was not read
//! permits nothing, permissions never travel, and every answer has bytes that state it.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use robots_policy::Timestamp;
use robots_policy::ledger::{Assumed, Document};
use robots_policy::uses::{Activity, Answer, Label, Missing, Preference, Uses, Vocabulary};
use robots_policy::{HeaderReader, Policy, Provenance, Source as Place, Why};

use crate::common::{fields, letter};
use crate::rows;
use crate::uses_sources::UseSource::{self, Field, Head, Line, Link, Mining, Token};
use crate::uses_sources::{
    LICENSES, answers, level, policy, policy_without_word, robots_txt, silent, sources, uses,
};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_000) })]

    /// (a) The one exception is the rule of TDMRep that a later place replaces an earlier one, and it is shown.
    #[test]
    fn r_291_one_more_statement_never_loosens(sources in vec(select(sources()), 0..7), more in select(sources())) {
        let before = uses(&policy(&sources));
        let after = uses(&policy(&[sources, vec![more.clone()]].concat()));
        let replaced: BTreeSet<Answer> = after
            .preferences()
            .iter()
            .filter(|stated| stated.is_superseded() && stated.label() == Label::TdmMine)
            .map(Preference::answer)
            .collect();
        for (was, is) in answers(&before).into_iter().zip(answers(&after)) {
            prop_assert!(is >= was || replaced.contains(&was), "{was} to {is} by {more:?}");
        }
        prop_assert!(level(&after) <= level(&before));
        if replaced.is_empty() {
            let stated = |uses: &Uses| uses.reasons().count();
            prop_assert!(stated(&before) == 0 || stated(&after) > 0);
        }
    }

    /// (b) The order in which the caller adds them.
    #[test]
    fn r_291_the_order_of_sources_decides_nothing(
        sources in vec(select(sources()), 0..8).prop_flat_map(|mut sources| {
            for kind in [|source: &UseSource| matches!(source, Mining(_)), |source: &UseSource| matches!(source, Token(_))] {
                let mut is_first = true;
                sources.retain(|source| !kind(source) || std::mem::take(&mut is_first));
            }
            sources.push(Field("TDM-Policy".into(), "/of-the-field".into()));
            sources.push(Head("<meta name=tdm-policy content=/of-the-meta>".into()));
            (Just(sources.clone()), Just(sources).prop_shuffle())
        }),
    ) {
        let [one, other] = [&sources.0, &sources.1].map(|sources| uses(&policy(sources)));
        prop_assert_eq!(answers(&one), answers(&other));
        prop_assert_eq!(one.level(), other.level());
        prop_assert_eq!(one.tdm_policy(), other.tdm_policy());
        let texts = |uses: &Uses| -> BTreeSet<String> {
            uses.reasons().map(|stated| stated.provenance().text().to_owned()).collect()
        };
        prop_assert_eq!(texts(&one), texts(&other));
    }

    /// (b) The order of field lines; of `Content-Usage` as far as no label is repeated, since the last counts there.
    #[test]
    fn r_291_the_order_of_field_lines_decides_nothing(
        chosen in vec(any::<bool>(), use_lines().len()),
        lines in Just(use_lines()).prop_shuffle(),
    ) {
        let in_order = use_lines().into_iter().zip(&chosen).filter(|(_, is_chosen)| **is_chosen);
        let in_order: Vec<_> = in_order.map(|(line, _)| line).collect();
        let shuffled: Vec<_> = lines.into_iter().filter(|line| in_order.contains(line)).collect();
        let [one, other] = [&in_order, &shuffled].map(|lines| {
            let read = lines.iter().map(|(name, value)| (name, value));
            uses(&policy(&[]).with_fields(HeaderReader::new().read_lines(read)))
        });
        prop_assert_eq!(answers(&one), answers(&other));
        prop_assert_eq!(one.level(), other.level());
    }

    /// (c) Where nothing is stated there is neither, and sources that state nothing change none.
    #[test]
    fn r_291_unstated_is_neither_yes_nor_no(
        silent in vec(select(silent()), 0..6),
        sources in vec(select(sources()), 0..4),
    ) {
        let nothing = uses(&policy(&silent));
        prop_assert!(answers(&nothing).iter().all(|answer| *answer == Answer::Unstated), "{silent:?}");
        let is_mining = |source: &UseSource| matches!(source, Mining(_));
        if !silent.iter().any(is_mining) {
            let with = uses(&policy(&[sources.clone(), silent].concat()));
            prop_assert_eq!(answers(&with), answers(&uses(&policy(&sources))));
        }
    }

    /// (c) A document that was not read turns a yes into no answer, and nothing else into anything.
    #[test]
    fn r_291_a_document_that_was_not_read_permits_nothing(sources in vec(select(sources()), 0..6)) {
        let read = policy(&sources);
        let unread = read.clone().with_document(Document::unread(Why::ContentCoding));
        let (read, unread) = (uses(&read), uses(&unread));
        for activity in Activity::ALL {
            let expected = read.of(*activity).filter(|answer| *answer == Answer::Disallow);
            prop_assert_eq!(unread.of(*activity), expected);
        }
        for label in Label::ALL {
            let is_there = [Vocabulary::TdmRep, Vocabulary::Rsl].contains(&label.vocabulary());
            let expected = match read.preference(*label) {
                Answer::Allow if is_there => Answer::Unstated,
                answer => answer,
            };
            prop_assert_eq!(unread.preference(*label), expected);
        }
    }

    /// (c) Nor does a licence that was not read: those that were do not permit what it may prohibit.
    #[test]
    fn r_263_a_licence_that_was_not_read_permits_nothing(sources in vec(select(sources()), 0..6)) {
        let pointer = ("Link", "<https://example.com/unread>;rel=license;type=\"application/rsl+xml\"");
        let read = policy(&sources);
        let asked = Assumed::new().with(robots_policy::ledger::Input::RobotsTxt);
        let asked = asked.with(robots_policy::ledger::Input::Document);
        let asked = asked.with(robots_policy::ledger::Input::TdmRep);
        let asked = asked.with(robots_policy::ledger::Input::Embedded);
        let unread = uses(&policy_without_word(&sources).with_assumed(asked).with_fields(fields(&[pointer])));
        let read = uses(&read);
        prop_assert!(unread.unread().any(|pointer| pointer.why() == Missing::License));
        for label in Label::ALL {
            let expected = match read.preference(*label) {
                Answer::Allow if label.vocabulary() == Vocabulary::Rsl => Answer::Unstated,
                answer => answer,
            };
            prop_assert_eq!(unread.preference(*label), expected);
        }
        for activity in Activity::ALL {
            let (was, is) = (read.of(*activity), unread.of(*activity));
            let by_licence = robots_policy::ledger::Input::Licenses.could_forbid(*activity);
            let expected = was.filter(|was| *was == Answer::Disallow || !by_licence);
            prop_assert_eq!(is, expected);
        }
    }

    /// (d) The bytes of every answer.
    #[test]
    fn r_292_every_answer_has_bytes_that_state_it(sources in vec(select(sources()), 0..7)) {
        let uses = uses(&policy(&sources));
        for stated in uses.preferences() {
            prop_assert!(resolves(stated.provenance(), &sources), "{stated:?}");
        }
        for token in uses.tokens() {
            let at = token.provenance();
            prop_assert!(at.is_some() || token.answer() == Answer::Unstated);
            prop_assert!(at.is_none_or(|at| resolves(at, &sources)));
        }
        for activity in Activity::ALL {
            let answer = uses.of(*activity).expect("all is known");
            let because: Vec<Answer> = uses.because(*activity).map(Preference::answer).collect();
            prop_assert!(because.iter().all(|stated| *stated == answer));
            let mut tokens = uses.tokens().iter().filter(|token| token.activities().contains(activity));
            let is_of_token = tokens.any(|token| token.answer() == answer);
            prop_assert!(answer == Answer::Unstated || !because.is_empty() || is_of_token);
            prop_assert_eq!(uses.terms(*activity).next().is_some(), answer == Answer::Conditional);
        }
        for label in Label::ALL.iter().filter(|label| label.vocabulary() != Vocabulary::Robots) {
            let answer = uses.preference(*label);
            let mut reasons = uses.reasons().filter(|stated| stated.label() == *label);
            prop_assert_eq!(reasons.next().is_some(), answer != Answer::Unstated);
            prop_assert!(reasons.all(|stated| stated.answer() == answer));
        }
    }
}

/// Lines of fields.
fn use_lines() -> Vec<(String, String)> {
    rows(include_str!("rows/use_lines.jsonl"))
}

/// Whether a place quotes the bytes of one of the sources.
fn resolves(at: &Provenance, sources: &[UseSource]) -> bool {
    let quotes = |input: &str| {
        let is_inside = at.span().end <= input.len() && !at.span().is_empty();
        is_inside && at.span().of(input.as_bytes()) == at.text().as_bytes()
    };
    if let (Place::RobotsTxt, Some(line)) = (at.source(), at.line()) {
        return robots_txt(sources)
            .lines()
            .nth(line - 1)
            .is_some_and(quotes);
    }
    sources.iter().any(|source| match (at.source(), source) {
        (Place::Rsl, Line(_)) => quotes(LICENSES[1]),
        (Place::Meta(_) | Place::Rsl, Head(_))
        | (Place::Rsl, Link(_))
        | (Place::TdmRepJson, Mining(_)) => quotes(&source.input()),
        (place, Field(name, value)) => {
            place.name().eq_ignore_ascii_case(name) && at.line() == Some(1) && quotes(value)
        }
        _ => false,
    })
}

/// A letter for the answer about each activity.
fn letters(uses: &Uses) -> String {
    let answers = Activity::ALL.iter().map(|activity| uses.of(*activity));
    answers
        .map(|answer| letter(answer.expect("all is known")))
        .collect()
}

/// A source by itself, and its answers about training, other training, input, an AI index, search, and mining: `y`, `n`, `c`
/// on terms, `-` unstated (R-266, R-275, R-279, and the table of activities).
#[test]
fn r_275_r_291_the_activities_that_each_label_answers() {
    let mut met = BTreeSet::new();
    for (source, expected) in rows::<(UseSource, String)>(include_str!("rows/activities.jsonl")) {
        let uses = uses(&policy(std::slice::from_ref(&source)));
        assert_eq!(letters(&uses), expected, "{source:?}");
        met.extend(uses.preferences().iter().map(Preference::label));
    }
    // An image has one more.
    let image = [("Content-Type", "image/png"), ("X-Robots-Tag", "noimageai")];
    let known = || Policy::new().with_assumed(Assumed::rest());
    let uses = uses(&known().with_fields(fields(&image)));
    assert_eq!(letters(&uses), "nnn---");
    met.extend(uses.preferences().iter().map(Preference::label));
    // An engine has what its owner says of directives.
    let noarchive = fields(&[("X-Robots-Tag", "noarchive")]);
    let policy = known()
        .with_fields(noarchive)
        .with_document(Document::not_applicable());
    let bing = "bingbot".parse().unwrap();
    let uses = policy
        .engine_verdict(bing, "/a", Timestamp::from_unix(0))
        .uses();
    assert_eq!(letters(&uses), "n-n---");
    met.extend(uses.preferences().iter().map(Preference::label));
    // An umbrella that states nothing by itself.
    met.insert(Label::RslAiAll);
    assert!(
        Label::ALL.iter().all(|label| met.contains(label)),
        "{met:?}"
    );
}
