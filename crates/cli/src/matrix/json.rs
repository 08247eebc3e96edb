//! The matrix as one JSON object. Its keys and their meaning are a contract; docs/program.md lists them.

use std::fmt::Write as _;
use std::io::{self, Write};

use robots_policy::Client;
use robots_policy::report::record::{Diagnostic, VERSION};
use robots_policy::robots_txt::Cause;
use robots_policy_input::names::is_hidden;
use serde::{Serialize, Serializer};

use super::Matrix;
use super::groups::Groups;
use super::groups::json::GroupsObject;

/// The object.
#[derive(Serialize)]
struct Object<'m> {
    version: u32,
    /// Of a saved response.
    #[serde(skip_serializing_if = "Option::is_none")]
    robots_status: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    robots_cause: Option<&'static str>,
    #[serde(skip_serializing_if = "Matrix::is_alone", serialize_with = "rows")]
    rows: &'m Matrix<'m>,
    #[serde(flatten)]
    groups: Option<GroupsObject<'m>>,
    /// As in the record of `eval`.
    diagnostics: Vec<Diagnostic>,
}

/// Writes the object on one line. Characters that a terminal acts on are escaped, as JSON has it.
pub(super) fn write(
    out: &mut impl Write,
    matrix: &Matrix<'_>,
    status: Option<u16>,
) -> io::Result<()> {
    // The faults of the file do not depend on an asker.
    let verdict = matrix.policy.verdict(&Client::anonymous(), "/", matrix.now);
    let object = Object {
        version: VERSION,
        robots_status: status,
        robots_cause: matrix.robots.cause().map(Cause::name),
        rows: matrix,
        groups: matrix.groups.as_ref().map(Groups::object),
        diagnostics: verdict.diagnostics().map(Diagnostic::new).collect(),
    };
    serde_json::to_writer(Escaping(&mut *out), &object)?;
    writeln!(out)
}

/// Rows that are made when they are written.
fn rows<S: Serializer>(matrix: &Matrix<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(matrix.rows())
}

/// Takes JSON in pieces that are whole characters, as `serde_json` writes it.
struct Escaping<W>(W);

impl<W: Write> Write for Escaping<W> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        match str::from_utf8(piece) {
            Ok(text) if !piece.is_ascii() && text.chars().any(is_hidden) => {
                self.0.write_all(escaped(text).as_bytes())?;
            }
            _ => self.0.write_all(piece)?,
        }
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Hidden characters are only in strings.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if is_hidden(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        } else {
            escaped.push(c);
        }
    }
    escaped
}
