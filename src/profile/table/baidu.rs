//! Baidu.

use super::{disputed, fact, listed, reported, vendor};
use crate::directive::Directive;
use crate::profile::behaviour::{Honour, Honours, Kind, Obeys};
use crate::profile::cell::Cell;
use crate::profile::row::Row;
use crate::profile::source::{BAI, BAI_CC, BAI_JM, BAI_QA};

const BAIDU: Row = Row {
    operator: "Baidu",
    kind: Kind::Search,
    obeys: vendor(Obeys::Yes, &BAI),
    honours: Honours {
        listed: &[
            listed(
                &[Directive::NoFollow, Directive::NoArchive],
                reported(Honour::Honoured, &BAI_CC),
            ),
            listed(
                &[Directive::NoIndex],
                disputed(reported(Honour::Unlisted, &BAI_CC)),
            ),
        ],
        others: Cell::undocumented(Honour::Honoured),
    },
    facts: FACTS,
    ..Row::UNDOCUMENTED
};

const FACTS: &[Cell<&str>] = &[
    fact(reported(
        "Pages leave Baidu by robots.txt; no list of Baidu has noindex.",
        &BAI_CC,
    )),
    fact(reported(
        "Paths may have `*` and `$`, and their case counts.",
        &BAI_JM,
    )),
];

/// A special spider; whether a group for Baiduspider also binds it is not documented.
const fn special(name: &'static str, tokens: &'static [&'static str]) -> Row {
    Row {
        name,
        tokens: disputed(reported(tokens, &BAI_QA)),
        ..BAIDU
    }
}

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "baiduspider",
        tokens: vendor(&["Baiduspider"], &BAI),
        ..BAIDU
    },
    special("baiduspider-image", &["Baiduspider-image"]),
    special("baiduspider-video", &["Baiduspider-video"]),
    special("baiduspider-news", &["Baiduspider-news"]),
    special("baiduspider-favo", &["Baiduspider-favo"]),
    special("baiduspider-cpro", &["Baiduspider-cpro"]),
];
