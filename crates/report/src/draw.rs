//! A plot of one run and the table beside it, out of the rows of its measure.

mod curve;

use super::months;
use super::plots::{Plot, PlotShape, style};
use super::series::{Series, SeriesRow, sum};
use super::share::{Share, counted, number, percent};
use super::svg::{Point, Stack, frame, heat, lines, stacks};
use super::table::{PlotTable, TableRow};

/// A plot and its table.
pub(super) struct Drawn {
    /// `None` where the table is all.
    pub(super) svg: Option<String>,
    pub(super) table: PlotTable,
    /// The parts and their styles, if the plot needs a key.
    pub(super) key: Vec<(String, usize)>,
    /// How many names are not shown.
    pub(super) left_out: Option<String>,
    /// The sentence in the place of a plot that says no more than it.
    pub(super) said: Option<String>,
    /// A further sentence as HTML.
    pub(super) note: Option<String>,
    /// Examples as HTML.
    pub(super) examples: String,
}

/// The place of a plot in the page.
#[derive(Clone, Copy)]
pub(super) struct PlotPlace<'p> {
    /// Distinct in the page.
    pub(super) id: &'p str,
    /// The agent, or what else it is about.
    pub(super) of: &'p str,
}

impl PlotPlace<'_> {
    /// The name of a plot, which no other plot of the page has.
    pub(super) fn subject(self, plot: &Plot) -> String {
        let of = super::html::cut(self.of, 60);
        format!("{}. {}, {of}", plot.number(), plot.title)
    }
}

/// Draws a plot of an agent that has `all` rows.
pub(super) fn drawn(plot: &Plot, series: &Series, all: u64, place: PlotPlace<'_>) -> Drawn {
    let (height, body) = match plot.shape {
        PlotShape::Bars => bars(series, all, false),
        PlotShape::Stacked => bars(series, all, true),
        PlotShape::Lines => over(series),
        PlotShape::Heat => cells(series, all),
        PlotShape::Curve => curve::curve(series),
    };
    let (subject, description) = (place.subject(plot), describe(plot, series, all));
    let has_key = series.has_parts() && !matches!(plot.shape, PlotShape::Heat | PlotShape::Curve);
    let styles = series.parts.iter().enumerate();
    let styles = styles.map(|(at, part)| (part.clone(), style(part, at)));
    Drawn {
        svg: Some(frame(place.id, &subject, &description, height, &body)),
        table: table(plot, series, all, place),
        key: if has_key {
            styles.collect()
        } else {
            Vec::new()
        },
        left_out: match plot.shape {
            PlotShape::Curve => curve::left_out(series),
            _ => series
                .rest
                .as_ref()
                .map(|(names, _)| left_out(series, *names)),
        },
        said: None,
        note: None,
        examples: String::new(),
    }
}

/// The sentence that says what a plot of one agent would: there is one row, or a curve of too few pages.
pub(super) fn said(plot: &Plot, series: &Series, all: u64) -> Option<String> {
    if plot.shape == PlotShape::Curve {
        return curve::said(series);
    }
    let mut entries = series.entries.iter().filter(|entry| entry.rows() > 0);
    let (only, None, None) = (entries.next()?, entries.next(), &series.rest) else {
        return None;
    };
    let of = unit(plot);
    let name = super::html::cut(&only.name, 60);
    let rows = only.rows();
    if !series.has_parts() {
        let (rows, all, share) = (number(rows), number(all), percent(rows, all));
        return Some(format!("One row: {name}, {rows} of {all} {of} ({share})."));
    }
    let parts = series
        .parts
        .iter()
        .zip(&only.counts)
        .filter(|(_, rows)| **rows > 0);
    let parts: Vec<String> = parts
        .map(|(part, own)| format!("{} {part} ({})", number(*own), percent(*own, rows)))
        .collect();
    let rows = number(rows);
    Some(format!(
        "One row: {name}, {rows} {of}: {}.",
        parts.join(", ")
    ))
}

/// The things that a plot counts.
fn unit(plot: &Plot) -> &'static str {
    if plot.measure.is_of_pages() {
        "pages"
    } else {
        "responses"
    }
}

/// The largest rows in words, for people who do not see the plot.
fn describe(plot: &Plot, series: &Series, all: u64) -> String {
    let first = series.entries.iter().take(3).map(|entry| {
        let rows = if plot.shape == PlotShape::Curve {
            curve::pages(series, entry)
        } else {
            entry.rows()
        };
        format!(
            "{} {}",
            super::html::cut(&entry.name, 40),
            series.of_entry(counted(rows, all))
        )
    });
    let first: Vec<String> = first.collect();
    let names = number(series.entries.len() as u64);
    format!(
        "{names} by {}: {}. The table has all numbers.",
        plot.names,
        first.join(", ")
    )
}

fn left_out(series: &Series, hidden: u64) -> String {
    let shown = series.entries.len();
    let names = number(shown as u64 + hidden);
    if series.is_bounded {
        return format!(
            "{shown} of the {names} names that are counted one by one are shown. {BOUNDED}"
        );
    }
    format!("{shown} of {names} names are shown; the others are added up. --json has them.")
}

/// The sentences about a measure of which reports do not have every name.
pub(super) const BOUNDED: &str = "A report counts a bounded number of names and adds up the others, so that a number with \
    \u{2265} is at least that and one with \u{2264} is at most that, and a name that is not here may have more pages.";

/// A bar for each name: a whole with its parts, or as long as its share of the largest.
fn bars(series: &Series, all: u64, is_whole: bool) -> (u32, String) {
    let most = series
        .entries
        .iter()
        .map(SeriesRow::rows)
        .max()
        .unwrap_or(0);
    let rows = series.entries.iter().map(|entry| {
        let rows = entry.rows();
        let (value, length) = if is_whole {
            (number(rows), rows)
        } else {
            (counted(rows, all), most)
        };
        let parts = series.parts.iter().zip(&entry.counts).enumerate();
        let parts = parts.map(|(at, (part, count))| {
            let style = if part.is_empty() {
                PLAIN
            } else {
                style(part, at)
            };
            (style, Share::of(*count, length))
        });
        Stack {
            name: entry.name.clone(),
            value: series.of_entry(value),
            parts: parts.collect(),
            is_whole,
        }
    });
    stacks(&rows.collect::<Vec<_>>())
}

/// The style of a bar that has no parts.
const PLAIN: usize = 4;

fn over(series: &Series) -> (u32, String) {
    let line = |(at, part): (usize, &String)| {
        let heights = series
            .entries
            .iter()
            .map(|entry| (entry.rows() > 0).then(|| Share::of(entry.part(at), entry.rows())));
        (style(part, at), heights.collect())
    };
    let months = series.entries.iter().map(|entry| entry.name.clone());
    let months: Vec<String> = months.collect();
    let places = months::places(&months);
    let point = |(name, (place, is_alone))| Point {
        name,
        place,
        is_alone,
    };
    let points: Vec<Point> = months.into_iter().zip(places).map(point).collect();
    lines(&points, series.parts.iter().enumerate().map(line))
}

fn cells(series: &Series, all: u64) -> (u32, String) {
    let counts = series.entries.iter().flat_map(|entry| &entry.counts);
    let most = counts.max().copied().unwrap_or(0);
    let rows = series.entries.iter().map(|entry| {
        let cells = entry.counts.iter().map(|count| {
            let text = || (percent(*count, all), Share::of(*count, most));
            (*count > 0).then(text)
        });
        (entry.name.as_str(), cells.collect())
    });
    heat(&series.parts, rows)
}

fn table(plot: &Plot, series: &Series, all: u64, place: PlotPlace<'_>) -> PlotTable {
    let shape = plot.shape;
    let mut head = vec![plot.names];
    let rows: Vec<TableRow> = if shape == PlotShape::Curve {
        head.extend(["pages", "restricted", "together"]);
        curve::rows(series)
    } else if !series.has_parts() && matches!(shape, PlotShape::Bars | PlotShape::Heat) {
        head.extend([unit(plot), "share"]);
        rows(series, &|counts| {
            let rows = sum(counts);
            vec![number(rows), percent(rows, all)]
        })
    } else {
        let has_sum = shape != PlotShape::Heat;
        head.extend(has_sum.then_some(unit(plot)));
        head.extend(series.parts.iter().map(String::as_str));
        rows(series, &|counts| {
            let rows = sum(counts);
            let whole = match shape {
                PlotShape::Heat | PlotShape::Bars => all,
                _ => rows,
            };
            let own = has_sum.then(|| number(rows)).into_iter();
            own.chain(counts.iter().map(|rows| counted(*rows, whole)))
                .collect()
        })
    };
    PlotTable {
        id: format!("{}-n", place.id),
        caption: format!("{}: numbers; {}", place.subject(plot), whole(plot)),
        head: head.into_iter().map(str::to_owned).collect(),
        rows,
        is_dense: false,
    }
}

/// The whole of the shares in a table.
fn whole(plot: &Plot) -> &'static str {
    match plot.shape {
        PlotShape::Bars if !plot.measure.is_of_pages() => "shares are of all responses",
        PlotShape::Stacked if !plot.measure.is_of_pages() => {
            "shares are of the responses of the row"
        }
        PlotShape::Bars | PlotShape::Heat => "shares are of all pages of the agent",
        PlotShape::Stacked | PlotShape::Lines => "shares are of the pages of the row",
        PlotShape::Curve => "together is a share of the closed and restricted pages of the agent",
    }
}

/// A row for each entry, and one for the rest, of the cells of their counts.
fn rows(series: &Series, cells: &dyn Fn(&[u64]) -> Vec<String>) -> Vec<TableRow> {
    let entries = series.entries.iter().map(|entry| {
        let cells = cells(&entry.counts).into_iter();
        let cells = cells.map(|cell| series.of_entry(cell));
        TableRow::new(&entry.name, cells.collect())
    });
    let rest = series.rest.iter().map(|(names, counts)| {
        let cells = cells(counts).into_iter();
        let cells = cells.map(|cell| series.of_rest(cell));
        TableRow::rest(others(*names, series.is_bounded), cells.collect())
    });
    entries.chain(rest).collect()
}

/// The name of the sum of `names` names, and of those that are not counted one by one.
fn others(names: u64, is_bounded: bool) -> String {
    match (names, is_bounded) {
        (0, _) => String::from("others"),
        (1, false) => String::from("1 other"),
        (1, true) => String::from("1 other and more"),
        (names, false) => format!("{} others", number(names)),
        (names, true) => format!("{} others and more", number(names)),
    }
}
