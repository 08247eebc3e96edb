//! Each shape, as text.

use super::super::kept::keep;
use super::super::share::Share;
use super::*;

const NAMED: Named<'_> = Named {
    id: "p",
    title: "A <title>",
    description: "\"described\"",
};

/// Each element on a line of its own.
fn read(svg: &str) -> String {
    svg.replace("><", ">\n<")
}

#[test]
fn bars_have_names_numbers_and_lengths() {
    let bar = |name: &str, part| Stack {
        name: name.to_owned(),
        value: format!("{part} of 4"),
        parts: vec![(4, Share::of(part, 4))],
        is_whole: false,
    };
    let long = "a-name-that-is-much-longer-than-a-plot-is-wide";
    let plot = [bar("noindex", 4), bar("</svg>", 1), bar(long, 0)];
    keep("bars", &read(&stacked(&NAMED, &plot)));
    keep("bars_none", &read(&stacked(&NAMED, &[])));
}

#[test]
fn stacks_leave_the_rest_empty() {
    let stack = Stack {
        name: String::from("gptbot"),
        value: String::from("9 pages"),
        parts: vec![(0, Share::of(1, 3)), (2, Share::NONE), (3, Share::of(1, 2))],
        is_whole: true,
    };
    keep("stacked", &read(&stacked(&NAMED, &[stack])));
}

#[test]
fn cells_are_darker_for_more() {
    let cell = |part| Some((format!("{part} %"), Share::of(part, 100)));
    let plot = Heat {
        columns: vec![String::from("meta"), String::from("x-robots-tag")],
        rows: vec![
            HeatRow {
                name: String::from("noindex"),
                cells: vec![cell(100), cell(19)],
            },
            HeatRow {
                name: String::from("max-image-preview and more"),
                cells: vec![None, cell(20)],
            },
        ],
    };
    keep("heat", &read(&heat(&NAMED, &plot)));
}

#[test]
fn lines_are_interrupted_where_nothing_is_known() {
    let point = |(name, percent, is_alone): (&str, u32, bool)| Point {
        name: name.to_owned(),
        place: Share::percent(percent),
        is_alone,
    };
    let months = [
        ("2026-01", 0, false),
        ("2026-02", 50, false),
        ("2026-03", 100, false),
    ];
    let line = |style, heights: &[Option<u64>]| Line {
        style,
        heights: heights
            .iter()
            .map(|part| part.map(|part| Share::of(part, 4)))
            .collect(),
    };
    let plot = Lines {
        points: months.map(point).into(),
        lines: vec![
            line(0, &[Some(4), Some(2), Some(0)]),
            line(2, &[Some(1), None, Some(3)]),
        ],
    };
    keep("lines", &read(&lines(&NAMED, &plot)));
    let one = Lines {
        points: vec![point(("2026-01", 50, false))],
        lines: vec![line(1, &[Some(1)])],
    };
    keep("lines_of_one", &read(&lines(&NAMED, &one)));
    let alone = [
        ("earlier", 0, true),
        ("2026-01", 18, false),
        ("2026-03", 86, false),
        ("none", 100, true),
    ];
    let alone = Lines {
        points: alone.map(point).into(),
        lines: vec![line(1, &[Some(1), Some(2), Some(3), Some(4)])],
    };
    let alone = read(&lines(&NAMED, &alone));
    assert_eq!(
        (alone.matches('L').count(), alone.matches("<circle").count()),
        (1, 4),
        "{alone}"
    );
    keep("lines_with_points", &alone);
}
