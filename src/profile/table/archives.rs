//! Web archives.

use std::time::Duration;

use super::{code, disputed, fact, named, reported, vendor};
use crate::profile::behaviour::{Delay, Kind, Obeys};
use crate::profile::row::Row;
use crate::profile::source::{ALEXA, BNF, CUA, HER, IA_2017, IA_HELP, IA_OLD, ZENO};
use crate::robots_txt::fetch::{FetchRules, Rung, Then};

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "archive.org_bot",
        operator: "Internet Archive",
        kind: Kind::Archive,
        tokens: vendor(&["archive.org_bot"], &IA_HELP),
        obeys: disputed(vendor(Obeys::May, &IA_2017)),
        delay: disputed(vendor(Delay::Group, &IA_HELP)),
        facts: &[
            fact(vendor(
                "Crawls of Archive-It obey robots.txt, unless the customer has it switched off.",
                &IA_HELP,
            )),
            fact(vendor(
                "In 2017 the Wayback Machine stopped to ask robots.txt of sites of the United States, and announced it for more.",
                &IA_2017,
            )),
            fact(disputed(code(
                "The crawler of the Wayback Machine has no line about robots.txt.",
                &ZENO,
            ))),
        ],
        ..Row::UNDOCUMENTED
    },
    Row {
        name: "ia_archiver",
        operator: "Internet Archive",
        kind: Kind::Archive,
        tokens: vendor(&["ia_archiver"], &IA_OLD),
        obeys: disputed(vendor(Obeys::May, &IA_2017)),
        facts: &[
            fact(vendor(
                "Before 2017 a group of this name kept pages out of the Wayback Machine, also those that it had.",
                &IA_OLD,
            )),
            fact(vendor("It was the crawler of Alexa Internet too.", &ALEXA)),
            fact(disputed(reported(
                "No document says that a crawler answers to it today.",
                &CUA,
            ))),
        ],
        ..Row::UNDOCUMENTED
    },
    Row {
        name: "bnf.fr_bot",
        operator: "BnF",
        kind: Kind::Archive,
        tokens: vendor(&["bnf.fr_bot"], &BNF),
        obeys: disputed(vendor(Obeys::No, &BNF)),
        facts: &[fact(disputed(vendor(
            "One of two pages says that it does not follow robots.txt, that on official publications.",
            &BNF,
        )))],
        ..Row::UNDOCUMENTED
    },
    Row {
        tokens: reported(&["bl.uk_lddc_bot"], &CUA),
        ..named("bl.uk_lddc_bot", "British Library", Kind::Archive, &[])
    },
    Row {
        name: "heritrix",
        operator: "Heritrix",
        kind: Kind::Archive,
        tokens: code(&["heritrix"], &HER),
        obeys: code(Obeys::Yes, &HER),
        fetch: code(
            FetchRules::new(&[Rung::new(Duration::ZERO, Then::Everything)]),
            &HER,
        ),
        delay: code(Delay::Group, &HER),
        facts: &[fact(code(
            "It is a program: its operators choose its name, and whether it obeys robots.txt.",
            &HER,
        ))],
        ..Row::UNDOCUMENTED
    },
];
