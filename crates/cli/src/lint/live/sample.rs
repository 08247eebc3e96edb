//! A sample of the addresses that a site lists, spread evenly over its sitemaps.

use std::collections::HashSet;

/// Some of the addresses of each list: as many of each as possible up to `most` together, evenly spread, each once.
pub(super) fn sample(lists: &[Vec<String>], most: usize) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut lists: Vec<Vec<&String>> = lists
        .iter()
        .map(|list| {
            list.iter()
                .filter(|own| seen.insert(own.as_str()))
                .collect()
        })
        .collect();
    lists.sort_by_key(Vec::len);
    let mut sample: Vec<String> = Vec::new();
    for (at, list) in lists.iter().enumerate() {
        // What a short list leaves is for the longer ones.
        let share = (most - sample.len()).div_ceil(lists.len() - at);
        sample.extend(spread(list, share).map(|address| (*address).clone()));
    }
    sample
}

/// Evenly spread items of a list, its first among them.
pub(super) fn spread<T>(list: &[T], most: usize) -> impl Iterator<Item = &T> {
    let taken = most.min(list.len());
    (0..taken).filter_map(move |at| list.get(at * list.len() / taken))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_spread_evenly() {
        let list = |name: &str, length: usize| -> Vec<String> {
            (0..length).map(|at| format!("{name}{at}")).collect()
        };
        let lists = [list("a", 100), list("b", 1), list("c", 3), list("d", 0)];
        assert_eq!(
            sample(&lists, 8),
            ["b0", "c0", "c1", "c2", "a0", "a25", "a50", "a75"]
        );
        assert_eq!(sample(&lists, 1000).len(), 104);
        assert_eq!(sample(&[list("a", 3), list("a", 3)], 4), ["a0", "a1", "a2"]);
        assert_eq!(sample(&lists, 0), [""; 0]);
        assert_eq!(sample(&[], 3), [""; 0]);
    }
}
