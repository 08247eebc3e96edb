//! What a run has learnt, by name, in a bounded memory: a list may have more sites than fit.

use std::collections::HashMap;

/// A thing that takes memory.
pub(crate) trait Weigh {
    /// The octets that it takes; the first questions may make it heavier.
    fn weight(&self) -> usize;
}

/// The things that were asked for last.
pub(crate) struct BoundedMemory<T> {
    things: HashMap<String, Thing<T>>,
    octets: usize,
    most: usize,
    /// The number of questions so far.
    asked: u64,
}

struct Thing<T> {
    own: T,
    octets: usize,
    /// The last question for it.
    asked: u64,
}

impl<T: Weigh> BoundedMemory<T> {
    /// Nothing yet, and never more than these octets, but for the thing that came last.
    pub(crate) fn new(most: usize) -> BoundedMemory<T> {
        BoundedMemory {
            things: HashMap::new(),
            octets: 0,
            most,
            asked: 0,
        }
    }

    /// The thing of the first of these names that has one.
    pub(crate) fn of(&mut self, names: [&str; 2]) -> Option<&T> {
        let name = names
            .into_iter()
            .find(|name| self.things.contains_key(*name))?;
        self.asked += 1;
        let thing = self.things.get_mut(name)?;
        thing.asked = self.asked;
        let octets = name.len() + thing.own.weight();
        self.octets = self.octets - thing.octets + octets;
        thing.octets = octets;
        Some(&thing.own)
    }

    /// Remembers a thing, and forgets those that were asked for least recently.
    pub(crate) fn insert(&mut self, name: String, own: T) {
        self.asked += 1;
        let (octets, asked) = (name.len() + own.weight(), self.asked);
        let thing = Thing { own, octets, asked };
        let former = self.things.insert(name, thing);
        self.octets = self.octets + octets - former.map_or(0, |former| former.octets);
        if self.octets > self.most {
            self.forget();
        }
    }

    /// Makes room for half of what is remembered, so that this is seldom.
    fn forget(&mut self) {
        let mut all: Vec<(u64, usize)> = self
            .things
            .values()
            .map(|it| (it.asked, it.octets))
            .collect();
        all.sort_unstable();
        let (last, mut from) = (self.asked, 0);
        for (asked, octets) in all {
            if self.octets <= self.most / 2 || asked == last {
                break;
            }
            self.octets -= octets;
            from = asked;
        }
        self.things.retain(|_, thing| thing.asked > from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Weigh for Vec<u8> {
        fn weight(&self) -> usize {
            self.capacity()
        }
    }

    fn site(number: usize) -> String {
        format!("https://{number:04}.example")
    }

    #[test]
    fn a_thousand_sites_take_no_more_memory_than_some_and_the_last_ones_are_known() {
        let mut known = BoundedMemory::new(100_000);
        for number in 0..1000 {
            known.insert(site(number), vec![0; 1000]);
            assert!(known.octets <= 100_000, "{number}: {}", known.octets);
            let octets: usize = known.things.values().map(|thing| thing.octets).sum();
            assert_eq!(octets, known.octets);
            assert!(known.of([&site(number), ""]).is_some());
            assert!(number < 20 || known.of(["", &site(number - 20)]).is_some());
            assert!(
                known.of([&site(0), ""]).is_some(),
                "it is asked for all the time"
            );
        }
        assert!(known.of([&site(500), ""]).is_none());
        known.insert(site(1000), vec![0; 200_000]);
        assert!(known.of([&site(1000), ""]).is_some(), "the last one stays");
        assert_eq!(known.things.len(), 1);
    }
}
