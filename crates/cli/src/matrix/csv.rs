//! The matrix as CSV (RFC 4180): a header, and a row for each URL and agent. Lines end with LF, which `cut` and `awk` read.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};

use robots_policy::uses::{Answer, Uses};

use super::Matrix;
use super::engine::{By, EngineAnswer};
use super::lines;
use crate::names::plain_line;

/// Writes the rows.
pub(super) fn write(out: &mut impl Write, matrix: &Matrix<'_>) -> io::Result<()> {
    // A file has the bytes of the input; a terminal would act on them.
    let is_shown = io::stdout().is_terminal();
    let uses = matrix.uses.iter();
    let columns = uses.map(|activity| format!(",use_{}", activity.name().replace('-', "_")));
    let columns: String = columns.collect();
    let because = because_columns(matrix);
    if let Some(groups) = matrix.groups.as_ref().filter(|_| matrix.is_alone()) {
        return groups.write_csv(out, is_shown);
    }
    if !matrix.engines.is_empty() {
        writeln!(
            out,
            "url,profile,agent,allowed,reason,group,rule,line,by,use,marks{columns}{}{because}",
            engine_columns(matrix)
        )?;
        for (url, answer) in matrix.engine_answers() {
            write_row(out, &engine_cells(matrix, url, &answer), is_shown)?;
        }
        return Ok(());
    }
    writeln!(
        out,
        "url,agent,allowed,reason,group,rule,line{columns}{because}"
    )?;
    for (url, asker, access) in matrix.answers() {
        let rule = access.rule();
        let mut cells: Vec<Cow<'_, str>> = vec![
            url.into(),
            super::agent(asker).into(),
            flag(access.allowed()).into(),
            access.reason().name().into(),
            access
                .group()
                .map_or_else(String::new, |group| group.to_string())
                .into(),
            rule.map_or_else(String::new, |rule| rule.text().into_owned())
                .into(),
            rule.map_or_else(String::new, |rule| rule.line().to_string())
                .into(),
        ];
        if let Some(stated) = matrix.uses_of(asker, url) {
            cells.extend(use_cells(matrix, &stated));
            cells.extend(because_cells(matrix, &stated));
        }
        write_row(out, &cells, is_shown)?;
    }
    Ok(())
}

/// The cells of an engine's row.
fn engine_cells<'c>(
    matrix: &Matrix<'_>,
    url: &'c str,
    answer: &'c EngineAnswer<'_>,
) -> Vec<Cow<'c, str>> {
    let access = answer.access();
    let rule = answer.rule();
    let marks: Vec<String> = answer.marks().map(ToString::to_string).collect();
    let mut cells: Vec<Cow<'_, str>> = vec![
        url.into(),
        answer.profile().name().into(),
        answer.agent().into(),
        flag(access.allowed()).into(),
        access.reason().name().into(),
        answer.group().unwrap_or_default().into(),
        rule.as_ref().map_or("", |(_, text)| text).to_owned().into(),
        rule.as_ref()
            .map_or_else(String::new, |(line, _)| line.to_string())
            .into(),
        answer.by().map_or("", By::name).into(),
        flag(answer.governed().map(|(_, is_allowed)| is_allowed)).into(),
        marks.join("; ").into(),
    ];
    if !matrix.uses.is_empty() {
        let stated = answer.verdict.uses();
        cells.extend(use_cells(matrix, &stated));
        for activity in matrix.uses_of_engines() {
            cells.push(flag(stated.asked_not_to(activity)).into());
            cells.push(flag(stated.listens(activity)).into());
        }
        cells.extend(because_cells(matrix, &stated));
    }
    cells
}

/// The answers about uses, empty where a licence that was not read may give them.
fn use_cells(matrix: &Matrix<'_>, stated: &Uses) -> Vec<Cow<'static, str>> {
    let uses = matrix.uses.iter();
    let answers = uses.map(|activity| stated.of(*activity).map_or("", Answer::name));
    answers.map(Cow::Borrowed).collect()
}

/// The columns of the lines that decide about uses, after all others.
fn because_columns(matrix: &Matrix<'_>) -> String {
    let names = matrix.uses.iter();
    let names = names.map(|activity| activity.name().replace('-', "_"));
    let names: Vec<String> = names
        .map(|name| format!(",rule_{name},line_{name}"))
        .collect();
    names.concat()
}

/// The statements that decide about uses, and their lines.
fn because_cells(matrix: &Matrix<'_>, stated: &Uses) -> Vec<Cow<'static, str>> {
    let uses = matrix.uses.iter();
    let cells = uses.flat_map(|activity| {
        let (line, text) = lines::of_use(stated, *activity).unzip();
        let line = line.map_or_else(String::new, |line| line.to_string());
        [text.unwrap_or_default().into(), line.into()]
    });
    cells.collect()
}

/// The columns that only engines have, after those of uses.
fn engine_columns(matrix: &Matrix<'_>) -> String {
    let activities = matrix.uses_of_engines();
    let names = activities.map(|activity| format!(",asked_not_to_{activity},listens_{activity}"));
    names.collect()
}

fn flag(flag: Option<bool>) -> &'static str {
    match flag {
        Some(true) => "true",
        Some(false) => "false",
        None => "",
    }
}

pub(super) fn write_row(
    out: &mut impl Write,
    cells: &[Cow<'_, str>],
    is_shown: bool,
) -> io::Result<()> {
    let cells = cells.iter().map(|cell| {
        let shown = if is_shown {
            plain_line(cell)
        } else {
            Cow::Borrowed(&**cell)
        };
        quoted(&shown)
    });
    writeln!(out, "{}", cells.collect::<Vec<_>>().join(","))
}

/// A cell, in quotes where RFC 4180 requires them.
///
/// A spreadsheet treats some cells as formulas, and the URL may be untrusted: such a cell begins with `'`, as OWASP
/// advises, and spreadsheets show the rest as text.
pub(crate) fn quoted(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let mark = if is_formula { "'" } else { "" };
    if is_formula || cell.contains(['"', ',', '\n', '\r']) {
        return format!("\"{mark}{}\"", cell.replace('"', "\"\""));
    }
    cell.to_owned()
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        for (cell, written) in [
            ("/a b", "/a b"),
            ("", ""),
            ("/a,b", "\"/a,b\""),
            ("/\"a\"", "\"/\"\"a\"\"\""),
            ("/a\nb", "\"/a\nb\""),
            ("*", "*"),
            ("=HYPERLINK(\"a://b\")", "\"'=HYPERLINK(\"\"a://b\"\")\""),
            ("-bot", "\"'-bot\""),
            ("@a://b", "\"'@a://b\""),
        ] {
            assert_eq!(quoted(cell), written);
        }
    }
}
