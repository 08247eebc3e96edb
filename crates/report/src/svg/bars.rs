//! Bars: a name, a number and a length each.

use std::fmt::Write as _;

use super::super::html;
use super::super::share::Share;
use super::{LABEL, Named, frame, label};

/// A bar.
pub(in super::super) struct Bar {
    pub(in super::super) name: String,
    /// The text at its end.
    pub(in super::super) value: String,
    /// Its length.
    pub(in super::super) length: Share,
}

/// Bars below each other, each with its name and number above it.
pub(in super::super) fn bars(named: &Named<'_>, bars: &[Bar]) -> String {
    let mut svg = String::new();
    let mut top = 0;
    for bar in bars {
        label(&mut svg, "l", ("0", top + 13), &html::cut(&bar.name, LABEL));
        label(&mut svg, "v", ("100%", top + 13), &bar.value);
        let _ = write!(
            svg,
            "<rect class=\"s4\" y=\"{}\" width=\"{}\" height=\"12\"/>",
            top + 18,
            bar.length
        );
        top += STEP;
    }
    frame(named, top, &svg)
}

/// The height of a bar with its name.
pub(super) const STEP: u32 = 38;
