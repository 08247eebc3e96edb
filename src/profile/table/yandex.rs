//! Yandex.

use std::time::Duration;

use super::{code, disputed, fact, inferred, listed, reported, vendor};
use crate::directive::Directive;
use crate::part_mark::PartMarkKind;
#[cfg(feature = "parts")]
use crate::part_mark::Rel;
use crate::profile::behaviour::{Binding, Conflict, Delay, Honour, Honours, Kind, Obeys, TooBig};
use crate::profile::cell::Cell;
use crate::profile::row::Row;
use crate::profile::source::{AIR, REPORTS, Y_CODE, Y_LOGS, Y_META, Y_PARTS, Y_RTX, Y_UA};
use crate::robots_txt::fetch::{FetchRules, Rung, Then};

const YANDEX: Row = Row {
    operator: "Yandex",
    obeys: vendor(Obeys::Yes, &Y_RTX),
    global: vendor(Binding::Binds, &Y_UA),
    fetch: vendor(
        FetchRules::new(&[Rung::new(Duration::ZERO, Then::Everything)]),
        &Y_RTX,
    ),
    too_big: vendor(TooBig::Absent(500 * 1024), &Y_RTX),
    delay: disputed(reported(Delay::Ignored, &REPORTS)),
    facts: ROBOTS_TXT,
    ..Row::UNDOCUMENTED
};

const ROBOTS_TXT: &[Cell<&str>] = &[FAILS_OPEN, DELAY, CLEAN_PARAM];

const FAILS_OPEN: Cell<&str> = fact(vendor(
    "Any status except 200 leaves the site open, 5xx too, and so does a file that is not text.",
    &Y_RTX,
));

const DELAY: Cell<&str> = fact(disputed(vendor(
    "The page still has Crawl-delay, which is reported as not followed since February 2018, and recommends the setting of \
         Yandex Webmaster.",
    &Y_RTX,
)));

const CLEAN_PARAM: Cell<&str> = fact(vendor(
    "The list of rules has Clean-param, and Host is not in it.",
    &Y_RTX,
));

/// The robots of search, which the page on metas is about.
const YANDEX_SEARCH: Row = Row {
    kind: Kind::Search,
    page_names: vendor(Some(&["yandex"]), &Y_META),
    scopes: code(Some(&["yandex", "yandexbot"]), &Y_CODE),
    fields: vendor(true, &Y_META),
    body: vendor(false, &Y_META),
    conflict: vendor(Conflict::Permissive, &Y_META),
    across: disputed(inferred(true, &Y_META)),
    none: vendor(&[Directive::NoIndex, Directive::NoFollow], &Y_META),
    quotes: vendor(
        &[PartMarkKind::NoIndex, PartMarkKind::NoIndexComment],
        &Y_PARTS,
    ),
    #[cfg(feature = "parts")]
    follows: vendor(&[Rel::NoFollow], &Y_PARTS),
    closes_line: disputed(inferred(true, &Y_CODE)),
    honours: Honours {
        listed: &[
            listed(
                &[
                    Directive::NoIndex,
                    Directive::NoFollow,
                    Directive::NoArchive,
                    Directive::None,
                    Directive::All,
                    Directive::Index,
                    Directive::Follow,
                    Directive::Archive,
                ],
                vendor(Honour::Honoured, &Y_META),
            ),
            listed(
                &[
                    Directive::NoSnippet,
                    Directive::MaxSnippet,
                    Directive::MaxImagePreview,
                    Directive::MaxVideoPreview,
                ],
                disputed(vendor(Honour::Unlisted, &Y_META)),
            ),
            listed(
                &[Directive::NoYaCa, Directive::NoOdp],
                code(Honour::Honoured, &Y_CODE),
            ),
            listed(
                &[Directive::UnavailableAfter],
                code(Honour::Unlisted, &Y_CODE),
            ),
        ],
        others: vendor(Honour::Unlisted, &Y_META),
    },
    facts: &[
        FAILS_OPEN,
        DELAY,
        CLEAN_PARAM,
        fact(disputed(vendor(
            "By the page, only prohibitions are supported in the field; in the published parser permissive words win there, too.",
            &Y_META,
        ))),
        fact(code(
            "A scope of the field lasts until the next name or the end of its line, and each line begins without one.",
            &Y_CODE,
        )),
        fact(disputed(inferred(
            "An unknown word with a colon counts as the name of another robot, so that `max-snippet:20, noindex` loses noindex: \
                 write noindex first, or in a field of its own.",
            &Y_CODE,
        ))),
        fact(disputed(code(
            "Whether the published parser is the one in use today is not known.",
            &Y_CODE,
        ))),
    ],
    ..YANDEX
};

/// A robot that does not index: a group for `*` may not bind it.
const fn helper(name: &'static str, tokens: &'static [&'static str]) -> Row {
    Row {
        name,
        kind: Kind::Other,
        tokens: vendor(tokens, &Y_UA),
        global: disputed(vendor(Binding::Ignored, &Y_LOGS)),
        facts: HELPER,
        ..YANDEX
    }
}

const HELPER: &[Cell<&str>] = &[
    FAILS_OPEN,
    DELAY,
    fact(disputed(vendor(
        "Some robots that do not index may ignore `*`; the part of the page that lists them was not read.",
        &Y_LOGS,
    ))),
];

/// A robot for answers, of which only lists of others have the name.
const fn additional(name: &'static str, tokens: &'static [&'static str]) -> Row {
    Row {
        name,
        kind: Kind::Answers,
        tokens: disputed(reported(tokens, &AIR)),
        ..YANDEX
    }
}

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "yandexbot",
        tokens: vendor(&["YandexBot", "Yandex"], &Y_UA),
        ..YANDEX_SEARCH
    },
    Row {
        name: "yandeximages",
        tokens: vendor(&["YandexImages", "Yandex"], &Y_UA),
        ..YANDEX_SEARCH
    },
    helper("yandexcalendar", &["YandexCalendar", "Yandex"]),
    helper("yandexmobilebot", &["YandexMobileBot", "Yandex"]),
    additional("yandexadditional", &["YandexAdditional", "Yandex"]),
    additional("yandexadditionalbot", &["YandexAdditionalBot", "Yandex"]),
];
