//! Apple.

use super::{disputed, effect, fact, inferred, listed, vendor};
use crate::ai::preference::Activity;
use crate::directive::Directive;
use crate::profile::behaviour::{
    Binding, Delay, Honour, Honours, Kind, Obeys, TokenUses, UseAnswer,
};
use crate::profile::row::Row;
use crate::profile::source::A_BOT;

const APPLE: Row = Row {
    operator: "Apple",
    ..Row::UNDOCUMENTED
};

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "applebot",
        is_ai: true,
        kind: Kind::Search,
        tokens: vendor(&["Applebot", "Googlebot"], &A_BOT),
        obeys: vendor(Obeys::Yes, &A_BOT),
        global: vendor(Binding::Binds, &A_BOT),
        delay: vendor(Delay::Ignored, &A_BOT),
        page_names: inferred(Some(&["applebot"]), &A_BOT),
        scopes: vendor(Some(&["applebot"]), &A_BOT),
        fields: vendor(true, &A_BOT),
        none: vendor(
            &[
                Directive::NoIndex,
                Directive::NoFollow,
                Directive::NoSnippet,
            ],
            &A_BOT,
        ),
        answer: vendor(
            Some(&[
                effect(Directive::NoSnippet, UseAnswer::No),
                effect(Directive::NoIndex, UseAnswer::No),
            ]),
            &A_BOT,
        ),
        policy_tokens: vendor(
            &[TokenUses {
                token: "Applebot-Extended",
                uses: &[Activity::Train],
            }],
            &A_BOT,
        ),
        honours: Honours {
            listed: &[listed(
                &[
                    Directive::NoIndex,
                    Directive::NoSnippet,
                    Directive::NoFollow,
                    Directive::None,
                    Directive::All,
                ],
                vendor(Honour::Honoured, &A_BOT),
            )],
            others: disputed(vendor(Honour::Unlisted, &A_BOT)),
        },
        facts: &[
            fact(vendor(
                "The group of Googlebot binds it only in a file without any group for Applebot.",
                &A_BOT,
            )),
            fact(vendor(
                "That `none` is also nosnippet is from older copies of the page.",
                &A_BOT,
            )),
            fact(inferred(
                "A page with noindex is not in answers of models either.",
                &A_BOT,
            )),
            fact(vendor("It may run scripts.", &A_BOT)),
        ],
        ..APPLE
    },
    Row {
        name: "applebot-extended",
        kind: Kind::Token,
        tokens: vendor(&["Applebot-Extended"], &A_BOT),
        global: vendor(Binding::Unsaid, &A_BOT),
        governs: vendor(&[Activity::Train], &A_BOT),
        facts: &[fact(vendor(
            "It decides on training alone; pages remain in search.",
            &A_BOT,
        ))],
        ..APPLE
    },
    Row {
        name: "itms",
        kind: Kind::Other,
        tokens: vendor(&["iTMS"], &A_BOT),
        obeys: vendor(Obeys::No, &A_BOT),
        ..APPLE
    },
];
