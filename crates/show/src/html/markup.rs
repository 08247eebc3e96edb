//! The markup of the parts.

use std::fmt::{Display, Write as _};
use std::ops::Range;

use robots_policy::Severity;
use robots_policy_input::names::{is_hidden, plain};
use robots_policy_input::quote::markup;

use super::lines::{label, pieces};
use crate::answers::{Answer, FETCH};
use crate::line::SourceLine;
use crate::rows::Statement;
use crate::snippet::Mark;

/// The markup as far as it is written.
pub(super) struct Html {
    text: String,
    /// Whether rows have begun.
    has_rows: bool,
}

/// A row of the table.
pub(super) struct HtmlRow<'r> {
    pub(super) label: &'r str,
    pub(super) answer: Answer,
    pub(super) statements: &'r [Statement],
    /// The reason, if no statement decides.
    pub(super) note: &'r str,
    /// The statements that are not shown.
    pub(super) more: Option<&'r str>,
}

impl Html {
    /// The beginning of a table.
    pub(super) fn new(heading: &str, sentence: &str) -> Html {
        let mut html = Html {
            text: String::new(),
            has_rows: false,
        };
        html.write(format_args!(
            "<div class=\"{CLASS}\" lang=\"en\" dir=\"ltr\"><style>{STYLE}</style>\n<table><caption><b>{}</b>",
            text(heading)
        ));
        if !sentence.is_empty() {
            html.write(format_args!("<br>{}", text(sentence)));
        }
        html.write("</caption>\n<thead><tr><th scope=\"col\">question</th><th scope=\"col\">answer</th><th scope=\"col\">because</th></tr></thead>\n");
        html
    }

    fn write(&mut self, what: impl Display) {
        // A text takes everything.
        let _ = write!(self.text, "{what}");
    }

    /// Begins a part of the rows.
    fn part(&mut self) {
        if self.has_rows {
            self.write("</tbody>");
        }
        self.has_rows = true;
        self.write("<tbody>");
    }

    /// A line between rows.
    pub(super) fn section(&mut self, line: &str) {
        self.part();
        self.write(format_args!(
            "<tr><th scope=\"rowgroup\" colspan=\"3\">{}</th></tr>\n",
            text(line)
        ));
    }

    pub(super) fn row(&mut self, row: &HtmlRow<'_>) {
        if !self.has_rows {
            self.part();
        }
        let word = match row.answer {
            Answer::Yes | Answer::Unstated | Answer::Stated => text(row.answer.word()),
            answer => format!("<b>{}</b>", text(answer.word())),
        };
        self.write(format_args!(
            "<tr><th scope=\"row\">{}</th><td>{word}</td><td>",
            text(row.label)
        ));
        if row.statements.is_empty() {
            self.write(text(row.note));
        }
        for statement in row.statements {
            self.write(format_args!(
                "<div>{} {} <i>{}</i></div>",
                code(&statement.said),
                text(&statement.said_in),
                bdi(&statement.place)
            ));
        }
        if let Some(more) = row.more {
            self.write(format_args!("<div>{}</div>", text(more)));
        }
        self.write("</td></tr>\n");
    }

    pub(super) fn end_table(&mut self) {
        self.write("</tbody></table>\n");
    }

    /// Lines of text whose blanks count.
    pub(super) fn notes(&mut self, notes: &str) {
        if !notes.trim().is_empty() {
            self.write(format_args!("<pre>{}</pre>\n", text(notes)));
        }
    }

    /// Lines with marks, each after its place.
    pub(super) fn lines(&mut self, lines: &[(SourceLine, Vec<Mark>)]) {
        for (line, marks) in lines {
            let ranges = marks.iter().map(|(range, _)| range.clone()).collect();
            let effects = marks.iter().map(|(_, effect)| *effect);
            let effects: Vec<&str> = effects.filter(|effect| !effect.is_empty()).collect();
            self.write(format_args!(
                "<p>{} {}<br>{}</p>\n",
                place(line),
                text(&effects.join(", ")),
                marked(line, ranges)
            ));
        }
    }

    /// Diagnostics with their lines, and the number of those that are left out.
    pub(super) fn diagnostics<'l>(
        &mut self,
        all: impl Iterator<Item = (Severity, String, Option<&'l SourceLine>)>,
        rest: &[String],
    ) {
        for (severity, words, line) in all {
            self.write(format_args!(
                "<p><b>{}</b>: {}",
                severity.name(),
                text(&words)
            ));
            if let Some(line) = line {
                self.write(format_args!(
                    "<br>{}",
                    marked(line, vec![line.marked.clone()])
                ));
            }
            self.write("</p>\n");
        }
        for rest in rest {
            self.write(format_args!("<p>{}</p>\n", text(rest)));
        }
    }

    pub(super) fn end(mut self) -> String {
        self.write("</div>");
        self.text
    }
}

/// The place of a line.
fn place(line: &SourceLine) -> String {
    format!("<i>{}</i>", bdi(&label(line)))
}

/// A line with its marks.
fn marked(line: &SourceLine, ranges: Vec<Range<usize>>) -> String {
    let mut shown = String::from("<code dir=\"ltr\">");
    for (is_marked, part) in pieces(&line.text, ranges) {
        let part = text(&part);
        let part = if is_marked {
            format!("<mark>{part}</mark>")
        } else {
            part
        };
        shown.push_str(&part);
    }
    shown + "</code>"
}

/// Words of an input.
fn code(words: &str) -> String {
    format!("<code dir=\"ltr\">{}</code>", text(words))
}

/// A name from outside, whose direction of writing ends with it.
fn bdi(name: &str) -> String {
    format!("<bdi>{}</bdi>", text(name))
}

/// The text without markup and hidden characters.
fn text(words: &str) -> String {
    if words.chars().any(|c| is_hidden(c) && c != '\t') {
        markup(&plain(words))
    } else {
        markup(words)
    }
}

/// The label of fetching for a purpose.
pub(super) fn of_purpose(purpose: &str) -> String {
    format!("{FETCH}: {purpose}")
}

/// The name of the file.
pub(super) const ROBOTS: &str = "robots.txt";
/// The class to which the style is limited.
const CLASS: &str = "robots-policy";
/// The style: colours are those of the notebook, and what matters is bold or underlined.
const STYLE: &str = "\
.robots-policy{max-width:60em;line-height:1.4}\
.robots-policy table{border-collapse:collapse;margin:0 0 .5em;max-width:100%}\
.robots-policy caption{caption-side:top;text-align:left;color:inherit;padding:0 0 .4em;overflow-wrap:anywhere}\
.robots-policy th,.robots-policy td{text-align:left;vertical-align:top;padding:.15em .8em .15em 0;border:0;\
border-top:1px solid rgba(128,128,128,.5);white-space:normal;max-width:none}\
.robots-policy th{font-weight:normal;white-space:nowrap}\
.robots-policy th[colspan]{white-space:normal;font-style:italic}\
.robots-policy td:last-child{overflow-wrap:anywhere}\
.robots-policy p{margin:.3em 0;overflow-wrap:anywhere}\
.robots-policy pre,.robots-policy code{color:inherit;background:none;padding:0;white-space:pre-wrap;overflow-wrap:anywhere;\
font-size:inherit}\
.robots-policy pre{margin:.5em 0;font-size:.92em}\
.robots-policy i{font-style:normal;margin-right:.5em}\
.robots-policy td i{margin:0 0 0 .5em}\
.robots-policy mark{color:inherit;background:none;font-weight:bold;text-decoration:underline}";
