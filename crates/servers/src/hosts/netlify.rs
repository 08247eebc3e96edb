//! `netlify.toml`, with the `_headers` beside it: <https://docs.netlify.com/build/configure-builds/file-based-configuration/#headers>.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::headers_file::{MOST_COMPARED, fitting, netlify_rules, spaced};
use super::lines::{netlify_pattern, path_of};
use super::redirects::Redirects;
use super::rules::{Rule, last_counts, stated, trap, traps};
use crate::names::is_about_robots;
use crate::pattern::Patterns;
use crate::place::{Lines, Place};
use crate::predicted::{Field, Predicted, Request, Unknown, Why};
use crate::source::Source;
use crate::trap::{Trap, TrapCode};
use crate::wrong::Refused;

/// The rules of a site at Netlify, in the order in which they count: those of `_headers`, then those of `netlify.toml`.
#[derive(Debug)]
pub(crate) struct Netlify {
    rules: Vec<Rule>,
    redirects: Redirects,
    patterns: Patterns,
    /// Fields of a context, such as that of previews, which the address alone does not show.
    context: Option<Place>,
}

impl Netlify {
    pub(crate) fn read(sources: &[Source<'_>]) -> Result<Netlify, Refused> {
        let mut rules = Vec::new();
        let mut own = Vec::new();
        let mut context = None;
        let mut redirects = Redirects::default();
        for (at, source) in sources.iter().enumerate() {
            if source.name.rsplit('/').next() == Some("_redirects") {
                redirects.add_file(source.text, at);
            }
        }
        for (at, source) in sources.iter().enumerate() {
            if source.name.rsplit('/').next() == Some("_headers") {
                rules.extend(netlify_rules(source.text, at));
                continue;
            }
            if source.name.rsplit('/').next() == Some("_redirects") {
                continue;
            }
            let lines = Lines::new(at, source.text);
            let place = |span: Range<usize>| lines.place(span.start, span.end);
            let table = DeTable::parse(source.text).map_err(|error| {
                let why = error.message().to_owned();
                Refused::new(place(error.span().unwrap_or_default()), "TOML", why)
            })?;
            own.extend(headers_of(table.get_ref(), &place)?);
            redirects.add_table(table.get_ref(), &place);
            if let Some((key, _)) = table
                .get_ref()
                .iter()
                .find(|(key, value)| key.get_ref() == "context" && has_headers(value.get_ref()))
            {
                context = Some(place(key.span()));
            }
        }
        rules.extend(own);
        let mut patterns = Patterns::default();
        for rule in &rules {
            patterns.add(&rule.pattern, true);
        }
        redirects.add_patterns(&mut patterns);
        Ok(Netlify {
            rules,
            redirects,
            patterns,
            context,
        })
    }

    pub(crate) fn predict(&self, request: &Request<'_>) -> Predicted {
        if let Some(place) = self.context {
            return Predicted::unknown(Unknown::new(
                place,
                Why::Condition,
                "Netlify documents that fields are for all contexts; what it does with those of one is not known",
            ));
        }
        let answer = match self.redirects.answer(request, &self.patterns) {
            Ok(answer) if answer.status.is_some() => return answer,
            Ok(answer) => answer,
            Err(unknown) => return Predicted::unknown(unknown),
        };
        match fitting(&self.rules, &self.patterns, true, path_of(request)) {
            Ok(rules) => Predicted {
                fields: last_counts(rules.into_iter()),
                ..answer
            },
            Err(unknown) => Predicted::unknown(unknown),
        }
    }

    pub(crate) fn stated(&self) -> Vec<Field> {
        stated(self.rules.iter())
    }

    pub(crate) fn traps(&self) -> Vec<Trap> {
        let mut found = traps(&self.rules);
        found.extend(self.context.map(|place| Trap {
            code: TrapCode::InContext,
            field: String::new(),
            place,
            others: Vec::new(),
        }));
        for (at, rule) in self.rules.iter().enumerate().take(MOST_COMPARED) {
            for field in rule
                .fields
                .iter()
                .filter(|field| is_about_robots(&field.name))
            {
                let is_for_all = |other: &&Rule| other.path == "/*" || other.path == rule.path;
                let same = |other: &&Field| other.name.eq_ignore_ascii_case(&field.name);
                let later = self
                    .rules
                    .iter()
                    .take(MOST_COMPARED)
                    .skip(at + 1)
                    .filter(is_for_all)
                    .find_map(|other| other.fields.iter().find(same));
                if let Some(later) = later {
                    found.push(trap(TrapCode::Overwritten, field, vec![later.place]));
                }
            }
        }
        found
    }
}

/// Whether a table of contexts has fields.
fn has_headers(value: &DeValue<'_>) -> bool {
    let contexts = value.as_table().into_iter().flat_map(DeTable::iter);
    contexts
        .into_iter()
        .any(|(_, context)| context.get_ref().get("headers").is_some())
}

fn headers_of(
    table: &DeTable<'_>,
    place: &dyn Fn(Range<usize>) -> Place,
) -> Result<Vec<Rule>, Refused> {
    let Some(headers) = table.get("headers") else {
        return Ok(Vec::new());
    };
    let Some(list) = headers.get_ref().as_array() else {
        return Err(Refused::new(
            place(headers.span()),
            "headers",
            "it is a list; write `[[headers]]`",
        ));
    };
    list.iter().map(|header| rule(header, place)).collect()
}

fn rule(
    header: &Spanned<DeValue<'_>>,
    place: &dyn Fn(Range<usize>) -> Place,
) -> Result<Rule, Refused> {
    let at = place(header.span());
    let path = header.get_ref().get("for");
    let Some(path) = path.and_then(|path| path.get_ref().as_str().map(str::trim)) else {
        return Err(Refused::new(
            at,
            "for",
            "write the path of the rule, such as `for = \"/*\"`",
        ));
    };
    let mut rule = Rule {
        path: path.to_owned(),
        pattern: netlify_pattern(path),
        place: at,
        fields: Vec::new(),
        removed: Vec::new(),
    };
    let Some(values) = header.get_ref().get("values") else {
        return Ok(rule);
    };
    let Some(table) = values.get_ref().as_table() else {
        return Err(Refused::new(
            place(values.span()),
            "values",
            "it is a table; write `[headers.values]`",
        ));
    };
    for (name, value) in table {
        let text = match value.get_ref() {
            DeValue::String(text) => Some(spaced(text.trim())),
            DeValue::Array(list) => {
                let texts: Option<Vec<&str>> = list
                    .iter()
                    .map(|item| item.get_ref().as_str().map(str::trim))
                    .collect();
                texts.map(|texts| texts.join(", "))
            }
            _ => None,
        };
        let key = name.get_ref().to_string();
        let Some(value) = text else {
            return Err(Refused::new(
                place(value.span()),
                &key,
                "a value is a text or a list of texts",
            ));
        };
        rule.fields.push(Field {
            name: key.trim().to_owned(),
            value,
            place: place(name.span().start..value_end(table, &key)),
        });
    }
    Ok(rule)
}

fn value_end(table: &DeTable<'_>, key: &str) -> usize {
    table.get(key).map_or(0, |value| value.span().end)
}
