//! Slopes: shares before and after, and a line from one to the other.

use std::cmp::Reverse;
use std::fmt::Write as _;

use super::super::html;
use super::super::share::Share;
use super::{Named, frame, label};

/// A name with its shares in two runs.
pub(in super::super) struct Slope {
    pub(in super::super) name: String,
    /// How many further names have the same shares.
    pub(in super::super) more: usize,
    pub(in super::super) before: Share,
    pub(in super::super) after: Share,
    /// The texts at its ends.
    pub(in super::super) values: [String; 2],
}

impl Slope {
    /// The name; of several that coincide the part comes first, which they may share.
    fn label(&self) -> String {
        if self.more == 0 {
            return html::cut(&self.name, NAME).into_owned();
        }
        let name = match self.name.split_once(" \u{B7} ") {
            Some((of, part)) => format!("{part} of {of}"),
            None => self.name.clone(),
        };
        format!(
            "{} and {} more",
            html::cut(&name, NAME_OF_SEVERAL),
            self.more
        )
    }
}

/// Slopes, the highest at the top. The largest share is the height of the plot.
pub(in super::super) fn slope(named: &Named<'_>, slopes: &[Slope]) -> String {
    let most = slopes
        .iter()
        .map(|slope| slope.before.max(slope.after))
        .max();
    let most = most.unwrap_or(Share::NONE).hundredths().max(1);
    let height = u32::try_from(slopes.len())
        .unwrap_or(0)
        .saturating_mul(STEP)
        .max(LEAST);
    let place = |share: Share| {
        let share = Share::of(share.hundredths().into(), most.into());
        TOP + share.rest().pixels(height)
    };
    let mut svg = String::new();
    label(&mut svg, "v", (&LEFT.to_string(), 13), "before");
    label(&mut svg, "l", (&RIGHT.to_string(), 13), "after");
    let befores = left(slopes, &place);
    let afters = apart(slopes.iter().map(|slope| (place(slope.after), slope.after)));
    for (at, slope) in slopes.iter().enumerate() {
        let style = at % STYLES;
        let [before, after] = &slope.values;
        let (from, to) = (place(slope.before), place(slope.after));
        let _ = write!(
            svg,
            "<line class=\"n{style}\" x1=\"{LINE_LEFT}\" y1=\"{from}\" x2=\"{LINE_RIGHT}\" y2=\"{to}\"/><circle class=\"d{style}\" cx=\"{LINE_LEFT}\" cy=\"{from}\" r=\"3\"/><circle class=\"d{style}\" cx=\"{LINE_RIGHT}\" cy=\"{to}\" r=\"3\"/>",
        );
        let at_left = befores.get(at).copied().flatten();
        let at_right = afters.get(at).copied().unwrap_or(to);
        let _ = write!(
            svg,
            "<line class=\"g\" x1=\"{LINE_RIGHT}\" y1=\"{to}\" x2=\"{RIGHT}\" y2=\"{at_right}\"/>"
        );
        if let Some(at_left) = at_left {
            let _ = write!(
                svg,
                "<line class=\"g\" x1=\"{LEFT}\" y1=\"{at_left}\" x2=\"{LINE_LEFT}\" y2=\"{from}\"/>"
            );
            label(&mut svg, "v", (&LEFT.to_string(), at_left + 4), before);
        }
        let name = slope.label();
        label(&mut svg, "l", (&RIGHT.to_string(), at_right + 4), &name);
        label(&mut svg, "w", (&RIGHT.to_string(), at_right + 18), after);
    }
    let lowest = befores.iter().flatten().chain(&afters).max();
    let lowest = lowest.copied().unwrap_or(TOP);
    frame(named, lowest.max(TOP + height) + 24, &svg)
}

/// The places of the labels on the left; slopes that begin with the same text have one label together.
fn left(slopes: &[Slope], place: &dyn Fn(Share) -> u32) -> Vec<Option<u32>> {
    let text = |slope: &Slope| slope.values.first().cloned();
    let is_first = |at: usize| {
        let mut earlier = slopes.iter().take(at);
        let own = slopes.get(at).and_then(text);
        earlier.all(|other| text(other) != own)
    };
    let firsts: Vec<usize> = (0..slopes.len()).filter(|at| is_first(*at)).collect();
    let befores = firsts.iter().filter_map(|at| Some(slopes.get(*at)?.before));
    let places = befores.map(|before| (place(before), before));
    let moved = apart(places);
    let of = |at: usize| {
        let own = firsts.iter().position(|first| *first == at)?;
        moved.get(own).copied()
    };
    (0..slopes.len()).map(of).collect()
}

/// The places of labels, moved down until none covers another; the larger share is above.
fn apart(places: impl Iterator<Item = (u32, Share)>) -> Vec<u32> {
    let places: Vec<(u32, Share)> = places.collect();
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|at| {
        places
            .get(*at)
            .map(|(place, share)| (*place, Reverse(*share)))
    });
    let mut moved: Vec<u32> = places.into_iter().map(|(place, _)| place).collect();
    let mut free = 0;
    for at in order {
        if let Some(place) = moved.get_mut(at) {
            *place = (*place).max(free);
            free = *place + STEP;
        }
    }
    moved
}

/// The ends of the labels on the left, of the lines, and the begin of the labels on the right.
const LEFT: Share = Share::percent(15);
const LINE_LEFT: Share = Share::percent(18);
const LINE_RIGHT: Share = Share::percent(42);
const RIGHT: Share = Share::percent(45);
const TOP: u32 = 28;
/// The height of a label.
const STEP: u32 = 32;
/// The height of a plot of few slopes.
const LEAST: u32 = 120;
/// The number of styles.
const STYLES: usize = 8;
/// The longest name, and that of the first of several.
const NAME: usize = 24;
const NAME_OF_SEVERAL: usize = 17;
