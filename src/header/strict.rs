//! `Robots-Tag` as RFC 9651 reads it: the list of the successor draft, and the dictionary of the seed draft.
//!
//! **What it is.** `sfv` reads the field; a fault anywhere voids the whole, and its error says where. This module gives
//! the members their meaning: subjects become scopes, inner lists and parameters become rules. The grammar is not
//! written twice: text that `sfv` accepts is valid by definition.
//!
//! **How spans are found.** `sfv` reports no positions. It does hand out keys and tokens as slices of the text that it
//! reads, so the place of one is the distance of two pointers: its own and that of the text ([`ParsedField::start`]).
//! The subtraction needs no `unsafe`, compares only addresses, and never reads through them. A rule begins with its
//! name; its end is found by a short scan to the next delimiter outside of strings, which must be there since the field
//! is valid.
//!
//! **Invariant.** Every name that is passed to [`ParsedField`] is a slice of its `text`. An owned copy would have an
//! address elsewhere: the span would be nonsense, cut at the ends of the text, although nothing would panic. Values may
//! be owned, since no place is computed from them.
//!
//! **What breaks if touched.** An update of `sfv` that copies keys, or a visitor that keeps owned names, moves all
//! spans of the strict modes. Of two members with one key the last counts (RFC 9651 §4.2.2); the earlier one is
//! reported and not read.
//!
//! **Which test notices.** `r_20_the_suite_passes_in_the_strict_modes` (the HTTP working group's structured-field
//! tests) notices meanings; `tests/cases.rs`, which compares the text of every statement and diagnostic of the fixtures
//! with the bytes of its span, notices spans.

use std::collections::HashMap;

use crate::diagnostic::DiagnosticCode;
use crate::directive::Directive;
use crate::directive_list::Sink;
use crate::header::bare_item::BareItem;
use crate::header::lines::FieldOutput;
use crate::header::rule::{self, FieldRule, Strictness};
use crate::header::structure::{self, Member};
use crate::provenance::Span;
use crate::quotes::find_outside;
use crate::token::{ProductToken, Scope};

/// Reads a list (draft-illyes-repext, successor text): `*;noindex, ExampleBot;max-snippet=20`. The text begins `origin`
/// bytes after the start of the joined text. True if any member has a valid subject.
///
/// # Errors
/// The fault that RFC 9651 finds; nothing is added then.
pub(super) fn list(
    text: &str,
    origin: usize,
    output: &mut FieldOutput<'_>,
) -> Result<bool, sfv::Error> {
    let field = ParsedField { text, origin };
    let mut well_formed = false;
    for member in structure::list(text)? {
        match member.item {
            Some(BareItem::Token(subject)) => {
                well_formed |= field.subject(output, subject, &member);
            }
            _ => output.diagnostic(DiagnosticCode::NotAProductToken, field.whole(&member)),
        }
    }
    Ok(well_formed)
}

/// Reads a dictionary (draft-illyes-repext, seed text): `*=(noindex), examplebot=(nofollow)`. Of two members with one
/// key the last stays. True if any member has a valid subject.
///
/// # Errors
/// The fault that RFC 9651 finds; nothing is added then.
pub(super) fn dictionary(text: &str, output: &mut FieldOutput<'_>) -> Result<bool, sfv::Error> {
    let field = ParsedField { text, origin: 0 };
    let members = structure::dictionary(text)?;
    let keys = members.iter().map(|member| member.key.unwrap_or_default());
    let last = last_places(keys.clone());
    let mut well_formed = false;
    for (index, (key, member)) in keys.zip(&members).enumerate() {
        if last.get(key).is_some_and(|last| *last > index) {
            output.diagnostic(DiagnosticCode::DuplicateKey, field.whole(member));
            continue;
        }
        match member.item {
            Some(BareItem::Boolean(true)) | None => {
                well_formed |= field.subject(output, key, member);
            }
            _ => output.diagnostic(DiagnosticCode::InvalidMember, field.whole(member)),
        }
    }
    Ok(well_formed)
}

/// A field that `sfv` has read without a fault.
struct ParsedField<'t> {
    text: &'t str,
    /// The offset of the text in the joined text, in which spans count.
    origin: usize,
}

impl<'t> ParsedField<'t> {
    /// Adds the rules of a member: the names in its inner list, then its parameters. False, with a diagnostic, if the
    /// subject is not a product token.
    fn subject(&self, output: &mut FieldOutput<'_>, subject: &str, member: &Member<'t>) -> bool {
        let scope = if subject == "*" {
            Scope::Global
        } else if let Some(token) = ProductToken::read(subject) {
            Scope::Token(token)
        } else {
            output.diagnostic(DiagnosticCode::NotAProductToken, self.span(subject));
            return false;
        };
        if Directive::from_name(subject).is_some() {
            output.diagnostic(DiagnosticCode::TokenEqualsRuleName, self.span(subject));
        }
        for name in &member.inner {
            let rule = self.rule(name, BareItem::Boolean(true));
            rule::assert(output, Strictness::Strict, &scope, &rule);
        }
        let last = last_places(member.parameters.iter().map(|(name, _)| *name));
        for (index, (name, value)) in member.parameters.iter().enumerate() {
            let rule = self.rule(name, value.clone());
            if last.get(name).is_some_and(|last| *last > index) {
                output.diagnostic(DiagnosticCode::DuplicateKey, rule.span);
            } else {
                rule::assert(output, Strictness::Strict, &scope, &rule);
            }
        }
        true
    }

    /// The rule whose name is this slice of the text.
    fn rule(&self, name: &'t str, value: BareItem<'t>) -> FieldRule<'t> {
        let start = self.start(name);
        let text = self.text.get(start..).unwrap_or_default();
        let raw = text
            .get(name.len()..parameter_len(text))
            .and_then(|rest| rest.strip_prefix('='));
        let len = name.len() + raw.map_or(0, |raw| raw.len() + 1);
        FieldRule {
            name,
            value,
            raw,
            span: Span::new(start, start + len).shifted(self.origin),
        }
    }

    /// The offset of a slice of the text in it, see the letter above.
    fn start(&self, slice: &str) -> usize {
        (slice.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    /// The span of a slice of the text.
    fn span(&self, slice: &str) -> Span {
        let start = self.start(slice);
        Span::new(start, start + slice.len()).shifted(self.origin)
    }

    /// The span of a member: that of its first name, or the whole text if it has none.
    fn whole(&self, member: &Member<'t>) -> Span {
        let token = match member.item {
            Some(BareItem::Token(token)) => Some(token),
            _ => None,
        };
        let name = member.key.or(token).or(member.inner.first().copied());
        name.map_or_else(
            || Span::new(0, self.text.len()).shifted(self.origin),
            |name| self.span(name),
        )
    }
}

/// The last index of each key. Empty for a single key, which spares common fields a map.
fn last_places<'t>(keys: impl ExactSizeIterator<Item = &'t str>) -> HashMap<&'t str, usize> {
    if keys.len() < 2 {
        return HashMap::new();
    }
    keys.enumerate().map(|(index, key)| (key, index)).collect()
}

/// The length of the parameter that begins `text`: up to the next delimiter outside a string.
fn parameter_len(text: &str) -> usize {
    let ends = |byte| matches!(byte, b';' | b',' | b' ' | b'\t' | b')');
    find_outside(text.as_bytes(), ends).unwrap_or(text.len())
}
