//! Which directives a crawler acts on.

use super::behaviour::{Honour, Honours};
use super::cell::Cell;
use crate::directive::Directive;

impl Honours {
    /// The cell that speaks about a directive: the first list that has it, else that of all others.
    pub(crate) fn of(&self, directive: Directive) -> &Cell<Honour> {
        let listed = self.listed.iter();
        let mut listed = listed.filter(|(directives, _)| directives.contains(&directive));
        listed.next().map_or(&self.others, |(_, honour)| honour)
    }
}
