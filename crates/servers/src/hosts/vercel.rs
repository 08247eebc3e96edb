//! `vercel.json`: <https://vercel.com/docs/project-configuration#headers>.

use regex::escape;

use super::condition::Condition;
use super::json::{JsonValue, parse};
use super::lines::path_of;
use super::redirects::is_there;
use super::rules::{HeaderRule, last_counts, stated, traps};
use crate::kind::ServerKind;
use crate::pattern::Patterns;
use crate::place::{ConfigLines, ConfigPlace};
use crate::prediction::{Field, Prediction, Request, Unknown, Why};
use crate::refusal::Refusal;
use crate::responder::Responder;
use crate::source::ConfigText;
use crate::trap::{Trap, TrapCode};

/// A configuration of Vercel.
#[derive(Debug)]
pub(crate) struct Vercel {
    /// Rules of fields.
    rules: Vec<HeaderRule>,
    /// Redirects, and the status of each.
    redirects: Vec<(HeaderRule, u16)>,
    /// Other files for paths without one.
    rewrites: Vec<(HeaderRule, String)>,
    clean_urls: bool,
    trailing_slash: Option<bool>,
    /// Routes of the old kind, which take the place of all others.
    routes: Option<Unknown>,
    patterns: Patterns,
}

impl Responder for Vercel {
    fn read(_kind: ServerKind, sources: &[ConfigText<'_>]) -> Result<Vercel, Refusal> {
        let text = sources.first().map_or("", |source| source.text);
        let lines = ConfigLines::new(0, text);
        let root = parse(text, &lines)?;
        let headers = list(&root, "headers", &lines)?.iter();
        let rules: Vec<HeaderRule> = headers
            .map(|value| rule(value, &lines))
            .collect::<Result<_, _>>()?;
        let mut redirects = Vec::new();
        for value in list(&root, "redirects", &lines)? {
            redirects.push((source_of(value, "redirects", &lines)?, status(value)));
        }
        let mut rewrites = Vec::new();
        for value in list(&root, "rewrites", &lines)? {
            let to = value.get("destination").and_then(JsonValue::text);
            let rule = source_of(value, "rewrites", &lines)?;
            rewrites.push((rule, to.unwrap_or_default().to_owned()));
        }
        let routes = root.get("routes").map(|routes| {
            let place = lines.place(routes.span.start, routes.span.end);
            let reason =
                "`routes` take the place of `headers` and are not followed here; write `headers`";
            place.unknown(Why::Rewrite, reason)
        });
        let mut patterns = Patterns::default();
        let others = redirects.iter().map(|(rule, _)| rule);
        let others = others.chain(rewrites.iter().map(|(rule, _)| rule));
        for rule in rules.iter().chain(others) {
            patterns.add(&rule.pattern, false);
            rule.condition.add_patterns(&mut patterns);
        }
        Ok(Vercel {
            rules,
            redirects,
            rewrites,
            clean_urls: root.get("cleanUrls").and_then(JsonValue::flag) == Some(true),
            trailing_slash: root.get("trailingSlash").and_then(JsonValue::flag),
            routes,
            patterns,
        })
    }

    fn answer(&self, request: &Request<'_>) -> Result<Prediction, Unknown> {
        if let Some(unknown) = &self.routes {
            return Err(unknown.clone());
        }
        let path = path_of(request);
        if self.is_cleaned(path) {
            return Ok(Prediction::of_status(308));
        }
        for (rule, status) in &self.redirects {
            if self.fits(rule, request, path)? {
                return Ok(Prediction::of_status(*status));
            }
        }
        let (file, by) = self.rewritten(request, path)?;
        let mut found = Vec::new();
        for rule in self.rules.iter().filter(|rule| rule.own().next().is_some()) {
            if !self.fits(rule, request, path)? {
                continue;
            }
            if let Some(field) = rule.own().find(|field| has_name(&field.value)) {
                let reason = "the value has a part of the path";
                return Err(field.place.unknown(Why::Variable, reason));
            }
            found.push(rule);
        }
        Ok(Prediction {
            fields: last_counts(&found),
            file,
            by,
            ..Prediction::default()
        })
    }

    fn stated(&self) -> Vec<Field> {
        stated(&self.rules)
    }

    fn traps(&self) -> Vec<Trap> {
        let all = ["/(.*)", "/:path*", "(.*)"];
        let mut found = traps(&self.rules, TrapCode::Overwritten, &all);
        for rule in self.rules.iter().filter(|rule| rule.path == "/:path*") {
            if let Some(field) = rule.own().next() {
                let others = vec![field.place];
                let trap = Trap::new(TrapCode::PathExact, &field.name, rule.source, others);
                found.push(trap.instead("\"/(.*)\""));
            }
        }
        found
    }
}

impl Vercel {
    /// The file of a path without one, and the rule that says so.
    fn rewritten(
        &self,
        request: &Request<'_>,
        path: &str,
    ) -> Result<(Option<String>, Option<ConfigPlace>), Unknown> {
        if is_there(request, path) {
            return Ok((None, None));
        }
        for (rule, to) in &self.rewrites {
            if !self.fits(rule, request, path)? {
                continue;
            }
            if !to.starts_with('/') {
                let reason = "another server answers, and may set fields of its own";
                return Err(rule.unknown(Why::Upstream, reason));
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

    fn fits(&self, rule: &HeaderRule, request: &Request<'_>, path: &str) -> Result<bool, Unknown> {
        let pattern = self.patterns.get(&rule.pattern, false);
        let Some(pattern) = pattern.filter(|_| !rule.pattern.is_empty()) else {
            let reason = format!("the source `{}` cannot be run here", rule.path);
            return Err(rule.unknown(Why::Pattern, reason));
        };
        let fits = pattern.is_match(path.as_bytes());
        Ok(fits && rule.condition.holds(request, &self.patterns, rule.place)?)
    }
}

/// The status of a redirect.
fn status(redirect: &JsonValue) -> u16 {
    let permanent = redirect.get("permanent").and_then(JsonValue::flag);
    match redirect.get("statusCode").and_then(JsonValue::number) {
        Some(code) if (300.0..400.0).contains(&code) => code.to_string().parse().unwrap_or(308),
        _ if permanent == Some(false) => 307,
        _ => 308,
    }
}

fn list<'v>(
    root: &'v JsonValue,
    key: &str,
    lines: &ConfigLines,
) -> Result<&'v [JsonValue], Refusal> {
    let Some(value) = root.get(key) else {
        return Ok(&[]);
    };
    let place = lines.place(value.span.start, value.span.end);
    value
        .list()
        .ok_or_else(|| Refusal::new(place, key, "it is a list; write `[…]`"))
}

/// A rule of paths without its fields.
fn source_of(value: &JsonValue, key: &str, lines: &ConfigLines) -> Result<HeaderRule, Refusal> {
    let place = lines.place(value.span.start, value.span.end);
    let Some(source) = value.get("source").filter(|own| own.text().is_some()) else {
        return Err(Refusal::new(
            place,
            key,
            "write the path of the rule as \"source\"",
        ));
    };
    let path = source.text().unwrap_or_default();
    let own = lines.place(source.span.start, source.span.end);
    let pattern = pattern(path);
    if pattern.is_none() && !path.contains(['{', '}']) {
        return Err(Refusal::new(own, path, REFUSED));
    }
    Ok(HeaderRule {
        condition: Condition::of(value),
        source: own,
        ..HeaderRule::new(path, pattern.unwrap_or_default(), place)
    })
}

fn rule(value: &JsonValue, lines: &ConfigLines) -> Result<HeaderRule, Refusal> {
    let mut rule = source_of(value, "headers", lines)?;
    let refused = |place, why: &str| Err(Refusal::new(place, "headers", why));
    let Some(fields) = value.get("headers").and_then(JsonValue::list) else {
        let why = "a rule has a list \"headers\" of {\"key\": …, \"value\": …}";
        return refused(rule.place, why);
    };
    for field in fields {
        let place = lines.place(field.span.start, field.span.end);
        let text = |key: &str| field.get(key).and_then(JsonValue::text).map(str::to_owned);
        let (Some(name), Some(value)) = (text("key"), text("value")) else {
            return refused(place, "a field has \"key\" and \"value\", which are texts");
        };
        rule.fields.push(Field { name, value, place });
    }
    Ok(rule)
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

const REFUSED: &str = "Vercel refuses it as an invalid `source` pattern; a star needs a name or a group before it, as in `/(.*)`";

/// The pattern of a source, in the language of path-to-regexp 6: names, groups, and the signs after them.
fn pattern(source: &str) -> Option<String> {
    let mut pattern = "^".to_owned();
    let mut rest = source;
    // The `/` or `.` before a name belongs to it.
    let mut prefix = String::new();
    while let Some(first) = rest.chars().next() {
        if matches!(first, '{' | '}' | '*' | '+' | '?') {
            return None;
        }
        if matches!(first, ':' | '(') {
            let (inner, left) = name_or_group(rest)?;
            let before = escape(&std::mem::take(&mut prefix));
            let sign = left.chars().next();
            rest = left.strip_prefix(['*', '+', '?']).unwrap_or(left);
            let more = format!("(?:{before}((?:{inner})(?:{before}(?:{inner}))*))");
            let part = match sign {
                Some('?') => format!("(?:{before}({inner}))?"),
                Some('*') => more + "?",
                Some('+') => more,
                _ => format!("{before}({inner})"),
            };
            pattern.push_str(&part);
            continue;
        }
        rest = rest.get(first.len_utf8()..)?;
        pattern += &escape(&std::mem::take(&mut prefix));
        match first {
            '/' | '.' => prefix.push(first),
            '\\' => {
                let next = rest.chars().next()?;
                pattern += &escape(&next.to_string());
                rest = rest.get(next.len_utf8()..)?;
            }
            _ => pattern += &escape(&first.to_string()),
        }
    }
    pattern += &escape(&prefix);
    Some(pattern + "$")
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
