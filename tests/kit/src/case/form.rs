//! The form of `ask.json`, once: the reader refuses other keys, and `fixtures/ask.schema.json` follows from these types.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

/// The questions of a case and their expected answers.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "ask.json")]
pub struct File {
    /// One sentence: the rule that holds, and why.
    pub about: String,
    /// The clauses that the expectations follow from, separated by `; `, such as `RFC 9309 section 2.2.2; R-64`.
    pub basis: String,
    /// How binding the clauses are [default: must].
    pub level: Option<ClauseLevel>,
    /// The `Content-Type` of the page where there is no `headers.http` [default: `text/html; charset=utf-8` for
    /// `page.html`, `application/xhtml+xml` for `page.xhtml`].
    pub r#type: Option<String>,
    /// The sources that do not exist, for every ask of the case: names of the ledger, or `rest` for all that the case does not
    /// have [default: nothing is said about a source that is not given].
    pub assume_absent: Option<Tokens>,
    pub asks: Vec<Ask>,
}

/// How binding a clause is.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Level")]
pub enum ClauseLevel {
    Must,
    Should,
    May,
}

/// An input record of `robots-policy eval --jsonl` without the fields and the document, and the expected answer.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// Its name, unique in the case: lower-case letters, digits and hyphens.
    pub id: String,
    /// The clauses of this ask alone, where they are not those of the case.
    pub basis: Option<String>,
    /// How binding they are [default: that of the case].
    pub level: Option<ClauseLevel>,
    /// The product tokens of the asker; `*` is a client without a product token [default: `*`].
    pub agent: Option<Tokens>,
    /// The tokens by which pages address the asker [default: `agent`].
    pub page_agent: Option<Tokens>,
    /// Whether statements to all clients bind the asker [default: true].
    pub obeys_global: Option<bool>,
    /// The purposes of the asker [default: none is stated].
    #[serde(default)]
    pub purposes: Vec<String>,
    /// The value of the asker's own `Signature-Agent` field.
    pub signature_agent: Option<String>,
    /// Product tokens that no crawler sends, each with the activities that it is about, as in `Google-Extended=train`.
    #[serde(default)]
    pub policy_tokens: Vec<String>,
    /// The address of the licence that the file `license.xml` of the case is [default: it was not fetched].
    pub license_url: Option<String>,
    /// An absolute URL, or a path with its query [default: `/`].
    pub url: Option<String>,
    /// The moment of the question [default: 2026-11-20T00:00:00Z].
    pub now: Option<String>,
    /// The status of the fetch of robots.txt, 0 for no answer [default: 200 with a `robots.txt`, otherwise nothing is
    /// known].
    pub robots_status: Option<u16>,
    /// The fetches of robots.txt before the question, instead of `robots_status`.
    pub fetches: Option<Vec<Step>>,
    /// The bytes of each chunk in which `eval --jsonl` feeds the document.
    pub chunk: Option<usize>,
    #[serde(default)]
    pub options: Options,
    #[serde(default)]
    pub library: Library,
    pub expect: Expect,
    /// The object that it was read from.
    #[serde(skip)]
    pub value: Value,
}

/// One product token or several.
#[derive(Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "it is neither a product token nor an array of product tokens"
)]
pub enum Tokens {
    One(String),
    Several(Vec<String>),
}

/// How the inputs are read: the options of every door.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// `lenient`, `strict-list` or `strict-dictionary`.
    pub robots_tag: Option<String>,
    /// `union` or `prefer-robots-tag`.
    pub both_fields: Option<String>,
    /// Where metas count: `head`, `noscript`, `body`.
    pub metas: Option<Vec<String>>,
    pub http_equiv: bool,
    pub lines_joined: bool,
    /// The dialect of google/robotstxt.
    pub google_compat: bool,
}

/// Options that only callers of the library have.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own")]
pub struct Library {
    /// RFC 9309 without its extensions.
    pub plain_rfc9309: bool,
    /// Each group that names the asker may refuse, not only the most specific one.
    pub restrictive: bool,
    /// A group by signature goes before one by product token.
    pub signature_first: bool,
    /// Signature lines restrict the user agents above them.
    pub signature_modifier: bool,
    /// Patterns that begin with `*` are ignored.
    pub strict_patterns: bool,
    /// `?`, `[`, `]` and `@` of a query equal their encoded form, as `:` and `/` always do.
    pub encoded_query: bool,
    /// The path of `url` was sent as it is, without the encoding that a client does before.
    pub raw_target: bool,
    /// The parsing limit of the document, in bytes.
    pub document_limit: Option<usize>,
    /// The most redirects of robots.txt that are followed.
    pub redirects: Option<u32>,
    /// Too many redirects disallow everything.
    pub redirects_disallow: Option<bool>,
    /// 429 disallows everything.
    pub rate_limit_disallows: Option<bool>,
    /// The seconds after which an unreachable robots.txt counts as unavailable.
    pub patience: Option<u64>,
    /// The least seconds between two fetches.
    pub floor: Option<u64>,
    /// The seconds for which an unreachable site is not asked again.
    pub rest: Option<u64>,
}

/// One moment of a fetch of robots.txt: an answer, none, or the check that no request is due.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// When it came, as in RFC 3339.
    pub at: String,
    /// The status of the answer.
    pub status: Option<u16>,
    /// Its `Location`.
    pub location: Option<String>,
    /// Its `Cache-Control`.
    pub cache_control: Option<String>,
    /// Its body [default: the file `robots.txt` of the case].
    pub body: Option<String>,
    /// The reason for a missing answer, instead of a status.
    pub error: Option<Trouble>,
    /// Whether a request is due; `false` has only the moment beside it.
    pub due: Option<bool>,
    /// The chain is given up before it is answered.
    #[serde(default)]
    pub abandoned: bool,
    /// The request was made without conditions although a copy is held.
    #[serde(default)]
    pub unconditional: bool,
    /// Whether a copy is held that a 304 may confirm; compared.
    pub may_be_conditional: Option<bool>,
    /// The answer is a redirect that is followed: the next step answers it.
    #[serde(default)]
    pub followed: bool,
}

/// Why a request for robots.txt has no answer.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Trouble {
    NetworkError,
    Undecodable,
    LeadsNowhere,
}

/// The expected parts of an answer. Only the keys that are given are compared.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// Exactly, always there: restrictions only; `true`, or the value.
    pub directives: Option<Map<String, Value>>,
    /// Exactly: the explicit permissions; null where there are none.
    pub permits: Option<Map<String, Value>>,
    /// Exactly: values as they are written, `true` where there is none.
    pub extensions: Option<Map<String, Value>>,
    /// Exactly, in any order: each code that a diagnostic has, once.
    pub codes: Option<Vec<String>>,
    /// A subset of the codes, where the case is not about the others.
    pub codes_some: Option<Vec<String>>,
    /// Exactly: the inputs that were cut at a parsing limit.
    pub truncated: Option<Vec<String>>,
    /// Exactly; null where the answer is not known.
    pub index: Option<bool>,
    pub follow: Option<bool>,
    pub archive: Option<bool>,
    pub snippet: Option<Snippet>,
    /// Each activity that is given, exactly: `allow`, `conditional`, `disallow`, `unstated`; null where no source states
    /// anything about AI use.
    pub uses: Option<BTreeMap<String, Option<String>>>,
    /// Each label that is given, by its vocabulary, exactly; null where none is stated.
    pub preferences: Option<BTreeMap<String, Option<BTreeMap<String, String>>>>,
    /// Exactly.
    pub terms: Option<Vec<Value>>,
    /// Exactly; null where everything was read.
    pub unread: Option<Vec<Unread>>,
    /// Each key that is given, exactly.
    pub access: Option<Access>,
    pub obtainable: Option<bool>,
    /// Exactly; null where the file says nothing, as for the next two.
    pub sitemaps: Option<Vec<String>>,
    /// Seconds.
    pub crawl_delay: Option<f64>,
    pub mobile_agent_server: Option<BTreeMap<MobileKey, Value>>,
    /// Exactly: the `text` of every reason, in order.
    pub texts: Option<Vec<String>>,
    /// Exactly: `[start, end]` of these texts in their field value, document or line of robots.txt.
    pub spans: Option<Vec<[usize; 2]>>,
    /// The state of robots.txt after `fetches`; each key that is given, exactly.
    pub fetch: Option<Fetch>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Snippet {
    pub allowed: Option<bool>,
    pub max_chars: Option<u64>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unread {
    pub source: String,
    pub why: String,
    pub url: Option<String>,
    pub from: Option<String>,
    pub line: Option<usize>,
    pub keeps: Vec<String>,
}

/// The answer of robots.txt; for an asker with several purposes, a list of such answers.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Access {
    /// Null where it is not known.
    pub allowed: Option<bool>,
    pub reason: Option<String>,
    /// A product token in lower case, `purpose:` or `signature:` with the token or host, `*`, or null.
    pub group: Option<String>,
    /// The line that decides, without its comment and the blanks around it.
    pub rule: Option<String>,
    /// Its number, from 1.
    pub line: Option<usize>,
    /// In an item of `purposes`: the purpose that it answers.
    pub purpose: Option<String>,
    pub purposes: Option<Vec<Access>>,
}

#[derive(Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
pub enum MobileKey {
    Host,
    None,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fetch {
    /// `nothing`, `fresh`, `stale` or `unreachable`.
    pub age: Option<String>,
    /// When the next fetch is due.
    pub due: Option<String>,
    /// Whether the outcome may be kept for later.
    pub may_be_kept: Option<bool>,
    /// Why there are no rules.
    pub cause: Option<String>,
    /// Since when robots.txt is unreachable.
    pub since: Option<String>,
}

/// The schema of `ask.json`.
pub fn schema() -> schemars::Schema {
    schemars::schema_for!(File)
}
