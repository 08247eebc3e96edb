//! Files and snippets that others include.

use crate::refusal::Refusal;
use crate::source::{ConfigText, included};
use crate::tree::Statement;

/// The most statements after all files are included.
const MOST_STATEMENTS: usize = 200_000;

/// The most files within files.
const MOST_DEPTH: usize = 10;

/// The statements of a file with those that they include, by a directive of this name as messages have it. `inner` gives the
/// statements that stand in the place of one that includes them; it stays where they are not at hand.
pub(crate) fn with_included(
    name: &str,
    inner: &dyn Fn(&Statement) -> Option<Vec<Statement>>,
    block: Vec<Statement>,
) -> Result<Vec<Statement>, Refusal> {
    let mut budget = MOST_STATEMENTS;
    within(block, 0, &mut budget, name, inner)
}

fn within(
    block: Vec<Statement>,
    depth: usize,
    budget: &mut usize,
    name: &str,
    of: &dyn Fn(&Statement) -> Option<Vec<Statement>>,
) -> Result<Vec<Statement>, Refusal> {
    let mut found = Vec::with_capacity(block.len());
    for mut statement in block {
        let refused = |how: &str| {
            let why = format!("the files {} each other {how}", name.to_lowercase());
            Refusal::new(statement.place, name, why)
        };
        let left = budget.checked_sub(1);
        *budget = left.ok_or_else(|| refused("too often"))?;
        let inner = of(&statement);
        if depth == MOST_DEPTH && inner.as_ref().is_some_and(|inner| !inner.is_empty()) {
            return Err(refused("in a circle"));
        }
        if let Some(body) = statement.body.take() {
            statement.body = Some(within(body, depth, budget, name, of)?);
        }
        match inner {
            Some(inner) => found.extend(within(inner, depth + 1, budget, name, of)?),
            None => found.push(statement),
        }
    }
    Ok(found)
}

/// The statements of the files that a name means, if one of them was given.
pub(crate) fn given(
    sources: &[ConfigText<'_>],
    parsed: &[Vec<Statement>],
    name: &str,
) -> Option<Vec<Statement>> {
    let files = included(sources, name);
    let statements = files.iter().filter_map(|file| parsed.get(*file)).flatten();
    (!files.is_empty()).then(|| statements.cloned().collect())
}
