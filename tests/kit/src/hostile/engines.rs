//! Pages, fields and files with thousands of statements, as engines read them: their records, and the reasons that text shows.

use std::hint::black_box;

use robots_policy::engines::Profile;
use robots_policy::ledger::Document;
use robots_policy::meta::{MetaRules, Placement};
use robots_policy::report::Record;
use robots_policy::robots_txt::RobotsTxtReader;
use robots_policy::{Directive, Limits, MetaExtractor, Policy, Timestamp};

use super::readers::{Kind, fields, named, page, reader};
use super::{KIB, Row, many};

/// Engines whose documents speak of directives, of a policy token, and one that is a policy token.
const ENGINES: [&str; 4] = ["googlebot", "bingbot", "amazonbot", "google-extended"];

const PAGE: Kind = Kind {
    name: "page for engines",
    limit: Limits::document,
    readers: &[reader("engines", |text| {
        let rules = MetaRules::new().with_placements(Placement::ALL.iter().copied());
        let read = page(text, usize::MAX, MetaExtractor::new().with_rules(rules));
        judge(&Policy::new().with_document(Document::whole(read)));
    })],
};

const FIELDS: Kind = Kind {
    name: "fields for engines",
    limit: |_| usize::MAX,
    readers: &[reader("engines", |lines| {
        let read = fields().read_lines(named("X-Robots-Tag", lines));
        judge(
            &Policy::new()
                .with_fields(read)
                .with_document(Document::not_applicable()),
        );
    })],
};

const ROBOTS_TXT: Kind = Kind {
    name: "robots.txt for engines",
    limit: Limits::robots_txt,
    readers: &[reader("engines", |file| {
        let read = RobotsTxtReader::new().read(file);
        judge(
            &Policy::new()
                .with_robots_txt(read)
                .with_document(Document::not_applicable()),
        );
    })],
};

/// Requests everything that a record of an engine and its text hold.
fn judge(policy: &Policy) {
    for name in ENGINES {
        let profile: Profile = name.parse().expect("an engine");
        let verdict = policy.engine_verdict(profile, "/a", Timestamp::from_unix(0));
        let record = Record::new("hostile", &verdict);
        black_box(serde_json::to_string(&record).expect("a record"));
        let uses = verdict.uses();
        for activity in Profile::ACTIVITIES {
            black_box(verdict.because_of_use(activity).len());
            black_box(uses.because(activity).count());
        }
        for directive in [Directive::NoIndex, Directive::NoArchive] {
            black_box(verdict.because_of(directive).count());
        }
    }
}

const fn row(
    name: &'static str,
    kind: &'static Kind,
    size: usize,
    input: fn(usize) -> Vec<u8>,
) -> Row {
    Row::new(name, kind, size, input).sizes(3)
}

pub(super) const ROWS: &[Row] = &[
    row("one directive", &PAGE, 8 * KIB, |n| {
        many("<meta name=robots content=noindex>", n)
    })
    .costs(400, 60, 800),
    row("several directives", &FIELDS, 4 * KIB, |n| {
        many("noarchive, nosnippet, noindex\n", n)
    })
    .costs(1200, 200, 2500),
    row("preferences", &ROBOTS_TXT, 4 * KIB, |n| {
        many(
            "User-agent: *\nUser-agent: Google-Extended\nContent-Signal: ai-train=no, ai-input=no\nDisallow: /\n",
            n,
        )
    })
    .costs(90, 20, 500),
];
