//! Documents about AI use out of stored answers.
#![allow(clippy::unwrap_used)] // a test fails by panicking

use std::collections::BTreeMap;
use std::sync::Mutex;

use robots_policy::header::HeaderReader;
use robots_policy::uses::{Activity, Label, Uses};
use robots_policy::{Client, Limits, ledger};

use super::*;
use crate::answer::Answer;

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
        record_id: None,
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
/// The field of a page that points at it.
const LINK: (&str, &str) = (
    "Link",
    r#"</l.xml>; rel="license"; type="application/rsl+xml""#,
);
const RESERVED: &str = r#"[{"location": "/", "tdm-reservation": 1}]"#;
const NO_TRAINING: &str = r#"<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license>
    <prohibits type="usage">ai-train</prohibits></license></content></rsl>"#;

/// The name of the answer about a use; `null` if it is not known.
fn said(uses: &Uses, activity: Activity) -> &'static str {
    uses.of(activity).map_or("null", |answer| answer.name())
}

/// The answers for an asker about a page with these field lines, without a document and, unless it is stored, without a robots.txt.
fn uses(sites: &mut CrawlSites, asker: &str, lines: &[(&str, &str)]) -> Uses {
    let url = Url::parse(PAGE).unwrap();
    let policy = sites.of(PAGE, &url, When::Latest).unwrap().policy;
    let policy = policy
        .with_fields(HeaderReader::new().read_lines(lines.iter().copied()))
        .with_content_type([b"text/html".as_slice()])
        .with_document(ledger::Document::not_applicable())
        .with_assumed(ledger::Assumed::new().with(ledger::Source::RobotsTxt));
    let asker = Client::new(asker).unwrap();
    let uses = policy.verdict(&asker, PAGE, Timestamp::from_unix(0)).uses();
    match sites.licensed(&policy, &uses, When::Latest).unwrap() {
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
    for (answers, mine, why) in [
        (vec![(TDMREP, answer(200, RESERVED))], "disallow", ""),
        (vec![(TDMREP, answer(404, RESERVED))], "unstated", ""),
        (vec![(TDMREP, answer(503, RESERVED))], "null", "tdmrep"),
        (vec![(TDMREP, undecodable)], "null", "not-conforming"),
        (vec![], "null", "tdmrep"),
        (
            vec![(TDMREP, to(other)), (other, answer(200, RESERVED))],
            "disallow",
            "",
        ),
        (
            vec![(TDMREP, to(other)), (other, answer(410, ""))],
            "unstated",
            "",
        ),
        (vec![(TDMREP, to(other))], "null", "tdmrep"),
        (
            vec![(TDMREP, to("/.well-known/tdmrep.json"))],
            "null",
            "tdmrep",
        ),
        (vec![(TDMREP, to("http://["))], "null", "tdmrep"),
        // A file of robots.txt is not a document, whatever it is called.
        (vec![(SITE, answer(200, RESERVED))], "null", "tdmrep"),
    ] {
        let uses = uses(&mut sites(&answers), "a", &[]);
        assert_eq!(said(&uses, Activity::Mine), mine, "{answers:?}");
        let missing = (!why.is_empty()).then(|| format!("{why} {TDMREP}"));
        assert_eq!(unread(&uses), Vec::from_iter(missing), "{answers:?}");
    }
}

#[test]
fn licences_are_those_that_a_source_points_at() {
    let http = "http://a.example/l.xml";
    let missing = format!("license {LICENSE}");
    for (answers, train, missing) in [
        (vec![(LICENSE, answer(200, NO_TRAINING))], "disallow", None),
        (vec![], "null", Some(missing.clone())),
        (
            vec![(LICENSE, answer(404, NO_TRAINING))],
            "null",
            Some(missing.clone()),
        ),
        (
            vec![(LICENSE, answer(200, "<html>"))],
            "null",
            Some(format!("not-conforming {LICENSE}")),
        ),
        (
            vec![(LICENSE, to(http)), (http, answer(200, NO_TRAINING))],
            "disallow",
            None,
        ),
        (vec![(LICENSE, to(http))], "null", Some(missing)),
    ] {
        let uses = uses(&mut sites(&answers), "a", &[LINK]);
        assert_eq!(said(&uses, Activity::Train), train, "{answers:?}");
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
    let memory = Arc::new(Memory::default());
    let answers = Arc::clone(&memory) as Arc<dyn Answers>;
    let mut sites = CrawlSites::new(answers, RobotsTxtReader::new(), now());
    for _ in 0..3 {
        uses(&mut sites, "a", &[LINK]);
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
    let page = "https://a.example/";
    let mut sites = sites(&[(SITE, answer(503, ""))]);
    let site = sites
        .of(page, &Url::parse(page).unwrap(), When::Latest)
        .unwrap();
    let policy = site.policy.with_site_up(true);
    for (engine, allowed) in [("googlebot", false), ("yandexbot", true)] {
        let profile = engine.parse().unwrap();
        let engine = policy.engine_verdict(profile, page, now());
        assert_eq!(engine.access().allowed(), Some(allowed), "{engine:?}");
    }
}

/// A robots.txt of this many bytes, which forbids `/before` at its start.
fn long(len: usize) -> Vec<u8> {
    let start = b"User-agent: *\nDisallow: /before\n".to_vec();
    let padding = b"#".repeat(len - start.len());
    [start, padding].concat()
}

/// A reader to which no body here is too long.
fn patient() -> RobotsTxtReader {
    RobotsTxtReader::new().with_limits(Limits::default().with_robots_txt(8 << 20))
}

/// The answers to an asker about the page of this path, and why robots.txt is unread.
fn of_path(body: StoredBody, reader: RobotsTxtReader, path: &str) -> (Option<bool>, Vec<String>) {
    let kept = Answer {
        body: Some(body),
        ..answer(200, "")
    };
    let store = Memory::of(&[(SITE, kept), (TDMREP, answer(404, ""))]);
    let mut sites = CrawlSites::new(Arc::new(store), reader, now());
    let page = format!("{SITE}{path}");
    let site = sites
        .of(&page, &Url::parse(&page).unwrap(), When::Latest)
        .unwrap();
    let verdict = site.policy.verdict(&Client::anonymous(), &page, now());
    let unread = verdict.unread();
    let unread = unread.filter(|one| one.source() == ledger::Source::RobotsTxt);
    let whys = unread.map(|one| one.why().name().to_owned()).collect();
    let uses = verdict.uses();
    assert!(uses.of(Activity::Train).is_none(), "{path}");
    (verdict.access().allowed(), whys)
}

/// Tables without lengths cut one byte after 512 KiB, whatever the limit of today is.
#[test]
fn a_robots_txt_that_was_cut_allows_nothing() {
    let (limit, none) = (vec![String::from("limit")], Vec::new());
    let unrecorded = StoredBody::unrecorded(long(524_289));
    let cut = StoredBody::new(long(524_289), 600 << 10, true);
    let broken = StoredBody::new(long(524_289), 0, false);
    for body in [unrecorded, cut, broken] {
        for reader in [RobotsTxtReader::new(), patient()] {
            let found = |path| of_path(body.clone(), reader.clone(), path);
            assert_eq!(found("/before"), (Some(false), limit.clone()));
            assert_eq!(found("/after"), (None, limit.clone()));
        }
    }
    for body in [
        StoredBody::unrecorded(long(524_288)),
        StoredBody::unrecorded(long(700 << 10)),
        StoredBody::whole(long(524_289)),
    ] {
        let found = |path| of_path(body.clone(), patient(), path);
        assert_eq!(found("/before"), (Some(false), none.clone()));
        assert_eq!(found("/after"), (Some(true), none.clone()));
    }
}

#[test]
fn a_document_about_use_that_was_cut_decides_nothing() {
    let allows = "<rsl xmlns=\"https://rslstandard.org/rsl\"><content url=\"/\"><license><permits type=\"usage\">all</permits></license></content>";
    let grants = r#"[{"location": "/", "tdm-reservation": 0}"#;
    let cut = |start: &str, len: usize| Answer {
        body: Some(StoredBody::unrecorded(
            [start.as_bytes(), &b" ".repeat(len - start.len())].concat(),
        )),
        ..answer(200, "")
    };
    let answers = [
        (SITE, answer(404, "")),
        (LICENSE, cut(allows, 262_145)),
        (TDMREP, cut(grants, 524_289)),
    ];
    let mut sites = sites(&answers);
    let url = Url::parse(PAGE).unwrap();
    let policy = sites.of(PAGE, &url, When::Latest).unwrap().policy;
    let policy = policy
        .with_fields(HeaderReader::new().read_lines([LINK]))
        .with_content_type([b"text/html".as_slice()])
        .with_document(ledger::Document::not_applicable());
    let asker = Client::anonymous();
    let uses = policy.verdict(&asker, PAGE, now()).uses();
    let licensed = sites
        .licensed(&policy, &uses, When::Latest)
        .unwrap()
        .unwrap();
    let verdict = licensed.verdict(&asker, PAGE, now());
    let uses = verdict.uses();
    for activity in Activity::ALL {
        assert_eq!(uses.of(*activity), None, "{activity}");
    }
    let unread: Vec<&str> = verdict.unread().map(|one| one.source().name()).collect();
    assert_eq!(unread, ["tdmrep.json", "licenses"]);
}
