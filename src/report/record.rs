//! The parts of the record of a verdict, version 1: the form that `eval --jsonl` writes, by [`Json`](crate::report::Json).
//!
//! Keys with a default are left out where there is nothing to report. A word of a table, such as the name of a directive or of a
//! diagnostic, is a text here. `docs/records.md` describes the keys.

#[cfg(feature = "engines")]
mod engine;
mod entry;
pub(super) mod forms;
pub(super) mod uses;

use std::borrow::Cow;

use serde::Serialize;

use crate::diagnostic;
use crate::directive::{Directive, DirectiveValue};
use crate::policy::{Because, Verdict};
use crate::provenance::Provenance;
use crate::robots_txt::{self, RobotsTxt, Rule};
use crate::token::ProductToken;

#[cfg(feature = "engines")]
pub use self::engine::{As, ByActivity, General, Left, Unused};
pub use self::entry::Entry;
pub(super) use self::entry::entries;
pub use self::uses::{Pairs, Terms, Unread, terms};

/// A word of a table. It is borrowed in a record that was made of a verdict, and owned in one that was read.
pub type Word = Cow<'static, str>;

/// The answer of robots.txt, for all purposes together or for one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Access {
    /// The purpose, in a member of [`Access::purposes`]; left out for all purposes together.
    #[serde(skip_serializing_if = "Option::is_none")]
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub purposes: Vec<Access>,
}

/// The value of a directive: true, a number, a word, a moment as RFC 3339 has it; the path of a rule of robots.txt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Reason {
    /// The name of the directive; `disallow` for a line of robots.txt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub directive: Option<Word>,
    /// The label of its vocabulary, for a statement about AI use.
    #[serde(rename = "use", default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Word>,
    /// That vocabulary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vocabulary: Option<Word>,
    /// Its value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The clients that it addresses, `*` for every client.
    pub scope: Word,
    /// Its place.
    #[serde(flatten)]
    pub at: Place,
    /// The address of the licence that holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// For an answer of robots.txt that no line gives, the name of its [`Reason`](crate::robots_txt::Reason): `unreachable`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Word>,
    /// Its bytes as text.
    pub text: String,
}

/// A diagnostic that concerns the client, as [`Verdict::diagnostics`] gives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Place {
    /// The name of a [`Source`](crate::Source).
    pub source: Word,
    /// For a meta, the name of a [`Placement`](crate::page::meta::Placement).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placement: Option<Word>,
    /// See [`Provenance::line`].
    pub line: Option<usize>,
    /// The first byte and the byte after the last, see [`Provenance::span`].
    pub span: (usize, usize),
}

/// The version of the record's shape.
pub const VERSION: u32 = 1;

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

impl Access {
    /// The answer of robots.txt in the form of a record.
    pub fn new(access: &robots_txt::Access<'_>) -> Access {
        Access::of_purpose(None, access)
    }

    /// The access of a verdict. Of an engine the group is in lower case, since its rows have the name so.
    pub(super) fn of(verdict: &Verdict<'_>) -> Access {
        let access = Access::new(verdict.access());
        match access.group {
            Some(group) if verdict.is_of_engine() => Access {
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MobileAgentServer {
    /// The host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// Whether robots.txt says that there is none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
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
