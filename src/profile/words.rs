//! The values of cells in words, for `engines NAME` and the page about engines.

use super::behaviour::{
    Binding, Conflict, Delay, Grouping, Honour, Obeys, Rewrite, TokenUses, TooBig, UseAnswer,
};
use super::cell::Cell;
use super::row::{Known, Row};
use crate::ai::preference::{Activity, Vocabulary};
use crate::directive::Directive;
use crate::part_mark::{PartMarkKind, Rel};
use crate::robots_txt::fetch::FetchRules;
use crate::robots_txt::file::Dialect;

/// A value of a cell in words.
pub(crate) trait Words {
    /// A list without any.
    const EMPTY: &'static str = "none";
    /// A cell without a value of its own.
    const UNSAID: &'static str = "as the general reading has it";

    fn words(&self) -> String;
}

impl<T: Words> Cell<T> {
    /// The cell of this name, for people.
    pub(super) fn shown(&self, cell: &'static str) -> Known {
        Known {
            cell,
            value: self.value.words(),
            evidence: self.evidence,
            is_disputed: self.is_disputed,
        }
    }
}

macro_rules! words_by_display {
    ($($type:ty),+) => {
        $(impl Words for $type {
            fn words(&self) -> String {
                self.to_string()
            }
        })+
    };
}

words_by_display!(
    &'static str,
    Obeys,
    Binding,
    Grouping,
    Dialect,
    FetchRules,
    Delay,
    Conflict,
    Honour,
    Directive,
    Activity,
    Vocabulary,
    PartMarkKind,
    Rel
);

impl Words for bool {
    fn words(&self) -> String {
        String::from(if *self { "yes" } else { "no" })
    }
}

impl Words for TooBig {
    fn words(&self) -> String {
        match self {
            TooBig::Cut => String::from("the part before the limit counts"),
            TooBig::Absent(octets) => format!("absent beyond {octets} octets"),
        }
    }
}

impl Words for Rewrite {
    fn words(&self) -> String {
        let list = |before: &str, directives: &'static [Directive]| {
            let words = (!directives.is_empty()).then(|| directives.words());
            words.map_or(String::new(), |words| format!("{before}{words}"))
        };
        let (removed, added) = (list(" without ", self.removes), list(" as ", self.adds));
        format!("{}{removed}{added}", self.given.words())
    }
}

/// The effect of a directive on a use.
impl Words for (Directive, UseAnswer) {
    const EMPTY: &'static str = "yes, no directive keeps a page out";
    const UNSAID: &'static str = "nothing is said";

    fn words(&self) -> String {
        let (directive, answer) = self;
        format!("{directive}: {answer}")
    }
}

impl Words for TokenUses {
    fn words(&self) -> String {
        format!("{}: {}", self.token, self.uses.words())
    }
}

impl<T: Words> Words for &'static [T] {
    const UNSAID: &'static str = T::UNSAID;

    fn words(&self) -> String {
        let words: Vec<String> = self.iter().map(Words::words).collect();
        match words.as_slice() {
            [] => String::from(T::EMPTY),
            words => words.join(", "),
        }
    }
}

impl<T: Words> Words for Option<T> {
    fn words(&self) -> String {
        match self {
            None => String::from(T::UNSAID),
            Some(value) => value.words(),
        }
    }
}

impl Row {
    /// Every cell, in the order of the table, then those of its directives, then its facts.
    pub(super) fn cells(&self) -> Vec<Known> {
        let mut cells = self.plain_cells();
        let known = |cell, value, honour: &Cell<Honour>| Known {
            cell,
            value,
            ..honour.shown(cell)
        };
        for (directives, honour) in self.honours.listed {
            let value = format!("{}: {}", honour.value, directives.words());
            cells.push(known("directives", value, honour));
        }
        let others = &self.honours.others;
        cells.push(known("other directives", others.value.words(), others));
        cells.extend(self.facts.iter().map(|fact| fact.shown("fact")));
        cells
    }
}
