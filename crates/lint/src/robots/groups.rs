//! Groups that hide rules, repeat, or close more than one path.

use std::collections::BTreeMap;

use robots_policy::robots_txt::{Group, RecordKey, Rule, Subject};

use super::{Draft, RobotsFile, line_removed, path_of};
use crate::code::Code;
use crate::finding::{Edit, Finding};
use crate::place::{Place, Source};

pub(super) fn drafts(file: &RobotsFile, text: &Source<'_>) -> Vec<Draft> {
    let groups: Vec<Group<'_>> = file.rules.groups().take(MOST_GROUPS).collect();
    let mut drafts = Vec::new();
    drafts.extend(repeated(&groups, text));
    drafts.extend(hidden(&groups, text));
    drafts.extend(all_closed(&groups, text));
    drafts.extend(allow_alone(&groups, text));
    drafts
}

/// The place of the starter of a group that has this subject.
fn starter(group: &Group<'_>, subject: Subject<'_>, text: &Source<'_>) -> Place {
    let mut records = group.records();
    let found = records.find(|record| {
        let value = record.value();
        match subject {
            Subject::Agent(name) => value
                .get(..name.len())
                .is_some_and(|own| own.eq_ignore_ascii_case(name)),
            Subject::Global => value.trim() == "*",
            Subject::Purpose(name) | Subject::Signature(name) => value
                .to_ascii_lowercase()
                .contains(&name.to_ascii_lowercase()),
            _ => false,
        }
    });
    let found = found.or_else(|| group.records().next());
    found.map_or_else(
        || Place::whole(text.name()),
        |record| text.place_in_line(record.line(), record.span()),
    )
}

/// One token, or `*`, that opens several groups: RFC 9309 merges them, and some readers keep one.
fn repeated(groups: &[Group<'_>], text: &Source<'_>) -> Vec<Draft> {
    let mut by_subject: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, group) in groups.iter().enumerate() {
        for subject in group.subjects() {
            let own = by_subject.entry(subject.to_string()).or_default();
            if own.last() != Some(&at) {
                own.push(at);
            }
        }
    }
    let repeated = by_subject.into_iter().filter(|(_, at)| at.len() > 1);
    let drafts = repeated.filter_map(|(name, at)| {
        let places = at.iter().filter_map(|at| {
            let group = groups.get(*at)?;
            let subject = group.subjects().find(|subject| subject.to_string() == name)?;
            Some(starter(group, subject, text))
        });
        let mut places = places.collect::<Vec<Place>>().into_iter();
        let first = places.next()?;
        let message = format!("`{}` opens {} groups, which count as one; some readers keep the first or the last of them alone", shown(&name), at.len());
        let finding = Finding::new(Code::GroupRepeated, first, message);
        let finding = places.take(MOST_OTHERS).fold(finding, |finding, place| finding.and(place, "and here"));
        Some(Draft::new(finding))
    });
    drafts.collect()
}

/// A name that a robots.txt has, as text for a message.
fn shown(name: &str) -> String {
    name.escape_debug().to_string()
}

/// A group of a token beside one for every client: its clients do not hear the other one.
fn hidden(groups: &[Group<'_>], text: &Source<'_>) -> Vec<Draft> {
    let is_global = |group: &&Group<'_>| group.subjects().any(|subject| subject == Subject::Global);
    let global: Vec<Rule<'_>> = groups
        .iter()
        .filter(is_global)
        .flat_map(|group| group.rules())
        .filter(|rule| !rule.allows() && !rule.path().is_empty())
        .take(MOST_RULES)
        .collect();
    let (false, Some(example)) = (global.is_empty(), global.first()) else {
        return Vec::new();
    };
    let own = groups.iter().filter(|group| !is_global(group));
    let opened = own.filter_map(|group| {
        // Who closes the site for a name, or repeats the rules, knows what they do.
        let rules: Vec<Rule<'_>> = group.rules().take(MOST_RULES).collect();
        let says = |path: &str| {
            rules
                .iter()
                .any(|rule| rule.path() == path || !rule.allows() && rule.path() == "/")
        };
        let lost: Vec<&Rule<'_>> = global.iter().filter(|rule| !says(&rule.path())).collect();
        if lost.is_empty() || rules.is_empty() || lost.len() < global.len() {
            return None;
        }
        let subjects: Vec<String> = group
            .subjects()
            .map(|subject| subject.to_string())
            .collect();
        let first = group.subjects().next()?;
        let names = crate::effect::named(&subjects);
        let message = format!(
            "the group of {} hides the group for every client, whose {} not bind {}",
            shown(&names),
            match lost.len() {
                1 => String::from("rule does"),
                count => format!("{count} rules do"),
            },
            if subjects.len() == 1 { "it" } else { "them" }
        );
        let place = starter(group, first, text);
        let other = text.place_in_line(example.line(), example.span());
        let finding = Finding::new(Code::OwnGroupHidesAll, place, message)
            .and(other, "not heard by that group");
        let mut draft = Draft::new(finding).meant(vec![copied(group, &lost, text)]);
        // To close the site for a client that has rules of its own is not for a fix to decide.
        draft.mends = !lost.iter().any(|rule| closes_all(&rule.path()));
        draft.targets = lost.iter().take(4).map(|rule| path_of(rule)).collect();
        Some(draft)
    });
    opened.take(MOST_HIDDEN).collect()
}

/// Whether a pattern matches every path.
fn closes_all(pattern: &str) -> bool {
    let rest = pattern.trim_end_matches('*');
    rest.is_empty() || rest == "/"
}

/// The change that copies rules to the end of a group.
fn copied(group: &Group<'_>, rules: &[&Rule<'_>], text: &Source<'_>) -> Edit {
    let last = group
        .records()
        .map(robots_policy::robots_txt::Record::line)
        .max()
        .unwrap_or(1);
    let at = text.line(last).end;
    let bytes = text.bytes().get(text.line(last)).unwrap_or_default();
    let has_end = bytes.ends_with(b"\n") || bytes.ends_with(b"\r");
    let lines = rules
        .iter()
        .map(|rule| format!("Disallow: {}\n", rule.path()));
    Edit {
        start: at,
        end: at,
        text: if has_end {
            String::new()
        } else {
            String::from("\n")
        } + &lines.collect::<String>(),
    }
}

/// The site closed for every client.
fn all_closed(groups: &[Group<'_>], text: &Source<'_>) -> Vec<Draft> {
    let global = groups
        .iter()
        .filter(|group| group.subjects().any(|subject| subject == Subject::Global));
    let mut rules = global.flat_map(|group| group.rules());
    let closes = |rule: &Rule<'_>| !rule.allows() && matches!(&*rule.path(), "/" | "/*" | "*");
    let Some(rule) = rules.find(closes) else {
        return Vec::new();
    };
    let place = text.place_in_line(rule.line(), rule.span());
    let message = format!(
        "`{}` closes the whole site to every client without a group of its own",
        rule.text().escape_debug()
    );
    let finding = Finding::new(Code::AllClosed, place, message);
    vec![Draft::new(finding).without(vec![line_removed(text, rule.line())])]
}

/// Groups for every client whose only rules allow paths: nothing is closed by them.
fn allow_alone(groups: &[Group<'_>], text: &Source<'_>) -> Vec<Draft> {
    let alone = groups.iter().filter_map(|group| {
        let rules: Vec<Rule<'_>> = group.rules().take(MOST_RULES).collect();
        let is_alone = !rules.is_empty()
            && rules.iter().all(|rule| {
                rule.allows() && !matches!(&*rule.path(), "" | "/" | "/*" | "*" | "/$")
            });
        // Its clients may have rules in another group.
        let subjects: Vec<String> = group
            .subjects()
            .map(|subject| subject.to_string())
            .collect();
        let is_only = groups
            .iter()
            .filter(|other| {
                other
                    .subjects()
                    .any(|subject| subjects.contains(&subject.to_string()))
            })
            .count()
            == 1;
        let rule = rules.first().filter(|_| is_alone && is_only)?;
        let has_uses = group.records().any(|record| {
            matches!(
                record.key(),
                RecordKey::ContentSignal | RecordKey::ContentUsage
            )
        });
        if has_uses {
            return None;
        }
        let place = text.place_in_line(rule.line(), rule.span());
        let message = format!(
            "`{}` closes nothing: without a Disallow everything else is allowed too",
            rule.text().escape_debug()
        );
        Some(Draft::new(Finding::new(Code::AllowAlone, place, message)))
    });
    alone.take(MOST_HIDDEN).collect()
}

/// Bounds, so that a hostile file costs what its length costs.
const MOST_GROUPS: usize = 2_000;
const MOST_RULES: usize = 200;
const MOST_OTHERS: usize = 8;
const MOST_HIDDEN: usize = 24;
