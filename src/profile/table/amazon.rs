//! Amazon.

use std::time::Duration;

use super::{disputed, effect, fact, listed, vendor};
use crate::ai::preference::Activity;
use crate::directive::Directive;
use crate::profile::behaviour::{Binding, Delay, Honour, Honours, Kind, Obeys, UseAnswer};
use crate::profile::cell::Cell;
use crate::profile::row::Row;
use crate::profile::source::{AMZ, AMZ_OLD, BEDROCK};
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

const LINKS: Cell<&str> = fact(vendor(
    "It obeys `rel=nofollow` of links; the page does not have a nofollow of metas.",
    &AMZ,
));

const INDEPENDENT: Cell<&str> = fact(vendor(
    "The tokens of Amazon are independent: a group of Amazonbot does not bind it.",
    &AMZ,
));

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "amazonbot",
        kind: Kind::Training,
        tokens: vendor(&["Amazonbot"], &AMZ),
        // The page of today does not speak of `*`.
        global: vendor(Binding::Binds, &AMZ_OLD),
        ..AMAZON
    },
    Row {
        name: "amzn-searchbot",
        kind: Kind::Answers,
        tokens: vendor(&["Amzn-SearchBot"], &AMZ),
        global: disputed(vendor(Binding::Unsaid, &AMZ)),
        never: vendor(&[Activity::Train], &AMZ),
        facts: &[
            fact(disputed(vendor(
                "Where it has no group, it follows the rules for other search bots; the page does not say which ones.",
                &AMZ,
            ))),
            INDEPENDENT,
            LINKS,
        ],
        ..AMAZON
    },
    Row {
        name: "amzn-user",
        kind: Kind::User,
        is_ai: true,
        tokens: vendor(&["Amzn-User"], &AMZ),
        obeys: disputed(vendor(Obeys::May, &AMZ)),
        never: vendor(&[Activity::Train], &AMZ),
        facts: &[INDEPENDENT, LINKS],
        ..AMAZON
    },
    Row {
        name: "bedrockbot",
        operator: "Amazon",
        kind: Kind::Tool,
        is_ai: true,
        tokens: vendor(&["bedrockbot"], &BEDROCK),
        obeys: vendor(Obeys::Yes, &BEDROCK),
        facts: &[
            fact(vendor(
                "Customers of Bedrock run it over sites of theirs; a group of `bedrockbot-` with the number of the customer comes \
                 before that of `bedrockbot`.",
                &BEDROCK,
            )),
            fact(disputed(vendor(
                "Without a robots.txt everything is disallowed, and RFC 9309 is followed, which says the contrary.",
                &BEDROCK,
            ))),
        ],
        ..Row::UNDOCUMENTED
    },
];
