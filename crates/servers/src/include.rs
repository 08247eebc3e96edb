//! Files that include others, for nginx and Apache.

use crate::source::{Source, included};
use crate::tree::Statement;
use crate::wrong::Refused;

/// The most statements after all files are included.
const MOST_STATEMENTS: usize = 200_000;

/// The most files within files.
const MOST_DEPTH: usize = 10;

/// The files of a configuration, and how one includes another.
pub(crate) struct Includes<'f> {
    pub(crate) sources: &'f [Source<'f>],
    /// The statements of each file.
    pub(crate) parsed: &'f [Vec<Statement>],
    /// The directive as messages have it.
    pub(crate) name: &'static str,
    pub(crate) is_include: fn(&str) -> bool,
    /// Whether a file that was not given says nothing about fields, as those that every system has.
    pub(crate) is_stock: fn(&str) -> bool,
}

impl Includes<'_> {
    /// The statements with those of the files that they include; the include of a file that was not given stays.
    pub(crate) fn of(&self, block: Vec<Statement>) -> Result<Vec<Statement>, Refused> {
        self.within(block, &mut { MOST_STATEMENTS }, 0)
    }

    fn within(
        &self,
        block: Vec<Statement>,
        budget: &mut usize,
        depth: usize,
    ) -> Result<Vec<Statement>, Refused> {
        let mut found = Vec::with_capacity(block.len());
        for mut statement in block {
            let refused = |why: &str| Refused::new(statement.place, self.name, why);
            *budget = budget
                .checked_sub(1)
                .ok_or_else(|| refused("the files include each other too often"))?;
            let is_include = (self.is_include)(statement.name());
            let files = if is_include {
                included(self.sources, statement.word(1))
            } else {
                Vec::new()
            };
            if !files.is_empty() && depth == MOST_DEPTH {
                return Err(refused("the files include each other in a circle"));
            }
            if let Some(body) = statement.body.take() {
                statement.body = Some(self.within(body, budget, depth)?);
            }
            if files.is_empty() && !(is_include && (self.is_stock)(statement.word(1))) {
                found.push(statement);
            }
            for file in files {
                let inner = self.parsed.get(file).cloned().unwrap_or_default();
                found.extend(self.within(inner, budget, depth + 1)?);
            }
        }
        Ok(found)
    }
}
