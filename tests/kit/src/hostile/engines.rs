//! Pages, fields and files with thousands of statements, as engines read them: their records, and the reasons that text shows.

use std::hint::black_box;

use robots_policy::engines::Profile;
use robots_policy::ledger::{Document, Extent};
use robots_policy::meta::{MetaRules, Placement};
use robots_policy::report::Json;
use robots_policy::robots_txt::RobotsTxtReader;
use robots_policy::{Directive, Limits, MetaExtractor, Policy, Timestamp};

use super::readers::{InputKind, fields, named, page};

/// Engines whose documents speak of directives, of a policy token, and one that is a policy token.
const ENGINES: [&str; 4] = ["googlebot", "bingbot", "amazonbot", "google-extended"];

pub(super) const PAGE: InputKind = InputKind {
    name: "page for engines",
    limit: Limits::document,
    readers: &[("engines", |text| {
        let rules = MetaRules::new().with_placements(Placement::ALL.iter().copied());
        let read = page(text, usize::MAX, MetaExtractor::new().with_rules(rules));
        judge(&Policy::new().with_document(Document::read(read, Extent::Whole)));
    })],
};

pub(super) const FIELDS: InputKind = InputKind {
    name: "fields for engines",
    limit: |_| usize::MAX,
    readers: &[("engines", |lines| {
        let read = fields().read_lines(named("X-Robots-Tag", lines));
        judge(
            &Policy::new()
                .with_fields(read)
                .with_document(Document::not_applicable()),
        );
    })],
};

pub(super) const ROBOTS_TXT: InputKind = InputKind {
    name: "robots.txt for engines",
    limit: Limits::robots_txt,
    readers: &[("engines", |file| {
        let read = RobotsTxtReader::new().read(file);
        judge(
            &Policy::new()
                .with_robots(read)
                .with_document(Document::not_applicable()),
        );
    })],
};

/// Requests everything that a record of an engine and its text hold.
fn judge(policy: &Policy) {
    for name in ENGINES {
        let profile: Profile = name.parse().expect("an engine");
        let verdict = policy.engine_verdict(profile, "/a", Timestamp::from_unix(0));
        let record = Json::new("hostile", &verdict);
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
