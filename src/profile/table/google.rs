//! Google: the crawlers that read robots.txt.

use std::time::Duration;

use super::{code, disputed, effect, fact, inferred, listed, quoted, reported, vendor};
use crate::ai::preference::Activity;
use crate::directive::Directive;
use crate::part_mark::PartMarkKind;
#[cfg(feature = "parts")]
use crate::part_mark::Rel;
use crate::profile::behaviour::{
    Binding, Conflict, Delay, Grouping, Honour, Honours, Kind, Obeys, TokenUses, TooBig, UseAnswer,
};
use crate::profile::cell::Cell;
use crate::profile::row::Row;
use crate::profile::source::{
    G_2019, G_CHG, G_COM, G_COM_24, G_JS, G_META, G_RTX, G_SPC, G_SURV, GRP, LH, REPORTS,
};
use crate::robots_txt::fetch::{FetchRules, Rung, Then};
use crate::robots_txt::file::Dialect;

/// Nothing for 12 hours, then the last good copy, after 30 days everything if the site answers.
const LADDER: FetchRules = FetchRules::new(&[
    Rung::new(Duration::ZERO, Then::Nothing),
    Rung::new(Duration::from_secs(12 * 3600), Then::CopyOrEverything),
    Rung::new(
        Duration::from_secs(30 * 24 * 3600),
        Then::EverythingIfSiteAnswers,
    ),
])
.with_redirects(Then::Everything);

const GOOGLE: Row = Row {
    operator: "Google",
    obeys: vendor(Obeys::Yes, &G_COM),
    global: vendor(Binding::Binds, &G_RTX),
    grouping: vendor(Grouping::Merged, &G_RTX),
    dialect: code(Dialect::Google, &GRP),
    fetch: vendor(LADDER, &G_RTX),
    too_big: vendor(TooBig::Cut, &G_RTX),
    delay: vendor(Delay::Ignored, &G_RTX),
    facts: ROBOTS_TXT,
    ..Row::UNDOCUMENTED
};

const ROBOTS_TXT: &[Cell<&str>] = &[HTML_COUNTS, COPIES];

const HTML_COUNTS: Cell<&str> = fact(vendor(
    "An HTML page that is served as robots.txt counts as far as its lines are rules.",
    &G_RTX,
));

const COPIES: Cell<&str> = fact(vendor(
    "A good robots.txt is used for up to 24 hours, longer or shorter by its max-age, and crawlers may share it.",
    &G_RTX,
));

/// The crawlers of Google Search, which the page on metas is about.
const GOOGLE_SEARCH: Row = Row {
    kind: Kind::Search,
    page_names: vendor(Some(&["googlebot"]), &G_META),
    scopes: vendor(Some(&["googlebot"]), &G_META),
    fields: vendor(true, &G_META),
    body: vendor(true, &G_META),
    noscript: disputed(inferred(false, &G_JS)),
    conflict: vendor(Conflict::Restrictive, &G_META),
    none: vendor(&[Directive::NoIndex, Directive::NoFollow], &G_META),
    embedded: disputed(vendor(true, &G_META)),
    answer: vendor(
        Some(&[
            effect(Directive::NoSnippet, UseAnswer::No),
            effect(Directive::MaxSnippet, UseAnswer::Limited),
            effect(Directive::NoIndex, UseAnswer::No),
        ]),
        &G_META,
    ),
    policy_tokens: vendor(
        &[TokenUses {
            token: "Google-Extended",
            uses: &[Activity::Train, Activity::Input],
        }],
        &G_COM,
    ),
    outside: reported(true, &REPORTS),
    quotes: vendor(&[PartMarkKind::NoSnippet], &G_META),
    #[cfg(feature = "parts")]
    follows: vendor(
        &[Rel::NoFollow, Rel::Ugc, Rel::Sponsored],
        &crate::profile::source::G_LINKS,
    ),
    honours: Honours {
        listed: &[
            listed(HONOURED, vendor(Honour::Honoured, &G_META)),
            listed(
                &[
                    Directive::NoArchive,
                    Directive::NoCache,
                    Directive::NoSitelinksSearchBox,
                ],
                vendor(Honour::Stated, &G_META),
            ),
        ],
        others: vendor(Honour::Unlisted, &G_META),
    },
    facts: SEARCH,
    ..GOOGLE
};

const HONOURED: &[Directive] = &[
    Directive::All,
    Directive::NoIndex,
    Directive::NoFollow,
    Directive::None,
    Directive::NoSnippet,
    Directive::IndexIfEmbedded,
    Directive::MaxSnippet,
    Directive::MaxImagePreview,
    Directive::MaxVideoPreview,
    Directive::NoTranslate,
    Directive::NoImageIndex,
    Directive::UnavailableAfter,
];

const SEARCH: &[Cell<&str>] = &[
    HTML_COUNTS,
    COPIES,
    NOSCRIPT,
    NOINDEX_ANSWERS,
    MARKED,
    EXEMPT,
    CONSOLE,
    RENDERING,
];

const NOSCRIPT: Cell<&str> = fact(disputed(inferred(
    "A meta in `noscript` or `template` does not count, since Google reads the page with scripts on; no one measured it.",
    &G_JS,
)));

const NOINDEX_ANSWERS: Cell<&str> = fact(inferred(
    "A page with noindex is not in AI Overviews and AI Mode either: they are parts of Search.",
    &G_META,
));

const MARKED: Cell<&str> = fact(vendor(
    "data-nosnippet on `div`, `span` and `section` keeps a part of the page out of excerpts and AI answers.",
    &G_META,
));

const EXEMPT: Cell<&str> = fact(vendor(
    "Structured data and separate licences are exempt from nosnippet.",
    &G_META,
));

const CONSOLE: Cell<&str> = fact(reported(
    "A control of Search Console about generative AI, for all sites since 2026-08-31, is outside the response.",
    &REPORTS,
));

const RENDERING: Cell<&str> = fact(quoted(
    "Scripts run after the fetch, but may not where the page has noindex: a script that removes noindex may never run, \
     and one that adds it counts.",
    &G_JS,
));

const SECOND_TOKEN: Cell<&str> = fact(disputed(vendor(
    "A copy of 2026-09-22 shows one token a crawler, so that the fallback to Googlebot's group rests on the older copy.",
    &G_COM,
)));

const NEWS_AND_OTHERS: &[Cell<&str>] = &[
    SECOND_TOKEN,
    HTML_COUNTS,
    COPIES,
    NOSCRIPT,
    NOINDEX_ANSWERS,
    MARKED,
    EXEMPT,
    CONSOLE,
    RENDERING,
];

/// A crawler of Search with its own group, else that of Googlebot.
const fn search(name: &'static str, tokens: &'static [&'static str]) -> Row {
    Row {
        name,
        tokens: vendor(tokens, &G_COM_24),
        facts: NEWS_AND_OTHERS,
        ..GOOGLE_SEARCH
    }
}

/// A crawler for ads, which only its own name binds.
const fn ads(name: &'static str, tokens: &'static [&'static str]) -> Row {
    Row {
        name,
        kind: Kind::Ads,
        tokens: vendor(tokens, &G_SPC),
        obeys: vendor(Obeys::Yes, &G_SPC),
        global: vendor(Binding::Ignored, &G_SPC),
        ..GOOGLE
    }
}

/// A crawler of its own group and that of `*`.
const fn common(name: &'static str, tokens: &'static [&'static str]) -> Row {
    Row {
        name,
        tokens: vendor(tokens, &G_COM),
        ..GOOGLE
    }
}

const INTENDS: Cell<&str> = fact(vendor(
    "Google says that it intends to support a shared signal about training, and not from when.",
    &G_CHG,
));

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "googlebot",
        is_ai: true,
        tokens: vendor(&["Googlebot"], &G_RTX),
        facts: &[
            HTML_COUNTS,
            COPIES,
            fact(reported(
                "`Noindex:` in robots.txt has had no effect since 2019-09-01.",
                &G_2019,
            )),
            NOSCRIPT,
            NOINDEX_ANSWERS,
            MARKED,
            EXEMPT,
            CONSOLE,
            RENDERING,
            fact(code(
                "Lighthouse passes a page that one crawler may index, and lets a meta with a name hide the one for `robots`: \
                 a pass there does not say that Googlebot may index.",
                &LH,
            )),
        ],
        ..GOOGLE_SEARCH
    },
    Row {
        // Whether its own name is also a scope is not documented.
        scopes: disputed(vendor(Some(&["googlebot"]), &G_META)),
        ..search("googlebot-image", &["Googlebot-Image", "Googlebot"])
    },
    Row {
        scopes: disputed(vendor(Some(&["googlebot"]), &G_META)),
        ..search("googlebot-video", &["Googlebot-Video", "Googlebot"])
    },
    Row {
        page_names: vendor(Some(&["googlebot", "googlebot-news"]), &G_META),
        scopes: vendor(Some(&["googlebot", "googlebot-news"]), &G_META),
        ..search("googlebot-news", &["Googlebot-News", "Googlebot"])
    },
    Row {
        name: "google-inspectiontool",
        tokens: vendor(&["Google-InspectionTool", "Googlebot"], &G_COM_24),
        facts: &[SECOND_TOKEN, HTML_COUNTS, COPIES],
        ..GOOGLE
    },
    Row {
        name: "google-cloudvertexbot",
        kind: Kind::Answers,
        tokens: reported(&["Google-CloudVertexBot", "Googlebot"], &G_SURV),
        ..GOOGLE
    },
    Row {
        kind: Kind::Search,
        ..common("storebot-google", &["Storebot-Google"])
    },
    common("googleother", &["GoogleOther"]),
    Row {
        // Whether it falls back to the group of GoogleOther is not documented.
        tokens: disputed(vendor(&["GoogleOther-Image"], &G_COM)),
        ..common("googleother-image", &[])
    },
    Row {
        tokens: disputed(vendor(&["GoogleOther-Video"], &G_COM)),
        ..common("googleother-video", &[])
    },
    Row {
        name: "google-extended",
        operator: "Google",
        kind: Kind::Token,
        tokens: vendor(&["Google-Extended"], &G_COM),
        global: vendor(Binding::Unsaid, &G_COM),
        governs: vendor(&[Activity::Train, Activity::Input], &G_COM),
        facts: &[
            INTENDS,
            fact(vendor(
                "It decides on training of Gemini and on grounding in Gemini Apps and Vertex AI, and on nothing in Search, \
             AI Overviews or AI Mode.",
                &G_COM,
            )),
        ],
        ..Row::UNDOCUMENTED
    },
    Row {
        page_names: vendor(Some(&["adsbot-google"]), &G_META),
        ..ads("adsbot-google", &["AdsBot-Google"])
    },
    Row {
        tokens: disputed(vendor(&["AdsBot-Google-Mobile"], &G_SPC)),
        facts: &[
            fact(disputed(inferred(
                "A group for AdsBot-Google does not bind it: its row has one token, and only the retired Mobile-Apps had both.",
                &G_SPC,
            ))),
            HTML_COUNTS,
            COPIES,
        ],
        ..ads("adsbot-google-mobile", &[])
    },
    Row {
        facts: &[
            fact(vendor(
                "The section about it was made more general on 2026-09-17.",
                &G_CHG,
            )),
            HTML_COUNTS,
            COPIES,
        ],
        ..ads("mediapartners-google", &["Mediapartners-Google"])
    },
    ads("apis-google", &["APIs-Google"]),
];
