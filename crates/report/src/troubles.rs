//! The reasons why a page is not complete.

use std::collections::BTreeSet;

use super::caller::Caller;

/// The reasons: all of them are counted, and the first of them by name are shown in the page.
#[derive(Debug, Default)]
pub(super) struct Troubles {
    count: u64,
    first: BTreeSet<String>,
}

impl Troubles {
    /// Adds a reason, and reports it.
    pub(super) fn add(&mut self, caller: &dyn Caller, reason: String) {
        caller.warn(&reason);
        self.keep(reason);
    }

    /// Keeps a reason.
    pub(super) fn keep(&mut self, reason: String) {
        self.count += 1;
        self.first.insert(reason);
        // Which reasons are kept does not depend on the order in which they come.
        if self.first.len() > SHOWN {
            self.first.pop_last();
        }
    }

    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The first of them.
    pub(super) fn shown(&self) -> impl Iterator<Item = &str> {
        self.first.iter().map(String::as_str)
    }

    /// How many are not shown.
    pub(super) fn others(&self) -> u64 {
        self.count.saturating_sub(self.first.len() as u64)
    }
}

/// A page shows at most this many.
const SHOWN: usize = 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_by_name_are_shown_in_any_order() {
        let mut orders = [(0..50).collect::<Vec<u32>>(), (0..50).rev().collect()].map(|order| {
            let mut troubles = Troubles::default();
            for number in order {
                troubles.keep(format!("{number:02}"));
            }
            assert_eq!((troubles.count(), troubles.others()), (50, 30));
            troubles.shown().map(str::to_owned).collect::<Vec<_>>()
        });
        assert_eq!(orders[0], orders[1]);
        assert_eq!(orders[0].pop().unwrap_or_default(), "19");
    }
}
