//! Diagnostics of the readers of fields and documents, and the statements as they were probably meant.

use robots_policy::meta::Placement;
use robots_policy::{Diagnostic, DiagnosticCode, Source};

use super::{Draft, PageReading, PageVariant, head, statements, tags};
use crate::code::Code;
use crate::effect::Compared;
use crate::excerpt::shown;
use crate::finding::Finding;
use crate::rule::rules;

rules! {
    MetaInBody: Error, [Page], "HTML §13.2.6.4.4",
        title: "a meta after the end of the head",
        consequence: "Most readers do not count it.",
        advice: "Move it before the element that ends the head.";
}

/// A draft for each diagnostic that a rule reports.
pub(super) fn drafts(read: &PageReading<'_>) -> Vec<Draft<PageVariant>> {
    let found = read.policy.diagnostics();
    let found = found.filter(|found| found.provenance().source() != Source::RobotsTxt);
    found.filter_map(|found| draft(read, found)).collect()
}

fn draft(read: &PageReading<'_>, found: &Diagnostic) -> Option<Draft<PageVariant>> {
    let at = found.provenance();
    let code = match (found.code(), at.source()) {
        // Another file than a page needs no meta, unless it has one.
        (DiagnosticCode::NotHtml, _) if !holds_meta(read) => return None,
        (DiagnosticCode::UnknownDirective, _) if is_of_another(found) => return None,
        // The finding about a meta in the body says more.
        (DiagnosticCode::NotCounted, Source::Meta(Placement::Body)) => return None,
        (code, _) => Code::of_diagnostic(code)?,
    };
    let finding = Finding::new(code, read.place(at), found.to_string());
    let draft = Draft::new(finding);
    Some(match meant(read, found) {
        Some(second) => draft.second(Compared::AsMeant, second),
        None => draft,
    })
}

/// A draft for each statement of a meta in the body.
pub(super) fn in_body(read: &PageReading<'_>) -> Vec<Draft<PageVariant>> {
    let Some(document) = &read.page.document else {
        return Vec::new();
    };
    let restricting = read
        .body
        .iter()
        .filter(|signal| statements::restricts(signal));
    let drafts = restricting.take(MOST_OF_BODY).map(|signal| {
        let at = signal.provenance();
        let text = shown(at.text());
        let message = format!("`{text}` is in a meta of the body, where most readers do not count it: the head ends before it");
        let mut finding = Finding::new(Code::MetaInBody, read.place(at), message);
        if let Some(bytes) = head::end(document.octets) {
            finding = finding.and(read.place_in_document(bytes, ""), "ends the head");
        }
        // The same statement as a meta of the head.
        let name = signal.scope().to_string();
        let name = if name == "*" { "robots" } else { &name };
        let meta = format!("<meta name=\"{name}\" content=\"{}\">", at.text().replace('"', "&quot;"));
        Draft::new(finding).second(Compared::AsMeant, PageVariant::Document(0..0, meta))
    });
    drafts.collect()
}

/// Whether a document that is read as no page has a meta for robots near its start.
fn holds_meta(read: &PageReading<'_>) -> bool {
    let octets = read
        .page
        .document
        .as_ref()
        .map_or(&b""[..], |document| document.octets);
    let start = octets
        .get(..octets.len().min(LOOKED_AT))
        .unwrap_or_default();
    let start = String::from_utf8_lossy(start).to_ascii_lowercase();
    start.contains("<meta") && start.contains("robots")
}

/// Whether an unknown directive is one that another vocabulary has, which is not a mistake.
fn is_of_another(found: &Diagnostic) -> bool {
    const KNOWN: [&str; 4] = ["llms-txt", "max-age", "noimageclick", "nopagereadaloud"];
    let text = found.provenance().text().to_ascii_lowercase();
    KNOWN.iter().any(|name| text.starts_with(name))
}

/// The second reading of a diagnostic: the statement as it was probably meant.
fn meant(read: &PageReading<'_>, found: &Diagnostic) -> Option<PageVariant> {
    let at = found.provenance();
    let text = at.text();
    match found.code() {
        DiagnosticCode::NearField => {
            let mut lines = read.page.fields.iter().flatten();
            let line = lines.position(|line| line.name.eq_ignore_ascii_case(text.as_bytes()))?;
            Some(PageVariant::FieldName(line, found.meant()?.to_owned()))
        }
        DiagnosticCode::NearDirective | DiagnosticCode::NearAgent => {
            replaced(read, found, found.meant()?.to_owned())
        }
        DiagnosticCode::NearMetaName
        | DiagnosticCode::MetaNameStar
        | DiagnosticCode::MetaNameList => with_attribute(read, found, "name", "name=\"robots\""),
        DiagnosticCode::PropertyForName => {
            with_attribute(read, found, "property", "name=\"robots\"")
        }
        DiagnosticCode::HttpEquivNotCounted => {
            with_attribute(read, found, "http-equiv", "name=\"robots\"")
        }
        _ => None,
    }
}

/// Other text in the place of a statement.
fn replaced(read: &PageReading<'_>, found: &Diagnostic, text: String) -> Option<PageVariant> {
    let at = found.provenance();
    let span = at.span();
    if let Source::Meta(_) = at.source() {
        Some(PageVariant::Document(span.start..span.end, text))
    } else {
        let line = read.field_at(at)?;
        let value = read.page.fields.iter().flatten().nth(line)?.value;
        let before = value.get(..span.start)?;
        let after = value.get(span.end..)?;
        let value = [before, text.as_bytes(), after].concat();
        Some(PageVariant::FieldValue(
            line,
            String::from_utf8(value).ok()?,
        ))
    }
}

/// A tag with another attribute in the place of the one of this name.
fn with_attribute(
    read: &PageReading<'_>,
    found: &Diagnostic,
    name: &str,
    attribute: &str,
) -> Option<PageVariant> {
    let octets = read.page.document.as_ref()?.octets;
    let at = found.provenance().span();
    let start = octets
        .get(..at.start)?
        .iter()
        .rposition(|b| *b == b'<')
        .filter(|_| octets.get(at.start) != Some(&b'<'));
    let start = start.unwrap_or(at.start);
    let rest = octets.get(start..)?;
    let length = rest.iter().position(|b| *b == b'>')? + 1;
    let tag = str::from_utf8(rest.get(..length)?).ok()?;
    let (bytes, _) = tags::attribute(tag, name)?;
    let changed = format!(
        "{}{attribute}{}",
        tag.get(..bytes.start)?,
        tag.get(bytes.end..)?
    );
    Some(PageVariant::Document(start..start + length, changed))
}

/// The statements of the body that are reported.
const MOST_OF_BODY: usize = 8;

/// The bytes in which a document of another type is searched.
const LOOKED_AT: usize = 4096;
