//! Owners with one crawler or two.

use std::time::Duration;

use super::{disputed, fact, listed, reported, vendor};
use crate::directive::Directive;
use crate::profile::behaviour::{Binding, Delay, Grouping, Honour, Honours, Kind, Obeys, Rewrite};
use crate::profile::cell::Cell;
use crate::profile::row::Row;
use crate::profile::source::{DDG, MJK, NAV, PET, REPORTS, SFS, YAH};
use crate::robots_txt::fetch::{FetchRules, Rung, Then};

const MOJEEK: Row = Row {
    name: "mojeekbot",
    operator: "Mojeek",
    kind: Kind::Search,
    tokens: vendor(&["MojeekBot"], &MJK),
    obeys: vendor(Obeys::Yes, &MJK),
    global: vendor(Binding::Binds, &MJK),
    grouping: vendor(Grouping::First, &MJK),
    delay: vendor(Delay::Ignored, &MJK),
    body: vendor(false, &MJK),
    rewrites: vendor(
        &[Rewrite {
            given: &[Directive::NoCache],
            removes: &[],
            adds: &[Directive::NoArchive],
        }],
        &MJK,
    ),
    honours: Honours {
        listed: &[listed(
            &[Directive::NoIndex, Directive::NoFollow, Directive::NoCache],
            vendor(Honour::Honoured, &MJK),
        )],
        others: vendor(Honour::Unlisted, &MJK),
    },
    facts: &[fact(disputed(vendor(
        "It takes the first record that \"contains\" its name; whether a part of another name is enough is not clear.",
        &MJK,
    )))],
    ..Row::UNDOCUMENTED
};

const SLURP: Row = Row {
    name: "slurp",
    operator: "Yahoo",
    kind: Kind::Search,
    tokens: vendor(&["Slurp"], &YAH),
    obeys: vendor(Obeys::Yes, &YAH),
    global: vendor(Binding::Binds, &YAH),
    grouping: vendor(Grouping::First, &YAH),
    fetch: vendor(
        FetchRules::new(&[Rung::new(Duration::ZERO, Then::Everything)]),
        &YAH,
    ),
    delay: vendor(Delay::Group, &YAH),
    fields: vendor(true, &YAH),
    body: vendor(false, &YAH),
    honours: Honours {
        listed: &[
            listed(
                &[Directive::NoIndex, Directive::NoArchive],
                vendor(Honour::Honoured, &YAH),
            ),
            listed(&[Directive::NoFollow], reported(Honour::Honoured, &REPORTS)),
        ],
        others: Cell::undocumented(Honour::Honoured),
    },
    facts: SLURP_FACTS,
    ..Row::UNDOCUMENTED
};

const SLURP_FACTS: &[Cell<&str>] = &[
    fact(vendor(
        "It takes the first entry that \"contains\" its name.",
        &YAH,
    )),
    fact(vendor("Its Crawl-delay may have decimals.", &YAH)),
    fact(vendor(
        "It leaves out the parts of a page that have the class `robots-nocontent`.",
        &YAH,
    )),
    fact(vendor(
        "Results also come from Bing, which has rules of its own.",
        &YAH,
    )),
];

const YETI: Row = Row {
    name: "yeti",
    operator: "Naver",
    kind: Kind::Search,
    tokens: reported(&["Yeti"], &NAV),
    obeys: reported(Obeys::Yes, &NAV),
    fetch: disputed(reported(
        FetchRules::new(&[Rung::new(Duration::ZERO, Then::Nothing)])
            .with_redirects(Then::Everything),
        &NAV,
    )),
    delay: reported(Delay::Group, &NAV),
    facts: &[fact(reported(
        "Its former name is NaverBot; that it follows Crawl-delay is from old pages.",
        &NAV,
    ))],
    ..Row::UNDOCUMENTED
};

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "duckduckbot",
        operator: "DuckDuckGo",
        kind: Kind::Search,
        tokens: vendor(&["DuckDuckBot"], &DDG),
        obeys: vendor(Obeys::Yes, &DDG),
        ..Row::UNDOCUMENTED
    },
    Row {
        name: "duckassistbot",
        operator: "DuckDuckGo",
        kind: Kind::Answers,
        tokens: vendor(&["DuckAssistBot"], &DDG),
        obeys: vendor(Obeys::Yes, &DDG),
        facts: &[fact(vendor(
            "A change of robots.txt has its effect within 72 hours.",
            &DDG,
        ))],
        ..Row::UNDOCUMENTED
    },
    MOJEEK,
    YETI,
    SLURP,
    Row {
        name: "petalbot",
        operator: "Huawei",
        kind: Kind::Search,
        tokens: vendor(&["PetalBot"], &PET),
        obeys: vendor(Obeys::Yes, &PET),
        ..Row::UNDOCUMENTED
    },
    Row {
        name: "screaming-frog",
        operator: "Screaming Frog",
        kind: Kind::Tool,
        tokens: vendor(&["Screaming", "Googlebot"], &SFS),
        obeys: vendor(Obeys::Yes, &SFS),
        global: vendor(Binding::Binds, &SFS),
        facts: &[
            fact(vendor(
                "Its name in robots.txt is `Screaming Frog SEO Spider`; a name with blanks is not a product token, and a reader \
                 that cuts it sees `Screaming`.",
                &SFS,
            )),
            fact(vendor("Paths may have `*` and `$`.", &SFS)),
        ],
        ..Row::UNDOCUMENTED
    },
];
