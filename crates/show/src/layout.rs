//! The layout of text: columns and colours.

use std::env;
use std::fmt::Display;
use std::io::{self, IsTerminal};

use anstyle::{AnsiColor, Style};
use terminal_size::{Width, terminal_size};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::answers::Answer;

/// The layout of text.
pub struct Layout {
    /// Whether escapes of colours are written.
    pub has_colour: bool,
    /// The columns of the terminal; `None` for a file or a pipe, whose lines are not cropped.
    pub width: Option<usize>,
    /// Whether notices and all else are shown.
    pub is_verbose: bool,
}

impl Layout {
    /// The layout for standard output. `COLUMNS` overrides the width of the terminal, as in the help.
    pub fn new(has_colour: bool, is_verbose: bool) -> Layout {
        let given = env::var("COLUMNS").ok();
        let given = given.and_then(|columns| columns.parse().ok());
        let own = || {
            let (Width(columns), _) = terminal_size().filter(|_| io::stdout().is_terminal())?;
            Some(usize::from(columns))
        };
        let width = given.or_else(own).filter(|width| *width > 0);
        Layout {
            has_colour,
            width: width.map(|width: usize| width.max(NARROWEST)),
            is_verbose,
        }
    }

    /// The columns of source lines, which are cropped even in a file.
    pub(super) fn columns(&self) -> usize {
        self.width.unwrap_or(COLUMNS)
    }

    /// Whether a line and its note may not fit side by side. The rows also state the note.
    pub(super) fn is_narrow(&self) -> bool {
        self.width.is_some_and(|width| width < ROOM_FOR_LABELS)
    }

    pub(super) fn bold(&self, text: &str) -> String {
        self.painted(Style::new().bold(), &text)
    }

    /// The word of an answer, in a column of this width.
    pub(super) fn answer(&self, answer: Answer, word: &str, width: usize) -> String {
        let style = match answer {
            Answer::Yes => AnsiColor::Green.on_default(),
            Answer::No => AnsiColor::Red.on_default().bold(),
            Answer::Unread | Answer::Terms | Answer::Limited | Answer::Unsaid => {
                AnsiColor::Yellow.on_default()
            }
            Answer::Stated | Answer::Unstated => Style::new(),
        };
        let blanks = width.saturating_sub(word.width());
        format!("{}{:blanks$}", self.painted(style, &word), "")
    }

    /// The text in a style, where there are colours.
    pub fn painted(&self, style: Style, text: &dyn Display) -> String {
        if self.has_colour && style != Style::new() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_string()
        }
    }

    /// The text up to the last column, after `taken` columns.
    pub(super) fn cropped(&self, text: &str, taken: usize) -> String {
        let room = self.width.map(|width| width.saturating_sub(taken + 1));
        room.map_or_else(|| text.to_owned(), |room| ends(text, room, 0))
    }

    /// The end of the text, after `taken` columns: that of a place tells more than its start.
    pub(super) fn cropped_start(&self, text: &str, taken: usize) -> String {
        let room = self.width.map(|width| width.saturating_sub(taken + 1));
        room.map_or_else(|| text.to_owned(), |room| ends(text, 0, room))
    }

    /// The columns that a table may have: those of the terminal, or of a usual one.
    pub fn room(&self) -> usize {
        self.width.unwrap_or(USUAL)
    }

    /// A layout without colours, for the terminal or a usual page.
    pub fn of_page() -> Layout {
        let own = Layout::new(false, false);
        Layout {
            width: Some(own.room()),
            ..own
        }
    }

    /// A heading.
    pub fn heading(&self, text: &str) -> String {
        self.bold(&self.wrapped(text, 4))
    }

    /// A message in lines, whose first words are in a style: its severity or its name, before a colon.
    pub fn titled(&self, style: Style, head: &str, message: &str) -> String {
        let lines = self.wrapped(&format!("{head}: {message}"), 2);
        match lines.strip_prefix(head) {
            Some(rest) => self.painted(style, &head) + rest,
            None => lines,
        }
    }

    /// The place of the lines below it, whose numbers have this width.
    pub fn frame(&self, place: &str, width: usize) -> String {
        self.wrapped(&format!("{:width$}--> {place}", ""), width + 4)
    }

    /// The text in lines that are not longer than the terminal is wide; lines after the first begin with `indent` blanks.
    /// A word that is longer than a line, as a place may be, is cut, so that it stays complete.
    pub fn wrapped(&self, text: &str, indent: usize) -> String {
        self.lines(text, indent, true)
    }

    /// The text in such lines, in which words that are longer than a line stay whole.
    pub fn filled(&self, text: &str, indent: usize) -> String {
        self.lines(text, indent, false)
    }

    fn lines(&self, text: &str, indent: usize, cuts_words: bool) -> String {
        let Some(width) = self.width else {
            return text.to_owned();
        };
        let (mut lines, mut column) = (String::new(), 0);
        for (index, word) in text.split(' ').enumerate() {
            if column > indent && column + 1 + word.width() > width {
                lines.push('\n');
                lines.extend(std::iter::repeat_n(' ', indent));
                column = indent;
            } else if index > 0 {
                lines.push(' ');
                column += 1;
            }
            for c in word.chars() {
                let own = c.width().unwrap_or_default();
                if cuts_words && column + own > width {
                    lines.push('\n');
                    lines.extend(std::iter::repeat_n(' ', indent));
                    column = indent;
                }
                column += own;
                lines.push(c);
            }
        }
        lines
    }
}

/// The text with blanks up to this width.
pub(super) fn padded(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(text.width());
    format!("{text}{:blanks$}", "")
}

/// So many of the first columns of a text, and of the last; an ellipsis marks what is between them.
pub(super) fn ends(text: &str, first: usize, last: usize) -> String {
    if text.width() <= first + 1 + last {
        return text.to_owned();
    }
    let fitting = |chars: &mut dyn Iterator<Item = char>, most: usize| -> Vec<char> {
        let mut room = most;
        let fits = |c: &char| {
            let own = c.width().unwrap_or_default();
            let fits = most > 0 && own <= room;
            room = room.saturating_sub(own);
            fits
        };
        chars.take_while(fits).collect()
    };
    let start = fitting(&mut text.chars(), first).into_iter();
    let end = fitting(&mut text.chars().rev(), last).into_iter().rev();
    start.chain(['…']).chain(end).collect()
}

/// The columns of a text that is not for a terminal.
const USUAL: usize = 80;
/// Columns of a source line in a file.
const COLUMNS: usize = 120;
/// The least columns for labels beside carets.
const ROOM_FOR_LABELS: usize = 72;
/// The least columns that are used; a narrower terminal is treated as this wide.
const NARROWEST: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_fits_into_its_columns() {
        assert_eq!(ends("noindex", 6, 0), "noindex");
        assert_eq!(ends("noindex", 5, 0), "noind…");
        assert_eq!(ends("\u{30CE}\u{30A4}\u{30F3}", 4, 0), "\u{30CE}\u{30A4}…");
        assert_eq!(padded("a", 3), "a  ");
        let end = |width| {
            Layout {
                has_colour: false,
                width: Some(width),
                is_verbose: false,
            }
            .cropped_start("a/robots.txt:4:1", 2)
        };
        assert_eq!(
            (end(18).as_str(), end(17).as_str(), end(10).as_str()),
            ("a/robots.txt:4:1", "…robots.txt:4:1", "…txt:4:1")
        );
        let layout = Layout {
            has_colour: false,
            width: Some(20),
            is_verbose: false,
        };
        for (text, wrapped) in [
            (
                "May be fetched. Must not be shown. aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b",
                "May be fetched. Must\n  not be shown.\n  aaaaaaaaaaaaaaaaaa\n  aaaaaaaaaaaa b",
            ),
            ("  ask  again", "  ask  again"),
        ] {
            assert_eq!(layout.wrapped(text, 2), wrapped);
        }
    }
}
