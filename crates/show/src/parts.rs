//! The parts of a page: which of its text may be quoted, its marks, and its links.

use std::io::{self, Write};
use std::ops::Range;

use robots_policy::parts::{PartMark, Parts, Quotable, Refusal};
use robots_policy::{Span, Verdict, Why};
use robots_policy_input::names::plain_line;
use robots_policy_input::number::{grouped, number};
use robots_policy_input::words;

use super::layout::Layout;
use super::page::{AskedParts, Page};
use super::place::{Input, Inputs};
use super::snippet::Snippets;

/// Writes the parts as far as they concern the asker: a sentence, rows of marks and links, and the lines of closed texts.
pub(super) fn write(
    out: &mut dyn Write,
    page: &Page<'_>,
    verdict: &Verdict<'_>,
    layout: &Layout,
) -> io::Result<()> {
    let AskedParts::Of(parts) = page.parts else {
        return Ok(());
    };
    let Some(parts) = parts else {
        let sentence = "None of its text may be quoted: there is no document.";
        return writeln!(out, "\n{}", layout.wrapped(sentence, 0));
    };
    let quotable = verdict.quotable(parts);
    let block = page.inputs.page.as_ref().map_or(&b""[..], Input::block);
    // A mark is not cropped where its line is.
    let longest = layout.columns().saturating_sub(MARGIN).min(LONGEST);
    let closed = quotable.closed().into_iter();
    let closed = closed.filter_map(|(span, mark)| Some((shown(block, span, longest)?, mark)));
    let closed: Vec<(Range<usize>, &PartMark)> = closed.collect();
    let mut sentence = sentence(&quotable, parts.is_cut(), block, closed.len());
    if parts.is_cut() && quotable.refusal().is_none() {
        sentence += " The document was cut: what follows is not known.";
    }
    writeln!(out, "\n{}", layout.wrapped(&sentence, 0))?;
    row(out, "marks", marks(page, block, parts, &quotable), layout)?;
    row(out, "links", links(page.inputs, parts, verdict), layout)?;
    let mut snippets = Snippets::default();
    for (range, mark) in closed.iter().take(MOST_SHOWN) {
        let located = page.inputs.locate_in_page(range.clone());
        if let Some(line) = located.and_then(|located| located.line) {
            snippets.add(line, kind(mark));
        }
    }
    snippets.write(out, layout)?;
    match closed.len().saturating_sub(MOST_SHOWN) {
        0 => Ok(()),
        more => writeln!(out, "and {} (JSON has all)", many(more, "more closed text")),
    }
}

/// How much of the text may not be quoted; `closed` is the number of texts in marks.
fn sentence(quotable: &Quotable<'_>, is_cut: bool, block: &[u8], closed: usize) -> String {
    if let Some(refusal) = quotable.refusal() {
        let why = match refusal {
            Refusal::Snippet => String::from("`snippet` is no"),
            Refusal::Unread(Why::Incomplete) if is_cut => {
                String::from("the document was cut, and what is missing may close any of it")
            }
            Refusal::Unread(Why::Incomplete) => String::from("it is nested too deeply to be read"),
            Refusal::Unread(why) => format!("the document {}", words::unread(why)),
            refusal => refusal.to_string(),
        };
        return format!("None of its text may be quoted: {why}.");
    }
    let open = quotable.ranges().into_iter();
    let texts = closed + open.filter_map(|span| shown(block, span, LONGEST)).count();
    let (chars, open) = quotable.chars();
    let all = many(chars, "character");
    match (texts, closed) {
        (0, _) => String::from("It has no text to quote."),
        (_, 0) => format!("All of its text may be quoted: {all}."),
        _ => format!(
            "{} of {} may not be quoted: {} of {all}.",
            grouped(closed as u128),
            many(texts, "text"),
            grouped((chars - open) as u128),
        ),
    }
}

/// Each mark with its place and what it closes.
fn marks(page: &Page<'_>, block: &[u8], parts: &Parts<'_>, quotable: &Quotable<'_>) -> Vec<String> {
    let text = |mark: &PartMark| {
        let element = mark.element().filter(|element| *element != kind(mark));
        let element = element.map_or_else(String::new, |element| format!(" on {element}"));
        let covers = mark.covers().iter();
        let texts = match covers
            .filter_map(|span| shown(block, *span, LONGEST))
            .count()
        {
            0 => String::from("no text"),
            texts => many(texts, "text"),
        };
        let end = if mark.is_closed() {
            ""
        } else {
            " (it has no end)"
        };
        let closes = if quotable.hears(mark) {
            format!("closes {texts}{end}")
        } else {
            format!("would close {texts}{end}, but the asker does not hear it")
        };
        let (place, kind) = (place(page.inputs, mark.span()), kind(mark));
        format!(
            "{place}{kind}{element} {closes}",
            element = plain_line(&element)
        )
    };
    parts.marks().iter().map(text).collect()
}

/// The number of links that may not be followed, and those with their places.
fn links(inputs: &Inputs<'_>, parts: &Parts<'_>, verdict: &Verdict<'_>) -> Vec<String> {
    let links = parts.links(verdict.target());
    let (mut closed, mut unknown) = (Vec::new(), Vec::new());
    for link in &links {
        let following = verdict.following(link);
        let why = following
            .why
            .map_or_else(String::new, |why| why.to_string());
        match following.allowed {
            Some(true) => {}
            Some(false) => {
                let (Ok(url) | Err(url)) = link.address();
                let place = place(inputs, link.span());
                closed.push(format!("{place}{}: {why}", plain_line(url)));
            }
            None => unknown.push(why),
        }
    }
    if links.is_empty() {
        return Vec::new();
    }
    let (all, of_unknown) = (grouped(links.len() as u128), unknown.len() as u128);
    unknown.sort_unstable();
    unknown.dedup();
    let unknown = match of_unknown {
        0 => String::new(),
        of => format!(
            "; of {} that is not known ({})",
            grouped(of),
            unknown.join(", ")
        ),
    };
    let counts = match closed.len() as u128 {
        0 if unknown.is_empty() => format!("all {all} may be followed"),
        0 => format!("none of {all} is forbidden{unknown}"),
        of => format!("{} of {all} may not be followed{unknown}", grouped(of)),
    };
    [counts].into_iter().chain(closed).collect()
}

/// Writes the first of these lines after a label, and the number of the others.
fn row(out: &mut dyn Write, label: &str, lines: Vec<String>, layout: &Layout) -> io::Result<()> {
    let more = lines.len().saturating_sub(MOST_SHOWN);
    let more = (more > 0).then(|| format!("and {} more (JSON has all)", grouped(more as u128)));
    let shown = lines.into_iter().take(MOST_SHOWN).chain(more);
    for (index, line) in shown.enumerate() {
        let label = if index == 0 { label } else { "" };
        let line = format!("  {label:9}{line}");
        writeln!(out, "{}", layout.wrapped(&line, LABELLED))?;
    }
    Ok(())
}

/// The name of a kind of marks, whichever element has it.
fn kind(mark: &PartMark) -> &'static str {
    mark.kind().name().trim_end_matches(" elsewhere")
}

/// A place before what is there.
fn place(inputs: &Inputs<'_>, span: Span) -> String {
    let located = inputs.locate_in_page(span.start..span.end);
    located.map_or_else(String::new, |located| format!("{} ", located.place))
}

/// The bytes of a text from its first letter on, and no more than `most` of a long one; `None` if it is blank.
fn shown(block: &[u8], span: Span, most: usize) -> Option<Range<usize>> {
    let text = block.get(span.start..span.end)?;
    let is_seen = |byte: &u8| *byte != 0 && !byte.is_ascii_whitespace();
    let start = span.start + text.iter().position(is_seen)?;
    let is_inside = |at: &usize| block.get(*at).is_some_and(|byte| byte & 0xC0 == 0x80);
    let most = (start..=start + most).rev().find(|at| !is_inside(at));
    Some(start..span.end.min(most.unwrap_or(span.end)))
}

fn many(count: usize, of: &str) -> String {
    number(count as u64, of)
}

/// The most lines that are shown of each kind.
const MOST_SHOWN: usize = 8;
/// The most bytes of a text that are marked.
const LONGEST: usize = 60;
/// Columns of a line beside its marked text.
const MARGIN: usize = 20;
/// The column after the labels.
const LABELLED: usize = 11;
