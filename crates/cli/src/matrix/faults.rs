//! The consequence of the status of a saved answer, and the faults of the file, under the answers.

use std::io::{self, Write};

use robots_policy::{Client, Verdict};
use robots_policy_input::names::plain_line;
use robots_policy_show::{Inputs, Layout, Page, write_diagnostics};

use super::Matrix;
use crate::robots::SavedRobots;

/// Writes them, as `eval` does.
pub(super) fn write(
    out: &mut impl Write,
    matrix: &Matrix<'_>,
    layout: &Layout,
    note: Option<&str>,
    saved: &SavedRobots,
) -> io::Result<()> {
    let Matrix { policy, now, .. } = *matrix;
    if let Some(note) = note {
        writeln!(out, "{}", layout.wrapped(&plain_line(note), 2))?;
    }
    let url = matrix.urls.first().map_or("/", String::as_str);
    // The faults of the file do not depend on an asker.
    let anonymous = [Client::anonymous()];
    let askers = match matrix.askers {
        [] => anonymous.iter(),
        askers => askers.iter(),
    };
    let verdicts: Vec<Verdict<'_>> = askers
        .map(|asker| policy.verdict(asker, url, now))
        .collect();
    let inputs = Inputs {
        robots: Some(saved.body_input()),
        ..Inputs::default()
    };
    write_diagnostics(out, &Page::read(&saved.name, &verdicts, &inputs), layout)
}
