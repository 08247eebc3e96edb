//! The columns and the documentation that is made of them.
#![allow(clippy::unwrap_used)] // a test fails by panicking

use std::collections::BTreeSet;

use robots_policy::uses::Activity;
use robots_policy::{Directive, DirectiveSet, DirectiveValue};

use super::{Column, columns, columns_as, schema_table};

#[test]
fn every_directive_that_can_be_in_force_has_a_column() {
    let columns = columns();
    let with_column: Vec<Directive> = columns.iter().filter_map(Column::directive).collect();
    let restrictive = |directive: &&Directive| {
        let flag = DirectiveSet::from_iter([(**directive, DirectiveValue::Flag)]);
        let limit = DirectiveSet::from_iter([(**directive, DirectiveValue::Ceiling(Some(0)))]);
        flag.contains(**directive) || limit.contains(**directive)
    };
    let expected: Vec<Directive> = Directive::ALL.iter().filter(restrictive).copied().collect();
    assert_eq!(with_column, expected);
}

#[test]
fn every_use_has_a_column_after_those_of_before() {
    let columns = columns();
    let names: Vec<&str> = columns.iter().map(Column::name).collect();
    let place = |name: &str| names.iter().position(|own| *own == name).unwrap();
    let uses = columns.iter().filter_map(Column::activity);
    assert!(uses.eq(Activity::ALL.iter().copied()));
    let first = columns
        .iter()
        .position(|column| column.activity().is_some());
    assert_eq!(first, Some(place("payload_digest") + 1));
    let after_uses = |name: &str| place(name) - place("use_mine");
    let last = ["licenses", "permits", "robots_url", "tdmrep_url"];
    assert_eq!(last.map(after_uses), [1, 2, 3, 8]);
    assert_eq!(place("license_answers"), columns.len() - 1);
}

#[test]
fn columns_about_engines_come_after_all_others() {
    let (plain, own) = (columns(), columns_as());
    let names: Vec<&str> = own.iter().map(Column::name).collect();
    let (first, last) = names.split_at(plain.len());
    assert!(first.iter().copied().eq(plain.iter().map(Column::name)));
    let of_engines = "profile not_honoured answer train asked_not_to_train listens_train asked_not_to_input listens_input \
        answer_why train_why";
    assert_eq!(last.join(" "), of_engines);
}

#[test]
fn names_are_unique_and_need_no_quotes() {
    let columns = columns();
    let names: BTreeSet<_> = columns.iter().map(|column| &column.name).collect();
    assert_eq!(names.len(), columns.len());
    for name in names {
        let is_plain =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        assert!(
            name.starts_with(|first: char| first.is_ascii_lowercase()),
            "{name}"
        );
        assert!(name.bytes().all(is_plain), "{name}");
    }
}

#[test]
fn the_schema() {
    insta::assert_snapshot!(schema_table());
}
