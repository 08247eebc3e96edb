//! Redirects and rewrites of Netlify: those of `_redirects`, then those of `netlify.toml`; the first that fits counts.
//!
//! <https://docs.netlify.com/manage/routing/redirects/overview/>

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::lines::{lines_of, netlify_pattern, path_of};
use crate::files::{Entry, entry};
use crate::pattern::Patterns;
use crate::place::ConfigPlace;
use crate::prediction::{Prediction, Request, Unknown, Why};

/// A rule. The first that fits counts.
#[derive(Debug)]
pub(super) struct RedirectRule {
    pattern: String,
    place: ConfigPlace,
    to: String,
    status: u16,
    /// Whether it counts where there is a file.
    is_forced: bool,
    /// Whether it depends on more than the path.
    has_condition: bool,
}

/// The rules of `_redirects`. Lines that are none are skipped, as Netlify does.
pub(super) fn of_file(text: &str, source: usize) -> impl Iterator<Item = RedirectRule> {
    let lines = lines_of(text, source).into_iter();
    lines.filter_map(|(line, place)| of_line(line, place))
}

/// The rules of a table.
pub(super) fn of_table(
    table: &DeTable<'_>,
    place: &dyn Fn(Range<usize>) -> ConfigPlace,
) -> Vec<RedirectRule> {
    let rules = table.get("redirects");
    let rules = rules.and_then(|rules| rules.get_ref().as_array());
    let rules = rules.into_iter().flatten();
    let rules = rules.filter_map(|rule| of_rule(rule, place(rule.span())));
    rules.collect()
}

/// Cloudflare redirects where there is a file too, and rewrites are not followed here.
pub(super) fn make_those_of_cloudflare(rules: &mut Vec<RedirectRule>) {
    rules.retain(|rule| rule.status != 200);
    for rule in rules {
        rule.is_forced = true;
    }
}

pub(super) fn add_patterns(rules: &[RedirectRule], patterns: &mut Patterns) {
    for rule in rules {
        patterns.add(&rule.pattern, true);
    }
}

/// The answer of the rule that counts; nothing is known of it where none does.
pub(super) fn answer(
    rules: &[RedirectRule],
    request: &Request<'_>,
    patterns: &Patterns,
) -> Result<Prediction, Unknown> {
    let path = path_of(request);
    let is_file = is_there(request, path);
    for rule in rules.iter().filter(|rule| rule.is_forced || !is_file) {
        let unknown = |why, reason: &str| Err(rule.place.unknown(why, reason));
        let Some(pattern) = patterns.get(&rule.pattern, true) else {
            return unknown(Why::Pattern, "the path of the redirect cannot be run here");
        };
        if !pattern.is_match(path.as_bytes()) {
            continue;
        }
        if rule.has_condition {
            return unknown(Why::Condition, "the redirect depends on more than the path");
        }
        let is_redirect = rule.status != 200;
        if !is_redirect && !rule.to.starts_with('/') {
            let reason = "another server answers, and may set fields of its own";
            return unknown(Why::Upstream, reason);
        }
        let file = rule.to.split(['?', '#']).next().unwrap_or_default();
        let file = Some(file).filter(|file| !is_redirect && !file.contains(':'));
        return Ok(Prediction {
            status: is_redirect.then_some(rule.status),
            file: file.map(str::to_owned),
            by: Some(rule.place),
            ..Prediction::default()
        });
    }
    Ok(Prediction::default())
}

/// Whether a file answers: that of the path, or a page of this name.
pub(super) fn is_there(request: &Request<'_>, path: &str) -> bool {
    let path = crate::uri::path(path);
    let stem = path.trim_end_matches('/');
    let others = [format!("{stem}.html"), format!("{stem}/index.html")];
    let is_file = |name: &String| entry(request.files, name) == Entry::File;
    is_file(&path) || others.iter().any(is_file)
}

/// A line: a path, words of its query, the target, a status, and conditions.
fn of_line(line: &str, place: ConfigPlace) -> Option<RedirectRule> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let from = words.first().filter(|from| from.starts_with('/'))?;
    let is_target = |word: &&str| word.starts_with('/') || word.contains("://");
    let at = 1 + words.iter().skip(1).position(is_target)?;
    let rest = words.iter().skip(at + 1);
    let rest = rest.take_while(|word| !word.starts_with('#'));
    let status = rest.clone().find_map(|word| {
        let digits = word.trim_end_matches('!');
        Some((digits.parse().ok()?, digits.len() < word.len()))
    });
    let (status, is_forced) = status.unwrap_or((301, false));
    Some(RedirectRule {
        pattern: netlify_pattern(from),
        place,
        to: (*words.get(at)?).to_owned(),
        status,
        is_forced,
        has_condition: at > 1 || rest.clone().any(|word| word.contains('=')),
    })
}

fn of_rule(rule: &Spanned<DeValue<'_>>, place: ConfigPlace) -> Option<RedirectRule> {
    let value = |key: &str| rule.get_ref().get(key).map(Spanned::get_ref);
    let text = |key: &str| value(key).and_then(DeValue::as_str);
    let status = value("status").and_then(DeValue::as_integer);
    let status = status.and_then(|status| status.as_str().parse().ok());
    Some(RedirectRule {
        pattern: netlify_pattern(text("from")?),
        place,
        to: text("to").unwrap_or_default().to_owned(),
        status: status.unwrap_or(301),
        is_forced: value("force").and_then(DeValue::as_bool) == Some(true),
        has_condition: value("conditions").is_some() || value("query").is_some(),
    })
}
