//! Google: the fetchers that do not obey robots.txt.

use super::{disputed, fact, inferred, quoted, reported, vendor};
use crate::profile::behaviour::{Kind, Obeys};
use crate::profile::cell::Cell;
use crate::profile::day::Day;
use crate::profile::row::Row;
use crate::profile::source::{AIR, G_CHG, G_COM_24, G_FEED, G_SPC, G_UTF};

const GENERALLY: Cell<&str> = fact(vendor(
    "Google says that such fetchers \"generally\" ignore robots.txt, since a person requested the page.",
    &G_UTF,
));

/// A fetcher of what a person requests.
const fn fetcher(name: &'static str, tokens: &'static [&'static str]) -> Row {
    Row {
        name,
        operator: "Google",
        kind: Kind::User,
        tokens: quoted(tokens, &G_UTF),
        obeys: vendor(Obeys::No, &G_UTF),
        facts: &[GENERALLY],
        ..Row::UNDOCUMENTED
    }
}

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "google-safety",
        operator: "Google",
        kind: Kind::Other,
        tokens: vendor(&["Google-Safety"], &G_SPC),
        obeys: vendor(Obeys::No, &G_SPC),
        ..Row::UNDOCUMENTED
    },
    Row {
        tokens: vendor(&["FeedFetcher-Google"], &G_FEED),
        obeys: vendor(Obeys::No, &G_FEED),
        ..fetcher("feedfetcher-google", &[])
    },
    Row {
        facts: &[
            GENERALLY,
            fact(vendor(
                "`nopagereadaloud` in a meta named `google` stops it.",
                &G_COM_24,
            )),
        ],
        ..fetcher("google-read-aloud", &["Google-Read-Aloud"])
    },
    Row {
        // A meta of its name holds the proof of an owner.
        page_names: inferred(Some(&[]), &G_UTF),
        ..fetcher("google-site-verification", &["Google-Site-Verification"])
    },
    Row {
        obeys: disputed(vendor(Obeys::No, &G_UTF)),
        facts: &[
            GENERALLY,
            fact(disputed(reported(
                "A list of agents says that it obeys robots.txt.",
                &AIR,
            ))),
        ],
        is_ai: true,
        ..fetcher("google-agent", &["Google-Agent"])
    },
    Row {
        facts: &[
            GENERALLY,
            fact(vendor(
                "Its name was Google-NotebookLM until August 2026.",
                &G_CHG,
            )),
        ],
        is_ai: true,
        ..fetcher("google-gemininotebook", &["Google-GeminiNotebook"])
    },
    Row {
        // The month is documented, and not its day.
        retired: Some(Day::new(2026, 8, 31)),
        facts: &[
            GENERALLY,
            fact(vendor(
                "Its name is Google-GeminiNotebook since August 2026.",
                &G_CHG,
            )),
        ],
        ..fetcher("google-notebooklm", &["Google-NotebookLM"])
    },
    fetcher("google-cws", &["Google-CWS"]),
    fetcher("googlemessages", &["GoogleMessages"]),
    fetcher("google-pinpoint", &["Google-Pinpoint"]),
    fetcher("googleproducer", &["GoogleProducer"]),
];
