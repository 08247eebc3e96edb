//! The table of plots: one row for each.

use robots_policy_archives::Measure;

/// A plot, and the table beside it.
pub(super) struct Plot {
    /// The number, as people name it.
    pub(super) number: &'static str,
    pub(super) title: &'static str,
    pub(super) measure: Measure,
    pub(super) shape: Shape,
    pub(super) order: Order,
    /// The column of the names.
    pub(super) names: &'static str,
    /// How it is read.
    pub(super) note: &'static str,
    /// The sentence in its place, if the measure counted nothing.
    pub(super) absent: &'static str,
}

/// The shape of a plot. Two runs are slopes, whatever the shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A bar for each name.
    Bars,
    /// A bar for each name, divided into its parts.
    Stacked,
    /// A line for each part over the names.
    Lines,
    /// A row for each name, a column for each part.
    Heat,
    /// One line that adds up the names, the largest first.
    Curve,
}

/// The order of the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// The largest first.
    Largest,
    /// As words are sorted; of too many, the last ones are shown.
    Name,
    /// As months follow each other; of too many, the last ones are shown.
    Time,
    /// As listed; names that are not listed follow.
    Listed(&'static [&'static str]),
}

macro_rules! plots {
    ($($number:literal $title:literal: $measure:ident, $shape:ident by $order:expr, of $names:literal;
        $note:literal;
        $absent:literal;
    )+) => {
        &[$(Plot {
            number: $number,
            title: $title,
            measure: Measure::$measure,
            shape: Shape::$shape,
            order: $order,
            names: $names,
            note: $note,
            absent: $absent,
        }),+]
    };
}

/// The plots over all agents, each agent a name.
pub(super) const OF_ALL: &[Plot] = plots! {
    "1" "How pages appear to each agent": State, Stacked by Order::Name, of "agent";
        "Free: nothing in robots.txt or in the directives of the page restricts it. This is not leave to train: what the \
        sources state about training and other uses is in plot 15. Restricted: a directive restricts the page. Closed: \
        robots.txt disallows it. Unknown: nothing restricts it in what was read, and a source that may was not read. Files \
        beside pages, redirects and errors are no pages.";
        "The reports do not count states.";
    "3" "What robots.txt answers each agent": ClosedBy, Stacked by Order::Name, of "agent";
        "Closed pages by what closes them: a group of the agent's own, the group for every client, or a robots.txt that is \
        unreachable. Without a store of robots.txt answers (scan --robots-store) the answer is unknown for every page but robots.txt \
        itself, which is always allowed.";
        "The reports do not count the answers of robots.txt.";
};

/// The plots of one agent.
pub(super) const OF_ONE: &[Plot] = plots! {
    "2" "Directives by source": Sources, Heat by Order::Largest, of "directive";
        "A directive that two sources state is counted for both.";
        "No directive is in force.";
    "3a" "What closes pages": ClosedBy, Bars by Order::Largest, of "closed by";
        "Pages that robots.txt disallows, by the group that closes them, or because the file could not be fetched.";
        "robots.txt closes no page.";
    "3b" "Reasons of robots.txt": Access, Bars by Order::Largest, of "reason";
        "The reason of each answer of robots.txt.";
        "The reports do not count the answers of robots.txt.";
    "4" "Over time": Month, Lines by Order::Time, of "month";
        "Pages by the month in which they were captured.";
        "No page has a date.";
    "5a" "By top-level domain": Tld, Stacked by Order::Largest, of "domain";
        "";
        "No page has a host.";
    "5b" "By status": Status, Stacked by Order::Name, of "status";
        "";
        "No page has a status.";
    "5c" "By content type": Type, Stacked by Order::Largest, of "type";
        "";
        "No page has a content type.";
    "5d" "What the responses are": Response, Bars by Order::Largest, of "response";
        "All responses with a row. The other plots, but that by status, are about the pages among them.";
        "The reports do not count what responses are.";
    "6" "Concentration on hosts": Host, Curve by Order::Largest, of "host";
        "The closed and restricted pages that the first hosts have together. If the curve rises at once, a few hosts make \
        the web look closed.";
        "No page has a host.";
    "7" "Conflicts": Conflict, Bars by Order::Largest, of "conflict";
        "Pages whose statements contradict each other. An agent that obeys a Disallow never reads the noindex of the page.";
        "No page has statements in conflict.";
    "8" "Mistakes and doubts": Diagnostics, Bars by Order::Largest, of "code";
        "Pages by diagnostic. A page may have several.";
        "No page has a diagnostic.";
    "9" "Names outside the table of directives": Extension, Bars by Order::Largest, of "name";
        "Directives that no specification and no vendor defines. They restrict nothing.";
        "No page has such a name.";
    "10a" "Length of excerpts": Snippet, Bars by Order::Listed(&["0", "1-50", "51-160", "161-320", "321+", "no-limit", "unknown"]), of "characters";
        "The longest excerpt that is allowed.";
        "The reports do not count excerpts.";
    "10b" "Previews of images": ImagePreview, Bars by Order::Listed(&["none", "standard", "large", "unsaid", "unknown"]), of "largest";
        "";
        "The reports do not count previews.";
    "11" "Deadlines": Until, Bars by Order::Time, of "month";
        "The months of unavailable_after: past or coming at the time of the scan.";
        "No page has an unavailable_after.";
    "12a" "Not read, or not whole": Unread, Bars by Order::Largest, of "reason";
        "An answer that depends on what was not read is unknown, never yes.";
        "Every page was read.";
    "12b" "What is not known": NotKnown, Bars by Order::Largest, of "source";
        "Pages by source that is not known and keeps an answer from being known. A page may have several.";
        "No source keeps an answer from being known, or the reports do not count it.";
    "13" "What is kept": Kept, Bars by Order::Listed(&["all", "fetch", "index", "snippet", "archive", "noai", "train"]), of "step";
        "The pages that are left after each step, for a client that drops what is refused: to fetch, to index, to excerpt, \
        to offer a copy, to use for artificial intelligence, to train. Unknown: nothing refuses, and not all is known; at the last step also that \
        nothing is stated about training, for silence is not a yes.";
        "The reports do not count steps.";
    "14" "Explicit permission": Permit, Bars by Order::Largest, of "permission";
        "Words such as index or all. They lift no restriction.";
        "No page has an explicit permission.";
    "15" "Uses": Use, Stacked by Order::Name, of "use";
        "What the sources state about each use. Unstated: all sources are known, and none speaks. Unknown: a source that may \
        forbid the use is not known.";
        "The reports do not count uses.";
    "16" "Answers and training": Engine, Stacked by Order::Name, of "use";
        "Whether the engine uses the page in answers of a machine, and to train. Unsaid: its owner says nothing. \
        Asked not to: and its owner does not say whether it listens. Unknown: a source that decides was not read.";
        "This agent is not an engine; `scan --as` counts what engines do.";
};

impl Plot {
    /// How it is read in a page about one run, or about two.
    pub(super) fn note(&self, is_of_two: bool) -> &'static str {
        match self.shape {
            // Two runs have no curve.
            Shape::Curve if is_of_two => {
                "All pages of a host (rows), and those that are closed or restricted."
            }
            _ => self.note,
        }
    }
}

/// The parts of measures in the order in which they are stacked, each with its style.
const PARTS: &[(&str, usize)] = &[
    ("free", 0),
    ("yes", 0),
    ("allow", 0),
    ("allowed", 0),
    ("past", 0),
    ("restricted", 1),
    ("limited", 1),
    ("conditional", 1),
    ("coming", 1),
    ("closed", 2),
    ("no", 2),
    ("disallow", 2),
    ("own-group", 2),
    ("every-client", 1),
    ("purpose", 5),
    ("signer", 6),
    ("unreachable", 7),
    ("unknown", 3),
    ("unsaid", 4),
    ("unstated", 4),
    ("asked-not-to", 5),
];

/// The place of a part in the order of parts; parts of no table come last, by name.
pub(super) fn rank(part: &str) -> usize {
    let known = PARTS.iter().position(|(known, _)| *known == part);
    known.unwrap_or(PARTS.len())
}

/// The style of a part, which is at this place among the parts of its plot.
pub(super) fn style(part: &str, place: usize) -> usize {
    let known = PARTS.iter().find(|(known, _)| *known == part);
    known.map_or(place % STYLES, |(_, style)| *style)
}

/// The number of styles.
pub(super) const STYLES: usize = 8;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_measure_has_a_plot_and_every_plot_its_number() {
        let plots = || OF_ALL.iter().chain(OF_ONE);
        let numbers: BTreeSet<&str> = plots().map(|plot| plot.number).collect();
        assert_eq!(numbers.len(), plots().count());
        for measure in Measure::ALL {
            // The sources have the same rows.
            let is_drawn = plots().any(|plot| plot.measure == *measure);
            assert!(is_drawn || *measure == Measure::Directives, "{measure}");
            assert!(measure.parts().len() <= STYLES, "{measure}");
        }
        for plot in plots() {
            for sentence in [plot.note, plot.absent] {
                let is_sentence = sentence.is_empty() || sentence.ends_with('.');
                assert!(is_sentence && !sentence.contains("  "), "{sentence}");
            }
            assert!(!plot.absent.is_empty());
        }
    }

    /// The table of `docs/report.md`.
    fn table() -> String {
        let plots = OF_ALL.iter().chain(OF_ONE);
        let rows = plots.map(|plot| {
            let shape = match plot.shape {
                Shape::Bars => "bars",
                Shape::Stacked => "stacked bars",
                Shape::Lines => "lines",
                Shape::Heat => "cells",
                Shape::Curve => "curve",
            };
            let (number, title, measure) = (plot.number, plot.title, plot.measure);
            format!("| {number} | {title} | `{measure}` | {shape} |\n")
        });
        let rows: String = rows.collect();
        format!("| | plot | measure | shape |\n|---|---|---|---|\n{rows}")
    }

    #[test]
    fn the_documentation_has_the_table_of_plots() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/report.md");
        let page = std::fs::read_to_string(page).unwrap_or_default();
        let table = table();
        assert!(
            page.contains(&table),
            "put this into docs/report.md:\n{table}"
        );
    }
}
