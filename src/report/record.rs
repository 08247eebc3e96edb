//! The record of a verdict, version 1, and its parts: the form that `eval --jsonl` writes, and that can be read back.
//!
//! Keys have a fixed order, which is that of the fields. Keys with a default are left out where there is nothing to
//! report. A word of a table, such as the name of a directive or of a diagnostic, is a text here: a record of a newer
//! version may have words that this one does not know. `docs/records.md` describes the keys.

mod engine;
mod entry;
pub(super) mod forms;
pub(super) mod uses;

use std::borrow::Cow;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::diagnostic;
use crate::directive::{Directive, DirectiveValue};
use crate::policy::{Because, Snippet, Verdict};
use crate::provenance::Provenance;
use crate::robots_txt::{self, RobotsTxt, Rule};
use crate::signal::Extension;
use crate::token::ProductToken;

pub use self::engine::{As, ByActivity, General, Left, Unused};
pub use self::entry::Entry;
pub(super) use self::entry::entries;
use self::uses::UseRecords;
pub use self::uses::{Answers, Pairs, Terms, Unread};

/// A word of a table. It is borrowed in a record that was made of a verdict, and owned in one that was read.
pub type Word = Cow<'static, str>;

/// A verdict as a record that can be kept: written as JSON, and read back.
///
/// Only formats for people can have it, as JSON: others are refused as it is written. To store a response in one, store its
/// [`Policy`](crate::Policy) or the [`Answers`](crate::Answers).
///
/// `I` is the type that identifies the input, such as a line number or a URL. Keys that a newer version adds are
/// skipped. The record of an engine's verdict has its answers, and beside them those of the general reading.
/// [`Json`](crate::report::Json) writes the same bytes from a verdict that need not be kept.
///
/// # Examples
///
/// ```
/// use robots_policy::report::Record;
/// use robots_policy::{Client, Policy, Timestamp};
///
/// let mut headers = http::HeaderMap::new();
/// headers.insert("robots-tag", "*;noindex".parse().unwrap());
/// let policy = Policy::new().with_headers(&headers);
/// let verdict = policy.verdict(&Client::new("ExampleBot")?, "/page", Timestamp::from_unix(0));
///
/// let record = Record::new(7, &verdict);
/// let line = serde_json::to_string(&record).unwrap();
/// assert!(line.starts_with(r#"{"version":1,"id":7,"url":"/page","agent":["examplebot"],"access":{"allowed":null"#));
///
/// let again: Record<u32> = serde_json::from_str(&line).unwrap();
/// assert_eq!(again, record);
/// assert_eq!(again.index, Some(false));
/// assert_eq!((&*again.reasons[0].text, again.reasons[0].at.span), ("noindex", (2, 9)));
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Record<I> {
    /// The version of the record's shape, 1.
    #[serde(serialize_with = "forms::version")]
    pub version: u32,
    /// The identifier of the input, as the caller gave it.
    pub id: I,
    /// The target of the question.
    pub url: String,
    /// The product tokens of the client in lower case; `*` for a client without one.
    pub agent: Vec<String>,
    /// The answer of robots.txt.
    pub access: Access,
    /// See [`Verdict::index`]; `null` where it is not known.
    pub index: Option<bool>,
    /// See [`Verdict::follow`].
    pub follow: Option<bool>,
    /// See [`Verdict::archive`].
    pub archive: Option<bool>,
    /// See [`Verdict::snippet`].
    pub snippet: Snippet,
    /// The directives in force, in the order of [`Directive::ALL`].
    #[serde(with = "forms::object")]
    pub directives: Vec<(Word, Value)>,
    /// The explicit permissions, in the order of [`Directive::ALL`]; see [`Verdict::permits`].
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "forms::object")]
    pub permits: Vec<(Word, Value)>,
    /// The answer about each [`Activity`](crate::ai::uses::Activity): an [`Answer`](crate::ai::uses::Answer) each, or `null`
    /// where it is not known.
    #[serde(default)]
    pub uses: Answers,
    /// The answers of each [`Vocabulary`](crate::ai::uses::Vocabulary) that states something, label by label.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "forms::object")]
    pub preferences: Vec<(Word, Pairs)>,
    /// The terms of uses that are allowed on terms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<Terms>,
    /// See [`Verdict::extensions`].
    #[serde(with = "forms::extensions")]
    pub extensions: Vec<Extension>,
    /// The statements that the verdict follows from, see [`Verdict::because`] and [`Uses::reasons`](crate::ai::uses::Uses::reasons).
    pub reasons: Vec<Reason>,
    /// See [`Verdict::diagnostics`].
    pub diagnostics: Vec<Diagnostic>,
    /// The inputs that exceeded their parsing limit: `robots-tag`, `x-robots-tag`, `head`, `robots.txt`.
    pub truncated: Vec<Word>,
    /// See [`Verdict::unread`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Unread>,
    /// See [`Verdict::ledger`]: only in a record that was asked for it ([`Record::with_ledger`]).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ledger: Vec<Entry>,
    /// See [`Verdict::is_obtainable`].
    pub obtainable: bool,
    /// Why robots.txt is missing, the name of a [`Cause`](crate::robots_txt::Cause).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub robots_cause: Option<Word>,
    /// The server of mobile agents for the target, if robots.txt names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mobile_agent_server: Option<MobileAgentServer>,
    /// The sitemaps that robots.txt names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sitemaps: Vec<String>,
    /// The time that robots.txt wants this client to wait between requests; in JSON a number of seconds.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "forms::seconds"
    )]
    pub crawl_delay: Option<Duration>,
    /// The reading of one engine: the answers above are then its answers.
    #[serde(rename = "as", default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<As>,
    /// The answers of the reading without a profile, beside those of an engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub general: Option<General>,
}

/// The answer of robots.txt, for all purposes together or for one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Access {
    /// The purpose, in a member of [`Access::purposes`]; left out for all purposes together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<String>,
    /// Whether the target may be fetched; `None` if nothing is known of robots.txt.
    pub allowed: Option<bool>,
    /// The name of a [`robots_txt::Reason`].
    pub reason: Word,
    /// The subject of the group that was used.
    pub group: Option<String>,
    /// The line of robots.txt that decided, as text.
    pub rule: Option<String>,
    /// The 1-based number of that line.
    pub line: Option<usize>,
    /// The access for each purpose of the client.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub purposes: Vec<Access>,
}

/// The value of a directive: true, a number, a word, a moment as RFC 3339 has it; the path of a rule of robots.txt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Value {
    /// True, for a directive without a value.
    Flag(bool),
    /// A limit; -1 for no limit.
    Number(i64),
    /// A word, a moment, or a path.
    Text(Word),
}

/// One of the statements that the verdict follows from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Reason {
    /// The name of the directive; `disallow` for a line of robots.txt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directive: Option<Word>,
    /// The label of its vocabulary, for a statement about AI use.
    #[serde(rename = "use", default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Word>,
    /// That vocabulary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vocabulary: Option<Word>,
    /// Its value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The clients that it addresses, `*` for every client.
    pub scope: Word,
    /// Its place.
    #[serde(flatten)]
    pub at: Place,
    /// The address of the licence that holds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// For an answer of robots.txt that no line gives, the name of its [`Reason`](crate::robots_txt::Reason): `unreachable`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Word>,
    /// Its bytes as text.
    pub text: String,
}

/// A diagnostic that concerns the client, as [`Verdict::diagnostics`] gives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The name of a [`DiagnosticCode`](crate::DiagnosticCode).
    pub code: Word,
    /// The name of a [`Severity`](crate::Severity).
    pub severity: Word,
    /// The bytes that it is about.
    #[serde(flatten)]
    pub at: Place,
    /// The sentence of the diagnostic, for people: it may change with any version.
    pub message: String,
}

/// The place of a statement or of a diagnostic. It has no key of its own: its keys are among those of the reason or of
/// the diagnostic that it is in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Place {
    /// The name of a [`Source`](crate::Source).
    pub source: Word,
    /// For a meta, the name of a [`Placement`](crate::page::meta::Placement).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placement: Option<Word>,
    /// See [`Provenance::line`].
    pub line: Option<usize>,
    /// The first byte and the byte after the last, see [`Provenance::span`].
    pub span: (usize, usize),
}

/// The version of the record's shape.
pub(super) const VERSION: u32 = 1;

impl<I> Record<I> {
    /// The record of a verdict on the input that `id` identifies: a number, a URL, or any other value that has a form in
    /// JSON. It borrows nothing of the verdict.
    pub fn new(id: I, verdict: &Verdict<'_>) -> Record<I> {
        let rules = verdict.robots().rules();
        let uses = verdict.uses();
        let said = UseRecords::new(&uses);
        Record {
            version: VERSION,
            id,
            url: verdict.target().to_owned(),
            agent: agent(verdict),
            access: Access::of(verdict),
            index: verdict.index(),
            follow: verdict.follow(),
            archive: verdict.archive(),
            snippet: verdict.snippet(),
            directives: verdict.directives().iter().map(stated).collect(),
            permits: verdict.permits().map(stated).collect(),
            uses: Answers::new(&uses),
            preferences: said.preferences,
            terms: said.terms,
            extensions: verdict.extensions().cloned().collect(),
            reasons: verdict
                .because()
                .map(Reason::new)
                .chain(said.reasons)
                .collect(),
            diagnostics: verdict.diagnostics().map(Diagnostic::new).collect(),
            truncated: verdict
                .truncated()
                .map(|source| source.input().into())
                .collect(),
            unread: verdict
                .unread_by(&uses)
                .map(|unread| Unread::new(&unread))
                .collect(),
            ledger: Vec::new(),
            obtainable: verdict.is_obtainable(),
            robots_cause: verdict.robots().cause().map(|cause| cause.name().into()),
            mobile_agent_server: rules
                .and_then(|rules| MobileAgentServer::new(rules, verdict.target())),
            sitemaps: rules.map(sitemaps).unwrap_or_default(),
            crawl_delay: verdict.crawl_delay(),
            engine: As::new(verdict, &uses),
            general: verdict.profile().map(|_| General::new(verdict.general())),
        }
    }
}

/// The tokens in lower case; `*` for a client without one.
pub(super) fn agent(verdict: &Verdict<'_>) -> Vec<String> {
    let tokens = verdict.client().tokens();
    if tokens.is_empty() {
        vec![String::from("*")]
    } else {
        tokens.iter().map(ProductToken::to_lowercase).collect()
    }
}

pub(super) fn stated((directive, value): (Directive, DirectiveValue)) -> (Word, Value) {
    (directive.name().into(), value.into())
}

fn sitemaps(rules: &RobotsTxt) -> Vec<String> {
    let sitemaps = rules.sitemaps();
    sitemaps.map(|record| record.value().into_owned()).collect()
}

impl Access {
    /// The answer of robots.txt in the form of a record.
    pub fn new(access: &robots_txt::Access<'_>) -> Access {
        Access::of_purpose(None, access)
    }

    /// The access of a verdict. Of an engine the group is in lower case, since its rows have the name so.
    pub(super) fn of(verdict: &Verdict<'_>) -> Access {
        let access = Access::new(verdict.access());
        match access.group {
            Some(group) if verdict.profile().is_some() => Access {
                group: Some(group.to_ascii_lowercase()),
                ..access
            },
            _ => access,
        }
    }

    fn of_purpose(purpose: Option<&ProductToken>, access: &robots_txt::Access<'_>) -> Access {
        let purposes = access.purposes().iter();
        Access {
            purpose: purpose.map(ToString::to_string),
            allowed: access.allowed(),
            reason: access.reason().name().into(),
            group: access.group().map(|group| group.to_string()),
            rule: access.rule().map(|rule| rule.text().into_owned()),
            line: access.rule().map(Rule::line),
            purposes: purposes
                .map(|(purpose, access)| Access::of_purpose(Some(purpose), access))
                .collect(),
        }
    }
}

impl From<DirectiveValue> for Value {
    fn from(value: DirectiveValue) -> Value {
        match value {
            DirectiveValue::Flag => Value::Flag(true),
            DirectiveValue::Ceiling(limit) => Value::Number(limit.map_or(-1, i64::from)),
            DirectiveValue::Level(word) => Value::Text(word.into()),
            DirectiveValue::Deadline(moment) => Value::Text(moment.to_string().into()),
        }
    }
}

impl Reason {
    /// The record of a statement that a verdict follows from.
    pub fn new(because: Because<'_>) -> Reason {
        let (directive, value) = match because {
            Because::Rule(rule, _) => {
                let path = rule.path().into_owned();
                (Some("disallow".into()), Some(Value::Text(path.into())))
            }
            Because::Signal(signal) => signal.directive().map(stated).unzip(),
        };
        let scope = match because.subject() {
            robots_txt::Subject::Global => "*".into(),
            subject => subject.to_string().into(),
        };
        let at = because.provenance();
        Reason {
            directive,
            label: None,
            vocabulary: None,
            value,
            scope,
            at: Place::new(&at),
            url: None,
            why: None,
            text: at.text().to_owned(),
        }
    }
}

impl Diagnostic {
    /// The record of a diagnostic.
    pub fn new(diagnostic: &diagnostic::Diagnostic) -> Diagnostic {
        Diagnostic {
            code: diagnostic.code().name().into(),
            severity: diagnostic.severity().name().into(),
            at: Place::new(diagnostic.provenance()),
            message: diagnostic.to_string(),
        }
    }
}

impl Place {
    fn new(at: &Provenance) -> Place {
        let placement = at.source().placement();
        Place {
            source: at.source().name().into(),
            placement: placement.map(|placement| placement.name().into()),
            line: at.line(),
            span: (at.span().start, at.span().end),
        }
    }
}

/// The server of mobile agents: a host, or explicitly none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MobileAgentServer {
    /// The host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// Whether robots.txt says that there is none.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub none: bool,
}

impl MobileAgentServer {
    pub(in crate::report) fn new(rules: &RobotsTxt, target: &str) -> Option<MobileAgentServer> {
        let (host, none) = match rules.mobile_agent_server(target) {
            robots_txt::MobileAgentServer::Host(host) => (Some(host.to_owned()), false),
            robots_txt::MobileAgentServer::ExplicitNone => (None, true),
            robots_txt::MobileAgentServer::Unspecified => return None,
        };
        Some(MobileAgentServer { host, none })
    }
}
