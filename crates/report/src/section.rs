//! A plot in the page: its heading, its note, the plot, the table beside it, and examples.

use std::fmt::Write as _;

use robots_policy_archives::{Example, Measure};

use super::cube::AgentCube;
use super::draw::Drawn;
use super::html;
use super::plots::Plot;

/// How much of a run a page shows. A page that is too long is made again with less.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detail {
    /// The most rows of a table.
    pub(super) rows: usize,
    /// The most names of a measure that have examples, and the most examples of a name.
    pub(super) named: usize,
    pub(super) examples: usize,
    /// The most agents that have plots of their own.
    pub(super) agents: usize,
    /// The most agents of a table of all.
    pub(super) listed: usize,
}

/// A plot of a page about one run or two, with everything beside it.
pub(super) fn figure(plot: &Plot, id: &str, drawn: Option<&Drawn>, is_of_two: bool) -> String {
    let mut page = heading(plot, id);
    let Some(drawn) = drawn else {
        let _ = write!(
            page,
            "<p class=\"none\">{}</p>\n</section>\n",
            html::text(plot.absent)
        );
        return page;
    };
    if let Some(said) = &drawn.said {
        let _ = writeln!(page, "<p class=\"none\">{}</p>", html::text(said));
        page.push_str(&drawn.examples);
        page.push_str("</section>\n");
        return page;
    }
    let own = html::text(&plot.note(is_of_two));
    let left_out = drawn.left_out.as_deref().map(html::text);
    let notes = [Some(own), drawn.note.clone(), left_out];
    for note in notes.into_iter().flatten().filter(|note| !note.is_empty()) {
        let _ = writeln!(page, "<p class=\"note\">{note}</p>");
    }
    let size = if drawn.table.head.len() > BIG {
        "pair big"
    } else {
        "pair"
    };
    let (key, table) = (key(&drawn.key), drawn.table.html());
    if let Some(svg) = &drawn.svg {
        let plot = format_args!("<div class=\"plot\">{key}{svg}</div>");
        let _ = writeln!(page, "<div class=\"{size}\">{plot}\n{table}</div>");
    } else {
        page.push_str(&table);
    }
    page.push_str(&drawn.examples);
    page.push_str("</section>\n");
    page
}

fn heading(plot: &Plot, id: &str) -> String {
    let (number, title) = (plot.number(), plot.title);
    format!("<section class=\"figure\"><h3 id=\"{id}\">{number}. {title}</h3>\n")
}

/// The parts of a plot with their styles. The table says the same, so it is hidden from those who do not see it.
fn key(parts: &[(String, usize)]) -> String {
    if parts.is_empty() {
        return String::new();
    }
    let mut key = String::from("<ul class=\"key\" aria-hidden=\"true\">");
    for (part, style) in parts {
        let _ = write!(
            key,
            "<li><svg width=\"16\" height=\"16\"><rect class=\"s{style}\" width=\"16\" height=\"16\"/></svg> {}</li>",
            html::short(part, 40)
        );
    }
    key.push_str("</ul>\n");
    key
}

/// The examples of the names of a measure, in the order of its table.
pub(super) fn examples<'n>(
    plot: &Plot,
    agent: &AgentCube,
    names: impl Iterator<Item = &'n str>,
    detail: Detail,
) -> String {
    // The sources of a directive have the same pages.
    let measure = match plot.measure {
        Measure::Sources => Measure::Directives.name(),
        measure => measure.name(),
    };
    let of = |name: &'n str| (name, agent.examples(measure, name));
    let found = names.map(of).filter(|(_, examples)| !examples.is_empty());
    let found: Vec<(&str, &[Example])> = found.take(detail.named).collect();
    if found.is_empty() {
        return String::new();
    }
    let mut list = String::from("<details><summary>Examples</summary>\n<dl>");
    for (name, examples) in found {
        let _ = write!(list, "<dt><bdi>{}</bdi></dt>", html::short(name, 80));
        for example in examples.iter().take(detail.examples) {
            let _ = write!(list, "<dd>{}", html::link(&example.url));
            if !example.text.is_empty() {
                let _ = write!(
                    list,
                    " <code><bdi>{}</bdi></code>",
                    html::short(&example.text, 200)
                );
            }
            list.push_str("</dd>\n");
        }
    }
    list.push_str("</dl></details>\n");
    list
}

/// A table with more columns gets more of the width.
const BIG: usize = 4;
