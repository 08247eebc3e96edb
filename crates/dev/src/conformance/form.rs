//! The form of a case.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// A question to a reader, and the answers that are right.
#[derive(JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
#[schemars(title = "A case: a line of conformance/cases/*.jsonl")]
pub(super) struct ConformanceCase {
    /// Never changes, and is never given to another case.
    pub(super) id: String,
    pub(super) kind: Kind,
    /// The first list that has the case.
    pub(super) since: String,
    pub(super) level: Level,
    /// The clauses that decide, the first one first; of an open case those that leave it open.
    pub(super) basis: Vec<Basis>,
    /// The rule that holds, in a sentence.
    pub(super) about: String,
    /// The features that a reader needs to be asked, and may lack.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) features: Vec<Feature>,
    pub(super) input: Input,
    /// The right answers: one that has each key as it is here is right. An open case has the answer of this project.
    pub(super) expect: Vec<Map<String, Value>>,
    /// Answers of others, where they are known to differ, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) readings: Vec<Reading>,
    /// The fixture that it was made of.
    pub(super) from: String,
}

/// The subject of a question.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    /// May this client fetch this address, by this robots.txt?
    Access,
    /// Likewise, by the answers to the request for robots.txt.
    Status,
    /// Likewise, by a file that is meant to take long.
    Hostile,
    /// What do these fields of a response permit?
    Field,
    /// What do the metas of this page permit?
    Meta,
    /// What do fields and metas permit together?
    Union,
    /// What do all sources say about the use by AI?
    Uses,
}

impl Kind {
    pub(super) const ALL: [Kind; 7] = [
        Kind::Access,
        Kind::Status,
        Kind::Hostile,
        Kind::Field,
        Kind::Meta,
        Kind::Union,
        Kind::Uses,
    ];

    pub(super) fn name(self) -> String {
        json!(self).as_str().unwrap_or_default().to_owned()
    }
}

/// How binding the clause is. An open case is never scored.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Level {
    /// A requirement, a grammar or a figure of a standard.
    Rfc,
    /// A recommendation of a standard.
    Should,
    /// Documentation of the search engines that have the word.
    DeFacto,
    /// A text that is not yet a standard.
    Draft,
    /// No text decides.
    Open,
}

/// A clause.
#[derive(JsonSchema, Serialize)]
pub(super) struct Basis {
    pub(super) doc: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) section: Option<String>,
    pub(super) url: String,
    /// The day on which it was read, for documentation that changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) read: Option<String>,
}

/// A feature that a reader may lack without being wrong: the runner skips a case if the adapter names one of its features.
#[derive(Clone, Copy, Debug, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Feature {
    /// The client has no product token.
    Anonymous,
    /// The client has several product tokens, its own first.
    SeveralTokens,
    /// The answer depends on the moment of the question.
    Clock,
    /// Bytes that are not UTF-8.
    Bytes,
    /// An address that is not percent-encoded.
    RawUrl,
    /// More than one request for robots.txt.
    Redirects,
    /// The field `Robots-Tag`.
    RobotsTag,
    /// A document that is XML.
    Xhtml,
    /// For uses: records of robots.txt.
    RobotsRecords,
    /// For uses: `/.well-known/tdmrep.json`.
    TdmrepFile,
    /// For uses: the document.
    Page,
}

/// The facts. Bytes are text where they are UTF-8 without control characters, and base64 under a name that ends in `_b64`.
#[derive(Default, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The whole address, percent-encoded as a client sends it.
    pub(super) url: String,
    /// The product tokens of the client, its own first; none for a client without one.
    pub(super) agents: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) robots_txt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) robots_txt_b64: Option<String>,
    /// A text and how often it is repeated; joined they are robots.txt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) robots_txt_parts: Option<Vec<(String, usize)>>,
    /// The answers to the request for robots.txt, in their order, each but the last a redirect; the body of the last is robots.txt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) robots_answers: Option<Vec<FetchAnswer>>,
    /// The lines of the fields of the response, as they came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) headers: Option<Vec<(String, String)>>,
    /// These lines with values in base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) headers_b64: Option<Vec<(String, String)>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) html: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) html_b64: Option<String>,
    /// `/.well-known/tdmrep.json` of the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tdmrep: Option<String>,
    /// The moment of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) now: Option<String>,
}

/// One answer to the request for robots.txt; `status` 0 means that none came.
#[derive(Clone, JsonSchema, Serialize)]
#[schemars(rename = "Answer")]
pub(super) struct FetchAnswer {
    pub(super) status: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) location: Option<String>,
}

/// The answer of one reader to an open case, or one that is known to differ on purpose.
#[derive(JsonSchema, Serialize)]
pub(super) struct Reading {
    pub(super) who: String,
    pub(super) answer: Map<String, Value>,
    pub(super) why: String,
}

impl ConformanceCase {
    /// The line of the case.
    pub(super) fn line(&self) -> Result<String, String> {
        let text = serde_json::to_string(self).map_err(|error| format!("{}: {error}", self.id))?;
        Ok(text + "\n")
    }
}

/// The schema of a case.
pub(super) fn schema() -> String {
    let schema = schemars::schema_for!(ConformanceCase).to_value();
    serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"
}
