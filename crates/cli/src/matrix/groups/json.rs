//! The groups in the object of a matrix.

use robots_policy::engines::Profile;
use robots_policy::robots_txt::Record;
use serde::Serialize;

use super::reach::Reach;
use super::{Groups, ShownGroup};

/// The groups and what belongs to none.
#[derive(Serialize)]
pub(in super::super) struct GroupsObject<'g> {
    groups: Vec<GroupObject<'g>>,
    /// For a name that no group has.
    other_names: OtherNames,
    unbound: Vec<Unbound<'g>>,
    before_groups: Vec<StatementObject>,
    sitemaps: Vec<StatementObject>,
    licenses: Vec<StatementObject>,
}

#[derive(Serialize)]
struct GroupObject<'g> {
    names: &'g [String],
    first_line: usize,
    last_line: usize,
    allow: usize,
    disallow: usize,
    access: Option<&'static str>,
    /// The line that closes the whole site.
    line: Option<usize>,
    statements: Vec<StatementObject>,
    engines: Vec<&'static str>,
}

#[derive(Serialize)]
struct OtherNames {
    group: Option<&'static str>,
    access: Option<&'static str>,
}

#[derive(Serialize)]
struct Unbound<'g> {
    why: &'g str,
    engines: Vec<&'static str>,
}

#[derive(Serialize)]
struct StatementObject {
    key: &'static str,
    value: String,
    line: usize,
}

impl Groups<'_> {
    /// The groups as a part of an object.
    pub(in super::super) fn object(&self) -> GroupsObject<'_> {
        GroupsObject {
            groups: self.shown.iter().map(GroupObject::new).collect(),
            other_names: OtherNames {
                group: self.for_all().map(|_| "*"),
                access: self.others.map(Reach::name),
            },
            unbound: self
                .unbound
                .iter()
                .map(|(why, engines)| Unbound {
                    why,
                    engines: names(engines),
                })
                .collect(),
            before_groups: self.before().map(StatementObject::new).collect(),
            sitemaps: self.sitemaps().map(StatementObject::new).collect(),
            licenses: self.licenses().map(StatementObject::new).collect(),
        }
    }
}

impl<'g> GroupObject<'g> {
    fn new(shown: &'g ShownGroup<'_>) -> GroupObject<'g> {
        let (allow, disallow) = shown.rules();
        GroupObject {
            names: &shown.names,
            first_line: shown.first,
            last_line: shown.last,
            allow,
            disallow,
            access: shown.reach.map(Reach::name),
            line: shown.closed_by,
            statements: shown.statements().map(StatementObject::new).collect(),
            engines: names(&shown.engines),
        }
    }
}

impl StatementObject {
    fn new(record: Record<'_>) -> StatementObject {
        StatementObject {
            key: record.key().name(),
            value: record.value().into_owned(),
            line: record.line(),
        }
    }
}

fn names(engines: &[Profile]) -> Vec<&'static str> {
    engines.iter().map(|engine| engine.name()).collect()
}
