//! The table beside a plot.

use std::fmt::Write as _;

use super::html;

/// A table whose rows have a name and cells.
pub(super) struct PlotTable {
    /// Distinct in the page.
    pub(super) id: String,
    pub(super) caption: String,
    /// The names of all columns.
    pub(super) head: Vec<String>,
    pub(super) rows: Vec<TableRow>,
    /// Whether it is short enough for paper, however many rows it has.
    pub(super) is_dense: bool,
}

/// A row: a name, which may be untrusted, and texts of numbers.
pub(super) struct TableRow {
    pub(super) name: String,
    pub(super) cells: Vec<String>,
    /// Whether it is the sum of names that are not shown, which stays at the end.
    pub(super) is_rest: bool,
}

impl TableRow {
    pub(super) fn new(name: &str, cells: Vec<String>) -> TableRow {
        TableRow {
            name: name.to_owned(),
            cells,
            is_rest: false,
        }
    }

    pub(super) fn rest(name: String, cells: Vec<String>) -> TableRow {
        TableRow {
            name,
            cells,
            is_rest: true,
        }
    }
}

impl PlotTable {
    /// The table as HTML. A wide one scrolls alone, and keys reach it.
    pub(super) fn html(&self) -> String {
        let mut html = String::new();
        let id = &self.id;
        let is_wide = self.head.len() > WIDE;
        if is_wide {
            let _ = write!(
                html,
                "<div class=\"wide\" role=\"group\" aria-labelledby=\"{id}-c\" tabindex=\"0\">"
            );
        }
        let caption = html::text(&self.caption) + &self.printed();
        let class = if self.is_dense {
            " class=\"dense\""
        } else {
            ""
        };
        let _ = write!(
            html,
            "<table id=\"{id}\"{class}><caption id=\"{id}-c\">{caption}</caption>\n<thead><tr>"
        );
        for name in &self.head {
            let _ = write!(html, "<th scope=\"col\">{}</th>", html::text(name));
        }
        html.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            let class = if row.is_rest { " class=\"rest\"" } else { "" };
            let name = html::short(&row.name, NAME);
            let _ = write!(html, "<tr{class}><th scope=\"row\"><bdi>{name}</bdi></th>");
            for cell in &row.cells {
                let _ = write!(html, "<td>{}</td>", html::text(cell));
            }
            html.push_str("</tr>\n");
        }
        html.push_str("</tbody></table>");
        html.push_str(if is_wide { "</div>\n" } else { "\n" });
        html
    }
}

impl PlotTable {
    /// The words, on paper alone, about rows that are not printed.
    fn printed(&self) -> String {
        let rows = self.rows.iter().filter(|row| !row.is_rest).count();
        if self.is_dense || rows <= PRINTED {
            return String::new();
        }
        format!("<span class=\"printed\">; {PRINTED} of {rows} rows are printed</span>")
    }
}

/// The number of rows of a table that are printed, as the style sheet has it too.
const PRINTED: usize = 8;
/// A table with more columns scrolls.
pub(super) const WIDE: usize = 3;
/// The longest name.
const NAME: usize = 80;
