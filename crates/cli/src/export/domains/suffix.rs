//! The public suffix list: below which names people register theirs.

use std::collections::HashSet;
use std::sync::LazyLock;

/// The rules, one a line, with the letters of DNS. `*.` is for any one label, `!` for an exception from such a rule.
static LIST: &str = include_str!("suffixes.txt");

static RULES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let is_rule = |line: &&str| !line.is_empty() && !line.starts_with("//");
    LIST.lines().filter(is_rule).collect()
});

/// The longest suffix with one label before it; a name that is a suffix itself, as it is. A last label without a rule is one.
pub(super) fn registered(name: &str) -> &str {
    let mut domain = name;
    let mut suffix = name;
    loop {
        if RULES.contains(format!("!{suffix}").as_str()) {
            return suffix;
        }
        let Some((_, parent)) = suffix.split_once('.') else {
            return domain;
        };
        if RULES.contains(suffix) || RULES.contains(format!("*.{parent}").as_str()) {
            return domain;
        }
        domain = suffix;
        suffix = parent;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The algorithm of <https://github.com/publicsuffix/list/wiki/Format>, which looks at every rule.
    fn defined(name: &str) -> &str {
        let fits = |rule: &&&str| {
            let pattern = rule.trim_start_matches('!');
            let mut labels = name.rsplit('.');
            (pattern.rsplit('.'))
                .all(|label| labels.next().is_some_and(|it| label == "*" || label == it))
        };
        let labels = |rule: &&str| rule.split('.').count();
        let fitting: Vec<&str> = RULES.iter().filter(fits).copied().collect();
        let exception = fitting.iter().find(|rule| rule.starts_with('!'));
        let length = exception.map(|rule| labels(rule) - 1);
        let length = length.or_else(|| fitting.iter().map(labels).max());
        let dots = name.rmatch_indices('.').nth(length.unwrap_or(1));
        dots.map_or(name, |(at, _)| name.split_at(at + 1).1)
    }

    /// The names that a rule decides about, and those next to them.
    fn names(rule: &str) -> Vec<String> {
        let name = rule.trim_start_matches('!').replace('*', "any");
        let mut names = vec![
            format!("x{name}"),
            format!("b.a.{name}"),
            format!("a.{name}"),
        ];
        if let Some((_, parent)) = name.split_once('.') {
            names.extend([
                parent.to_owned(),
                format!("a.{parent}"),
                format!("b.a.{parent}"),
            ]);
        }
        names.push(name);
        names
    }

    #[test]
    fn each_rule_says_what_psl_or_its_definition_says() {
        let (mut same, mut other) = (0, 0);
        for name in RULES.iter().flat_map(|rule| names(rule)) {
            let ours = registered(&name);
            if psl::domain_str(&name).unwrap_or(&name) == ours {
                same += 1;
            } else {
                // psl does not know that a name which has rules below it may be the label of a `*` too.
                assert_eq!(ours, defined(&name), "{name}");
                other += 1;
            }
        }
        assert!(same > 60_000 && other < 100, "{same} {other}");
    }
}
