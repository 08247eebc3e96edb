//! The field lines of a saved response.

use robots_policy_http::Message;
use robots_policy_lint::{FieldLine, Source};

/// The field lines of a response, with their places.
pub(super) fn fields<'p, 'm: 'p>(
    message: &Message<'m>,
    source: &'p Source<'p>,
) -> Vec<FieldLine<'p>> {
    let lines = message.fields_at().map(|(at, name, value)| FieldLine {
        name,
        value,
        place: name_at(source.bytes(), at, name).map(|name_at| (source, name_at, at)),
    });
    lines.collect()
}

/// Where the name of a field line begins, the value of which begins at this byte.
fn name_at(file: &[u8], value: usize, name: &[u8]) -> Option<usize> {
    let before = file.get(..value)?.trim_ascii_end();
    let before = before.strip_suffix(b":")?.trim_ascii_end();
    let before = before.strip_suffix(name)?;
    Some(before.len())
}
