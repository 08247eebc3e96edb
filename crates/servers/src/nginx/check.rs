//! Directives that nginx itself would refuse; and the patterns of the others.

use std::sync::LazyLock;

use super::words::{TABLE, condition_words, split, without_name};
use crate::pattern::Patterns;
use crate::refusal::Refusal;
use crate::tree::{Statement, names, rows};

/// Names that have a block, and no others of those that are read.
static BLOCKS: LazyLock<Vec<&str>> = LazyLock::new(|| names(TABLE, "block"));

/// The directives with a fixed form: name, fewest and most words after it, and the form.
static FORMS: LazyLock<Vec<(&str, usize, usize, &str)>> = LazyLock::new(|| {
    let form = |row: &'static str| {
        let mut parts = row.splitn(4, ' ');
        let (name, fewest, most) = (parts.next()?, parts.next()?, parts.next()?);
        let most = most.parse().unwrap_or(usize::MAX);
        Some((name, fewest.parse().ok()?, most, parts.next()?))
    };
    rows(TABLE, "form").filter_map(form).collect()
});

/// Checks a block and all in it.
pub(super) fn block(
    statements: &[Statement],
    within: &str,
    patterns: &mut Patterns,
) -> Result<(), Refusal> {
    for statement in statements {
        let name = statement.name();
        if matches!(within, "map" | "types" | "geo" | "split_clients") {
            if within == "map" {
                add_pattern(name, patterns);
            }
            continue;
        }
        one(statement)?;
        let mut words = statement.arguments();
        match name {
            "location" => {
                let (modifier, pattern) = split(words.next().unwrap_or_default(), words.next());
                if modifier.starts_with('~') {
                    patterns.add(pattern, modifier == "~*");
                }
            }
            "rewrite" => patterns.add(words.next().unwrap_or_default(), false),
            "server_name" => words.for_each(|word| add_pattern(word, patterns)),
            "if" => {
                if let [_, operator, pattern] = &*condition_words(statement)
                    && operator.contains('~')
                {
                    patterns.add(pattern, operator.ends_with('*'));
                }
            }
            _ => {}
        }
        block(statement.body(), name, patterns)?;
    }
    Ok(())
}

fn add_pattern(word: &str, patterns: &mut Patterns) {
    if let Some(pattern) = word.strip_prefix("~*") {
        patterns.add(pattern, true);
    } else if let Some(pattern) = word.strip_prefix('~') {
        // Names of hosts are compared without their case.
        patterns.add(pattern, false);
        patterns.add(pattern, true);
    }
}

fn one(statement: &Statement) -> Result<(), Refusal> {
    let name = statement.name();
    let refused = |why: &str| Err(statement.refused(why));
    let form = FORMS.iter().find(|form| form.0 == name);
    let (has_block, needs_block) = (statement.body.is_some(), BLOCKS.contains(&name));
    if has_block && !needs_block && form.is_some() {
        return refused("it has no block; end the line before with `;`");
    }
    if needs_block && !has_block {
        return refused("it needs a block in `{` and `}`");
    }
    let count = statement.words.len() - 1;
    if let Some((_, fewest, most, form)) = form
        && !(*fewest..=*most).contains(&count)
    {
        return refused(form);
    }
    if let Some(why) = rows(TABLE, "value").find_map(|row| misfit(row, statement, count)) {
        return refused(why);
    }
    if name != "return" || count != 2 {
        return Ok(());
    }
    match statement.word(1).parse::<u16>() {
        Ok(..=999) if without_name(statement.word(2)) => refused(
            "a `$` of its text names no variable; a text with one is that of a file, or of `map`",
        ),
        Ok(..=999) => Ok(()),
        _ => refused("a code is a number up to 999"),
    }
}

/// Why a statement with this number of words after its name has none of the values of a row.
fn misfit(row: &'static str, statement: &Statement, count: usize) -> Option<&'static str> {
    let mut parts = row.splitn(5, ' ');
    let is_its = parts.next()? == statement.name() && parts.next()?.parse() == Ok(count);
    let at = parts.next().filter(|_| is_its)?.parse().ok()?;
    let is_one = parts
        .next()?
        .split(',')
        .any(|value| value == statement.word(at));
    parts.next().filter(|_| !is_one)
}
