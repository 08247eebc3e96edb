//! Findings that an owner ignores in the file itself: `# robots-policy: ignore[code] reason`, and a comment of HTML of this form.
//!
//! In a robots.txt it is for its line, or, on a line of its own, for the next one that is not a comment. In a document it is for the
//! whole page.

use std::ops::Range;

use memchr::memmem;

use crate::code::Code;
use crate::excerpt::shown;
use crate::finding::Finding;
use crate::level::Need;
use crate::place::{Place, Source};

/// The comments of a file that ignore findings.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    marks: Vec<Mark>,
}

#[derive(Debug)]
struct Mark {
    at: Place,
    /// The line that it is for; `None` for all.
    line: Option<usize>,
    /// The rules that it is for, each with the number of its findings; or why it ignores nothing.
    codes: Result<Vec<(Code, usize)>, String>,
}

impl Marks {
    /// Those of a robots.txt.
    pub(crate) fn of_robots(text: &Source<'_>) -> Marks {
        let mut marks = Marks::default();
        if !holds_name(text.bytes()) {
            return marks;
        }
        let mut line = 0;
        loop {
            line += 1;
            let range = text.line(line);
            if range.is_empty() {
                return marks;
            }
            let bytes = text.bytes().get(range.clone()).unwrap_or_default();
            let Some(at) = bytes.iter().position(|byte| *byte == b'#') else {
                continue;
            };
            let (before, comment) = bytes.split_at(at);
            let is_own = |comment: &[u8]| comment.trim_ascii().starts_with(NAME.as_bytes());
            if !comment.get(1..).is_some_and(is_own) {
                continue;
            }
            if marks.marks.len() == MOST_MARKS {
                return marks;
            }
            let start = range.start + at;
            let bytes = start..start + comment.trim_ascii_end().len();
            let own = if before.trim_ascii().is_empty() {
                next_line(text, line)
            } else {
                line
            };
            let comment = comment.get(1..).unwrap_or_default();
            marks.add(comment, Some(own), || text.place(bytes));
        }
    }

    /// Those of a document; a place is made of the bytes of a comment in it.
    pub(crate) fn of_document(octets: &[u8], place: impl Fn(Range<usize>) -> Place) -> Marks {
        let mut marks = Marks::default();
        if !holds_name(octets) {
            return marks;
        }
        let mut from = 0;
        while let Some(start) = find(octets, BEGIN, from) {
            let inside = start + BEGIN.len();
            let end = find(octets, END, inside).unwrap_or(octets.len());
            let comment = octets.get(inside..end).unwrap_or_default();
            from = end;
            marks.add(comment, None, || {
                place(start..(end + END.len()).min(octets.len()))
            });
        }
        marks
    }

    fn add(&mut self, comment: &[u8], line: Option<usize>, place: impl FnOnce() -> Place) {
        let comment = String::from_utf8_lossy(comment);
        let Some(rest) = comment.trim().strip_prefix(NAME) else {
            return;
        };
        if self.marks.len() < MOST_MARKS {
            self.marks.push(Mark {
                at: place(),
                line,
                codes: codes(rest.trim()),
            });
        }
    }

    /// Whether a finding of this rule in this line is ignored.
    pub(crate) fn take(&mut self, code: Code, line: usize) -> bool {
        let mut is_taken = false;
        for mark in &mut self.marks {
            if mark.line.is_some_and(|own| own != line) {
                continue;
            }
            for (own, count) in mark.codes.iter_mut().flatten() {
                if *own == code {
                    *count += 1;
                    is_taken = true;
                }
            }
        }
        is_taken
    }

    /// The number of findings that were ignored.
    pub(crate) fn count(&self) -> usize {
        let codes = self
            .marks
            .iter()
            .filter_map(|mark| mark.codes.as_ref().ok());
        codes.flatten().map(|(_, count)| count).sum()
    }

    /// Findings about those that ignore nothing; `is_asked` says of a rule, by its needs, whether it could have found something.
    pub(crate) fn useless(
        self,
        is_asked: impl Fn(&[Need]) -> bool,
    ) -> impl Iterator<Item = Finding> {
        self.marks.into_iter().flat_map(move |mark| {
            let messages: Vec<String> = match mark.codes {
                Err(why) => vec![why],
                Ok(codes) => codes
                    .iter()
                    .filter(|(code, count)| *count == 0 && is_asked(code.rule().needs))
                    .map(|(code, _)| format!("`{code}` is ignored, and is not found there"))
                    .collect(),
            };
            let at = mark.at;
            messages
                .into_iter()
                .map(move |message| Finding::new(Code::IgnoreUnused, at.clone(), message))
        })
    }
}

/// The rules of a comment.
fn codes(rest: &str) -> Result<Vec<(Code, usize)>, String> {
    let inside = rest
        .strip_prefix("ignore[")
        .and_then(|rest| rest.split_once(']'));
    let Some((names, reason)) = inside else {
        return Err(String::from(
            "this comment ignores nothing; write `robots-policy: ignore[code] reason`",
        ));
    };
    if reason.trim().is_empty() {
        return Err(String::from(
            "this comment ignores nothing, since it has no reason; write it after `]`",
        ));
    }
    let names = names.split(',').map(str::trim);
    let codes = names.map(|name| {
        let code = Code::of_name(name);
        let code = code.filter(|code| !matches!(code, Code::IgnoreUnused | Code::IgnoreEnded));
        let code = code.ok_or_else(|| {
            format!(
                "this comment ignores nothing, since no rule is named `{}`",
                shown(name)
            )
        });
        code.map(|code| (code, 0))
    });
    codes.collect()
}

/// The next line that has more than a comment.
fn next_line(text: &Source<'_>, line: usize) -> usize {
    let mut next = line + 1;
    loop {
        let range = text.line(next);
        let bytes = text.bytes().get(range.clone()).unwrap_or_default();
        let is_said = !matches!(bytes.trim_ascii().first(), None | Some(b'#'));
        if is_said || range.is_empty() {
            return next;
        }
        next += 1;
    }
}

fn holds_name(bytes: &[u8]) -> bool {
    find(bytes, NAME.as_bytes(), 0).is_some()
}

/// Where a text begins, from a byte on.
fn find(bytes: &[u8], text: &[u8], from: usize) -> Option<usize> {
    let rest = bytes.get(from..)?;
    memmem::find(rest, text).map(|at| from + at)
}

const NAME: &str = "robots-policy:";
const BEGIN: &[u8] = b"<!--";
const END: &[u8] = b"-->";

/// The most comments of a file that are read.
const MOST_MARKS: usize = 1000;
