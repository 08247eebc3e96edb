//! Engines as text.

use std::io::{self, Write};

use robots_policy::engines::{Known, Profile, Source};
use robots_policy_records::quote::cut;
use unicode_width::UnicodeWidthStr as _;

use super::Shown;
use crate::say::number;

/// Writes a table with a row for each engine. Only tokens are cut: they are in full at the engine.
pub(super) fn list(out: &mut impl Write, shown: &[Shown], width: usize) -> io::Result<()> {
    let profiles = || shown.iter().map(|shown| shown.profile);
    let widest = |text: fn(Profile) -> &'static str| {
        let lengths = profiles().map(|profile| text(profile).len());
        lengths.max().unwrap_or(0).max(TITLE)
    };
    let name = widest(Profile::name);
    let operator = widest(Profile::operator);
    let kind = widest(|profile| profile.kind().name());
    let taken = name + operator + kind + DAY + 4 * GAP;
    let room = width.saturating_sub(taken).max(LEAST);
    let title = ["engine", "operator", "kind", "tokens"];
    let mut row = |[first, owner, job, tokens]: [&str; 4], verified: &str| {
        let tokens = cut(tokens.to_owned(), room, 0);
        let tokens = if tokens.ends_with('…') {
            cut(tokens, room - 1, 0)
        } else {
            tokens
        };
        writeln!(
            out,
            "{first:name$}  {owner:operator$}  {job:kind$}  {tokens:room$}  {verified}"
        )
    };
    row(title, "verified")?;
    for profile in profiles() {
        let tokens = profile.tokens().join(", ");
        let cells = [
            profile.name(),
            profile.operator(),
            profile.kind().name(),
            &tokens,
        ];
        let verified = profile.verified().map(|day| day.to_string());
        row(cells, verified.as_deref().unwrap_or("-"))?;
    }
    writeln!(out)?;
    for profile in profiles() {
        if let Some(day) = profile.retired() {
            writeln!(out, "{profile} was retired on {day}")?;
        }
    }
    let engines = number(shown.len() as u64, "engine");
    writeln!(
        out,
        "{engines}; `robots-policy engines NAME` shows one in full"
    )
}

/// Writes each engine with all of its cells, and then the documents, each once.
pub(super) fn full(out: &mut impl Write, shown: &[Shown], width: usize) -> io::Result<()> {
    let mut documents: Vec<&'static Source> = Vec::new();
    for Shown { profile, cells } in shown {
        writeln!(out, "{}", filled("", &heading(*profile), INDENT, width))?;
        for known in cells {
            cell(out, known, width)?;
            let source = known.evidence.map(|evidence| evidence.source());
            let new = source.filter(|source| !documents.contains(source));
            documents.extend(new);
        }
        writeln!(out)?;
    }
    if !documents.is_empty() {
        writeln!(out, "documents")?;
    }
    for source in documents {
        let key = format!("  {:<KEY$}", source.key());
        let line = filled(&key, &source.to_string(), KEY + 4, width);
        writeln!(out, "{line}")?;
        if let Some(url) = source.url() {
            writeln!(out, "  {:KEY$}  {url}", "")?;
        }
    }
    Ok(())
}

/// The line about an engine before its cells.
fn heading(profile: Profile) -> String {
    let (operator, kind) = (profile.operator(), profile.kind());
    let verified = profile.verified().map(|day| format!(", verified {day}"));
    let retired = profile.retired().map(|day| format!(", retired on {day}"));
    let (verified, retired) = (verified.unwrap_or_default(), retired.unwrap_or_default());
    format!("{profile}: {operator}, {kind}{verified}{retired}")
}

/// Writes a cell: its value, and where it comes from.
fn cell(out: &mut impl Write, known: &Known, width: usize) -> io::Result<()> {
    let Known { cell, value, .. } = known;
    let name = format!("  {cell:<CELL$}");
    let mut write = |before: &str, text: &str| {
        let lines = filled(before, text, CELL + 4, width);
        writeln!(out, "{lines}")
    };
    let disputed = if known.is_disputed { ", disputed" } else { "" };
    let Some(evidence) = known.evidence else {
        return write(&name, &format!("{value} (not documented{disputed})"));
    };
    let (key, grade) = (evidence.source().key(), evidence.grade());
    write(&name, value)?;
    let verified = evidence.verified();
    let blanks = " ".repeat(CELL + 2);
    let from = format!("{key}, {grade}, verified {verified}{disputed}");
    write(&blanks, &from)
}

/// The words of a text in lines of this width, after `before` and two blanks; later lines begin with `indent` blanks. Words
/// that are longer than a line stay whole.
pub(super) fn filled(before: &str, text: &str, indent: usize, width: usize) -> String {
    let mut lines = before.to_owned();
    let mut column = before.width();
    let mut gap = if before.is_empty() { 0 } else { GAP };
    for word in text.split_ascii_whitespace() {
        if column > indent && column + gap + word.width() > width {
            lines.push('\n');
            (column, gap) = (0, indent);
        }
        lines.extend(std::iter::repeat_n(' ', gap));
        lines += word;
        column += gap + word.width();
        gap = 1;
    }
    lines
}

/// Writes a line for each stale cell.
pub(super) fn stale(out: &mut impl Write, shown: &[Shown], days: u32) -> io::Result<()> {
    let age = number(u64::from(days), "day");
    let mut cells = 0;
    for Shown { profile, cells: of } in shown {
        for known in of {
            if let Some(evidence) = known.evidence {
                let (verified, key) = (evidence.verified(), evidence.source().key());
                writeln!(out, "{verified}  {profile}: {} [{key}]", known.cell)?;
                cells += 1;
            }
        }
    }
    match cells {
        0 => writeln!(out, "no cell was verified more than {age} ago"),
        _ => writeln!(
            out,
            "\n{} of {}, verified more than {age} ago",
            number(cells, "cell"),
            number(shown.len() as u64, "engine")
        ),
    }
}

/// The blanks between two columns of a table.
const GAP: usize = 2;
/// The least width of a column with a title.
const TITLE: usize = 8;
/// The width of a day.
const DAY: usize = 10;
/// The least width of tokens.
const LEAST: usize = 8;
/// The blanks before the second line of a heading.
const INDENT: usize = 2;
/// The width of the names of cells.
const CELL: usize = 29;
/// The width of the keys of documents.
const KEY: usize = 9;
