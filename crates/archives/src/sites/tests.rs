//! Documents about AI use out of stored answers.
#![allow(clippy::unwrap_used)] // a test fails by panicking

use std::collections::BTreeMap;
use std::sync::Mutex;

use robots_policy::Client;
use robots_policy::header::HeaderReader;
use robots_policy::uses::{Activity, Label, Uses};

use super::*;

/// The clock of the verdicts, years after every answer.
fn now() -> Timestamp {
    Timestamp::from_unix(1_800_000_000)
}

/// Answers in memory, and the keys that were asked for.
#[derive(Default)]
struct Memory {
    answers: BTreeMap<String, Answer>,
    asked: Mutex<Vec<String>>,
}

impl Answers for Memory {
    fn get(&self, key: &str) -> Result<Option<Answer>, StoreError> {
        self.asked.lock().unwrap().push(key.to_owned());
        Ok(self.answers.get(key).cloned())
    }
}

impl Memory {
    fn of(answers: &[(&str, Answer)]) -> Memory {
        let answers = answers.iter().cloned();
        Memory {
            answers: answers
                .map(|(key, answer)| (key.to_owned(), answer))
                .collect(),
            asked: Mutex::default(),
        }
    }
}

fn answer(status: u16, body: &str) -> Answer {
    Answer {
        at: 0,
        status,
        location: None,
        body: Some(StoredBody::whole(body.as_bytes().to_vec())),
    }
}

fn to(location: &str) -> Answer {
    Answer {
        location: Some(location.to_owned()),
        ..answer(301, "")
    }
}

const PAGE: &str = "https://a.example/news/1";
const SITE: &str = "https://a.example";
const TDMREP: &str = "https://a.example/.well-known/tdmrep.json";
const LICENSE: &str = "https://a.example/l.xml";
const RESERVED: &str = r#"[{"location": "/", "tdm-reservation": 1}]"#;
const NO_TRAINING: &str = r#"<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license>
    <prohibits type="usage">ai-train</prohibits></license></content></rsl>"#;

/// The answers for an asker about a page with these field lines.
fn uses(sites: &mut CrawlSites, asker: &str, lines: &[(&str, &str)]) -> Uses {
    let url = Url::parse(PAGE).unwrap();
    let policy = sites.of(PAGE, &url).unwrap();
    let policy = policy.with_fields(HeaderReader::new().read_lines(lines.iter().copied()));
    let asker = Client::new(asker).unwrap();
    let uses = policy.verdict(&asker, PAGE, Timestamp::from_unix(0)).uses();
    match sites.licensed(&policy, &uses).unwrap() {
        Some(licensed) => licensed
            .verdict(&asker, PAGE, Timestamp::from_unix(0))
            .uses(),
        None => uses,
    }
}

fn sites(answers: &[(&str, Answer)]) -> CrawlSites {
    CrawlSites::new(Arc::new(Memory::of(answers)), RobotsTxtReader::new(), now())
}

fn unread(uses: &Uses) -> Vec<String> {
    let unread = uses.unread();
    unread
        .map(|pointer| format!("{} {}", pointer.why(), pointer.url()))
        .collect()
}

#[test]
fn a_tdmrep_file_counts_by_how_its_fetch_ended() {
    let other = "https://www.a.example/.well-known/tdmrep.json";
    let undecodable = Answer {
        body: None,
        ..answer(200, "")
    };
    let missing = format!("tdmrep {TDMREP}");
    for (answers, mine, is_read) in [
        (vec![(TDMREP, answer(200, RESERVED))], "disallow", true),
        (vec![(TDMREP, answer(404, RESERVED))], "unstated", true),
        (vec![(TDMREP, answer(503, RESERVED))], "unstated", false),
        (vec![(TDMREP, undecodable)], "unstated", false),
        (vec![], "unstated", false),
        (
            vec![(TDMREP, to(other)), (other, answer(200, RESERVED))],
            "disallow",
            true,
        ),
        (
            vec![(TDMREP, to(other)), (other, answer(410, ""))],
            "unstated",
            true,
        ),
        (vec![(TDMREP, to(other))], "unstated", false),
        (
            vec![(TDMREP, to("/.well-known/tdmrep.json"))],
            "unstated",
            false,
        ),
        (vec![(TDMREP, to("http://["))], "unstated", false),
        // A file of robots.txt is not a document, whatever it is called.
        (vec![(SITE, answer(200, RESERVED))], "unstated", false),
    ] {
        let uses = uses(&mut sites(&answers), "a", &[]);
        assert_eq!(uses.of(Activity::Mine).name(), mine, "{answers:?}");
        assert_eq!(unread(&uses).contains(&missing), !is_read, "{answers:?}");
    }
}

#[test]
fn licences_are_those_that_a_source_points_at() {
    let link = (
        "Link",
        r#"</l.xml>; rel="license"; type="application/rsl+xml""#,
    );
    let http = "http://a.example/l.xml";
    let missing = format!("license {LICENSE}");
    for (answers, train, missing) in [
        (vec![(LICENSE, answer(200, NO_TRAINING))], "disallow", None),
        (vec![], "unstated", Some(missing.clone())),
        (
            vec![(LICENSE, answer(404, NO_TRAINING))],
            "unstated",
            Some(missing.clone()),
        ),
        (
            vec![(LICENSE, answer(200, "<html>"))],
            "unstated",
            Some(format!("not-conforming {LICENSE}")),
        ),
        (
            vec![(LICENSE, to(http)), (http, answer(200, NO_TRAINING))],
            "disallow",
            None,
        ),
        (vec![(LICENSE, to(http))], "unstated", Some(missing)),
    ] {
        let uses = uses(&mut sites(&answers), "a", &[link]);
        assert_eq!(uses.of(Activity::Train).name(), train, "{answers:?}");
        assert!(uses.licenses().eq([LICENSE]));
        let unread = unread(&uses)
            .into_iter()
            .filter(|one| !one.starts_with("tdmrep"));
        assert!(unread.eq(missing), "{answers:?}");
    }
    let held = [(LICENSE, answer(200, NO_TRAINING))];
    let uses = uses(&mut sites(&held), "a", &[]);
    assert!(uses.is_empty(), "nothing points at it");
}

#[test]
fn a_licence_for_one_group_does_not_bind_another() {
    let robots = "User-agent: a\nAllow: /\nLicense: /l.xml\n\nUser-agent: *\nAllow: /\n";
    let answers = [
        (SITE, answer(200, robots)),
        (LICENSE, answer(200, NO_TRAINING)),
    ];
    let mut sites = sites(&answers);
    for _ in 0..2 {
        assert_eq!(
            uses(&mut sites, "a", &[])
                .preference(Label::RslAiTrain)
                .name(),
            "disallow"
        );
        assert!(uses(&mut sites, "b", &[]).is_empty());
    }
}

#[test]
fn each_answer_is_looked_up_once() {
    let link = (
        "Link",
        r#"</l.xml>; rel="license"; type="application/rsl+xml""#,
    );
    let memory = Arc::new(Memory::default());
    let answers = Arc::clone(&memory) as Arc<dyn Answers>;
    let mut sites = CrawlSites::new(answers, RobotsTxtReader::new(), now());
    for _ in 0..3 {
        uses(&mut sites, "a", &[link]);
    }
    assert_eq!(*memory.asked.lock().unwrap(), [SITE, TDMREP, LICENSE]);
}

#[test]
fn a_page_that_points_at_very_many_licences_costs_few_lookups() {
    let robots = (0..2000).fold(String::from("User-agent: *\nAllow: /\n"), |file, n| {
        file + &format!("License: /{n}.xml\n")
    });
    let memory = Arc::new(Memory::of(&[(SITE, answer(200, &robots))]));
    let answers = Arc::clone(&memory) as Arc<dyn Answers>;
    let mut sites = CrawlSites::new(answers, RobotsTxtReader::new(), now());
    let uses = uses(&mut sites, "a", &[]);
    assert!(uses.unread().count() > 200);
    assert!(memory.asked.lock().unwrap().len() <= MOST_LICENSES + 2);
}

/// The ladder of an engine begins at its first rung, however old the archive is.
#[test]
fn a_failure_in_an_old_archive_has_just_begun() {
    let failed = Answer {
        at: 0,
        status: 503,
        location: None,
        body: Some(StoredBody::whole(Vec::new())),
    };
    let page = "https://a.example/";
    let mut sites = sites(&[("https://a.example", failed)]);
    let policy = sites.of(page, &Url::parse(page).unwrap()).unwrap();
    let policy = policy.with_site_up(true);
    for (engine, allowed) in [("googlebot", false), ("yandexbot", true)] {
        let profile = engine.parse().unwrap();
        let engine = policy.engine_verdict(profile, page, now());
        assert_eq!(engine.access().allowed(), Some(allowed), "{engine:?}");
    }
}
