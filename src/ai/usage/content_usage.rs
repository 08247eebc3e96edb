//! The value of `Content-Usage`: a dictionary of labels, by the letter of RFC 9651.
//!
//! **What it is.** `sfv` reads the text; one fault anywhere voids all of it (draft-ietf-aipref-vocab-08 §6.5.1). There is
//! no lenient reading as `Robots-Tag` has one: the examples of the drafts are valid, and the draft says what a fault means.
//! A lenient look finds the restrictions that the owner probably meant, and each is a diagnostic.
//!
//! **How spans are found.** `sfv` hands out keys as slices of the text, so that the place of a member is the distance of
//! two addresses, as in `header::strict`. A member reaches to the next comma outside strings: a valid dictionary has no
//! other commas.
//!
//! **Invariant.** Of two members with one label the last one counts, with its own value alone, also if it permits and also
//! if it says nothing (RFC 9651 §4.2.2). **What breaks if touched.** An update of `sfv` that copies keys moves every span.
//! **Which test notices.** `every_member_is_at_its_bytes` in `tests/all/uses_fields.rs`.

use std::convert::Infallible;

use sfv::visitor::{
    DictionaryVisitor, EntryVisitor, Ignored, InnerListVisitor, ItemVisitor, ParameterVisitor,
};
use sfv::{BareItemFromInput, KeyRef};

use super::Stated;
use crate::ai::preference::{Answer, Label, Vocabulary, earlier};
use crate::diagnostic::DiagnosticCode;
use crate::order;
use crate::provenance::Span;
use crate::quotes::find_outside;
use crate::signal::Statement;

/// Reads a value.
pub(crate) fn read(text: &str) -> Stated {
    let mut stated = Stated::default();
    match sfv::Parser::new(text).parse_dictionary_with_visitor(Members::default()) {
        Ok(members) => assert_all(text, &members, &mut stated),
        Err(fault) => {
            stated.is_unreadable = true;
            let at = fault.index().unwrap_or(0);
            let from = if text.is_char_boundary(at) && at < text.len() {
                at
            } else {
                0
            };
            let span = Span::new(from, text.len());
            stated
                .diagnostics
                .push((DiagnosticCode::UsageUnreadable, span));
            let unheard = unheard(text).map(|span| (DiagnosticCode::UsageUnheard, span));
            stated.diagnostics.extend(unheard);
        }
    }
    stated
}

/// Makes statements of the members of a valid dictionary, each its key and the answer that its value is, and reports those without
/// an effect.
fn assert_all(text: &str, members: &[(&str, Option<Answer>)], stated: &mut Stated) {
    let place = |key: &str| {
        let start = (key.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        let rest = text.as_bytes().get(start..).unwrap_or_default();
        let len = find_outside(rest, |byte| byte == b',').unwrap_or(rest.len());
        Span::new(start, start + len).trimmed_in(text)
    };
    // Found once for each label: a line of robots.txt may have very many members.
    let last = |label: Label| members.iter().rfind(|(key, _)| *key == label.name());
    let labels = Vocabulary::Aipref.labels();
    let labels: Vec<_> = labels.map(|label| (label, last(label))).collect();
    for member @ (key, answer) in members {
        let mut labels = labels.iter();
        let found = labels.find(|(label, _)| label.name() == *key);
        let Some((label, Some(last))) = found else {
            let span = place(key);
            stated.diagnostics.push((unknown(key), span));
            continue;
        };
        if !std::ptr::eq(*last, member) {
            if last.1 != *answer {
                let duplicate = (DiagnosticCode::UsageDuplicate, place(key));
                stated.diagnostics.push(duplicate);
            }
            continue;
        }
        let span = place(key);
        if let Some(answer) = answer {
            stated.push(Statement::Preference(*label, *answer), span);
        } else {
            let unknown = (DiagnosticCode::UsageUnknownValue, span);
            stated.diagnostics.push(unknown);
        }
    }
}

/// The code for a label that the vocabulary does not have.
fn unknown(label: &str) -> DiagnosticCode {
    match earlier(label) {
        Some((_, false)) => DiagnosticCode::UsageLabelLegacy,
        Some((_, true)) => DiagnosticCode::UsageLabelForeign,
        None => DiagnosticCode::UsageUnknownLabel,
    }
}

/// The restrictions in a text that is not a dictionary: each known label in any case that an equals sign and an `n` or a
/// `no` follow. Each label is searched for once, so that the time is linear.
fn unheard(text: &str) -> impl Iterator<Item = Span> {
    let text = text.to_ascii_lowercase();
    let mut found: Vec<Span> = Vec::new();
    for label in Vocabulary::Aipref.labels() {
        let name = label.name();
        for (start, _) in text.match_indices(name) {
            let before = text.get(..start).unwrap_or_default();
            let after = text.get(start + name.len()..).unwrap_or_default();
            if !before.ends_with(is_of_key)
                && let Some(len) = negation_len(after)
            {
                found.push(Span::new(start, start + name.len() + len));
            }
        }
    }
    order::sort_by(&mut found, Ord::cmp);
    found.into_iter()
}

/// The length of `=n` or `= "no"`, with the blanks in it, at the start of a text in lower case.
fn negation_len(text: &str) -> Option<usize> {
    let value = text.trim_start_matches(BLANKS).strip_prefix('=')?;
    let value = value.trim_start_matches(BLANKS);
    let value = value.strip_prefix('"').unwrap_or(value);
    let rest = value.strip_prefix("no").or(value.strip_prefix('n'))?;
    let is_whole = !rest.starts_with(is_of_key);
    is_whole.then(|| text.len() - rest.len())
}

/// Whether a character can be part of a key or a word.
fn is_of_key(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '*' | '\u{1A}')
}

const BLANKS: [char; 2] = [' ', '\t'];

/// The visitor: every member in the order of the text, repeated ones included.
#[derive(Default)]
struct Members<'t>(Vec<(&'t str, Option<Answer>)>);

/// The answer of the member that is being read.
struct UsageValue<'m>(Option<&'m mut Option<Answer>>);

impl<'t> DictionaryVisitor<'t> for Members<'t> {
    type Out = Vec<(&'t str, Option<Answer>)>;
    type Error = Infallible;

    fn entry(&mut self, key: &'t KeyRef) -> Result<impl EntryVisitor<'t>, Infallible> {
        self.0.push((key.as_str(), None));
        Ok(UsageValue(self.0.last_mut().map(|(_, answer)| answer)))
    }

    fn finish(self) -> Result<Self::Out, Infallible> {
        Ok(self.0)
    }
}

impl<'t> EntryVisitor<'t> for UsageValue<'_> {
    type Error = Infallible;

    fn item(self) -> Result<impl ItemVisitor<'t>, Infallible> {
        Ok(self)
    }

    fn inner_list(self) -> Result<impl InnerListVisitor<'t>, Infallible> {
        Ok(Ignored)
    }
}

impl<'t> ItemVisitor<'t> for UsageValue<'_> {
    type Out = ();
    type Error = Infallible;

    fn bare_item(
        self,
        item: BareItemFromInput<'t>,
    ) -> Result<impl ParameterVisitor<'t, Out = ()>, Infallible> {
        if let (Some(answer), BareItemFromInput::Token(token)) = (self.0, item) {
            *answer = match token.as_str() {
                "y" => Some(Answer::Allow),
                "n" => Some(Answer::Disallow),
                _ => None,
            };
        }
        Ok(Ignored)
    }
}
