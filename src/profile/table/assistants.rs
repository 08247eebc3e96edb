//! The owners of assistants, and of collections for models.
//!
//! None of them documents metas and fields, except in a report about noindex at one of them.

use super::{disputed, effect, fact, listed, quoted, reported, vendor};
use crate::ai::preference::Activity;
use crate::directive::Directive;
use crate::profile::behaviour::{Delay, Honour, Honours, Kind, Obeys, UseAnswer};
use crate::profile::cell::Cell;
use crate::profile::row::{Fact, Row};
use crate::profile::source::{AIR, ANT, CC, MERJ, MIS, OAI, OAI_ADS, OAI_FAQ, PPX};
use crate::robots_txt::fetch::FetchRules;

const NO_SCRIPTS: Fact = fact(reported("It does not run scripts.", &MERJ));

const fn openai(name: &'static str, tokens: &'static [&'static str], kind: Kind) -> Row {
    Row {
        name,
        operator: "OpenAI",
        kind,
        tokens: quoted(tokens, &OAI),
        obeys: quoted(Obeys::Yes, &OAI),
        ..Row::UNDOCUMENTED
    }
}

const fn anthropic(name: &'static str, tokens: &'static [&'static str], kind: Kind) -> Row {
    Row {
        name,
        operator: "Anthropic",
        kind,
        tokens: vendor(tokens, &ANT),
        obeys: vendor(Obeys::Yes, &ANT),
        delay: vendor(Delay::Group, &ANT),
        ..Row::UNDOCUMENTED
    }
}

const fn perplexity(name: &'static str, tokens: &'static [&'static str], kind: Kind) -> Row {
    Row {
        name,
        operator: "Perplexity",
        kind,
        tokens: vendor(tokens, &PPX),
        never: vendor(&[Activity::Train], &PPX),
        ..Row::UNDOCUMENTED
    }
}

const fn mistral(name: &'static str, tokens: &'static [&'static str], kind: Kind) -> Row {
    Row {
        name,
        operator: "Mistral",
        kind,
        tokens: quoted(tokens, &MIS),
        ..Row::UNDOCUMENTED
    }
}

pub(super) static ROWS: &[Row] = &[
    Row {
        train: quoted(Some(&[]), &OAI),
        closed: quoted(&[Activity::Train], &OAI),
        facts: &[NO_SCRIPTS],
        ..openai("gptbot", &["GPTBot"], Kind::Training)
    },
    Row {
        answer: disputed(reported(
            Some(&[effect(Directive::NoIndex, UseAnswer::No)]),
            &OAI_FAQ,
        )),
        honours: Honours {
            listed: &[listed(
                &[Directive::NoIndex],
                disputed(reported(Honour::Honoured, &OAI_FAQ)),
            )],
            others: Cell::undocumented(Honour::Honoured),
        },
        facts: &[fact(disputed(reported(
            "noindex keeps a page from being shown by search.",
            &OAI_FAQ,
        )))],
        ..openai("oai-searchbot", &["OAI-SearchBot"], Kind::Answers)
    },
    Row {
        obeys: disputed(quoted(Obeys::May, &OAI)),
        ..openai("chatgpt-user", &["ChatGPT-User"], Kind::User)
    },
    Row {
        // The help for advertisers says yes and has its name for an example; the page of crawlers says nothing.
        obeys: disputed(quoted(Obeys::Yes, &OAI_ADS)),
        never: quoted(&[Activity::Train], &OAI),
        facts: &[fact(reported(
            "It visits the pages that were submitted as ads.",
            &OAI,
        ))],
        ..openai("oai-adsbot", &["OAI-AdsBot"], Kind::Ads)
    },
    Row {
        // The page names three tokens; anthropic-ai, which many files have, is not among them.
        tokens: disputed(vendor(&["ClaudeBot"], &ANT)),
        train: vendor(Some(&[]), &ANT),
        closed: vendor(&[Activity::Train], &ANT),
        facts: &[
            fact(disputed(vendor(
                "The page has the three tokens ClaudeBot, Claude-SearchBot and Claude-User; anthropic-ai and claude-web are in \
                     no document of their owner.",
                &ANT,
            ))),
            NO_SCRIPTS,
        ],
        ..anthropic("claudebot", &[], Kind::Training)
    },
    anthropic("claude-searchbot", &["Claude-SearchBot"], Kind::Answers),
    anthropic("claude-user", &["Claude-User"], Kind::User),
    Row {
        obeys: vendor(Obeys::Yes, &PPX),
        facts: &[NO_SCRIPTS],
        ..perplexity("perplexitybot", &["PerplexityBot"], Kind::Answers)
    },
    Row {
        obeys: vendor(Obeys::No, &PPX),
        facts: &[fact(vendor(
            "Perplexity says that it \"generally\" ignores robots.txt, since a person requested the page.",
            &PPX,
        ))],
        ..perplexity("perplexity-user", &["Perplexity-User"], Kind::User)
    },
    Row {
        train: quoted(Some(&[]), &MIS),
        ..mistral(
            "mistralai-training",
            &["MistralAI-Training"],
            Kind::Training,
        )
    },
    Row {
        never: quoted(&[Activity::Train], &MIS),
        ..mistral("mistralai-index", &["MistralAI-Index"], Kind::Answers)
    },
    Row {
        never: quoted(&[Activity::Train], &MIS),
        ..mistral("mistralai-user", &["MistralAI-User"], Kind::User)
    },
    Row {
        name: "ccbot",
        operator: "Common Crawl",
        kind: Kind::Training,
        tokens: vendor(&["CCBot"], &CC),
        obeys: vendor(Obeys::Yes, &CC),
        fetch: quoted(FetchRules::RFC9309, &CC),
        delay: quoted(Delay::Group, &CC),
        ..Row::UNDOCUMENTED
    },
    Row {
        name: "bytespider",
        operator: "ByteDance",
        kind: Kind::Training,
        tokens: reported(&["Bytespider"], &AIR),
        facts: &[fact(disputed(reported(
            "It is reported not to obey robots.txt; its owner has published nothing.",
            &AIR,
        )))],
        ..Row::UNDOCUMENTED
    },
];
