//! The groups as CSV: a header, and a row for each group.

use std::io::{self, Write};

use super::Groups;
use super::reach::Reach;
use crate::csv::write_row;

impl Groups<'_> {
    /// Writes the rows. Names, statements and engines are separated by blanks or `; `.
    pub(in super::super) fn write_csv(
        &self,
        out: &mut impl Write,
        is_shown: bool,
    ) -> io::Result<()> {
        writeln!(
            out,
            "names,first_line,last_line,allow,disallow,access,line,statements,engines"
        )?;
        for shown in &self.shown {
            let (allow, disallow) = shown.rules();
            let statements: Vec<String> = shown
                .statements()
                .map(|record| record.text().into_owned())
                .collect();
            let engines: Vec<&str> = shown.engines.iter().map(|engine| engine.name()).collect();
            let line = shown
                .closed_by
                .map_or_else(String::new, |line| line.to_string());
            let cells = [
                shown.names.join(" "),
                shown.first.to_string(),
                shown.last.to_string(),
                allow.to_string(),
                disallow.to_string(),
                shown.reach.map_or("", Reach::name).to_owned(),
                line,
                statements.join("; "),
                engines.join(" "),
            ];
            write_row(out, &cells, is_shown)?;
        }
        Ok(())
    }
}
