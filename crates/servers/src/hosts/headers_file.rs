//! `_headers`, which Netlify and Cloudflare read in two ways.
//!
//! <https://docs.netlify.com/manage/routing/headers/> and <https://developers.cloudflare.com/pages/configuration/headers/>.

use std::collections::BTreeSet;

use super::concerned;
use super::lines::{lines_of, netlify_pattern, path_of};
use super::redirects::Redirects;
use super::rules::{Rule, escaped, joined, last_counts, stated, trap, traps};
use crate::names::is_about_robots;
use crate::pattern::Patterns;
use crate::predicted::{Field, Predicted, Request, Unknown, Why};
use crate::source::Source;
use crate::trap::{Trap, TrapCode};

/// The most rules of Cloudflare.
const MOST_RULES: usize = 100;

/// The most characters of a line of Cloudflare.
const MOST_CHARACTERS: usize = 2_000;

/// The most rules that are compared with each other.
pub(super) const MOST_COMPARED: usize = 1_000;

/// Who reads the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Service {
    Netlify,
    Cloudflare,
    /// One of both.
    Either,
}

/// A file of rules, as each service reads it.
#[derive(Debug)]
pub(crate) struct HeadersFile {
    service: Service,
    netlify: Vec<Rule>,
    cloudflare: Vec<Rule>,
    redirects: Redirects,
    patterns: Patterns,
    traps: Vec<Trap>,
}

impl HeadersFile {
    /// Reads a file. The services skip what they cannot read, so there is no file that is wrong.
    ///
    /// It comes first, with `_redirects` after it, which may be alone.
    pub(crate) fn read(service: Service, sources: &[Source<'_>]) -> HeadersFile {
        let is_redirects = |source: &&Source<'_>| source.name.ends_with("_redirects");
        let mut redirects = Redirects::default();
        for (at, source) in sources.iter().enumerate() {
            if is_redirects(&source) {
                redirects.add_file(source.text, at);
            }
        }
        if service == Service::Cloudflare {
            redirects.make_those_of_cloudflare();
        }
        let first = sources.first().filter(|first| !is_redirects(first));
        let text = first.map_or("", |first| first.text);
        let mut patterns = Patterns::default();
        let mut found = Vec::new();
        let netlify = netlify_rules(text, 0);
        let cloudflare = cloudflare_rules(text, &mut found);
        redirects.add_patterns(&mut patterns);
        for rule in &netlify {
            patterns.add(&rule.pattern, true);
        }
        for rule in &cloudflare {
            patterns.add(&rule.pattern, false);
        }
        let own = if service == Service::Cloudflare {
            &cloudflare
        } else {
            &netlify
        };
        if service == Service::Netlify {
            found.clear();
        }
        found.extend(traps(own));
        found.extend(overlaps(service, own));
        for rule in own.iter().filter(|rule| !rule.has_some()) {
            found.push(Trap {
                code: TrapCode::NoFields,
                field: String::new(),
                place: rule.place,
                others: Vec::new(),
            });
        }
        let lines = concerned::Lines::of(&lines_of(text, 0));
        found.retain(|trap| lines.concern(trap, text));
        HeadersFile {
            service,
            netlify,
            cloudflare,
            redirects,
            patterns,
            traps: found,
        }
    }

    pub(crate) fn predict(&self, request: &Request<'_>) -> Predicted {
        let redirected = match self.redirects.answer(request, &self.patterns) {
            Ok(answer) if answer.status.is_some() => return answer,
            Ok(answer) => answer,
            Err(unknown) => return Predicted::unknown(unknown),
        };
        let answer = match self.service {
            Service::Netlify => self.of_netlify(request),
            Service::Cloudflare => self.of_cloudflare(request),
            Service::Either => self.of_both(request),
        };
        match answer {
            Ok(fields) => Predicted {
                fields,
                ..redirected
            },
            Err(unknown) => Predicted::unknown(unknown),
        }
    }

    pub(crate) fn traps(&self) -> Vec<Trap> {
        self.traps.clone()
    }

    pub(crate) fn stated(&self) -> Vec<Field> {
        stated(match self.service {
            Service::Cloudflare => self.cloudflare.iter(),
            Service::Netlify | Service::Either => self.netlify.iter(),
        })
    }

    fn of_both(&self, request: &Request<'_>) -> Result<Vec<Field>, Unknown> {
        let (one, other) = (self.of_netlify(request)?, self.of_cloudflare(request)?);
        if items(&one) == items(&other) {
            return Ok(other);
        }
        let place = other
            .iter()
            .chain(&one)
            .map(|field| field.place)
            .next()
            .unwrap_or_default();
        Err(Unknown::new(
            place,
            Why::Services,
            "Netlify and Cloudflare read these rules in two ways; say which it is",
        ))
    }

    fn of_netlify(&self, request: &Request<'_>) -> Result<Vec<Field>, Unknown> {
        let path = path_of(request);
        fitting(&self.netlify, &self.patterns, true, path)
            .map(|rules| last_counts(rules.into_iter()))
    }

    fn of_cloudflare(&self, request: &Request<'_>) -> Result<Vec<Field>, Unknown> {
        let path = path_of(request);
        let mut rules = Vec::new();
        for rule in &self.cloudflare {
            let whole = if rule.path.starts_with("https://") {
                let Some(host) = request.host else {
                    return Err(Unknown::new(
                        rule.place,
                        Why::Host,
                        "the rule is one of a host; give the host",
                    ));
                };
                format!("https://{host}{path}")
            } else {
                path.to_owned()
            };
            rules.extend(fitting(
                std::slice::from_ref(rule),
                &self.patterns,
                false,
                &whole,
            )?);
        }
        for rule in &rules {
            let named = |field: &&Field| {
                is_about_robots(&field.name) && has_placeholder(&rule.path, &field.value)
            };
            if let Some(field) = rule.fields.iter().find(named) {
                return Err(Unknown::new(
                    field.place,
                    Why::Variable,
                    "the value has a placeholder of its path",
                ));
            }
        }
        Ok(joined(rules.into_iter()))
    }
}

/// The rules that fit a path.
pub(super) fn fitting<'r>(
    rules: &'r [Rule],
    patterns: &Patterns,
    folded: bool,
    path: &str,
) -> Result<Vec<&'r Rule>, Unknown> {
    let mut found = Vec::new();
    for rule in rules {
        match patterns.get(&rule.pattern, folded) {
            Some(pattern) if pattern.is_match(path.as_bytes()) => found.push(rule),
            Some(_) => {}
            None => {
                let is_relevant = rule.fields.iter().any(|field| is_about_robots(&field.name))
                    || !rule.removed.is_empty();
                if is_relevant {
                    let reason =
                        format!("the path `{}` cannot be run here as a pattern", rule.path);
                    return Err(Unknown::new(rule.place, Why::Pattern, reason));
                }
            }
        }
    }
    Ok(found)
}

/// Names and values without the form of their lists.
fn items(fields: &[Field]) -> Vec<(String, Vec<&str>)> {
    let mut items: Vec<(String, Vec<&str>)> = fields
        .iter()
        .map(|field| {
            (
                field.name.to_ascii_lowercase(),
                field.value.split(',').map(str::trim).collect(),
            )
        })
        .collect();
    items.sort();
    items
}

/// The rules as Netlify reads them: values of one name are joined, and names keep their case.
pub(super) fn netlify_rules(text: &str, source: usize) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    for (line, place) in lines_of(text, source) {
        if line.starts_with('/') {
            rules.push(Rule {
                path: line.to_owned(),
                pattern: netlify_pattern(line),
                place,
                fields: Vec::new(),
                removed: Vec::new(),
            });
            continue;
        }
        let Some((name, value)) = line.split_once(':') else {
            continue;
        };
        let (name, value) = (name.trim().to_owned(), value.trim());
        if let Some(rule) = rules
            .last_mut()
            .filter(|_| !name.is_empty() && !value.is_empty())
        {
            let value = spaced(value);
            rule.add(Field { name, value, place }, true);
        }
    }
    rules
}

/// A list with one blank after each comma, as Netlify writes it.
pub(super) fn spaced(value: &str) -> String {
    value
        .split(',')
        .map(str::trim)
        .collect::<Vec<_>>()
        .join(", ")
}

/// The rules as Cloudflare reads them, with what it skips.
fn cloudflare_rules(text: &str, skipped: &mut Vec<Trap>) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    // A path that is wrong takes the lines below it with it.
    let mut is_open = false;
    // Rules with fields before the last one.
    let mut before_last = 0;
    let mut skip = |code, place| {
        skipped.push(Trap {
            code,
            field: String::new(),
            place,
            others: Vec::new(),
        });
    };
    for (line, place) in lines_of(text, 0) {
        if line.encode_utf16().count() > MOST_CHARACTERS {
            skip(TrapCode::OverLimit, place);
            continue;
        }
        if concerned::is_path(line) {
            // Paths without fields do not count.
            let full = before_last + usize::from(rules.last().is_some_and(Rule::has_some));
            if full >= MOST_RULES {
                skip(TrapCode::OverLimit, place);
                break;
            }
            let one_splat = line.matches('*').count() <= 1;
            is_open = line.starts_with('/') || line.starts_with("https://") && !has_port(line);
            if !is_open || !one_splat {
                skip(TrapCode::FitsNothing, place);
            }
            if is_open {
                before_last = full;
                rules.push(Rule {
                    path: line.to_owned(),
                    pattern: if one_splat {
                        cloudflare_pattern(line)
                    } else {
                        "^$".to_owned()
                    },
                    place,
                    fields: Vec::new(),
                    removed: Vec::new(),
                });
            }
            continue;
        }
        let Some(rule) = rules.last_mut().filter(|_| is_open) else {
            continue;
        };
        match line.split_once(':') {
            Some((name, value)) => {
                let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
                if !name.is_empty() && !name.contains(' ') && !value.is_empty() {
                    rule.add(Field { name, value, place }, false);
                }
            }
            None => rule
                .removed
                .extend(line.strip_prefix('!').map(|name| name.trim().to_owned())),
        }
    }
    // A path that is there twice has the fields of the last one.
    let mut paths = BTreeSet::new();
    let mut kept: Vec<Rule> = rules
        .into_iter()
        .rev()
        .filter(|rule| paths.insert(rule.path.clone()))
        .collect();
    kept.reverse();
    kept
}

fn has_port(line: &str) -> bool {
    let host = line
        .trim_start_matches("https://")
        .split('/')
        .next()
        .unwrap_or_default();
    host.rsplit_once(':')
        .is_some_and(|(_, port)| !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()))
}

/// The pattern of a path of Cloudflare:
/// <https://github.com/cloudflare/workers-sdk/blob/main/packages/workers-shared/asset-worker/src/utils/rules-engine.ts>.
fn cloudflare_pattern(path: &str) -> String {
    let authority = path
        .strip_prefix("https://")
        .map_or(0, |rest| rest.find('/').unwrap_or(rest.len()) + 8);
    let mut pattern = "^".to_owned();
    let mut rest = path;
    while let Some(at) = rest.find([':', '*']) {
        let (before, after) = rest.split_at(at);
        pattern.push_str(&escaped(before));
        let begin = path.len() - after.len();
        let name = placeholder(after);
        rest = if after.starts_with('*') {
            pattern.push_str("(.*)");
            after.get(1..).unwrap_or_default()
        } else if name > 1 {
            pattern.push_str(if begin < authority {
                "([^/.]+)"
            } else {
                "([^/]+)"
            });
            after.get(name..).unwrap_or_default()
        } else {
            pattern.push(':');
            after.get(1..).unwrap_or_default()
        };
    }
    pattern.push_str(&escaped(rest));
    pattern.push('$');
    pattern
}

/// The length of a placeholder such as `:name`, which begins with a letter.
fn placeholder(text: &str) -> usize {
    let name = text.get(1..).unwrap_or_default();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return 1;
    }
    1 + name
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(name.len())
}

/// Whether a value names a placeholder of its path.
fn has_placeholder(path: &str, value: &str) -> bool {
    let names = value
        .match_indices(':')
        .map(|(at, _)| value.get(at..).unwrap_or_default());
    let mut names = names
        .map(|after| after.get(..placeholder(after)).unwrap_or_default())
        .filter(|name| name.len() > 1);
    names.any(|name| {
        name == ":splat" && path.contains('*') || path.split('/').any(|part| part.contains(name))
    })
}

/// Rules of which one is for all paths of another: with Netlify the later one replaces, with Cloudflare both are joined.
fn overlaps(service: Service, rules: &[Rule]) -> Vec<Trap> {
    let mut found = Vec::new();
    for (at, rule) in rules.iter().enumerate().take(MOST_COMPARED) {
        for field in rule
            .fields
            .iter()
            .filter(|field| is_about_robots(&field.name))
        {
            let same = |other: &&Field| other.name.eq_ignore_ascii_case(&field.name);
            let is_for_all = |other: &&Rule| other.path == "/*" || other.path == rule.path;
            let later = rules
                .iter()
                .take(MOST_COMPARED)
                .skip(at + 1)
                .filter(is_for_all)
                .find_map(|other| other.fields.iter().find(same));
            if let Some(later) = later {
                let code = match service {
                    Service::Netlify => TrapCode::Overwritten,
                    Service::Cloudflare => TrapCode::SentTwice,
                    Service::Either => TrapCode::ServicesDiffer,
                };
                found.push(trap(code, field, vec![later.place]));
            }
        }
    }
    found
}
