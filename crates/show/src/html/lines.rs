//! The parts of a line: those that are marked, and what is near them.

use std::ops::Range;

use robots_policy_input::quote::cut;

use crate::line::SourceLine;

/// The place of a line: its input and its number, if it has one.
pub(super) fn label(line: &SourceLine) -> String {
    match line.number {
        0 => line.input.clone(),
        number => format!("{}:{number}", line.input),
    }
}

/// The line in parts, and whether each is marked; what is far from a mark is left out.
pub(super) fn pieces(line: &str, mut marks: Vec<Range<usize>>) -> Vec<(bool, String)> {
    marks.sort_unstable_by_key(|mark| (mark.start, mark.end));
    let (mut all, mut at) = (Vec::new(), 0);
    for mark in marks {
        // A statement inside another is marked with it.
        let start = mark.start.max(at);
        let (Some(before), Some(inside)) = (line.get(at..start), line.get(start..mark.end)) else {
            continue;
        };
        if inside.is_empty() {
            continue;
        }
        let head = if all.is_empty() { 0 } else { NEAR };
        all.push((false, ends(before, head, NEAR)));
        all.push((true, ends(inside, LONGEST, LONGEST)));
        at = mark.end;
    }
    let tail = ends(line.get(at..).unwrap_or_default(), NEAR, 0);
    all.push((false, tail));
    all.retain(|(is_marked, text)| *is_marked || !text.is_empty());
    all
}

/// The first and the last characters of a text; an ellipsis stands for those between.
fn ends(text: &str, head: usize, tail: usize) -> String {
    // An ellipsis in the place of one character would save nothing.
    if text.chars().count() <= head + tail + 1 {
        return text.to_owned();
    }
    cut(text.to_owned(), head, tail)
}

/// The characters that are shown on each side of a mark.
const NEAR: usize = 60;
/// The characters of each end of a mark.
const LONGEST: usize = 120;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::single_range_in_vec_init)] // one mark
    fn what_is_far_from_a_mark_is_left_out() {
        let shown = |line: &str, marks: &[Range<usize>]| {
            let all = pieces(line, marks.to_vec()).into_iter();
            let all = all.map(|(is_marked, text)| {
                let [start, end] = if is_marked { ["[", "]"] } else { [""; 2] };
                format!("{start}{text}{end}")
            });
            all.collect::<String>()
        };
        for (line, marks, expected) in [
            ("a noindex", vec![2..9], "a [noindex]"),
            ("a, b", vec![3..4, 0..1], "[a], [b]"),
            ("abcd", vec![0..3, 1..2, 2..4], "[abc][d]"),
            ("abcd", vec![2..2, 7..9], "abcd"),
            ("\u{E9}b", vec![1..2], "\u{E9}b"),
        ] {
            assert_eq!(shown(line, &marks), expected);
        }
        let blanks = " ".repeat(500);
        let near = " ".repeat(NEAR);
        assert_eq!(
            shown(&format!("{blanks}a{blanks}"), &[500..501]),
            format!("\u{2026}{near}[a]{near}\u{2026}")
        );
    }
}
