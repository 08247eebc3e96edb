//! The keys of an answer and of its parts. The types that write them are in `robots_policy::report`.

use super::words::{
    ASKED, LEDGER_SOURCE, LEFT, LIMITED, LINK_ELEMENT, NOT_SAID, PART_MARK_KIND, REL, SEVERITY,
    STATE, USE, USE_ANSWER, WHY,
};
use super::{Choice, Key, Shape, Table};

use Shape::{
    Any, Day, Either, Flag, List, Literal, Map, Moment, Number, OrNull, Text, True, Tuple, Whole,
    Word,
};

/// The rows of a table: key, shape, when it is there if not always, and its meaning.
macro_rules! table {
    (
        $(#[doc = $about:literal])+
        $visibility:vis $constant:ident = $name:literal $(: $extends:ident)? {
            $($key:literal: $shape:expr $(, only $when:literal)?; $meaning:literal)*
        }
    ) => {
        $(#[doc = $about])+
        $visibility static $constant: Table = Table {
            name: $name,
            about: concat!($($about),+).trim_ascii(),
            extends: table!(@option $(&$extends)?),
            keys: &[$(Key {
                name: $key,
                shape: $shape,
                meaning: $meaning,
                absent: table!(@option $($when)?),
                flag: None,
                argument: None,
            }),*],
        };
    };
    (@option) => { None };
    (@option $given:expr) => { Some($given) };
}

/// A number from 0 on.
const COUNT: Shape = Whole(0, None);
/// A number from 1 on.
const NUMBER: Shape = Whole(1, None);
const ANSWER_OR_NULL: Shape = OrNull(&Flag);
const TEXT_OR_NULL: Shape = OrNull(&Text);
const TEXTS: Shape = List(&Text);
const SPAN: Shape = Tuple(&[("start", COUNT), ("end", COUNT)]);
const SPANS: Shape = List(&SPAN);
const DIRECTIVES: Shape = Map(None, &Either(&DIRECTIVE_VALUE));
const USED: Shape = OrNull(&Either(&Choice {
    name: "",
    about: "",
    of: &[Flag, Word(&LIMITED)],
}));

static DIRECTIVE_VALUE: Choice = Choice {
    name: "DirectiveValue",
    about: "True, a limit (-1 is none), a level, or a date.",
    of: &[True, Whole(-1, None), Text],
};

static EXTENSION: Choice = Choice {
    name: "",
    about: "",
    of: &[Text, True],
};

table! {
    /// The verdict: the record that `robots-policy eval --jsonl` writes.
    pub ANSWER = "VerdictRecord" {
        "version": Literal(1); "1, the version of the form"
        "id": Any; "that of the question"
        "url": Text; "that of the question"
        "agent": TEXTS; "the product tokens of the asker in lower case; `*` for a client without one"
        "access": Shape::Table(&ACCESS); "the answer of robots.txt"
        "index": ANSWER_OR_NULL; "false when `noindex` is in force; else null where fields or document are not known, see `unread`"
        "follow": ANSWER_OR_NULL; "likewise, of `nofollow`"
        "archive": ANSWER_OR_NULL; "likewise, of `noarchive`"
        "snippet": Shape::Table(&SNIPPET); "may it be excerpted, and how long"
        "directives": DIRECTIVES; "the directives in force: `none` expanded, `max-snippet: 0` also as `nosnippet`, `noindex` once a deadline has passed, `indexifembedded` beside a `noindex`"
        "permits": DIRECTIVES, only "where a source gives explicit permissions"; "`index`, `follow`, `all`, `archive` as true, a limit of -1, the highest level of a preview; permissions lift no restriction"
        "uses": Map(Some(&USE), &OrNull(&Word(&USE_ANSWER))); "the answer about each use, null where it is not known; see [AI use](ai-use.md)"
        "preferences": Map(None, &Map(None, &Text)), only "where a vocabulary does"; "the labels of each vocabulary that states something: `aipref`, `content-signal` (with its level `use`), `tdmrep`, `rsl`, `canel`; the answers for policy tokens in `tokens`"
        "terms": List(&Shape::Table(&TERMS)), only "where a use is conditional, or a TDM policy is in force"; "the terms of conditional uses, and the address of a TDM policy"
        "extensions": Map(None, &Either(&EXTENSIONS)); "names outside the table of directives with their raw values, true where there is none, an array where they differ"
        "reasons": List(&Shape::Table(&REASON)); "the line that disallows, and every statement that put a directive in force or that decided about AI use"
        "diagnostics": List(&Shape::Table(&DIAGNOSTIC)); "anything unusual in an input"
        "truncated": TEXTS; "the inputs that met their parsing limit"
        "unread": List(&Shape::Table(&UNREAD)), only "where one is not known"; "the sources that are not known, and the answers that each keeps from being known"
        "ledger": List(&Shape::Table(&LEDGER_ENTRY)), only "where the question has `ledger: true`"; "the state of each source; see the [ledger](ledger.md)"
        "parts": OrNull(&Shape::Table(&PARTS)), only "where the question has `parts: true`"; "the parts of the document, see [What may I quote?](parts.md); null without a document"
        "obtainable": Flag; "false when access is disallowed: an obedient crawler would not have fetched the page"
        "robots_cause": Text, only "where there is no robots.txt"; "why: `absent`, `refused`, `redirects`, `rate-limited`, `server-error`, `network-error`, `undecodable`"
        "mobile_agent_server": Either(&MOBILE), only "where robots.txt names one"; "the server of mobile agents for the target, or that there is none"
        "sitemaps": TEXTS, only "where robots.txt names some"; "their addresses"
        "crawl_delay": Number, only "where robots.txt has one for the asker"; "seconds between two requests"
        "as": Shape::Table(&ENGINE_READING), only "with `as`"; "the reading of the engine; the answers above are then those of the engine"
        "general": Shape::Table(&GENERAL), only "with `as`"; "the answers without the engine"
    }
}

static EXTENSIONS: Choice = Choice {
    name: "",
    about: "",
    of: &[Text, True, List(&Either(&EXTENSION))],
};

static MOBILE: Choice = Choice {
    name: "",
    about: "",
    of: &[Shape::Table(&MOBILE_HOST), Shape::Table(&MOBILE_NONE)],
};

table! {
    /// A host.
    MOBILE_HOST = "" {
        "host": Text; "the host"
    }
}

table! {
    /// There is none.
    MOBILE_NONE = "" {
        "none": True; "there is none"
    }
}

table! {
    /// The answer of robots.txt.
    ACCESS = "Access" {
        "purpose": Text, only "in an item of `purposes`"; "the purpose that it is about"
        "allowed": ANSWER_OR_NULL; "may it be fetched; null where that is not known"
        "reason": Text; "why: `allow-rule`, `disallow-rule`, `no-match`, `no-group`, `unavailable` and others"
        "group": TEXT_OR_NULL; "the subject of the group that was used"
        "rule": TEXT_OR_NULL; "the line of robots.txt that decided"
        "line": OrNull(&NUMBER); "its number, from 1"
        "purposes": List(&Shape::Table(&ACCESS)), only "for an asker with purposes"; "the answer for each purpose"
    }
}

table! {
    /// May it be excerpted, and how long?
    SNIPPET = "Snippet" {
        "allowed": ANSWER_OR_NULL; "false when `nosnippet` is in force; else null where fields or document are not known"
        "max_chars": OrNull(&COUNT); "the most characters: 0 when no excerpt is allowed, null when there is no limit"
    }
}

table! {
    /// The terms of a use that is allowed on terms, or the address that has them.
    TERMS = "Terms" {
        "use": Word(&USE); "the use"
        "from": Text; "the vocabulary"
        "url": Text, only "where there is one"; "the address of the document that has them"
        "payment": TEXTS, only "where it costs something"; "types of payment, such as `training`, `crawl`, `attribution`"
        "server": Text, only "where a licence names one"; "the server that issues a token"
        "reporting": TEXTS, only "where reports are required"; "their profiles"
        "user": TEXTS, only "where a licence names some"; "kinds of users that it is for; `!` before one that it is not for"
        "geo": TEXTS, only "where a licence names some"; "countries that it is for, likewise"
        "level": Text, only "where Content Signals limit it"; "the highest level of use: `immediate` is one response in which nothing is kept, `reference` is an index with excerpts and links"
    }
}

table! {
    /// The place of a statement.
    PLACE = "Place" {
        "source": Text; "the input: `robots.txt`, `robots-tag`, `x-robots-tag`, `meta` and others"
        "placement": Text, only "of a meta"; "where it is: `head`, `noscript`, `body`"
        "line": OrNull(&NUMBER); "from 1: the number among the lines of that field, the line of robots.txt; null for a document"
        "span": SPAN; "the first byte and the byte after the last, from 0, in that line or in the document"
    }
}

table! {
    /// A statement that decided: a directive, or a use with its vocabulary.
    REASON = "Reason": PLACE {
        "directive": Text, only "for a directive"; "its name; `disallow` for a line of robots.txt"
        "use": Text, only "for a statement about AI use"; "its label, or the policy token"
        "vocabulary": Text, only "for a statement about AI use"; "the vocabulary of the label; `tokens` for a policy token"
        "value": Either(&DIRECTIVE_VALUE), only "where it has one"; "its value: that of the directive, the path of a rule, or the answer about the use"
        "scope": Text; "the clients that it addresses; `*` is every client"
        "url": Text, only "for a statement of a licence"; "the address of the licence"
        "why": Text, only "for a policy token whose group has no line for the page"; "`no-match`"
        "text": Text; "its bytes, decoded"
    }
}

table! {
    /// Anything unusual in an input, with its place.
    DIAGNOSTIC = "Diagnostic": PLACE {
        "code": Text; "its code, which stays the same"
        "severity": Word(&SEVERITY); "its weight"
        "message": Text; "a sentence for people, which may change"
    }
}

table! {
    /// A source that is not known.
    UNREAD = "Unread" {
        "source": Word(&LEDGER_SOURCE); "the source"
        "why": Word(&WHY); "why it is not known; see the [ledger](ledger.md)"
        "url": Text, only "of `tdmrep.json` and of a licence"; "its address"
        "from": Text, only "of a licence"; "the source that points at it"
        "line": NUMBER, only "where a line points at a licence"; "its number, from 1"
        "keeps": List(&Word(&ASKED)); "the answers that it keeps from being known: `access`, `index`, `follow`, `archive`, `snippet`, and the uses"
    }
}

table! {
    /// The state of a source; what is not known is left out.
    LEDGER_ENTRY = "LedgerEntry" {
        "source": Word(&LEDGER_SOURCE); "the source"
        "state": Word(&STATE); "its state"
        "why": Word(&WHY), only "where the state has one"; "the reason of the state"
        "url": Text, only "where it is known"; "the address that answered"
        "status": Whole(0, Some(599)), only "where it is known"; "the status of the answer, 0 if there was none"
        "fetched": Moment, only "where it is known"; "the time of the answer"
        "sha256": Text, only "where it is known"; "the SHA-256 of the body"
        "record_id": Text, only "where it is known"; "the identifier of its record in an archive"
    }
}

table! {
    /// The parts of a document: which text may be quoted, the marks in it, and its links.
    PARTS = "Parts" {
        "refusal": Text, only "where nothing of the page may be quoted"; "why, in words"
        "unread": Word(&WHY), only "where texts, marks and links are not known"; "why; the lists are empty then"
        "quotable": SPANS; "the bytes of the texts that may be quoted"
        "chars": COUNT; "the characters of the texts of the page"
        "closed_chars": COUNT; "how many of them may not be quoted"
        "marks": List(&Shape::Table(&PART_MARK)); "the marks, those that the asker does not hear among them"
        "links": List(&Shape::Table(&LINK)); "the links"
    }
}

table! {
    /// A mark that closes text.
    PART_MARK = "PartMark" {
        "kind": Word(&PART_MARK_KIND); "how it is stated"
        "element": Text, only "where an element has it"; "the element"
        "span": SPAN; "the bytes of the tag or the comment"
        "covers": SPANS; "the bytes of the texts that it closes"
        "heard": Flag; "does the asker hear it?"
    }
}

table! {
    /// A link of a page.
    LINK = "Link" {
        "url": Text; "its URL; as it is written where that is none"
        "element": Word(&LINK_ELEMENT); "the element"
        "rel": List(&Word(&REL)), only "where it has some"; "the words of `rel` about following it"
        "span": SPAN; "the bytes of its tag"
        "follow": ANSWER_OR_NULL; "may it be followed"
        "why": Text, only "where it may not, or that is not known"; "what decides: `rel=nofollow`, `the page`, `robots.txt`, `its address`"
    }
}

table! {
    /// The part of a verdict that only the reading of an engine has.
    ENGINE_READING = "EngineReading" {
        "profile": Text; "the name of the engine"
        "verified": OrNull(&Day); "the oldest day on which one of its facts was verified"
        "asked_not_to": Shape::Table(&BY_ACTIVITY); "whether a statement that reaches it asks it not to; null if none asks and a source that may is not known"
        "listens": Shape::Table(&BY_ACTIVITY); "whether its owner says that it listens to that ([AI use](ai-use.md)); null where no document says, or nothing asks"
        "answer": USED; "whether its documents say that it is used in answers of a machine; `why` says why it is null"
        "train": USED; "likewise, for training"
        "why": Shape::Table(&UNUSED); "why these two are null"
        "index_if_embedded": OrNull(&True); "whether it is indexed only where it is embedded"
        "not_honoured": List(&Shape::Table(&NOT_HONOURED)); "the directives that it leaves undone"
        "differs": TEXTS; "the answers that are not those of `general`"
        "marks": TEXTS; "the ways in which it leaves the general reading, and the doubts, each with its cell"
    }
}

table! {
    /// Why it is not said whether an engine uses a page.
    UNUSED = "Unused" {
        "answer": OrNull(&Word(&NOT_SAID)); "about the answers of a machine: `undocumented`, `not-known`, or `asked-not-to` where its owner does not say that it listens"
        "train": OrNull(&Word(&NOT_SAID)); "likewise, about training"
    }
}

table! {
    /// A fact about each activity of which documents of engines speak: training, and answers of a machine.
    BY_ACTIVITY = "ByActivity" {
        "train": ANSWER_OR_NULL; "about training"
        "input": ANSWER_OR_NULL; "about the answers of a machine"
    }
}

table! {
    /// A directive that an engine leaves undone.
    NOT_HONOURED = "NotHonoured" {
        "directive": Text; "its name"
        "why": Word(&LEFT); "`stated` by its owner, or `unlisted`"
        "source": TEXT_OR_NULL; "the document that says so"
        "from": Text; "the input that has the directive"
        "line": OrNull(&NUMBER); "as in a reason"
        "span": SPAN; "likewise"
    }
}

table! {
    /// The answers of the general reading, beside those of an engine.
    GENERAL = "General" {
        "access": ANSWER_OR_NULL; "may it be fetched"
        "index": ANSWER_OR_NULL; "may it be indexed"
        "follow": ANSWER_OR_NULL; "may its links be followed"
        "archive": ANSWER_OR_NULL; "may a stored copy be offered"
        "snippet": ANSWER_OR_NULL; "may it be excerpted"
    }
}
