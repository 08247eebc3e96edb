//! The layout of text: columns and colours.

use std::env;
use std::fmt::Display;
use std::io::{self, IsTerminal};

use anstyle::{AnsiColor, Style};
use terminal_size::{Width, terminal_size};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::answers::Answer;

/// The layout of text.
pub(crate) struct Layout {
    pub(crate) has_colour: bool,
    /// The columns of the terminal; `None` for a file or a pipe, whose lines are not cropped.
    pub(crate) width: Option<usize>,
    /// Whether notices and all else are shown.
    pub(crate) is_verbose: bool,
}

impl Layout {
    /// The layout for standard output. `COLUMNS` overrides the width of the terminal, as in the help.
    pub(crate) fn new(has_colour: bool, is_verbose: bool) -> Layout {
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

    pub(crate) fn painted(&self, style: Style, text: &dyn Display) -> String {
        if self.has_colour && style != Style::new() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_string()
        }
    }

    /// The text up to the last column, after `taken` columns.
    pub(super) fn cropped(&self, text: &str, taken: usize) -> String {
        match self.width {
            Some(width) => crop(text, width.saturating_sub(taken)),
            None => text.to_owned(),
        }
    }

    /// The end of the text up to the last column, after `taken` columns: a place ends with its line.
    pub(super) fn cropped_start(&self, text: &str, taken: usize) -> String {
        let Some(room) = self.width.map(|width| width.saturating_sub(taken)) else {
            return text.to_owned();
        };
        if text.width() <= room {
            return text.to_owned();
        }
        let mut left = text.width() + 1;
        let is_cut = |c: &char| {
            let cut = left > room;
            left -= c.width().unwrap_or_default();
            cut
        };
        let end: String = text.chars().skip_while(is_cut).collect();
        format!("…{end}")
    }

    /// The text in lines that are not longer than the terminal is wide; lines after the first begin with `indent` blanks.
    pub(crate) fn wrapped(&self, text: &str, indent: usize) -> String {
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
            // A place that is longer than a line is wrapped, so that it stays complete.
            for c in word.chars() {
                let own = c.width().unwrap_or_default();
                if column + own > width {
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

/// The text in a column of this width: cropped, or with blanks after it.
pub(super) fn column(text: &str, width: usize) -> String {
    let text = crop(text, width);
    let blanks = width.saturating_sub(text.width());
    format!("{text}{:blanks$}", "")
}

/// At most this many columns of a text; an ellipsis marks a cut.
pub(super) fn crop(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut room = width.saturating_sub(1);
    let fits = |c: &char| {
        let own = c.width().unwrap_or_default();
        let fits = own <= room;
        room = room.saturating_sub(own);
        fits
    };
    let mut shown: String = text.chars().take_while(fits).collect();
    shown.push('…');
    shown
}

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
        assert_eq!(crop("noindex", 7), "noindex");
        assert_eq!(crop("noindex", 6), "noind…");
        assert_eq!(crop("\u{30CE}\u{30A4}\u{30F3}", 5), "\u{30CE}\u{30A4}…");
        assert_eq!(column("a", 3), "a  ");
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
