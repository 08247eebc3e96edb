//! Lines over names in order, such as months.

use std::fmt::Write as _;

use super::super::html;
use super::super::share::Share;
use super::{Named, frame, label};

/// Lines over the same names.
pub(in super::super) struct Lines {
    /// The names from left to right.
    pub(in super::super) names: Vec<String>,
    pub(in super::super) lines: Vec<Line>,
}

/// A line, with a height for each name; `None` interrupts it.
pub(in super::super) struct Line {
    pub(in super::super) style: usize,
    pub(in super::super) heights: Vec<Option<Share>>,
}

/// Lines in a frame from 0 to 100 %.
pub(in super::super) fn lines(named: &Named<'_>, plot: &Lines) -> String {
    let mut svg = String::new();
    for percent in [0, 25, 50, 75, 100] {
        let y = TOP + Share::percent(percent).rest().pixels(HEIGHT);
        let _ = write!(
            svg,
            "<line class=\"g\" x1=\"{LEFT}\" x2=\"100%\" y1=\"{y}\" y2=\"{y}\"/>"
        );
        label(&mut svg, "l", ("0", y + 4), &format!("{percent} %"));
    }
    let last = (plot.names.len() as u64).saturating_sub(1);
    let place = |at: u64| match last {
        0 => Share::percent(50),
        _ => Share::of(at, last),
    };
    for line in &plot.lines {
        drawn(&mut svg, line, &place);
    }
    let below = TOP + HEIGHT + 18;
    for (class, at) in [("l", 0), ("m", last / 2), ("v", last)] {
        let index = usize::try_from(at).unwrap_or(0);
        let is_again = at == 0 && class != "l" || class == "v" && at == last / 2;
        if let Some(name) = plot.names.get(index).filter(|_| !is_again) {
            let x = place(at).between(LEFT, Share::ALL).to_string();
            label(&mut svg, class, (&x, below), &html::cut(name, NAME));
        }
    }
    frame(named, below + 6, &svg)
}

/// Adds a line: a path in a frame of its own that is stretched, and a mark at each point if there are few.
fn drawn(svg: &mut String, line: &Line, place: &dyn Fn(u64) -> Share) {
    let mut path = String::new();
    let mut marks = String::new();
    let mut is_drawn = false;
    for (at, height) in (0..).zip(&line.heights) {
        let Some(height) = height else {
            is_drawn = false;
            continue;
        };
        let (x, down) = (place(at), height.rest());
        let step = if is_drawn { 'L' } else { 'M' };
        is_drawn = true;
        let _ = write!(path, "{step}{} {}", x.hundredths(), down.hundredths());
        let _ = write!(
            marks,
            "<circle class=\"d{}\" cx=\"{}\" cy=\"{}\" r=\"3\"/>",
            line.style,
            x.between(LEFT, Share::ALL),
            TOP + down.pixels(HEIGHT)
        );
    }
    let _ = write!(
        svg,
        "<svg x=\"{LEFT}\" y=\"{TOP}\" width=\"{}\" height=\"{HEIGHT}\" viewBox=\"0 0 10000 10000\" preserveAspectRatio=\"none\"><path class=\"n{}\" d=\"{path}\"/></svg>",
        LEFT.rest(),
        line.style
    );
    if line.heights.len() <= MOST_MARKED {
        svg.push_str(&marks);
    }
}

/// The width of the names of the heights, which are on the left.
const LEFT: Share = Share::percent(13);
const TOP: u32 = 8;
const HEIGHT: u32 = 200;
/// The longest name below the lines.
const NAME: usize = 12;
/// Lines of at most this many points have marks.
const MOST_MARKED: usize = 36;
