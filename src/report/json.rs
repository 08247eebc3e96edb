//! The record of the batch mode, version 1: key order fixed, a function of the input alone.

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::diagnostic::Diagnostic;
use crate::directive::{Directive, DirectiveValue};
use crate::policy::{Snippet, Verdict};
use crate::provenance::{Provenance, Source};
use crate::robots_txt::{self, Access, MobileAgentServer, Rule};
use crate::signal::Signal;
use crate::token::ProductToken;
use crate::unread::Unread;

/// One verdict as a JSON record.
///
/// `I` is whatever identifies the input; it is copied to the output.
pub struct Record<'v, I> {
    /// Copied to `id`.
    pub id: I,
    /// The verdict to tell.
    pub verdict: &'v Verdict<'v>,
}

/// The version of the record's shape.
const VERSION: u32 = 1;

impl<I: Serialize> Serialize for Record<'_, I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let verdict = self.verdict;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("version", &VERSION)?;
        map.serialize_entry("id", &self.id)?;
        map.serialize_entry("url", verdict.target())?;
        map.serialize_entry("agent", &agent(verdict))?;
        map.serialize_entry("access", &AccessEntry(None, verdict.access()))?;
        map.serialize_entry("index", &verdict.index())?;
        map.serialize_entry("follow", &verdict.follow())?;
        map.serialize_entry("archive", &verdict.archive())?;
        map.serialize_entry("snippet", &SnippetEntry(verdict.snippet()))?;
        map.serialize_entry("directives", &Stated(|| verdict.directives().iter()))?;
        if verdict.permits().next().is_some() {
            map.serialize_entry("permits", &Stated(|| verdict.permits()))?;
        }
        map.serialize_entry("extensions", &Extensions(verdict))?;
        map.serialize_entry("reasons", &Reasons(verdict))?;
        map.serialize_entry(
            "diagnostics",
            &Each(|| verdict.diagnostics().map(DiagnosticEntry)),
        )?;
        map.serialize_entry("truncated", &verdict.truncated())?;
        if verdict.unread().next().is_some() {
            map.serialize_entry("unread", &Each(|| verdict.unread().map(UnreadEntry)))?;
        }
        map.serialize_entry("obtainable", &verdict.is_obtainable())?;
        beside_rules(&mut map, verdict)?;
        map.end()
    }
}

/// What robots.txt says beside its rules, or why there are none: each key is there only if there is something to tell.
fn beside_rules<M: SerializeMap>(map: &mut M, verdict: &Verdict<'_>) -> Result<(), M::Error> {
    if let Some(cause) = verdict.robots().cause() {
        map.serialize_entry("robots_cause", cause.name())?;
    }
    match verdict.mobile_agent_server() {
        MobileAgentServer::Host(host) => {
            map.serialize_entry("mobile_agent_server", &Single("host", host))?;
        }
        MobileAgentServer::ExplicitNone => {
            map.serialize_entry("mobile_agent_server", &Single("none", true))?;
        }
        MobileAgentServer::Unspecified => {}
    }
    if verdict.sitemaps().next().is_some() {
        map.serialize_entry(
            "sitemaps",
            &Each(|| verdict.sitemaps().map(robots_txt::Record::value)),
        )?;
    }
    match verdict.crawl_delay() {
        Some(delay) if delay.subsec_nanos() == 0 => {
            map.serialize_entry("crawl_delay", &delay.as_secs())
        }
        Some(delay) => map.serialize_entry("crawl_delay", &delay.as_secs_f64()),
        None => Ok(()),
    }
}

/// An input that was not read, and why.
struct UnreadEntry(Unread);

impl Serialize for UnreadEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let UnreadEntry(unread) = self;
        serializer.collect_map([("source", unread.source()), ("why", unread.why().name())])
    }
}

/// An object of one key.
struct Single<T>(&'static str, T);

impl<T: Serialize> Serialize for Single<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(self.0, &self.1)])
    }
}

/// What robots.txt says, for all purposes or for one.
struct AccessEntry<'v>(Option<&'v ProductToken>, &'v Access<'v>);

impl Serialize for AccessEntry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let AccessEntry(purpose, access) = self;
        let mut map = serializer.serialize_map(None)?;
        if let Some(purpose) = purpose {
            map.serialize_entry("purpose", purpose.as_str())?;
        }
        map.serialize_entry("allowed", &access.allowed())?;
        map.serialize_entry("reason", access.reason().name())?;
        map.serialize_entry("group", &access.group().map(|group| group.to_string()))?;
        map.serialize_entry("rule", &access.rule().map(Rule::text))?;
        map.serialize_entry("line", &access.rule().map(Rule::line))?;
        if !access.purposes().is_empty() {
            map.serialize_entry(
                "purposes",
                &Each(|| {
                    access
                        .purposes()
                        .iter()
                        .map(|(p, a)| AccessEntry(Some(p), a))
                }),
            )?;
        }
        map.end()
    }
}

/// The line of robots.txt that disallows, then every statement that put something in force.
struct Reasons<'v>(&'v Verdict<'v>);

impl Serialize for Reasons<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut seq = serializer.serialize_seq(None)?;
        if let Some(rule) = self.0.disallowed_by() {
            seq.serialize_element(&Disallowed(rule, self.0.access()))?;
        }
        for signal in self.0.reasons() {
            seq.serialize_element(&Reason(signal))?;
        }
        seq.end()
    }
}

struct Disallowed<'v>(Rule<'v>, &'v Access<'v>);

impl Serialize for Disallowed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Disallowed(rule, access) = self;
        let at = rule.provenance();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("directive", "disallow")?;
        map.serialize_entry("value", &rule.path())?;
        map.serialize_entry("scope", &access.group().map(|group| group.to_string()))?;
        place(&mut map, &at)?;
        map.serialize_entry("text", at.text())?;
        map.end()
    }
}

/// The tokens in lower case; `*` for a client that nobody names.
fn agent(verdict: &Verdict<'_>) -> Vec<String> {
    let tokens = verdict.accessor().tokens();
    if tokens.is_empty() {
        vec![String::from("*")]
    } else {
        tokens.iter().map(ProductToken::to_lowercase).collect()
    }
}

struct SnippetEntry(Snippet);

impl Serialize for SnippetEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("allowed", &self.0.allowed)?;
        map.serialize_entry("max_chars", &self.0.max_chars)?;
        map.end()
    }
}

/// Directives with their values, as an object.
struct Stated<F>(F);

impl<F, T> Serialize for Stated<F>
where
    F: Fn() -> T,
    T: Iterator<Item = (Directive, DirectiveValue)>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map((self.0)().map(|(d, v)| (d.name(), Said(v))))
    }
}

/// A directive's value: true, a number, a word or a moment.
struct Said(DirectiveValue);

impl Serialize for Said {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            DirectiveValue::Flag => serializer.serialize_bool(true),
            DirectiveValue::Ceiling(Some(limit)) => serializer.serialize_u32(limit),
            DirectiveValue::Ceiling(None) => serializer.serialize_i32(-1),
            DirectiveValue::Level(word) => serializer.serialize_str(word),
            DirectiveValue::Deadline(moment) => serializer.collect_str(&moment),
        }
    }
}

struct Extensions<'v>(&'v Verdict<'v>);

impl Serialize for Extensions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let extensions = self.0.extensions();
        serializer.collect_map(
            extensions
                .into_iter()
                .map(|(name, values)| (name, Raw(values))),
        )
    }
}

/// The raw value of an extension, true where it has none; several distinct ones as an array.
struct Raw<'v>(Vec<Option<&'v str>>);

impl Serialize for Raw<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [Some(value)] => serializer.serialize_str(value),
            [None] => serializer.serialize_bool(true),
            values => serializer.collect_seq(values.iter().map(|value| Raw(vec![*value]))),
        }
    }
}

struct Reason<'v>(&'v Signal);

impl Serialize for Reason<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Reason(signal) = self;
        let mut map = serializer.serialize_map(None)?;
        if let Some((directive, value)) = signal.directive() {
            map.serialize_entry("directive", directive.name())?;
            map.serialize_entry("value", &Said(value))?;
        }
        map.serialize_entry("scope", &signal.scope().to_string())?;
        place(&mut map, signal.provenance())?;
        map.serialize_entry("text", signal.provenance().text())?;
        map.end()
    }
}

struct DiagnosticEntry<'v>(&'v Diagnostic);

impl Serialize for DiagnosticEntry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let DiagnosticEntry(diagnostic) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("code", diagnostic.code().name())?;
        map.serialize_entry("severity", diagnostic.severity().name())?;
        place(&mut map, diagnostic.provenance())?;
        map.serialize_entry("message", &diagnostic.to_string())?;
        map.end()
    }
}

fn place<M: SerializeMap>(map: &mut M, at: &Provenance) -> Result<(), M::Error> {
    map.serialize_entry("source", at.source().name())?;
    if let Source::Meta(placement) = at.source() {
        map.serialize_entry("placement", placement.name())?;
    }
    map.serialize_entry("line", &at.line())?;
    map.serialize_entry("span", &(at.span().start, at.span().end))
}

/// A sequence made anew each time it is asked for.
struct Each<F>(F);

impl<F, T> Serialize for Each<F>
where
    F: Fn() -> T,
    T: Iterator<Item: Serialize>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}
