//! Lines over names in order, such as months.

use std::fmt::Write as _;

use super::super::html;
use super::super::share::Share;
use super::label;

/// A name on the way from left to right.
pub(in super::super) struct Point {
    pub(in super::super) name: String,
    pub(in super::super) place: Share,
    /// Whether no line leads to it.
    pub(in super::super) is_alone: bool,
}

/// Lines from 0 to 100 % over the same points, and their height. A line has a style, and a height for each point; `None`
/// interrupts it.
pub(in super::super) fn lines(
    points: &[Point],
    lines: impl IntoIterator<Item = (usize, Vec<Option<Share>>)>,
) -> (u32, String) {
    let mut svg = String::new();
    for percent in [0, 25, 50, 75, 100] {
        let y = TOP + Share::percent(percent).rest().pixels(HEIGHT);
        let _ = write!(
            svg,
            "<line class=\"g\" x1=\"{LEFT}\" x2=\"100%\" y1=\"{y}\" y2=\"{y}\"/>"
        );
        label(&mut svg, "l", ("0", y + 4), &format!("{percent} %"));
    }
    for (style, heights) in lines {
        drawn(&mut svg, style, &heights, points);
    }
    let below = TOP + HEIGHT + 18;
    for (class, point) in named_points(points) {
        let x = point.place.between(LEFT, Share::ALL).to_string();
        label(&mut svg, class, (&x, below), &html::cut(&point.name, NAME));
    }
    (below + 6, svg)
}

/// The points whose names have room below the lines, each with the class of its label: the first and the last that are joined,
/// one in the middle, and those that are alone.
fn named_points(points: &[Point]) -> Vec<(&'static str, &Point)> {
    let alone = points.iter().filter(|point| point.is_alone);
    let alone = alone.map(|point| match point.place {
        Share::NONE => ("l", point),
        Share::ALL => ("v", point),
        _ => ("m", point),
    });
    let mut named: Vec<(&str, &Point)> = alone.take(MOST_ALONE).collect();
    let is_middle_free = named.is_empty();
    let joined: Vec<&Point> = points.iter().filter(|point| !point.is_alone).collect();
    match joined.as_slice() {
        [] => {}
        [one] => named.push(("m", one)),
        [first, inner @ .., last] => {
            named.extend([("l", *first), ("v", *last)]);
            let from_middle = |point: &&&Point| point.place.hundredths().abs_diff(HALF);
            let middle = inner.iter().min_by_key(from_middle);
            let middle = middle.filter(|point| is_middle_free && from_middle(point) <= NEAR);
            named.extend(middle.map(|point| ("m", *point)));
        }
    }
    named
}

/// Adds a line: a path in a frame of its own that is stretched, and a mark at each point if there are few.
fn drawn(svg: &mut String, style: usize, heights: &[Option<Share>], points: &[Point]) {
    let mut path = String::new();
    let mut marks = String::new();
    let mut is_drawn = false;
    let is_marked = heights.len() <= MOST_MARKED;
    for (point, height) in points.iter().zip(heights) {
        let Some(height) = height else {
            is_drawn = false;
            continue;
        };
        let (x, down) = (point.place, height.rest());
        if !point.is_alone {
            let step = if is_drawn { 'L' } else { 'M' };
            let _ = write!(path, "{step}{} {}", x.hundredths(), down.hundredths());
        }
        is_drawn = !point.is_alone;
        if is_marked || point.is_alone {
            let _ = write!(
                marks,
                "<circle class=\"d{}\" cx=\"{}\" cy=\"{}\" r=\"3\"/>",
                style,
                x.between(LEFT, Share::ALL),
                TOP + down.pixels(HEIGHT)
            );
        }
    }
    let _ = write!(
        svg,
        "<svg x=\"{LEFT}\" y=\"{TOP}\" width=\"{}\" height=\"{HEIGHT}\" viewBox=\"0 0 10000 10000\" preserveAspectRatio=\"none\"><path class=\"n{}\" d=\"{path}\"/></svg>{marks}",
        LEFT.rest(),
        style
    );
}

/// The middle of the way in hundredths of a percent, and how far from it a name has room between the first and the last.
const HALF: u32 = 5_000;
const NEAR: u32 = 2_000;
/// The most names of points that are alone.
const MOST_ALONE: usize = 3;
/// The width of the names of the heights, which are on the left.
const LEFT: Share = Share::percent(13);
const TOP: u32 = 8;
const HEIGHT: u32 = 200;
/// The longest name below the lines.
const NAME: usize = 12;
/// Lines of at most this many points have marks.
const MOST_MARKED: usize = 36;
