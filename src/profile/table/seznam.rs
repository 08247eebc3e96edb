//! Seznam.

use super::{fact, listed, quoted, reported, vendor};
use crate::ai::preference::Activity;
use crate::directive::Directive;
use crate::profile::behaviour::{Binding, Honour, Honours, Kind, Obeys};
use crate::profile::row::Row;
use crate::profile::source::{REPORTS, SZ, SZ_AI, SZ_CRAWL, SZ_XR};

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "seznambot",
        operator: "Seznam",
        kind: Kind::Search,
        tokens: vendor(&["SeznamBot"], &SZ_CRAWL),
        obeys: vendor(Obeys::Yes, &SZ_CRAWL),
        page_names: vendor(Some(&[]), &SZ),
        fields: quoted(false, &SZ_XR),
        body: vendor(false, &SZ),
        honours: Honours {
            listed: &[listed(
                &[
                    Directive::NoIndex,
                    Directive::Index,
                    Directive::NoFollow,
                    Directive::Follow,
                    Directive::All,
                ],
                vendor(Honour::Honoured, &SZ),
            )],
            others: vendor(Honour::Unlisted, &SZ),
        },
        facts: &[
            fact(quoted(
                "It ignores X-Robots-Tag, so that a PDF cannot be kept out by a field.",
                &SZ_XR,
            )),
            fact(vendor("Its rule for the rate is Request-rate.", &SZ_CRAWL)),
            fact(reported("Its slowest rate is 1/30s.", &REPORTS)),
        ],
        ..Row::UNDOCUMENTED
    },
    Row {
        name: "seznam-extended",
        operator: "Seznam",
        kind: Kind::Token,
        tokens: quoted(&["Seznam-Extended"], &SZ_AI),
        global: quoted(Binding::Unsaid, &SZ_AI),
        governs: quoted(&[Activity::Input], &SZ_AI),
        facts: &[fact(quoted(
            "Without Seznam AI a site also has no visitors from it.",
            &SZ_AI,
        ))],
        ..Row::UNDOCUMENTED
    },
];
