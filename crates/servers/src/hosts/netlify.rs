//! `netlify.toml`, with the `_headers` beside it: <https://docs.netlify.com/build/configure-builds/file-based-configuration/#headers>.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::headers_file::{absolute, netlify_rules, no_path, spaced};
use super::lines::{netlify_pattern, path_of};
use super::redirects::{self, RedirectRule};
use super::rules::{HeaderRule, fitting, last_counts, stated, traps};
use crate::kind::ServerKind;
use crate::names::is_about_robots;
use crate::pattern::Patterns;
use crate::place::{ConfigLines, ConfigPlace};
use crate::prediction::{Field, Prediction, Request, Unknown, Why};
use crate::refusal::Refusal;
use crate::responder::Responder;
use crate::source::ConfigText;
use crate::trap::{Trap, TrapCode};

/// The rules of a site at Netlify, in the order in which they count: those of `_headers`, then those of `netlify.toml`.
#[derive(Debug)]
pub(crate) struct Netlify {
    rules: Vec<HeaderRule>,
    redirects: Vec<RedirectRule>,
    patterns: Patterns,
    /// Fields of a context, such as that of previews, which the address alone does not show.
    context: Option<ConfigPlace>,
    /// Addresses in the place of paths, and fields beside `[headers.values]`.
    traps: Vec<Trap>,
}

impl Responder for Netlify {
    fn read(_kind: ServerKind, sources: &[ConfigText<'_>]) -> Result<Netlify, Refusal> {
        let mut rules = Vec::new();
        let mut own = Vec::new();
        let mut context = None;
        let mut redirects = Vec::new();
        let mut found = Vec::new();
        let is_redirects = |source: &ConfigText<'_>| source.file() == "_redirects";
        for (at, source) in sources.iter().enumerate() {
            if is_redirects(source) {
                redirects.extend(redirects::of_file(source.text, at));
            }
        }
        for (at, source) in sources.iter().enumerate() {
            if source.file() == "_headers" {
                rules.extend(netlify_rules(source.text, at));
                found.extend(absolute(source.text, at));
            }
            if source.file() == "_headers" || is_redirects(source) {
                continue;
            }
            let lines = ConfigLines::new(at, source.text);
            let place = |span: Range<usize>| lines.place(span.start, span.end);
            let table = DeTable::parse(source.text).map_err(|error| {
                let why = error.message().to_owned();
                Refusal::new(place(error.span().unwrap_or_default()), "TOML", why)
            })?;
            let table = table.get_ref();
            own.extend(headers_of(table, &place, &mut found)?);
            redirects.extend(redirects::of_table(table, &place));
            let contexts = table.iter().find(|(key, _)| key.get_ref() == "context");
            if let Some((key, _)) = contexts.filter(|(_, value)| has_headers(value.get_ref())) {
                context = Some(place(key.span()));
            }
        }
        rules.extend(own);
        let mut patterns = Patterns::default();
        for rule in &rules {
            patterns.add(&rule.pattern, true);
        }
        redirects::add_patterns(&redirects, &mut patterns);
        Ok(Netlify {
            rules,
            redirects,
            patterns,
            context,
            traps: found,
        })
    }

    fn answer(&self, request: &Request<'_>) -> Result<Prediction, Unknown> {
        if let Some(place) = self.context {
            let reason = "Netlify documents that fields are for all contexts; what it does with those of one is not known";
            return Err(place.unknown(Why::Condition, reason));
        }
        let redirected = redirects::answer(&self.redirects, request, &self.patterns)?;
        if redirected.status.is_some() {
            return Ok(redirected);
        }
        let rules = fitting(&self.rules, &self.patterns, true, path_of(request))?;
        Ok(Prediction {
            fields: last_counts(&rules),
            ..redirected
        })
    }

    fn stated(&self) -> Vec<Field> {
        stated(&self.rules)
    }

    fn traps(&self) -> Vec<Trap> {
        let of_context = |place| Trap::new(TrapCode::InContext, "", place, Vec::new());
        let again = traps(&self.rules, TrapCode::Overwritten, &["/*"]);
        let own = self.traps.iter().cloned();
        own.chain(again)
            .chain(self.context.map(of_context))
            .collect()
    }
}

/// Whether a table of contexts has fields.
fn has_headers(value: &DeValue<'_>) -> bool {
    let contexts = value.as_table().into_iter().flat_map(DeTable::iter);
    let mut tables = contexts.map(|(_, context)| context.get_ref());
    tables.any(|context| context.get("headers").is_some())
}

fn headers_of(
    table: &DeTable<'_>,
    place: &dyn Fn(Range<usize>) -> ConfigPlace,
    found: &mut Vec<Trap>,
) -> Result<Vec<HeaderRule>, Refusal> {
    let Some(headers) = table.get("headers") else {
        return Ok(Vec::new());
    };
    let Some(list) = headers.get_ref().as_array() else {
        let why = "it is a list; write `[[headers]]`";
        return Err(Refusal::new(place(headers.span()), "headers", why));
    };
    let mut rules = Vec::new();
    for header in list {
        let own = rule(header, place)?;
        let table = header.get_ref().as_table().into_iter().flatten();
        for (name, value) in table {
            let key = name.get_ref();
            let at = place(name.span().start..value.span().end);
            let inner = value.get_ref().as_table().into_iter().flatten();
            let mut names = inner.map(|(name, _)| name.get_ref()).chain([key]);
            if key == "for" && own.path.contains("://") && own.own().next().is_some() {
                found.push(no_path(&own.path, place(value.span()), "\""));
            } else if key != "values" && names.any(|name| is_about_robots(name)) {
                let trap = Trap::new(TrapCode::Dropped, key, at, Vec::new());
                found.push(trap.instead("[headers.values]"));
            }
        }
        rules.push(own);
    }
    Ok(rules)
}

fn rule(
    header: &Spanned<DeValue<'_>>,
    place: &dyn Fn(Range<usize>) -> ConfigPlace,
) -> Result<HeaderRule, Refusal> {
    let at = place(header.span());
    let path = header.get_ref().get("for");
    let Some(path) = path.and_then(|path| path.get_ref().as_str().map(str::trim)) else {
        let why = "write the path of the rule, such as `for = \"/*\"`";
        return Err(Refusal::new(at, "for", why));
    };
    let mut rule = HeaderRule::new(path, netlify_pattern(path), at);
    let Some(values) = header.get_ref().get("values") else {
        return Ok(rule);
    };
    let Some(table) = values.get_ref().as_table() else {
        let why = "it is a table; write `[headers.values]`";
        return Err(Refusal::new(place(values.span()), "values", why));
    };
    for (name, value) in table {
        let key = name.get_ref();
        let at = value.span();
        let Some(value) = text_of(value.get_ref()) else {
            let why = "a value is a text or a list of texts";
            return Err(Refusal::new(place(at), key, why));
        };
        rule.fields.push(Field {
            name: key.trim().to_owned(),
            value,
            place: place(name.span().start..at.end),
        });
    }
    Ok(rule)
}

/// The value of a field.
fn text_of(value: &DeValue<'_>) -> Option<String> {
    let trimmed = |item: &Spanned<DeValue<'_>>| Some(item.get_ref().as_str()?.trim().to_owned());
    match value {
        DeValue::String(text) => Some(spaced(text.trim())),
        DeValue::Array(list) => {
            let texts: Option<Vec<String>> = list.iter().map(trimmed).collect();
            Some(texts?.join(", "))
        }
        _ => None,
    }
}
