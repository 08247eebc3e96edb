//! Levels on the command line, and the codes that they are of.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use robots_policy_lint::{Code, Level, RULES};

/// The level from which findings make the exit status 1.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailLevel {
    Info,
    Warning,
    Error,
    /// No finding does
    Never,
}

impl FailLevel {
    pub(crate) fn level(self) -> Option<Level> {
        match self {
            FailLevel::Info => Some(Level::Info),
            FailLevel::Warning => Some(Level::Warning),
            FailLevel::Error => Some(Level::Error),
            FailLevel::Never => None,
        }
    }
}

/// The level from which findings are shown, by its name.
pub(crate) fn least_level() -> impl TypedValueParser<Value = Level> {
    let shown = [Level::Info, Level::Warning, Level::Error];
    PossibleValuesParser::new(shown.map(Level::name))
        .map(|name| Level::of_name(&name).unwrap_or(Level::Info))
}

/// The level of a rule, as in `crawl-delay=off`.
///
/// # Errors
/// Why it is none, in words.
pub(crate) fn level_of_rule(text: &str) -> Result<(Code, Level), String> {
    let Some((code, level)) = text.split_once('=') else {
        return Err(format!(
            "--level {text} has no level; write a code and a level, as in --level crawl-delay=off"
        ));
    };
    let code = code_of(code).map_err(|why| format!("--level {text}: {why}"))?;
    let level = Level::of_name(level).ok_or_else(|| {
        format!("--level {text}: `{level}` is not a level; write info, warning, error or off")
    })?;
    Ok((code, level))
}

/// The code of this name.
///
/// # Errors
/// There is none; the nearest one, if one is near.
pub(super) fn code_of(name: &str) -> Result<Code, String> {
    Code::of_name(name).ok_or_else(|| {
        let near = nearest(name, RULES.iter().map(|rule| rule.name));
        let near = near.map_or_else(String::new, |name| format!("; `{name}` is near to it"));
        format!("no rule is named `{name}`{near}; `robots-policy explain` lists all")
    })
}

/// The name that a word is near to.
pub(super) fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    nearest_within(word, names, 1 + word.chars().count() / 3)
}

/// The name that a word is near to, where this many letters may differ.
pub(super) fn nearest_within<'n>(
    word: &str,
    names: impl Iterator<Item = &'n str>,
    most: usize,
) -> Option<&'n str> {
    let near = names.map(|name| (distance(word, name), name)).min();
    near.filter(|(far, _)| *far <= most).map(|(_, name)| name)
}

/// The least number of letters to add, to remove or to change, so that one text is the other.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut left = at + 1;
        let mut next = vec![left];
        let above = row.iter().zip(row.iter().skip(1));
        for (own, (diagonal, above)) in other.chars().zip(above) {
            let changed = diagonal + usize::from(own != letter);
            left = changed.min(above + 1).min(left + 1);
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_rule_is_named() {
        assert_eq!(distance("rules-shared", "rules-shared"), 0);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        let why = |name| code_of(name).err().unwrap_or_default();
        assert!(why("rule-shared").contains("`rules-shared` is near"));
        assert!(!why("zzzzzzzzzzz").contains("near"));
    }
}
