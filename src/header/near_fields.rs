//! Fields whose names are probably misspelt names of the robots fields: they are not read, and reported.

use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::provenance::{Provenance, Source, Span};
use crate::signal::Signal;

/// Reports the names among `names` that are near the name of a robots field, up to [`MOST`]. Such a diagnostic
/// has no bytes of a value to point at, but a name to show.
pub(super) fn report<'n>(
    names: impl IntoIterator<Item = &'n [u8]>,
    into: &mut Parsed<Vec<Signal>>,
) {
    for name in names.into_iter().filter(|name| may_be_near(name)) {
        let near = str::from_utf8(name).ok();
        let near = near.filter(|name| DiagnosticCode::NearField.is_near(name));
        if let Some(name) = near
            && into.diagnostics.len() < MOST
        {
            let at = Provenance::new(Source::XRobotsTag, None, Span::default(), name);
            into.diagnostics
                .push(Diagnostic::new(DiagnosticCode::NearField, at));
        }
    }
}

/// A quick look, which nearly all names of a response do not pass.
#[inline]
fn may_be_near(name: &[u8]) -> bool {
    let begins = matches!(
        name,
        [b'r' | b'R', ..]
            | [b'x' | b'X', b'-' | b'_', b'r' | b'R', ..]
            | [b'x' | b'X', b'r' | b'R', ..]
    );
    begins && (SHORTEST..=LONGEST).contains(&name.len())
}

/// Lengths of the names that are compared: two letters from those of the fields, and two more marks.
const SHORTEST: usize = 8;
const LONGEST: usize = 16;

/// Most names that are reported.
const MOST: usize = 16;
