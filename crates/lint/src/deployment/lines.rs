//! Predicted fields as field lines, with their places in the configuration.

use robots_policy_servers::Field;

use super::ServerFile;
use crate::page::FieldLine;
use crate::place::Source;

/// The lines of an answer by a configuration in these files.
pub(super) fn of<'p>(files: &'p [ServerFile<'p>], fields: &'p [Field]) -> Vec<FieldLine<'p>> {
    let lines = fields.iter().map(|field| FieldLine {
        name: field.name.as_bytes(),
        value: field.value.as_bytes(),
        place: place(files, field),
    });
    lines.collect()
}

/// Where the statement has the name of the field and its value. A value that is written in another way, such as with a variable,
/// is marked as the rest of the statement.
fn place<'p>(files: &'p [ServerFile<'p>], field: &Field) -> Option<(&'p Source<'p>, usize, usize)> {
    let source = &files.get(field.place.source)?.source;
    let (start, end) = (field.place.start, field.place.end);
    let text = source.bytes().get(start..end)?;
    let (name, value) = (field.name.as_bytes(), field.value.as_bytes());
    let name_at = find(text, name, <[u8]>::eq_ignore_ascii_case).unwrap_or(0);
    let after = name_at + name.len();
    let rest = text.get(after..).unwrap_or_default();
    let in_rest = find(rest, value, |own, value| own == value).map(|at| after + at);
    let before = text.get(..name_at).unwrap_or_default();
    let value_at = in_rest.or_else(|| find(before, value, |own, value| own == value));
    Some((
        source,
        start + name_at,
        value_at.map_or(end, |at| start + at),
    ))
}

fn find(text: &[u8], what: &[u8], is: impl Fn(&[u8], &[u8]) -> bool) -> Option<usize> {
    if what.is_empty() {
        return None;
    }
    text.windows(what.len()).position(|own| is(own, what))
}
