//! `vercel.json`: <https://vercel.com/docs/project-configuration#headers>.

use super::condition::Condition;
use super::headers_file::MOST_COMPARED;
use super::json::{Value, parse};
use super::lines::path_of;
use super::redirects::is_there;
use super::rules::{Rule, escaped, last_counts, stated, trap, traps};
use crate::names::is_about_robots;
use crate::pattern::Patterns;
use crate::place::{Lines, Place};
use crate::predicted::{Field, Predicted, Request, Unknown, Why};
use crate::source::Source;
use crate::trap::{Trap, TrapCode};
use crate::wrong::Refused;

/// A configuration of Vercel.
#[derive(Debug)]
pub(crate) struct Vercel {
    /// Rules of fields, and the conditions of each.
    rules: Vec<(Rule, Condition)>,
    redirects: Vec<(Rule, Condition, u16)>,
    /// Other files for paths without one.
    rewrites: Vec<(Rule, Condition, String)>,
    clean_urls: bool,
    trailing_slash: Option<bool>,
    /// Routes of the old kind, which take the place of all others.
    routes: Option<Unknown>,
    patterns: Patterns,
}

impl Vercel {
    pub(crate) fn read(source: &Source<'_>) -> Result<Vercel, Refused> {
        let lines = Lines::new(0, source.text);
        let root = parse(source.text, &lines)?;
        let mut rules = Vec::new();
        for value in list(&root, "headers", &lines)? {
            rules.push(rule(value, &lines)?);
        }
        let mut redirects = Vec::new();
        for value in list(&root, "redirects", &lines)? {
            let (rule, condition) = source_of(value, "redirects", &lines)?;
            let permanent = value.get("permanent").and_then(Value::flag);
            let status = match value.get("statusCode").and_then(Value::number) {
                Some(code) if (300.0..400.0).contains(&code) => {
                    format!("{code}").parse().unwrap_or(308)
                }
                _ if permanent == Some(false) => 307,
                _ => 308,
            };
            redirects.push((rule, condition, status));
        }
        let mut rewrites = Vec::new();
        for value in list(&root, "rewrites", &lines)? {
            let (rule, condition) = source_of(value, "rewrites", &lines)?;
            let to = value.get("destination").and_then(Value::text);
            rewrites.push((rule, condition, to.unwrap_or_default().to_owned()));
        }
        let routes = root.get("routes").map(|routes| {
            let place = lines.place(routes.span.start, routes.span.end);
            Unknown::new(
                place,
                Why::Rewrite,
                "`routes` take the place of `headers` and are not followed here; write `headers`",
            )
        });
        let mut patterns = Patterns::default();
        let all = rules
            .iter()
            .map(|(rule, condition)| (rule, condition))
            .chain(
                redirects
                    .iter()
                    .map(|(rule, condition, _)| (rule, condition)),
            )
            .chain(
                rewrites
                    .iter()
                    .map(|(rule, condition, _)| (rule, condition)),
            );
        for (rule, condition) in all {
            patterns.add(&rule.pattern, false);
            condition.add_patterns(&mut patterns);
        }
        Ok(Vercel {
            rules,
            redirects,
            rewrites,
            clean_urls: root.get("cleanUrls").and_then(Value::flag) == Some(true),
            trailing_slash: root.get("trailingSlash").and_then(Value::flag),
            routes,
            patterns,
        })
    }

    pub(crate) fn predict(&self, request: &Request<'_>) -> Predicted {
        self.answer(request).unwrap_or_else(Predicted::unknown)
    }

    fn answer(&self, request: &Request<'_>) -> Result<Predicted, Unknown> {
        if let Some(unknown) = &self.routes {
            return Err(unknown.clone());
        }
        let path = path_of(request);
        let redirected = |status| Predicted {
            status: Some(status),
            ..Predicted::default()
        };
        if self.is_cleaned(path) {
            return Ok(redirected(308));
        }
        for (rule, condition, status) in &self.redirects {
            if self.fits(rule, path)? && condition.holds(request, &self.patterns, rule.place)? {
                return Ok(redirected(*status));
            }
        }
        let (file, by) = self.rewritten(request, path)?;
        let mut found = Vec::new();
        for (rule, condition) in &self.rules {
            let is_relevant = rule.fields.iter().any(|field| is_about_robots(&field.name));
            if !is_relevant || !self.fits(rule, path)? {
                continue;
            }
            if !condition.holds(request, &self.patterns, rule.place)? {
                continue;
            }
            let is_variable =
                |field: &&Field| is_about_robots(&field.name) && has_name(&field.value);
            if let Some(field) = rule.fields.iter().find(is_variable) {
                return Err(Unknown::new(
                    field.place,
                    Why::Variable,
                    "the value has a part of the path",
                ));
            }
            found.push(rule);
        }
        Ok(Predicted {
            fields: last_counts(found.into_iter()),
            file,
            by,
            ..Predicted::default()
        })
    }

    /// The file of a path without one, and the rule that says so.
    fn rewritten(
        &self,
        request: &Request<'_>,
        path: &str,
    ) -> Result<(Option<String>, Option<Place>), Unknown> {
        if is_there(request, path) {
            return Ok((None, None));
        }
        for (rule, condition, to) in &self.rewrites {
            if !self.fits(rule, path)? || !condition.holds(request, &self.patterns, rule.place)? {
                continue;
            }
            if !to.starts_with('/') {
                return Err(Unknown::new(
                    rule.place,
                    Why::Upstream,
                    "another server answers, and may set fields of its own",
                ));
            }
            let is_known = !has_name(to);
            return Ok((is_known.then(|| to.clone()), Some(rule.place)));
        }
        Ok((None, None))
    }

    /// Whether the address is redirected to its short form, or to the one with or without a slash.
    fn is_cleaned(&self, path: &str) -> bool {
        let is_page = [".html", "/index"].iter().any(|end| path.ends_with(end));
        let last = path.rsplit('/').next().unwrap_or_default();
        let slash = match self.trailing_slash {
            Some(true) => {
                !last.is_empty() && !last.contains('.') && !path.starts_with("/.well-known")
            }
            Some(false) => last.is_empty() && path.len() > 1,
            None => false,
        };
        self.clean_urls && is_page || slash
    }

    fn fits(&self, rule: &Rule, path: &str) -> Result<bool, Unknown> {
        match self
            .patterns
            .get(&rule.pattern, false)
            .filter(|_| !rule.pattern.is_empty())
        {
            Some(pattern) => Ok(pattern.is_match(path.as_bytes())),
            None => Err(Unknown::new(
                rule.place,
                Why::Pattern,
                format!("the source `{}` cannot be run here", rule.path),
            )),
        }
    }

    pub(crate) fn stated(&self) -> Vec<Field> {
        stated(self.rules.iter().map(|(rule, _)| rule))
    }

    pub(crate) fn traps(&self) -> Vec<Trap> {
        let rules: Vec<Rule> = self.rules.iter().map(|(rule, _)| rule.clone()).collect();
        let mut found = traps(&rules);
        for (at, (rule, _)) in self.rules.iter().enumerate().take(MOST_COMPARED) {
            for field in rule
                .fields
                .iter()
                .filter(|field| is_about_robots(&field.name))
            {
                let is_for_all = |other: &&(Rule, Condition)| {
                    other.1.is_none()
                        && (other.0.path == rule.path
                            || matches!(&*other.0.path, "/(.*)" | "/:path*" | "(.*)"))
                };
                let same = |other: &&Field| other.name.eq_ignore_ascii_case(&field.name);
                let later = self
                    .rules
                    .iter()
                    .take(MOST_COMPARED)
                    .skip(at + 1)
                    .filter(is_for_all)
                    .find_map(|(other, _)| other.fields.iter().find(same));
                if let Some(later) = later {
                    found.push(trap(TrapCode::Overwritten, field, vec![later.place]));
                }
            }
        }
        found
    }
}

fn list<'v>(root: &'v Value, key: &str, lines: &Lines) -> Result<&'v [Value], Refused> {
    let Some(value) = root.get(key) else {
        return Ok(&[]);
    };
    let place = lines.place(value.span.start, value.span.end);
    value
        .list()
        .ok_or_else(|| Refused::new(place, key, "it is a list; write `[…]`"))
}

/// A rule of paths without its fields, and its conditions.
fn source_of(value: &Value, key: &str, lines: &Lines) -> Result<(Rule, Condition), Refused> {
    let place = lines.place(value.span.start, value.span.end);
    let Some(path) = value.get("source").and_then(Value::text) else {
        return Err(Refused::new(
            place,
            key,
            "write the path of the rule as \"source\"",
        ));
    };
    let rule = Rule {
        path: path.to_owned(),
        pattern: pattern(path).unwrap_or_default(),
        place,
        fields: Vec::new(),
        removed: Vec::new(),
    };
    Ok((rule, Condition::of(value)))
}

fn rule(value: &Value, lines: &Lines) -> Result<(Rule, Condition), Refused> {
    let (mut rule, condition) = source_of(value, "headers", lines)?;
    let Some(fields) = value.get("headers").and_then(Value::list) else {
        return Err(Refused::new(
            rule.place,
            "headers",
            "a rule has a list \"headers\" of {\"key\": …, \"value\": …}",
        ));
    };
    for field in fields {
        let place = lines.place(field.span.start, field.span.end);
        let text = |key: &str| field.get(key).and_then(Value::text);
        let (Some(name), Some(value)) = (text("key"), text("value")) else {
            return Err(Refused::new(
                place,
                "headers",
                "a field has \"key\" and \"value\", which are texts",
            ));
        };
        rule.fields.push(Field {
            name: name.to_owned(),
            value: value.to_owned(),
            place,
        });
    }
    Ok((rule, condition))
}

/// Whether a value has `:name` or `$1`.
fn has_name(value: &str) -> bool {
    let after = |sign: char| {
        value
            .match_indices(sign)
            .map(|(at, _)| value.get(at + 1..).unwrap_or_default())
    };
    after(':').any(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
        || after('$').any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The pattern of a source, in the language of path-to-regexp 6: names, groups, and the signs after them.
fn pattern(source: &str) -> Option<String> {
    let mut pattern = "^".to_owned();
    let mut rest = source;
    // The `/` or `.` before a name belongs to it.
    let mut prefix = String::new();
    while let Some(first) = rest.chars().next() {
        let after = rest.get(first.len_utf8()..)?;
        match first {
            ':' | '(' => {
                let (inner, left) = name_or_group(rest)?;
                let (sign, left) = match left.chars().next() {
                    Some(sign @ ('*' | '+' | '?')) => (Some(sign), left.get(1..)?),
                    _ => (None, left),
                };
                let before = escaped(&prefix);
                prefix.clear();
                let part = match sign {
                    Some('?') => format!("(?:{before}({inner}))?"),
                    Some(sign) => {
                        let optional = if sign == '*' { "?" } else { "" };
                        format!("(?:{before}((?:{inner})(?:{before}(?:{inner}))*)){optional}")
                    }
                    None => format!("{before}({inner})"),
                };
                pattern.push_str(&part);
                rest = left;
            }
            '{' | '}' | '*' | '+' | '?' => return None,
            '\\' => {
                pattern += &escaped(&std::mem::take(&mut prefix));
                let next = after.chars().next()?;
                pattern += &escaped(&next.to_string());
                rest = after.get(next.len_utf8()..)?;
            }
            '/' | '.' => {
                pattern += &escaped(&std::mem::take(&mut prefix));
                prefix.push(first);
                rest = after;
            }
            _ => {
                pattern += &escaped(&std::mem::take(&mut prefix));
                pattern += &escaped(&first.to_string());
                rest = after;
            }
        }
    }
    pattern += &escaped(&prefix);
    pattern.push('$');
    Some(pattern)
}

/// The pattern of `:name`, `:name(…)` or `(…)`, and the text after it.
fn name_or_group(text: &str) -> Option<(String, &str)> {
    let mut rest = text;
    if let Some(after) = text.strip_prefix(':') {
        let end = after
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(after.len());
        rest = after.get(end..)?;
        if end == 0 {
            return None;
        }
    }
    if !rest.starts_with('(') {
        return Some(("[^/#?]+?".to_owned(), rest));
    }
    let mut depth = 0_usize;
    let mut is_escaped = false;
    for (at, c) in rest.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((rest.get(1..at)?.to_owned(), rest.get(at + 1..)?));
        }
    }
    None
}
