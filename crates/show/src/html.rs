//! A verdict, or an answer of robots.txt, as HTML for a notebook: the parts that [`full`] has, in a table, and the lines with the
//! bytes that decide in `mark`.
//!
//! All words come from the parts that the text of the program has. Everything is escaped; it has neither a script nor an
//! identifier, and loads nothing. Notebooks that leave styles out still show a table.

mod answer;
mod lines;
mod markup;
mod robots;

use std::borrow::Cow;

use robots_policy::ledger::{self, Asked, State};
use robots_policy::uses::Activity;
use robots_policy::{Policy, Verdict};

pub use self::answer::{AccessAnswer, access_html};
use self::markup::{Html, HtmlRow, ROBOTS, of_purpose};
pub use self::robots::robots_html;
use super::access;
use super::answers::{Answer, FETCH, Row};
use super::diagnostics::Diagnostics;
use super::excerpt::Kept;
use super::full::{self, Full};
use super::layout::Layout;
use super::page::Page;
use super::place::{Input, Inputs};
use super::rows::{Rows, more};
use super::sentence::sources;
use super::snippet::Snippets;
use super::uses::{LABEL, SILENT};

/// The verdict as a table, then what is said beside it, the lines that decide, and the diagnostics.
pub fn verdict_html(verdict: &Verdict<'_>, kept: &Kept) -> String {
    let inputs = Inputs {
        robots: robots_input(verdict.policy()),
        kept: Some(kept),
        ..Inputs::default()
    };
    let page = Page {
        status: status(verdict),
        problem: (!is_given(verdict)).then_some(Page::NOT_GIVEN),
        ..Page::read(verdict.target(), std::slice::from_ref(verdict), &inputs)
    };
    let full = Full::new(&page, verdict);
    let mut html = Html::new(&full.heading, &full.sentence);
    write_rows(&mut html, &page, verdict, &full);
    html.end_table();
    write_notes(&mut html, &page, verdict);
    let mut snippets = Snippets::default();
    for rows in full.rows() {
        rows.show(&mut snippets);
    }
    html.lines(snippets.sorted());
    write_diagnostics(&mut html, &page);
    html.end()
}

/// The robots.txt of a policy.
fn robots_input(policy: &Policy) -> Option<Input<'_>> {
    let rules = policy.robots().rules();
    rules.map(|rules| Input::new(String::from(ROBOTS), rules.as_bytes()))
}

fn write_rows(html: &mut Html, page: &Page<'_>, verdict: &Verdict<'_>, full: &Full<'_>) {
    if full.of_access.is_empty() {
        let mut row = access::unknown_access(page, verdict);
        let answer = access::fetch(page, verdict, verdict.access());
        if answer != Answer::Stated {
            row.answer = answer;
        }
        let rows = Rows::new(vec![row], page.inputs, verdict.now());
        write_part(html, verdict, &rows);
    }
    write_part(html, verdict, &full.of_access);
    if let Some(closed) = full.closed {
        html.section(closed);
    }
    for rows in [&full.of_page, &full.of_uses] {
        write_part(html, verdict, rows);
    }
    write_ai(html, verdict, &full.of_uses);
}

fn write_part(html: &mut Html, verdict: &Verdict<'_>, rows: &Rows<'_>) {
    for (row, statements) in rows.iter() {
        let why = why_unknown(verdict, row);
        html.row(&HtmlRow {
            label: &label(&row.label),
            answer: row.answer,
            statements,
            note: if why.is_empty() { &row.note } else { &why },
            more: more(row, statements).as_deref(),
        });
    }
}

/// The label of a row; that of a purpose has blanks before it, below that of fetching.
fn label(label: &str) -> Cow<'_, str> {
    match label.strip_prefix("  ") {
        Some(purpose) => Cow::Owned(of_purpose(purpose)),
        None => Cow::Borrowed(label),
    }
}

/// One row about the uses for AI that are not known, and have no row; or that no source states any.
fn write_ai(html: &mut Html, verdict: &Verdict<'_>, shown: &Rows<'_>) {
    let uses = verdict.uses();
    let has_row = |own: Activity| shown.iter().any(|(row, _)| row.label == own.name());
    let is_unknown = |own: &Activity| uses.of(*own).is_none() && !has_row(*own);
    let all = Activity::ALL.iter().copied();
    let unknown: Vec<Activity> = all.filter(is_unknown).collect();
    let mut row = HtmlRow {
        label: LABEL,
        answer: Answer::Unstated,
        statements: &[],
        note: SILENT,
        more: None,
    };
    if unknown.is_empty() {
        if shown.is_empty() {
            html.row(&row);
        }
        return;
    }
    let names: Vec<&str> = unknown.iter().map(|activity| activity.name()).collect();
    let asked: Vec<Asked> = unknown.iter().map(|own| Asked::from(*own)).collect();
    let note = format!("{}: {}", names.join(", "), unread(verdict, &asked));
    row.answer = Answer::Unread;
    row.note = &note;
    html.row(&row);
}

/// The reason of an answer that is not known, where the row has none.
fn why_unknown(verdict: &Verdict<'_>, row: &Row<'_>) -> String {
    let is_unknown = row.answer == Answer::Unread && row.note.is_empty() && row.label != FETCH;
    let asked = row.label.parse::<Asked>().ok().filter(|_| is_unknown);
    asked.map_or_else(String::new, |asked| unread(verdict, &[asked]))
}

/// The sources that keep these answers from being known, and why.
fn unread(verdict: &Verdict<'_>, asked: &[Asked]) -> String {
    let each = sources(verdict, asked).into_iter();
    let each: Vec<String> = each.map(|one| format!("the {one}")).collect();
    each.join("; ")
}

fn write_notes(html: &mut Html, page: &Page<'_>, verdict: &Verdict<'_>) {
    let mut notes = Vec::new();
    // Memory takes everything.
    let _ = full::notes(&mut notes, page, verdict, &PLAIN);
    html.notes(String::from_utf8_lossy(&notes).trim_matches('\n'));
}

fn write_diagnostics(html: &mut Html, page: &Page<'_>) {
    let mut diagnostics = Diagnostics::default();
    diagnostics.add(page, &PLAIN);
    let rest = diagnostics.rest(["`diagnostics` has it", "`diagnostics` has them"]);
    html.diagnostics(diagnostics.iter(), &rest);
}

/// Whether the caller gave anything of a response.
fn is_given(verdict: &Verdict<'_>) -> bool {
    let is_of = |source| matches!(source, ledger::Input::Fields | ledger::Input::Document);
    let ledger = verdict.ledger();
    let mut entries = ledger.iter().filter(|entry| is_of(entry.source()));
    entries.any(|entry| entry.state() != State::NotGiven)
}

/// The status of the response, if the caller stated it.
fn status(verdict: &Verdict<'_>) -> Option<u16> {
    verdict.observed(ledger::Input::Document)?.status
}

/// Lines that are not cropped, without colours.
const PLAIN: Layout = Layout {
    has_colour: false,
    width: None,
    is_verbose: false,
};
