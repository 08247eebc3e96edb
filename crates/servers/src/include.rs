//! Files and snippets that others include.

use crate::refusal::Refusal;
use crate::source::{ConfigText, included};
use crate::tree::Statement;

/// The most statements after all files are included.
const MOST_STATEMENTS: usize = 200_000;

/// The most files within files.
const MOST_DEPTH: usize = 10;

/// How one file includes another.
pub(crate) struct Includes<'f> {
    /// The directive as messages have it.
    name: &'static str,
    /// The statements that stand in the place of one that includes them; it stays where they are not at hand.
    inner: &'f dyn Fn(&Statement) -> Option<Vec<Statement>>,
    budget: usize,
}

impl<'f> Includes<'f> {
    pub(crate) fn new(
        name: &'static str,
        inner: &'f dyn Fn(&Statement) -> Option<Vec<Statement>>,
    ) -> Includes<'f> {
        let budget = MOST_STATEMENTS;
        Includes {
            name,
            inner,
            budget,
        }
    }

    /// The statements with those that they include.
    pub(crate) fn of(&mut self, block: Vec<Statement>) -> Result<Vec<Statement>, Refusal> {
        self.budget = MOST_STATEMENTS;
        self.within(block, 0)
    }

    fn within(&mut self, block: Vec<Statement>, depth: usize) -> Result<Vec<Statement>, Refusal> {
        let mut found = Vec::with_capacity(block.len());
        for mut statement in block {
            let refused = |how: &str| {
                let why = format!("the files {} each other {how}", self.name.to_lowercase());
                Refusal::new(statement.place, self.name, why)
            };
            let left = self.budget.checked_sub(1);
            self.budget = left.ok_or_else(|| refused("too often"))?;
            let inner = (self.inner)(&statement);
            if depth == MOST_DEPTH && inner.as_ref().is_some_and(|inner| !inner.is_empty()) {
                return Err(refused("in a circle"));
            }
            if let Some(body) = statement.body.take() {
                statement.body = Some(self.within(body, depth)?);
            }
            match inner {
                Some(inner) => found.extend(self.within(inner, depth + 1)?),
                None => found.push(statement),
            }
        }
        Ok(found)
    }
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
