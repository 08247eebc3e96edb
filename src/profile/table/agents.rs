//! Assistants of editors and shells, tools of models, and programs that fetch for them: what they send, and whether they ask
//! robots.txt, as their code has it.

use super::{code, disputed, fact, named, reported};
use crate::profile::behaviour::{Delay, Kind, Obeys};
use crate::profile::cell::Cell;
use crate::profile::row::Row;
use crate::profile::source::{
    AIR, BROWSER_USE, C4AI, CLINE, DOCKER, FIRE, GEMINI_CLI, GOOSE, JINA, MCP, NOVA, OPENCODE,
    Reference, VSCODE,
};

/// A program whose code does not ask robots.txt.
const fn never_asks(
    name: &'static str,
    operator: &'static str,
    tokens: &'static [&'static str],
    source: &'static Reference,
) -> Row {
    Row {
        name,
        operator,
        kind: Kind::Agent,
        tokens: code(tokens, source),
        obeys: code(Obeys::No, source),
        ..Row::UNDOCUMENTED
    }
}

/// A fact about a program that no group of robots.txt can name.
const fn nameless(source: &'static Reference) -> Cell<&'static str> {
    fact(code(
        "It has the name of a browser, so that no group can name it.",
        source,
    ))
}

pub(super) static ROWS: &[Row] = &[
    Row {
        name: "mcp-server-fetch",
        operator: "MCP",
        kind: Kind::Agent,
        tokens: code(&["ModelContextProtocol"], &MCP),
        obeys: code(Obeys::May, &MCP),
        facts: &[
            fact(code(
                "It obeys robots.txt where a model wants the page, and not where a person does.",
                &MCP,
            )),
            fact(code(
                "It takes the text of an answer of 5xx or 202 for the rules; an error of 401 or 403 closes the site.",
                &MCP,
            )),
        ],
        ..Row::UNDOCUMENTED
    },
    Row {
        name: "docker-agent",
        operator: "Docker",
        kind: Kind::Agent,
        tokens: code(&["Cagent"], &DOCKER),
        obeys: code(Obeys::Yes, &DOCKER),
        facts: &[fact(code(
            "A robots.txt that cannot be reached allows everything; any status but 200 and 404 allows nothing.",
            &DOCKER,
        ))],
        ..Row::UNDOCUMENTED
    },
    Row {
        facts: &[fact(code(
            "Pages are fetched by Google first; this name is sent where that fails, or by a direct fetch.",
            &GEMINI_CLI,
        ))],
        ..never_asks("gemini-cli", "Google", &["Google-Gemini-CLI"], &GEMINI_CLI)
    },
    Row {
        tokens: disputed(code(&["OpenCode-User", "opencode"], &OPENCODE)),
        facts: &[fact(disputed(code(
            "One of two versions of its tool has the name of a browser, and `opencode` only after a refusal.",
            &OPENCODE,
        )))],
        ..never_asks("opencode", "opencode", &[], &OPENCODE)
    },
    never_asks("nova-act", "Amazon", &["Agent-NovaAct"], &NOVA),
    never_asks("cline", "Cline", &["AgentBot"], &CLINE),
    Row {
        facts: &[nameless(&VSCODE)],
        ..never_asks("copilot-vscode", "Microsoft", &[], &VSCODE)
    },
    Row {
        facts: &[nameless(&BROWSER_USE)],
        ..never_asks("browser-use", "Browser Use", &[], &BROWSER_USE)
    },
    Row {
        name: "goose",
        operator: "Block",
        kind: Kind::Agent,
        tokens: code(&["Goose"], &GOOSE),
        ..Row::UNDOCUMENTED
    },
    Row {
        obeys: disputed(code(Obeys::May, &FIRE)),
        delay: code(Delay::Group, &FIRE),
        facts: &[fact(code(
            "A crawl obeys robots.txt unless its customer has it switched off; the fetch of one page does not ask it.",
            &FIRE,
        ))],
        ..never_asks("firecrawl", "Firecrawl", &["FirecrawlAgent"], &FIRE)
    },
    Row {
        facts: &[
            nameless(&C4AI),
            fact(code(
                "It obeys robots.txt where its user has it switched on.",
                &C4AI,
            )),
        ],
        ..never_asks("crawl4ai", "Crawl4AI", &[], &C4AI)
    },
    Row {
        facts: &[
            nameless(&JINA),
            fact(code(
                "It obeys robots.txt where its user has it switched on, for the name that the user gives.",
                &JINA,
            )),
        ],
        ..never_asks("jina-reader", "Jina", &[], &JINA)
    },
    named("manus-user", "Manus", Kind::Agent, &["Manus-User"]),
    Row {
        obeys: reported(Obeys::Yes, &AIR),
        ..named("devin", "Cognition", Kind::Agent, &["Devin"])
    },
];
