//! Statements and blocks, which three servers have in common.

use crate::place::Place;

/// The most blocks within blocks.
pub(crate) const MOST_DEPTH: usize = 50;

/// A word of a statement.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) place: Place,
}

/// A statement, with its block where it has one.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    /// The name in lower case, then the rest as it is written. There is one at least.
    pub(crate) words: Vec<Word>,
    pub(crate) body: Option<Vec<Statement>>,
    pub(crate) place: Place,
}

impl Statement {
    pub(crate) fn name(&self) -> &str {
        self.word(0)
    }

    /// The word of this number, and nothing after the last.
    pub(crate) fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| &word.text)
    }

    /// The words after the name.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = &str> {
        self.words.iter().skip(1).map(|word| &*word.text)
    }

    pub(crate) fn body(&self) -> &[Statement] {
        self.body.as_deref().unwrap_or_default()
    }

    /// Whether the statement, or one in its block, fulfils a condition.
    pub(crate) fn any(&self, condition: &dyn Fn(&Statement) -> bool) -> bool {
        condition(self) || self.body().iter().any(|inner| inner.any(condition))
    }
}

/// The statements of one name in a block.
pub(crate) fn named<'s>(body: &'s [Statement], name: &str) -> impl Iterator<Item = &'s Statement> {
    body.iter()
        .filter(move |statement| statement.name() == name)
}
