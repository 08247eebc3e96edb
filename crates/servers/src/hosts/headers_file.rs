//! `_headers`, which Netlify and Cloudflare read in two ways.
//!
//! <https://docs.netlify.com/manage/routing/headers/> and <https://developers.cloudflare.com/pages/configuration/headers/>.

use std::collections::BTreeSet;

use regex::escape;

use super::lines::{lines_of, netlify_pattern, path_of};
use super::redirects::{self, RedirectRule};
use super::relevance::{Relevance, is_path};
use super::rules::{HeaderRule, fitting, joined, last_counts, stated, traps};
use crate::kind::ServerKind;
use crate::pattern::Patterns;
use crate::place::ConfigPlace;
use crate::prediction::{Field, Prediction, Request, Unknown, Why};
use crate::refusal::Refusal;
use crate::responder::Responder;
use crate::source::ConfigText;
use crate::trap::{Trap, TrapCode};

/// The most rules of Cloudflare.
const MOST_RULES: usize = 100;

/// The most characters of a line of Cloudflare.
const MOST_CHARACTERS: usize = 2_000;

/// A file of rules, as each service reads it.
#[derive(Debug)]
pub(crate) struct HeadersFile {
    /// Which service reads it; `Headers` for one of both.
    kind: ServerKind,
    netlify: Vec<HeaderRule>,
    cloudflare: Vec<HeaderRule>,
    redirects: Vec<RedirectRule>,
    patterns: Patterns,
    traps: Vec<Trap>,
}

impl Responder for HeadersFile {
    /// Reads a file. The services skip what they cannot read, so there is no file that is wrong.
    ///
    /// It comes first, with `_redirects` after it, which may be alone.
    fn read(kind: ServerKind, sources: &[ConfigText<'_>]) -> Result<HeadersFile, Refusal> {
        let is_redirects = |source: &&ConfigText<'_>| source.name.ends_with("_redirects");
        let mut redirects = Vec::new();
        for (at, source) in sources.iter().enumerate() {
            if is_redirects(&source) {
                redirects.extend(redirects::of_file(source.text, at));
            }
        }
        if kind == ServerKind::Cloudflare {
            redirects::make_those_of_cloudflare(&mut redirects);
        }
        let first = sources.first().filter(|first| !is_redirects(first));
        let text = first.map_or("", |first| first.text);
        let mut patterns = Patterns::default();
        let mut found = Vec::new();
        let netlify = netlify_rules(text, 0);
        let cloudflare = cloudflare_rules(text, &mut found);
        redirects::add_patterns(&redirects, &mut patterns);
        for rule in &netlify {
            patterns.add(&rule.pattern, true);
        }
        for rule in &cloudflare {
            patterns.add(&rule.pattern, false);
        }
        // With Netlify the later one replaces, with Cloudflare both are joined.
        let (own, again) = match kind {
            ServerKind::Cloudflare => (&cloudflare, TrapCode::SentTwice),
            ServerKind::Netlify => (&netlify, TrapCode::Overwritten),
            _ => (&netlify, TrapCode::ServicesDiffer),
        };
        if kind == ServerKind::Netlify {
            found = absolute(text, 0);
        }
        found.extend(traps(own, again, &["/*"]));
        let empty = own.iter().filter(|rule| !rule.has_some());
        found.extend(empty.map(|rule| Trap::new(TrapCode::NoFields, "", rule.place, Vec::new())));
        Ok(HeadersFile {
            kind,
            netlify,
            cloudflare,
            redirects,
            patterns,
            traps: Relevance::kept(found, text, 0),
        })
    }

    fn answer(&self, request: &Request<'_>) -> Result<Prediction, Unknown> {
        let redirected = redirects::answer(&self.redirects, request, &self.patterns)?;
        if redirected.status.is_some() {
            return Ok(redirected);
        }
        let fields = match self.kind {
            ServerKind::Netlify => self.of_netlify(request),
            ServerKind::Cloudflare => self.of_cloudflare(request),
            _ => self.of_both(request),
        };
        Ok(Prediction {
            fields: fields?,
            ..redirected
        })
    }

    fn stated(&self) -> Vec<Field> {
        let is_cloudflare = self.kind == ServerKind::Cloudflare;
        stated(if is_cloudflare {
            &self.cloudflare
        } else {
            &self.netlify
        })
    }

    fn traps(&self) -> Vec<Trap> {
        self.traps.clone()
    }
}

impl HeadersFile {
    fn of_both(&self, request: &Request<'_>) -> Result<Vec<Field>, Unknown> {
        let (one, other) = (self.of_netlify(request)?, self.of_cloudflare(request)?);
        if items(&one) == items(&other) {
            return Ok(other);
        }
        let first = other.iter().chain(&one).next();
        let place = first.map(|field| field.place).unwrap_or_default();
        let reason = "Netlify and Cloudflare read these rules in two ways; say which it is";
        Err(place.unknown(Why::Services, reason))
    }

    fn of_netlify(&self, request: &Request<'_>) -> Result<Vec<Field>, Unknown> {
        let rules = fitting(&self.netlify, &self.patterns, true, path_of(request))?;
        Ok(last_counts(&rules))
    }

    fn of_cloudflare(&self, request: &Request<'_>) -> Result<Vec<Field>, Unknown> {
        let path = path_of(request);
        let mut rules = Vec::new();
        for rule in &self.cloudflare {
            let whole = match request.host {
                _ if !rule.path.starts_with("https://") => path.to_owned(),
                Some(host) => format!("https://{host}{path}"),
                None => {
                    let reason = "the rule is one of a host; give the host";
                    return Err(rule.unknown(Why::Host, reason));
                }
            };
            let rule = std::slice::from_ref(rule);
            rules.extend(fitting(rule, &self.patterns, false, &whole)?);
        }
        for rule in &rules {
            let is_open = |field: &&Field| has_placeholder(&rule.path, &field.value);
            if let Some(field) = rule.own().find(is_open) {
                let reason = "the value has a placeholder of its path";
                return Err(field.place.unknown(Why::Variable, reason));
            }
        }
        Ok(joined(&rules))
    }
}

/// Names and values without the form of their lists.
fn items(fields: &[Field]) -> Vec<(String, Vec<&str>)> {
    let name = |field: &Field| field.name.to_ascii_lowercase();
    let mut items: Vec<(String, Vec<&str>)> = fields
        .iter()
        .map(|field| (name(field), field.value.split(',').map(str::trim).collect()))
        .collect();
    items.sort();
    items
}

/// The rules as Netlify reads them: values of one name are joined, and names keep their case.
pub(super) fn netlify_rules(text: &str, source: usize) -> Vec<HeaderRule> {
    let mut rules: Vec<HeaderRule> = Vec::new();
    for (line, place) in lines_of(text, source) {
        if line.starts_with('/') {
            rules.push(HeaderRule::new(line, netlify_pattern(line), place));
            continue;
        }
        let Some((name, value)) = line.split_once(':') else {
            continue;
        };
        let (name, value) = (name.trim().to_owned(), value.trim());
        let is_whole = !name.is_empty() && !value.is_empty();
        if let Some(rule) = rules.last_mut().filter(|_| is_whole) {
            let value = spaced(value);
            rule.add(Field { name, value, place }, true);
        }
    }
    rules
}

/// The addresses of rules, of which Netlify makes a field of the rule before.
pub(super) fn absolute(text: &str, source: usize) -> Vec<Trap> {
    let lines = lines_of(text, source).into_iter();
    let addresses = lines.filter(|(line, _)| is_path(line) && !line.starts_with('/'));
    let found = addresses.map(|(line, place)| no_path(line, place, ""));
    Relevance::kept(found.collect(), text, source)
}

/// An address where Netlify reads a path.
pub(super) fn no_path(address: &str, place: ConfigPlace, quote: &str) -> Trap {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let path = rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("/*");
    Trap::new(TrapCode::FitsNothing, "", place, Vec::new()).instead(format!("{quote}{path}{quote}"))
}

/// A list with one blank after each comma, as Netlify writes it.
pub(super) fn spaced(value: &str) -> String {
    let items: Vec<&str> = value.split(',').map(str::trim).collect();
    items.join(", ")
}

/// The rules as Cloudflare reads them, with what it skips.
fn cloudflare_rules(text: &str, skipped: &mut Vec<Trap>) -> Vec<HeaderRule> {
    let mut rules: Vec<HeaderRule> = Vec::new();
    // A path that is wrong takes the lines below it with it.
    let mut is_open = false;
    // Rules with fields before the last one.
    let mut before_last = 0;
    let mut skip = |code, place| skipped.push(Trap::new(code, "", place, Vec::new()));
    for (line, place) in lines_of(text, 0) {
        if line.encode_utf16().count() > MOST_CHARACTERS {
            skip(TrapCode::OverLimit, place);
        } else if is_path(line) {
            // Paths without fields do not count.
            let full = before_last + usize::from(rules.last().is_some_and(HeaderRule::has_some));
            if full >= MOST_RULES {
                skip(TrapCode::OverLimit, place);
                break;
            }
            let pattern = cloudflare_pattern(line);
            is_open = line.starts_with('/') || line.starts_with("https://") && !has_port(line);
            if !is_open || pattern.is_none() {
                skip(TrapCode::FitsNothing, place);
            }
            if is_open {
                before_last = full;
                rules.push(HeaderRule::new(
                    line,
                    pattern.unwrap_or("^$".to_owned()),
                    place,
                ));
            }
        } else if let Some(rule) = rules.last_mut().filter(|_| is_open) {
            add_line(rule, line, place);
        }
    }
    // A path that is there twice has the fields of the last one.
    let mut paths = BTreeSet::new();
    rules.reverse();
    rules.retain(|rule| paths.insert(rule.path.clone()));
    rules.reverse();
    rules
}

/// Adds the line of a field, or of one that is removed.
fn add_line(rule: &mut HeaderRule, line: &str, place: ConfigPlace) {
    let Some((name, value)) = line.split_once(':') else {
        let removed = line.strip_prefix('!').map(|name| name.trim().to_owned());
        rule.removed.extend(removed);
        return;
    };
    let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
    if !name.is_empty() && !name.contains(' ') && !value.is_empty() {
        rule.add(Field { name, value, place }, false);
    }
}

fn has_port(line: &str) -> bool {
    let mut parts = line.trim_start_matches("https://").split('/');
    let port = parts.next().and_then(|host| host.rsplit_once(':'));
    port.is_some_and(|(_, port)| !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()))
}

/// The pattern of a path of Cloudflare:
/// <https://github.com/cloudflare/workers-sdk/blob/main/packages/workers-shared/asset-worker/src/utils/rules-engine.ts>.
fn cloudflare_pattern(path: &str) -> Option<String> {
    if path.matches('*').count() > 1 {
        return None;
    }
    let authority = path
        .strip_prefix("https://")
        .map_or(0, |rest| rest.find('/').unwrap_or(rest.len()) + 8);
    let mut pattern = "^".to_owned();
    let mut rest = path;
    while let Some(at) = rest.find([':', '*']) {
        let (before, after) = rest.split_at(at);
        pattern.push_str(&escape(before));
        let begin = path.len() - after.len();
        let length = placeholder(after);
        pattern.push_str(match length {
            _ if after.starts_with('*') => "(.*)",
            1 => ":",
            _ if begin < authority => "([^/.]+)",
            _ => "([^/]+)",
        });
        rest = after.get(length..).unwrap_or_default();
    }
    Some(pattern + &escape(rest) + "$")
}

/// The length of a placeholder such as `:name`, which begins with a letter; that of another sign is one.
fn placeholder(text: &str) -> usize {
    let name = text.strip_prefix(':').unwrap_or_default();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return 1;
    }
    1 + name
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(name.len())
}

/// Whether a value names a placeholder of its path.
fn has_placeholder(path: &str, value: &str) -> bool {
    let after = value
        .match_indices(':')
        .filter_map(|(at, _)| value.get(at..));
    let mut names = after.filter_map(|after| after.get(..placeholder(after)));
    names.any(|name| match name {
        ":" => false,
        ":splat" if path.contains('*') => true,
        name => path.split('/').any(|part| part.contains(name)),
    })
}
