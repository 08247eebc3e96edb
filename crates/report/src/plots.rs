//! The table of plots: one row for each.

use robots_policy_archives::Measure;

/// A plot, and the table beside it. Its number is its place in the order of the page.
pub(super) struct Plot {
    pub(super) title: &'static str,
    pub(super) measure: Measure,
    pub(super) shape: PlotShape,
    pub(super) order: Order,
    /// The column of the names.
    pub(super) names: &'static str,
    /// How it is read; `{use}` is the number of the plot of this measure.
    note: &'static str,
    /// The sentence in its place, if the measure counted nothing.
    pub(super) absent: &'static str,
}

/// The shape of a plot. Two runs are a table alone, whatever the shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlotShape {
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
    ($($title:literal: $measure:ident, $shape:ident by $order:expr, of $names:literal;
        $note:literal;
        $absent:literal;
    )+) => {
        &[$(Plot {
            title: $title,
            measure: Measure::$measure,
            shape: PlotShape::$shape,
            order: $order,
            names: $names,
            note: $note,
            absent: $absent,
        }),+]
    };
}

/// The plots over all agents, each agent a name.
pub(super) const OF_ALL: &[Plot] = plots! {
    "How pages appear to each agent": State, Stacked by Order::Name, of "agent";
        "Free: nothing in robots.txt or in the directives of the page restricts it. This is not leave to train: what the \
        sources state about training and other uses is in plots {all-use} and {use}. Restricted: a directive restricts the page, or a \
        statement of its owner keeps the engine out of answers or training; what an engine never does is no restriction. Closed: \
        robots.txt disallows it. Unknown: nothing restricts it in what was read, and a source that may was not read. Files \
        beside pages, redirects and errors are no pages.";
        "The reports do not count states.";
    "What robots.txt answers each agent": ClosedBy, Stacked by Order::Name, of "agent";
        "Closed pages by what closes them: a group of the agent's own, the group for every client, or a robots.txt that is \
        unreachable. Without a store of robots.txt answers (scan --robots-store) the answer is unknown for every page.";
        "The reports do not count the answers of robots.txt.";
    "Training, to each agent": Use, Stacked by Order::Name, of "agent";
        "What the sources state about training. Unstated: all sources are known, and none speaks. Unknown: a source that may \
        forbid it is not known.";
        "The reports do not count uses.";
};

/// The plots of one agent.
pub(super) const OF_ONE: &[Plot] = plots! {
    "Uses": Use, Stacked by Order::Name, of "use";
        "What the sources state about each use. Unstated: all sources are known, and none speaks. Unknown: a source that may \
        forbid the use is not known.";
        "The reports do not count uses.";
    "What the engine uses pages for": Engine, Stacked by Order::Name, of "use";
        "Whether the engine uses the page in answers of a machine, and to train. Unsaid: its owner says nothing. \
        Asked not to: and its owner does not say whether it listens. Unknown: a source that decides was not read.";
        "This agent is not an engine; `scan --as` counts what engines do.";
    "What is kept": Kept, Bars by Order::Listed(&["all", "fetch", "index", "snippet", "archive", "noai", "train"]), of "step";
        "The pages that are left after each step, for a client that drops what is refused: to fetch, to index, to excerpt, \
        to offer a copy, to use for artificial intelligence, to train. Unknown: nothing refuses, and not all is known; at the last step also that \
        nothing is stated about training, for silence is not a yes.";
        "The reports do not count steps.";
    "What closes pages": ClosedBy, Bars by Order::Largest, of "closed by";
        "Pages that robots.txt disallows, by the group that closes them, or because the file could not be fetched.";
        "robots.txt closes no page.";
    "Reasons of robots.txt": Access, Bars by Order::Largest, of "reason";
        "The reason of each answer of robots.txt.";
        "The reports do not count the answers of robots.txt.";
    "Directives by source": Sources, Heat by Order::Largest, of "directive";
        "A directive that two sources state is counted for both.";
        "No directive is in force.";
    "Over time": Month, Lines by Order::Time, of "month";
        "Pages by the month in which they were captured.";
        "No page has a date.";
    "By top-level domain": Tld, Stacked by Order::Largest, of "domain";
        "";
        "No page has a host.";
    "By content type": Type, Stacked by Order::Largest, of "type";
        "";
        "No page has a content type.";
    "By status": Status, Stacked by Order::Name, of "status";
        "";
        "No page has a status.";
    "What the responses are": Response, Bars by Order::Largest, of "response";
        "All responses with a row. The other plots, but that by status, are about the pages among them.";
        "The reports do not count what responses are.";
    "Concentration on hosts": Host, Curve by Order::Largest, of "host";
        "The closed and restricted pages that the first hosts have together. If the curve rises at once, a few hosts make \
        the web look closed.";
        "No page has a host.";
    "Conflicts": Conflict, Bars by Order::Largest, of "conflict";
        "Pages whose statements contradict each other. An agent that obeys a Disallow never reads the noindex of the page.";
        "No page has statements in conflict.";
    "Mistakes and doubts": Diagnostics, Bars by Order::Largest, of "code";
        "Pages by diagnostic. A page may have several.";
        "No page has a diagnostic.";
    "Names outside the table of directives": Extension, Bars by Order::Largest, of "name";
        "Directives that no specification and no vendor defines. They restrict nothing.";
        "No page has such a name.";
    "Length of excerpts": Snippet, Bars by Order::Listed(&["0", "1-50", "51-160", "161-320", "321+", "no-limit", "unknown"]), of "characters";
        "The longest excerpt that is allowed.";
        "The reports do not count excerpts.";
    "Previews of images": ImagePreview, Bars by Order::Listed(&["none", "standard", "large", "unsaid", "unknown"]), of "largest";
        "";
        "The reports do not count previews.";
    "Deadlines": Until, Bars by Order::Time, of "month";
        "The months of unavailable_after: past or coming at the time of the scan.";
        "No page has an unavailable_after.";
    "Explicit permission": Permit, Bars by Order::Largest, of "permission";
        "Words such as index or all. They lift no restriction.";
        "No page has an explicit permission.";
    "What is not known": NotKnown, Bars by Order::Largest, of "source";
        "Pages by source that is not known and keeps an answer from being known. A page may have several.";
        "No source keeps an answer from being known, or the reports do not count it.";
    "Not read, or not whole": Unread, Bars by Order::Largest, of "reason";
        "An answer that depends on what was not read is unknown, never yes.";
        "Every page was read.";
};

impl Plot {
    /// The number: its place in the order in which a page is read.
    pub(super) fn number(&self) -> usize {
        let mut plots = OF_ALL.iter().chain(OF_ONE);
        let place = plots.position(|plot| plot.title == self.title);
        place.map_or(0, |place| place + 1)
    }

    /// The name of its place in a page: that of all agents, or of the agent at this place.
    pub(super) fn id(&self, agent: Option<usize>) -> String {
        let measure = self.measure;
        agent.map_or_else(|| format!("all-{measure}"), |at| format!("a{at}-{measure}"))
    }

    /// The plot of a measure of one agent.
    pub(super) fn of(measure: Measure) -> Option<&'static Plot> {
        OF_ONE.iter().find(|plot| plot.measure == measure)
    }

    /// How it is read in a page about one run, or about two.
    pub(super) fn note(&self, is_of_two: bool) -> String {
        let note = match self.shape {
            // Two runs have no curve.
            PlotShape::Curve if is_of_two => {
                "All pages of a host (rows), and those that are closed or restricted."
            }
            _ => self.note,
        };
        numbered(note)
    }
}

/// A sentence with the numbers of the plots that it names.
fn numbered(sentence: &str) -> String {
    let mut sentence = sentence.to_owned();
    for (plots, of) in [(OF_ALL, "all-"), (OF_ONE, "")] {
        for plot in plots {
            let name = format!("{{{of}{}}}", plot.measure);
            sentence = sentence.replace(&name, &plot.number().to_string());
        }
    }
    sentence
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
    use super::*;

    #[test]
    fn every_measure_has_a_plot_and_every_plot_its_number() {
        let plots = || OF_ALL.iter().chain(OF_ONE);
        let numbers: Vec<usize> = plots().map(Plot::number).collect();
        assert_eq!(numbers, (1..=plots().count()).collect::<Vec<_>>());
        for measure in Measure::ALL {
            // The sources have the same rows.
            let is_drawn = plots().any(|plot| plot.measure == *measure);
            assert!(is_drawn || *measure == Measure::Directives, "{measure}");
            assert!(measure.parts().len() <= STYLES, "{measure}");
        }
        for plot in plots() {
            for sentence in [&plot.note(false), plot.absent] {
                let is_sentence = sentence.is_empty() || sentence.ends_with('.');
                assert!(is_sentence && !sentence.contains("  "), "{sentence}");
                assert!(!sentence.contains(['{', '}']), "{sentence}");
            }
            assert!(!plot.absent.is_empty());
        }
    }

    /// The table of `docs/report.md`.
    fn table() -> String {
        let plots = OF_ALL.iter().chain(OF_ONE);
        let rows = plots.map(|plot| {
            let shape = match plot.shape {
                PlotShape::Bars => "bars",
                PlotShape::Stacked => "stacked bars",
                PlotShape::Lines => "lines",
                PlotShape::Heat => "cells",
                PlotShape::Curve => "curve",
            };
            let (number, title, measure) = (plot.number(), plot.title, plot.measure);
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
