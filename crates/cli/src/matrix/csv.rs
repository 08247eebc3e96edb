//! The matrix as CSV (RFC 4180): a header, and a row for each URL and agent. Lines end with LF, which `cut` and `awk` read.

use std::io::{self, IsTerminal, Write};

use super::Matrix;
use super::row::MatrixRow;
use crate::csv::write_row;

/// Writes the rows.
pub(super) fn write(out: &mut impl Write, matrix: &Matrix<'_>) -> io::Result<()> {
    // A file has the bytes of the input; a terminal would act on them.
    let is_shown = io::stdout().is_terminal();
    if let Some(groups) = matrix.groups.as_ref().filter(|_| matrix.is_alone()) {
        return groups.write_csv(out, is_shown);
    }
    let is_about_engines = !matrix.engines.is_empty();
    let (profile, engine) = if is_about_engines {
        ("profile,", ",by,use,marks")
    } else {
        ("", "")
    };
    write!(
        out,
        "url,{profile}agent,allowed,reason,group,rule,line{engine}"
    )?;
    let uses = matrix.uses.iter();
    let names: Vec<String> = uses
        .map(|activity| activity.name().replace('-', "_"))
        .collect();
    for name in &names {
        write!(out, ",use_{name}")?;
    }
    for activity in matrix.uses_of_engines().filter(|_| is_about_engines) {
        write!(out, ",asked_not_to_{activity},listens_{activity}")?;
    }
    for name in &names {
        write!(out, ",rule_{name},line_{name}")?;
    }
    writeln!(out)?;
    for row in matrix.rows() {
        write_row(out, &cells(row), is_shown)?;
    }
    Ok(())
}

fn cells(row: MatrixRow<'_>) -> Vec<String> {
    let access = row.access;
    let line = |line: Option<usize>| line.map(|line| line.to_string()).unwrap_or_default();
    let mut cells = vec![row.url.to_owned()];
    cells.extend(row.profile.map(str::to_owned));
    cells.extend([
        row.agent,
        flag(access.allowed),
        access.reason.into_owned(),
        access.group.unwrap_or_default(),
        access.rule.unwrap_or_default(),
        line(access.line),
    ]);
    if let Some(engine) = row.engine {
        let by = engine.by.unwrap_or_default().to_owned();
        cells.extend([by, flag(engine.governed), engine.marks.join("; ")]);
    }
    let uses = row.uses.into_iter().flat_map(|uses| uses.0);
    cells.extend(uses.map(|(_, answer)| answer.unwrap_or_default().to_owned()));
    let facts = row.asked_not_to.zip(row.listens);
    for ((_, asked_not_to), (_, listens)) in facts
        .into_iter()
        .flat_map(|(asked, listens)| asked.0.into_iter().zip(listens.0))
    {
        cells.extend([flag(asked_not_to), flag(listens)]);
    }
    let rules = row.use_rules.into_iter().flat_map(|rules| rules.0);
    for (_, rule) in rules {
        let (text, at) = rule.map(|rule| (rule.rule, rule.line)).unzip();
        cells.extend([text.unwrap_or_default(), line(at)]);
    }
    cells
}

fn flag(flag: Option<bool>) -> String {
    flag.map(|flag| flag.to_string()).unwrap_or_default()
}
