//! Fields whose names are probably misspelt names of the robots fields: they are not read, and reported.

use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::provenance::{Provenance, Source, Span};
use crate::signal::Signal;

/// Whether a name may be that of a robots field, or near one. It is quick, and nearly all names of a response do not pass.
#[inline]
pub(super) fn is_likely(name: &[u8]) -> bool {
    (SHORTEST..=LONGEST).contains(&name.len())
        && matches!(
            name,
            [b'r' | b'R', ..]
                | [b'x' | b'X', b'r' | b'R', ..]
                | [b'x' | b'X', b'-' | b'_', b'r' | b'R', ..]
        )
}

/// Reports a name that is near that of a robots field. The diagnostic has no bytes of a value to point at, but the name to
/// show, in lower case: names have no case, and clients hand them on in any.
#[cold]
pub(super) fn report(name: &[u8], into: &mut Parsed<Vec<Signal>>) {
    let name = str::from_utf8(name).map(str::to_ascii_lowercase);
    let near = name
        .ok()
        .filter(|name| DiagnosticCode::NearField.is_near(name));
    if let Some(name) = near
        && into.diagnostics.len() < MOST
    {
        let at = Provenance::new(Source::XRobotsTag, None, Span::default(), &name);
        let diagnostic = Diagnostic::new(DiagnosticCode::NearField, at);
        into.diagnostics.push(diagnostic);
    }
}

/// Lengths of the names that are compared: two letters from those of the fields, and two more marks.
const SHORTEST: usize = 8;
const LONGEST: usize = 16;

/// Most names that are reported.
const MOST: usize = 16;
