//! Slopes: shares before and after, and a line from one to the other.

use std::fmt::Write as _;

use super::super::html;
use super::super::share::Share;
use super::{Named, frame, label};

/// A name with its shares in two runs.
pub(in super::super) struct Slope {
    pub(in super::super) name: String,
    pub(in super::super) before: Share,
    pub(in super::super) after: Share,
    /// The texts at its ends.
    pub(in super::super) values: [String; 2],
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
    let befores = apart(slopes.iter().map(|slope| place(slope.before)));
    let afters = apart(slopes.iter().map(|slope| place(slope.after)));
    for (at, slope) in slopes.iter().enumerate() {
        let style = at % STYLES;
        let [before, after] = &slope.values;
        let (from, to) = (place(slope.before), place(slope.after));
        let _ = write!(
            svg,
            "<line class=\"n{style}\" x1=\"{LINE_LEFT}\" y1=\"{from}\" x2=\"{LINE_RIGHT}\" y2=\"{to}\"/><circle class=\"d{style}\" cx=\"{LINE_LEFT}\" cy=\"{from}\" r=\"3\"/><circle class=\"d{style}\" cx=\"{LINE_RIGHT}\" cy=\"{to}\" r=\"3\"/>",
        );
        let at_left = befores.get(at).copied().unwrap_or(from);
        let at_right = afters.get(at).copied().unwrap_or(to);
        let _ = write!(
            svg,
            "<line class=\"g\" x1=\"{LINE_RIGHT}\" y1=\"{to}\" x2=\"{RIGHT}\" y2=\"{at_right}\"/><line class=\"g\" x1=\"{LEFT}\" y1=\"{at_left}\" x2=\"{LINE_LEFT}\" y2=\"{from}\"/>"
        );
        label(&mut svg, "v", (&LEFT.to_string(), at_left + 4), before);
        let name = html::cut(&slope.name, NAME);
        label(&mut svg, "l", (&RIGHT.to_string(), at_right + 4), &name);
        label(&mut svg, "w", (&RIGHT.to_string(), at_right + 18), after);
    }
    let lowest = befores.iter().chain(&afters).max();
    let lowest = lowest.copied().unwrap_or(TOP);
    frame(named, lowest.max(TOP + height) + 24, &svg)
}

/// The places of labels, moved down until none covers another.
fn apart(places: impl Iterator<Item = u32>) -> Vec<u32> {
    let places: Vec<u32> = places.collect();
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|at| places.get(*at).copied());
    let mut moved = places.clone();
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
/// The longest name.
const NAME: usize = 24;
