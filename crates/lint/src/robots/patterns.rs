//! Rules that do nothing, or another thing than they say.

use std::collections::BTreeMap;

use robots_policy::robots_txt::{Group, Rule};

use super::mistakes::several_patterns;
use super::octets::{self, line_edit};
use super::{RobotsDraft, RobotsFile, line_removed, path_of};
use crate::askers::rules_of;
use crate::code::Code;
use crate::finding::Finding;
use crate::place::Source;
use crate::rule::rules;

rules! {
    StarAlone: Warning, [RobotsTxt], "RFC 9309 §2.2.2",
        title: "`Disallow: *`",
        consequence: "The whole site is closed, as by `Disallow: /`.",
        advice: "Write `Disallow: /` if this is meant.";
    RegexInPattern: Warning, [RobotsTxt], "RFC 9309 §2.2.3",
        title: "a regular expression in a path",
        consequence: "Patterns have `*` and a `$` at the end; other characters mean themselves.",
        advice: "Write a pattern.";
    DollarInside: Info, [RobotsTxt], "RFC 9309 §2.2.3",
        title: "a `$` that is not at the end",
        consequence: "It means the character here; some readers end the pattern at it.",
        advice: "Write `%24` for the character.";
    NeedlessStar: Off, [RobotsTxt], "RFC 9309 §2.2.3",
        title: "a star that does nothing",
        consequence: "A pattern matches the beginnings of paths already.",
        advice: "Leave the star out.";
    OctetsUnencoded: Info, [RobotsTxt], "RFC 9309 §2.2.2",
        title: "octets that a URL has percent-encoded",
        consequence: "They are compared as encoded here; some readers compare the octets as they are.",
        advice: "Write the path as a URL has it.";
    ResourcesBlocked: Warning, [RobotsTxt], "Google",
        title: "scripts or styles are closed",
        consequence: "A crawler that renders pages does not see what they draw.",
        advice: "Allow them, unless this is meant.";
    TieLost: Warning, [RobotsTxt], "RFC 9309 §2.2.2",
        title: "a Disallow that an Allow of the same path overrules",
        consequence: "Of two rules with one path, the Allow decides.",
        advice: "Leave one of the two out.";
    DeadRule: Info, [RobotsTxt], "RFC 9309 §2.2.2",
        title: "a rule that never decides",
        consequence: "Another rule gives the same answer for all its paths.",
        advice: "Leave it out.";
}

pub(super) fn drafts(file: &RobotsFile, text: &Source<'_>) -> Vec<RobotsDraft> {
    let mut drafts = Vec::new();
    for rule in rules_of(&file.rules).take(MOST_RULES) {
        drafts.extend(of_rule(&rule, text));
        if drafts.len() > MOST_DRAFTS {
            break;
        }
    }
    for group in file.rules.groups().take(MOST_GROUPS) {
        drafts.extend(ties(&group, text));
        drafts.extend(dead(&group, text));
        if drafts.len() > MOST_DRAFTS {
            break;
        }
    }
    drafts
}

/// The findings about one pattern.
fn of_rule(rule: &Rule<'_>, text: &Source<'_>) -> Vec<RobotsDraft> {
    let path = rule.path();
    let draft = |code: Code, message: String| {
        let place = text.place_in_line(rule.line(), rule.span());
        RobotsDraft::new(Finding::new(code, place, message))
    };
    let own = rule.text().escape_debug().to_string();
    let mut drafts = Vec::new();
    if !rule.allows() && path == "*" {
        let edit = line_edit(text, rule.line(), "Disallow: /");
        let message = format!(
            "`{own}` closes the whole site, as `Disallow: /` does; a reader of RFC 9309 to the letter finds no path in it"
        );
        drafts.push(draft(Code::StarAlone, message).alike(edit));
    }
    if let Some(mark) = expression(&path) {
        drafts.push(draft(Code::RegexInPattern, format!("`{mark}` in `{own}` means these characters; patterns have `*` and a `$` at the end, and no regular expressions")));
    } else if path.strip_suffix('$').unwrap_or(&path).contains('$') {
        drafts.push(draft(Code::DollarInside, format!("the `$` inside of `{own}` means the character; only at the end it is the end of the path, and some readers end the pattern there")));
    }
    let written = octets::own(text, rule.line());
    if let Some((key, value)) = written.split_once(':')
        && let Some(shorter) = without_stars(value.trim())
    {
        let edit = line_edit(text, rule.line(), &format!("{key}: {shorter}"));
        let message = format!("a star at the end of `{own}`, or after another one, does nothing");
        drafts.push(draft(Code::NeedlessStar, message).alike(edit));
    }
    let mut several = path.split([',', ';']);
    if path.contains([',', ';'])
        && several.all(|path| path.starts_with('/'))
        && let Some(lines) = several_patterns(&written)
    {
        let message = format!(
            "`{own}` is one pattern with its marks, which no path has; write each pattern on a line of its own"
        );
        let edits = line_edit(text, rule.line(), &lines).into_iter().collect();
        drafts.push(draft(Code::SeveralPatterns, message).meant(edits));
    }
    if is_unencoded(&path) {
        drafts.push(draft(Code::OctetsUnencoded, format!("`{own}` has octets that are percent-encoded in a URL; they are compared as encoded here, and some readers compare them as they are written")));
    }
    if !rule.allows() && closes_resources(&path) {
        let message = format!(
            "`{own}` closes scripts or styles; a crawler that renders pages does not see what they draw"
        );
        drafts.push(
            draft(Code::ResourcesBlocked, message).without(vec![line_removed(text, rule.line())]),
        );
    }
    for draft in &mut drafts {
        draft.targets = vec![path_of(rule)];
    }
    drafts
}

/// The part of a pattern that looks like a regular expression.
fn expression(path: &str) -> Option<&'static str> {
    const MARKS: [&str; 10] = [
        ".*", "(.", "\\.", "\\/", "[0-9]", "[a-z]", "\\d", "(?", "|", "^/",
    ];
    let mut marks = MARKS.into_iter();
    marks.find(|mark| path.contains(mark) && !(*mark == ".*" && is_dot_star(path)))
}

/// Whether each `.*` is a dot of a name and a star, as in `/*.js*` and `/index.*`.
fn is_dot_star(path: &str) -> bool {
    // A star before the dot is one of a pattern: `/*.*/x` has two.
    let rest = path.replace("*.*", "");
    !rest.contains("/.*") && !rest.contains(".*/") && !rest.contains(".*$")
}

/// The pattern without needless stars.
fn without_stars(path: &str) -> Option<String> {
    if matches!(path, "*" | "/*") {
        return None;
    }
    let mut shorter = path.to_owned();
    while shorter.contains("**") {
        shorter = shorter.replace("**", "*");
    }
    let shorter = shorter.trim_end_matches('*').to_owned();
    (shorter != path && !shorter.is_empty()).then_some(shorter)
}

/// Whether a pattern has octets that no URL has: blanks, letters beyond ASCII, or a percent sign without two digits.
fn is_unencoded(path: &str) -> bool {
    let bytes = path.as_bytes();
    let is_plain = |byte: &u8| byte.is_ascii_graphic();
    let mut percents = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'%');
    let is_cut = percents.any(|(at, _)| {
        let digits = bytes.get(at + 1..at + 3).unwrap_or_default();
        digits.len() < 2 || !digits.iter().all(u8::is_ascii_hexdigit)
    });
    is_cut || !bytes.iter().all(is_plain)
}

/// Whether a pattern is about scripts or styles that pages are drawn with.
fn closes_resources(path: &str) -> bool {
    const ENDS: [&str; 6] = [".js", ".js$", ".css", ".css$", ".js*", ".css*"];
    const FOLDERS: [&str; 8] = [
        "/_next/",
        "/_nuxt/",
        "/wp-includes/",
        "/static/js/",
        "/static/css/",
        "/js/",
        "/css/",
        "/assets/js/",
    ];
    let lower = path.to_ascii_lowercase();
    ENDS.iter().any(|end| lower.ends_with(end)) && lower.contains('*')
        || FOLDERS
            .iter()
            .any(|folder| lower == *folder || lower.strip_suffix('*') == Some(folder))
}

/// Rules of one group with one path that say both.
fn ties(group: &Group<'_>, text: &Source<'_>) -> Vec<RobotsDraft> {
    let mut allowed: BTreeMap<String, Rule<'_>> = BTreeMap::new();
    for rule in group
        .rules()
        .take(MOST_RULES)
        .filter(|rule| rule.allows() && !rule.path().is_empty())
    {
        allowed.entry(rule.path().into_owned()).or_insert(rule);
    }
    let closed = group.rules().take(MOST_RULES).filter(|rule| !rule.allows());
    let ties = closed.filter_map(|rule| {
        let other = allowed.get(&*rule.path())?;
        let place = text.place_in_line(rule.line(), rule.span());
        let message = format!(
            "`{}` has no effect: of two rules with one path, the Allow decides",
            rule.text().escape_debug()
        );
        let finding = Finding::new(Code::TieLost, place, message);
        let finding = finding.and(
            text.place_in_line(other.line(), other.span()),
            "this one decides",
        );
        Some(RobotsDraft::new(finding).without(vec![line_removed(text, other.line())]))
    });
    ties.take(MOST_TIES).collect()
}

/// Rules of one group that never decide, because another one with the same answer does.
fn dead(group: &Group<'_>, text: &Source<'_>) -> Vec<RobotsDraft> {
    let rules: Vec<Rule<'_>> = group.rules().take(MOST_COMPARED).collect();
    let mut drafts = Vec::new();
    for rule in &rules {
        let (path, allows) = (rule.path(), rule.allows());
        let is_plain = |path: &str| path.starts_with('/') && !path.contains(['*', '$', '%']);
        if !is_plain(&path) {
            continue;
        }
        let covers = |other: &&Rule<'_>| {
            let own = other.path();
            let is_earlier_twin = own == path && other.line() < rule.line();
            other.allows() == allows
                && is_plain(&own)
                && (is_earlier_twin || own.len() < path.len() && path.starts_with(&*own))
        };
        let Some(other) = rules.iter().find(covers) else {
            continue;
        };
        // A rule with the other answer that begins with the shorter path may be in between.
        let is_between = |between: &Rule<'_>| {
            between.allows() != allows
                && (!is_plain(&between.path()) || between.path().starts_with(&*other.path()))
        };
        if rules.iter().any(is_between) {
            continue;
        }
        let place = text.place_in_line(rule.line(), rule.span());
        let message = format!(
            "`{}` decides nothing: `{}` does so for all its paths",
            rule.text().escape_debug(),
            other.text().escape_debug()
        );
        let finding = Finding::new(Code::DeadRule, place, message).and(
            text.place_in_line(other.line(), other.span()),
            "decides before",
        );
        let mut draft = RobotsDraft::new(finding).alike(Some(line_removed(text, rule.line())));
        draft.targets = vec![path_of(rule)];
        drafts.push(draft);
        if drafts.len() >= MOST_TIES {
            break;
        }
    }
    drafts
}

/// Bounds, so that a hostile file costs what its length costs.
const MOST_RULES: usize = 20_000;
const MOST_COMPARED: usize = 300;
const MOST_GROUPS: usize = 500;
const MOST_DRAFTS: usize = 400;
const MOST_TIES: usize = 24;
