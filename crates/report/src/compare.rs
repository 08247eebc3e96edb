//! A table of two runs: before, after and difference.

use super::cube::AgentCube;
use super::draw::{BOUNDED, Drawn, PlotPlace};
use super::plots::Plot;
use super::series::{Bound, Pair, pairs};
use super::share::{counted, difference, missing, number};
use super::table::{PlotTable, TableRow};

/// The table in the place of an agent's plot, or `None` if neither run counted anything.
pub(super) fn drawn(
    plot: &Plot,
    runs: (Option<&AgentCube>, Option<&AgentCube>),
    most: usize,
    place: PlotPlace<'_>,
) -> Option<Drawn> {
    let (pairs, others) = pairs(plot, runs.0, runs.1, most);
    if pairs.is_empty() {
        return None;
    }
    let mut drawn = compared(plot, &pairs, place);
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

/// The table of these pairs.
pub(super) fn compared(plot: &Plot, pairs: &[Pair], place: PlotPlace<'_>) -> Drawn {
    let rows = pairs.iter().map(|pair| {
        let cell = |of: Option<(u64, u64)>| {
            of.map_or_else(missing, |(rows, all)| pair.bound.of(counted(rows, all)))
        };
        let change = pair.before.zip(pair.after);
        TableRow {
            name: pair.name.clone(),
            cells: vec![
                cell(pair.before),
                cell(pair.after),
                change.map_or_else(missing, |(before, after)| difference(before, after)),
            ],
            is_rest: pair.is_rest,
        }
    });
    Drawn {
        svg: None,
        table: PlotTable {
            id: format!("{}-n", place.id),
            caption: format!(
                "{}: numbers; shares are of all {} in the run",
                place.subject(plot),
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
        note: None,
        examples: String::new(),
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
