//! Fields whose names are probably misspelt names of the fields that are read here: they are not read, and reported.
//!
//! `X-Robots-Tags: noindex` restricts nothing, here as in every other reader, and its owner does not see that. The
//! check runs over every name of every response, so it is cut in two: [`is_likely`] looks at a length and three
//! letters, and only the few names that pass are compared letter by letter. Fixture:
//! `x-robots-tag/r-21-names-of-fields-that-are-near`.

use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::provenance::{Provenance, Source, Span};
use crate::signal::Signal;

/// Whether a name may be that of a field that is read here, or near one. Nearly all names of a response do not pass. Of names
/// whose first letter is wrong only those with a mark after it are found, as `Z-Robots-Tag` is.
#[inline]
pub(super) fn is_likely(name: &[u8]) -> bool {
    (SHORTEST..=LONGEST).contains(&name.len())
        && matches!(
            name,
            [b'r' | b'R', ..]
                | [b'x' | b'X', b'r' | b'R', ..]
                // Any letter where `X` belongs.
                | [_, b'-' | b'_', b'r' | b'R', ..]
                // `Content-Usage` and `Content-Signal`, with or without the mark in it. Of the names that begin with
                // `Content-` no frequent one has these letters there.
                | [b'c' | b'C', _, _, _, _, _, _, b's' | b'S' | b'u' | b'U', ..]
                | [b'c' | b'C', _, _, _, _, _, _, _, b's' | b'S' | b'u' | b'U', ..]
        )
}

/// Whether a name may be that of a field about AI use. Nearly all names of a response do not pass.
#[inline]
pub(super) fn is_about_use(name: &[u8]) -> bool {
    const LENGTHS: u32 = 1 << "link".len() | 1 << "tdm-policy".len() | 1 << "tdm-reservation".len();
    let has_length = name.len() < 32 && LENGTHS >> name.len() & 1 == 1;
    has_length && matches!(name, [b't' | b'T' | b'l' | b'L', ..])
}

/// Reports a name that is near that of a field which is read. The diagnostic has no bytes of a value to point at, but the name
/// to show, in lower case: names have no case, and HTTP libraries give them in any.
#[cold]
pub(super) fn report(name: &[u8], into: &mut Parsed<Vec<Signal>>) {
    let name = str::from_utf8(name).map(str::to_ascii_lowercase);
    let Ok(name) = name else { return };
    if let Some(meant) = DiagnosticCode::NearField.meant(&name)
        && into.diagnostics.len() < MOST
    {
        let at = Provenance::new(source_of(meant), None, Span::default(), &name);
        let diagnostic = Diagnostic::new(DiagnosticCode::NearField, at);
        into.diagnostics.push(diagnostic);
    }
}

/// The source that a diagnostic names: the field that was meant, and for both robots fields one.
fn source_of(meant: &str) -> Source {
    let about_use = [Source::ContentUsage, Source::ContentSignal];
    let own = about_use
        .into_iter()
        .find(|source| source.name().eq_ignore_ascii_case(meant));
    own.unwrap_or(Source::XRobotsTag)
}

/// Lengths of the names that are compared: two letters shorter than `Robots-Tag`, which has 10, to two letters longer than
/// `Content-Signal`, which has 14, or two letters and two marks longer than `X-Robots-Tag`. Two is the most that a near
/// name may differ.
const SHORTEST: usize = 8;
const LONGEST: usize = 16;

/// Most names that are reported of one response: hostile responses have thousands.
const MOST: usize = 16;
