//! The page: one file, without network, that is complete without its script.
//!
//! P1: the page is a function of the runs and the troubles, and shorter than [`MOST`] whatever they hold. Every list in it has
//! a bound out of [`Detail`], every text a longest length, and [`LEVELS`] make the page again with less until it fits; so a
//! part that writes a row for each of something without a bound breaks the promise. The tests `the_page_has_a_bound` and
//! `hostile_names_stay_text` notice.

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::unwrap_used)] // a test fails by panicking
mod tests;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use robots_policy_input::number::number;

use super::agents::{self, Agent, agents, shown};
use super::compare;
use super::draw;
use super::html;
use super::overview;
use super::plots::{OF_ONE, Order, Plot, PlotShape};
use super::provenance::Scans;
use super::run::Run;
use super::section::{Detail, examples, figure};
use super::series::Series;
use super::share::number as grouped;
use super::troubles::Troubles;
use super::uses;

/// The counts of one run, or of two that are compared.
pub struct Report {
    pub(super) runs: Vec<Run>,
    pub(super) troubles: Troubles,
    /// The settings that the scans do not share.
    pub(super) differences: Vec<String>,
    /// How the folders were made.
    pub(super) scans: Scans,
    /// The names of the agents that have plots of their own; without any the page selects.
    pub(super) selected: BTreeSet<String>,
}

impl Report {
    /// The page, as detailed as its length allows: it is shorter than 500 KB whatever the runs hold.
    pub fn html(&self) -> String {
        let agents = agents(&self.runs, &self.selected);
        let mut page = String::new();
        for detail in LEVELS {
            page = self.with(&agents, *detail);
            if page.len() <= MOST {
                break;
            }
        }
        page
    }

    fn with(&self, agents: &[Agent<'_>], detail: Detail) -> String {
        let mut page =
            String::from("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n");
        let name = self.name();
        let _ = write!(
            page,
            "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n<title>Robots policies: {name}</title>\n<style>{STYLE}</style></head>\n<body>\n{PATTERNS}<a class=\"skip\" href=\"#main\">To the plots</a>\n"
        );
        let _ = write!(
            page,
            "<header><h1>Robots policies: <bdi>{name}</bdi></h1>\n{}{}{}</header>\n",
            self.lead(),
            self.scans.lines(&self.runs),
            self.differences()
        );
        let plotted = agents::with_plots(agents, detail.agents);
        page.push_str(&contents(&plotted));
        page.push_str("<main id=\"main\">\n");
        page.push_str(&self.incomplete());
        page.push_str("<section aria-labelledby=\"all\"><h2 id=\"all\">All agents</h2>\n");
        page.push_str(&overview::plots(agents, detail));
        page.push_str(&overview::health(&self.runs));
        page.push_str("</section>\n");
        for (at, agent) in plotted.iter().enumerate() {
            // It is made again with less. With the plots of one agent it is whole, however long.
            if page.len() > MOST && plotted.len() > 1 {
                return page;
            }
            page.push_str(&self.of_agent(agent, at, detail));
        }
        page.push_str(&unprinted(plotted.len()));
        page.push_str(&further(agents, plotted.len()));
        page.push_str(&self.scans.html(&self.runs));
        let _ = write!(
            page,
            "</main>\n<footer><p>Written by robots-policy report. A page is counted once for each agent. The caption of each table says which pages its shares are of.</p></footer>\n<script>{SCRIPT}</script>\n</body></html>\n"
        );
        page
    }

    /// The names of the runs, as HTML.
    fn name(&self) -> String {
        let names: Vec<String> = self
            .runs
            .iter()
            .map(|run| html::short(&run.name, 80))
            .collect();
        names.join(" and ")
    }

    fn lead(&self) -> String {
        let facts = self.runs.iter().filter_map(|run| {
            let sums = run.sums.as_ref()?;
            Some(sums.lead())
        });
        let facts: Vec<String> = facts.collect();
        let comparison = if self.runs.len() > 1 {
            "The first run is the one before, the second the one after. "
        } else {
            ""
        };
        let facts = match facts.as_slice() {
            [] => String::from("Counts from a file."),
            facts => format!("{}.", facts.join("; then ")),
        };
        format!(
            "<p>{comparison}{} What the pages of a crawl permit, and what closes them.</p>\n",
            html::text(&facts)
        )
    }

    /// The settings that the scans do not share.
    fn differences(&self) -> String {
        if self.differences.is_empty() {
            return String::new();
        }
        let list = html::short(&self.differences.join(", "), 400);
        format!("<p class=\"differences\">The scans had different settings: {list}.</p>\n")
    }

    /// The reasons why the page is not complete.
    fn incomplete(&self) -> String {
        let troubles = &self.troubles;
        if troubles.count() == 0 {
            return String::new();
        }
        let mut list = String::from(
            "<section class=\"trouble\" aria-labelledby=\"trouble\"><h2 id=\"trouble\">This page is not complete</h2>\n<ul>\n",
        );
        for trouble in troubles.shown() {
            let _ = writeln!(list, "<li>{}</li>", html::short(trouble, 400));
        }
        if troubles.others() > 0 {
            let others = grouped(troubles.others());
            let _ = writeln!(
                list,
                "<li>and {others} more, which standard error names</li>"
            );
        }
        list.push_str("</ul></section>\n");
        list
    }

    /// The plots of an agent; those of the first agents are open.
    fn of_agent(&self, agent: &Agent<'_>, at: usize, detail: Detail) -> String {
        let name = html::short(shown(agent.name), 60);
        let rows = agent.last().map_or(0, |agent| agent.rows);
        let purpose = agent
            .purpose
            .map_or_else(String::new, |purpose| format!("; purpose: {purpose}"));
        let open = if at < OPEN { " open" } else { "" };
        let pages = number(rows, "page");
        let unprinted = if at < PRINTED { "" } else { " unprinted" };
        let mut page = format!(
            "<section class=\"of-agent{unprinted}\" aria-labelledby=\"a{at}\"><h2 id=\"a{at}\"><bdi>{name}</bdi></h2>\n<p>{pages}{purpose}</p>\n<details class=\"agent\"{open}><summary>Plots of <bdi>{name}</bdi></summary>\n<div class=\"figures\">\n"
        );
        for plot in OF_ONE {
            page.push_str(&self.of_plot(plot, agent, at, detail));
        }
        page.push_str("</div></details></section>\n");
        page
    }

    fn of_plot(&self, plot: &'static Plot, agent: &Agent<'_>, at: usize, detail: Detail) -> String {
        let id = plot.id(Some(at));
        let measure = plot.measure.name();
        let place = draw::PlotPlace {
            id: &id,
            of: shown(agent.name),
        };
        let mut drawn = match agent.runs.as_slice() {
            [before, after] => compare::drawn(plot, (*before, *after), detail.rows, place),
            _ => agent.last().and_then(|agent| {
                let cells = agent.measure(measure)?;
                let series = Series::of(cells, plot.order, most(plot, detail));
                let whole = agent.whole(plot.measure);
                let mut drawn = draw::drawn(plot, &series, whole, place);
                drawn.said = draw::said(plot, &series, whole);
                Some(drawn)
            }),
        };
        if let Some(drawn) = &mut drawn {
            drawn.note = uses::of_one(plot, agent, at);
            let names = drawn.table.rows.iter().map(|row| row.name.as_str());
            let last = agent.last().map(|cube| examples(plot, cube, names, detail));
            drawn.examples = last.unwrap_or_default();
        }
        figure(
            plot,
            &format!("{id}-h"),
            drawn.as_ref(),
            self.runs.len() > 1,
        )
    }
}

/// The section about the agents without plots of their own, beside this many that have some.
fn further(agents: &[Agent<'_>], plotted: usize) -> String {
    let left = (agents.len() - plotted) as u64;
    if left == 0 {
        return String::new();
    }
    let (number, have) = match left {
        1 => (String::from("1 further agent"), "has no plots of its own"),
        left => (
            format!("{} further agents", grouped(left)),
            "have no plots of their own",
        ),
    };
    let why = match agents::selected(agents) {
        0 => "so that the page stays short; --agent NAME selects whose plots the page has",
        selected if selected > plotted => {
            "so that the page stays short; it has no room for all that --agent selects"
        }
        _ => "because --agent selects others",
    };
    format!(
        "<section aria-labelledby=\"more\"><h2 id=\"more\">Further agents</h2>\n<p>{number} {have} here, {why}. The table of every agent has their shares, and --json has all counts.</p></section>\n"
    )
}

/// The sentence, on paper alone, about the agents whose plots are not printed.
fn unprinted(plotted: usize) -> String {
    let left = plotted.saturating_sub(PRINTED) as u64;
    if left == 0 {
        return String::new();
    }
    let agents = number(left, "further agent");
    format!(
        "<p class=\"printed\">Plots of {agents} are in the page and not printed; --agent NAME selects whose are.</p>\n"
    )
}

fn contents(agents: &[&Agent<'_>]) -> String {
    let mut list = String::from(
        "<nav aria-label=\"Contents\"><ul>\n<li><a href=\"#all\">All agents</a></li>\n",
    );
    for (at, agent) in agents.iter().enumerate() {
        let _ = writeln!(
            list,
            "<li><a href=\"#a{at}\"><bdi>{}</bdi></a></li>",
            html::short(&agent.label(), 60)
        );
    }
    list.push_str("</ul></nav>\n");
    list
}

/// How many names a plot has; a curve and lines have a point for each, and their tables fewer.
fn most(plot: &Plot, detail: Detail) -> usize {
    match (plot.shape, plot.order) {
        (PlotShape::Curve, _) => CURVE,
        (_, Order::Listed(listed)) => listed.len().max(detail.rows),
        (PlotShape::Lines, _) => detail.rows * 2,
        _ => detail.rows,
    }
}

/// The most bytes of a page.
const MOST: usize = 480_000;
/// A page is as detailed as the first of these with which it is short enough; the last one always is.
const LEVELS: &[Detail] = &[
    level([20, 20, 5, 60, 400]),
    level([12, 8, 3, 60, 400]),
    level([8, 4, 2, 40, 400]),
    level([6, 3, 1, 20, 400]),
    level([5, 2, 1, 12, 200]),
    level([5, 2, 1, 8, 200]),
    level([5, 1, 1, 8, 200]),
    level([5, 1, 1, 6, 200]),
    level([5, 1, 1, 4, 200]),
    level([4, 0, 0, 1, 40]),
];

const fn level([rows, named, examples, agents, listed]: [usize; 5]) -> Detail {
    Detail {
        rows,
        named,
        examples,
        agents,
        listed,
    }
}

/// The points of a curve.
const CURVE: usize = 1024;
/// The plots of this many agents are open, and of this many printed.
const OPEN: usize = 3;
const PRINTED: usize = 5;

/// Nothing is fetched, and only this style and this script are in force. The hashes are those of the two files.
const POLICY: &str = "default-src 'none'; style-src 'sha256-wxPgsj3RobgzJDx7y/T5AEdq3CttHJ9cp0IurN/f6IA='; script-src 'sha256-MoYcbpMABwHEVQaJvsVSmqab1Z6rddAqFETW58RVeWY='; base-uri 'none'; form-action 'none'";
const STYLE: &str = include_str!("page/report.css");
const SCRIPT: &str = include_str!("page/report.js");
/// The patterns of the eight styles.
const PATTERNS: &str = include_str!("page/patterns.svg");
