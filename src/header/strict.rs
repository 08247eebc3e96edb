//! `Robots-Tag` as RFC 9651 reads it: the list of the successor draft, and the dictionary of the seed draft.
//!
//! `sfv` reads; a fault anywhere voids the whole field. Names and tokens are slices of the text that was read, so their
//! places are known from where they lie in it.

use std::collections::HashMap;

use crate::diagnostic::DiagnosticCode;
use crate::directive::Directive;
use crate::directive_list::Sink;
use crate::header::bare_item::BareItem;
use crate::header::collected::{self, Member};
use crate::header::lines::FieldOutput;
use crate::header::rule::{self, Reading, Rule};
use crate::provenance::Span;
use crate::quoted::find_outside;
use crate::token::{ProductToken, Scope};

/// Reads a list (draft-illyes-repext, successor text), whose spans count from `origin` bytes before it. Says whether any
/// member has a subject.
///
/// # Errors
/// That of RFC 9651; nothing is added then.
pub(super) fn list(
    text: &str,
    origin: usize,
    output: &mut FieldOutput<'_>,
) -> Result<bool, sfv::Error> {
    let field = ParsedField { text, origin };
    let mut well_formed = false;
    for member in collected::list(text)? {
        match member.item {
            Some(BareItem::Token(subject)) => {
                well_formed |= field.subject(output, subject, &member);
            }
            _ => output.diagnostic(DiagnosticCode::NotAProductToken, field.whole(&member)),
        }
    }
    Ok(well_formed)
}

/// Reads a dictionary (draft-illyes-repext, seed text) likewise; of two members with one key the last stays.
///
/// # Errors
/// That of RFC 9651; nothing is added then.
pub(super) fn dictionary(text: &str, output: &mut FieldOutput<'_>) -> Result<bool, sfv::Error> {
    let field = ParsedField { text, origin: 0 };
    let members = collected::dictionary(text)?;
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

/// A field that is well-formed.
struct ParsedField<'t> {
    text: &'t str,
    /// Where the text begins in what the spans count in.
    origin: usize,
}

impl<'t> ParsedField<'t> {
    /// Takes a member whose subject is `subject`: its inner list and its parameters are the rules. Says whether the
    /// subject is one.
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
            rule::assert(output, Reading::Strict, &scope, &rule);
        }
        let last = last_places(member.parameters.iter().map(|(name, _)| *name));
        for (index, (name, value)) in member.parameters.iter().enumerate() {
            let rule = self.rule(name, value.clone());
            if last.get(name).is_some_and(|last| *last > index) {
                output.diagnostic(DiagnosticCode::DuplicateKey, rule.span);
            } else {
                rule::assert(output, Reading::Strict, &scope, &rule);
            }
        }
        true
    }

    /// The rule whose name is this slice of the text.
    fn rule(&self, name: &'t str, value: BareItem<'t>) -> Rule<'t> {
        let start = self.start(name);
        let text = self.text.get(start..).unwrap_or_default();
        let raw = text
            .get(name.len()..parameter_len(text))
            .and_then(|rest| rest.strip_prefix('='));
        let len = name.len() + raw.map_or(0, |raw| raw.len() + 1);
        Rule {
            name,
            value,
            raw,
            span: Span::new(start, start + len).shifted(self.origin),
        }
    }

    /// Where a slice of the text begins in it.
    fn start(&self, slice: &str) -> usize {
        (slice.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    fn span(&self, slice: &str) -> Span {
        let start = self.start(slice);
        Span::new(start, start + slice.len()).shifted(self.origin)
    }

    /// The place of a member: its first name, or the whole text where it has none.
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

/// Where each key is last; nothing for a single one.
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
