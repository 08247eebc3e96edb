//! Laws of the table, and an engine that is one row and no code.

use std::collections::BTreeSet;
use std::time::Duration;

use super::behaviour::Honours;
use super::*;
use crate::date::Timestamp;
use crate::directive::Directive;
use crate::header::HeaderReader;
use crate::page::meta::element::rules::own_meaning::NAMES;
use crate::policy::Policy;
use crate::robots_txt::{Cause, FetchRules, Robots, Rung, Then};
use crate::tests::rows;

#[test]
fn r_478_every_cell_that_differs_has_a_document() {
    for profile in Profile::all() {
        let general = Row::UNDOCUMENTED.cells();
        for known in profile.cells() {
            let is_general = general
                .iter()
                .any(|cell| cell.cell == known.cell && cell.value == known.value);
            assert!(
                is_general || known.evidence.is_some(),
                "{profile}: `{}` is {} without a source",
                known.cell,
                known.value
            );
        }
    }
}

#[test]
fn names_are_unique_and_tokens_are_product_tokens() {
    let mut names = BTreeSet::new();
    for profile in Profile::all() {
        assert!(names.insert(profile.name()), "{profile} twice");
        assert_eq!(profile.name(), profile.name().to_ascii_lowercase());
        assert_eq!(profile.name().parse::<Profile>().ok(), Some(profile));
        let words = profile.tokens().iter().chain(profile.page_names());
        for token in words.chain(profile.scopes()) {
            assert!(ProductToken::new(token).is_ok(), "{profile}: {token}");
        }
        let has_token = !profile.tokens().is_empty();
        assert!(
            has_token || profile.row().obeys.value != Obeys::Yes,
            "{profile} has no token"
        );
    }
}

#[test]
fn the_table_has_the_engines_of_the_digest() {
    let profiles = || Profile::all();
    assert!(profiles().count() >= 49, "{}", profiles().count());
    let in_use = profiles().filter(|profile| profile.retired().is_none());
    assert!(in_use.count() >= 49);
    for kind in Kind::ALL {
        assert!(
            profiles().any(|profile| profile.kind() == *kind),
            "no {kind}"
        );
    }
}

#[test]
fn owners_and_jobs_select_profiles() {
    let names = |list: &str| -> Vec<&str> {
        let profiles = Profile::list(list).unwrap().into_iter();
        profiles.map(Profile::name).collect()
    };
    assert_eq!(names("OpenAI")[..2], ["gptbot", "oai-searchbot"]);
    assert_eq!(names("screaming-frog"), ["screaming-frog"]);
    assert!(names("archive").contains(&"archive.org_bot"));
    let ai = names("ai");
    for (name, is_ai) in rows::<(String, bool)>(include_str!("tests/ai.jsonl")) {
        assert_eq!(ai.contains(&name.as_str()), is_ai, "{name}");
    }
    for profile in Profile::all() {
        let is_by_job = matches!(profile.kind(), Kind::Training | Kind::Answers | Kind::Agent);
        assert!(profile.is_ai() || !is_by_job, "{profile}");
        // A name is a profile before it is an owner.
        let owned = Profile::all().find(|other| other.name() == profile.owner());
        assert!(owned.is_none_or(|other| other.owner() == profile.owner()));
    }
}

/// Every evidence of the table, with the profile and the cell that has it.
fn evidence() -> impl Iterator<Item = (Profile, &'static str, Evidence)> {
    Profile::all().flat_map(|profile| {
        let cells = profile.cells().into_iter();
        cells.filter_map(move |known| Some((profile, known.cell, known.evidence?)))
    })
}

/// The days that the date of a document names: `read 2026-09-01` has one.
fn days(dated: &str) -> Vec<Day> {
    let words = dated.split([' ', ',']);
    let numbers = words.map(|word| word.split('-').map(str::parse::<u16>));
    let whole = numbers.filter_map(|parts| parts.collect::<Result<Vec<u16>, _>>().ok());
    whole
        .filter_map(|parts| match parts[..] {
            [year, month, day] => {
                Some(Day::new(year, month.try_into().ok()?, day.try_into().ok()?))
            }
            _ => None,
        })
        .collect()
}

#[test]
fn r_478_no_day_is_in_the_future() {
    assert_eq!(days("2026-05-28 and 2026-10-07").len(), 2);
    let now = Timestamp::from(std::time::SystemTime::now());
    for (profile, cell, evidence) in evidence() {
        let verified = evidence.verified();
        assert!(
            verified.start() <= now && source::VERIFIED <= verified,
            "{profile}: `{cell}` is verified on {verified}"
        );
        let source = evidence.source();
        for day in days(source.dated()) {
            assert!(
                day <= verified,
                "{profile}: `{cell}` is older than its document {source}"
            );
        }
    }
    for profile in Profile::all() {
        let retired = profile.retired().map(Day::start);
        assert!(retired <= Some(now), "{profile}");
    }
}

#[test]
fn r_478_every_document_is_used_and_its_key_is_its_own() {
    let used: BTreeSet<&str> = evidence()
        .map(|(_, _, evidence)| evidence.source().key())
        .collect();
    let mut keys = BTreeSet::new();
    for source in Reference::all() {
        let key = source.key();
        assert!(keys.insert(key), "{key} twice");
        assert!(used.contains(key), "{key} is used by no cell");
        assert!(!source.title().is_empty() && !source.dated().is_empty());
        let url = source.url().unwrap_or("https://");
        assert!(url.starts_with("https://"), "{key}: {url}");
    }
    assert_eq!(keys, used, "a document outside the table");
}

#[test]
fn no_cell_of_a_row_is_known_twice() {
    let plain = Row::UNDOCUMENTED.cells();
    for profile in Profile::all() {
        let mut seen = BTreeSet::new();
        for known in profile.cells() {
            let is_plain = plain.iter().any(|cell| cell.cell == known.cell);
            let value = if is_plain { String::new() } else { known.value };
            assert!(
                seen.insert((known.cell, value.clone())),
                "{profile}: `{}` {value} twice",
                known.cell
            );
        }
        let listed = profile.row().honours.listed.iter();
        let mut directives = BTreeSet::new();
        for directive in listed.flat_map(|(directives, _)| *directives) {
            assert!(
                directives.insert(directive.name()),
                "{profile}: {directive} in two lists"
            );
        }
    }
}

#[test]
fn no_list_of_what_is_left_undone_has_a_permission() {
    use crate::directive::Directive;
    let permits = [
        Directive::Index,
        Directive::Follow,
        Directive::All,
        Directive::Archive,
    ];
    for profile in Profile::all() {
        let lists = profile.row().honours.listed.iter();
        for (directives, honour) in lists.filter(|(_, honour)| honour.value != Honour::Honoured) {
            let has = directives.iter().any(|it| permits.contains(it));
            assert!(!has, "{profile}: {}", honour.value);
        }
    }
}

/// An engine that does not exist: a row, and nothing else.
static INVENTED: Row = Row {
    name: "inventbot",
    operator: "Invention",
    kind: Kind::Search,
    tokens: Cell::known(&["InventBot", "Bingbot"], &source::LH, Grade::Vendor),
    delay: Cell::known(Delay::Ignored, &source::LH, Grade::Quoted),
    global: Cell::known(Binding::Ignored, &source::CUA, Grade::Inferred),
    fields: Cell::known(false, &source::CUA, Grade::Reported).disputed(),
    ..Row::UNDOCUMENTED
};

#[test]
fn r_477_an_engine_is_one_row() {
    let profile = Profile::of(&INVENTED);
    assert_eq!(
        (profile.name(), profile.kind()),
        ("inventbot", Kind::Search)
    );
    assert_eq!(profile.page_names(), ["InventBot"]);
    assert_eq!(profile.verified(), Some(source::VERIFIED));
    let cells = profile.cells();
    let cell = |name| cells.iter().find(|known| known.cell == name).unwrap();
    let shown = |name| {
        let known = cell(name);
        let key = known.evidence.map(|evidence| evidence.source().key());
        (known.value.as_str(), key, known.is_disputed)
    };
    assert_eq!(shown("tokens"), ("InventBot, Bingbot", Some("LH"), false));
    assert_eq!(shown("Crawl-delay"), ("none", Some("LH"), false));
    assert_eq!(shown("bound by *"), ("no", Some("CUA"), false));
    assert_eq!(shown("reads fields"), ("no", Some("CUA"), true));
    assert_eq!(shown("groups of one name"), ("merged", None, false));
    assert_eq!(cells.len(), Row::UNDOCUMENTED.cells().len());
}

/// An engine with the behaviours that the general reading does not have, and one of which nothing is known.
static CONTRARY: Row = Row {
    name: "contrarybot",
    tokens: Cell::known(&["ContraryBot", "Bingbot"], &source::LH, Grade::Vendor),
    fetch: Cell::known(OPEN, &source::LH, Grade::Vendor),
    conflict: Cell::known(Conflict::Permissive, &source::LH, Grade::Vendor),
    none: Cell::known(&[Directive::NoSnippet], &source::LH, Grade::Vendor),
    train: Cell::known(Some(&[KEPT_OUT]), &source::LH, Grade::Vendor),
    honours: Honours {
        listed: &[(
            &[Directive::NoTranslate],
            Cell::known(Honour::Unlisted, &source::CUA, Grade::Vendor),
        )],
        ..Row::UNDOCUMENTED.honours
    },
    ..Row::UNDOCUMENTED
};

static UNKNOWN: Row = Row {
    name: "unknownbot",
    tokens: Cell::known(&["UnknownBot"], &source::LH, Grade::Vendor),
    ..Row::UNDOCUMENTED
};

const OPEN: FetchRules = FetchRules::new(&[Rung::new(Duration::ZERO, Then::Everything)]);

const KEPT_OUT: (Directive, UseAnswer) = (Directive::NoImageIndex, UseAnswer::No);

#[test]
fn r_477_a_row_is_all_that_a_reading_takes() {
    let lines = [(
        "X-Robots-Tag",
        "noindex, index, nofollow, none, notranslate, noimageindex",
    )];
    let since = Timestamp::from_unix(0);
    let cause = Cause::NetworkError;
    let policy = Policy::new()
        .with_fields(HeaderReader::new().read_lines(lines))
        .with_robots(Robots::Unreachable { since, cause });

    let contrary = policy.engine_verdict(Profile::of(&CONTRARY), "/", since);
    assert_eq!(
        contrary.differs(),
        ["access", "index", "snippet"],
        "{contrary:?}"
    );
    assert_eq!(
        contrary.directives().to_string(),
        "nosnippet, nofollow, noimageindex"
    );
    assert_eq!(contrary.not_honoured().len(), 1);
    assert_eq!(contrary.train(), Some(UseAnswer::No));
    let marks: Vec<String> = contrary.marks().iter().map(ToString::to_string).collect();
    assert_eq!(
        marks,
        [
            "fails-open: without robots.txt",
            "undocumented: directives",
            "none-is: none is",
            "permission-wins: of contradicting words",
            "undocumented: permissive beyond one meta",
        ]
    );

    let unknown = policy.engine_verdict(Profile::of(&UNKNOWN), "/", since);
    assert!(unknown.differs().is_empty() && unknown.not_honoured().is_empty());
    assert_eq!(unknown.directives(), unknown.general().directives());
    assert_eq!(unknown.access(), unknown.general().access());
}

#[test]
fn r_479_names_are_found_without_case_and_near_ones_are_named() {
    let found = |name: &str| name.parse::<Profile>().ok().map(Profile::name);
    for (name, profile) in rows::<(String, String)>(include_str!("tests/names.jsonl")) {
        assert_eq!(found(&name), Some(profile.as_str()));
    }
    let near = |name: &str| name.parse::<Profile>().unwrap_err().near();
    assert_eq!(near("gogglebot").first(), Some(&"googlebot"));
    assert!(near("bing").contains(&"bingbot"));
    assert!(near("yandex").contains(&"yandexbot"));
    for name in ["", " ", "*", "Yandex", "no such crawler"] {
        assert_eq!(found(name), None, "{name:?}");
    }
}

#[test]
fn lists_leave_out_what_is_retired() {
    let names = |list: &str| -> Vec<&str> {
        let profiles = Profile::list(list).unwrap().into_iter();
        profiles.map(Profile::name).collect()
    };
    let all = names("all");
    let retired = || Profile::all().filter(|profile| profile.retired().is_some());
    assert_eq!(all.len() + retired().count(), Profile::all().count());
    for profile in retired() {
        let name = profile.name();
        assert!(!all.contains(&name) && !names(profile.kind().name()).contains(&name));
        assert_eq!(names(name), [name]);
    }
    let search = names("search");
    for name in ["googlebot", "bingbot", "yandexbot", "applebot", "slurp"] {
        assert!(search.contains(&name), "{name}");
    }
    assert!(!search.contains(&"gptbot"));
    assert_eq!(names("gptbot, GPTBOT,training")[0], "gptbot");
    assert_eq!(names("gptbot,training").len(), names("training").len());
    assert!(Profile::list("search,sarch").is_err());
}

#[test]
fn no_engine_is_addressed_by_a_name_with_a_meaning_of_its_own() {
    for profile in Profile::all() {
        for name in profile.page_names().iter().chain(profile.scopes()) {
            let is_it = |own: &&str| own.eq_ignore_ascii_case(name);
            assert!(!NAMES.iter().any(is_it), "{name}");
        }
    }
}
