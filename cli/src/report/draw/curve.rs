//! The curve of the hosts that have the most closed and restricted pages.

use super::super::series::{Entry, Series};
use super::super::share::{Share, number, percent};
use super::super::svg::{Line, Lines, Named, lines};
use super::super::table::TableRow;

/// The closed and restricted pages of a host.
pub(super) fn pages(series: &Series, host: &Entry) -> u64 {
    series.of_part(host, "restricted")
}

/// The hosts, those with the most closed and restricted pages first.
fn sorted(series: &Series) -> Vec<&Entry> {
    let mut hosts: Vec<&Entry> = series.entries.iter().collect();
    hosts
        .sort_by_key(|host| std::cmp::Reverse((pages(series, host), series.of_part(host, "rows"))));
    hosts
}

/// The closed and restricted pages of the first host, of the first two, and so on; and of all.
fn together(series: &Series, hosts: &[&Entry]) -> (Vec<u64>, u64) {
    let mut sum = 0u64;
    let sums = hosts.iter().map(|host| {
        sum = sum.saturating_add(pages(series, host));
        sum
    });
    let sums = sums.collect();
    (sums, sum.saturating_add(rest(series, "restricted")))
}

/// The rows of a part of the hosts that the reports added up.
fn rest(series: &Series, part: &str) -> u64 {
    let at = series.parts.iter().position(|known| known == part);
    let rest = series.rest.as_ref();
    let count = at.and_then(|at| rest?.counts.get(at));
    count.map_or(0, |count| count.rows)
}

pub(super) fn curve(named: &Named<'_>, series: &Series) -> String {
    let (sums, all) = together(series, &sorted(series));
    let plot = Lines {
        names: (1..=sums.len()).map(|hosts| number(hosts as u64)).collect(),
        lines: vec![Line {
            style: 4,
            heights: sums.iter().map(|sum| Some(Share::of(*sum, all))).collect(),
        }],
    };
    lines(named, &plot)
}

/// The rows of the first hosts.
pub(super) fn rows(series: &Series) -> Vec<TableRow> {
    let hosts = sorted(series);
    let (sums, all) = together(series, &hosts);
    let cells = |pages: u64, restricted: u64, together: u64| {
        vec![number(pages), number(restricted), percent(together, all)]
    };
    let first = hosts.iter().zip(&sums).take(MOST_HOSTS);
    let first = first.map(|(host, together)| {
        let cells = cells(series.of_part(host, "rows"), pages(series, host), *together);
        TableRow::new(&host.name, cells)
    });
    let mut rows: Vec<TableRow> = first.collect();
    let others = hosts.get(MOST_HOSTS.min(hosts.len())..).unwrap_or_default();
    let sum = |of: &dyn Fn(&Entry) -> u64, part| {
        let sum = others
            .iter()
            .fold(0u64, |sum, host| sum.saturating_add(of(host)));
        sum.saturating_add(rest(series, part))
    };
    if !others.is_empty() || series.rest.is_some() {
        let pages_of = sum(&|host| series.of_part(host, "rows"), "rows");
        let restricted = sum(&|host| pages(series, host), "restricted");
        let more = if series.rest.is_some() {
            " and more"
        } else {
            ""
        };
        let name = format!("{} others{more}", number(others.len() as u64));
        rows.push(TableRow::rest(name, cells(pages_of, restricted, all)));
    }
    rows
}

/// The sentence about hosts that are not in the table.
pub(super) fn left_out(series: &Series) -> Option<String> {
    let hosts = series.entries.len();
    if series.rest.is_some() {
        return Some(format!(
            "The curve has the {} largest hosts that the reports count one by one, the table the first {MOST_HOSTS}. The query below counts all.",
            number(hosts as u64)
        ));
    }
    (hosts > MOST_HOSTS).then(|| {
        let hosts = number(hosts as u64);
        format!("The table has the first {MOST_HOSTS} of {hosts} hosts. The query below, or --json, has all.")
    })
}

/// The table has at most this many hosts.
const MOST_HOSTS: usize = 20;
