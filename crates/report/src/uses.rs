//! The sentences that keep `free` apart from uses: a page that nothing restricts may still forbid training.

use robots_policy_archives::Measure;
use robots_policy_input::number::number;

use super::agents::{Agent, shown};
use super::html;
use super::plots::Plot;
use super::share::number as grouped;

/// The sentence, as HTML, that leads to the disallowed uses of all agents; the plotted ones have plots of their own.
pub(super) fn of_all(agents: &[Agent<'_>], plotted: &[&Agent<'_>]) -> Option<String> {
    let all = agents.iter().filter(|agent| disallows(agent)).count();
    let of_plotted = plotted.iter().enumerate();
    let links = of_plotted.filter(|(_, agent)| disallows(agent));
    let links = links.map(|(at, agent)| link(at, &html::short(shown(agent.name), 40)));
    let links: Vec<String> = links.take(MOST_LINKS).collect();
    let more = all - links.len();
    let of = match (links.as_slice(), more) {
        (_, 0) => links.join(", "),
        ([], more) => format!("{} without plots here", number(more as u64, "agent")),
        (links, more) => format!("{} and {} more", links.join(", "), grouped(more as u64)),
    };
    (all > 0).then(|| {
        format!(
            "Training or another use is disallowed on some pages; see plot {} of {of}.",
            number_of()
        )
    })
}

/// The sentence, as HTML, in a plot that divides the pages of an agent into free ones and others.
pub(super) fn of_one(plot: &Plot, agent: &Agent<'_>, at: usize) -> Option<String> {
    let has_free = plot.measure.parts().contains(&"free");
    (has_free && disallows(agent)).then(|| {
        let link = link(at, &format!("plot {}", number_of()));
        format!("A free page may still disallow training or another use, which {link} counts.")
    })
}

/// A link to the plot of uses of an agent, whose place in the page is this.
fn link(at: usize, text: &str) -> String {
    let place = Plot::of(Measure::Use).map_or_else(String::new, |plot| plot.id(Some(at)));
    format!("<a href=\"#{place}-h\"><bdi>{text}</bdi></a>")
}

/// The number of the plot of uses.
fn number_of() -> usize {
    Plot::of(Measure::Use).map_or(0, Plot::number)
}

/// Whether a page disallows the agent a use.
fn disallows(agent: &Agent<'_>) -> bool {
    let runs = agent.runs.iter().flatten();
    let uses = runs.filter_map(|run| run.measure(Measure::Use.name()));
    let mut parts = uses.flat_map(|uses| uses.values());
    parts.any(|parts| parts.get("disallow").is_some_and(|rows| *rows > 0))
}

/// The sentence has at most this many links.
const MOST_LINKS: usize = 12;
