//! Groups that hide rules, repeat, or close more than one path.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use robots_policy::Client;
use robots_policy::engines::{Kind, Profile};
use robots_policy::robots_txt::{Group, RecordKey, Rule, Subject};
use robots_policy_input::quote::percent_encoded;

use super::{Proof, RobotsDraft, RobotsFile, line_removed, path_of};
use crate::askers::Asker;
use crate::code::Code;
use crate::finding::{Edit, Finding, MOST_OTHERS};
use crate::level::Level;
use crate::place::{Place, Source};
use crate::rule::rules;

rules! {
    GroupRepeated: Info, [RobotsTxt], "RFC 9309 §2.2.1",
        title: "several groups of one name",
        consequence: "They count as one; some readers keep one of them alone.",
        advice: "Merge them.";
    OwnGroupHidesAll: Warning, [RobotsTxt], "RFC 9309 §2.2.1",
        title: "a group of its own without the rules for every client",
        consequence: "A client with a group of its own does not hear that of `*`.",
        advice: "Copy the rules into that group, if they are meant for its clients.";
    AllClosed: Warning, [RobotsTxt], "RFC 9309 §2.2.2",
        title: "the whole site is closed to every client",
        consequence: "No client without a group of its own may fetch anything.",
        advice: "Leave it so if it is meant. It keeps no address out of an index: that takes `noindex`, or a login.";
    AllowAlone: Warning, [RobotsTxt], "RFC 9309 §2.2.2",
        title: "`Allow` rules alone",
        consequence: "They close nothing: what no rule names is allowed too.",
        advice: "Write `Disallow: /` beside them, if only these paths are meant to be open.";
}

pub(super) fn drafts(file: &RobotsFile, text: &Source<'_>) -> Vec<RobotsDraft> {
    let groups: Vec<Group<'_>> = file.rules.groups().take(MOST_GROUPS).collect();
    let mut drafts = Vec::new();
    drafts.extend(repeated(&groups, text));
    drafts.extend(hidden(file, &groups, text));
    drafts.extend(all_closed(file, &groups, text));
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
fn repeated(groups: &[Group<'_>], text: &Source<'_>) -> Vec<RobotsDraft> {
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
        Some(RobotsDraft::new(finding))
    });
    drafts.collect()
}

/// A name that a robots.txt has, as text for a message.
fn shown(name: &str) -> String {
    name.escape_debug().to_string()
}

fn is_global(group: &Group<'_>) -> bool {
    group.subjects().any(|subject| subject == Subject::Global)
}

/// The rules of groups for every client.
fn rules_for_all<'f>(groups: &[Group<'f>]) -> Vec<Rule<'f>> {
    let own = groups.iter().filter(|group| is_global(group));
    let rules = own.copied().flat_map(Group::rules);
    rules.take(MOST_RULES).collect()
}

/// Groups of tokens that do not have the rules for every client, which their clients do not hear.
fn hidden(file: &RobotsFile, groups: &[Group<'_>], text: &Source<'_>) -> Vec<RobotsDraft> {
    let global = rules_for_all(groups);
    if !global.iter().any(|rule| !rule.allows()) {
        return Vec::new();
    }
    let own = groups.iter().filter(|group| !is_global(group));
    let drafts = own.filter_map(|group| Hidden::of(file, group, &global)?.draft(text));
    drafts.take(MOST_HIDDEN).collect()
}

/// A group without some of the rules for every client.
struct Hidden<'f> {
    group: Group<'f>,
    /// The rules for every client that the group lacks, and those that close what it leaves open.
    lacks: Vec<Rule<'f>>,
    lost: Vec<Rule<'f>>,
    /// The number of rules for every client that it repeats.
    repeats: usize,
}

impl<'f> Hidden<'f> {
    /// `None` if its clients hear all that closes something, or are those whom `*` does not bind.
    fn of(file: &'f RobotsFile, group: &Group<'f>, global: &[Rule<'f>]) -> Option<Hidden<'f>> {
        let name = group.subjects().find_map(|subject| match subject {
            Subject::Agent(name) => Some(name),
            _ => None,
        })?;
        let client = Asker::of_engine(name)
            .or_else(|| Asker::of_token(name))?
            .client();
        let own: Vec<Rule<'_>> = group.rules().take(MOST_RULES).collect();
        // `Allow` rules alone are a mistake of their own, unless they are for all paths.
        let opens_a_part = |rule: &Rule<'_>| rule.allows() && !is_of_all(&rule.path());
        if !client.obeys_global() || own.is_empty() || own.iter().all(opens_a_part) {
            return None;
        }
        let any = Client::anonymous();
        let is_open = |client: &Client, rule: &Rule<'_>| {
            file.rules.access(client, &path_of(rule)).is_allowed()
        };
        let says = |rule: &Rule<'_>| {
            let mut own = own.iter();
            own.any(|own| own.allows() == rule.allows() && own.path() == rule.path())
        };
        let closing = global
            .iter()
            .filter(|rule| !rule.allows() && !rule.path().is_empty());
        let lost = closing
            .clone()
            .filter(|rule| !is_open(&any, rule) && is_open(&client, rule));
        let hidden = Hidden {
            group: *group,
            lacks: global.iter().filter(|rule| !says(rule)).copied().collect(),
            lost: lost.copied().collect(),
            repeats: closing.filter(|rule| says(rule)).count(),
        };
        (!hidden.lost.is_empty()).then_some(hidden)
    }

    fn draft(self, text: &Source<'_>) -> Option<RobotsDraft> {
        let first = self.group.subjects().next()?;
        let place = starter(&self.group, first, text);
        let example = self.lost.first()?;
        let example = text.place_in_line(example.line(), example.span());
        let finding = Finding::new(Code::OwnGroupHidesAll, place, self.message());
        let mut finding = finding.and(example, "not heard by that group");
        // A list that has most of the rules was copied, and has fallen behind. Who writes other rules may mean them.
        let mut draft = if self.repeats >= self.lost.len() {
            let mut draft =
                RobotsDraft::new(finding).meant(vec![copied(&self.group, &self.lacks, text)]);
            draft.proof = Proof::ClosedToAll;
            // To close the site for a client that has rules of its own is not for a fix to decide.
            draft.mends = !self.lost.iter().any(|rule| is_of_all(&rule.path()));
            draft
        } else {
            finding.level = Level::Info;
            let records = self.group.records();
            let edits = records.map(|record| line_removed(text, record.line()));
            RobotsDraft::new(finding).without(edits.collect())
        };
        draft.targets = self.lost.iter().take(4).map(path_of).collect();
        Some(draft)
    }

    fn message(&self) -> String {
        let subjects = self.group.subjects().map(|subject| subject.to_string());
        let names = shown(&crate::effect::named(&subjects.collect::<Vec<_>>()));
        let lines = self
            .lost
            .iter()
            .map(|rule| shown(&format!("`{}`", rule.text())));
        let lines = crate::effect::named(&lines.take(MOST_NAMED).collect::<Vec<_>>());
        let more = match self.lost.len().saturating_sub(MOST_NAMED) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let rules = match self.repeats {
            1 => String::from("a rule"),
            count => format!("{count} rules"),
        };
        if self.repeats > 0 {
            format!(
                "the group of {names} repeats {rules} of those for every client, and lacks {lines}{more}"
            )
        } else {
            format!(
                "the group of {names} hides the group for every client, and does not have {lines}{more}"
            )
        }
    }
}

/// Whether a pattern matches every path; an empty one restricts nothing.
fn is_of_all(pattern: &str) -> bool {
    let rest = pattern.trim_end_matches('*');
    rest.is_empty() || rest == "/"
}

/// The change that copies rules to the end of a group. Octets that are not UTF-8 are written as the escapes that they are equal to.
fn copied(group: &Group<'_>, rules: &[Rule<'_>], text: &Source<'_>) -> Edit {
    let last = group
        .records()
        .map(robots_policy::robots_txt::Record::line)
        .max()
        .unwrap_or(1);
    let at = text.line(last).end;
    let bytes = text.bytes().get(text.line(last)).unwrap_or_default();
    let has_end = bytes.ends_with(b"\n") || bytes.ends_with(b"\r");
    let mut lines = String::from(if has_end { "" } else { "\n" });
    for rule in rules {
        let key = if rule.allows() { "Allow" } else { "Disallow" };
        let path = percent_encoded(rule.record().value_bytes());
        let _ = writeln!(lines, "{key}: {path}");
    }
    Edit {
        start: at,
        end: at,
        text: lines,
    }
}

/// The site closed for every client: what stays open, and for which engines of search, is said.
fn all_closed(file: &RobotsFile, groups: &[Group<'_>], text: &Source<'_>) -> Option<RobotsDraft> {
    let rules = rules_for_all(groups);
    let closes = |rule: &&Rule<'_>| !rule.allows() && matches!(&*rule.path(), "/" | "/*" | "*");
    let rule = rules.iter().find(closes)?;
    let is_open = |path: &str| file.rules.access(&Client::anonymous(), path).is_allowed();
    let opens = |own: &&Rule<'_>| own.allows() && is_open(&path_of(own));
    let open = rules
        .iter()
        .filter(opens)
        .map(|own| format!("`{}`", own.path()));
    let open: Vec<String> = open.collect();
    let searched = searched(file);
    let mut message = format!(
        "`{}` closes the whole site to every client without a group of its own",
        rule.text().escape_debug()
    );
    if !open.is_empty() {
        let _ = write!(
            message,
            "; open to them: {}",
            shown(&crate::effect::named(&open))
        );
    }
    if !searched.is_empty() {
        let _ = write!(
            message,
            "; {} may fetch it",
            crate::effect::named(&searched)
        );
    }
    let place = text.place_in_line(rule.line(), rule.span());
    let mut finding = Finding::new(Code::AllClosed, place, message);
    if !searched.is_empty() {
        finding.level = Level::Info;
    }
    let mut draft = RobotsDraft::new(finding).without(vec![line_removed(text, rule.line())]);
    draft.targets = vec![String::from(if is_open("/") { ANY_PAGE } else { "/" })];
    Some(draft)
}

/// The engines of search that may fetch any page.
fn searched(file: &RobotsFile) -> Vec<String> {
    let engines =
        Profile::all().filter(|own| own.kind() == Kind::Search && own.retired().is_none());
    let is_open = |own: &Profile| {
        let access = |path| file.rules.access(&own.client(), path);
        ["/", ANY_PAGE]
            .into_iter()
            .all(|path| access(path).is_allowed())
    };
    engines
        .filter(is_open)
        .map(|own| own.name().to_owned())
        .collect()
}

/// Groups for every client whose only rules allow paths: nothing is closed by them.
fn allow_alone(groups: &[Group<'_>], text: &Source<'_>) -> Vec<RobotsDraft> {
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
        Some(RobotsDraft::of(Code::AllowAlone, place, message))
    });
    alone.take(MOST_HIDDEN).collect()
}

/// Bounds, so that a hostile file costs what its length costs.
const MOST_GROUPS: usize = 2_000;
const MOST_RULES: usize = 200;
const MOST_HIDDEN: usize = 24;
const MOST_NAMED: usize = 3;

/// A path that no file names.
const ANY_PAGE: &str = "/any-page";
