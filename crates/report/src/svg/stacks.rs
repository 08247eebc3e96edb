//! Bars: a name and a number each, and parts that have a style each.

use std::fmt::Write as _;

use super::super::html;
use super::super::share::Share;
use super::{LABEL, label};

/// A whole and its parts.
pub(in super::super) struct Stack {
    pub(in super::super) name: String,
    /// The text at its end.
    pub(in super::super) value: String,
    /// The style of each part, and its length.
    pub(in super::super) parts: Vec<(usize, Share)>,
    /// Whether the whole width is the whole, so that what the parts leave is shown as empty.
    pub(in super::super) is_whole: bool,
}

/// Stacks below each other, each with its name and number above it, and their height.
pub(in super::super) fn stacks(stacks: &[Stack]) -> (u32, String) {
    let mut svg = String::new();
    let mut top = 0;
    for stack in stacks {
        label(
            &mut svg,
            "l",
            ("0", top + 13),
            &html::cut(&stack.name, LABEL),
        );
        label(&mut svg, "v", ("100%", top + 13), &stack.value);
        let y = top + 18;
        if stack.is_whole {
            let _ = write!(
                svg,
                "<rect class=\"t\" y=\"{y}\" width=\"100%\" height=\"14\"/>"
            );
        }
        let mut before = Share::NONE;
        for (style, length) in &stack.parts {
            if *length > Share::NONE {
                let _ = write!(
                    svg,
                    "<rect class=\"s{style}\" x=\"{before}\" y=\"{y}\" width=\"{length}\" height=\"14\"/>",
                );
            }
            before = before.and(*length);
        }
        top += STEP;
    }
    (top, svg)
}

/// The height of a bar with its name.
const STEP: u32 = 38;
