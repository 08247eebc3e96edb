//! Meta.

use super::{disputed, fact, quoted, reported};
use crate::profile::behaviour::{Kind, Obeys};
use crate::profile::cell::Cell;
use crate::profile::row::Row;
use crate::profile::source::{AIR, CUA, META, META_FB};

const fn crawler(name: &'static str, tokens: &'static [&'static str], kind: Kind) -> Row {
    Row {
        name,
        operator: "Meta",
        kind,
        tokens: quoted(tokens, &META),
        obeys: quoted(Obeys::Yes, &META),
        ..Row::UNDOCUMENTED
    }
}

/// A fetcher that may bypass robots.txt.
const fn fetcher(
    name: &'static str,
    tokens: &'static [&'static str],
    why: &'static [Cell<&'static str>],
) -> Row {
    Row {
        obeys: disputed(quoted(Obeys::May, &META)),
        facts: why,
        ..crawler(name, tokens, Kind::User)
    }
}

pub(super) static ROWS: &[Row] = &[
    Row {
        facts: &[fact(reported(
            "Lists of agents write its name in several letter cases.",
            &CUA,
        ))],
        train: quoted(Some(&[]), &META),
        ..crawler(
            "meta-externalagent",
            &["meta-externalagent"],
            Kind::Training,
        )
    },
    crawler("meta-webindexer", &["meta-webindexer"], Kind::Answers),
    crawler("meta-externalads", &["meta-externalads"], Kind::Ads),
    Row {
        is_ai: true,
        ..fetcher(
            "meta-externalfetcher",
            &["meta-externalfetcher"],
            &[fact(quoted(
                "It may bypass robots.txt, since a person requested the page.",
                &META,
            ))],
        )
    },
    fetcher(
        "facebookexternalhit",
        &["facebookexternalhit"],
        &[fact(quoted(
            "It may bypass robots.txt for checks of security.",
            &META,
        ))],
    ),
    Row {
        name: "facebookbot",
        operator: "Meta",
        kind: Kind::Training,
        tokens: quoted(&["FacebookBot"], &META_FB),
        obeys: reported(Obeys::Yes, &AIR),
        train: quoted(Some(&[]), &META_FB),
        facts: &[
            fact(quoted(
                "It is for models of language that recognise speech.",
                &META_FB,
            )),
            fact(disputed(quoted(
                "Meta's page of today does not have it; no day was found on which it was given up.",
                &META,
            ))),
        ],
        ..Row::UNDOCUMENTED
    },
];
