//! Sorting with one instance of the algorithm for every type.
//!
//! A stable sort of the standard library is 4 KB of WebAssembly for each type and order, and the readers have more than twenty. Here
//! the algorithm sorts numbers of places, and only the comparison and the moves are made for a type. Most lists are short or
//! sorted already, which is seen first. What is sorted for each robots.txt, the rules of the index, has an instance of its own,
//! but not in WebAssembly.

use std::cmp::Ordering;

/// Sorts as [`slice::sort_by_key`] does: equal items keep their order.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |one, other| key(one).cmp(&key(other)));
}

/// Sorts as [`slice::sort_by`] does: equal items keep their order.
pub(crate) fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if items.is_sorted_by(|one, other| compare(one, other).is_le()) {
        return;
    }
    let at = |place: usize| items.get(place);
    let places = sorted(items.len(), &|one, other| match (at(one), at(other)) {
        (Some(one), Some(other)) => compare(one, other),
        _ => Ordering::Equal,
    });
    put(places, &mut |one, other| items.swap(one, other));
}

/// The places of the items in their order.
fn sorted(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..len).collect();
    places.sort_by(|one, other| compare(*one, *other));
    places
}

/// Swaps items until each is at its place: a cycle of places after the other.
fn put(mut places: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..places.len() {
        let mut at = start;
        while let Some(place) = places.get_mut(at) {
            let from = std::mem::replace(place, at);
            if from == start {
                break;
            }
            swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn items_are_sorted_as_by_the_standard_library(items in prop::collection::vec((0..6_u8, any::<u8>()), 0..60)) {
            let (mut own, mut other) = (items.clone(), items);
            sort_by_key(&mut own, |(key, _)| *key);
            other.sort_by_key(|(key, _)| *key);
            prop_assert_eq!(own, other);
        }
    }
}
