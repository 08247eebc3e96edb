//! AI-use preferences: the vectors of the suite, and the fold from labels to activities.

use std::collections::BTreeMap;
use std::fs;

use robots_policy::ledger::{Assumed, Document, Extent};
use robots_policy::uses::{
    Activity, Answer, Label, Missing, Rsl, StatedMining, TdmRep, Uses, Vocabulary,
};
use robots_policy::{
    Client, Directive, HeaderReader, MetaExtractor, Policy, ProductToken, RobotsTxt, Timestamp,
    Verdict,
};
use robots_policy_kit::files::corpus;

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
        let lines = self
            .headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()));
        // A vector has all that its response has.
        let mut policy = Policy::new()
            .with_assumed(Assumed::rest())
            .with_fields(HeaderReader::new().read_lines(lines));
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
    let Some(folder) = corpus("suites/ai-signals") else {
        return Vec::new();
    };
    let lines = fs::read_to_string(folder.join("vectors.jsonl")).unwrap();
    let vectors: Vec<UseVector> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(vectors.len() >= 137, "{}", vectors.len());
    vectors
}

#[test]
fn every_vector_of_the_suite_has_its_answers() {
    let vectors = vectors();
    let mut others = Vec::new();
    for vector in &vectors {
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
                others.push(format!(
                    "{} {key}: {answer} instead of {expected}",
                    vector.id
                ));
            }
        }
    }
    assert!(
        others.is_empty(),
        "{} answers differ:\n{}",
        others.len(),
        others.join("\n")
    );
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

/// The codes of the diagnostics about a `tdmrep.json`.
fn codes(file: &[u8]) -> Vec<&'static str> {
    let read = TdmRep::parse(file);
    read.diagnostics
        .iter()
        .map(|found| found.code().name())
        .collect()
}

#[test]
fn r_298_a_long_tdmrep_is_read_up_to_its_limits() {
    let rule = r#"{"location": "/a", "tdm-reservation": 1}"#;
    let rules = |count: usize| format!("[{}]", vec![rule; count].join(","));
    assert_eq!(codes(rules(TdmRep::MOST_RULES).as_bytes()), [] as [&str; 0]);
    let many = rules(TdmRep::MOST_RULES + 1);
    assert_eq!(codes(many.as_bytes()), ["tdmrep-truncated"]);
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
        let policy = Policy::new().with_fields(
            HeaderReader::new().read_lines(lines.iter().map(|(name, value)| (name, value))),
        );
        let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
        let value = robots_policy::report::content_usage_of(&verdict);
        assert_eq!(value, written, "{lines:?}");
        // What is written is read alike.
        if let Some(value) = value {
            let again = Policy::new()
                .with_fields(HeaderReader::new().read_lines([("Content-Usage", &value)]));
            let again = again.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
            assert_eq!(robots_policy::report::content_usage_of(&again), Some(value));
        }
    }
}
