//! Meta.

use super::{disputed, fact, quoted, reported};
use crate::profile::behaviour::{Kind, Obeys};
use crate::profile::row::{Fact, Row};
use crate::profile::source::{CUA, META};

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
const fn fetcher(name: &'static str, tokens: &'static [&'static str], why: &'static [Fact]) -> Row {
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
    fetcher(
        "meta-externalfetcher",
        &["meta-externalfetcher"],
        &[fact(quoted(
            "It may bypass robots.txt, since a person requested the page.",
            &META,
        ))],
    ),
    fetcher(
        "facebookexternalhit",
        &["facebookexternalhit"],
        &[fact(quoted(
            "It may bypass robots.txt for checks of security.",
            &META,
        ))],
    ),
];
