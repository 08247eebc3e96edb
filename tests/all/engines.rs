//! Profiles of engines: the vectors of the suite, and the laws.

use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

use robots_policy::engines::{Known, Mark, MarkKind, Profile, UseAnswer};
use robots_policy::ledger::{Assumed, Document, Extent, Input};
use robots_policy::meta::{MetaRules, Placement};
use robots_policy::report::Json;
use robots_policy::robots_txt::{RobotsFetch, RobotsTxtReader};
use robots_policy::uses::{Activity, Answer};
use robots_policy::{Limits, MetaExtractor, Policy, RobotsTxt, Timestamp, Verdict, Why};
use robots_policy_input::{RobotsGiven, RobotsPast};
use serde_json::{Value, json};

use crate::common::{fields, suite, wide};
use crate::rows;

/// A case of the suite: a response, an engine, and what it does.
#[derive(serde::Deserialize)]
pub(crate) struct EngineVector {
    id: String,
    profile: String,
    #[serde(default = "root")]
    url: String,
    robots_txt: Option<String>,
    /// As many lines `# padding` are in the place of one.
    #[serde(default)]
    padding: usize,
    #[serde(default)]
    robots_of_another_time: bool,
    robots_status: Option<u16>,
    robots_hours: Option<f64>,
    robots_cached: Option<String>,
    site_up: Option<bool>,
    #[serde(default)]
    headers: Vec<(String, String)>,
    html: Option<String>,
    now: Option<String>,
    expect: serde_json::Map<String, Value>,
    #[serde(default)]
    undisputed: bool,
    /// The cell of the table that it is about, and its document.
    #[serde(default)]
    cell: String,
    #[serde(default)]
    document: String,
}

fn root() -> String {
    String::from("/")
}

impl EngineVector {
    fn engine(&self) -> Profile {
        self.profile.parse().unwrap()
    }

    /// What is seen in the verdict on its engine.
    fn judged<T>(&self, look: impl FnOnce(&Verdict<'_>) -> T) -> T {
        let engine = self.engine();
        let policy = self.policy(engine);
        look(&policy.engine_verdict(engine, &self.url, self.now()))
    }

    /// What the engine answers otherwise than is expected.
    fn differences(&self) -> String {
        self.judged(|verdict| {
            let mut failed = String::new();
            for (key, expected) in &self.expect {
                let said = EngineVector::answer(verdict, key);
                if said != *expected {
                    let (id, name) = (&self.id, &self.profile);
                    writeln!(failed, "{id}: {name} {key}: {said}, expected {expected}").unwrap();
                }
            }
            failed
        })
    }

    fn now(&self) -> Timestamp {
        let now = self.now.as_deref().unwrap_or("2026-11-21T00:00:00Z");
        now.parse().unwrap()
    }

    /// The outcome of a fetch that has been ending so for the hours of the vector.
    fn fetch(&self) -> Option<RobotsFetch> {
        if self.robots_status.is_none() && self.robots_txt.is_none() {
            return None;
        }
        let limits = Limits::default().with_robots_txt(4 << 20);
        let reader = RobotsTxtReader::new().with_limits(limits);
        let padding = "# padding\n";
        let body = self.robots_txt.as_deref().unwrap_or_default();
        let body = body.replace(padding, &padding.repeat(self.padding));
        let hours = Duration::from_secs_f64(self.robots_hours.unwrap_or(0.0) * 3600.0);
        let past = RobotsPast {
            lasting: Some(hours),
            copy: self
                .robots_cached
                .as_ref()
                .map(|copy| copy.as_bytes().into()),
            site_up: None,
        };
        let given = RobotsGiven {
            status: Some(self.robots_status.unwrap_or(200)),
            body: Some(body.as_bytes()),
        };
        given.fetch_after(&past, reader, self.now())
    }

    pub(crate) fn policy(&self, profile: Profile) -> Policy {
        // A vector has all that its response has.
        let mut policy = Policy::new()
            .with_assumed(Assumed::rest())
            .with_fields(fields(&self.headers));
        policy = match &self.html {
            Some(html) => {
                let places = [Placement::Head, Placement::Noscript, Placement::Body];
                let rules = MetaRules::new().with_placements(places);
                let metas = MetaExtractor::new().with_rules(rules);
                let mut metas = metas.with_client(&profile.client());
                let _ = metas.feed(html.as_bytes());
                policy.with_document(Document::read(metas.finish(), Extent::Whole))
            }
            None => policy.with_document(Document::not_applicable()),
        };
        if let Some(fetch) = self.fetch() {
            policy = policy.with_robots(fetch.at(self.now()));
        }
        if self.robots_of_another_time {
            policy = policy.with_other_time(Input::RobotsTxt, Why::Later);
        }
        match self.site_up {
            Some(up) => policy.with_site_up(up),
            None => policy,
        }
    }

    /// The answer of the reading about a key of the expectation.
    fn answer(verdict: &Verdict<'_>, key: &str) -> Value {
        match key {
            "access" => json!(verdict.access().allowed()),
            "group" => {
                let group = verdict.access().group();
                json!(group.map(|group| group.to_string().to_lowercase()))
            }
            "delay" => json!(verdict.crawl_delay().map(|delay| delay.as_secs_f64())),
            "index" => json!(verdict.index()),
            "index_if_embedded" => json!(verdict.index_if_embedded()),
            "follow" => json!(verdict.follow()),
            "archive" => json!(verdict.archive()),
            "snippet" => json!(verdict.snippet().allowed),
            "max_snippet" => json!(verdict.snippet().max_chars),
            "answer" => used(verdict.answer()),
            "train" => used(verdict.train()),
            "ignored" => {
                let left = verdict.not_honoured().iter();
                let mut names: Vec<_> = left.map(|left| left.directive().name()).collect();
                names.sort_unstable();
                names.dedup();
                json!(names)
            }
            "reason" => json!(verdict.access().reason().name()),
            "obtainable" => json!(verdict.is_obtainable()),
            "restricted" => json!(verdict.page_restricted()),
            "kept_out" => json!(verdict.is_kept_out()),
            "token_reason" => json!(verdict.uses().tokens()[0].access_reason().name()),
            "reasons" => serde_json::to_value(Json::new(0, verdict)).unwrap()["reasons"].take(),
            key => EngineVector::answer_about(verdict, key.split_once(':').unwrap()),
        }
    }

    /// The answer about a key with a part: an activity, or a text of marks.
    fn answer_about(verdict: &Verdict<'_>, (key, about): (&str, &str)) -> Value {
        let uses = verdict.uses();
        let activity = || about.parse::<Activity>().unwrap();
        match key {
            "marks" => {
                let marks = verdict.marks().iter().map(ToString::to_string);
                marks.filter(|mark| mark.contains(about)).collect()
            }
            "use" => json!(uses.of(activity()).map(Answer::name)),
            "asked_not_to" => json!(uses.asked_not_to(activity())),
            "listens" => json!(uses.listens(activity())),
            "used" => used(uses.used(activity())),
            "because" => {
                let because = verdict.because_of_use(activity());
                because.iter().map(|because| because.text()).collect()
            }
            key => panic!("{key} is not a key of an expectation"),
        }
    }
}

/// What an engine does, or `limited`.
fn used(answer: Option<UseAnswer>) -> Value {
    match answer {
        None => Value::Null,
        Some(UseAnswer::Limited) => json!("limited"),
        Some(answer) => json!(answer == UseAnswer::Yes),
    }
}

/// The vectors of the suite; none where it is not beside the project.
pub(crate) fn vectors() -> Vec<EngineVector> {
    suite("suites/profiles", 138)
}

#[test]
fn r_481_the_vectors_agree_and_the_disputed_ones_say_so() {
    // Vectors whose expectation the digest itself does not decide, or decides otherwise, and why.
    let left: Vec<(String, String)> = rows(include_str!("rows/engines_left.jsonl"));
    let mut failed = String::new();
    for vector in vectors() {
        if left.iter().all(|(id, _)| *id != vector.id) {
            failed += &vector.differences();
        }
        let is_disputed = |mark: &Mark| mark.kind() == MarkKind::Disputed;
        let says_so = vector.judged(|verdict| verdict.marks().iter().any(is_disputed));
        if !vector.undisputed && !says_so {
            let (id, profile) = (&vector.id, &vector.profile);
            writeln!(failed, "{id} {profile}: no mark `disputed`").unwrap();
        }
    }
    assert!(failed.is_empty(), "\n{failed}");
}

#[test]
fn r_405_r_406_r_419_r_446_r_448_engines_answer_what_their_rows_ask() {
    let vectors: Vec<EngineVector> = rows(include_str!("rows/engines.jsonl"));
    let failed: String = vectors.iter().map(EngineVector::differences).collect();
    assert!(failed.is_empty(), "\n{failed}");
}

#[test]
fn what_documents_of_owners_say_is_answered() {
    let path = robots_policy_kit::files::root().join("fixtures/engines/cells.jsonl");
    let cases = fs::read_to_string(path).unwrap();
    let mut failed = String::new();
    for vector in rows::<EngineVector>(&cases) {
        let (cell, document) = (&*vector.cell, &*vector.document);
        let is_of_it = |known: &Known| {
            let source = known.evidence.map(|evidence| evidence.source().key());
            known.cell == cell && source == Some(document)
        };
        if !vector.engine().cells().iter().any(is_of_it) {
            let (id, name) = (&vector.id, &vector.profile);
            writeln!(failed, "{id}: {name} has no `{cell}` by {document}").unwrap();
        }
        failed += &vector.differences();
    }
    assert!(failed.is_empty(), "\n{failed}");
}

/// Every profile on every vector: what a law says of all readings.
fn each_reading(law: impl Fn(&EngineVector, &Verdict<'_>)) {
    let profiles: Vec<Profile> = Profile::all().collect();
    for vector in vectors() {
        for profile in &profiles {
            let policy = vector.policy(*profile);
            law(
                &vector,
                &policy.engine_verdict(*profile, &vector.url, vector.now()),
            );
        }
    }
}

#[test]
fn r_400_the_general_verdict_is_that_without_a_profile() {
    each_reading(|vector, verdict| {
        let general = verdict.general();
        let asked = general
            .policy()
            .verdict(general.client(), &vector.url, vector.now());
        assert_eq!(*general, asked);
        let tokens = general.client().tokens().len();
        assert!(tokens <= 1, "a fallback is not its name");
    });
}

#[test]
fn r_401_every_difference_has_a_document() {
    each_reading(|vector, verdict| {
        let departures = verdict
            .marks()
            .iter()
            .filter(|mark| !mark.kind().is_doubt());
        let documents = departures
            .filter(|mark| mark.kind() != MarkKind::BodyNotRead)
            .map(Mark::evidence);
        let left = verdict
            .not_honoured()
            .iter()
            .map(robots_policy::engines::NotHonoured::evidence);
        let documents: Vec<_> = documents.chain(left).collect();
        let id = (&vector.id, verdict.profile());
        assert!(documents.iter().all(Option::is_some), "{id:?}: {verdict:?}");
        let by_group = verdict.differs() == ["access"] && documents.is_empty();
        let has_no_requests =
            verdict.profile().map(Profile::kind) == Some(robots_policy::engines::Kind::Token);
        assert!(
            verdict.differs().is_empty() || !documents.is_empty() || (by_group && has_no_requests),
            "{id:?} {:?} without a word: {:?}",
            verdict.differs(),
            verdict.marks(),
        );
    });
}

/// Files that readers differ about: which groups and records they unite; `NAME` is the name of an engine.
#[test]
fn a_file_that_an_engine_reads_otherwise_has_a_document() {
    for file in rows::<String>(include_str!("rows/read_otherwise.jsonl")) {
        for profile in Profile::all() {
            let name = profile.tokens().first().copied().unwrap_or("b");
            let file = file.replace("NAME", name);
            for octets in [file.as_bytes().to_vec(), wide(&file)] {
                let policy = Policy::new().with_robots(RobotsTxt::parse(&octets));
                let verdict = policy.engine_verdict(profile, "/a", Timestamp::from_unix(0));
                let mut marks = verdict.marks().iter();
                let has_word =
                    marks.any(|mark| !mark.kind().is_doubt() && mark.evidence().is_some());
                let is_token = profile.kind() == robots_policy::engines::Kind::Token;
                let differs = verdict.differs();
                let is_said = differs.is_empty() || has_word || is_token;
                assert!(is_said, "{profile}, {differs:?}, {}:\n{file}", octets.len());
            }
        }
    }
}

#[test]
fn r_403_what_is_left_undone_is_stated_or_unlisted() {
    each_reading(|_, verdict| {
        for left in verdict.not_honoured() {
            assert_ne!(left.why(), robots_policy::engines::Honour::Honoured);
            let is_known = left.signal().directive().map(|(directive, _)| directive);
            assert_eq!(is_known, Some(left.directive()));
        }
    });
}

#[test]
fn r_402_what_was_not_read_is_never_yes() {
    for profile in Profile::all() {
        let policy = Policy::new()
            .with_document(Document::unread(robots_policy::Why::ContentCoding))
            .with_document(Document::not_applicable());
        let verdict = policy.engine_verdict(profile, "/", Timestamp::from_unix(0));
        let answers = [verdict.index(), verdict.follow(), verdict.archive()];
        assert_eq!(answers, [None; 3], "{profile}");
        let permits = [
            verdict.may_index(),
            verdict.may_follow(),
            verdict.may_archive(),
        ];
        assert_eq!(permits, [false; 3], "{profile}");
        assert_ne!(verdict.answer(), Some(UseAnswer::Yes), "{profile}");
        assert_ne!(verdict.train(), Some(UseAnswer::Yes), "{profile}");

        let policy = Policy::new();
        let verdict = policy.engine_verdict(profile, "/", Timestamp::from_unix(0));
        let cells = profile.cells();
        let body = cells.iter().find(|known| known.cell == "metas in the body");
        let counts = body.unwrap().value == "yes";
        assert_eq!(verdict.index(), None, "{profile}");
        assert!(profile.reads_body() || !counts, "{profile}");
    }
}

#[test]
fn a_verdict_is_of_a_client_or_of_an_engine() {
    let policy = Policy::new()
        .with_fields(fields(&[("X-Robots-Tag", "noarchive, max-snippet: 20")]))
        .with_document(Document::not_applicable());
    let google = policy.engine_verdict("googlebot".parse().unwrap(), "/", Timestamp::from_unix(0));
    assert!(google.may_archive() && !google.general().may_archive());
    let text = google.to_string();
    assert!(text.starts_with("as googlebot\n"), "{text}");
    assert!(text.contains("archive  yes\n"), "{text}");
    // A field states the rules of a site, whatever an engine makes of them.
    let field = robots_policy::report::robots_tag_of(&google).unwrap();
    assert_eq!(field.as_deref(), Some("Googlebot;noarchive;max-snippet=20"));

    let client = google.general();
    assert_eq!(client.profile(), None);
    assert_eq!((client.general(), client.addressed()), (client, client));
    assert!(client.differs().is_empty() && client.marks().is_empty());
    assert!(client.not_honoured().is_empty() && !client.is_kept_out());
    assert_eq!((client.answer(), client.train()), (None, None));
}

/// Metas in the body that do not count for an engine, whatever the other askers of a run have read.
#[test]
fn a_body_that_an_engine_does_not_read_leaves_no_mark() {
    let html = "<title>t</title><p><meta name=googlebot content=noindex><meta name=robots content=nofollow>";
    let marks = |profile: Profile, places: &[Placement]| {
        let rules = MetaRules::new().with_placements(places.iter().copied());
        let mut metas = MetaExtractor::new().with_rules(rules);
        let _ = metas.feed(html.as_bytes());
        let policy = Policy::new().with_document(Document::read(metas.finish(), Extent::Whole));
        let verdict = policy.engine_verdict(profile, "/", Timestamp::from_unix(0));
        let marks = verdict.marks().iter().map(ToString::to_string);
        marks.collect::<Vec<String>>()
    };
    let head = [Placement::Head, Placement::Noscript];
    let all = [Placement::Head, Placement::Noscript, Placement::Body];
    for name in ["bravebot", "tavilybot", "adsbot-google", "gptbot"] {
        let profile: Profile = name.parse().unwrap();
        assert_eq!(marks(profile, &head), marks(profile, &all), "{name}");
    }
}
