//! AI-use preferences: the vectors of the suite, and the fold from labels to activities.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use robots_policy::ledger::{Assumed, Document, Extent};
use robots_policy::report::content_usage_of;
use robots_policy::uses::{
    Activity, Answer, Label, Missing, Rsl, StatedMining, TdmRep, Uses, Vocabulary,
};
use robots_policy::{
    Client, Directive, MetaExtractor, Policy, ProductToken, RobotsTxt, Timestamp, Verdict,
};

use crate::common::{fields, heard, suite};
use crate::meta_harness::code_names;
use crate::rows;

/// The engine that a vector means by the name of its owner.
const ENGINES: &[(&str, &str)] = &[("bing", "bingbot"), ("google", "googlebot")];

/// A case of the suite: what sources say, and what follows.
#[derive(serde::Deserialize)]
pub(crate) struct UseVector {
    id: String,
    robots_txt: Option<String>,
    #[serde(default)]
    headers: Vec<(String, String)>,
    html: Option<String>,
    url: String,
    agent: String,
    tdmrep_json: Option<String>,
    #[serde(default)]
    rsl: BTreeMap<String, String>,
    #[serde(default)]
    policy_tokens: Vec<String>,
    profile: Option<String>,
    expect: BTreeMap<String, String>,
}

/// The word for an answer about a use.
fn word(answer: Option<Answer>) -> String {
    answer.map_or("null", Answer::name).to_owned()
}

impl UseVector {
    fn client(&self) -> Client {
        let tokens = self
            .policy_tokens
            .iter()
            .map(|token| ProductToken::new(token).unwrap());
        let me: Client = self.agent.parse().unwrap();
        tokens.fold(me, |me, token| me.with_policy_token(token, Vec::new()))
    }

    pub(crate) fn policy(&self) -> Policy {
        // A vector has all that its response has.
        let mut policy = Policy::new()
            .with_assumed(Assumed::rest())
            .with_fields(fields(&self.headers));
        if let Some(html) = &self.html {
            let mut metas = MetaExtractor::new();
            let _ = metas.feed(html.as_bytes());
            policy = policy.with_document(Document::read(metas.finish(), Extent::Searched));
        }
        if let Some(file) = &self.robots_txt {
            policy = policy.with_robots(RobotsTxt::parse(file.as_bytes()));
        }
        if let Some(file) = &self.tdmrep_json {
            policy = policy.with_tdmrep(TdmRep::parse(file.as_bytes()));
        }
        for (url, document) in &self.rsl {
            policy = policy.with_license(url, Rsl::parse(document.as_bytes()));
        }
        policy
    }

    /// The answer of a verdict about a key of the expectation.
    fn answer(verdict: &Verdict<'_>, uses: &Uses, key: &str) -> String {
        let (kind, name) = key.split_once(':').unwrap();
        let answer = match kind {
            "use" => return word(uses.of(name.parse::<Activity>().unwrap())),
            "token" => {
                let mut tokens = uses.tokens().iter();
                let token = tokens.find(|token| token.token().to_lowercase() == name);
                token.unwrap().answer()
            }
            "robots"
                if verdict
                    .directives()
                    .contains(name.parse::<Directive>().unwrap()) =>
            {
                Answer::Disallow
            }
            "robots" => Answer::Unstated,
            _ => uses.preference(Label::of(kind.parse::<Vocabulary>().unwrap(), name).unwrap()),
        };
        answer.to_string()
    }
}

/// The vectors of the suite; none where it is not beside the project.
pub(crate) fn vectors() -> Vec<UseVector> {
    suite("suites/ai-signals", 137)
}

#[test]
fn every_vector_of_the_suite_has_its_answers() {
    let mut others = String::new();
    for vector in vectors() {
        let policy = vector.policy();
        let now = Timestamp::from_unix(1_790_000_000);
        let verdict = policy.verdict(&vector.client(), &vector.url, now);
        let uses = match &vector.profile {
            None => verdict.uses(),
            Some(owner) => {
                let mut engines = ENGINES.iter();
                let engine = engines.find(|(own, _)| own == owner).unwrap().1;
                let policy = policy.clone().with_document(Document::not_applicable());
                let engine = engine.parse().unwrap();
                policy.engine_verdict(engine, &vector.url, now).uses()
            }
        };
        for (key, expected) in &vector.expect {
            let answer = UseVector::answer(&verdict, &uses, key);
            if answer != *expected {
                let id = &vector.id;
                writeln!(others, "{id} {key}: {answer} instead of {expected}").unwrap();
            }
        }
    }
    assert!(others.is_empty(), "\n{others}");
}

#[test]
fn every_row_of_the_table_of_labels_is_read_by_its_name() {
    for label in Label::ALL {
        assert_eq!(label.to_string().parse(), Ok(*label));
        assert_eq!(
            Label::of(label.vocabulary(), &label.name().to_uppercase()),
            Some(*label)
        );
        for included in label.includes() {
            assert_eq!(
                included.vocabulary(),
                label.vocabulary(),
                "an inclusion inside of one vocabulary"
            );
        }
    }
    let places: Vec<_> = Label::ALL.iter().map(|label| label.vocabulary()).collect();
    let mut once = places.clone();
    once.dedup();
    assert_eq!(
        once,
        Vocabulary::ALL,
        "the labels of one vocabulary are neighbours, in the order of the vocabularies"
    );
}

#[test]
fn r_298_a_long_tdmrep_is_read_up_to_its_limits() {
    let rule = r#"{"location": "/a", "tdm-reservation": 1}"#;
    let rules = |count: usize| format!("[{}]", vec![rule; count].join(","));
    let codes = |file: &str| code_names(&TdmRep::parse(file.as_bytes()));
    assert_eq!(codes(&rules(TdmRep::MOST_RULES)), [] as [&str; 0]);
    let many = rules(TdmRep::MOST_RULES + 1);
    assert_eq!(codes(&many), ["tdmrep-truncated"]);
    let blanks = " ".repeat(TdmRep::MOST_BYTES);
    let long = format!("[{rule},{blanks}{rule}]");
    for file in [many.as_bytes(), long.as_bytes()] {
        let read = TdmRep::parse(file);
        let stated = read.value.stated("/a").reservation.unwrap();
        assert_eq!(
            stated.answer(),
            Answer::Disallow,
            "the rules before the limit count"
        );
        let policy = Policy::new().with_tdmrep(read);
        let verdict = policy.verdict(&Client::anonymous(), "/a", Timestamp::from_unix(0));
        let truncated: Vec<_> = verdict
            .truncated()
            .map(robots_policy::Source::input)
            .collect();
        assert_eq!(truncated, ["tdmrep.json"]);
    }
}

#[test]
fn r_244_a_tdmrep_that_is_cut_anywhere_never_permits_more() {
    let file = br#"[{"location": "/a", "tdm-reservation": 1, "x": [true, "\u00e9"]}, {"location": "/", "tdm-reservation": 0}]"#;
    for end in 0..file.len() {
        let read = TdmRep::parse(&file[..end]);
        assert_eq!(read.value.missing(), Some(Missing::NotConforming), "{end}");
        assert_eq!(read.value.stated("/a"), StatedMining::default(), "{end}");
        assert_eq!(read.diagnostics.len(), 1, "{end}");
    }
    for at in 0..file.len() {
        for byte in [b'"', b'[', b'{', b'\\', 0, 0xFF, b'1'] {
            let mut other = file.to_vec();
            other[at] = byte;
            let _ = TdmRep::parse(&other)
                .value
                .stated("https://example.com/a?b");
        }
    }
}

#[test]
fn r_302_a_field_is_written_of_what_aipref_states_alone() {
    for (lines, written) in
        rows::<(Vec<(String, String)>, Option<String>)>(include_str!("rows/written.jsonl"))
    {
        let policy = Policy::new().with_fields(fields(&lines));
        let value = content_usage_of(&heard(&policy));
        assert_eq!(value, written, "{lines:?}");
        // What is written is read alike.
        if let Some(value) = value {
            let again = Policy::new().with_fields(fields(&[("Content-Usage", &value)]));
            assert_eq!(content_usage_of(&heard(&again)), Some(value));
        }
    }
}
