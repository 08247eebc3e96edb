//! A canonical field that is printed and read again holds the same statements, and prints the same text.

use std::collections::BTreeMap;

use robots_policy::header::RobotsTagMode;
use robots_policy::{DirectiveSet, Scope, Signal, report};

use crate::{content, fields};

/// The bytes as the content of a meta, and as field lines.
pub(crate) fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut sets = sets(&content::read("robots", &text).value);
    sets.retain(|_, (scope, _)| *scope == Scope::Global);
    holds(&sets, RobotsTagMode::ALL);
    let read = fields::read(&fields::lines(data), RobotsTagMode::Lenient);
    // A dictionary has no keys in upper case.
    let modes = [RobotsTagMode::Lenient, RobotsTagMode::StrictList];
    holds(&self::sets(&read.value), &modes);
}

/// The statements by their scope, of which there is the name.
fn sets(signals: &[Signal]) -> BTreeMap<String, (Scope, DirectiveSet)> {
    let mut sets = BTreeMap::new();
    for signal in signals {
        let Some((directive, value)) = signal.directive() else {
            continue;
        };
        let scope = signal.scope();
        let name = scope.to_string().to_ascii_lowercase();
        let (_, set) = sets
            .entry(name)
            .or_insert((scope.clone(), DirectiveSet::default()));
        set.insert(directive, value);
    }
    // Statements that restrict nothing are not printed.
    sets.retain(|_, (_, set)| !set.is_empty());
    sets
}

fn print(sets: &BTreeMap<String, (Scope, DirectiveSet)>) -> Option<String> {
    let pairs = sets.values().map(|(scope, set)| (scope, set));
    // Some product tokens are not tokens of a structured field.
    report::robots_tag(pairs).ok()?
}

fn holds(sets: &BTreeMap<String, (Scope, DirectiveSet)>, modes: &[RobotsTagMode]) {
    let Some(printed) = print(sets).filter(|printed| printed.len() <= FIELD) else {
        return;
    };
    for mode in modes {
        let lines = [("Robots-Tag", printed.as_bytes())];
        let again = self::sets(&fields::read(&lines, *mode).value);
        assert!(again.keys().eq(sets.keys()), "{mode:?}: {printed}");
        let [again_said, said] =
            [&again, sets].map(|sets| sets.values().map(|(_, set)| *set).collect::<Vec<_>>());
        assert_eq!(again_said, said, "{mode:?}: {printed}");
        assert_eq!(print(&again).as_ref(), Some(&printed), "{mode:?}");
    }
}

/// The parsing limit of a field.
const FIELD: usize = 8192;
