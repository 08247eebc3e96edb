//! The owners of assistants, and of collections for models.
//!
//! None of them documents metas and fields, except in a report about noindex at one of them.

use super::{disputed, effect, fact, honours, inferred, listed, quoted, reported, vendor};
use crate::ai::preference::Activity;
use crate::directive::Directive;
use crate::profile::behaviour::{Delay, Honour, Kind, Obeys, UseAnswer};
use crate::profile::cell::Cell;
use crate::profile::day::Day;
use crate::profile::row::Row;
use crate::profile::source::{
    AIR, ANT, ANT_404, ANT_CODE, CC, MERJ, MIS, OAI, OAI_ADS, OAI_AGENT, OAI_FAQ, PPX,
};
use crate::robots_txt::fetch::FetchRules;

const NO_SCRIPTS: Cell<&str> = fact(reported("It does not run scripts.", &MERJ));

const fn openai(name: &'static str, tokens: &'static [&'static str], kind: Kind) -> Row {
    Row {
        name,
        operator: "OpenAI",
        kind,
        is_ai: true,
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
        is_ai: true,
        tokens: vendor(tokens, &ANT),
        obeys: vendor(Obeys::Yes, &ANT),
        delay: vendor(Delay::Group, &ANT),
        ..Row::UNDOCUMENTED
    }
}

const OLD_NAMES: Cell<&str> = fact(disputed(quoted(
    "In 2024 its owner said that ClaudeBot obeys what files say to anthropic-ai and Claude-Web; its page of today does not say so.",
    &ANT_404,
)));

/// A name that its owner gave up. The day is that of its owner's statement.
const fn past(name: &'static str, tokens: &'static [&'static str]) -> Row {
    Row {
        name,
        operator: "Anthropic",
        kind: Kind::Training,
        retired: Some(Day::new(2024, 7, 30)),
        tokens: quoted(tokens, &ANT_404),
        facts: &[OLD_NAMES],
        ..Row::UNDOCUMENTED
    }
}

const fn perplexity(name: &'static str, tokens: &'static [&'static str], kind: Kind) -> Row {
    Row {
        name,
        operator: "Perplexity",
        kind,
        is_ai: true,
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
        is_ai: true,
        tokens: vendor(tokens, &MIS),
        // The page says that the tags are for owners, and of no tag that it is obeyed.
        obeys: disputed(vendor(Obeys::Yes, &MIS)),
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
        honours: honours(&[listed(
            &[Directive::NoIndex],
            disputed(reported(Honour::Honoured, &OAI_FAQ)),
        )]),
        facts: &[fact(disputed(reported(
            "noindex keeps a page from being shown by search.",
            &OAI_FAQ,
        )))],
        ..openai("oai-searchbot", &["OAI-SearchBot"], Kind::Answers)
    },
    Row {
        obeys: disputed(quoted(Obeys::May, &OAI)),
        facts: &[fact(quoted(
            "The agent of ChatGPT has the name of a browser; it signs its requests as `https://chatgpt.com`, and its page does \
             not speak of robots.txt.",
            &OAI_AGENT,
        ))],
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
                "The page has the three tokens ClaudeBot, Claude-SearchBot and Claude-User; anthropic-ai and Claude-Web are not \
                     among them.",
                &ANT,
            ))),
            OLD_NAMES,
            NO_SCRIPTS,
        ],
        ..anthropic("claudebot", &[], Kind::Training)
    },
    anthropic("claude-searchbot", &["Claude-SearchBot"], Kind::Answers),
    Row {
        facts: &[fact(reported(
            "Claude Code sends the name too, from the machine of its user; no document says whether it asks robots.txt there.",
            &ANT_CODE,
        ))],
        ..anthropic("claude-user", &["Claude-User"], Kind::User)
    },
    past("anthropic-ai", &["anthropic-ai"]),
    past("claude-web", &["Claude-Web"]),
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
        obeys: vendor(Obeys::Yes, &MIS),
        train: vendor(Some(&[]), &MIS),
        // "Webmasters can disallow this user agent": nothing is said of pages that it has.
        closed: inferred(&[Activity::Train], &MIS),
        never: vendor(&[Activity::Input], &MIS),
        ..mistral(
            "mistralai-training",
            &["MistralAI-Training"],
            Kind::Training,
        )
    },
    Row {
        never: vendor(&[Activity::Train], &MIS),
        ..mistral("mistralai-index", &["MistralAI-Index"], Kind::Answers)
    },
    Row {
        never: vendor(&[Activity::Train], &MIS),
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
