//! The record of the batch mode, version 1: key order fixed, a function of the input alone.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::diagnostic::Diagnostic;
use crate::directive::Value;
use crate::policy::{Snippet, Verdict};
use crate::provenance::{Provenance, Source};
use crate::signal::Signal;

/// One verdict as a JSON record.
///
/// `I` is whatever identifies the input; it is copied to the output.
pub struct Record<'v, I> {
    /// Copied to `id`.
    pub id: I,
    /// Copied to `url`.
    pub url: &'v str,
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
        map.serialize_entry("url", self.url)?;
        map.serialize_entry("agent", &agent(verdict))?;
        map.serialize_entry("access", &None::<()>)?;
        map.serialize_entry("index", &verdict.may_index())?;
        map.serialize_entry("follow", &verdict.may_follow())?;
        map.serialize_entry("archive", &verdict.may_archive())?;
        map.serialize_entry("snippet", &SnippetEntry(verdict.snippet()))?;
        map.serialize_entry("directives", &Directives(verdict))?;
        map.serialize_entry("extensions", &Extensions(verdict))?;
        map.serialize_entry("reasons", &Each(|| verdict.reasons().map(Reason)))?;
        map.serialize_entry("diagnostics", &Each(|| verdict.diagnostics().map(Remark)))?;
        map.serialize_entry("truncated", &verdict.truncated())?;
        map.serialize_entry("obtainable", &true)?;
        map.end()
    }
}

/// The tokens in lower case; `*` for a client that nobody names.
fn agent(verdict: &Verdict<'_>) -> Vec<String> {
    let tokens = verdict.accessor().tokens();
    if tokens.is_empty() {
        vec![String::from("*")]
    } else {
        tokens
            .iter()
            .map(crate::token::ProductToken::to_lowercase)
            .collect()
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

struct Directives<'v>(&'v Verdict<'v>);

impl Serialize for Directives<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.directives().iter().map(|(d, v)| (d.name(), Said(v))))
    }
}

/// A directive's value: true, a number, a word or a moment.
struct Said(Value);

impl Serialize for Said {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Flag => serializer.serialize_bool(true),
            Value::Ceiling(Some(limit)) => serializer.serialize_u32(limit),
            Value::Ceiling(None) => serializer.serialize_i32(-1),
            Value::Level(word) => serializer.serialize_str(word),
            Value::Deadline(moment) => serializer.collect_str(&moment),
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

struct Remark<'v>(&'v Diagnostic);

impl Serialize for Remark<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Remark(remark) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("code", remark.code().name())?;
        map.serialize_entry("severity", remark.severity().name())?;
        place(&mut map, remark.provenance())?;
        map.serialize_entry("message", &remark.to_string())?;
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
