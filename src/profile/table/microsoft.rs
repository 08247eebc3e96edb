//! Microsoft: Bing and its helpers.

use super::{disputed, effect, fact, inferred, listed, quoted, reported, vendor};
use crate::directive::Directive;
use crate::part_mark::PartMarkKind;
use crate::profile::behaviour::{Binding, Delay, Honour, Honours, Kind, Obeys, Rewrite, UseAnswer};
use crate::profile::cell::Cell;
use crate::profile::day::Day;
use crate::profile::row::Row;
use crate::profile::source::{
    B_2012, B_2020, B_2020F, B_2023, B_CRAWL, B_GUIDE, B_META, B_META_26, B_PARTS, G_SURV,
};

const BING: Row = Row {
    operator: "Microsoft",
    obeys: vendor(Obeys::Yes, &B_2012),
    ..Row::UNDOCUMENTED
};

/// The directives and names of Bing's search.
const BING_SEARCH: Row = Row {
    kind: Kind::Search,
    page_names: vendor(Some(&["bingbot", "msnbot"]), &B_META),
    scopes: inferred(Some(&["bingbot", "msnbot"]), &B_META),
    fields: vendor(true, &B_META),
    // Whether metas in the body count is not documented.
    body: disputed(Cell::undocumented(false)),
    embedded: disputed(Cell::undocumented(false)),
    rewrites: quoted(
        &[Rewrite {
            given: &[Directive::NoArchive, Directive::NoCache],
            removes: &[Directive::NoArchive],
            adds: &[],
        }],
        &B_META_26,
    ),
    answer: quoted(
        Some(&[
            effect(Directive::NoArchive, UseAnswer::No),
            effect(Directive::NoCache, UseAnswer::Limited),
            effect(Directive::NoIndex, UseAnswer::No),
        ]),
        &B_META_26,
    ),
    train: quoted(
        Some(&[
            effect(Directive::NoArchive, UseAnswer::No),
            effect(Directive::NoCache, UseAnswer::Limited),
        ]),
        &B_2023,
    ),
    quotes: quoted(
        &[PartMarkKind::NoSnippet, PartMarkKind::NoSnippetElsewhere],
        &B_PARTS,
    ),
    honours: Honours {
        listed: &[
            listed(
                &[
                    Directive::NoIndex,
                    Directive::NoFollow,
                    Directive::NoSnippet,
                ],
                vendor(Honour::Honoured, &B_META),
            ),
            listed(
                &[Directive::NoArchive, Directive::NoCache],
                quoted(Honour::Honoured, &B_META_26),
            ),
            listed(
                &[
                    Directive::MaxSnippet,
                    Directive::MaxImagePreview,
                    Directive::MaxVideoPreview,
                ],
                disputed(reported(Honour::Honoured, &B_2020)),
            ),
        ],
        // The whole list was read in an old copy alone.
        others: disputed(vendor(Honour::Unlisted, &B_META)),
    },
    ..BING
};

/// A crawler that the page of names has, and of which no fallback is documented.
const fn named(name: &'static str, tokens: &'static [&'static str]) -> Row {
    Row {
        name,
        tokens: disputed(vendor(tokens, &B_CRAWL)),
        obeys: Cell::undocumented(Obeys::Yes),
        facts: NO_FALLBACK,
        ..BING
    }
}

const NO_FALLBACK: &[Cell<&str>] = &[fact(disputed(vendor(
    "The page has its name, and not the group that it obeys where none has this name.",
    &B_CRAWL,
)))];

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "bingbot",
        is_ai: true,
        tokens: quoted(&["bingbot", "msnbot"], &B_2012),
        global: quoted(Binding::Binds, &B_2012),
        delay: quoted(Delay::GroupOrGlobal, &B_2020F),
        facts: &[
            fact(quoted(
                "Crawl-delay is a window of 1 to 30 seconds.",
                &B_2012,
            )),
            fact(vendor(
                "A host without a robots.txt is open, and the robots.txt of another host does not count.",
                &B_2012,
            )),
            fact(quoted(
                "noindex keeps an address out of search, Copilot and the interface for grounding.",
                &B_GUIDE,
            )),
            fact(quoted(
                "With nocache, address, title and snippet alone are used for answers and training.",
                &B_2023,
            )),
            fact(quoted(
                "data-nosnippet keeps a part of a page out of excerpts and answers, since October 2025.",
                &B_GUIDE,
            )),
            fact(vendor("nosnippet also leaves out the thumbnail.", &B_META)),
            fact(reported(
                "An unknown value of max-image-preview is not a limit.",
                &B_2020,
            )),
            fact(reported(
                "No token of robots.txt separates training from search; one is announced for early 2027.",
                &G_SURV,
            )),
        ],
        ..BING_SEARCH
    },
    Row {
        name: "msnbot",
        retired: Some(Day::new(2010, 10, 1)),
        tokens: quoted(&["msnbot"], &B_2012),
        facts: &[fact(quoted(
            "A group for it still binds bingbot where none has that name.",
            &B_2012,
        ))],
        ..BING_SEARCH
    },
    Row {
        kind: Kind::Ads,
        ..named("adidxbot", &["adidxbot"])
    },
    named("microsoftpreview", &["MicrosoftPreview"]),
    named("bingvideopreview", &["BingVideoPreview"]),
];
