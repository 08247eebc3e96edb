//! Whether an engine is asked not to do something, and whether its owner says that it listens: the same two facts in every
//! part of a record, for every engine.

use robots_policy::engines::{Profile, UseAnswer};
use robots_policy::ledger::{Assumed, Document};
use robots_policy::report::Record;
use robots_policy::robots_txt::{Fetched, RobotsFetch};
use robots_policy::uses::{Activity, Answer, TdmRep};
use robots_policy::{HeaderReader, MetaExtractor, Policy, RobotsTxt, Timestamp, Verdict};
use serde_json::{Value, json};

fn now() -> Timestamp {
    "2026-11-21T00:00:00Z".parse().unwrap()
}

fn robots(file: &str) -> Policy {
    let file = RobotsTxt::parse(file.as_bytes());
    Policy::new()
        .with_robots_txt(file)
        .with_document(Document::not_applicable())
}

fn field(name: &str, value: &str) -> Policy {
    let fields = HeaderReader::new().read_lines([(name, value)]);
    Policy::new()
        .with_fields(fields)
        .with_assumed(Assumed::rest())
}

fn meta(content: &str) -> Policy {
    let mut metas = MetaExtractor::new();
    let _ = metas.feed(format!("<meta name=robots content='{content}'><body>").as_bytes());
    Policy::new()
        .with_document(Document::whole(metas.finish()))
        .with_assumed(Assumed::rest())
}

/// A robots.txt whose fetch ends with this status.
fn answered(status: u16) -> Policy {
    let mut fetch = RobotsFetch::default();
    let none = http::HeaderMap::new();
    let answer = Fetched::from_response(status, &none, b"");
    let mut ask = fetch.begin();
    let _ = fetch.answered(&mut ask, answer, now());
    Policy::new()
        .with_fetch(&fetch, now())
        .with_assumed(Assumed::rest())
}

fn inputs() -> Vec<Policy> {
    let tdmrep = br#"[{"location": "/", "tdm-reservation": 1}]"#;
    let mut all = vec![
        Policy::new(),
        Policy::new()
            .with_tdmrep(TdmRep::parse(tdmrep))
            .with_document(Document::not_applicable()),
        answered(200),
        answered(404),
        answered(500),
    ];
    for (name, value) in [
        ("Content-Signal", "ai-train=no, ai-input=no"),
        ("Content-Usage", "train-ai=n, ai-use=n"),
        ("TDM-Reservation", "1"),
        ("X-Robots-Tag", "noai, noml"),
    ] {
        all.push(field(name, value));
    }
    for content in [
        "noai",
        "noarchive",
        "nocache",
        "nosnippet",
        "max-snippet:9",
        "noindex",
        "none",
    ] {
        all.push(meta(content));
        all.push(meta(content).union(field("Content-Signal", "ai-train=no, ai-input=no")));
    }
    for token in [
        "Google-Extended",
        "Applebot-Extended",
        "Seznam-Extended",
        "Amazonbot",
        "*",
    ] {
        for line in [
            "Disallow: /",
            "Allow: /",
            "Content-Signal: ai-train=no",
            "License: /l.xml",
        ] {
            all.push(robots(&format!("User-agent: {token}\n{line}\n")));
        }
    }
    all.extend(
        super::uses::vectors()
            .iter()
            .map(super::uses::Vector::policy),
    );
    all
}

/// Asks every engine about every input.
fn for_all(mut hold: impl FnMut(&Verdict<'_>, &Value, Activity)) {
    let inputs = inputs();
    let vectors = super::engines::vectors();
    for profile in Profile::all() {
        let of_vectors = vectors.iter().map(|vector| vector.policy(profile));
        for policy in inputs.iter().cloned().chain(of_vectors) {
            let verdict = policy.engine_verdict(profile, "https://example.com/a", now());
            let record = serde_json::to_value(Record::new(0, &verdict)).unwrap();
            for activity in Profile::ACTIVITIES {
                hold(&verdict, &record, activity);
            }
        }
    }
}

/// The key of `as` about what the engine does.
fn used(activity: Activity) -> &'static str {
    match activity {
        Activity::Train => "train",
        _ => "answer",
    }
}

#[test]
fn no_engine_uses_what_it_is_asked_not_to() {
    let mut asked = 0;
    for_all(|_, record, activity| {
        let stated = &record["uses"][activity.name()];
        let is_asked = [json!("disallow"), json!("conditional")].contains(stated);
        let engine = &record["as"];
        assert_eq!(
            engine["asked_not_to"][activity.name()] == json!(true),
            is_asked,
            "{record:#}"
        );
        if is_asked {
            asked += 1;
            assert_ne!(engine[used(activity)], json!(true), "{record:#}");
        } else {
            assert_eq!(
                engine["listens"][activity.name()],
                json!(null),
                "{record:#}"
            );
            // An owner may say that it never does.
            let is_not = engine[used(activity)] == json!(false);
            assert!(!is_not || is_never(engine, activity), "{record:#}");
        }
    });
    assert!(asked > 1000, "{asked}");
}

/// Whether the owner of an engine says that what it fetches is never used so.
fn is_never(engine: &Value, activity: Activity) -> bool {
    let profile: Profile = engine["profile"].as_str().unwrap().parse().unwrap();
    let cells = profile.cells();
    let cell = cells.iter().find(|known| known.cell == "never used for");
    cell.unwrap()
        .value
        .split(", ")
        .any(|never| never == activity.name())
}

/// A group of its own that is closed is how owners of engines want to hear that nothing is to be trained.
#[test]
fn a_closed_group_of_its_own_refuses_training() {
    let facts = |file: &str, engine: &str| {
        let policy = Policy::new()
            .with_robots_txt(robots_policy::RobotsTxt::parse(file.as_bytes()))
            .with_assumed(robots_policy::ledger::Assumed::rest());
        let uses = policy
            .engine_verdict(engine.parse().unwrap(), "/a", now())
            .uses();
        let train = Activity::Train;
        (
            uses.asked_not_to(train),
            uses.listens(train),
            uses.used(train),
        )
    };
    let (no, yes) = (Some(UseAnswer::No), Some(UseAnswer::Yes));
    for engine in ["gptbot", "claudebot"] {
        let closed = format!("User-agent: {engine}\nDisallow: /\n");
        assert_eq!(
            facts(&closed, engine),
            (Some(true), Some(true), no),
            "{engine}"
        );
        let open = format!("User-agent: {engine}\nDisallow: /b\n");
        assert_eq!(facts(&open, engine), (Some(false), None, yes), "{engine}");
        // The group of every client is not what the owner's page speaks of.
        assert_eq!(
            facts("User-agent: *\nDisallow: /\n", engine),
            (Some(false), None, None),
            "{engine}"
        );
    }
}

#[test]
fn what_asks_is_among_the_reasons() {
    for_all(|_, record, activity| {
        let stated = &record["uses"][activity.name()];
        if *stated != json!("disallow") {
            return;
        }
        let mut reasons = record["reasons"].as_array().unwrap().iter();
        // A directive of convention is a reason of the verdict itself.
        let convention = ["noai", "noml", "noimageai"].map(Value::from);
        let asks = reasons.any(|reason| {
            reason.get("vocabulary").is_some() && reason["value"] == *stated
                || convention.contains(&reason["directive"])
        });
        assert!(asks, "{activity}: {record:#}");
    });
}

#[test]
fn the_two_facts_of_some_engines() {
    let facts = |policy: &Policy, engine: &str, activity| {
        let uses = policy
            .engine_verdict(engine.parse().unwrap(), "/", now())
            .uses();
        (
            uses.asked_not_to(activity),
            uses.listens(activity),
            uses.used(activity),
        )
    };
    let (train, input) = (Activity::Train, Activity::Input);
    let asks = field("Content-Signal", "ai-train=no");
    assert_eq!(facts(&asks, "amazonbot", train), (Some(true), None, None));
    assert_eq!(facts(&asks, "bingbot", train), (Some(true), None, None));
    assert_eq!(facts(&asks, "gptbot", train), (Some(true), None, None));
    assert_eq!(facts(&asks, "gptbot", input), (Some(false), None, None));

    let no = Some(UseAnswer::No);
    assert_eq!(
        facts(&meta("noarchive"), "amazonbot", train),
        (Some(true), Some(true), no)
    );
    let limited = Some(UseAnswer::Limited);
    assert_eq!(
        facts(&meta("nocache"), "bingbot", train),
        (Some(false), None, limited)
    );
    let both = meta("nocache").union(asks);
    assert_eq!(facts(&both, "bingbot", train), (Some(true), None, limited));
    let noai = |engine| facts(&field("X-Robots-Tag", "noai"), engine, train);
    assert_eq!(
        noai("googlebot"),
        (Some(true), None, None),
        "not in its list"
    );
    assert_eq!(noai("seznambot").1, Some(false), "it reads no fields");

    let token = robots("User-agent: Google-Extended\nDisallow: /");
    for activity in [train, input] {
        assert_eq!(
            facts(&token, "google-extended", activity),
            (Some(true), Some(true), no)
        );
        // Its token decides on training alone; Search has answers of its own.
        let decided = no.filter(|_| activity == train);
        assert_eq!(
            facts(&token, "googlebot", activity),
            (Some(true), Some(true), decided)
        );
        assert_ne!(facts(&token, "bingbot", activity).0, Some(true));
    }
    // Google intends to support the token of a draft, and does not say that it does.
    let shared = robots("User-agent: __usage_ai-training\nDisallow: /");
    for engine in ["googlebot", "gptbot", "ccbot"] {
        assert_eq!(facts(&shared, engine, train), (Some(true), None, None));
    }
    let all = robots("User-agent: *\nDisallow: /");
    assert_eq!(
        facts(&all, "google-extended", train),
        (Some(true), None, None)
    );
    let signal = robots("User-agent: Google-Extended\nContent-Signal: ai-train=no\nAllow: /");
    assert_eq!(
        facts(&signal, "google-extended", train),
        (Some(true), None, None)
    );
    // Its owner says that it does not obey robots.txt.
    let all = robots("User-agent: *\nContent-Signal: ai-input=no\nAllow: /");
    assert_eq!(
        facts(&all, "google-read-aloud", input),
        (Some(true), Some(false), None)
    );
}

#[test]
fn a_robots_txt_out_of_reach_closes_the_site_and_reserves_no_use() {
    let policy = answered(500);
    for engine in ["googlebot", "google-extended"] {
        let google = policy.engine_verdict(engine.parse().unwrap(), "/", now());
        assert_ne!(google.access().allowed(), Some(true));
        assert_eq!(google.uses().of(Activity::Train), None, "{engine}");
        assert_eq!(google.train(), None, "{engine}");
        let record = serde_json::to_value(Record::new(0, &google)).unwrap();
        assert_eq!(record["reasons"], json!([]), "{engine}");
    }
}

#[test]
fn a_wish_about_ai_restricts_no_page_in_any_vocabulary() {
    let token = "User-agent: Google-Extended\nDisallow: /";
    let stated = [
        robots(token).with_assumed(Assumed::rest()),
        field("X-Robots-Tag", "noai"),
        field("X-Robots-Tag", "noml"),
        field("Content-Usage", "train-ai=n"),
        field("Content-Signal", "ai-train=no"),
        field("TDM-Reservation", "1"),
    ];
    for policy in stated {
        let google = policy.engine_verdict("googlebot".parse().unwrap(), "/", now());
        assert_eq!(google.uses().of(Activity::Train), Some(Answer::Disallow));
        assert_eq!(google.page_restricted(), Some(false), "{policy:?}");
    }
    // What its owner says that it never does, no one has asked.
    let silent = robots("").with_assumed(Assumed::rest());
    let never = silent.engine_verdict("perplexitybot".parse().unwrap(), "/", now());
    assert_eq!(never.train(), Some(UseAnswer::No));
    assert_eq!(
        (never.page_restricted(), never.is_kept_out()),
        (Some(false), false)
    );
}

#[test]
fn because_of_use_has_each_statement_once_in_their_order() {
    let policy = field(
        "X-Robots-Tag",
        "nosnippet, noindex, nosnippet, max-snippet: 3, none",
    );
    let google = policy.engine_verdict("googlebot".parse().unwrap(), "/", now());
    let because = google.because_of_use(Activity::Input);
    let texts: Vec<_> = because.iter().map(|because| because.text()).collect();
    assert_eq!(texts, ["nosnippet", "noindex", "nosnippet", "none"]);
}
