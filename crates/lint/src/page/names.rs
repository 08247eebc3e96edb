//! Metas that restrict a client whose name is nearly the token of a known crawler.

use std::collections::BTreeSet;
use std::ops::Range;

use robots_policy::header::HeaderReader;
use robots_policy::{Diagnostic, DiagnosticCode, Scope, Signal, Source};

use super::{Draft, PageReading, PageVariant, restricts, tags};
use crate::code::Code;
use crate::effect::Compared;
use crate::finding::Finding;

/// A draft for each name.
pub(super) fn drafts(read: &PageReading<'_>) -> Vec<Draft<PageVariant>> {
    let mut names = BTreeSet::new();
    let own = read.signals().iter().filter_map(|signal| {
        let is_of_meta = matches!(signal.provenance().source(), Source::Meta(_));
        let token = match signal.scope() {
            Scope::Token(token) if is_of_meta && restricts(signal) => token.as_str(),
            _ => return None,
        };
        let is_new = names.len() < MOST && names.insert(token);
        is_new.then_some((signal, token))
    });
    own.filter_map(|(signal, token)| draft(read, signal, token))
        .collect()
}

fn draft(read: &PageReading<'_>, signal: &Signal, token: &str) -> Option<Draft<PageVariant>> {
    let near = near(token)?;
    let bytes = name_at(read, signal.provenance().span().start)?;
    let meant = PageVariant::Document(bytes.clone(), near.meant()?.to_owned());
    let place = read.place_in_document(bytes, token);
    let finding = Finding::new(Code::UnknownToken, place, near.to_string());
    Some(Draft::new(finding).second(Compared::AsMeant, meant))
}

/// Whether the name is near a token, in the words of the reader of fields, in which such a name is a prefix.
fn near(token: &str) -> Option<Diagnostic> {
    let line = format!("{token}: noindex");
    let read = HeaderReader::new().read_lines([("X-Robots-Tag", line)]);
    let mut found = read.diagnostics.into_iter();
    found.find(|found| found.code() == DiagnosticCode::NearAgent)
}

/// The bytes of the name of the meta that has this byte.
fn name_at(read: &PageReading<'_>, byte: usize) -> Option<Range<usize>> {
    let mut metas = read.tags.metas.iter();
    let tag = metas.find(|tag| tag.contains(&byte))?;
    let octets = read.page.document.as_ref()?.octets;
    let text = str::from_utf8(octets.get(tag.clone())?).ok()?;
    let (_, name) = tags::attribute(text, "name")?;
    Some(tag.start + name.start..tag.start + name.end)
}

/// The names that are looked at.
const MOST: usize = 16;
