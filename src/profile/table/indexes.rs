//! Owners of an index that machines answer from, with one crawler or two.

use super::{NAMED, disputed, fact, honours, listed, named, quoted, reported, vendor};
use crate::ai::preference::{Activity, Vocabulary};
use crate::directive::Directive;
use crate::profile::behaviour::{Delay, Honour, Kind, Obeys};
use crate::profile::row::Row;
use crate::profile::source::{
    AIR, BRAVE, CF_CRAWL, DIF, EXA, GIST, KAGI, LINKUP_JOBS, PAR, REPORTS, TAV, YOU,
};

/// A crawler of Diffbot.
const fn diffbot(name: &'static str, tokens: &'static [&'static str], kind: Kind) -> Row {
    Row {
        name,
        operator: "Diffbot",
        kind,
        is_ai: true,
        tokens: vendor(tokens, &DIF),
        never: vendor(&[Activity::Train], &DIF),
        ..Row::UNDOCUMENTED
    }
}

/// A crawler of Parallel.
const fn parallel(name: &'static str, tokens: &'static [&'static str], kind: Kind) -> Row {
    Row {
        name,
        operator: "Parallel",
        kind,
        is_ai: true,
        tokens: vendor(tokens, &PAR),
        ..Row::UNDOCUMENTED
    }
}

pub(super) static ROWS: &[Row] = &[
    Row {
        obeys: vendor(Obeys::Yes, &DIF),
        delay: vendor(Delay::Group, &DIF),
        facts: &[fact(vendor(
            "It may leave robots.txt aside by an agreement with the site, and its customers can switch that off.",
            &DIF,
        ))],
        ..diffbot("diffbot", &["Diffbot"], Kind::Answers)
    },
    diffbot("diffbot-user", &["Diffbot-User"], Kind::User),
    Row {
        name: "youbot",
        operator: "You.com",
        kind: Kind::Answers,
        tokens: vendor(&["YouBot"], &YOU),
        obeys: disputed(vendor(Obeys::Yes, &YOU)),
        delay: quoted(Delay::Group, &YOU),
        facts: &[fact(disputed(reported(
            "A report of 2026 says that it fetched pages that files disallow.",
            &REPORTS,
        )))],
        ..Row::UNDOCUMENTED
    },
    Row {
        name: "bravebot",
        operator: "Brave",
        kind: Kind::Search,
        tokens: disputed(quoted(&["Googlebot"], &BRAVE)),
        obeys: quoted(Obeys::Yes, &BRAVE),
        page_names: quoted(Some(&[]), &BRAVE),
        honours: honours(&[listed(
            &[Directive::NoIndex],
            quoted(Honour::Honoured, &BRAVE),
        )]),
        facts: &[fact(disputed(quoted(
            "Its owner says that it has no name of its own and fetches what Googlebot may fetch; lists have the name Bravebot.",
            &BRAVE,
        )))],
        ..Row::UNDOCUMENTED
    },
    Row {
        name: "kagibot",
        operator: "Kagi",
        kind: Kind::Search,
        tokens: vendor(&["Kagibot", "Googlebot"], &KAGI),
        obeys: vendor(Obeys::Yes, &KAGI),
        ..Row::UNDOCUMENTED
    },
    Row {
        is_ai: true,
        ..named("kagi-fetcher", "Kagi", Kind::User, &["kagi-fetcher"])
    },
    Row {
        name: "exasearchbot",
        operator: "Exa",
        kind: Kind::Answers,
        tokens: quoted(&["ExaSearchBot"], &EXA),
        obeys: quoted(Obeys::Yes, &EXA),
        honours: honours(&[listed(
            &[Directive::NoIndex],
            quoted(Honour::Honoured, &EXA),
        )]),
        ..Row::UNDOCUMENTED
    },
    Row {
        facts: &[
            NAMED,
            fact(vendor(
                "LinkUpBot of LinkUp, an index of jobs, is another crawler; the letter case does not tell their groups apart.",
                &LINKUP_JOBS,
            )),
        ],
        ..named("linkupbot", "Linkup", Kind::Answers, &["LinkupBot"])
    },
    named(
        "azureai-searchbot",
        "Microsoft",
        Kind::Answers,
        &["AzureAI-SearchBot"],
    ),
    Row {
        obeys: vendor(Obeys::Yes, &PAR),
        ..parallel("shapbot", &["ShapBot"], Kind::Answers)
    },
    Row {
        obeys: disputed(vendor(Obeys::No, &PAR)),
        facts: &[fact(vendor(
            "It \"is intended to provide visibility rather than to be managed through automated controls\".",
            &PAR,
        ))],
        ..parallel("shap-user", &["Shap-User"], Kind::User)
    },
    Row {
        name: "proratainc",
        operator: "ProRata",
        kind: Kind::Answers,
        tokens: vendor(&["ProRataInc"], &GIST),
        obeys: vendor(Obeys::Yes, &GIST),
        ..Row::UNDOCUMENTED
    },
    Row {
        name: "tavilybot",
        operator: "Tavily",
        kind: Kind::Answers,
        tokens: vendor(&["Googlebot"], &TAV),
        obeys: vendor(Obeys::Yes, &TAV),
        page_names: vendor(Some(&[]), &TAV),
        honours: honours(&[listed(
            &[Directive::NoIndex],
            vendor(Honour::Honoured, &TAV),
        )]),
        facts: &[fact(disputed(vendor(
            "Its owner says that it has no name of its own and fetches what Googlebot may fetch; lists have the name TavilyBot.",
            &TAV,
        )))],
        ..Row::UNDOCUMENTED
    },
    Row {
        obeys: reported(Obeys::Yes, &AIR),
        ..named(
            "atlassian-bot",
            "Atlassian",
            Kind::Answers,
            &["atlassian-bot"],
        )
    },
    named("phindbot", "Phind", Kind::Answers, &["PhindBot"]),
    Row {
        name: "cloudflare-crawl",
        operator: "Cloudflare",
        kind: Kind::Tool,
        is_ai: true,
        tokens: vendor(&["CloudflareBrowserRenderingCrawler"], &CF_CRAWL),
        obeys: vendor(Obeys::Yes, &CF_CRAWL),
        delay: vendor(Delay::Group, &CF_CRAWL),
        obeyed_vocabularies: vendor(&[Vocabulary::ContentSignal], &CF_CRAWL),
        facts: &[
            fact(vendor(
                "Customers of Cloudflare run it, and say what for; a crawl for a purpose that a signal refuses is rejected.",
                &CF_CRAWL,
            )),
            fact(vendor(
                "The other functions of Browser Run have the name of a browser.",
                &CF_CRAWL,
            )),
        ],
        ..Row::UNDOCUMENTED
    },
];
