//! The groups of a robots.txt: what each states, and which engines it binds.

mod binding;
mod csv;
pub(super) mod json;
mod reach;
mod text;

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

use robots_policy::engines::Profile;
use robots_policy::robots_txt::{Group, Record, RecordKey, Subject};
use robots_policy::{Client, ProductToken, RobotsTxt};

use self::binding::Bound;
use self::reach::Reach;
use super::Matrix;

/// All groups, in the order of the file.
pub(super) struct Groups<'g> {
    rules: Option<&'g RobotsTxt>,
    shown: Vec<ShownGroup<'g>>,
    /// Whether a name that no group has may fetch.
    others: Option<Reach>,
    /// Whether only those that bind askers are shown.
    is_of_askers: bool,
    /// The engines that no group binds, by the reason.
    unbound: Vec<(String, Vec<Profile>)>,
}

/// A group.
struct ShownGroup<'g> {
    group: Group<'g>,
    names: Vec<String>,
    /// The first and the last line.
    first: usize,
    last: usize,
    /// Whether its names may fetch, by all groups of these names; `None` where the end of the file was not read.
    reach: Option<Reach>,
    /// The line that closes the whole site.
    closed_by: Option<usize>,
    /// Its place among the groups, and all of them.
    place: usize,
    all: Rc<ByName>,
    engines: Vec<Profile>,
    /// The names that no known engine has.
    unknown: Vec<&'g str>,
}

impl<'g> Groups<'g> {
    pub(super) fn new(matrix: &Matrix<'g>) -> Groups<'g> {
        let rules = matrix.robots.rules();
        let bound = Bound::new(matrix);
        let groups: Vec<Group<'g>> = rules.into_iter().flat_map(RobotsTxt::groups).collect();
        let is_cut = rules.is_some_and(RobotsTxt::is_truncated);
        let all = Rc::new(ByName::of(&groups));
        let places = groups.iter().enumerate();
        let shown = places.map(|(place, group)| shown(*group, place, &all, is_cut, &bound));
        let shown: Vec<ShownGroup<'g>> = shown.collect();
        let for_all = shown.iter().find(|shown| shown.has(Subject::Global));
        // Without a group for them, and without rules, every path has one answer.
        let of_all = || match matrix.robots.access(&Client::anonymous(), "/").allowed() {
            Some(true) => Some(Reach::Open),
            Some(false) => Some(Reach::Closed),
            None => None,
        };
        Groups {
            rules,
            others: for_all.map_or_else(of_all, |group| group.reach),
            shown,
            is_of_askers: false,
            unbound: bound.unbound,
        }
    }

    /// These groups, as far as they bind an asker.
    pub(super) fn of_askers(mut self, matrix: &Matrix<'_>) -> Groups<'g> {
        self.is_of_askers = true;
        self.shown.retain(|shown| {
            let mut engines = matrix.engines.iter();
            let mut askers = matrix.askers.iter();
            let binds = |asker: &Client| {
                let group = matrix.robots.access(asker, "/").group();
                group.is_some_and(|group| shown.has(group))
            };
            engines.any(|engine| shown.engines.contains(engine)) || askers.any(binds)
        });
        self
    }

    /// The group for every client.
    fn for_all(&self) -> Option<&ShownGroup<'g>> {
        self.shown.iter().find(|shown| shown.has(Subject::Global))
    }

    fn sitemaps(&self) -> impl Iterator<Item = Record<'g>> {
        self.rules.into_iter().flat_map(RobotsTxt::sitemaps)
    }

    fn licenses(&self) -> impl Iterator<Item = Record<'g>> {
        let records = self.rules.into_iter().flat_map(RobotsTxt::records);
        records.filter(|record| record.key() == RecordKey::License)
    }

    /// The statements before the first group.
    fn before(&self) -> impl Iterator<Item = Record<'g>> {
        let mut groups = self.rules.into_iter().flat_map(RobotsTxt::groups);
        let first = groups.find_map(|group| group.records().next());
        let first = first.map_or(usize::MAX, Record::line);
        let records = self.rules.into_iter().flat_map(RobotsTxt::records);
        let before = records.take_while(move |record| record.line() < first);
        before.filter(|record| record.key() != RecordKey::Sitemap)
    }
}

impl<'g> ShownGroup<'g> {
    fn has(&self, subject: Subject<'_>) -> bool {
        let name = subject.to_string();
        self.group.subjects().any(|own| own.to_string() == name)
    }

    /// The number of rules that allow something, and of those that forbid something.
    fn rules(&self) -> (usize, usize) {
        let allow = self.group.rules().filter(|rule| rule.allows()).count();
        (allow, self.group.rules().count() - allow)
    }

    /// Its lines but those with names and rules, and sitemaps, which belong to no group.
    fn statements(&self) -> impl Iterator<Item = Record<'g>> {
        self.group.records().filter(|record| {
            !matches!(
                record.key(),
                RecordKey::UserAgent
                    | RecordKey::UserAgentPurpose
                    | RecordKey::SignatureAgent
                    | RecordKey::Allow
                    | RecordKey::Disallow
                    | RecordKey::Sitemap
            )
        })
    }
}

/// How much the rules of a name close, and the line that closes the whole site.
type NameReach = (Reach, Option<usize>);

/// The groups of a file by their names, so that each name is looked at once, however many groups have it.
struct ByName {
    /// The first and the last line of each group.
    lines: Vec<(usize, usize)>,
    /// The places of the groups that have a name, and how much of the site their rules close.
    named: HashMap<String, (Vec<usize>, NameReach)>,
}

impl ByName {
    fn of(groups: &[Group<'_>]) -> ByName {
        let mut places: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, group) in groups.iter().enumerate() {
            for subject in group.subjects() {
                let own = places.entry(subject.to_string()).or_default();
                if own.last() != Some(&place) {
                    own.push(place);
                }
            }
        }
        // The names of one group have the same rules.
        let mut reaches: HashMap<Vec<usize>, NameReach> = HashMap::new();
        let named = places.into_iter().map(|(name, places)| {
            let reach = reaches.entry(places.clone()).or_insert_with(|| {
                let own = places.iter().filter_map(|place| groups.get(*place));
                Reach::of(own.copied())
            });
            (name, (places, *reach))
        });
        ByName {
            lines: groups.iter().map(|group| lines(*group)).collect(),
            named: named.collect(),
        }
    }

    /// The lines of the groups that have one of these names, but that at one place: the first ones, and the number of the others.
    fn joined(&self, names: &[String], place: usize, most: usize) -> (Vec<(usize, usize)>, usize) {
        let mut lists = names
            .iter()
            .filter_map(|name| Some(&self.named.get(name)?.0));
        let first = lists.next().map(Vec::as_slice).unwrap_or_default();
        let mut all = Cow::Borrowed(first);
        for list in lists {
            all.to_mut().extend(list);
        }
        // The lists of several names may have a group twice.
        if let Cow::Owned(all) = &mut all {
            all.sort_unstable();
            all.dedup();
        }
        let others = all.iter().filter(|other| **other != place);
        let shown = others.filter_map(|other| self.lines.get(*other).copied());
        let shown: Vec<(usize, usize)> = shown.take(most).collect();
        let left = all.len().saturating_sub(1 + shown.len());
        (shown, left)
    }
}

/// The first and the last line of a group. A sitemap belongs to none.
fn lines(group: Group<'_>) -> (usize, usize) {
    let own = |record: &Record<'_>| record.key() != RecordKey::Sitemap;
    let lines = || group.records().filter(own).map(Record::line);
    (lines().min().unwrap_or(0), lines().max().unwrap_or(0))
}

fn shown<'g>(
    group: Group<'g>,
    place: usize,
    all: &Rc<ByName>,
    is_cut: bool,
    bound: &Bound,
) -> ShownGroup<'g> {
    let subjects: Vec<String> = group.subjects().map(|own| own.to_string()).collect();
    let mut reaches = subjects
        .iter()
        .filter_map(|name| Some(all.named.get(name)?.1));
    let reach = reaches.next().unwrap_or((Reach::Open, None));
    let (reach, closed_by) = reaches.fold(reach, |all, own| {
        if all.0 == own.0 {
            all
        } else {
            (Reach::Part, None)
        }
    });
    let (first, last) = all.lines.get(place).copied().unwrap_or_default();
    ShownGroup {
        names: group.subjects().map(name).collect(),
        first,
        last,
        reach: Some(reach).filter(|reach| !is_cut || *reach == Reach::Closed),
        closed_by,
        place,
        all: Rc::clone(all),
        engines: bound.by(&subjects),
        unknown: unknown(group),
        group,
    }
}

/// The names of a group that no known engine has.
fn unknown(group: Group<'_>) -> Vec<&str> {
    let is_known = |name: &str| {
        let mut tokens = Profile::all().flat_map(Profile::tokens);
        tokens.any(|token| token.eq_ignore_ascii_case(name))
    };
    let names = group.subjects().filter_map(|subject| match subject {
        Subject::Agent(name) => Some(name),
        _ => None,
    });
    names.filter(|name| !is_known(name)).collect()
}

/// The name of a client as it is written.
fn name(subject: Subject<'_>) -> String {
    match subject {
        Subject::Agent(name) => name.to_owned(),
        other => other.to_string(),
    }
}

/// The askers that a file has names for, and a client without a name.
pub(super) fn askers(rules: Option<&RobotsTxt>) -> Vec<Client> {
    let groups = rules.into_iter().flat_map(RobotsTxt::groups);
    let mut seen = std::collections::HashSet::new();
    let names = groups.flat_map(Group::subjects).filter_map(|subject| {
        let Subject::Agent(name) = subject else {
            return None;
        };
        let token = ProductToken::new(name).ok()?;
        seen.insert(subject.to_string())
            .then(|| Client::from(token))
    });
    let mut all: Vec<Client> = names.collect();
    all.push(Client::anonymous());
    all
}
