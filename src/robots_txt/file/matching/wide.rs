//! Heads with many patterns, as `/` of the patterns that begin with `/*`: of their rules a question visits few.
//!
//! **What it is.** Every path that begins with a head meets all rules of that head, each of which [`bigrams`] excludes by
//! itself. From some number on that is most of a question. So the rules of such a head lie in buckets: each in that of one of
//! the three places of its probe, and a path visits a bucket only if it has the place. The place is one that few rules of the
//! head have; but a visit costs as much as a few rules, so it is not one of the rarest where another has few as well.
//!
//! ```text
//! places of the buckets   . x . . x . . x x .
//! places of the path      x x . x . . . . x .       two buckets of four
//! rules                   | 1 1 1 | 4 | 7 7 | 8 | and the strongest of all, which is outside
//! ```
//!
//! **Invariants.** The strongest rule of a head stays the last of its rows, where the chain enters it. The other rows are in
//! the order of their buckets, those of one bucket by strength, the strongest last. A rule without pairs has the place 0 three
//! times, which every path has. **What breaks if touched.** A rule in a bucket whose place a matching path can lack is
//! silent; a bucket that is not in the order of strength gives a shorter rule. **Which test notices.**
//! `r_63_many_rules_answer_like_the_naive_reader` in
//! `tests/all/robots_txt_oracle.rs`, `r_63_a_question_visits_few_rules` below, the fuzz target `robots_txt`.

use std::ops::Range;

use crate::order;
use crate::robots_txt::file::matching::bigrams::{Bigrams, PLACES, WORDS, places};
use crate::robots_txt::file::matching::rows::{IndexRow, RuleRow};

/// The buckets of a file's wide heads. Few files have any.
#[derive(Debug, Default)]
pub(crate) struct WideHeads {
    /// In the order of [`WideHead::mark`].
    heads: Vec<WideHead>,
    /// Where each bucket begins among the rows of its head; for each head one more, where the last one ends.
    starts: Vec<u32>,
}

impl WideHeads {
    /// The octets that it keeps in memory.
    pub(crate) fn weight(&self) -> usize {
        size_of_val(&*self.heads) + size_of_val(&*self.starts)
    }
}

/// The buckets of one head.
#[derive(Debug)]
struct WideHead {
    /// The mark of its last row.
    mark: u32,
    /// The number of its rows without the last one.
    len: u32,
    /// The places that its buckets have.
    places: Bigrams,
    /// For each word of the places, its first bucket among all.
    first: [u32; WORDS],
}

impl WideHeads {
    /// Puts the rules of each wide head of a group into buckets, and marks its last row. The rows are sorted and linked.
    pub(crate) fn divide(&mut self, rules: &mut [IndexRow]) {
        for head in rules.chunk_by_mut(|_, next| !RuleRow(*next).is_first_of_head()) {
            if let Some((last, others)) = head.split_last_mut()
                && others.len() >= MANY
            {
                *last = RuleRow(*last).ending_wide_head().0;
                self.add(RuleRow(*last).mark(), others);
            }
        }
    }

    /// Puts the rules of one head into buckets, without its last one, in the time of counting them.
    fn add(&mut self, mark: u32, rows: &mut [IndexRow]) {
        let mut counts = [0_u32; PLACES];
        for row in &*rows {
            places(RuleRow(*row).probe()).for_each(|place| count(&mut counts, place));
        }
        let cost = |place: &usize| match (place, counts.get(*place).copied()) {
            (0, _) | (_, None) => u32::MAX,
            (_, Some(few @ ..=FEW)) => FEW - few,
            (_, Some(many)) => many,
        };
        let bucket = |row: &IndexRow| {
            let places = places(RuleRow(*row).probe());
            places.min_by_key(cost).unwrap_or_default()
        };
        let mut sizes = [0_u32; PLACES];
        for row in &*rows {
            count(&mut sizes, bucket(row));
        }
        let places = Bigrams::of_places(&sizes);
        self.heads.push(WideHead {
            mark,
            len: short(rows.len()),
            first: places.ranks(short(self.starts.len())),
            places,
        });
        let mut start = 0;
        for len in &mut sizes {
            let len = std::mem::replace(len, start);
            if len > 0 {
                self.starts.push(start);
                start += len;
            }
        }
        self.starts.push(start);
        // From here on, the place of the next row of each bucket.
        let mut next = sizes;
        let sorted = rows.to_vec();
        for row in &sorted {
            let next = next.get_mut(bucket(row));
            let at = next.map(|next| std::mem::replace(next, *next + 1));
            if let Some(place) = at.and_then(|at| rows.get_mut(at as usize)) {
                *place = *row;
            }
        }
    }

    /// Without spare capacity, and in an order in which a head is found; `None` if there is none.
    pub(crate) fn finish(mut self) -> Option<Box<WideHeads>> {
        order::sort_by_key(&mut self.heads, |head| head.mark);
        self.heads.shrink_to_fit();
        self.starts.shrink_to_fit();
        (!self.heads.is_empty()).then(|| Box::new(self))
    }

    /// The rules that a path may match of the head that ends with `last`, a bucket at a time. `before` are the rows before that.
    pub(crate) fn visited<'a>(
        &'a self,
        last: RuleRow,
        before: &'a [IndexRow],
        path: &'a Bigrams,
    ) -> impl Iterator<Item = &'a [IndexRow]> {
        let mark = last.mark();
        let found = self.heads.binary_search_by_key(&mark, |head| head.mark);
        let head = found.ok().and_then(|at| self.heads.get(at));
        head.into_iter().flat_map(move |head| {
            let (_, rows) = before.split_at(before.len().saturating_sub(head.len as usize));
            let buckets = head.places.shared(path, &head.first);
            buckets.filter_map(move |bucket| rows.get(self.bucket(bucket)))
        })
    }

    /// The rows of a bucket, among those of its head.
    fn bucket(&self, bucket: u32) -> Range<usize> {
        let ends = self.starts.get(bucket as usize..);
        match ends.and_then(<[u32]>::first_chunk) {
            Some([start, end]) => *start as usize..*end as usize,
            None => 0..0,
        }
    }
}

/// Adds one to the count of a place.
fn count(counts: &mut [u32; PLACES], place: usize) {
    if let Some(count) = counts.get_mut(place) {
        *count += 1;
    }
}

/// A place as it is kept: there are fewer rows than octets, see [`LARGEST`](crate::robots_txt::file::parse::lines::LARGEST).
fn short(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

/// From this number of rules on, buckets cost less than a look at each rule.
const MANY: usize = 32;

/// The rules that cost about as much as the visit of a bucket.
const FEW: u32 = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robots_txt::file::matching::bigrams::probe;
    use crate::robots_txt::file::options::Options;

    /// The rows of patterns with the head `/`, linked.
    fn head(patterns: &[String]) -> Vec<IndexRow> {
        let row = |(at, pattern): (usize, &String)| {
            let pattern = pattern.as_bytes();
            let row = RuleRow::of_line(short(at), pattern, Options::default());
            let row = if at == 0 { row.opening_head(0) } else { row };
            row.inside_head(probe(pattern, 1)).0
        };
        patterns.iter().enumerate().map(row).collect()
    }

    #[test]
    fn r_63_a_question_visits_few_rules() {
        let patterns: Vec<String> = (0..1000).map(|item| format!("/*?sort{item}=")).collect();
        let (mut rows, mut wide) = (head(&patterns), WideHeads::default());
        wide.divide(&mut rows);
        let wide = wide.finish().unwrap();
        let (last, before) = rows.split_last().unwrap();
        let last = RuleRow(*last);
        assert!(last.ends_wide_head());
        for (path, most) in [
            ("/other/page?sort512=up", 100),
            ("/nothing/of/this", 40),
            ("/other/page?sort=up", 40),
        ] {
            let pairs = Bigrams::of(path.as_bytes());
            let visited = wide.visited(last, before, &pairs).flatten();
            let visited: Vec<u32> = visited.map(|row| RuleRow(*row).line()).collect();
            assert!(visited.len() <= most, "{path}: {} rules", visited.len());
            for (line, pattern) in patterns.iter().enumerate().take(before.len()) {
                let may_match = pairs.have(probe(pattern.as_bytes(), 1));
                assert!(
                    !may_match || visited.contains(&short(line)),
                    "{path}: {pattern}"
                );
            }
        }
    }

    #[test]
    fn r_63_few_rules_have_no_buckets() {
        for (rules, is_wide) in [(MANY, false), (MANY + 1, true)] {
            let patterns: Vec<String> = (0..rules).map(|item| format!("/*{item}")).collect();
            let (mut rows, mut wide) = (head(&patterns), WideHeads::default());
            wide.divide(&mut rows);
            assert_eq!(wide.finish().is_some(), is_wide, "{rules} rules");
        }
    }
}
