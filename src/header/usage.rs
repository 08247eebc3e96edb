//! The fields that state AI-use preferences: `Content-Usage` and `Content-Signal`.
//!
//! The grammars are those of `usage`; this file joins the lines, applies the limit, and leads spans back. Both fields
//! address every client. Of a field over the limit the members before it count as far as they forbid: a later member
//! may forbid what an earlier one permits.
//!
//! `noimageai` is here as well. It is a directive of any response, and a preference about this one where that is an
//! image, which only its `Content-Type` says.

use crate::ai::preference::{Answer, Label};
use crate::ai::usage::{self, Stated};
use crate::diagnostic::{DiagnosticCode, Parsed};
use crate::directive::Directive;
use crate::directive_list::{Item, Sink};
use crate::header::lines::{BLANKS, Joined, complete_within};
use crate::header::members;
use crate::provenance::{Source, Span};
use crate::signal::{Signal, Statement};
use crate::token::Scope;

/// Reads the lines of `Content-Usage`, which are one dictionary (RFC 9651 §4.2).
pub(super) fn content_usage(lines: &[&[u8]], limit: usize, found: &mut Parsed<Vec<Signal>>) {
    let joined = Joined::new(lines, BLANKS);
    let end = if joined.text().len() > limit {
        members::complete_within(&joined, limit)
    } else {
        joined.text().len()
    };
    let text = joined.text().get(..end).unwrap_or_default();
    output(
        usage::content_usage(text),
        &joined,
        end,
        Source::ContentUsage,
        found,
    );
}

/// Reads the lines of `Content-Signal`, which are one list.
pub(super) fn content_signal(lines: &[&[u8]], limit: usize, found: &mut Parsed<Vec<Signal>>) {
    let joined = Joined::new(lines, BLANKS);
    let end = if joined.text().len() > limit {
        complete_within(joined.text().as_bytes(), limit)
    } else {
        joined.text().len()
    };
    let text = joined.text().get(..end).unwrap_or_default();
    output(
        usage::content_signal(text),
        &joined,
        end,
        Source::ContentSignal,
        found,
    );
}

/// Adds what the first `end` octets of a field state.
fn output(
    mut stated: Stated,
    joined: &Joined<'_>,
    end: usize,
    source: Source,
    found: &mut Parsed<Vec<Signal>>,
) {
    let mut output = joined.collector(source, found);
    let mark = output.mark();
    if end < joined.text().len() {
        stated.forget_permissions();
        let cut = Span::new(end, joined.text().len());
        output.push_always(DiagnosticCode::FieldTruncated, cut);
    }
    for (statement, span) in stated.statements {
        output.statement(Item {
            scope: &Scope::Global,
            statement,
            span,
            may_begin_line: false,
        });
    }
    for (code, span) in stated.diagnostics {
        match code {
            DiagnosticCode::UsageUnreadable => output.push_always(code, span),
            code => output.diagnostic(code, span),
        }
    }
    output.sort(mark);
}

/// Adds to each `noimageai` the preference that it is, if the response is an image.
pub(super) fn images(found: &mut Parsed<Vec<Signal>>, is_image: impl FnOnce() -> bool) {
    let is_stated = |signal: &Signal| matches!(signal.directive(), Some((Directive::NoImageAi, _)));
    if !found.value.iter().any(is_stated) || !is_image() {
        return;
    }
    let with_preference = |signal: Signal| {
        let preference = is_stated(&signal).then(|| {
            let statement = Statement::Preference(Label::NoImageAi, Answer::Disallow);
            Signal::new(
                signal.scope().clone(),
                statement,
                signal.provenance().clone(),
            )
        });
        [Some(signal), preference].into_iter().flatten()
    };
    let signals = std::mem::take(&mut found.value);
    found.value = signals.into_iter().flat_map(with_preference).collect();
}

/// Whether this field is a `Content-Type` of an image.
pub(super) fn is_image_field(name: &[u8], value: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"content-type") && is_image(value)
}

/// Whether a media type is one of images.
pub(super) fn is_image(media_type: &[u8]) -> bool {
    let kind = media_type.trim_ascii_start().get(..IMAGE.len());
    kind.is_some_and(|kind| kind.eq_ignore_ascii_case(IMAGE))
}

const IMAGE: &[u8] = b"image/";
