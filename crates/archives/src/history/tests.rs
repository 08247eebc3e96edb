//! All times of random histories beside a plain reading of the rule.
#![allow(clippy::unwrap_used)] // a test fails by panicking

use super::*;

/// An answer is its time, and its state: those that two does not divide are failures, and of the others those that four does not divide
/// are redirects.
impl Seen for (i64, u64) {
    fn at(&self) -> i64 {
        self.0
    }

    fn has_outcome(&self) -> bool {
        self.1.is_multiple_of(2)
    }

    fn is_like(&self, other: &(i64, u64)) -> bool {
        self.1 == other.1
    }

    fn is_redirect(&self) -> bool {
        self.1 % 4 == 2
    }
}

/// The answer that holds at a time, by the words of docs/archives.md, if these states were not there.
fn plain(
    all: &[(i64, u64)],
    passed: &[u64],
    at: i64,
    within: i64,
) -> Option<((i64, u64), Option<Why>)> {
    let is_near = |one: &(i64, u64)| (at - one.0).abs() <= within;
    let good: Vec<(i64, u64)> = all.iter().copied().filter(Seen::has_outcome).collect();
    let left = good.iter().copied().filter(|one| !passed.contains(&one.1));
    let before = left.clone().rfind(|one| one.0 <= at);
    let after = left.clone().find(|one| one.0 > at);
    let lasts = before
        .zip(after)
        .is_some_and(|(one, other)| one.is_like(&other));
    let current = before
        .filter(|one| lasts || is_near(one))
        .or(after.filter(is_near));
    if let Some(one) = current {
        let is_alone = good
            .iter()
            .all(|other| other.0 != one.0 || other.is_like(&one));
        return Some((one, (!is_alone).then_some(Why::Earlier)));
    }
    if let Some(one) = before {
        return Some((one, Some(Why::Earlier)));
    }
    if let Some(one) = after {
        return Some((one, Some(Why::Later)));
    }
    let near = all
        .iter()
        .filter(|one| is_near(one) && !one.has_outcome() && passed.is_empty());
    let nearest = near.min_by_key(|one| ((at - one.0).abs(), one.0));
    nearest.map(|one| (*one, None))
}

/// All that may be current, with the numbers of their tiers.
fn plain_tiers(all: &[(i64, u64)], at: i64, within: i64) -> Vec<(usize, (i64, u64), Option<Why>)> {
    let (mut passed, mut tiers) = (Vec::new(), Vec::new());
    for number in 0.. {
        let Some((one, mut why)) = plain(all, &passed, at, within) else {
            break;
        };
        if number > 0 {
            why = why.or(Some(if one.0 > at { Why::Later } else { Why::Earlier }));
        }
        let is_beside = |other: &&(i64, u64)| {
            other.0 == one.0 && other.1 != one.1 && one.has_outcome() && other.has_outcome()
        };
        let others = all.iter().rev().filter(is_beside);
        let others = others.filter(|other| !passed.contains(&other.1));
        let tier: Vec<(i64, u64)> = std::iter::once(one).chain(others.copied()).collect();
        tiers.extend(tier.iter().map(|one| (number, *one, why)));
        if !tier.iter().all(Seen::is_redirect) {
            break;
        }
        passed.extend(tier.iter().map(|one| one.1));
    }
    tiers
}

#[test]
fn every_second_of_random_histories_is_as_the_words_say() {
    // Numbers that are the same in each run.
    let mut last = 1_u64;
    let mut below = |most: u64| {
        last = last.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (last >> 33) % most
    };
    let (mut most, mut whys, mut none, mut deep) = (0, 0, 0, 0);
    for round in 0..1500 {
        let states = [1, 2, 4, 10].get(round % 4).copied().unwrap();
        let first = u64::from(round.is_multiple_of(4));
        let count = below(8);
        let mut all: Vec<(i64, u64)> = (0..count)
            .map(|_| {
                let second = i64::try_from(below(40)).unwrap() - 20;
                (second, first + below(states))
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        let within = i64::try_from(below(7)).unwrap();
        let history = History::new(&all);
        let spans = history.spans(within);
        most = most.max(spans.len());
        assert_eq!(spans.first().unwrap().0.since, i64::MIN);
        assert_eq!(spans.last().unwrap().0.until, i64::MAX);
        for pair in spans.windows(2) {
            let [(one, held), (other, next)] = pair else {
                continue;
            };
            assert_eq!(one.until + 1, other.since);
            assert_ne!(held, next);
        }
        for at in -40..40 {
            let wanted = plain(&all, &[], at, within);
            let given = |chosen: Chosen<'_, (i64, u64)>| (*chosen.observation, chosen.why);
            assert_eq!(
                history.at(at, within).map(given),
                wanted,
                "{all:?} {at} {within}"
            );
            let (_, chosen) = spans.iter().find(|(span, _)| span.has(at)).unwrap();
            let tiers = chosen.iter();
            let tiers = tiers.map(|(tier, one)| (*tier, *one.observation, one.why));
            let wanted_tiers = plain_tiers(&all, at, within);
            assert!(tiers.eq(wanted_tiers.iter().copied()), "{all:?} {at}");
            deep += usize::from(wanted_tiers.last().is_some_and(|(tier, ..)| *tier > 1));
            let span = history.span(at, within);
            for other in [span.since, span.until] {
                assert_eq!(
                    history.at(other, within).map(given),
                    wanted,
                    "{all:?} {at} {other}"
                );
            }
            whys += usize::from(wanted.is_some_and(|(_, why)| why.is_some()));
            none += usize::from(wanted.is_none());
        }
    }
    assert!(
        most > 8 && whys > 1000 && none > 1000 && deep > 500,
        "{most} {whys} {none} {deep}"
    );
}

#[test]
fn the_ends_of_time_are_times() {
    let all = [(i64::MIN, 0), (i64::MAX, 2)];
    let history = History::new(&all);
    let within = i64::MAX;
    let spans = history.spans(within);
    assert_eq!(spans.len(), 2);
    for (span, chosen) in spans {
        for at in [span.since, span.until] {
            assert_eq!(history.numbered(at, within), chosen);
        }
    }
    assert_eq!(
        History::<(i64, u64)>::new(&[]).spans(1),
        [(Span::ALWAYS, Vec::new())]
    );
}

/// A redirect that counts how often it is compared.
impl Seen for (i64, &std::cell::Cell<usize>) {
    fn at(&self) -> i64 {
        self.0
    }

    fn has_outcome(&self) -> bool {
        true
    }

    fn is_like(&self, _: &Self) -> bool {
        self.1.set(self.1.get() + 1);
        true
    }

    fn is_redirect(&self) -> bool {
        true
    }
}

#[test]
fn a_long_run_of_one_redirect_is_passed_at_once() {
    let compared = std::cell::Cell::new(0);
    let all: Vec<_> = (0..10_000).map(|at| (at, &compared)).collect();
    let _ = History::new(&all).spans(10);
    assert!(compared.get() < 100 * all.len(), "{}", compared.get());
}
