//! Engines as text.

use std::io::{self, Write};

use robots_policy::engines::{Known, Profile, Reference};
use robots_policy_show::{Grid, GridCell, GridColumn, Layout};

use crate::say::number;

/// Writes a table with a row for each engine, and after it the tokens that are not its name alone.
pub(super) fn list(
    out: &mut impl Write,
    shown: &[(Profile, Vec<Known>)],
    layout: &Layout,
) -> io::Result<()> {
    let profiles = || shown.iter().map(|(profile, _)| *profile);
    let widest = |text: fn(Profile) -> &'static str| {
        let lengths = profiles().map(|profile| text(profile).len());
        lengths.max().unwrap_or(0).max(TITLE)
    };
    let columns = vec![
        GridColumn::new("operator", widest(Profile::operator)),
        GridColumn::new("kind", widest(|profile| profile.kind().name())),
        GridColumn::new("verified", DAY),
    ];
    let grid = Grid::new(layout, widest(Profile::name), columns);
    grid.write_titles(out, "engine", "tokens")?;
    for profile in profiles() {
        let verified = profile.verified().map(|day| day.to_string());
        let cells = [
            profile.operator().to_owned(),
            profile.kind().name().to_owned(),
            verified.unwrap_or_else(|| String::from("-")),
        ];
        let cells = cells.map(|text| GridCell { text, answer: None });
        grid.write_row(out, profile.name(), &cells, &tokens(profile))?;
    }
    writeln!(out)?;
    for profile in profiles() {
        if let Some(day) = profile.retired() {
            let line = format!("{profile} was retired on {day}");
            writeln!(out, "{}", layout.wrapped(&line, INDENT))?;
        }
    }
    let engines = number(shown.len() as u64, "engine");
    let line = format!("{engines}; `robots-policy engines NAME` shows one in full");
    writeln!(out, "{}", layout.wrapped(&line, INDENT))
}

/// The tokens of an engine; none if its name is the only one, in any case.
fn tokens(profile: Profile) -> String {
    match profile.tokens() {
        [only] if only.eq_ignore_ascii_case(profile.name()) => String::new(),
        tokens => tokens.join(", "),
    }
}

/// Writes each engine with all of its cells, and then the documents, each once.
pub(super) fn full(
    out: &mut impl Write,
    shown: &[(Profile, Vec<Known>)],
    layout: &Layout,
) -> io::Result<()> {
    let mut documents: Vec<&'static Reference> = Vec::new();
    for (profile, cells) in shown {
        writeln!(out, "{}", layout.filled(&heading(*profile), INDENT))?;
        for known in cells {
            cell(out, known, layout)?;
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
        let line = format!("  {:<KEY$}  {source}", source.key());
        writeln!(out, "{}", layout.filled(&line, KEY + 4))?;
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
fn cell(out: &mut impl Write, known: &Known, layout: &Layout) -> io::Result<()> {
    let Known { cell, value, .. } = known;
    let mut write = |name: &str, text: &str| {
        let line = format!("  {name:<CELL$}  {text}");
        writeln!(out, "{}", layout.filled(&line, CELL + 4))
    };
    let disputed = if known.is_disputed { ", disputed" } else { "" };
    let Some(evidence) = known.evidence else {
        return write(cell, &format!("{value} (not documented{disputed})"));
    };
    let (key, grade) = (evidence.source().key(), evidence.grade());
    write(cell, value)?;
    let verified = evidence.verified();
    write(
        "",
        &format!("{key}, {grade}, verified {verified}{disputed}"),
    )
}

/// Writes a line for each stale cell.
pub(super) fn stale(
    out: &mut impl Write,
    shown: &[(Profile, Vec<Known>)],
    days: u32,
) -> io::Result<()> {
    let age = number(u64::from(days), "day");
    let mut cells = 0;
    for (profile, of) in shown {
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

/// The least width of a column with a title.
const TITLE: usize = 8;
/// The width of a day.
const DAY: usize = 10;
/// The blanks before the second line of a heading.
const INDENT: usize = 2;
/// The width of the names of cells.
const CELL: usize = 29;
/// The width of the keys of documents.
const KEY: usize = 9;
