//! Diagnostics of the reader, and the lines as they were probably meant.

use robots_policy::robots_txt::{Group, RecordKey};
use robots_policy::{Diagnostic, DiagnosticCode};

use super::{Proof, RobotsDraft, RobotsFile, line_before, line_removed, octets};
use crate::askers::Asker;
use crate::code::Code;
use crate::finding::{Edit, Finding};
use crate::level::Level;
use crate::place::Source;
use crate::rule::rules;

rules! {
    UrlAsPattern: Error, [RobotsTxt], "RFC 9309 §2.2",
        title: "an address in the place of a path",
        consequence: "The rule matches nothing.",
        advice: "Write the path of the address.";
    CommentInPattern: Error, [RobotsTxt], "RFC 9309 §2.2",
        title: "a comment that does not begin with `#`",
        consequence: "The comment is part of the pattern, which no page has.",
        advice: "Begin the comment with `#`.";
}

/// The message about a list of user agents that ends in the rules for every client.
const SHARED_WITH_ALL: &str = "the rules for every client also bind the clients named before `*`, because only a rule ends a list of user agents; for readers that keep one group of a name only, move the other records below the rules";

/// A draft for each diagnostic that a rule reports.
pub(super) fn drafts(file: &RobotsFile, text: &Source<'_>) -> Vec<RobotsDraft> {
    let found = file.diagnostics.iter();
    found.filter_map(|found| draft(file, found, text)).collect()
}

fn draft(file: &RobotsFile, found: &Diagnostic, text: &Source<'_>) -> Option<RobotsDraft> {
    let code = code_of(found)?;
    let line = found.provenance().line().unwrap_or(1);
    let place = text.place_in_line(line, found.provenance().span());
    let mut finding = Finding::new(code, place, found.to_string());
    let is_of_all = code == Code::RulesShared && binds_all(file, line);
    if is_of_all {
        // A client with a delay alone hears the rules for every client, as most owners want.
        finding.level = Level::Info;
        finding.message = String::from(SHARED_WITH_ALL);
    }
    if code == Code::FileEncoding && is_mark_before_no_rule(file, found)
        || code == Code::AgentWildcard && names_crawler(found)
    {
        finding.level = Level::Info;
    }
    for more in found.others() {
        let line = more.line().unwrap_or(1);
        let place = text.place_in_line(line, more.span());
        finding = finding.and(place, "and this one");
    }
    let draft = RobotsDraft::new(finding);
    Some(match found.code() {
        // The address of such a line has no path that any client sends.
        DiagnosticCode::FragmentInPattern => draft.without(vec![line_removed(text, line)]),
        _ if is_of_all => draft,
        _ => match edits(found, &octets::own(text, line), text, line) {
            Some(edits) => RobotsDraft {
                // The path of an address may be one of another site.
                mends: code != Code::UrlAsPattern,
                proof: match code {
                    Code::RulesShared => Proof::OpenToAll,
                    _ => Proof::Said,
                },
                ..draft.meant(edits)
            },
            None => draft,
        },
    })
}

/// Whether a byte order mark is before a line that no group needs: who does not know it loses no rule.
fn is_mark_before_no_rule(file: &RobotsFile, found: &Diagnostic) -> bool {
    let mut first = file.rules.records().take_while(|record| record.line() == 1);
    found.code() == DiagnosticCode::ByteOrderMark
        && first.all(|record| record.key() == RecordKey::Sitemap)
}

/// Whether a star follows the token of a known crawler, as Google once wrote it: the token is read.
fn names_crawler(found: &Diagnostic) -> bool {
    let line = found.provenance().text();
    let name = line
        .split_once(':')
        .and_then(|(_, name)| name.trim().strip_suffix('*'));
    name.is_some_and(|name| Asker::of_engine(name).is_some())
}

/// Whether the rules are those for every client: `*` is in the list of user agents from this line on.
fn binds_all(file: &RobotsFile, line: usize) -> bool {
    let has_line = |group: &Group<'_>| group.records().any(|record| record.line() == line);
    let group = file.rules.groups().find(has_line);
    group.is_some_and(|group| {
        let mut starters = group
            .records()
            .filter(|record| record.line() >= line && record.key() == RecordKey::UserAgent);
        starters.any(|record| record.value().trim() == "*")
    })
}

/// The rule that reports a diagnostic. One code of the reader may be several mistakes.
fn code_of(found: &Diagnostic) -> Option<Code> {
    let text = found.provenance().text();
    match found.code() {
        DiagnosticCode::InvalidAgent | DiagnosticCode::AgentCut if text.contains('*') => {
            Some(Code::AgentWildcard)
        }
        DiagnosticCode::SeveralPatterns if text.contains(" ;") || text.contains(" //") => {
            Some(Code::CommentInPattern)
        }
        DiagnosticCode::UnreadableLine if key_alone(text).is_some() => Some(Code::MissingColon),
        DiagnosticCode::UnmatchablePattern if text.contains("://") => Some(Code::UrlAsPattern),
        code => Code::of_diagnostic(code),
    }
}

/// The changes after which a line says what was probably meant.
fn edits(found: &Diagnostic, own: &str, text: &Source<'_>, line: usize) -> Option<Vec<Edit>> {
    let replaced = match found.code() {
        DiagnosticCode::NearKey => {
            let (_, value) = own.split_once(':')?;
            format!("{}:{value}", capitalised(found.meant()?))
        }
        DiagnosticCode::MisspeltKey => {
            let (key, value) = own.split_once(':')?;
            format!("{}:{value}", spelt(key.trim())?)
        }
        DiagnosticCode::MissingColon | DiagnosticCode::UnreadableLine => {
            let (key, value) = key_alone(own)?;
            format!("{key}: {value}")
        }
        DiagnosticCode::NearAgent | DiagnosticCode::UserAgentString => {
            format!("User-agent: {}", found.meant()?)
        }
        DiagnosticCode::SeveralAgents => several_agents(own)?,
        DiagnosticCode::SeveralPatterns => several_patterns(own)?,
        DiagnosticCode::LinesRunTogether => apart(own)?,
        DiagnosticCode::UnmatchablePattern => with_slash(own)?,
        DiagnosticCode::RuleWithoutGroup => {
            return Some(vec![line_before(text, line, "User-agent: *")]);
        }
        DiagnosticCode::RulesShared => return Some(rule_between(text, line)),
        DiagnosticCode::ByteOrderMark => {
            return Some(vec![Edit::without(0..3.min(text.bytes().len()))]);
        }
        _ => return None,
    };
    octets::line_edit(text, line, &replaced).map(|edit| vec![edit])
}

/// The key and the value of a line that lacks only the colon.
fn key_alone(own: &str) -> Option<(&str, &str)> {
    const KEYS: [&str; 5] = ["user-agent", "disallow", "allow", "sitemap", "crawl-delay"];
    let (key, value) = own.trim().split_once([' ', '\t', '='])?;
    let is_known = KEYS.iter().any(|known| key.eq_ignore_ascii_case(known));
    let value = value.trim();
    (is_known && !value.is_empty()).then_some((key, value))
}

/// A key as it is written in most files: `user-agent` as `User-agent`.
fn capitalised(key: &str) -> String {
    let mut letters = key.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The key that a misspelt one is read as.
fn spelt(key: &str) -> Option<&'static str> {
    let lower = key.to_ascii_lowercase();
    match lower.as_bytes() {
        [b'd', ..] => Some("Disallow"),
        [b'a', ..] => Some("Allow"),
        [b'u', ..] => Some("User-agent"),
        [b's', ..] => Some("Sitemap"),
        _ => None,
    }
}

/// `User-agent: a, b` as a line for each.
fn several_agents(own: &str) -> Option<String> {
    let (_, value) = own.split_once(':')?;
    let names = value.split([',', ';', ' ', '\t']).map(str::trim);
    let lines = names.filter(|name| !name.is_empty() && !name.eq_ignore_ascii_case("and"));
    let lines: Vec<String> = lines.map(|name| format!("User-agent: {name}")).collect();
    (lines.len() > 1).then(|| lines.join("\n"))
}

/// `Disallow: /a /b` as a line for each; what follows ` ;` or ` //` as a comment.
pub(super) fn several_patterns(own: &str) -> Option<String> {
    let (key, value) = own.split_once(':')?;
    for mark in [" ;", "\t;", " //", "\t//"] {
        if let Some((path, comment)) = value.split_once(mark) {
            let comment = comment.trim();
            return Some(format!("{key}:{} # {comment}", path.trim_end()));
        }
    }
    let paths = value.split([',', ';', ' ', '\t']).map(str::trim);
    let paths = paths.filter(|path| !path.is_empty());
    let lines: Vec<String> = paths
        .map(|path| format!("{}: {path}", key.trim()))
        .collect();
    (lines.len() > 1).then(|| lines.join("\n"))
}

/// Records of one line as a line for each.
fn apart(own: &str) -> Option<String> {
    const KEYS: [&str; 4] = ["user-agent", "disallow", "allow", "sitemap"];
    let lower = own.to_ascii_lowercase();
    let mut starts: Vec<usize> = Vec::new();
    for key in KEYS {
        for (at, _) in lower.match_indices(key) {
            let is_key = lower
                .get(at + key.len()..)
                .is_some_and(|rest| rest.trim_start().starts_with(':'));
            // `allow` is also the end of `disallow`.
            let is_word = !lower.get(..at).is_some_and(|before| {
                before.ends_with(|c: char| {
                    c.is_ascii_alphanumeric()
                        && !before.ends_with("\\n")
                        && !before.ends_with("\\r")
                })
            });
            if is_key && is_word {
                starts.push(at);
            }
        }
    }
    starts.sort_unstable();
    let ends = starts.iter().skip(1).copied().chain([own.len()]);
    let lines: Vec<&str> = starts
        .iter()
        .zip(ends)
        .filter_map(|(start, end)| own.get(*start..end))
        .map(|line| line.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ';' | ',')))
        .map(|line| line.trim_end_matches("\\n").trim_end_matches("\\r"))
        .collect();
    (lines.len() > 1).then(|| lines.join("\n"))
}

/// A pattern that begins with neither `/` nor `*`: the path of an address, else with a slash.
fn with_slash(own: &str) -> Option<String> {
    let (key, value) = own.split_once(':')?;
    let value = value.trim().trim_matches(['"', '\'', '<', '>']);
    let path = match value.split_once("://") {
        Some((_, rest)) => rest
            .find('/')
            .map_or("/", |at| rest.get(at..).unwrap_or("/")),
        None => value.trim_start_matches("./"),
    };
    let slash = match path.as_bytes() {
        [b'/', ..] => "",
        // The end of a name, as in `Allow: .js`.
        [b'.', ..] => "/*",
        _ => "/",
    };
    Some(format!("{}: {slash}{path}", key.trim()))
}

/// A rule that ends the list of user agents above this line, after their last record.
fn rule_between(text: &Source<'_>, line: usize) -> Vec<Edit> {
    let is_blank = |line: &usize| {
        let own = text.bytes().get(text.line(*line)).unwrap_or_default();
        own.trim_ascii().is_empty() || own.trim_ascii_start().starts_with(b"#")
    };
    let above = (1..line).rev().find(|line| !is_blank(line));
    vec![line_before(
        text,
        above.map_or(line, |above| above + 1),
        "Disallow:",
    )]
}
