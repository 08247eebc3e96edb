//! The words and numbers beside a plot.

use robots_policy_archives::{Measure, OTHERS};

use super::super::compare;
use super::super::cube::AgentCube;
use super::super::plots::OF_ONE;
use super::super::series::label;
use super::*;

const PLACE: Place<'_> = Place {
    id: "p",
    of: "gptbot",
};

/// An agent of 1000 pages with these cells of a measure.
fn agent(measure: Measure, cells: &[(&str, &str, u64)]) -> AgentCube {
    let mut agent = AgentCube {
        rows: 1000,
        ..AgentCube::default()
    };
    for (name, part, rows) in cells {
        agent.add(measure.name(), name, part, *rows);
    }
    agent
}

fn plot(measure: Measure) -> &'static Plot {
    OF_ONE.iter().find(|plot| plot.measure == measure).unwrap()
}

/// The plot of one run with at most three names, and that of two runs.
fn of(measure: Measure, agent: &AgentCube) -> [Drawn; 2] {
    let plot = plot(measure);
    let cells = agent.measure(measure.name()).unwrap();
    let one = drawn(plot, &Series::of(cells, plot.order, 3), agent.rows, PLACE);
    let two = compare::drawn(plot, (Some(agent), Some(agent)), 3, PLACE).unwrap();
    [one, two]
}

fn row<'d>(drawn: &'d Drawn, name: &str) -> Vec<&'d str> {
    let mut rows = drawn.table.rows.iter();
    let row = rows.find(|row| row.name == name);
    let cells = row.map_or(&[][..], |row| &row.cells);
    cells.iter().map(String::as_str).collect()
}

fn names(drawn: &Drawn) -> Vec<&str> {
    let rows = drawn.table.rows.iter();
    rows.map(|row| row.name.as_str()).collect()
}

#[test]
fn a_rest_of_one_name_has_its_name() {
    let cells = [
        ("a", "", 4),
        ("b", "", 3),
        ("c", "", 2),
        ("d", "", 1),
        ("e", "", 1),
    ];
    for (cells, shown, is_cut) in [
        (&cells[..3], &["a", "b", "c"][..], false),
        (&cells[..4], &["a", "b", "c", "d"], false),
        (&cells[..], &["a", "b", "c", "2 others"], true),
    ] {
        let [one, two] = of(Measure::Extension, &agent(Measure::Extension, cells));
        assert_eq!(names(&one), shown);
        assert_eq!(names(&two).len(), shown.len() - usize::from(is_cut));
        assert_eq!(
            (one.left_out.is_some(), two.left_out.is_some()),
            (is_cut, is_cut)
        );
    }
    assert_eq!(others(1, false), "1 other");
    assert_eq!(others(1, true), "1 other and more");
}

#[test]
fn names_of_reports_with_a_bound_are_lower_bounds() {
    let cells = [("a", "", 40), ("b", "", 30), (OTHERS, "", 5)];
    for (measure, part) in [
        (Measure::Extension, ""),
        (Measure::Tld, "free"),
        (Measure::Host, "rows"),
    ] {
        let cells = cells.map(|(name, _, rows)| (name, part, rows));
        let bounded = of(measure, &agent(measure, &cells));
        for drawn in &bounded {
            let said = drawn.left_out.as_deref().unwrap();
            assert!(said.contains("at least"), "{said}");
            assert!(
                !said.contains("--json") && !said.contains("largest"),
                "{said}"
            );
            assert!(
                drawn.svg.contains('\u{2265}')
                    || drawn.svg.contains("No share changed")
                    || measure == Measure::Host,
                "{measure}"
            );
            let last = drawn.table.rows.last().unwrap();
            assert!(last.is_rest && last.cells.iter().any(|cell| cell.starts_with('\u{2264}')));
        }
        let [one, two] = &bounded;
        assert!(
            row(one, "a")[0].starts_with("\u{2265}\u{A0}40"),
            "{measure}"
        );
        assert!(
            row(two, &label("a", part))[0].starts_with("\u{2265}\u{A0}40"),
            "{measure}"
        );
    }
}

#[test]
fn rows_of_no_host_are_not_hosts() {
    let cells = ["a", "(none)", "(long)"].map(|name| (name, "restricted", 10));
    let [one, _] = of(Measure::Host, &agent(Measure::Host, &cells));
    assert_eq!(names(&one), ["a", "(long)", "(none)"]);
    assert!(one.table.rows.iter().skip(1).all(|row| row.is_rest));
    assert_eq!(row(&one, "a")[2], "33.3\u{A0}%");
    assert_eq!(row(&one, "(none)")[2], "100.0\u{A0}%");
    // One host is one point.
    assert_eq!(one.svg.matches("<circle").count(), 1);
}

#[test]
fn captions_name_the_whole_of_shares() {
    let month = [("2026-01", "free", 1), ("2026-01", "closed", 3)];
    let [one, two] = of(Measure::Month, &agent(Measure::Month, &month));
    assert!(
        one.table
            .caption
            .ends_with("shares are of the pages of the row")
    );
    assert_eq!(
        row(&one, "2026-01"),
        ["4", "1 (25.0\u{A0}%)", "3 (75.0\u{A0}%)"]
    );
    assert!(
        two.table
            .caption
            .ends_with("shares are of all pages of the agent in the run")
    );
    assert_eq!(row(&two, "2026-01 \u{B7} closed")[0], "3 (0.3\u{A0}%)");
    let kept = [("index", "yes", 100), ("index", "unknown", 300)];
    let [one, _] = of(Measure::Kept, &agent(Measure::Kept, &kept));
    assert!(
        one.table
            .caption
            .ends_with("shares are of all pages of the agent")
    );
    assert_eq!(
        row(&one, "index"),
        ["400", "100 (10.0\u{A0}%)", "300 (30.0\u{A0}%)"]
    );
}

#[test]
fn months_keep_their_order() {
    let cells = ["2026-01", "later", "earlier"].map(|name| (name, "free", 1));
    for drawn in of(Measure::Month, &agent(Measure::Month, &cells)) {
        let names: Vec<&str> = names(&drawn)
            .iter()
            .map(|name| name.split(' ').next().unwrap())
            .collect();
        assert_eq!(names, ["earlier", "2026-01", "later"]);
    }
}
