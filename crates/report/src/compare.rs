//! A plot of two runs: slopes, and a table with before, after and difference.

use super::plots::Plot;
use super::series::{Bound, Pair, pairs};
use super::share::{Share, counted, difference, exact, number, percent};
use super::svg::{Named, Slope, slope};
use super::table::{Table, TableRow};

use super::cube::AgentCube;
use super::draw::{BOUNDED, Drawn, Place};

/// The slopes of an agent's plot, or `None` if neither run counted anything.
pub(super) fn drawn(
    plot: &Plot,
    runs: (Option<&AgentCube>, Option<&AgentCube>),
    most: usize,
    place: Place<'_>,
) -> Option<Drawn> {
    let (pairs, others) = pairs(plot, runs.0, runs.1, most);
    if pairs.is_empty() {
        return None;
    }
    let mut drawn = slopes(plot, &pairs, place);
    let shown = pairs.iter().filter(|pair| !pair.is_rest).count();
    let all = number(shown as u64 + others);
    drawn.left_out = if pairs.iter().any(|pair| pair.bound != Bound::Exact) {
        Some(format!(
            "{shown} of {all} rows are shown. {BOUNDED} A difference is that of what was counted."
        ))
    } else {
        (others > 0).then(|| {
            format!(
                "{shown} of {all} rows are shown, those with the largest shares. --json has all."
            )
        })
    };
    Some(drawn)
}

/// The slopes of these pairs, and their table.
pub(super) fn slopes(plot: &Plot, pairs: &[Pair], place: Place<'_>) -> Drawn {
    let title = place.subject(plot);
    let first = pairs.iter().take(3).map(|pair| {
        let (before, after) = pair.shares();
        format!(
            "{} {}",
            super::html::cut(&pair.name, 40),
            difference(before, after)
        )
    });
    let first: Vec<String> = first.collect();
    let description = format!(
        "Shares before and after, with their difference in percentage points: {}. The table has all numbers.",
        first.join(", ")
    );
    let named = Named {
        id: place.id,
        title: &title,
        description: &description,
    };
    let drawn = most_changed(pairs);
    let rows = pairs.iter().map(|pair| {
        let (before, after) = pair.shares();
        let cell = |of: Option<(u64, u64)>| {
            of.map_or_else(missing, |(rows, all)| pair.bound.of(counted(rows, all)))
        };
        let change = match (pair.before, pair.after) {
            (Some(_), Some(_)) => difference(before, after),
            _ => missing(),
        };
        TableRow {
            name: pair.name.clone(),
            cells: vec![cell(pair.before), cell(pair.after), change],
            is_rest: pair.is_rest,
        }
    });
    Drawn {
        svg: if drawn.is_empty() {
            String::from("<p class=\"none\">Only one run has these counts.</p>\n")
        } else if drawn.iter().all(|slope| slope.before == slope.after) {
            String::from("<p class=\"none\">No share changed.</p>\n")
        } else {
            slope(&named, &drawn)
        },
        table: Table {
            id: format!("{}-n", place.id),
            caption: format!(
                "{title}: numbers; shares are of all {} in the run",
                whole(plot)
            ),
            head: [plot.names, "before", "after", "difference"]
                .map(str::to_owned)
                .to_vec(),
            rows: rows.collect(),
            is_dense: false,
        },
        key: Vec::new(),
        left_out: None,
        said: None,
    }
}

/// The whole that the shares of a plot are of.
fn whole(plot: &Plot) -> &'static str {
    if plot.measure.is_of_pages() {
        "pages of the agent"
    } else {
        "responses"
    }
}

/// The slopes that change most; those that are the same are one. Those that one run alone has are left out.
fn most_changed(pairs: &[Pair]) -> Vec<Slope> {
    let in_both = |pair: &&Pair| pair.before.is_some() && pair.after.is_some() && !pair.is_rest;
    let mut drawn: Vec<&Pair> = pairs.iter().filter(in_both).collect();
    drawn.sort_by_key(|pair| {
        let (before, after) = pair.shares();
        let (before, after) = (exact(before), exact(after));
        std::cmp::Reverse((before.abs_diff(after), before.max(after)))
    });
    let mut slopes: Vec<Slope> = Vec::new();
    for slope in drawn.into_iter().map(slope_of) {
        if let Some(same) = slopes.iter_mut().find(|other| other.values == slope.values) {
            same.more += 1;
        } else if slopes.len() < MOST_SLOPES {
            slopes.push(slope);
        }
    }
    slopes
}

/// The slope of a pair, with the texts at its ends.
fn slope_of(pair: &Pair) -> Slope {
    let (before, after) = pair.shares();
    let share = |(part, whole)| pair.bound.of(percent(part, whole));
    let change = difference(before, after);
    Slope {
        name: pair.name.clone(),
        more: 0,
        before: Share::of(before.0, before.1),
        after: Share::of(after.0, after.1),
        values: [share(before), format!("{} ({change})", share(after))],
    }
}

/// The cell of a run without the agent.
fn missing() -> String {
    String::from("\u{2013}")
}

/// A plot has at most this many slopes, those that change most; the table has more.
const MOST_SLOPES: usize = 10;
