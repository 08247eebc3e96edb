//! The curve of the hosts that have the most closed and restricted pages.

use super::super::cube::is_host;
use super::super::html;
use super::super::series::{Series, SeriesRow};
use super::super::share::{Share, number, percent};
use super::super::svg::{Point, lines};
use super::super::table::TableRow;
use super::{BOUNDED, PLAIN, others};

/// The closed and restricted pages of a host.
pub(super) fn pages(series: &Series, host: &SeriesRow) -> u64 {
    series.of_part(host, "restricted")
}

/// The hosts, those with the most closed and restricted pages first.
fn sorted(series: &Series) -> Vec<&SeriesRow> {
    let hosts = series.entries.iter().filter(|host| is_host(&host.name));
    let mut hosts: Vec<&SeriesRow> = hosts.collect();
    hosts
        .sort_by_key(|host| std::cmp::Reverse((pages(series, host), series.of_part(host, "rows"))));
    hosts
}

/// The names that are not hosts: pages without one, and those of hosts with too long a name.
fn not_hosts(series: &Series) -> impl Iterator<Item = &SeriesRow> {
    series.entries.iter().filter(|entry| !is_host(&entry.name))
}

/// The closed and restricted pages of the first host, of the first two, and so on; and of all.
fn together(series: &Series, hosts: &[&SeriesRow]) -> (Vec<u64>, u64) {
    let mut sum = 0u64;
    let sums = hosts.iter().map(|host| {
        sum = sum.saturating_add(pages(series, host));
        sum
    });
    let sums = sums.collect();
    let more = not_hosts(series).map(|entry| pages(series, entry));
    let more = more.fold(rest(series, "restricted"), u64::saturating_add);
    (sums, sum.saturating_add(more))
}

/// The rows of a part of the hosts that the reports added up.
fn rest(series: &Series, part: &str) -> u64 {
    let at = series.parts.iter().position(|known| known == part);
    let rest = series.rest.as_ref();
    let rows = at.and_then(|at| rest?.1.get(at));
    rows.copied().unwrap_or(0)
}

pub(super) fn curve(series: &Series) -> (u32, String) {
    let (sums, all) = together(series, &sorted(series));
    let last = (sums.len() as u64).saturating_sub(1);
    let point = |at: u64| Point {
        name: number(at + 1),
        place: match last {
            0 => Share::percent(50),
            _ => Share::of(at, last),
        },
        is_alone: false,
    };
    let points: Vec<Point> = (0..).zip(&sums).map(|(at, _)| point(at)).collect();
    let heights = sums.iter().map(|sum| Some(Share::of(*sum, all)));
    lines(&points, [(PLAIN, heights.collect())])
}

/// The rows of the first hosts, of the others together, and of the names that are not hosts.
pub(super) fn rows(series: &Series) -> Vec<TableRow> {
    let hosts = sorted(series);
    let (sums, all) = together(series, &hosts);
    let cells = |pages: u64, restricted: u64, together: u64| {
        let cells = [number(pages), number(restricted), percent(together, all)];
        cells.into_iter()
    };
    let most = most_hosts(series, &hosts);
    let first = hosts.iter().zip(&sums).take(most);
    let first = first.map(|(host, together)| {
        let cells = cells(series.of_part(host, "rows"), pages(series, host), *together);
        let cells = cells.map(|cell| series.of_entry(cell));
        TableRow::new(&host.name, cells.collect())
    });
    let mut rows: Vec<TableRow> = first.collect();
    let hidden = hosts.get(most..).unwrap_or_default();
    let sum = |part| {
        let sums = hidden.iter().map(|host| series.of_part(host, part));
        sums.fold(rest(series, part), u64::saturating_add)
    };
    let mut before = sums.iter().take(most).next_back().copied().unwrap_or(0);
    if !hidden.is_empty() || series.rest.is_some() {
        let restricted = sum("restricted");
        before = before.saturating_add(restricted);
        let cells = cells(sum("rows"), restricted, before);
        let cells = cells.map(|cell| series.of_rest(cell)).collect();
        let names = hidden.len() as u64 + series.rest.as_ref().map_or(0, |(names, _)| *names);
        rows.push(TableRow::rest(others(names, series.is_bounded), cells));
    }
    rows.extend(not_hosts(series).map(|entry| {
        before = before.saturating_add(pages(series, entry));
        let cells = cells(series.of_part(entry, "rows"), pages(series, entry), before);
        TableRow::rest(entry.name.clone(), cells.collect())
    }));
    rows
}

/// The sentence about hosts that are not in the table.
pub(super) fn left_out(series: &Series) -> Option<String> {
    let hosts = sorted(series);
    let most = most_hosts(series, &hosts);
    let is_cut = hosts.len() > most;
    let hosts = number(hosts.len() as u64);
    if series.is_bounded {
        return Some(format!(
            "The curve has the {hosts} hosts that are counted one by one, the table at most {most} of them. {BOUNDED}"
        ));
    }
    if series.rest.is_some() {
        return Some(format!(
            "The curve has the first {hosts} hosts, the table at most {most} of them."
        ));
    }
    is_cut.then(|| format!("The table has the first {most} of {hosts} hosts. --json has all."))
}

/// The sentence in the place of a curve that would be flat, or of one host.
pub(super) fn said(series: &Series) -> Option<String> {
    let hosts = sorted(series);
    let (sums, all) = together(series, &hosts);
    let last = sums.last().copied()?;
    if all == 0 {
        return Some(String::from("No page is closed or restricted."));
    }
    let share = percent(last, all);
    if series.is_bounded && Share::of(last, all) < FLAT {
        let hosts = number(hosts.len() as u64);
        return Some(format!(
            "The closed and restricted pages are on many hosts: the {hosts} hosts that are counted one by one have at least {share} of \
            them together."
        ));
    }
    let [host] = hosts.as_slice() else {
        return None;
    };
    let (restricted, rows) = (
        number(pages(series, host)),
        number(series.of_part(host, "rows")),
    );
    let name = html::cut(&host.name, 60);
    Some(format!(
        "One host by name: {name}, {restricted} of its {rows} pages are closed or restricted, {share} of all such pages."
    ))
}

/// A curve that ends below this share is flat.
const FLAT: Share = Share::percent(5);

/// How many hosts the table has; the row of the others has room for one.
fn most_hosts(series: &Series, hosts: &[&SeriesRow]) -> usize {
    let is_one_more = hosts.len() == MOST_HOSTS + 1 && series.rest.is_none();
    MOST_HOSTS + usize::from(is_one_more)
}

/// The table has at most this many hosts.
const MOST_HOSTS: usize = 20;
