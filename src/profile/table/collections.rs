//! Owners that gather data for models, or sell it, with one crawler or two.
//!
//! Some names are in the robots.txt of many publishers, and in no document of an owner: `named` makes their rows.

use super::{NAMED, disputed, fact, honours, inferred, listed, named, quoted, reported, vendor};
use crate::ai::preference::Activity;
use crate::directive::Directive;
use crate::profile::behaviour::{Binding, Delay, Honour, Kind, Obeys};
use crate::profile::cell::Cell;
use crate::profile::row::Row;
use crate::profile::source::{AI2, AIR, COH, KIMI, NICT, NICT_BOT, REPORTS, ROIS, WEBZ};

const SOLD: Cell<&str> = fact(reported(
    "Its data is sold, also for the training of models.",
    &AIR,
));

const COHERE: Cell<&str> = fact(quoted(
    "Cohere says that no crawler of its own gathers pages for training at this time, and documents no token.",
    &COH,
));

/// A crawler of Moonshot AI.
const fn kimi(name: &'static str, tokens: &'static [&'static str], kind: Kind) -> Row {
    Row {
        name,
        operator: "Moonshot",
        kind,
        is_ai: true,
        tokens: vendor(tokens, &KIMI),
        obeys: vendor(Obeys::Yes, &KIMI),
        ..Row::UNDOCUMENTED
    }
}

/// A crawler of the Allen Institute.
const fn ai2(name: &'static str, tokens: Cell<&'static [&'static str]>) -> Row {
    Row {
        name,
        operator: "Ai2",
        kind: Kind::Training,
        tokens,
        // Its page says that its User-Agent can be used to filter, and nothing of robots.txt.
        obeys: disputed(reported(Obeys::Yes, &AIR)),
        train: quoted(Some(&[]), &AI2),
        ..Row::UNDOCUMENTED
    }
}

pub(super) static ROWS: &[Row] = &[
    Row {
        obeys: reported(Obeys::Yes, &AIR),
        facts: &[
            SOLD,
            fact(reported(
                "It is a name of before; reports say that Webz.io has other crawlers now.",
                &AIR,
            )),
        ],
        ..named("omgilibot", "Webz.io", Kind::Training, &["omgilibot"])
    },
    Row {
        obeys: reported(Obeys::Yes, &AIR),
        facts: &[SOLD],
        ..named("omgili", "Webz.io", Kind::Training, &["omgili"])
    },
    Row {
        name: "webzio-extended",
        operator: "Webz.io",
        kind: Kind::Token,
        tokens: quoted(&["Webzio-Extended"], &WEBZ),
        global: inferred(Binding::Unsaid, &WEBZ),
        governs: disputed(quoted(&[Activity::Train], &WEBZ)),
        facts: &[fact(disputed(quoted(
            "It marks data that is forbidden for models, for those who buy it; whether it also stops the fetch was not read.",
            &WEBZ,
        )))],
        ..Row::UNDOCUMENTED
    },
    Row {
        is_ai: true,
        facts: &[COHERE],
        ..named("cohere-ai", "Cohere", Kind::User, &["cohere-ai"])
    },
    Row {
        facts: &[COHERE],
        ..named(
            "cohere-training",
            "Cohere",
            Kind::Training,
            &["cohere-training-data-crawler"],
        )
    },
    Row {
        facts: &[
            fact(disputed(reported(
                "It was reported in 2022 not to obey robots.txt.",
                &REPORTS,
            ))),
            NAMED,
        ],
        ..named("timpibot", "Timpi", Kind::Training, &["Timpibot"])
    },
    ai2("ai2bot", quoted(&["AI2Bot"], &AI2)),
    Row {
        facts: &[fact(reported("Its owner's page has AI2Bot alone.", &AIR))],
        ..ai2("ai2bot-dolma", reported(&["Ai2Bot-Dolma"], &AIR))
    },
    Row {
        name: "icc-crawler",
        operator: "NICT",
        kind: Kind::Training,
        tokens: vendor(&["ICC-Crawler"], &NICT),
        obeys: quoted(Obeys::Yes, &NICT_BOT),
        train: vendor(Some(&[]), &NICT),
        // The page leads from the refusal of the use to that of the crawler.
        closed: inferred(&[Activity::Train], &NICT),
        facts: &[fact(vendor(
            "Its data is for research on models of language among other things, and goes to third parties too.",
            &NICT,
        ))],
        ..Row::UNDOCUMENTED
    },
    Row {
        name: "cotoyogi",
        operator: "ROIS-DS",
        kind: Kind::Training,
        tokens: vendor(&["Cotoyogi"], &ROIS),
        obeys: vendor(Obeys::Yes, &ROIS),
        delay: vendor(Delay::Group, &ROIS),
        train: reported(Some(&[]), &AIR),
        honours: honours(&[listed(
            &[Directive::NoFollow],
            vendor(Honour::Honoured, &ROIS),
        )]),
        facts: &[fact(vendor(
            "It collects data of the Japanese language; the page does not speak of training.",
            &ROIS,
        ))],
        ..Row::UNDOCUMENTED
    },
    Row {
        obeys: reported(Obeys::Yes, &AIR),
        ..named(
            "sbintuitionsbot",
            "SB Intuitions",
            Kind::Training,
            &["SBIntuitionsBot"],
        )
    },
    Row {
        train: vendor(Some(&[]), &KIMI),
        closed: vendor(&[Activity::Train], &KIMI),
        ..kimi("kimibot", &["KimiBot"], Kind::Training)
    },
    Row {
        facts: &[fact(vendor(
            "A closed group keeps a site out of the results of Kimi's search.",
            &KIMI,
        ))],
        ..kimi("kimi-searchbot", &["Kimi-SearchBot"], Kind::Answers)
    },
    Row {
        obeys: vendor(Obeys::May, &KIMI),
        facts: &[fact(vendor(
            "Rules of robots.txt \"may not directly apply\", since a person requested the page.",
            &KIMI,
        ))],
        ..kimi("kimi-user", &["Kimi-User"], Kind::User)
    },
    Row {
        facts: &[
            NAMED,
            fact(disputed(reported(
                "A report that it does not obey robots.txt is about pages that an assistant fetched under another name.",
                &AIR,
            ))),
        ],
        ..named("deepseekbot", "DeepSeek", Kind::Training, &["DeepSeekBot"])
    },
];
