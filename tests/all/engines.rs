//! Profiles of engines: the vectors of the suite, and the laws.

use std::fmt::Write as _;
use std::fs;

use robots_policy::engines::{Known, MarkKind, Profile, UseAnswer};
use robots_policy::ledger::{Assumed, Document, Source};
use robots_policy::meta::{MetaRules, Placement};
use robots_policy::report::{Json, Record};
use robots_policy::robots_txt::{Fetched, RobotsFetch};
use robots_policy::{HeaderReader, MetaExtractor, Policy, RobotsTxt, Timestamp, Verdict};
use robots_policy_kit::files::corpus;
use serde_json::{Value, json};

/// Vectors whose expectation the digest itself does not decide, or decides otherwise, and why.
const LEFT: &[(&str, &str)] = &[
    ("pv-150", "B14 is off by default; `with_disputed` agrees"),
    (
        "pv-189",
        "R-462: which search bots it follows is unsaid, so neither group may be asserted",
    ),
    ("pv-041", "the key is true or null by contract"),
    (
        "pv-063",
        "no document says whether it falls back, so the general reading is used (R-402)",
    ),
];

/// A case of the suite: a response, an engine, and what it does.
#[derive(serde::Deserialize)]
pub(crate) struct Vector {
    id: String,
    profile: String,
    url: String,
    robots_txt: Option<String>,
    robots_status: Option<u16>,
    robots_hours: Option<f64>,
    robots_cached: Option<String>,
    site_up: Option<bool>,
    #[serde(default)]
    headers: Vec<(String, String)>,
    html: Option<String>,
    now: Option<String>,
    expect: serde_json::Map<String, Value>,
    undisputed: bool,
}

impl Vector {
    fn now(&self) -> Timestamp {
        let now = self.now.as_deref().unwrap_or("2026-11-21T00:00:00Z");
        now.parse().unwrap()
    }

    /// The outcome of a fetch that has been ending so for the hours of the vector.
    fn fetch(&self) -> Option<RobotsFetch> {
        let now = self.now().as_unix();
        let none = http::HeaderMap::new();
        let answer = |fetch: &mut RobotsFetch, status, body: &str, at| {
            let answered = match status {
                0 => Fetched::NetworkError,
                302 => Fetched::LeadsNowhere,
                status => Fetched::from_response(status, &none, body.as_bytes()),
            };
            let mut ask = fetch.begin();
            let _ = fetch.answered(&mut ask, answered, Timestamp::from_unix(at));
        };
        let mut fetch = RobotsFetch::default();
        let status = match (self.robots_status, &self.robots_txt) {
            (None, None) => return None,
            (status, _) => status.unwrap_or(200),
        };
        #[expect(clippy::cast_possible_truncation, reason = "hours of a vector")]
        let since = now - (self.robots_hours.unwrap_or(0.0) * 3600.0) as i64;
        if let Some(copy) = &self.robots_cached {
            answer(&mut fetch, 200, copy, since - 3600);
        }
        let body = self.robots_txt.as_deref().unwrap_or_default();
        answer(&mut fetch, status, body, since);
        answer(&mut fetch, status, body, now);
        Some(fetch)
    }

    pub(crate) fn policy(&self, profile: Profile) -> Policy {
        let lines = self
            .headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()));
        // A vector has all that its response has.
        let mut policy = Policy::new()
            .with_assumed(Assumed::rest())
            .with_fields(HeaderReader::new().read_lines(lines));
        policy = match &self.html {
            Some(html) => {
                let places = [Placement::Head, Placement::Noscript, Placement::Body];
                let rules = MetaRules::new().with_placements(places);
                let metas = MetaExtractor::new().with_rules(rules);
                let mut metas = metas.with_client(&profile.client());
                let _ = metas.feed(html.as_bytes());
                policy.with_document(Document::whole(metas.finish()))
            }
            None => policy.with_document(Document::not_applicable()),
        };
        if let Some(fetch) = self.fetch() {
            policy = policy.with_fetch(&fetch, self.now());
        }
        match self.site_up {
            Some(up) => policy.with_site_up(up),
            None => policy,
        }
    }

    /// The answer of the reading about a key of the expectation.
    fn answer(verdict: &Verdict<'_>, key: &str) -> Value {
        let used = |answer: Option<UseAnswer>| match answer {
            None => Value::Null,
            Some(UseAnswer::Limited) => json!("limited"),
            Some(answer) => json!(answer == UseAnswer::Yes),
        };
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
            key => panic!("{key} is not a key of an expectation"),
        }
    }
}

/// The vectors of the suite; none where it is not beside the project.
pub(crate) fn vectors() -> Vec<Vector> {
    let Some(folder) = corpus("suites/profiles") else {
        return Vec::new();
    };
    let text = fs::read_to_string(folder.join("vectors.jsonl")).unwrap();
    let vectors: Vec<Vector> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(vectors.len() >= 138, "{}", vectors.len());
    vectors
}

#[test]
fn r_481_the_vectors_agree_and_the_disputed_ones_say_so() {
    let mut failed = String::new();
    for vector in vectors() {
        let profile: Profile = vector.profile.parse().unwrap();
        let policy = vector.policy(profile);
        let verdict = policy.engine_verdict(profile, &vector.url, vector.now());
        for (key, expected) in &vector.expect {
            let said = Vector::answer(&verdict, key);
            let is_left = LEFT.iter().any(|(id, _)| *id == vector.id);
            if said != *expected && !is_left {
                let id = &vector.id;
                writeln!(failed, "{id} {profile} {key}: {said}, expected {expected}").unwrap();
            }
        }
        let is_disputed = |kind| matches!(kind, MarkKind::Disputed);
        let says_so = verdict.marks().iter().any(|mark| is_disputed(mark.kind()));
        if !vector.undisputed && !says_so {
            writeln!(failed, "{} {profile}: no mark `disputed`", vector.id).unwrap();
        }
    }
    assert!(failed.is_empty(), "\n{failed}");
}

/// A vector about one cell of the table and its document.
#[derive(serde::Deserialize)]
struct OfCell {
    cell: String,
    document: String,
    #[serde(flatten)]
    vector: Vector,
}

#[test]
fn what_documents_of_owners_say_is_answered() {
    let path = robots_policy_kit::files::root().join("fixtures/engines/cells.jsonl");
    let cases = fs::read_to_string(path).unwrap();
    let mut failed = String::new();
    for case in cases.lines() {
        let OfCell {
            cell,
            document,
            vector,
        } = serde_json::from_str(case).unwrap();
        let (id, name) = (&vector.id, &vector.profile);
        let profile: Profile = name.parse().unwrap();
        let is_of_it = |known: &Known| {
            let source = known.evidence.map(|evidence| evidence.source().key());
            known.cell == cell && source == Some(document.as_str())
        };
        if !profile.cells().iter().any(is_of_it) {
            writeln!(failed, "{id}: {name} has no `{cell}` by {document}").unwrap();
        }
        let policy = vector.policy(profile);
        let verdict = policy.engine_verdict(profile, &vector.url, vector.now());
        for (key, expected) in &vector.expect {
            let said = Vector::answer(&verdict, key);
            if said != *expected {
                writeln!(failed, "{id}: {name} {key}: {said}, expected {expected}").unwrap();
            }
        }
    }
    assert!(failed.is_empty(), "\n{failed}");
}

/// Every profile on every vector: what a law says of all readings.
fn each_reading(law: impl Fn(&Vector, &Verdict<'_>)) {
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
            .map(robots_policy::engines::Mark::evidence);
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
const READ_OTHERWISE: [&str; 7] = [
    "User-agent: *\nAllow: /\n\nUser-agent: *\nCrawl-delay: 10",
    "User-agent: *\nCrawl-delay: 5\n\nUser-agent: *\nCrawl-delay: 10",
    "User-agent: NAME\nAllow: /\n\nUser-agent: NAME\nCrawl-delay: 10",
    "User-agent: NAME\nCrawl-delay: 9\nUser-agent: a\nDisallow: /x",
    "User-agent: *\nSitemap: https://a.example/s\nUser-agent: a\nCrawl-delay: 5",
    "User-agent: *\nCrawl-delay: 9\n\nUser-agent: NAME\nDisallow: /x",
    "User-agent: *\nDisallow: /a",
];

#[test]
fn a_file_that_an_engine_reads_otherwise_has_a_document() {
    for file in READ_OTHERWISE {
        for profile in Profile::all() {
            let name = profile.tokens().first().copied().unwrap_or("b");
            let file = file.replace("NAME", name);
            let utf_16 = file.encode_utf16().flat_map(u16::to_le_bytes).collect();
            for octets in [file.as_bytes().to_vec(), utf_16] {
                let policy = Policy::new().with_robots_txt(RobotsTxt::parse(&octets));
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
fn the_record_of_an_engine_has_the_same_bytes_when_it_is_kept() {
    each_reading(|_, verdict| {
        let written = serde_json::to_string(&Json::new(7, verdict).with_ledger()).unwrap();
        let record = Record::new(7, verdict).with_ledger(verdict);
        assert_eq!(written, serde_json::to_string(&record).unwrap());
    });
}

#[test]
fn a_verdict_is_of_a_client_or_of_an_engine() {
    let lines = [("X-Robots-Tag", "noarchive, max-snippet: 20")];
    let policy = Policy::new()
        .with_fields(HeaderReader::new().read_lines(lines))
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

#[test]
fn r_405_r_406_tokens_and_fetchers_that_do_not_obey() {
    let policy = Policy::new()
        .with_robots_txt(robots_policy::RobotsTxt::parse(
            b"User-agent: *\nDisallow: /",
        ))
        .with_document(Document::not_applicable());
    for (name, allowed, reason) in [
        ("google-extended", None, "makes-no-requests"),
        ("google-safety", Some(true), "not-obeyed"),
        ("perplexity-user", Some(true), "not-obeyed"),
        ("chatgpt-user", None, "may-not-be-obeyed"),
        ("amzn-searchbot", None, "unsaid"),
        ("claude-user", Some(false), "disallow-rule"),
    ] {
        let profile: Profile = name.parse().unwrap();
        let verdict = policy.engine_verdict(profile, "/", Timestamp::from_unix(0));
        let access = verdict.access();
        assert_eq!(
            (access.allowed(), access.reason().name()),
            (allowed, reason),
            "{name}"
        );
        assert_eq!(verdict.is_obtainable(), allowed != Some(false), "{name}");
    }
}

/// A robots.txt of this many octets: a rule at its beginning, one at its end, and comments between them.
fn large(octets: usize) -> Policy {
    let mut file = String::from("User-agent: *\nDisallow: /first\n");
    while file.len() < octets {
        file.push_str("# a line of a file that is too large for some of its readers\n");
    }
    file.push_str("Disallow: /last\n");
    let limits = robots_policy::Limits::default().with_robots_txt(4 << 20);
    let reader = robots_policy::robots_txt::RobotsTxtReader::new().with_limits(limits);
    Policy::new().with_robots_txt(reader.read(file.as_bytes()))
}

#[test]
fn r_419_r_446_a_robots_txt_may_be_too_large_for_an_engine() {
    let now = Timestamp::from_unix(0);
    let fetches = |policy: &Policy, engine: &str, path| {
        let verdict = policy.engine_verdict(engine.parse().unwrap(), path, now);
        verdict.access().allowed()
    };
    let policy = large(400_000);
    for engine in ["googlebot", "yandexbot", "bingbot"] {
        let answers = ["/first", "/last"].map(|path| fetches(&policy, engine, path));
        assert_eq!(answers, [Some(false), Some(false)], "{engine}");
    }
    let policy = large(600_000);
    for (engine, first, last) in [
        ("googlebot", false, true),
        ("yandexbot", true, true),
        ("bingbot", false, false),
    ] {
        let answers = ["/first", "/last"].map(|path| fetches(&policy, engine, path));
        assert_eq!(answers, [Some(first), Some(last)], "{engine}");
    }
    let yandex = policy.engine_verdict("yandexbot".parse().unwrap(), "/first", now);
    let marks: Vec<String> = yandex.marks().iter().map(ToString::to_string).collect();
    assert!(
        marks.contains(&String::from("counts-as-absent: robots.txt too large")),
        "{marks:?}"
    );
}

#[test]
fn r_448_a_permission_in_a_field_is_disputed() {
    let lines = [("X-Robots-Tag", "all, none")];
    let policy = Policy::new()
        .with_fields(HeaderReader::new().read_lines(lines))
        .with_document(Document::not_applicable());
    let yandex = policy.engine_verdict("yandexbot".parse().unwrap(), "/", Timestamp::from_unix(0));
    assert_eq!((yandex.index(), yandex.follow()), (Some(true), Some(true)));
    let marks: Vec<String> = yandex.marks().iter().map(ToString::to_string).collect();
    assert!(
        marks.contains(&String::from("disputed: permissive beyond one meta")),
        "{marks:?}"
    );
}

#[test]
fn a_policy_token_is_asked_by_the_ladder_of_its_engine() {
    let asked = |policy: &Policy, now: i64| {
        let now = Timestamp::from_unix(now);
        let google = policy.engine_verdict("googlebot".parse().unwrap(), "/", now);
        let uses = google.uses();
        // What an answer of nobody says of fetching is no word about a use.
        assert_eq!(uses.of(robots_policy::uses::Activity::Train), None);
        uses.tokens()[0].access_reason().name()
    };
    let failing = robots_policy::robots_txt::Robots::Unreachable {
        since: Timestamp::from_unix(0),
        cause: robots_policy::robots_txt::Cause::ServerError,
    };
    let policy = Policy::new()
        .with_robots(failing)
        .with_document(Document::not_applicable());
    assert_eq!(asked(&policy, 3600), "unreachable", "nothing is fetched");
    assert_eq!(asked(&policy, 48 * 3600), "unavailable", "all is fetched");
    assert_eq!(asked(&policy, 800 * 3600), "unknown");
}

#[test]
fn a_policy_token_of_another_time_says_no_yes() {
    let train = |file: &str, is_of_page: bool| {
        let policy = Policy::new()
            .with_assumed(Assumed::rest())
            .with_robots_txt(robots_policy::RobotsTxt::parse(file.as_bytes()));
        let policy = if is_of_page {
            policy
        } else {
            policy.with_other_time(Source::RobotsTxt, robots_policy::Why::Later)
        };
        ["googlebot", "applebot"].map(|name| {
            let engine = name.parse().unwrap();
            let verdict = policy.engine_verdict(engine, "/", Timestamp::from_unix(0));
            verdict.train()
        })
    };
    let file = |rule: &str| {
        format!(
            "User-agent: Google-Extended\nUser-agent: Applebot-Extended\n{rule}: /\n\nUser-agent: *\nAllow: /\n"
        )
    };
    let (open, closed) = (file("Allow"), file("Disallow"));
    assert_eq!(train(&open, true), [Some(UseAnswer::Yes); 2]);
    assert_eq!(train(&open, false), [None; 2]);
    assert_eq!(train(&closed, true), [Some(UseAnswer::No); 2]);
    assert_eq!(train(&closed, false), [Some(UseAnswer::No); 2]);
}

/// Metas in the body that do not count for an engine, whatever the other askers of a run have read.
#[test]
fn a_body_that_an_engine_does_not_read_leaves_no_mark() {
    let html = "<title>t</title><p><meta name=googlebot content=noindex><meta name=robots content=nofollow>";
    let marks = |profile: Profile, places: &[Placement]| {
        let rules = MetaRules::new().with_placements(places.iter().copied());
        let mut metas = MetaExtractor::new().with_rules(rules);
        let _ = metas.feed(html.as_bytes());
        let policy = Policy::new().with_document(Document::whole(metas.finish()));
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

/// No owner of an engine names `Robots-Tag` in a document.
#[test]
fn robots_tag_counts_for_every_engine_with_a_mark() {
    let marks = |profile: Profile, name: &str| {
        let lines = [(name, "*;noindex"), (name, "noindex")];
        let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines));
        let verdict = policy.engine_verdict(profile, "/", Timestamp::from_unix(0));
        let marks = verdict.marks().iter().map(ToString::to_string);
        marks
            .filter(|mark| mark.contains("Robots-Tag"))
            .collect::<Vec<String>>()
    };
    let profile: Profile = "googlebot".parse().unwrap();
    assert_eq!(
        marks(profile, "Robots-Tag"),
        ["undocumented: reads Robots-Tag"]
    );
    assert!(marks(profile, "X-Robots-Tag").is_empty());
}

#[test]
fn a_use_of_a_page_that_is_not_fetched_or_indexed_is_not_yes() {
    let now = Timestamp::from_unix(0);
    let bing: Profile = "bingbot".parse().unwrap();
    let closed = robots_policy::RobotsTxt::parse(b"User-agent: *\nDisallow: /");
    let policy = Policy::new()
        .with_robots_txt(closed)
        .with_document(Document::not_applicable());
    let verdict = policy.engine_verdict(bing, "/", now);
    assert_eq!((verdict.answer(), verdict.train()), (None, None));

    let lines = [("X-Robots-Tag", "noindex")];
    let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines));
    let verdict = policy.engine_verdict(bing, "/", now);
    assert_eq!(
        (verdict.answer(), verdict.train()),
        (Some(UseAnswer::No), None)
    );
}
