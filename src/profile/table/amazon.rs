//! Amazon.

use std::time::Duration;

use super::{disputed, effect, fact, listed, vendor};
use crate::ai::preference::Activity;
use crate::directive::Directive;
use crate::profile::behaviour::{Binding, Delay, Honour, Honours, Kind, Obeys, UseAnswer};
use crate::profile::row::{Fact, Row};
use crate::profile::source::AMZ;
use crate::robots_txt::fetch::{FetchRules, Rung, Then};

/// A copy of the last 30 days, else everything.
const COPY: FetchRules = FetchRules::new(&[
    Rung::new(Duration::ZERO, Then::CopyOrEverything),
    Rung::new(Duration::from_secs(30 * 24 * 3600), Then::Everything),
]);

/// A crawler of its own group, with the directives that the page is about.
const AMAZON: Row = Row {
    operator: "Amazon",
    obeys: vendor(Obeys::Yes, &AMZ),
    fetch: vendor(COPY, &AMZ),
    delay: vendor(Delay::Ignored, &AMZ),
    none: vendor(&[Directive::NoIndex], &AMZ),
    train: vendor(Some(&[effect(Directive::NoArchive, UseAnswer::No)]), &AMZ),
    honours: Honours {
        listed: &[listed(
            &[Directive::NoIndex, Directive::None, Directive::NoArchive],
            vendor(Honour::Honoured, &AMZ),
        )],
        others: vendor(Honour::Unlisted, &AMZ),
    },
    facts: &[LINKS],
    ..Row::UNDOCUMENTED
};

const LINKS: Fact = fact(vendor(
    "It obeys `rel=nofollow` of links; the page does not have a nofollow of metas.",
    &AMZ,
));

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "amazonbot",
        kind: Kind::Training,
        tokens: vendor(&["Amazonbot"], &AMZ),
        global: vendor(Binding::Binds, &AMZ),
        ..AMAZON
    },
    Row {
        name: "amzn-searchbot",
        kind: Kind::Answers,
        tokens: vendor(&["Amzn-SearchBot"], &AMZ),
        global: disputed(vendor(Binding::Unsaid, &AMZ)),
        train: vendor(None, &AMZ),
        never: vendor(&[Activity::Train], &AMZ),
        facts: &[
            fact(disputed(vendor(
                "Where it has no group, it follows the rules for other search bots; the page does not say which ones.",
                &AMZ,
            ))),
            LINKS,
        ],
        ..AMAZON
    },
    Row {
        name: "amzn-user",
        operator: "Amazon",
        kind: Kind::User,
        tokens: vendor(&["Amzn-User"], &AMZ),
        obeys: disputed(vendor(Obeys::May, &AMZ)),
        ..Row::UNDOCUMENTED
    },
];
