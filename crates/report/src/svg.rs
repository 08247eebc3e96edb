//! Plots as SVG: bars and their parts, lines, and cells of heat.
//!
//! Widths are shares of the width of the page and heights are pixels, so that a plot fits a phone and its letters keep their
//! size. A style is a class: the style sheet gives each of the six both a colour and a pattern, because a colour alone carries
//! no meaning.

mod heat;
mod lines;
mod stacks;

use std::fmt::Write as _;

pub(super) use self::heat::heat;
pub(super) use self::lines::{Point, lines};
pub(super) use self::stacks::{Stack, stacks};

use super::html;

/// A plot of this height, whose id is distinct in the page, with its name for people who do not see it.
pub(super) fn frame(id: &str, title: &str, description: &str, height: u32, body: &str) -> String {
    format!(
        "<svg role=\"img\" aria-labelledby=\"{id}-t {id}-d\" width=\"100%\" height=\"{height}\"><title id=\"{id}-t\">{}</title><desc id=\"{id}-d\">{}</desc>{body}</svg>\n",
        html::text(title),
        html::text(description),
    )
}

/// Adds a text at a place.
fn label(svg: &mut String, class: &str, place: (&str, u32), text: &str) {
    let (x, y) = place;
    let _ = write!(
        svg,
        "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>",
        html::text(text)
    );
}

/// The longest label in a plot; the table beside it has the whole name.
const LABEL: usize = 34;
