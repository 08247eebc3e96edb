//! Documents about AI use out of stored answers.
#![allow(clippy::unwrap_used)] // a test fails by panicking

use robots_policy_live::StoredBody;
use std::collections::BTreeMap;
use std::sync::Mutex;

use robots_policy::header::HeaderReader;
use robots_policy::uses::{Activity, Uses};
use robots_policy::{Client, Limits, ledger};
use robots_policy_kit::told::assert_told;

use super::*;
use crate::answer::Answer;

/// The clock of the verdicts, years after every answer.
fn now() -> Timestamp {
    Timestamp::from_unix(1_800_000_000)
}

/// Answers in memory, and the keys that were asked for.
#[derive(Default)]
struct MemoryAnswers {
    answers: BTreeMap<String, Answer>,
    asked: Mutex<Vec<String>>,
}

impl Answers for MemoryAnswers {
    fn get(&self, key: &str) -> Result<Option<Answer>, StoreError> {
        self.asked.lock().unwrap().push(key.to_owned());
        Ok(self.answers.get(key).cloned())
    }
}

impl MemoryAnswers {
    fn of<K: AsRef<str>>(answers: &[(K, Answer)]) -> MemoryAnswers {
        let answers = answers.iter();
        let answers = answers.map(|(key, answer)| (key.as_ref().to_owned(), answer.clone()));
        MemoryAnswers {
            answers: answers.collect(),
            asked: Mutex::default(),
        }
    }
}

fn answer(status: u16, body: &str) -> Answer {
    crate::answer::tests::answer(0, status, body.as_bytes())
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
/// The answers for an asker about a page with these field lines, without a document and, unless it is stored, without a robots.txt.
fn uses(sites: &mut CrawlSites, asker: &str, lines: &[(&str, &str)]) -> Uses {
    let url = Url::parse(PAGE).unwrap();
    let policy = sites.of(PAGE, &url, When::Latest).unwrap().first;
    let policy = policy
        .with_fields(HeaderReader::new().read_lines(lines.iter().copied()))
        .with_content_type([b"text/html".as_slice()])
        .with_document(ledger::Document::not_applicable())
        .with_assumed(ledger::Assumed::new().with(ledger::Input::RobotsTxt));
    let asker = Client::new(asker).unwrap();
    let uses = policy.verdict(&asker, PAGE, Timestamp::from_unix(0)).uses();
    match sites.licensed(&policy, &uses, When::Latest).unwrap() {
        Some(licensed) => licensed
            .verdict(&asker, PAGE, Timestamp::from_unix(0))
            .uses(),
        None => uses,
    }
}

fn sites<K: AsRef<str>>(answers: &[(K, Answer)]) -> CrawlSites {
    CrawlSites::new(
        Arc::new(MemoryAnswers::of(answers)),
        RobotsTxtReader::new(),
        now(),
    )
}

/// A step is an answer that is stored (`key = status body`, `key = 301 -> place`, `key = coded`), or an asker with the fields of the
/// page; what is told is what the page says of mining and training, what is not known, and the licences. A heading begins anew.
#[test]
fn documents_about_use_count_by_how_their_fetch_ended() {
    let mut answers: Vec<(String, Answer)> = Vec::new();
    assert_told("crates/archives/src/sites/tests/uses.txt", |step, _| {
        if step.starts_with("# ") {
            answers.clear();
        } else if let Some((key, stored)) = step.split_once(" = ") {
            answers.push((key.to_owned(), stored_as(stored)));
        } else {
            let (asker, fields) = step.split_once(' ').unwrap_or((step, ""));
            let lines: Vec<(&str, &str)> = fields.split_once(": ").into_iter().collect();
            let mut sites = sites(&answers);
            let first = told_uses(&uses(&mut sites, asker, &lines));
            assert_eq!(
                told_uses(&uses(&mut sites, asker, &lines)),
                first,
                "asked again"
            );
            return first;
        }
        String::new()
    });
}

fn stored_as(text: &str) -> Answer {
    match text.split_once(' ') {
        None => Answer {
            body: None,
            ..answer(200, "")
        },
        Some((_, place)) if place.starts_with("-> ") => to(&place[3..]),
        Some((status, body)) => answer(status.parse().unwrap(), &body.replace(r"\n", "\n")),
    }
}

fn told_uses(uses: &Uses) -> String {
    let mine = uses.of(Activity::Mine).map_or("?", |answer| answer.name());
    let train = uses.of(Activity::Train).map_or("?", |answer| answer.name());
    let mut lines = vec![format!("mine {mine}, train {train}")];
    lines.extend(
        uses.unread()
            .map(|one| format!("{} {}", one.why(), one.url())),
    );
    lines.extend(uses.licenses().map(|license| format!("licence {license}")));
    lines.join("\n")
}

#[test]
fn each_answer_is_looked_up_once() {
    let memory = Arc::new(MemoryAnswers::default());
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
    let memory = Arc::new(MemoryAnswers::of(&[(SITE, answer(200, &robots))]));
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
    let policy = site.first.with_site_up(true);
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
    let store = MemoryAnswers::of(&[(SITE, kept), (TDMREP, answer(404, ""))]);
    let mut sites = CrawlSites::new(Arc::new(store), reader, now());
    let page = format!("{SITE}{path}");
    let site = sites
        .of(&page, &Url::parse(&page).unwrap(), When::Latest)
        .unwrap();
    let verdict = site.first.verdict(&Client::anonymous(), &page, now());
    let unread = verdict.unread();
    let unread = unread.filter(|one| one.source() == ledger::Input::RobotsTxt);
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
    let policy = sites.of(PAGE, &url, When::Latest).unwrap().first;
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
